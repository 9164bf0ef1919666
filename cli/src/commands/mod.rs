//! The commands of the corpus: its experiments, its running system, its benchmark.

mod bench;
mod experiment;
mod first_view;
mod pipeline;
mod prove;
mod resilience;
mod rollback;
mod validate;
mod wandering;

use crate::args;
use verdict::App;
use verdict::app::typed;

/// Adds the commands of the corpus.
pub fn add(app: App) -> App {
    app.extend(typed::<args::Resilience>(
        clap::Command::new("resilience")
            .about("Say how many copies a token ring needs: the exact probability of at most k crashes in a row")
            .long_about(RESILIENCE)
            .after_help(RESILIENCE_EXAMPLES),
        resilience::run,
    ))
    .extend(typed::<args::Experiment>(
        clap::Command::new("experiment")
            .about("Repeat an experiment of a source")
            .long_about(EXPERIMENT)
            .after_help(EXPERIMENT_EXAMPLES),
        experiment::run,
    ))
    .extend(typed::<args::Pipeline>(
        clap::Command::new("pipeline")
            .about("Run a pipeline of tasks under the rollback-recovery of the thesis, as repaired")
            .long_about(PIPELINE)
            .after_help(args::PIPELINE_EXAMPLES),
        pipeline::run,
    ))
    .extend(typed::<args::Validate>(
        clap::Command::new("validate")
            .about("Walk a run of `pipeline run` through the model, step by step")
            .long_about(VALIDATE)
            .after_help(args::VALIDATE_EXAMPLE),
        validate::run,
    ))
    .extend(typed::<args::Prove>(
        clap::Command::new("prove")
            .about("Prove a claim for every number of nodes, with a certificate; or check one")
            .long_about(PROVE)
            .after_help(PROVE_EXAMPLES),
        prove::run,
    ))
    .extend(typed::<args::Bench>(
        clap::Command::new("bench")
            .about("Measure the search beside stateright's own and beside a model packed by hand")
            .after_help("Example:\n  verdict bench --format json"),
        bench::run,
    ))
}

const RESILIENCE: &str = "\
Say how many copies a token ring needs: the exact probability of at most k crashes in a row

For every k up to one that is as good as certain, in whole numbers of any length. Probabilities are rounded
down and risks up, so that nothing looks safer than it is.";

const RESILIENCE_EXAMPLES: &str = "\
Examples:
  verdict resilience --nodes 10000 --failures 50% --target 0.99999
  verdict resilience --nodes 50,500,1000 --failures 10% --format csv --plot figure.svg";

const EXPERIMENT: &str = "\
Repeat an experiment of a source

`transpeer` and `wandering` in virtual time: the system is simulated with the code that is checked, and what the source
does not say about it can be chosen. `rollback` on this machine: the running system is measured, with and without its mechanism.";

const EXPERIMENT_EXAMPLES: &str = "\
Examples:
  verdict experiment transpeer --gap 30 --plot figure-3.svg
  verdict experiment wandering --table 5 --nodes 150 --seeds 10
  verdict experiment rollback --workers 1,2 --work 0,1000 --scale 5 --repetitions 3";

const PIPELINE: &str = "\
Run a pipeline of tasks under the rollback-recovery of the thesis, as repaired

Threads, streams and logs; the steps are those that the models search. Nodes fail when you say so, and what comes out
is what would have come out.";

const VALIDATE: &str = "\
Walk a run of `pipeline run` through the model, step by step

Every step that was taken must be one that the model can take there; the first that is not is named, with what the
model could have done instead.";

const PROVE: &str = "\
Prove a claim for every number of nodes, with a certificate; or check one

An invariant in a decidable fragment, clause by clause. Every obligation is grounded to clauses, and a separate checker accepts the
certificate that they cannot be satisfied. What is trusted and what is checked is in docs/proofs.md.";

const PROVE_EXAMPLES: &str = "\
Examples:
  verdict prove basics/token-mutex/mutex --certificate token.certificate
  verdict prove --check token.certificate
  verdict prove basics/token-mutex/mutex --without";
