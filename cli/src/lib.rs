//! The command `verdict` on the corpus: the catalog of five sources, with the commands that only they have.

pub mod args;
pub mod commands;
mod engines;
pub mod plot;

use verdict::App;
use verdict::checker::catalog::Slips;

/// The command.
pub fn app() -> Result<App, Slips> {
    let catalog =
        verdict_models::catalog()?.with(verdict_proofs::code(), verdict_proofs::cases())?;
    let app = App::new(catalog)
        .version(env!("VERDICT_VERSION"))
        .of_day(env!("VERDICT_DAY"))
        .engine(engines::THREADS)
        .engine(engines::SHUTTLE);
    Ok(commands::add(app))
}
