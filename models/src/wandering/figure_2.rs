//! Fig. 2: the loop, line by line, as far as one turn of it is concerned.
//!
//! ```text
//!     select(receive(token), Dgen)
//!     if defined(token)
//!         Dgen = Dgen - K2 (Dgen - Dmax)
//!         if token.timestamp - lasttoken.timestamp <= Dper
//!             if token.id != lasttoken.id      next
//!             else                             sleep(Dskip); send(token)
//!         else                                 execute(A); send(token)
//!     else
//!         Dgen = Dgen * K1
//!         token = { timestamp = localclock, id = newid() }; send(token)
//!     lasttoken = token
//! ```
//!
//! (Garbled by the extraction from PDF and read so: the superscripts of K, and the unequal sign.) The figure defines no
//! Dper, and its timestamps are those of the token, which section 4 says are generation times. What else they might be
//! is [`Stamp`]. `id` is new with each token, here the token itself.

use super::rules::{Decision, Host, Time, Token};
use serde::Serialize;

/// What `timestamp` is in the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stamp {
    /// To the letter: when the token was generated. The difference may be negative.
    Generation,
    /// The distance between the two, whichever is later.
    Distance,
    /// When the token came here: `token.timestamp` is now, `lasttoken.timestamp` the time of the last turn that ended in
    /// `lasttoken = token`.
    Arrival,
    /// As before, but a turn that only slept leaves the time as it is: since the last `execute(A)` or generation.
    Execution,
}

/// The loop, as it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Figure2 {
    /// What is compared.
    pub stamp: Stamp,
    /// Dper.
    pub per: Time,
}

/// `lasttoken`: at first timestamp 0 and no id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct LastToken {
    /// What is compared with: a generation time or a local one, as [`Stamp`] says.
    pub timestamp: Time,
    /// The token itself; none is NULL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Token>,
}

impl Figure2 {
    /// The branches behind `if defined(token)`: what becomes of the token.
    pub fn judge(&self, last: &LastToken, now: Time, token: Token) -> Decision {
        let within = match self.stamp {
            Stamp::Generation => token.timestamp <= last.timestamp + self.per,
            Stamp::Distance => token.timestamp.abs_diff(last.timestamp) <= self.per,
            Stamp::Arrival | Stamp::Execution => now <= last.timestamp + self.per,
        };
        match (within, last.id == Some(token)) {
            (true, false) => Decision::Remove,
            (true, true) => Decision::PassOn,
            (false, _) => Decision::Use,
        }
    }

    /// `lasttoken = token`, at the end of a turn that did not take `next`.
    pub fn remember(&self, last: &mut LastToken, now: Time, token: Token, decision: Decision) {
        let timestamp = match (self.stamp, decision) {
            (_, Decision::Remove) => return,
            (Stamp::Generation | Stamp::Distance, _) => token.timestamp,
            (Stamp::Arrival, _) | (Stamp::Execution, Decision::Use) => now,
            (Stamp::Execution, Decision::PassOn) => last.timestamp,
        };
        let id = Some(token);
        *last = LastToken { timestamp, id };
    }

    /// A turn in which a token is received.
    pub fn receive(&self, last: &mut LastToken, now: Time, token: Token) -> Decision {
        let decision = self.judge(last, now, token);
        self.remember(last, now, token, decision);
        decision
    }

    /// A turn in which none is: the token that is generated becomes `lasttoken`, with the time of now.
    pub fn regenerate(&self, last: &mut LastToken, now: Time, me: Host) -> Token {
        let token = Token {
            timestamp: now,
            generator: me,
        };
        *last = LastToken {
            timestamp: now,
            id: Some(token),
        };
        token
    }
}
