//! `verdict`: judge the claims of the catalog.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use verdict_cli::Streams;

/// The search allocates from all threads at once, where the system's allocator makes them wait.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut streams = Streams {
        out: &mut anstream::stdout(),
        err: &mut anstream::stderr(),
        show_progress: io::stderr().is_terminal(),
    };
    ExitCode::from(verdict_cli::run(std::env::args_os(), &mut streams))
}
