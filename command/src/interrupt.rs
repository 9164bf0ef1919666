//! Signals that end a check in order: what is finished is reported, the search under way is cut, and files stay whole.
//!
//! A second signal ends the process at once, as nobody should have to wait for what he no longer wants. So does the first while there is
//! nothing left to put in order: while a report waits for whoever reads it, there is no search to end.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use verdict_checker::search::Stop;

/// The signal that came, or 0.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
/// Whether the next signal ends the process at once.
static AT_ONCE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Whether this is a process of its own, whose signals are ours.
static OURS: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
const ENDING: [i32; 3] = [
    signal_hook::consts::SIGINT,
    signal_hook::consts::SIGTERM,
    signal_hook::consts::SIGHUP,
];
#[cfg(not(unix))]
const ENDING: [i32; 2] = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// The process is the command's own: from now on [`watch`] may take its signals.
pub(crate) fn allow() {
    OURS.store(true, Ordering::Relaxed);
}

/// From now on a signal stops the search instead of the process. Commands that do not search leave signals as they are.
pub fn watch() -> io::Result<()> {
    // Once is enough.
    if !OURS.swap(false, Ordering::Relaxed) {
        return Ok(());
    }
    let again = &*AT_ONCE;
    let ignored = ignored();
    for signal in ENDING {
        // Whoever started us with `nohup`, or in the background of a script, wanted it ignored.
        if ignored & (1 << (signal - 1)) != 0 {
            continue;
        }
        let code = i32::from(code_of(signal as usize));
        // In this order: the first signal finds the flag down, and raises it for the second.
        signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(again))?;
        signal_hook::flag::register(signal, Arc::clone(again))?;
        signal_hook::flag::register_usize(signal, Arc::clone(&SIGNAL), signal as usize)?;
    }
    Ok(())
}

/// Everything is kept and only has to be told: from now on the first signal ends the process.
pub fn done() {
    AT_ONCE.store(true, Ordering::SeqCst);
}

/// Writes to a path. A pipe may wait for its reader for ever, so that a signal ends the process meanwhile; a file is made whole.
pub fn while_writing<T>(path: &Path, write: impl FnOnce() -> T) -> T {
    let waits = fs::metadata(path).is_ok_and(|found| !found.is_file());
    if waits {
        done();
    }
    let written = write();
    if waits {
        // A signal that came before still counts as the first.
        AT_ONCE.store(code().is_some(), Ordering::SeqCst);
    }
    written
}

/// What ends a search once a signal has come.
pub fn stop() -> Stop {
    let signal: &'static AtomicUsize = &SIGNAL;
    Stop::on(signal)
}

/// The exit code of the signal that came, if one came.
pub fn code() -> Option<u8> {
    match SIGNAL.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(code_of(signal)),
    }
}

/// As a shell reports it.
fn code_of(signal: usize) -> u8 {
    128 + u8::try_from(signal).unwrap_or(0)
}

/// The signals that this process was told to ignore when it was started, a bit for each.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
