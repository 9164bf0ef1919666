use verdict_checker::search::*;
use verdict_models::catalog;
fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    for case in catalog::cases().filter(|c| c.claim.starts_with(&filter)) {
        for size in case.sizes {
            let j = case
                .judge(&case.setup(size))
                .unwrap()
                .judge(Limits::default(), &|_| ());
            println!(
                "{:32} {:14} {:?} {:9} exp {:9} {} distinct {} depth {} {:.2}s steps {:?} {:?} {:?}",
                case.claim,
                case.variant,
                size,
                j.verdict,
                case.expected,
                if j.verdict == case.expected {
                    "ok"
                } else {
                    "UNEXPECTED"
                },
                j.counts.distinct,
                j.counts.depth,
                j.counts.seconds,
                j.trace.as_ref().map(|t| t
                    .steps
                    .iter()
                    .map(|s| s.label.clone())
                    .collect::<Vec<_>>()),
                j.broken,
                j.complaint
            );
            if let Some(t) = &j.trace {
                if let Err(e) = case.judge(&case.setup(size)).unwrap().replay(t) {
                    println!("REPLAY {e}");
                }
            }
        }
        let size = case.sizes[0];
        for (a, e) in case.assumptions {
            let mut s = case.setup(size);
            s.without.push(a.to_string());
            let j = case.judge(&s).unwrap().judge(
                Limits {
                    states: 30_000,
                    ..Default::default()
                },
                &|_| (),
            );
            println!(
                "    without {a:22} {:9} {} {} steps {:?}",
                j.verdict,
                if j.verdict == *e { "ok" } else { "UNEXPECTED" },
                j.counts.distinct,
                j.trace
                    .map(|t| t.steps.iter().map(|s| s.label.clone()).collect::<Vec<_>>())
            );
        }
        let mut killed = vec![];
        for (m, _) in case.mutants {
            let mut v = String::from("-");
            for size in case.sizes {
                let mut s = case.setup(size);
                s.mutant = Some(m.to_string());
                let j = case.judge(&s).unwrap().judge(
                    Limits {
                        states: 30_000,
                        ..Default::default()
                    },
                    &|_| (),
                );
                if j.verdict == verdict_checker::verdict::Verdict::Refuted {
                    v = format!("{size:?}:{}", j.trace.map_or(0, |t| t.steps.len()));
                    break;
                }
                if j.cut.is_some() {
                    v += "b";
                }
            }
            killed.push(format!(
                "{m}={v}{}",
                if case.kills.contains(m) == v.starts_with('[') {
                    ""
                } else {
                    " <<<"
                }
            ));
        }
        println!("    {}", killed.join(" "));
    }
}
