//! Section 5: what a component does with a token, and when it makes one.
//!
//! Pure steps over plain data. Time is a count of ticks, which may be as short as one likes
//! ([`Constants::scaled`]); nothing here draws a number. The search of all runs and the simulations call the same
//! functions.
//!
//! | paper | here |
//! |---|---|
//! | ∆skip, ∆op, ∆min, ∆max | [`Constants`] |
//! | ∆gen, "a local variable" (section 5.1) | [`Component::timeout`] |
//! | "performing the protected operation only in case ..." | [`Decision::Use`] |
//! | "finally passing the token to another component" | [`Decision::PassOn`] |
//! | token removal rule | [`Decision::Remove`] |
//! | token generation rule | [`Component::deadline`], [`Component::regenerate`] |
//!
//! What the text leaves open is a field of [`Rules`]; [`Rules::TEXT`] is the reading nearest to its words. "Less than
//! ∆min" and "more than ∆min" are both taken to the letter: after exactly ∆min a component neither discards nor uses.
//!
//! A component remembers one token, the last that enabled it. That is as good as remembering all: whichever enabled it
//! before is either ∆min ago or is preceded by it, or it would have been discarded.

use serde::Serialize;

/// A moment or a length of time, in ticks.
pub type Time = u64;

/// A component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Host(pub u16);

/// A token without the random id that each passing gives it: who generated it, and when. The derived order is "firstly
/// on the timestamp included in the token, and next on the generator identifier".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Token {
    /// When it was generated, by the clock of the generator.
    pub timestamp: Time,
    /// Who generated it.
    pub generator: Host,
}

/// The time constants of the system, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Constants {
    /// ∆skip: how long a token stays that is not used.
    pub skip: Time,
    /// ∆op: how long the protected operation takes.
    pub op: Time,
    /// ∆min: the least time between two operations of a component.
    pub min: Time,
    /// ∆max: the longest time without a token.
    pub max: Time,
}

impl Constants {
    /// Table 2, a tick being a time unit.
    pub const TABLE_2: Constants = Constants {
        skip: 1,
        op: 4,
        min: 600,
        max: 1800,
    };

    /// The same with so many ticks for each.
    pub const fn scaled(self, ticks: Time) -> Self {
        Constants {
            skip: self.skip * ticks,
            op: self.op * ticks,
            min: self.min * ticks,
            max: self.max * ticks,
        }
    }
}

/// Which of two tokens precedes the other: the one that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precedence {
    /// The one that was generated first; "we are sure that the first generated token will persist".
    Older,
    /// The one that was generated last.
    Newer,
}

/// What it is to be enabled by a token, for the removal rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Enabled {
    /// To perform the operation with it; Requirement 1: "enabled to perform A".
    ByUse,
    /// To receive it, used or not: "all components that were visited".
    ByVisit,
}

/// Which enabling counts against a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// Any within ∆min, as the rule says.
    Recent,
    /// Only one that is also later than the timestamp of the token: a token lost before can then not remove it. Not in
    /// the paper.
    SinceGeneration,
}

/// From where ∆min counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// From the start of an operation.
    FromStart,
    /// From its end.
    FromEnd,
}

/// From where ∆gen counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timer {
    /// From the receipt of the last token, discarded or not: section 5.
    FromReceipt,
    /// From the receipt of the last token that was not discarded.
    FromAcceptance,
    /// As before, and a token that is discarded does not lower ∆gen either: it counts as not received.
    FromAcceptanceAlone,
    /// From where the loop of Fig. 2 comes back to `select`: after the token was passed on, or discarded.
    FromRelease,
}

/// What a component does with the token that it has just generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fresh {
    /// Sends it, as in Fig. 2; it does not count as having been enabled by it.
    Sent,
    /// Sends it, and counts as enabled by it: `lasttoken = token` of Fig. 2.
    SentAsEnabled,
    /// Treats it like one that it has received.
    Received,
}

