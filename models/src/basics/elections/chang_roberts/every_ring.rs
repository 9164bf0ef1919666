//! LE1 and LE2 on every ring: for each arrangement of UIDs, an exhausted search of its own over all sets of initiators, all
//! moments at which they start, and all orders of delivery.

use super::{ChangRoberts, Mutant, Ring, arrangement, arrangements, properties};
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::judge::Subject;
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::property::Property;
use verdict_checker::search::Limits;
use verdict_checker::size::Size;
use verdict_checker::trace::Origin;
use verdict_checker::verdict::{Judgement, Verdict};
use verdict_world::{Algorithm, Assumptions, World};

/// Every arrangement of N UIDs.
#[derive(Clone, Copy, Debug)]
pub struct EveryRing;

impl Model for EveryRing {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("N", "processes on the ring")]
    }

    fn build(&self, size: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let n: usize = size.within("N", 1..=7, "processes on a directed ring")?;
        let setting = format!(
            "all {} arrangements of UIDs, each searched to its end",
            arrangements(n)
        );
        let list = move || {
            (0..arrangements(n))
                .map(|number| of(n, number, mutant))
                .collect()
        };
        Ok(Domain::new(setting, list))
    }
}

fn judged(
    n: usize,
    number: usize,
    mutant: Option<Mutant>,
    ask: fn(&Ring) -> Property<Ring>,
) -> Judgement {
    let size = [("N", n), ("A", number)].map(|(name, value)| {
        (
            name.to_owned(),
            verdict_checker::size::Value::Number(value as u64),
        )
    });
    let nodes = ChangRoberts::PRINTED.nodes(&size.into_iter().collect(), mutant);
    let ring = World::new(
        nodes.expect("an arrangement of its own"),
        Assumptions::default(),
    );
    let subject = Subject {
        property: ask(&ring),
        space: ring.into(),
        fairness: vec![("deliver", Weak)],
        origin: Origin::default(),
    };
    subject.judge(Limits::default(), &|_| {})
}

fn of(n: usize, number: usize, mutant: Option<Mutant>) -> Instance {
    let unique = judged(n, number, mutant, |_| properties::unique());
    let highest = judged(n, number, mutant, properties::elects_max);
    let ends = judged(n, number, mutant, |_| properties::terminates());
    Instance::new(format!("UIDs {:?}", arrangement(n, number)))
        .with("states", unique.counts.distinct)
        .with("at most one is elected", unique.verdict.word())
        .with("the highest is elected", highest.verdict.word())
        .with("the election ends", ends.verdict.word())
        .must(
            [unique, highest, ends]
                .iter()
                .all(|judgement| judgement.verdict == Verdict::Holds),
        )
}
