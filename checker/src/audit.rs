//! Could this success have failed? The audit of a model and its property.
//!
//! A property that holds because nothing ever happens, because its premise is never true, or because
//! the search lost states on the way, holds for the wrong reason. An [`Audit`] looks for such
//! reasons, one check each; a success that fails one of them is *vacuous*.
//!
//! The audit looks at the whole space of one setup, so it is meant for the smallest size of a case.

use crate::judge::Subject;
use crate::property::{Demand, Kept, OfState};
use crate::search::{Cut, Explored, Limits, Search};
use crate::space::{AsModel, Row, Space};
use serde::{Deserialize, Serialize};
use stateright::{Checker, Model};
use std::borrow::Borrow;
use std::sync::Arc;

mod steps;

/// Up to how many states every step is inspected; of larger spaces, a sample of about this many.
const INSPECTED: usize = 1 << 18;
/// Up to how many states stateright's own search is run as well.
const STATERIGHT: usize = 20_000;

/// What became of one check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckResult {
    /// As it should be.
    Passed,
    /// The success is worth nothing.
    Failed,
    /// Cut before it could decide; the detail says by what.
    Cut,
    /// There is nothing to look at, or more than the check is meant for; the detail says which.
    NotApplicable,
}

/// One check and what it found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AuditCheck {
    /// The stable name of the check.
    pub name: &'static str,
    /// What became of it.
    pub result: CheckResult,
    /// What was seen, as a sentence without its full stop.
    pub detail: String,
}

/// What an audit comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuditResult {
    /// Every check that applies ran to its end, and none failed.
    Passed,
    /// A check failed: the success is vacuous.
    Vacuous,
    /// No check failed, but one was cut before it could decide.
    Partial,
    /// There was no audit.
    NotRun,
}

impl AuditResult {
    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            AuditResult::Passed => "passed",
            AuditResult::Vacuous => "vacuous",
            AuditResult::Partial => "partial",
            AuditResult::NotRun => "not-run",
        }
    }
}

/// Everything that was checked about one success.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Audit {
    /// The checks, in a fixed order.
    pub checks: Vec<AuditCheck>,
}

impl AuditCheck {
    /// A check that found what it should.
    pub fn passed(name: &'static str, detail: impl Into<String>) -> Self {
        Self::new(name, CheckResult::Passed, detail)
    }

    /// A check that found something wrong.
    pub fn failed(name: &'static str, detail: impl Into<String>) -> Self {
        Self::new(name, CheckResult::Failed, detail)
    }

    /// A check that was cut before it could decide.
    pub fn cut(name: &'static str, why: impl Into<String>) -> Self {
        Self::new(name, CheckResult::Cut, why)
    }

    /// A check that has nothing to decide here.
    pub fn not_applicable(name: &'static str, why: impl Into<String>) -> Self {
        Self::new(name, CheckResult::NotApplicable, why)
    }

    fn new(name: &'static str, result: CheckResult, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        AuditCheck {
            name,
            result,
            detail,
        }
    }
}

impl Audit {
    /// Whether a check failed.
    pub fn is_vacuous(&self) -> bool {
        self.failures().next().is_some()
    }

    /// The checks that failed.
    pub fn failures(&self) -> impl Iterator<Item = &AuditCheck> {
        self.with_result(CheckResult::Failed)
    }

    /// The checks of which this became.
    pub fn with_result(&self, result: CheckResult) -> impl Iterator<Item = &AuditCheck> {
        let checks = self.checks.iter();
        checks.filter(move |check| check.result == result)
    }

    /// The check with this name.
    pub fn check(&self, name: &str) -> Option<&AuditCheck> {
        self.checks.iter().find(|check| check.name == name)
    }

    /// What it comes to.
    pub fn result(&self) -> AuditResult {
        let has = |result| self.with_result(result).next().is_some();
        if has(CheckResult::Failed) {
            AuditResult::Vacuous
        } else if has(CheckResult::Cut) {
            AuditResult::Partial
        } else if has(CheckResult::Passed) {
            AuditResult::Passed
        } else {
            AuditResult::NotRun
        }
    }
}

