//! The simulations as experiments: what is run for one seed.

use super::access::Access;
use super::engine::{Histogram, Log};
use super::transient::{self, Transient};
use crate::wandering::rules::{Constants, Mutant, Rules, Time};
use verdict_checker::catalog::{NoMutants, Parameter, SetupError};
use verdict_checker::measure::Experiment;
use verdict_checker::random::Random;
use verdict_checker::size::Size;

const COMPONENTS: Parameter = Parameter::new("N", "components");
const UNITS: Parameter = Parameter::new("units", "time units that are counted");
const MAX: Parameter = Parameter::new("max", "Delta_max of the second system");
const LOSSES: Parameter = Parameter::new(
    "losses",
    "how often the token is lost, each time from a system at rest",
);

fn components(size: &Size) -> Result<u16, SetupError> {
    size.within(
        COMPONENTS.name,
        2..=10_000,
        "for a token goes to another one, and more take too long",
    )
}

fn losses(size: &Size) -> Result<u64, SetupError> {
    size.within(
        LOSSES.name,
        1..=100_000,
        "or there is nothing to measure, or too much",
    )
}

fn units(size: &Size) -> Result<Time, SetupError> {
    size.within(
        UNITS.name,
        1..=100_000_000,
        "or there is nothing to count, or too much",
    )
}

/// Table 1: random access.
#[derive(Clone, Copy, Debug)]
pub struct RandomAccess(pub Access);

/// Random access of so many components for so long.
pub struct AccessRun {
    access: Access,
    components: u16,
    units: Time,
}

impl Experiment for RandomAccess {
    type Mutant = NoMutants;
    type Ready = AccessRun;
    type Outcome = Histogram;

    fn parameters(&self) -> Vec<Parameter> {
        vec![COMPONENTS, UNITS]
    }

    fn build(&self, size: &Size, _: Option<NoMutants>) -> Result<AccessRun, SetupError> {
        Ok(AccessRun {
            access: self.0,
            components: components(size)?,
            units: units(size)?,
        })
    }

    fn setting(run: &AccessRun) -> String {
        let AccessRun {
            access,
            components,
            units,
        } = run;
        format!(
            "{components} components for {units} time units, each anywhere in its period at first; {access:?}"
        )
    }

    fn run(run: &AccessRun, random: Random) -> Histogram {
        run.access.run(run.components, run.units, random)
    }
}

/// Tables 3 and 4: a system in which no token is lost.
#[derive(Clone, Copy, Debug)]
pub struct Stable(pub Rules);

/// A system of so many components for so long.
pub struct StableRun {
    rules: Rules,
    components: u16,
    units: Time,
}

impl Experiment for Stable {
    type Mutant = Mutant;
    type Ready = StableRun;
    type Outcome = Log;

    fn parameters(&self) -> Vec<Parameter> {
        vec![COMPONENTS, UNITS]
    }

    fn build(&self, size: &Size, mutant: Option<Mutant>) -> Result<StableRun, SetupError> {
        Ok(StableRun {
            rules: Rules { mutant, ..self.0 },
            components: components(size)?,
            units: units(size)?,
        })
    }

    fn setting(run: &StableRun) -> String {
        format!(
            "{} components in a full mesh and one token, {} time units after {} time units that are not counted; passing takes no \
             time, nothing is lost; {:?}",
            run.components,
            run.units,
            transient::WARM_UP * run.rules.constants.max,
            run.rules
        )
    }

    fn run(run: &StableRun, random: Random) -> Log {
        let mut system = transient::warm(&run.rules, run.components, random);
        system.advance(run.units);
        system.log
    }
}

/// Table 5: the token is lost, again and again.
#[derive(Clone, Copy, Debug)]
pub struct Losses(pub Rules);

/// So many losses in systems of so many components.
pub struct LossRun {
    rules: Rules,
    components: u16,
    losses: u64,
}

/// What came of the losses of one seed.
pub struct Stabilised {
    /// Each of them.
    pub transients: Vec<Transient>,
    /// All that happened until then.
    pub log: Log,
    /// All that happened while tokens that were too many were removed.
    pub settling: Log,
}

impl Experiment for Losses {
    type Mutant = Mutant;
    type Ready = LossRun;
    type Outcome = Stabilised;

    fn parameters(&self) -> Vec<Parameter> {
        vec![COMPONENTS, LOSSES]
    }

    fn build(&self, size: &Size, mutant: Option<Mutant>) -> Result<LossRun, SetupError> {
        Ok(LossRun {
            rules: Rules { mutant, ..self.0 },
            components: components(size)?,
            losses: losses(size)?,
        })
    }

