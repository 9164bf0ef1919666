//! After how many schedules shuttle finds two leaders: `cargo run --release -p verdict-harnesses --example schedules`.

use shuttle::scheduler::{PctScheduler, RandomScheduler};
use verdict_election::{Algorithm, Procedure};
use verdict_harnesses::explore::Scenario;
use verdict_harnesses::schedule::needed;

const SEEDS: u64 = 20;
const LIMIT: usize = 20_000;

fn main() {
    println!("{SEEDS} seeds, at most {LIMIT} schedules each: found with, median, most\n");
    println!("| scenario | scheduler | found | median | most |");
    println!("|---|---|---:|---:|---:|");
    for algorithm in [Algorithm::Six, Algorithm::Seven] {
        let procedure = Procedure::as_meant(algorithm);
        for (scenario, nodes) in [
            (Scenario::two_nodes(procedure), "two nodes"),
            (Scenario::table_5_1(procedure), "Table 5.1"),
        ] {
            let name = format!("{algorithm:?}, {nodes}");
            for depth in 1..=5 {
                let counts = needed(scenario, SEEDS, |seed| {
                    PctScheduler::new_from_seed(seed, depth, LIMIT)
                });
                row(&name, &format!("PCT, depth {depth}"), &counts);
            }
            let counts = needed(scenario, SEEDS, |seed| {
                RandomScheduler::new_from_seed(seed, LIMIT)
            });
            row(&name, "random", &counts);
        }
    }
}

fn row(scenario: &str, scheduler: &str, counts: &[Option<usize>]) {
    let show = |count: Option<usize>| count.map_or("-".to_owned(), |n| n.to_string());
    let found = counts.iter().flatten().count();
    let most = counts.iter().flatten().last().copied();
    let median = counts[counts.len() / 2];
    println!(
        "| {scenario} | {scheduler} | {found} | {} | {} |",
        show(median),
        show(most)
    );
}
