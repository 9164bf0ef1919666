//! Certificates as files: for each obligation the clauses that refute it.
//!
//! ```text
//! verdict-certificate 1
//! protocol repair
//! file <SHA-256 of the protocol file>
//! obligation cas-wins: one-leader-per-epoch
//! cnf <variables> <clauses> <SHA-256 of the clauses in DIMACS>
//! -3 14 0
//! 0
//! end <SHA-256 of all lines before>
//! ```
//!
//! What is refuted is not taken from the file: whoever checks it grounds the obligations again. The sums only tell accidents early;
//! what cannot be forged is that each clause follows.

use crate::ground::ground;
use crate::obligation::obligations;
use crate::proof::Decided;
use crate::syntax::Protocol;
use sha2::{Digest, Sha256};
use std::fmt::{self, Write};
use verdict_certify::{Formula, check, proof};

/// What a certificate that was accepted amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The obligations.
    pub obligations: usize,
    /// The clauses that refute them.
    pub clauses: usize,
}

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line, counted from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub what: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for Refused {}

/// The SHA-256 of a text, in hexadecimal.
pub fn sum(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// A formula in DIMACS.
pub fn dimacs(cnf: &Formula) -> String {
    let mut text = format!("p cnf {} {}\n", cnf.variables, cnf.clauses.len());
    text.push_str(&lines(&cnf.clauses));
    text
}

/// Clauses in DIMACS, a line for each.
pub fn lines(clauses: &[Vec<i32>]) -> String {
    let mut text = String::new();
    for clause in clauses {
        for literal in clause {
            let _ = write!(text, "{literal} ");
        }
        text.push_str("0\n");
    }
    text
}

fn heading(cnf: &Formula) -> String {
    let (variables, clauses) = (cnf.variables, cnf.clauses.len());
    format!("cnf {variables} {clauses} {}", sum(&dimacs(cnf)))
}

/// The certificate of a protocol whose file has this text.
pub fn write(protocol: &Protocol, text: &str, decided: &[Decided]) -> String {
    let mut out = format!(
        "verdict-certificate 1\nprotocol {}\nfile {}\n",
        protocol.name,
        sum(text)
    );
    for one in decided {
        let _ = writeln!(out, "obligation {}\n{}", one.name, heading(&one.cnf));
        out.push_str(&lines(&one.certificate));
    }
    let all = sum(&out);
    out + &format!("end {all}\n")
}

/// The name of the protocol that a certificate is for.
pub fn protocol_of(certificate: &str) -> Result<&str, Refused> {
    let mut lines = certificate.lines();
    let mut expect = |line: usize, beginning: &str| {
        let found = lines.next().and_then(|found| found.strip_prefix(beginning));
        found.ok_or_else(|| Refused {
            line,
            what: format!("expected `{beginning}`"),
        })
    };
    let version = expect(1, "verdict-certificate ")?;
    if version != "1" {
        let what = format!("expected version 1, found {version}");
        return Err(Refused { line: 1, what });
    }
    expect(2, "protocol ")
}

/// Checks a certificate against a protocol whose file has this text.
pub fn verify(protocol: &Protocol, text: &str, certificate: &str) -> Result<Accepted, Refused> {
    let total = certificate.lines().count();
    let refuse = |line: usize, what: String| Refused { line, what };
    let (before, end) = match certificate
        .strip_suffix('\n')
        .and_then(|all| all.rsplit_once('\n'))
    {
        Some(both) => both,
        None => return Err(refuse(total.max(1), "the file is cut off".to_owned())),
    };
    if end != format!("end {}", sum(&format!("{before}\n"))) {
        let what =
            "expected `end` with the sum of all lines before it: the file is cut off or altered";
        return Err(refuse(total, what.to_owned()));
    }
    let mut lines = before
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line))
        .peekable();
    let expect = |wanted: &str, lines: &mut dyn Iterator<Item = (usize, &str)>| match lines.next() {
        Some((_, found)) if found == wanted => Ok(()),
        Some((line, found)) => Err(refuse(
            line,
            format!("expected `{wanted}`, found `{found}`"),
        )),
        None => Err(refuse(total, format!("expected `{wanted}` before the end"))),
    };
    expect("verdict-certificate 1", &mut lines)?;
    expect(&format!("protocol {}", protocol.name), &mut lines)?;
    expect(&format!("file {}", sum(text)), &mut lines)?;
    let all = obligations(protocol);
    let mut clauses = 0;
    for obligation in &all {
        let name = &obligation.question.name;
        expect(&format!("obligation {name}"), &mut lines)?;
        let grounding = ground(protocol, &obligation.question)
            .map_err(|outside| refuse(total, outside.to_string()))?;
        expect(&heading(&grounding.cnf), &mut lines)?;
        let first = lines.peek().map_or(total, |(line, _)| *line);
        let mut own = String::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| !line.starts_with("obligation ")) {
            own.push_str(line);
            own.push('\n');
        }
        let listed = proof(&own).map_err(|e| refuse(first, format!("{name}: {e} (of these)")))?;
        check(&grounding.cnf, &listed).map_err(|e| refuse(first, format!("{name}: {e}")))?;
        clauses += listed.len();
    }
    match lines.next() {
        None => Ok(Accepted {
            obligations: all.len(),
            clauses,
        }),
        Some((line, found)) => Err(refuse(line, format!("expected the end, found `{found}`"))),
    }
}