    fn setting(run: &LossRun) -> String {
        format!(
            "{} components in a full mesh and one token; after {} time units the oldest token is lost at its next passing, {} \
             times in a new system each; watched until a token has been the oldest for longer than Delta_min + Delta_op, at most {} \
             time units; passing takes no time; {:?}",
            run.components,
            transient::WARM_UP * run.rules.constants.max,
            run.losses,
            transient::PATIENCE,
            run.rules
        )
    }

    fn run(run: &LossRun, random: Random) -> Stabilised {
        lose(&run.rules, run.components, run.losses, random)
    }
}

fn lose(rules: &Rules, components: u16, losses: u64, mut random: Random) -> Stabilised {
    let (mut log, mut settling) = (Log::default(), Log::default());
    let lose = |_| {
        let own = Random::from_seed(random.next_u64());
        let transient = transient::lose(rules, components, own, |_| {});
        log.absorb(&transient.log);
        settling.absorb(&transient.settling);
        transient
    };
    let transients = (0..losses).map(lose).collect();
    Stabilised {
        transients,
        log,
        settling,
    }
}

/// Two systems side by side, on the same seeds: how the second does without the token, and with it, compared with the first.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// What is compared with.
    pub first: Rules,
    /// What is compared.
    pub second: Rules,
    /// Whether the first has the ∆max of the size, too; else it keeps its own.
    pub shared: bool,
}

/// How long the systems run that lose no token, in time units.
const AT_REST: Time = 200_000;

/// Two systems of so many components, and losses.
pub struct ComparedRun {
    first: Rules,
    second: Rules,
    components: u16,
    losses: u64,
}

/// What came of one of two systems.
pub struct Side {
    /// After each loss.
    pub losses: Stabilised,
    /// Without any.
    pub rest: Log,
}

impl Experiment for Compared {
    type Mutant = NoMutants;
    type Ready = ComparedRun;
    type Outcome = [Side; 2];

    fn parameters(&self) -> Vec<Parameter> {
        vec![COMPONENTS, MAX, LOSSES]
    }

    fn build(&self, size: &Size, _: Option<NoMutants>) -> Result<ComparedRun, SetupError> {
        let least = self.second.constants.min;
        let why = "for nobody regenerates within Delta_min, and longer is for ever";
        let max = size.within(MAX.name, least..=100_000, why)?;
        let with_max = |rules: Rules| Rules {
            constants: Constants {
                max,
                ..rules.constants
            },
            ..rules
        };
        Ok(ComparedRun {
            first: if self.shared {
                with_max(self.first)
            } else {
                self.first
            },
            second: with_max(self.second),
            components: components(size)?,
            losses: losses(size)?,
        })
    }

    fn setting(run: &ComparedRun) -> String {
        format!(
            "{} components in a full mesh, {} losses in a new system each and {AT_REST} time units without one; first with {:?}, \
             then with {:?}",
            run.components, run.losses, run.first, run.second
        )
    }

    fn run(run: &ComparedRun, random: Random) -> [Side; 2] {
        [&run.first, &run.second].map(|rules| {
            let losses = lose(rules, run.components, run.losses, random.clone());
            let mut system = transient::warm(rules, run.components, random.clone());
            system.advance(AT_REST);
            Side {
                losses,
                rest: system.log,
            }
        })
    }
}

/// Section 7: a system, and one of twice the size.
#[derive(Clone, Copy, Debug)]
pub struct Doubled(pub Rules);

impl Experiment for Doubled {
    type Mutant = Mutant;
    type Ready = [StableRun; 2];
    type Outcome = [Log; 2];

    fn parameters(&self) -> Vec<Parameter> {
        vec![COMPONENTS, UNITS]
    }

    fn build(&self, size: &Size, mutant: Option<Mutant>) -> Result<[StableRun; 2], SetupError> {
        let once = Stable(self.0).build(size, mutant)?;
        let twice = StableRun {
            components: once.components * 2,
            ..once
        };
        Ok([once, twice])
    }

    fn setting([once, twice]: &[StableRun; 2]) -> String {
        format!(
            "{}; and {} components",
            Stable::setting(once),
            twice.components
        )
    }

    fn run(both: &[StableRun; 2], random: Random) -> [Log; 2] {
        both.each_ref().map(|run| Stable::run(run, random.clone()))
    }
}

impl Stabilised {
    /// The mean of a number of time units.
    pub fn mean(&self, of: impl Fn(&Transient) -> Time) -> f64 {
        let sum: Time = self.transients.iter().map(of).sum();
        sum as f64 / self.transients.len() as f64
    }

    /// How many of a hundred.
    pub fn percent(&self, wanted: impl Fn(&Transient) -> bool) -> f64 {
        let found = self.transients.iter().filter(|t| wanted(t)).count();
        100.0 * found as f64 / self.transients.len() as f64
    }
}
