//! Checks certificates of unsatisfiability, and nothing else: no solver, no grounding, no dependency.
//!
//! A certificate is a list of clauses. Each must follow from the formula and the clauses before it by *reverse unit
//! propagation* (RUP): if all its literals are taken to be false, unit propagation alone must find a conflict. The last one is
//! the empty clause; then no assignment satisfies the formula. Whoever made the list need not be trusted, and a list that was
//! altered on its way is either still such a list or refused.
//!
//! Literals are as in DIMACS: `3` is the third variable, `-3` its negation.

mod text;

pub use text::{Formula, formula, proof};

use std::fmt;

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A literal that is zero, or of no variable of the formula.
    NoLiteral {
        /// Which clause, counted from 1: of the formula first, then of the certificate.
        clause: usize,
        /// What stands there.
        literal: i32,
    },
    /// A clause that does not follow by unit propagation.
    DoesNotFollow {
        /// Which clause of the certificate, counted from 1.
        clause: usize,
    },
    /// Every clause follows, and the formula is not refuted yet.
    RefutesNothing,
    /// The text is not what it should be.
    Unreadable {
        /// In which line, counted from 1.
        line: usize,
        /// What was expected.
        expected: &'static str,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoLiteral { clause, literal } => {
                write!(
                    f,
                    "clause {clause}: {literal} is no literal of this formula"
                )
            }
            Refused::DoesNotFollow { clause } => write!(
                f,
                "clause {clause} of the certificate does not follow by unit propagation"
            ),
            Refused::RefutesNothing => {
                f.write_str("the certificate ends before the formula is refuted")
            }
            Refused::Unreadable { line, expected } => write!(f, "line {line}: expected {expected}"),
        }
    }
}

impl std::error::Error for Refused {}

/// Accepts if these clauses refute this formula.
pub fn check(formula: &Formula, certificate: &[Vec<i32>]) -> Result<(), Refused> {
    let mut checker = Checker::new(formula.variables);
    for (i, clause) in formula.clauses.iter().enumerate() {
        checker.legal(clause, i + 1)?;
        checker.add(clause);
    }
    for (i, clause) in certificate.iter().enumerate() {
        checker.legal(clause, formula.clauses.len() + i + 1)?;
        if !checker.follows(clause) {
            return Err(Refused::DoesNotFollow { clause: i + 1 });
        }
        checker.add(clause);
    }
    match checker.refuted {
        true => Ok(()),
        false => Err(Refused::RefutesNothing),
    }
}

/// Unit propagation, each clause watched at its first two literals.
struct Checker {
    /// By literal: 1 true, -1 false, 0 open.
    value: Vec<i8>,
    /// The literals that are true, in the order in which they became so.
    trail: Vec<i32>,
    /// How much of the trail was propagated.
    done: usize,
    clauses: Vec<Vec<i32>>,
    /// By literal: the clauses to look at when it becomes false.
    watched: Vec<Vec<usize>>,
    refuted: bool,
}

/// Where a literal stands in a table by literal.
fn at(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Checker {
    fn new(variables: usize) -> Self {
        let literals = 2 * (variables + 1);
        Checker {
            value: vec![0; literals],
            trail: Vec::new(),
            done: 0,
            clauses: Vec::new(),
            watched: vec![Vec::new(); literals],
            refuted: false,
        }
    }

    fn legal(&self, clause: &[i32], number: usize) -> Result<(), Refused> {
        let illegal = |l: &&i32| **l == 0 || at(**l) >= self.value.len();
        match clause.iter().find(illegal) {
            None => Ok(()),
            Some(&literal) => Err(Refused::NoLiteral {
                clause: number,
                literal,
            }),
        }
    }

    fn set(&mut self, literal: i32) {
        self.value[at(literal)] = 1;
        self.value[at(-literal)] = -1;
        self.trail.push(literal);
    }

    /// Adds a clause for good. What is true now, outside of [`Checker::follows`], is so for good.
    fn add(&mut self, clause: &[i32]) {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        let is_true = |l: &i32| clause.contains(&-l) || self.value[at(*l)] == 1;
        if self.refuted || clause.iter().any(is_true) {
            return;
        }
        clause.retain(|l| self.value[at(*l)] == 0);
        match clause[..] {
            [] => self.refuted = true,
            [unit] => {
                self.set(unit);
                self.refuted = !self.propagate();
            }
            [first, second, ..] => {
                self.watched[at(first)].push(self.clauses.len());
                self.watched[at(second)].push(self.clauses.len());
                self.clauses.push(clause);
            }
        }
    }

    /// Whether the clause follows by reverse unit propagation.
    fn follows(&mut self, clause: &[i32]) -> bool {
        let before = self.trail.len();
        let mut conflict = self.refuted;
        for &literal in clause {
            match self.value[at(literal)] {
                1 => conflict = true,
                0 => self.set(-literal),
                _ => {}
            }
        }
        let conflict = conflict || !self.propagate();
        for literal in self.trail.split_off(before) {
            self.value[at(literal)] = 0;
            self.value[at(-literal)] = 0;
        }
        self.done = before;
        conflict
    }

    /// Propagates what is on the trail; `false` if a clause has no literal left.
    fn propagate(&mut self) -> bool {
        while self.done < self.trail.len() {
            let falsified = -self.trail[self.done];
            self.done += 1;
            let mut watching = std::mem::take(&mut self.watched[at(falsified)]);
            let mut kept = 0;
            let mut conflict = false;
            for i in 0..watching.len() {
                let number = watching[i];
                let stays = conflict || self.visit(number, falsified, &mut conflict);
                if stays {
                    watching[kept] = number;
                    kept += 1;
                }
            }
            watching.truncate(kept);
            self.watched[at(falsified)] = watching;
            if conflict {
                return false;
            }
        }
        true
    }

    /// Looks at a clause one of whose watched literals has become false. Whether that one goes on being watched.
    fn visit(&mut self, number: usize, falsified: i32, conflict: &mut bool) -> bool {
        let clause = &mut self.clauses[number];
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let other = clause[0];
        if self.value[at(other)] == 1 {
            return true;
        }
        let free = (2..clause.len()).find(|i| self.value[at(clause[*i])] != -1);
        if let Some(i) = free {
            clause.swap(1, i);
            self.watched[at(clause[1])].push(number);
            return false;
        }
        match self.value[at(other)] {
            -1 => *conflict = true,
            _ => self.set(other),
        }
        true
    }
}
