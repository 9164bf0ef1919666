//! Section 6: what both extensions do about the same failures, measured on their models.
//!
//! Four sites, and one schedule for both: messages arrive before anything else happens, then crashes are reported,
//! then waits for answers end, then critical sections, and T_wait, which is longer than all of them, last.

use super::consult::{self, Consult};
use super::recovery::{self, Counted, Reading, Recovery};
use super::tree::Phase;
use crate::world::{Assumptions, Crash, Detector, Order, Resident, Time, World};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::space::{Row, Space};

const SITES: u8 = 4;

/// A failure: what happens up to it. A step with a `!` is not followed by what is in transit.
struct Failure {
    name: &'static str,
    script: &'static [&'static str],
    /// The order in which the sites that live would have entered.
    order: &'static [usize],
    /// How many requests are lost in it.
    lost: usize,
    /// How many sites wait behind the one that crashes.
    successors: usize,
    /// Whether M1 can repair it, if COMMIT names two predecessors.
    by_m1: bool,
}

const FAILURES: [Failure; 4] = [
    Failure {
        name: "S0 crashes in its critical section; S1, S2 and S3 wait",
        script: &[
            "request S0",
            "request S1",
            "request S2",
            "request S3",
            "crash S0",
        ],
        order: &[1, 2, 3],
        lost: 0,
        successors: 3,
        by_m1: false,
    },
    Failure {
        name: "S1 crashes while it waits, before S2 and S3, for S0",
        script: &[
            "request S0",
            "request S1",
            "request S2",
            "request S3",
            "crash S1",
        ],
        order: &[2, 3],
        lost: 0,
        successors: 2,
        by_m1: true,
    },
    Failure {
        name: "S2 crashes while it waits, before S3 and behind S1, for S0",
        script: &[
            "request S0",
            "request S1",
            "request S2",
            "request S3",
            "crash S2",
        ],
        order: &[1, 3],
        lost: 0,
        successors: 1,
        by_m1: true,
    },
    Failure {
        name: "S0 crashes before it forwards the request of S2 to S1, who is inside",
        script: &["request S1", "!request S2", "crash S0"],
        order: &[2],
        lost: 1,
        successors: 0,
        by_m1: false,
    },
];

/// What it takes until every live site has entered.
#[derive(Debug, Default, PartialEq, Eq)]
struct Effort {
    broadcasts: usize,
    messages: usize,
    waits: usize,
    resent: usize,
    order: Vec<usize>,
}

/// When a step is taken, among those that could be; `None` if it is not.
fn rank(label: &str) -> Option<usize> {
    let kinds = [
        "deliver ",
        "suspect ",
        "timeout T_msg",
        "timeout 2*",
        "timeout T_elec",
        "timeout N*",
    ];
    let kinds = kinds.iter().chain(&["timeout T_cs", "timeout T_wait"]);
    kinds
        .enumerate()
        .find(|(_, kind)| label.starts_with(**kind))
        .map(|(rank, _)| rank)
}

fn run<A: Resident>(world: &World<A>, failure: &Failure, inside: fn(&A::State) -> bool) -> Effort {
    let mut state = world.initial().get(0).to_vec();
    let mut effort = Effort::default();
    let mut crashed = false;
    let mut step = |state: &mut Vec<u32>, wanted: &dyn Fn(&str) -> Option<usize>, counts: bool| {
        let steps = world.steps(state);
        let best = steps
            .iter()
            .filter_map(|(step, next)| Some((wanted(&world.label(step))?, step, next)))
            .min_by_key(|(rank, _, _)| *rank);
        let Some((_, taken, next)) = best else {
            return false;
        };
        if counts {
            let told = world.describe(state, taken, next);
            effort.messages += told.sent.len();
            effort.broadcasts += usize::from(told.sent.len() == usize::from(SITES) - 1);
            let waited = told.label.starts_with("timeout ") && !told.label.contains("T_cs");
            effort.waits += usize::from(waited);
            let forwards = told
                .message
                .is_some_and(|message| message.starts_with("REQUEST"));
            let requests = told
                .sent
                .iter()
                .filter(|sent| sent.message.starts_with("REQUEST"));
            effort.resent += if forwards { 0 } else { requests.count() };
            let (before, after) = (world.view(state), world.view(next));
            let was = |i: usize| before.node(i).is_some_and(inside);
            effort.order.extend(
                (0..after.len()).filter(|i| !was(*i) && after.node(*i).is_some_and(inside)),
            );
        }
        *state = next.clone();
        true
    };
    for entry in failure.script {
        let label = entry.trim_start_matches('!');
        let found = step(&mut state, &|other| (other == label).then_some(0), false);
        assert!(found, "the script of a failure can be followed: {label}");
        crashed |= label.starts_with("crash");
        let settle = !entry.starts_with('!') && !crashed;
        let arrives = |label: &str| label.starts_with("deliver ").then_some(0);
        while settle && step(&mut state, &arrives, false) {}
    }
    while step(&mut state, &rank, true) {}
    effort
}