/// No boundary of the model cut anything off.
pub const EXHAUSTED: &str = "exhausted";
/// Every kind of step that the model can do is done.
pub const ACTIONS_OCCUR: &str = "actions-occur";
/// Every class of steps to which the scheduler must be fair exists.
pub const FAIR_CLASSES_OCCUR: &str = "fair-classes-occur";
/// The premise of the property is true somewhere.
pub const ANTECEDENT_OCCURS: &str = "antecedent-occurs";
/// The initial states alone do not decide the property.
pub const NOT_SETTLED_INITIALLY: &str = "not-settled-initially";
/// Equal fingerprints only for equal states.
pub const FINGERPRINTS_DIFFER: &str = "fingerprints-differ";
/// The search and the replay see the same successors.
pub const SUCCESSORS_AGREE: &str = "successors-agree";
/// stateright's own search counts the same states.
pub const STATERIGHT_AGREES: &str = "stateright-agrees";

/// Looks for reasons why a success of this subject would mean nothing.
pub fn audit<S: Space + Send + Sync + 'static>(subject: &Subject<S>, limits: Limits) -> Audit {
    let explored = Search::new(&*subject.space, &[])
        .limits(limits)
        .keep_states()
        .run();
    explored.table.number_all(&explored.fingerprints);
    let seen = Seen {
        subject,
        explored: &explored,
    };
    let mut checks = vec![seen.exhausted()];
    checks.extend(seen.steps(INSPECTED));
    checks.push(seen.antecedent());
    checks.push(seen.not_settled());
    checks.push(seen.stateright(STATERIGHT));
    Audit { checks }
}

/// A space that was searched.
struct Seen<'a, S: Space> {
    subject: &'a Subject<S>,
    explored: &'a Explored<S>,
}

