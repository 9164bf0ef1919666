//! `verdict-certify formula.cnf certificate.rup`: 0 if the certificate refutes the formula, 1 if not, 2 if a file cannot be read.

use std::process::ExitCode;
use verdict_certify::{Refused, check, formula, proof};

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [cnf, rup] = &files[..] else {
        eprintln!("verdict-certify <formula.cnf> <certificate.rup>");
        return ExitCode::from(2);
    };
    let read = |name: &String| std::fs::read_to_string(name).map_err(|e| (name.clone(), e));
    let (cnf_text, rup_text) = match read(cnf).and_then(|a| Ok((a, read(rup)?))) {
        Ok(texts) => texts,
        Err((name, e)) => {
            eprintln!("{name}: {e}");
            return ExitCode::from(2);
        }
    };
    let parsed = formula(&cnf_text)
        .map_err(|e| (cnf, e))
        .and_then(|formula| Ok((formula, proof(&rup_text).map_err(|e| (rup, e))?)));
    let judged = parsed.and_then(|(formula, proof)| check(&formula, &proof).map_err(|e| (rup, e)));
    match judged {
        Ok(()) => {
            println!("s VERIFIED");
            ExitCode::SUCCESS
        }
        Err((name, refused)) => {
            eprintln!("{name}: {refused}");
            ExitCode::from(match refused {
                Refused::Unreadable { .. } => 2,
                _ => 1,
            })
        }
    }
}
