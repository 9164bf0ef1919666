//! Section 6: what both extensions do about the same failures, measured on their models.
//!
//! Four sites, and one schedule for both: messages arrive before anything else happens, then crashes are reported,
//! then waits for answers end, then critical sections, and T_wait, which is longer than all of them, last.

mod failures;

use super::consult::{self, Consult};
use super::original::Phase;
use super::recovery::{self, Reading, Recovery};
use failures::{FAILURES, Failure};
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;
use verdict_checker::space::{Row, Space};
use verdict_world::{Assumptions, Crash, Detector, Order, Resident, Time, World};

const SITES: u8 = 4;

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

/// The proposed extension, as the text means it.
fn proposed(failure: &Failure, k: u8, mutant: Option<recovery::Mutant>) -> Effort {
    let site = Recovery {
        k,
        mutant,
        ..Recovery::of(SITES, Reading::MEANT)
    };
    run(&world(site), failure, |site| {
        site.tree.phase == Phase::Inside
    })
}

fn naimi_trehel(failure: &Failure, mutant: Option<consult::Mutant>) -> Effort {
    let site = Consult {
        mutant,
        ..Consult::of(SITES)
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

/// All failures, as instances of a claim.
fn of_each(of: impl Fn(&Failure) -> Instance + Send + Sync + 'static) -> Domain {
    let setting = "four sites, four failures, one schedule";
    Domain::new(setting, move || FAILURES.iter().map(&of).collect())
}

/// What section 6 says of the proposed extension.
#[derive(Clone, Copy, Debug)]
pub enum Proposed {
    /// At most one broadcast, only lost requests are sent again, the order is kept, and no broadcast where M1 is enough.
    Effort,
    /// It waits for something less often than Naimi and Trehel's before the failure is repaired.
    Phases,
}

impl Model for Proposed {
    type Mutant = recovery::Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<recovery::Mutant>) -> Result<Domain, SetupError> {
        Ok(match self {
            Proposed::Effort => of_each(move |failure| effort_of_proposed(failure, mutant)),
            Proposed::Phases => of_each(move |failure| phases(failure, mutant)),
        })
    }
}

fn effort_of_proposed(failure: &Failure, mutant: Option<recovery::Mutant>) -> Instance {
    let [ours, with_two] = [1, 2].map(|k| proposed(failure, k, mutant));
    let theirs = naimi_trehel(failure, None);
    let instance = shown(Instance::new(failure.name), "proposed, k = 1", &ours);
    let instance = shown(instance, "proposed, k = 2", &with_two);
    shown(instance, "Naimi-Trehel", &theirs)
        .must(!failure.by_m1 || with_two.broadcasts == 0)
        .must(with_two.order == ours.order)
        .must(ours.broadcasts <= 1)
        .must(ours.resent <= failure.lost)
        .must(ours.order == failure.order)
}

fn phases(failure: &Failure, mutant: Option<recovery::Mutant>) -> Instance {
    let ours = proposed(failure, 1, mutant).waits;
    let theirs = naimi_trehel(failure, None).waits;
    Instance::new(failure.name)
        .with("waits, proposed", ours)
        .with("waits, Naimi-Trehel", theirs)
        .must(ours < theirs)
        .or_say(format!(
            "{}: the proposed extension waits {ours} times, Naimi and Trehel's {theirs} times.",
            failure.name
        ))
}

/// What section 6 says of Naimi and Trehel's extension: four broadcasts in the worst case, and every successor of the
/// faulty site sends its request again, except for the one that makes the token.
#[derive(Clone, Copy, Debug)]
pub struct NaimiTrehel;

impl Model for NaimiTrehel {
    type Mutant = consult::Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<consult::Mutant>) -> Result<Domain, SetupError> {
        Ok(of_each(move |failure| {
            let theirs = naimi_trehel(failure, mutant);
            let least = (failure.successors + failure.lost).saturating_sub(1);
            shown(Instance::new(failure.name), "Naimi-Trehel", &theirs)
                .must(theirs.broadcasts <= 4)
                .must(theirs.resent >= least)
        }))
    }
}
