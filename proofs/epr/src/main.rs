//! `verdict-epr prove <file.epr>...`: proves protocol files, and shows what breaks without each guard and each clause.
//! `verdict-epr export <folder>`: every obligation of every protocol in `proofs/epr/protocols`, for other programs: as SMT-LIB
//! (`.smt2`), as clauses (`.cnf`) and as the certificate that they cannot be satisfied (`.rup`); and what was proved, for the
//! ledger (`proofs.jsonl`).

use std::path::Path;
use std::process::ExitCode;
use verdict_epr::certificate::{dimacs, lines};
use verdict_epr::obligation::obligations;
use verdict_epr::proof::{can_move, decide, prove};
use verdict_epr::{FILES, mutate, parse, record, smt};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match &args[..] {
        ["prove", files @ ..] if !files.is_empty() => files.iter().try_for_each(|f| proved(f)),
        ["export", folder] => export(Path::new(folder)),
        _ => Err("verdict-epr prove <file.epr>..., or verdict-epr export <folder>".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn proved(file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let protocol = parse::protocol(file, &text).map_err(|e| e.to_string())?;
    let (decided, broken) = prove(&protocol);
    for witness in &broken {
        println!("{} is not inductive:\n{witness}", witness.name);
    }
    println!(
        "{}: {} obligations hold, {} do not",
        protocol.name,
        decided.len(),
        broken.len()
    );
    for run in can_move(&protocol) {
        match run {
            Ok(run) => println!("{}\n{run}", run.name),
            Err(name) => println!("there is no such {name}"),
        }
    }
    for less in mutate::all(&protocol) {
        println!(
            "without {less}: {}",
            mutate::broken(&protocol, &less).join("; ")
        );
    }
    Ok(())
}

fn export(folder: &Path) -> Result<(), String> {
    let mut records = String::new();
    for file in FILES {
        let protocol = parse::protocol(file.name, file.text).map_err(|e| e.to_string())?;
        let mut all = Vec::new();
        for (number, obligation) in obligations(&protocol).iter().enumerate() {
            let stem = format!("{}-{number:03}", protocol.name);
            let put = |kind: &str, text: String| {
                let path = folder.join(format!("{stem}.{kind}"));
                std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
            };
            let decided = decide(&protocol, &obligation.question)
                .map_err(|witness| format!("{} does not hold:\n{witness}", witness.name))?;
            put("smt2", smt::script(&protocol, &obligation.question))?;
            put("cnf", dimacs(&decided.cnf))?;
            put("rup", lines(&decided.certificate))?;
            all.push(decided);
        }
        records.push_str(&record::lines(file, &protocol, &all));
    }
    let path = folder.join("proofs.jsonl");
    std::fs::write(&path, records).map_err(|e| format!("{}: {e}", path.display()))
}
