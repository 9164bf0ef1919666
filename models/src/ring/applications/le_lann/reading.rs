//! Le Lann's algorithm on rings of every size: how it is read, and what can be put wrong in it.

use super::LeLann;
use crate::ring::plugin;
use crate::ring::setting::{Dimensions, Guest};
use verdict_checker::catalog::SetupError;
use verdict_checker::size::Size;

verdict_checker::mutants! {
    /// A small error, made on purpose.
    EnterAtOnce = "enter-at-once": "a site that wants the resource enters without the token",
    PassOnEntry = "pass-on-entry": "a site passes the token on when it enters, not when it leaves",
    PassAlways = "pass-always": "a site passes the token on although it wants the resource",
}

/// What a site does that is given the token while it uses the resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhileInside {
    /// As worded: it does not want to access the resource, and sends the token on.
    SendsOn,
    /// Nothing: it has the token already.
    Ignores,
}

/// Section III.A, first paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// What a site does that is given the token while it uses the resource.
    pub while_inside: WhileInside,
}

impl Reading {
    /// As worded.
    pub const WORDED: Reading = Reading {
        while_inside: WhileInside::SendsOn,
    };
    /// With a guard that the words do not have.
    pub const GUARDED: Reading = Reading {
        while_inside: WhileInside::Ignores,
    };
}

impl Guest for Reading {
    type Application = LeLann;
    type Mutant = Mutant;

    fn application(
        &self,
        _: Dimensions,
        _: &Size,
        mutant: Option<Mutant>,
    ) -> Result<LeLann, SetupError> {
        Ok(LeLann {
            reading: *self,
            mutant,
        })
    }

    fn start(&self) -> &'static str {
        "any site may want the resource, without end"
    }

    fn beneath() -> Vec<plugin::Mutant> {
        vec![
            plugin::Mutant::TakeOldMessages,
            plugin::Mutant::KeepToken,
            plugin::Mutant::SendOneLess,
            plugin::Mutant::IgnoreKnownCrashes,
            plugin::Mutant::ForgetSuspicion,
            plugin::Mutant::OneCrashSuffices,
        ]
    }
}
