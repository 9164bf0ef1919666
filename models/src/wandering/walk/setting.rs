//! Section 5: its readings, and what of a run is recorded for whoever asks.

use super::super::figure_2::{Figure2, Stamp};
use super::super::rules::{
    Adaptive, Constants, Enabled, Evidence, Mutant, Precedence, Rules, Time,
};
use super::Walk;
use verdict_checker::catalog::{Assumption, Model, Parameter, SetupError, Switch};
use verdict_checker::size::Size;

const NO_LOSS: &str = "no-loss";

/// Who decides what becomes of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// The rules of section 5.
    Rules,
    /// The rules of section 5; what the loop of Fig. 2 would decide is compared with it.
    RulesBeside(Figure2),
    /// The loop of Fig. 2.
    Figure(Figure2),
}

/// What of a run is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Watch {
    /// Nothing.
    Nothing,
    /// How often the last token was removed after the only one was lost.
    Rounds,
    /// How often the last token was removed.
    AnyRounds,
    /// For how long there has been a token.
    Presence,
    /// The first token generated after a loss.
    First,
}

/// Section 5, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct Section5 {
    /// The rules; their time constants are parameters.
    pub rules: Rules,
    /// Whether Fig. 2 has a part in it, and how it is read; its period is ∆min.
    pub figure: Option<(Stamp, Part)>,
    /// What is recorded.
    pub watch: Watch,
    /// What is assumed beyond the rules.
    pub assumed: Assumed,
}

/// What section 5 and section 6 take for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assumed {
    /// All clocks agree.
    pub one_clock: bool,
    /// Passing a token takes no time.
    pub instant_passing: bool,
    /// No more tokens are lost than the size says.
    pub no_loss: bool,
}

/// The part of Fig. 2 in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// It is compared with the rules.
    Compared,
    /// It decides.
    Decides,
}

impl Section5 {
    /// The rules nearest to the text, without the adaptive timeout of section 5.1.
    pub const TEXT: Section5 = Section5 {
        rules: Rules {
            adaptive: Adaptive::Off,
            ..Rules::TEXT
        },
        figure: None,
        watch: Watch::Nothing,
        assumed: Assumed {
            one_clock: true,
            instant_passing: true,
            no_loss: true,
        },
    };

    /// The same, recording something.
    pub const fn watching(self, watch: Watch) -> Self {
        Section5 { watch, ..self }
    }

    /// The same, a visit without use counting as enabling.
    pub const fn by_visit(mut self) -> Self {
        self.rules.enabled = Enabled::ByVisit;
        self
    }

    /// The same with the newer token preceding the older.
    pub const fn newer_first(mut self) -> Self {
        self.rules.precedence = Precedence::Newer;
        self
    }

    /// The same, only an enabling later than a token's timestamp counting against it.
    pub const fn since_generation(mut self) -> Self {
        self.rules.evidence = Evidence::SinceGeneration;
        self
    }

    /// The same with the adaptive timeout.
    pub const fn adaptive(mut self) -> Self {
        self.rules.adaptive = Adaptive::On;
        self
    }

    /// Fig. 2 in it.
    pub const fn with_figure(self, stamp: Stamp, part: Part) -> Self {
        Section5 {
            figure: Some((stamp, part)),
            ..self
        }
    }
}

impl Model for Section5 {
    type Mutant = Mutant;
    type Space = Walk;

    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = vec![
            Parameter::new("N", "components"),
            Parameter::new("op", "Delta_op, in ticks; Delta_skip is 1"),
            Parameter::new("min", "Delta_min"),
            Parameter::new("max", "Delta_max"),
            Parameter::new(
                "tokens",
                "tokens at once, beyond which a run is not followed",
            ),
            Parameter::new("losses", "tokens that are lost, at most"),
        ];
        if matches!(self.watch, Watch::Rounds | Watch::AnyRounds) {
            parameters.push(Parameter::new(
                "rounds",
                "how often the last token is removed",
            ));
        }
        parameters
    }

    fn build(&self, size: &Size, mutant: Option<Mutant>) -> Result<Walk, SetupError> {
        let constants = Constants {
            skip: 1,
            op: size.within("op", 1..=100, "at least as long as Delta_skip")?,
            min: size.within("min", 1..=1000, "time between two operations")?,
            max: size.within("max", 1..=5000, "time without a token")?,
        };
        let rounds = match self.watch {
            Watch::Rounds | Watch::AnyRounds => {
                size.within("rounds", 1..=20, "or there is nothing to look for")?
            }
            Watch::Nothing | Watch::Presence | Watch::First => 0,
        };
        let per = constants.min;
        let losses: u8 = size.within("losses", 0..=3, "each is part of every state")?;
        Ok(Walk {
            hosts: size.within("N", 2..=8, "a token goes to another")?,
            rules: Rules {
                constants,
                mutant,
                ..self.rules
            },
            algorithm: match self.figure {
                None => Algorithm::Rules,
                Some((stamp, Part::Compared)) => Algorithm::RulesBeside(Figure2 { stamp, per }),
                Some((stamp, Part::Decides)) => Algorithm::Figure(Figure2 { stamp, per }),
            },
            watch: self.watch,
            most: size.within("tokens", 1..=8, "in the system at once")?,
            losses: match self.assumed.no_loss {
                true => losses,
                false => losses.max(1),
            },
            lag: Time::from(!self.assumed.one_clock),
            slow_passing: !self.assumed.instant_passing,
            rounds,
        })
    }

    fn switches() -> &'static [Switch<Self>] {
        &[
            Switch {
                name: NO_LOSS,
                meaning: "no token is lost (dropped: one may be)",
                holds: |reading| reading.assumed.no_loss,
                assume: |reading| reading.assumed.no_loss = true,
                drop: |reading| reading.assumed.no_loss = false,
            },
            Switch {
                name: "one-clock",
                meaning: "all clocks agree (dropped: that of S0 is a tick behind, so that its tokens seem older than they are)",
                holds: |reading| reading.assumed.one_clock,
                assume: |reading| reading.assumed.one_clock = true,
                drop: |reading| reading.assumed.one_clock = false,
            },
            Switch {
                name: "instant-passing",
                meaning: "passing a token takes no time (dropped: it takes a tick, or none)",
                holds: |reading| reading.assumed.instant_passing,
                assume: |reading| reading.assumed.instant_passing = true,
                drop: |reading| reading.assumed.instant_passing = false,
            },
        ]
    }

    /// Where the size lets tokens be lost, nobody relies on their not being lost.
    fn assumptions(&self, size: &Size) -> Result<Vec<Assumption>, SetupError> {
        let none_lost = self.build(size, None)?.losses == 0;
        let named = Self::switches().iter().map(|switch| switch.of(self));
        Ok(named
            .map(|assumption| Assumption {
                in_force: assumption.in_force && (none_lost || assumption.name != NO_LOSS),
                ..assumption
            })
            .collect())
    }
}
