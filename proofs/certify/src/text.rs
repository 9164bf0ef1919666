//! DIMACS: a formula, and a certificate as other checkers read it too.

use crate::Refused;

/// A formula: each clause must be true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    /// How many variables there are, numbered from 1.
    pub variables: usize,
    /// The clauses.
    pub clauses: Vec<Vec<i32>>,
}

/// Reads a formula: `p cnf <variables> <clauses>`, then each clause in a line that ends in 0.
pub fn formula(text: &str) -> Result<Formula, Refused> {
    let mut lines = lines(text);
    let header = "`p cnf <variables> <clauses>`";
    let (line, first) = lines.next().ok_or(Refused::Unreadable {
        line: 1,
        expected: header,
    })?;
    let words: Vec<&str> = first.split_whitespace().collect();
    let unreadable = |expected| Refused::Unreadable { line, expected };
    let ["p", "cnf", variables, count] = words[..] else {
        return Err(unreadable(header));
    };
    let variables = variables.parse().map_err(|_| unreadable(header))?;
    let count: usize = count.parse().map_err(|_| unreadable(header))?;
    if variables > i32::MAX as usize / 4 {
        return Err(unreadable("fewer variables"));
    }
    let clauses = lines.map(clause).collect::<Result<Vec<_>, _>>()?;
    if clauses.len() != count {
        return Err(unreadable("the number of clauses that follow"));
    }
    Ok(Formula { variables, clauses })
}

/// Reads a certificate: each clause in a line that ends in 0.
pub fn proof(text: &str) -> Result<Vec<Vec<i32>>, Refused> {
    lines(text).map(clause).collect()
}

/// The lines that say something, numbered from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with("c "))
}

fn clause((line, text): (usize, &str)) -> Result<Vec<i32>, Refused> {
    let expected = "literals that are numbers, and 0 at the end";
    let unreadable = Refused::Unreadable { line, expected };
    let numbers: Result<Vec<i32>, _> = text.split_whitespace().map(str::parse).collect();
    let mut literals = numbers.map_err(|_| unreadable.clone())?;
    match literals.pop() {
        Some(0) if !literals.contains(&0) && !literals.contains(&i32::MIN) => Ok(literals),
        _ => Err(unreadable),
    }
}
