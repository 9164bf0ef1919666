use super::claims::system;
use super::pipeline::examples;
use super::*;
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::search::Limits;

fn run(name: &str, m: Mechanism, faults: u8) {
    let fair = || ["deliver", "local", "return"].map(|c| (c, Weak)).to_vec();
    for (p, live) in [
        (properties::consistent(), false),
        (properties::ends(), true),
        (properties::storage_empties(), true),
        (properties::nothing_needed_is_missing(), false),
        (
            properties::no_orphans(properties::Stable::StoredOrOver),
            false,
        ),
        (properties::only_the_faulty_roll_back(), false),
    ] {
        let n = p.name;
        let j = system(m.clone(), faults).subject(
            p,
            if live { fair() } else { vec![] },
            Default::default(),
        );
        let t = std::time::Instant::now();
        let r = j.judge(Limits::default(), &|_| {});
        println!(
            "{name} f={faults} {n}: {:?} {} states depth {} {:?}",
            r.verdict,
            r.counts.distinct,
            r.counts.depth,
            t.elapsed()
        );
        if let Some(tr) = &r.trace {
            for s in &tr.steps {
                println!("    {}", s.label);
            }
            println!(
                "{}",
                j.explain(tr)
                    .map(|e| e.to_text())
                    .unwrap_or_default()
                    .lines()
                    .take(4)
                    .collect::<Vec<_>>()
                    .join("\n")
            );
            break;
        }
    }
}

#[test]
fn scratch() {
    for f in 0..=2 {
        run("twice w1", Mechanism::new(examples::twice(), 1), f);
    }
    for f in 0..=1 {
        run("rtw w1", Mechanism::new(examples::read_then_write(), 1), f);
    }
    for f in 0..=1 {
        run("rtw w2", Mechanism::new(examples::read_then_write(), 2), f);
    }
}
