use verdict_checker::{property::Property, search::*};
use verdict_models::ring::{plugin::*, *};
use verdict_models::world::*;
fn main() {
    let args: Vec<usize> = std::env::args()
        .skip(1)
        .map(|a| a.parse().unwrap())
        .collect();
    let (n, k, threads, crash) = (args[0], args[1], args[2], args[3]);
    let assumptions = Assumptions {
        crash: Crash {
            budget: crash as u8,
            consecutive: Some(k as u8),
            amid_sends: true,
        },
        detector: Detector::Perfect,
        ..Default::default()
    };
    let world = World::new(
        (0..n)
            .map(|_| Plugin {
                nodes: n,
                k,
                reading: Reading::MEANT,
                mutant: None,
                application: Bare,
            })
            .collect(),
        assumptions,
    );
    let props = [Property::always("unique", |w: &Ring, s| {
        w.view(s)
            .live()
            .filter(|(_, x)| x.token == Token::Real)
            .count()
            <= 1
    })];
    let r = Search::new(&world, &props)
        .limits(Limits {
            threads,
            states: 30_000_000,
            ..Default::default()
        })
        .run();
    println!(
        "{:?} cut {:?} viol {:?}  {:.0} states/s {:.0} gen/s {:.0} B/state",
        r.counts,
        r.cut,
        r.violation.is_some(),
        r.counts.distinct as f64 / r.counts.seconds,
        r.counts.total as f64 / r.counts.seconds,
        r.counts.bytes as f64 / r.counts.distinct as f64
    );
}
