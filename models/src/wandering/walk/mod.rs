//! Section 5 in ticks: tokens that wander among N components, each of which follows [`super::rules`] (or the loop of
//! [`super::figure_2`]), with every random choice open: where a token goes next, and whether it is lost on the way.
//!
//! Modelled: passing takes no time, as in section 6, and all clocks agree, unless these assumptions are dropped. A token
//! stays for ∆op where it is used and for ∆skip where it is not; a new one leaves after ∆skip. Time passes at once to the next moment at which something is due; what is due at the same
//! moment happens in any order. Not modelled: what several tokens do at one component at the same time beyond what the
//! rules say of each.
//!
//! The space is finite although time goes on: all moments are kept relative to now, an operation or enabling older than
//! ∆min is forgotten because nothing depends on it any more, and of the timestamps only the order is kept, or, where the
//! rules compare more than the order, as much of the distances as they compare.

mod chain;
mod clock;
mod properties;
mod setting;
mod space;
mod steps;
mod table_2;
#[cfg(test)]
mod tests;

pub use chain::AlmostSurely;
pub use properties::{
    at_most_one_operation_per_period, decides_as_the_rules, every_recent_component_removes,
    one_token_without_starvation, operates_again, removal_can_happen, removed_in_the_end,
    replaced_and_stays, replaced_for_good, replaced_in_the_end, the_first_persists,
    the_newest_stays, the_oldest_stays, vanish_in_rounds,
};
pub use setting::{Algorithm, Assumed, Part, Section5, Watch};
pub use table_2::Table2;

use super::figure_2::LastToken;
use super::rules::{Component, Decision, Host, Rules, Time, Token};

/// Now. All moments of a state are relative to it.
pub const NOW: Time = 1_000_000;

/// A component.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mind {
    /// What section 5 has it know.
    pub component: Component,
    /// What Fig. 2 has it know, if the figure has a part in the run.
    pub last: LastToken,
}

/// A token in the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Live {
    /// Which.
    pub token: Token,
    /// Where it is, or has just left.
    pub at: Host,
    /// Until when it stays there, or is on its way.
    pub until: Time,
    /// Where it is going, while it is on its way.
    pub going: Option<Host>,
    /// Whether it is being used there.
    pub used: bool,
}

/// What is only recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct History {
    /// The only token there was has been lost.
    pub bereft: bool,
    /// How often the last token was removed since, up to a number.
    pub rounds: u8,
    /// For how long there has been a token without a break, up to a time.
    pub present: Time,
    /// How long ago the only token was lost, up to a time.
    pub lost_for: Option<Time>,
    /// The first token generated after the loss, and whether the loss was then more than ∆min ago.
    pub first: Option<(Token, bool)>,
    /// What a component did with a token, and what the other description of the algorithm would have it do.
    pub disagreement: Option<(Host, Decision, Decision)>,
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The components.
    pub minds: Vec<Mind>,
    /// The tokens, sorted.
    pub tokens: Vec<Live>,
    /// How many tokens were lost.
    pub lost: u8,
    /// There are more tokens than the model looks at: the run ends here.
    pub over: bool,
    /// What is only recorded.
    pub history: History,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Time passes until the next moment at which something is due.
    Wait(Time),
    /// A token is passed on.
    Pass {
        /// Which: its place among the tokens, the oldest first.
        token: usize,
        /// Who generated it.
        of: Host,
        /// From where.
        from: Host,
        /// To where.
        to: Host,
        /// What becomes of it there.
        decision: Decision,
    },
    /// A token leaves, and will arrive a tick later.
    Send {
        /// Which.
        token: usize,
        /// Who generated it.
        of: Host,
        /// From where.
        from: Host,
        /// To where.
        to: Host,
    },
    /// A token is lost while it is passed on.
    Lose {
        /// Which.
        token: usize,
        /// Who generated it.
        of: Host,
        /// From where.
        from: Host,
    },
    /// A component generates a token.
    Regenerate(Host),
}

/// Components and tokens.
#[derive(Clone, Debug)]
pub struct Walk {
    /// How many components.
    pub hosts: u16,
    /// Section 5, as it is read.
    pub rules: Rules,
    /// Who decides.
    pub algorithm: Algorithm,
    /// What is recorded.
    pub watch: Watch,
    /// How many tokens there may be at once; a run in which there are more is followed up to there.
    pub most: usize,
    /// How many tokens may be lost.
    pub losses: u8,
    /// By how much the clock of S0 is behind the others'.
    pub lag: Time,
    /// Whether passing a token may also take a tick.
    pub slow_passing: bool,
    /// Up to how many rounds are counted.
    pub rounds: u8,
}
