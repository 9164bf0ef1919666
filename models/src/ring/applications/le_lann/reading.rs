//! Le Lann's algorithm on rings of every size, and what can be put wrong in it.

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

/// Section III.A, first paragraph, as worded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AsWorded;

impl Guest for AsWorded {
    type Application = LeLann;
    type Mutant = Mutant;

    fn application(
        &self,
        _: Dimensions,
        _: &Size,
        mutant: Option<Mutant>,
    ) -> Result<LeLann, SetupError> {
        Ok(LeLann { mutant })
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
