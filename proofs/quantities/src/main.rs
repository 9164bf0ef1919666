//! `verdict-quantities`: checks the theories of this crate, or a file; `verdict-quantities export FOLDER` writes their obligations as SMT-LIB.

use std::path::Path;
use std::process::ExitCode;
use verdict_quantities::{FILES, Theory, parse, smt};

fn read(name: &str, text: &str) -> Result<Theory, String> {
    parse(text).map_err(|wrong| format!("{name}: {wrong}"))
}

fn check(name: &str, text: &str) -> Result<(), String> {
    let theory = read(name, text)?;
    if let Some(complaint) = theory.complaint() {
        return Err(format!("{name}: {complaint}"));
    }
    println!(
        "{name}: {} lemmas, {} obligations, all met",
        theory.lemmas.len(),
        theory.obligations().len()
    );
    for (claim, says) in &theory.claims {
        println!("  {claim}: {says}");
    }
    Ok(())
}

fn export(folder: &Path) -> Result<(), String> {
    for (name, text) in FILES {
        let theory = read(name, text)?;
        for (number, obligation) in theory.obligations().iter().enumerate() {
            let path = folder.join(format!("{}-{number}.smt2", theory.name));
            let written = std::fs::write(&path, smt::script(&theory, obligation));
            written.map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

fn run(arguments: &[String]) -> Result<(), String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => FILES.iter().try_for_each(|(name, text)| check(name, text)),
        ["export", folder] => export(Path::new(folder)),
        [file] => {
            let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            check(file, &text)
        }
        _ => Err("usage: verdict-quantities [FILE | export FOLDER]".to_owned()),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::from(2)
        }
    }
}
