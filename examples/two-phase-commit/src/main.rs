//! A catalog of one plain stateright model: `cargo run --release -- check`.

mod claims;
mod commit;

use verdict::prelude::*;

fn main() -> std::process::ExitCode {
    let source = Source {
        key: "2pc",
        authors: "J. Gray",
        title: "Notes on Data Base Operating Systems (1978): two-phase commit",
    };
    verdict::main(Catalog::new(verdict::code!(), [source], claims::claims()))
}
