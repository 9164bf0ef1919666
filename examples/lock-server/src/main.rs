//! A catalog of one algorithm: `cargo run --release -- check`.

mod lock;

use verdict::prelude::*;

fn main() -> std::process::ExitCode {
    let source = Source { key: "lock", authors: "A. Uthor", title: "A lock server" };
    verdict::main(Catalog::new(verdict::code!(), [source], lock::claims()))
}