/// Section 5.1: the timeout that adapts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adaptive {
    /// It stays at ∆max.
    Off,
    /// Raised by 50% with each regeneration; lowered by 5% of its excess over ∆max with each token received. Fractions
    /// of a tick are dropped, so that the excess does reach 0.
    On,
    /// With other rates, in percent: what a table may be fitted with.
    Rates {
        /// By how much a regeneration raises it.
        raise: u8,
        /// How much of its excess over ∆max a token takes away.
        relax: u8,
    },
}

impl Adaptive {
    /// By how many percent it is raised, and how many percent of the excess are taken away.
    fn percent(self) -> (Time, Time) {
        match self {
            Adaptive::Off => (0, 0),
            Adaptive::On => (50, 5),
            Adaptive::Rates { raise, relax } => (raise.into(), relax.into()),
        }
    }
}

verdict_checker::mutants! {
    /// Errors in the rules of section 5.
    NeverRemove = "never-remove": "no token is ever discarded",
    RemoveOwn = "remove-own": "a component recently enabled discards also the token that enabled it",
    RemovePreceding = "remove-preceding": "a component discards the token that precedes, not the one that is preceded",
    NeverRegenerate = "never-regenerate": "no token is generated",
    Hasty = "hasty": "the timeout is not restarted by a token",
    Greedy = "greedy": "every token is used, however recent the last operation",
    Grudge = "grudge": "an enabling is remembered for ever, not for Delta_min",
}

/// The rules, as they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The time constants.
    pub constants: Constants,
    /// Which token stays.
    pub precedence: Precedence,
    /// What enables.
    pub enabled: Enabled,
    /// What counts against a token.
    pub evidence: Evidence,
    /// From where ∆min counts.
    pub period: Period,
    /// From where ∆gen counts.
    pub timer: Timer,
    /// What becomes of a new token.
    pub fresh: Fresh,
    /// Whether ∆gen adapts itself.
    pub adaptive: Adaptive,
    /// The error, if one is made.
    pub mutant: Option<Mutant>,
}

impl Rules {
    /// The reading nearest to the words of section 5, with the constants of Table 2.
    pub const TEXT: Rules = Rules {
        constants: Constants::TABLE_2,
        precedence: Precedence::Older,
        enabled: Enabled::ByUse,
        evidence: Evidence::Recent,
        period: Period::FromStart,
        timer: Timer::FromReceipt,
        fresh: Fresh::Sent,
        adaptive: Adaptive::On,
        mutant: None,
    };

    /// Whether the first token precedes the second.
    pub fn precedes(&self, first: Token, second: Token) -> bool {
        let older = match self.precedence {
            Precedence::Older => first < second,
            Precedence::Newer => first > second,
        };
        older != (self.is(Mutant::RemovePreceding) && first != second)
    }

    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }
}

/// What a component does with a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Performs the protected operation, then passes it on.
    Use,
    /// Passes it on after ∆skip.
    PassOn,
    /// Discards it.
    Remove,
}

impl Decision {
    /// How long the token stays.
    pub fn stay(self, constants: &Constants) -> Time {
        match self {
            Decision::Use => constants.op,
            Decision::PassOn => constants.skip,
            Decision::Remove => 0,
        }
    }
}

/// What enabled a component, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Enabling {
    /// The token.
    pub by: Token,
    /// When.
    pub at: Time,
}

/// What a component knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Component {
    /// Its last operation: when it began or ended, as [`Period`] counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operated: Option<Time>,
    /// Its last enabling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<Enabling>,
    /// From when ∆gen counts.
    pub since: Time,
    /// ∆gen.
    pub timeout: Time,
}

impl Component {
    /// A component that has seen no token, and begins to wait for one now.
    pub fn new(rules: &Rules, now: Time) -> Self {
        Component {
            operated: None,
            enabled: None,
            since: now,
            timeout: rules.constants.max,
        }
    }

