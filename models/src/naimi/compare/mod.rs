//! Section 6: what both extensions do about the same failures, measured on their models.
//!
//! Four sites, and one schedule for both: messages arrive before anything else happens, then crashes are reported,
//! then waits for answers end, then critical sections, and T_wait, which is longer than all of them, last. `schedules.rs`
//! follows every schedule instead.

mod failures;
mod schedules;

use super::consult::{self, Consult};
use super::original::Phase;
use super::recovery::{self, Reading, Recovery};
use failures::{FAILURES, Failure};
use schedules::{MOST, Reach, every};
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;
use verdict_checker::space::{Row, Space};
use verdict_world::{Assumptions, Crash, Detector, Order, Resident, Step, Time, View, World};

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

/// What a step comes to.
struct Told {
    messages: usize,
    broadcasts: bool,
    waited: bool,
    /// Requests that were sent and not only forwarded.
    resent: usize,
    /// Sites that have entered with it.
    entered: Vec<usize>,
}

impl Told {
    fn of<A: Resident>(
        world: &World<A>,
        (state, step, next): (&State, &Step, &State),
        inside: fn(&A::State) -> bool,
    ) -> Self {
        let told = world.describe(state, step, next);
        let is_request = |message: &str| message.starts_with("REQUEST");
        let forwards = told.message.as_deref().is_some_and(is_request);
        let requests = told.sent.iter().filter(|sent| is_request(&sent.message));
        let (before, after) = (world.view(state), world.view(next));
        let is = |view: &View<A>, i: usize| view.node(i).is_some_and(inside);
        let entered = (0..after.len()).filter(|i| !is(&before, *i) && is(&after, *i));
        Told {
            messages: told.sent.len(),
            broadcasts: told.sent.len() == usize::from(SITES) - 1,
            waited: told.label.starts_with("timeout ") && !told.label.contains("T_cs"),
            resent: if forwards { 0 } else { requests.count() },
            entered: entered.collect(),
        }
    }
}

type State = Vec<u32>;

/// The step that is wanted most.
fn best<A: Resident>(
    world: &World<A>,
    state: &State,
    wanted: impl Fn(&str) -> Option<usize>,
) -> Option<(Step, State)> {
    let steps = world.steps(state).into_iter();
    let ranked = steps.filter_map(|(step, next)| Some((wanted(&world.label(&step))?, step, next)));
    let (_, step, next) = ranked.min_by_key(|(rank, _, _)| *rank)?;
    Some((step, next))
}

/// The state right after a failure.
fn script<A: Resident>(world: &World<A>, failure: &Failure) -> State {
    let mut state = world.initial().get(0).to_vec();
    let mut crashed = false;
    for entry in failure.script {
        let label = entry.trim_start_matches('!');
        let found = best(world, &state, |other| (other == label).then_some(0));
        let (_, next) = found.unwrap_or_else(|| panic!("the script can be followed: {label}"));
        state = next;
        crashed |= label.starts_with("crash");
        let settles = !entry.starts_with('!') && !crashed;
        let arrives = |label: &str| label.starts_with("deliver ").then_some(0);
        while settles && let Some((_, next)) = best(world, &state, arrives) {
            state = next;
        }
    }
    state
}

