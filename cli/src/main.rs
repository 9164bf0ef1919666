//! `verdict`: judge the claims of the catalog.

use std::process::ExitCode;

fn main() -> ExitCode {
    verdict::App::main_of(verdict_cli::app())
}