impl<S: Space> Seen<'_, S> {
    fn space(&self) -> &S {
        &self.subject.space
    }

    fn state(&self, number: usize) -> &S::State {
        self.explored.states.get(number)
    }

    fn count(&self) -> usize {
        self.explored.states.len()
    }

    /// A limit leaves states unseen; a boundary is a part of the model.
    fn is_partial(&self) -> bool {
        !matches!(self.explored.cut, None | Some(Cut::Boundary))
    }

    /// Something that should be there is not: a failure, unless it may be among the states not seen.
    fn absent(&self, name: &'static str, detail: impl Into<String>) -> AuditCheck {
        let detail = detail.into();
        if self.is_partial() {
            AuditCheck::cut(name, format!("{detail}, but the audit was cut"))
        } else {
            AuditCheck::failed(name, detail)
        }
    }

    /// Nothing wrong was found: a pass, unless it may be among the states not seen.
    fn nothing_wrong(&self, name: &'static str, detail: String) -> AuditCheck {
        if self.is_partial() {
            AuditCheck::cut(name, format!("{detail}, but the audit was cut"))
        } else {
            AuditCheck::passed(name, detail)
        }
    }

    fn exhausted(&self) -> AuditCheck {
        match &self.explored.cut {
            None => {
                let detail = format!("all {} states were seen", self.count());
                AuditCheck::passed(EXHAUSTED, detail)
            }
            Some(Cut::Boundary) => AuditCheck::failed(
                EXHAUSTED,
                "states beyond the boundary of the model exist and were left out",
            ),
            Some(cut) => AuditCheck::cut(EXHAUSTED, format!("the audit was {cut}")),
        }
    }

    fn antecedent(&self) -> AuditCheck {
        let Some(antecedent) = &self.subject.property.antecedent else {
            return AuditCheck::not_applicable(ANTECEDENT_OCCURS, "the property is no implication");
        };
        match self.states_where(antecedent) {
            0 => self.absent(ANTECEDENT_OCCURS, "the premise is true in no state"),
            n => AuditCheck::passed(
                ANTECEDENT_OCCURS,
                format!("the premise is true in {n} of {} states", self.count()),
            ),
        }
    }

    fn states_where(&self, wanted: &OfState<S>) -> usize {
        (0..self.count())
            .filter(|number| wanted(self.space(), self.state(*number)))
            .count()
    }

    /// How many initial states there are; they come first.
    fn initial_count(&self) -> usize {
        let initial = self.space().initial();
        (0..initial.len())
            .filter_map(|index| {
                let fingerprint = self.space().fingerprint(initial.get(index));
                self.explored.table.number(fingerprint)
            })
            .map(|number| number as usize + 1)
            .max()
            .unwrap_or(0)
    }

    fn not_settled(&self) -> AuditCheck {
        let initial = self.initial_count();
        if self.count() <= initial {
            let detail = format!("no step leads beyond the initial states ({initial})");
            return self.absent(NOT_SETTLED_INITIALLY, detail);
        }
        let complaint = match &self.subject.property.demand {
            Demand::Always(conjuncts) if conjuncts.is_empty() => {
                Some("the property demands nothing".to_owned())
            }
            Demand::Always(_) | Demand::EveryStep(_) => None,
            Demand::Possible(wanted) => (0..initial)
                .any(|number| wanted(self.space(), self.state(number)))
                .then(|| "what should be possible is true in an initial state".to_owned()),
            Demand::Promises(promises) if promises.is_empty() => {
                Some("the property promises nothing".to_owned())
            }
            Demand::Promises(promises) => promises.iter().find_map(|promise| {
                let why = self.kept_for_free(&promise.kept, initial)?;
                Some(format!("the promise `{}` {why}", promise.name))
            }),
        };
        match complaint {
            Some(complaint) => self.absent(NOT_SETTLED_INITIALLY, complaint),
            None => AuditCheck::passed(
                NOT_SETTLED_INITIALLY,
                format!(
                    "{} states lie beyond the initial ones",
                    self.count() - initial
                ),
            ),
        }
    }

    /// Why a promise is kept, or broken, without looking at any run.
    fn kept_for_free(&self, kept: &Kept<S>, initial: usize) -> Option<&'static str> {
        let holds = |p: &OfState<S>, number| p(self.space(), self.state(number));
        let (goal, owing) = match kept {
            Kept::Eventually(goal) => {
                if (0..initial).all(|number| holds(goal, number)) {
                    return Some("is kept by the initial states");
                }
                (goal, None)
            }
            Kept::InfinitelyOften(goal) => (goal, None),
            Kept::LeadsTo(from, to) => (to, Some(from)),
        };
        let reached = self.states_where(goal);
        if reached == 0 {
            return Some("has a goal that no state reaches");
        }
        if reached == self.count() {
            return Some("has a goal that every state reaches");
        }
        let owes = |from| (0..self.count()).any(|n| holds(from, n) && !holds(goal, n));
        match owing {
            Some(from) if !owes(from) => Some("is never owed: its premise is true in no state"),
            _ => None,
        }
    }
}

impl<S: Space + Send + Sync + 'static> Seen<'_, S> {
    fn stateright(&self, at_most: usize) -> AuditCheck {
        if self.is_partial() {
            return AuditCheck::cut(STATERIGHT_AGREES, "the audit was cut");
        }
        if self.count() > at_most {
            let why = format!(
                "{} states are more than the {at_most} that are counted twice",
                self.count()
            );
            return AuditCheck::not_applicable(STATERIGHT_AGREES, why);
        }
        let model = AsModel(Arc::clone(&self.subject.space));
        // If the model goes astray, stateright's run must end nonetheless; one that was ended has
        // generated more states than there should be, however few of them are distinct.
        let enough = self.explored.counts.total + at_most;
        let checker = model.checker().target_state_count(enough);
        let checker = checker.spawn_bfs().join();
        let (ours, theirs) = (self.count(), checker.unique_state_count());
        if checker.state_count() >= enough {
            let detail = format!(
                "stateright comes to no end: {theirs} states so far, where the search has {ours}"
            );
            AuditCheck::failed(STATERIGHT_AGREES, detail)
        } else if theirs != ours {
            let detail = format!("stateright counts {theirs} states, the search {ours}");
            AuditCheck::failed(STATERIGHT_AGREES, detail)
        } else {
            AuditCheck::passed(STATERIGHT_AGREES, format!("both count {theirs} states"))
        }
    }
}

/// Whether two states are the same, whichever way they are held.
fn same<S: Space>(state: &S::State, other: &S::OwnedState) -> bool {
    *state == *other.borrow()
}