    /// What it would do with a token.
    pub fn judge(&self, rules: &Rules, now: Time, token: Token) -> Decision {
        if self.discards(rules, now, token) {
            return Decision::Remove;
        }
        match self.operated {
            Some(last) if now <= last + rules.constants.min && !rules.is(Mutant::Greedy) => {
                Decision::PassOn
            }
            Some(_) | None => Decision::Use,
        }
    }

    /// "The component discards a token t when it has been enabled from less than ∆min time units by another token
    /// preceding t."
    fn discards(&self, rules: &Rules, now: Time, token: Token) -> bool {
        let Some(Enabling { by, at }) = self.enabled else {
            return false;
        };
        let recent = now < at + rules.constants.min || rules.is(Mutant::Grudge);
        let counts = match rules.evidence {
            Evidence::Recent => recent,
            Evidence::SinceGeneration => recent && at > token.timestamp,
        };
        let against = rules.precedes(by, token) || (rules.is(Mutant::RemoveOwn) && by == token);
        counts && against && !rules.is(Mutant::NeverRemove)
    }

    /// Receives a token.
    pub fn receive(&mut self, rules: &Rules, now: Time, token: Token) -> Decision {
        let decision = self.judge(rules, now, token);
        let kept = decision != Decision::Remove;
        let (restarts, relaxes) = match rules.timer {
            Timer::FromReceipt | Timer::FromRelease => (true, true),
            Timer::FromAcceptance => (kept, true),
            Timer::FromAcceptanceAlone => (kept, kept),
        };
        if relaxes {
            self.relax(rules);
        }
        if restarts && !rules.is(Mutant::Hasty) {
            self.since = now;
        }
        self.admit(rules, now, token, decision);
        decision
    }

    fn admit(&mut self, rules: &Rules, now: Time, token: Token, decision: Decision) {
        if decision == Decision::Use {
            self.operated = Some(now);
        }
        let enables = match (rules.enabled, decision) {
            (_, Decision::Use) | (Enabled::ByVisit, Decision::PassOn) => true,
            (Enabled::ByUse, Decision::PassOn) | (_, Decision::Remove) => false,
        };
        if enables {
            self.enabled = Some(Enabling { by: token, at: now });
        }
    }

    /// Passes on the token that it had decided to use, or to pass on.
    pub fn release(&mut self, rules: &Rules, now: Time, decision: Decision) {
        if rules.timer == Timer::FromRelease {
            self.since = now;
        }
        if rules.period == Period::FromEnd && decision == Decision::Use {
            self.operated = Some(now);
        }
    }

    /// "decrementing of a small fraction (5% in our simulation) of the difference from ∆max each time the component
    /// receives a token".
    fn relax(&mut self, rules: &Rules) {
        let (_, relax) = rules.adaptive.percent();
        let excess = self.timeout - rules.constants.max;
        self.timeout = rules.constants.max + excess * (100 - relax) / 100;
    }

    /// When it generates a token if it receives none; `None` only of a mutant.
    pub fn deadline(&self, rules: &Rules) -> Option<Time> {
        (!rules.is(Mutant::NeverRegenerate)).then_some(self.since + self.timeout)
    }

    /// "Generating a new token when a component does not receive one within a timeout": the token, and what it does
    /// with it. It waits anew from here.
    pub fn regenerate(&mut self, rules: &Rules, me: Host, now: Time) -> (Token, Decision) {
        let token = Token {
            timestamp: now,
            generator: me,
        };
        self.since = now;
        // "incrementing ∆gen at a constant rate (50% in our simulation)"
        let (raise, _) = rules.adaptive.percent();
        self.timeout += self.timeout * raise / 100;
        let decision = match rules.fresh {
            Fresh::Sent => Decision::PassOn,
            Fresh::SentAsEnabled => {
                self.enabled = Some(Enabling { by: token, at: now });
                Decision::PassOn
            }
            Fresh::Received => {
                let decision = self.judge(rules, now, token);
                self.admit(rules, now, token, decision);
                decision
            }
        };
        (token, decision)
    }
}