fn run<A: Resident>(world: &World<A>, failure: &Failure, inside: fn(&A::State) -> bool) -> Effort {
    let mut state = script(world, failure);
    let mut effort = Effort::default();
    while let Some((step, next)) = best(world, &state, rank) {
        let told = Told::of(world, (&state, &step, &next), inside);
        effort.messages += told.messages;
        effort.broadcasts += usize::from(told.broadcasts);
        effort.waits += usize::from(told.waited);
        effort.resent += told.resent;
        effort.order.extend(told.entered);
        state = next;
    }
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

fn sites(k: u8, reading: Reading, mutant: Option<recovery::Mutant>) -> World<Recovery> {
    world(Recovery {
        k,
        mutant,
        ..Recovery::of(SITES, reading)
    })
}

/// The proposed extension, as the text means it.
fn proposed(failure: &Failure, k: u8, mutant: Option<recovery::Mutant>) -> Effort {
    run(&sites(k, Reading::MEANT, mutant), failure, |site| {
        site.tree.phase == Phase::Inside
    })
}

fn others(mutant: Option<consult::Mutant>) -> World<Consult> {
    world(Consult {
        mutant,
        ..Consult::of(SITES)
    })
}

fn naimi_trehel(failure: &Failure, mutant: Option<consult::Mutant>) -> Effort {
    run(&others(mutant), failure, |site| {
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

fn in_every_schedule(of: impl Fn(&Failure) -> Instance + Send + Sync + 'static) -> Domain {
    let setting = "four sites, four failures, every schedule";
    Domain::new(setting, move || FAILURES.iter().map(&of).collect())
}

fn shown_reach(instance: Instance, whose: &str, reach: &Reach) -> Instance {
    let orders = reach.orders.iter().map(|order| {
        let sites = order.iter().map(|i| format!("S{i}"));
        sites.collect::<Vec<_>>().join(" ")
    });
    let (fewest, most) = reach.resent;
    instance
        .with(&format!("{whose}: situations"), reach.situations)
        .with(&format!("{whose}: broadcasts, at most"), reach.broadcasts)
        .with(
            &format!("{whose}: requests sent again"),
            format!("{fewest} to {most}"),
        )
        .with(
            &format!("{whose}: orders"),
            orders.collect::<Vec<_>>().join(", "),
        )
        .with(
            &format!("{whose}: somebody never enters"),
            reach.gets_stuck.to_string(),
        )
}

fn broadcasts(reach: &Reach) -> String {
    match reach.broadcasts {
        more if more > MOST => format!("a schedule makes more than {MOST} broadcasts"),
        1 => "a schedule makes 1 broadcast".to_owned(),
        most => format!("a schedule makes {most} broadcasts"),
    }
}

/// What section 6 says of the proposed extension.
#[derive(Clone, Copy, Debug)]
pub enum Proposed {
    /// At most one broadcast, only lost requests are sent again, the order is kept, and no broadcast where M1 is enough.
    Effort,
    /// It waits for something less often than Naimi and Trehel's before the failure is repaired.
    Phases,
    /// The same as `Effort`, under every schedule and not one.
    EverySchedule(Reading),
    /// Of that: everybody enters, in the order kept, and only lost requests are sent again.
    OrderInEverySchedule(Reading),
}

impl Model for Proposed {
    type Mutant = recovery::Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<recovery::Mutant>) -> Result<Domain, SetupError> {
        Ok(match *self {
            Proposed::Effort => of_each(move |failure| effort_of_proposed(failure, mutant)),
            Proposed::Phases => of_each(move |failure| phases(failure, mutant)),
            Proposed::EverySchedule(reading) => {
                in_every_schedule(move |failure| every_effort(failure, reading, mutant, true))
            }
            Proposed::OrderInEverySchedule(reading) => {
                in_every_schedule(move |failure| every_effort(failure, reading, mutant, false))
            }
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

fn every_effort(
    failure: &Failure,
    reading: Reading,
    mutant: Option<recovery::Mutant>,
    counts_broadcasts: bool,
) -> Instance {
    let [one, two] = [1, 2].map(|k| {
        every(&sites(k, reading, mutant), failure, |site| {
            site.tree.phase == Phase::Inside
        })
    });
    let instance = shown_reach(Instance::new(failure.name), "proposed, k = 1", &one);
    let instance = shown_reach(instance, "proposed, k = 2", &two);
    let said = |k: u8, reach: &Reach| {
        let broadcasts = broadcasts(reach);
        match reach.gets_stuck {
            true => {
                format!("with k = {k} {broadcasts}, and after some schedule somebody never enters")
            }
            false => format!("with k = {k} {broadcasts}"),
        }
    };
    let said = format!("{}: {}; {}.", failure.name, said(1, &one), said(2, &two));
    let kept = |reach: &Reach| reach.orders.iter().all(|order| order == failure.order);
    instance
        .must(!one.gets_stuck && !two.gets_stuck)
        .must(!counts_broadcasts || !failure.by_m1 || two.broadcasts == 0)
        .must(!counts_broadcasts || one.broadcasts <= 1)
        .must(usize::from(one.resent.1) <= failure.lost)
        .must(kept(&one) && kept(&two))
        .or_say(said)
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
pub enum NaimiTrehel {
    /// Under one schedule.
    Effort,
    /// Under every schedule.
    EverySchedule,
}

impl Model for NaimiTrehel {
    type Mutant = consult::Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<consult::Mutant>) -> Result<Domain, SetupError> {
        let least = |failure: &Failure| (failure.successors + failure.lost).saturating_sub(1);
        Ok(match self {
            NaimiTrehel::Effort => of_each(move |failure| {
                let theirs = naimi_trehel(failure, mutant);
                shown(Instance::new(failure.name), "Naimi-Trehel", &theirs)
                    .must(theirs.broadcasts <= 4)
                    .must(theirs.resent >= least(failure))
            }),
            NaimiTrehel::EverySchedule => in_every_schedule(move |failure| {
                let theirs = every(&others(mutant), failure, |site| {
                    site.tree.phase == Phase::Inside
                });
                let (fewest, _) = theirs.resent;
                let made = broadcasts(&theirs);
                shown_reach(Instance::new(failure.name), "Naimi-Trehel", &theirs)
                    .must(!theirs.gets_stuck)
                    .must(theirs.broadcasts <= 4)
                    .must(usize::from(fewest) >= least(failure))
                    .or_say(format!(
                        "{}: {made}; at least {fewest} requests are sent again.",
                        failure.name
                    ))
            }),
        })
    }
}