fn world<A: Resident + Clone>(site: A) -> World<A> {
    let assumptions = Assumptions {
        order: Order::Fifo,
        time: Time::Synchronous,
        crash: Crash {
            budget: 1,
            consecutive: None,
            amid_sends: false,
        },
        detector: Detector::Perfect,
        ..Assumptions::default()
    };
    World::new(vec![site; usize::from(SITES)], assumptions)
}

fn proposed(
    failure: &Failure,
    k: u8,
    reading: Reading,
    mutant: Option<recovery::Mutant>,
) -> Effort {
    let site = Recovery {
        nodes: SITES,
        k,
        requests: 1,
        reading,
        mutant,
        counted: Counted::Nothing,
        t_msg: 0,
    };
    run(&world(site), failure, |site| {
        site.tree.phase == Phase::Inside
    })
}

fn naimi_trehel(failure: &Failure, mutant: Option<consult::Mutant>) -> Effort {
    let site = Consult {
        nodes: SITES,
        requests: 1,
        mutant,
    };
    run(&world(site), failure, |site| {
        site.tree.phase == Phase::Inside
    })
}

fn shown(instance: Instance, whose: &str, effort: &Effort) -> Instance {
    let order = effort.order.iter().map(|i| format!("S{i}"));
    instance
        .with(&format!("{whose}: broadcasts"), effort.broadcasts)
        .with(&format!("{whose}: messages"), effort.messages)
        .with(&format!("{whose}: waits"), effort.waits)
        .with(&format!("{whose}: requests sent again"), effort.resent)
        .with(
            &format!("{whose}: order"),
            order.collect::<Vec<_>>().join(" "),
        )
}

/// The half about the proposed extension: at most one broadcast, only lost requests are sent again, the
/// order is kept, and no broadcast where M1 is enough.
pub fn of_the_proposed(reading: Reading, mutant: Option<recovery::Mutant>) -> Domain {
    Domain::new("four sites, four failures, one schedule", move || {
        let of = |failure: &Failure| {
            let [ours, with_two] = [1, 2].map(|k| proposed(failure, k, reading, mutant));
            let theirs = naimi_trehel(failure, None);
            let instance = shown(Instance::new(failure.name), "proposed, k = 1", &ours);
            let instance = shown(instance, "proposed, k = 2", &with_two);
            shown(instance, "Naimi-Trehel", &theirs)
                .must(!failure.by_m1 || with_two.broadcasts == 0)
                .must(with_two.order == ours.order)
                .must(ours.broadcasts <= 1)
                .must(ours.resent <= failure.lost)
                .must(ours.order == failure.order)
        };
        FAILURES.iter().map(of).collect()
    })
}

/// The phases of both: how often a site waits for something before the failure is repaired.
pub fn phases(reading: Reading, mutant: Option<recovery::Mutant>) -> Domain {
    Domain::new("four sites, four failures, one schedule", move || {
        let of = |failure: &Failure| {
            let ours = proposed(failure, 1, reading, mutant).waits;
            let theirs = naimi_trehel(failure, None).waits;
            Instance::new(failure.name)
                .with("waits, proposed", ours)
                .with("waits, Naimi-Trehel", theirs)
                .must(ours < theirs)
                .or_say(format!(
                    "{}: the proposed extension waits {ours} times, Naimi and Trehel's {theirs} times.",
                    failure.name
                ))
        };
        FAILURES.iter().map(of).collect()
    })
}

/// The half about Naimi and Trehel's: four broadcasts in the worst case, and every successor of the faulty site sends its
/// request again, except for the one that makes the token.
pub fn of_naimi_trehel(mutant: Option<consult::Mutant>) -> Domain {
    Domain::new("four sites, four failures, one schedule", move || {
        let of = |failure: &Failure| {
            let theirs = naimi_trehel(failure, mutant);
            let least = (failure.successors + failure.lost).saturating_sub(1);
            shown(Instance::new(failure.name), "Naimi-Trehel", &theirs)
                .must(theirs.broadcasts <= 4)
                .must(theirs.resent >= least)
        };
        FAILURES.iter().map(of).collect()
    })
}
