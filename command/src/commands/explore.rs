//! `verdict explore`: the page with the model behind it.

use super::cite::readings;
use super::{ledger, on_code, replay};
use crate::args::Explore;
use crate::error::Failure;
use crate::{Session, exit, select};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use verdict_checker::catalog::{Case, Catalog};
use verdict_checker::trace::store;
use verdict_explorer::api::{Api, address};
use verdict_explorer::server::serve;

/// Serves the explorer until Ctrl-C.
pub fn run(args: &Explore, session: &mut Session<'_>) -> Result<u8, Failure> {
    let catalog = session.catalog;
    let begin = begin(args, catalog)?;
    let recorded = ledger::load(&args.ledger)?;
    // The place of a trace is made of names in the catalog, never of what a request says.
    let stored = |case: &Case| {
        let path = store::path_for(&args.traces_dir, case.claim, case.variant);
        store::load(&path).ok()
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(|error| {
        Failure::input(format!(
            "port {} cannot be listened on: {error}; --port names another",
            args.port
        ))
    })?;
    let port = listener.local_addr()?.port();
    let link = format!("http://127.0.0.1:{port}{begin}");
    writeln!(session.out, "{link}")?;
    session.out.flush()?;
    writeln!(
        session.err,
        "note: serving this machine alone; Ctrl-C ends it"
    )?;
    // Nothing is ever half-written here, so there is nothing to wait for.
    let stopped = ctrlc::set_handler(|| std::process::exit(exit::AS_EXPECTED.into()));
    stopped.map_err(|error| Failure::input(format!("Ctrl-C cannot be listened for: {error}")))?;
    if !args.no_open {
        open(&link);
    }
    let engines = session.engines;
    let on_code = |case: &Case| on_code(engines, &args.traces_dir, case);
    let api = Api::new(catalog, recorded, &stored).on_code(&on_code);
    serve(&listener, &AtomicBool::new(false), &|request| {
        api.answer(request)
    })?;
    Ok(exit::AS_EXPECTED)
}

/// Where the reader begins: the path and what stands behind it.
fn begin(args: &Explore, catalog: &Catalog) -> Result<String, Failure> {
    let Some(subject) = &args.subject else {
        return Ok("/".to_owned());
    };
    let path = Path::new(subject);
    if path.exists() || subject.ends_with(".json") {
        let trace = replay::load(path)?;
        let in_file = |failure: Failure| Failure::input(format!("{}: {failure}", path.display()));
        let model = replay::model(catalog, &trace.origin).map_err(in_file)?;
        let Some(stepping) = model.stepping() else {
            return Err(Failure::input(format!(
                "{subject}: a measurement has no steps"
            )));
        };
        let way = stepping.way(&trace);
        let setup = replay::setup(&trace.origin);
        let (claim, variant) = (&trace.origin.claim, &trace.origin.variant);
        return Ok(address(claim, variant, &setup, Some(&way)));
    }
    let claim = select::claim(catalog, subject)?;
    let case = readings(claim, args.variant.as_deref())?[0];
    Ok(address(case.claim, case.variant, &Default::default(), None))
}

/// Opens the page in the reader's browser, if there is one.
fn open(link: &str) {
    let (program, words): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("explorer", &[]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    let command = command.args(words).arg(link);
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // The address is printed: without a browser the reader still has it.
    if let Ok(mut child) = quiet.spawn() {
        std::thread::spawn(move || child.wait());
    }
}
