//! `verdict prove`: claims for every number of nodes, with certificates.

use crate::args::{Prove, Solver};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use verdict::error::Failure;
use verdict::layout::{count, thousands};
use verdict::style::{self, paint};
use verdict::{Session, exit};
use verdict_checker::file::read_text;
use verdict_epr::obligation::obligations;
use verdict_epr::proof::{can_move, prove};
use verdict_epr::syntax::Protocol;
use verdict_epr::{FILES, certificate, mutate, parse, smt};

/// A protocol with the text that it was read from.
struct Source {
    protocol: Protocol,
    text: String,
}

/// Proves, or checks a certificate.
pub fn run(args: &Prove, session: &mut Session<'_>) -> Result<u8, Failure> {
    if let Some(path) = &args.check {
        return check(path, session);
    }
    let mut code = exit::AS_EXPECTED;
    for source in selected(args)? {
        if !proved(args, &source, session)? {
            code = exit::Surprise::Safety.code();
        }
    }
    Ok(code)
}

/// More than any protocol or certificate needs.
const LONGEST: u64 = 256 << 20;

fn read(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    read_text(path, LONGEST)
        .map_err(|error| Failure::input(format!("{shown}: cannot be read: {error}")))
}

fn source(name: &str, text: String) -> Result<Source, Failure> {
    let protocol = parse::protocol(name, &text).map_err(|e| Failure::input(e.to_string()))?;
    Ok(Source { protocol, text })
}

/// All proofs of ours.
fn ours() -> Result<Vec<Source>, Failure> {
    let all = FILES.iter();
    all.map(|file| source(file.name, file.text.to_owned()))
        .collect()
}

fn selected(args: &Prove) -> Result<Vec<Source>, Failure> {
    if let Some(path) = &args.file {
        return Ok(vec![source(&path.display().to_string(), read(path)?)?]);
    }
    let mut all = ours()?;
    if let Some(claim) = &args.claim {
        let known: Vec<String> = all.iter().flat_map(|s| s.protocol.claims.clone()).collect();
        all.retain(|source| source.protocol.claims.contains(claim));
        if all.is_empty() {
            return Err(Failure::input(format!(
                "`{claim}` has no proof; those that have one are {}",
                known.join(", ")
            )));
        }
    }
    Ok(all)
}

/// Checks a certificate: the obligations are grounded again, and every clause must follow.
fn check(path: &Path, session: &mut Session<'_>) -> Result<u8, Failure> {
    let (shown, text) = (path.display(), read(path)?);
    let refused = |refused: certificate::Refused| Failure::input(format!("{shown}: {refused}"));
    let name = certificate::protocol_of(&text).map_err(refused)?;
    let mut all = ours()?.into_iter();
    let Some(source) = all.find(|source| source.protocol.name == name) else {
        return Err(Failure::input(format!(
            "{shown}: line 2: there is no protocol `{name}`"
        )));
    };
    let accepted = certificate::verify(&source.protocol, &source.text, &text).map_err(refused)?;
    writeln!(
        session.out,
        "{} {}: {}, {}",
        paint(style::GOOD, "accepted"),
        source.protocol.claims.join(", "),
        count(accepted.obligations, "obligation"),
        count(accepted.clauses, "clause"),
    )?;
    Ok(exit::AS_EXPECTED)
}

/// Proves one protocol; whether it was proved by all solvers that were asked.
fn proved(args: &Prove, source: &Source, session: &mut Session<'_>) -> Result<bool, Failure> {
    let protocol = &source.protocol;
    let claims = protocol.claims.join(", ");
    let (decided, broken) = prove(protocol);
    let out = &mut *session.out;
    for witness in &broken {
        let what = format!("{} is not inductive", witness.name);
        writeln!(
            out,
            "{} {claims}: {what}:\n{witness}",
            paint(style::BAD, "not proved")
        )?;
    }
    for run in can_move(protocol) {
        if let Err(name) = run {
            writeln!(
                out,
                "{} {claims}: there is no such {name}",
                paint(style::BAD, "vacuous")
            )?;
            return Ok(false);
        }
    }
    if !broken.is_empty() {
        return Ok(false);
    }
    let text = certificate::write(protocol, &source.text, &decided);
    let mut agreed = vec!["builtin"];
    for solver in [Solver::Z3, Solver::Cvc5] {
        if args.solver.contains(&solver) {
            let program = if solver == Solver::Z3 { "z3" } else { "cvc5" };
            ask(program, protocol)?;
            agreed.push(program);
        }
    }
    writeln!(
        out,
        "{} {claims} for every number of nodes: {}, {} bytes of certificate, {}",
        paint(style::GOOD, "proved"),
        count(decided.len(), "obligation"),
        thousands(text.len()),
        agreed.join(" and "),
    )?;
    for (kind, clauses) in [
        ("to prove", &protocol.safety),
        ("because", &protocol.invariant),
    ] {
        for clause in clauses {
            writeln!(out, "  {kind}: {}: {}", clause.name, clause.reason)?;
        }
    }
    writeln!(out, "  file: SHA-256 {}", certificate::sum(&source.text))?;
    for assumed in mutate::assumed(protocol) {
        let Some(witness) = mutate::first_broken(protocol, &assumed) else {
            continue; // Whoever writes `assume` where nothing needs it has proved more.
        };
        let name = &witness.name;
        writeln!(
            out,
            "  assumed: {assumed}; without it {name} is not inductive:\n{witness}"
        )?;
    }
    if args.without {
        for less in mutate::all(protocol) {
            let broken = mutate::broken(protocol, &less);
            let says = match broken.is_empty() {
                true => "the proof does not need it".to_owned(),
                false => format!("fails {}", broken.join("; ")),
            };
            writeln!(out, "  without {less}: {says}")?;
        }
    }
    if let Some(path) = &args.certificate {
        std::fs::write(path, text).map_err(|error| Failure::file(path, error))?;
    }
    Ok(true)
}

/// Asks another program every obligation; all answers must be `unsat`.
fn ask(program: &str, protocol: &Protocol) -> Result<(), Failure> {
    let arguments: &[&str] = match program {
        "z3" => &["-in", "-smt2"],
        _ => &["--lang", "smt2"],
    };
    for obligation in obligations(protocol) {
        let script = smt::script(protocol, &obligation.question);
        let failed = |error: std::io::Error| {
            Failure::input(format!("the solver `{program}` cannot be run: {error}"))
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut stdin = child.stdin.take().expect("it was piped");
        stdin.write_all(script.as_bytes()).map_err(failed)?;
        drop(stdin);
        let output = child.wait_with_output().map_err(failed)?;
        let answer = String::from_utf8_lossy(&output.stdout);
        if answer.trim() != "unsat" {
            let name = &obligation.question.name;
            return Err(Failure::input(format!(
                "{program} answers `{}` to {name}, where the builtin solver has a certificate that it is unsat",
                answer.trim()
            )));
        }
    }
    Ok(())
}
