//! A catalog of one algorithm: `cargo run --release -- check`.

mod bank;

use verdict::prelude::*;

fn main() -> std::process::ExitCode {
    let source = Source { key: "bank", authors: "A. Uthor", title: "A bank and its customers" };
    verdict::main(Catalog::new(verdict::code!(), [source], bank::claims()))
}
