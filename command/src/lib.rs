//! Verdict, for whoever has an algorithm: one crate, one file for each algorithm, a `main` of a few lines.
//!
//! ```no_run
//! use verdict::prelude::*;
//! # mod lock { pub fn claims() -> Vec<verdict::prelude::Claim> { Vec::new() } }
//!
//! fn main() -> std::process::ExitCode {
//!     let source = Source { key: "lock", authors: "A. Uthor", title: "A lock server" };
//!     verdict::main(Catalog::new(verdict::code!(), [source], lock::claims()))
//! }
//! ```
//!
//! | where | what |
//! |---|---|
//! | [`prelude`] | what a file with an algorithm needs |
//! | [`app`] | the command over a catalog: `main`, further commands, engines for real code |
//! | [`args`] | what can be typed |
//! | [`commands`] | one file for each command |
//! | [`plan`] | from what was typed to the runs it asks for |
//! | [`profile`] | options of `check` under a name, in `verdict.toml` |
//! | [`outcome`] | one run and what came of it |
//! | [`report`] | outcomes for people and for programs |
//! | [`exit`] | the exit codes |
//! | [`error`], [`suggest`] | what is said about bad input |
//! | [`kept`] | long searches on disk |
//! | [`interrupt`] | signals that end a check in order |
//! | [`layout`], [`style`], [`progress`] | how things look on a terminal |

pub mod app;
pub mod args;
pub mod commands;
pub mod error;
pub mod exit;
pub mod interrupt;
pub mod kept;
pub mod layout;
pub mod outcome;
pub mod plan;
pub mod prelude;
pub mod profile;
pub mod progress;
pub mod report;
pub mod select;
pub mod style;
pub mod suggest;

pub use app::{App, Engine, Extension, Session, main};
pub use stateright;
pub use verdict_checker as checker;
pub use verdict_world as world;

/// What the build found in the source of this crate.
pub static SOURCES: checker::sources::Package =
    verdict_macros::sources!(::verdict_checker::sources);

#[doc(hidden)]
pub use verdict_macros::sources as sources_of_this_crate;

/// What the build found in the source of the crate that calls this, and in the framework: the first thing that a
/// [`Catalog`](checker::catalog::Catalog) is made of. It decides what is stale.
#[macro_export]
macro_rules! code {
    () => {
        [
            $crate::sources_of_this_crate!($crate::checker::sources),
            $crate::SOURCES,
            $crate::world::SOURCES,
        ]
    };
}

/// The search allocates from all threads at once, where the system's allocator makes them wait.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
