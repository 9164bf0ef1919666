//! What is not as it should be: what a report is read for, and what the exit code says.

use super::Report;
use super::place::Place;
use crate::exit::Surprise;
use crate::outcome::Outcome;
use verdict_checker::audit::AuditResult;
use verdict_checker::catalog::Case;
use verdict_checker::command::name;
use verdict_checker::ledger::{Finding, FindingKind};
use verdict_checker::sources::ContentHash;
use verdict_checker::trace::Trace;
use verdict_checker::verdict::Verdict;

/// One of them.
pub struct Problem<'a> {
    /// Of which kind.
    pub rule: Rule,
    /// `ring/unique-real as-meant N=3 k=1`
    pub name: String,
    /// In a sentence, without its full stop.
    pub told: String,
    /// The command that repeats it, or mends it.
    pub repeat: String,
    /// Where to look.
    pub place: Place,
    /// The run that shows it, and the reading that it is of.
    pub shown: Option<(&'a Trace, &'a Case)>,
    /// The same as long as it is the same problem, whatever else changes.
    pub fingerprint: String,
}

impl Problem<'_> {
    /// The sentence with the command.
    pub fn message(&self) -> String {
        let what = match self.rule {
            Rule::Stale => "Record it anew",
            _ => "Repeat",
        };
        format!("{}. {what}: {}", self.told, self.repeat)
    }
}

/// What kinds there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A safety claim with another verdict than expected.
    Safety,
    /// A liveness claim with another verdict than expected.
    Liveness,
    /// A success that could not have failed.
    Vacuous,
    /// No decision where one was expected.
    Inconclusive,
    /// A record of another version of the model.
    Stale,
}

impl Rule {
    /// All, in the order of their gravity.
    pub const ALL: [Rule; 5] = [
        Rule::Safety,
        Rule::Liveness,
        Rule::Vacuous,
        Rule::Inconclusive,
        Rule::Stale,
    ];

    /// The stable name.
    pub fn id(self) -> &'static str {
        match self {
            Rule::Safety => "unexpected-safety",
            Rule::Liveness => "unexpected-liveness",
            Rule::Vacuous => "vacuous",
            Rule::Inconclusive => "inconclusive",
            Rule::Stale => "stale",
        }
    }

    /// What it is about.
    pub fn meaning(self) -> &'static str {
        match self {
            Rule::Safety => "A safety claim has another verdict than expected.",
            Rule::Liveness => "A liveness claim has another verdict than expected.",
            Rule::Vacuous => "A success could not have failed, so it says nothing.",
            Rule::Inconclusive => "There is no decision where one was expected.",
            Rule::Stale => "The model has changed since the result was recorded.",
        }
    }

    /// Whether it is an error, or else a warning.
    pub fn is_error(self) -> bool {
        match self {
            Rule::Safety | Rule::Liveness | Rule::Vacuous => true,
            Rule::Inconclusive | Rule::Stale => false,
        }
    }

    /// The rule that an outcome breaks.
    pub fn of_outcome(outcome: &Outcome) -> Option<Self> {
        outcome.surprise().map(Rule::of)
    }

    fn of(surprise: Surprise) -> Self {
        match surprise {
            Surprise::Safety => Rule::Safety,
            Surprise::Liveness => Rule::Liveness,
            Surprise::Vacuous => Rule::Vacuous,
            Surprise::Inconclusive => Rule::Inconclusive,
            Surprise::Stale => Rule::Stale,
        }
    }
}

/// All problems, the gravest first, each kind in the order of the catalog.
pub fn all<'a>(report: &Report<'a, '_>) -> Vec<Problem<'a>> {
    let unexpected = report.outcomes.iter().filter_map(|outcome| {
        let rule = Rule::of(outcome.surprise()?);
        Some(unexpected(report, outcome, rule))
    });
    let unchecked = report.unmodelled.iter().map(|claim| Problem {
        rule: Rule::Inconclusive,
        name: claim.id.to_owned(),
        told: format!("{}: unchecked, it has no model yet", claim.id),
        repeat: format!("{} check {}", name(), claim.id),
        place: report.places.of_claim(claim),
        shown: None,
        fingerprint: fingerprint(Rule::Inconclusive, claim.id),
    });
    let stale = report.stale.iter().filter_map(|found| stale(report, found));
    let mut all: Vec<_> = unexpected.chain(unchecked).chain(stale).collect();
    all.sort_by_key(|problem| problem.rule);
    all
}

fn unexpected<'a>(report: &Report<'a, '_>, outcome: &'a Outcome<'_>, rule: Rule) -> Problem<'a> {
    let name = full_name(outcome);
    let repeat = report.repeat(outcome);
    let told = format!("{name}: {}", what_was_found(outcome));
    let trace = outcome.judgement.trace.as_ref();
    Problem {
        rule,
        told,
        repeat,
        place: report.places.of_case(outcome.target.case),
        shown: trace.map(|trace| (trace, outcome.target.case)),
        fingerprint: fingerprint(rule, &name),
        name,
    }
}

fn stale<'a>(report: &Report<'_, '_>, finding: &Finding) -> Option<Problem<'a>> {
    if !matches!(finding.kind, FindingKind::Stale { .. }) {
        return None;
    }
    let key = &finding.key;
    let case = report.catalog.case(&key.claim, &key.variant)?;
    let mut repeat = format!("{} check {} --variant {}", name(), key.claim, key.variant);
    for (name, value) in key.parameters.iter() {
        repeat += &format!(" -p {name}={value}");
    }
    for assumption in &key.dropped {
        repeat += &format!(" --without {assumption}");
    }
    repeat += " --update-ledger";
    Some(Problem {
        rule: Rule::Stale,
        name: key.to_string(),
        told: finding.to_string(),
        repeat,
        place: report.places.of_case(case),
        shown: None,
        fingerprint: fingerprint(Rule::Stale, &key.to_string()),
    })
}

/// The name of a run with everything that was changed about it: no two runs of a check share it.
pub fn full_name(outcome: &Outcome) -> String {
    let setup = &outcome.target.setup;
    let mut name = outcome.target.name();
    for (word, names) in [("without", &setup.without), ("with", &setup.with)] {
        if !names.is_empty() {
            name += &format!(" {word} {}", names.join(" and "));
        }
    }
    if let Some(mutant) = &setup.mutant {
        name += &format!(" mutant {mutant}");
    }
    name
}

/// `refuted in 7 steps, but holds was expected; unique-real is broken: two tokens are real`
pub fn what_was_found(outcome: &Outcome) -> String {
    let judgement = &outcome.judgement;
    let mut words = judgement.verdict.word().to_owned();
    if let Some(trace) = &judgement.trace {
        words += &format!(" in {}", trace.length_in_words());
    }
    if let Some(cut) = &judgement.cut {
        words += &format!(" ({cut})");
    }
    if let (Some(false), Some(expected)) = (outcome.as_expected(), outcome.expected) {
        words += &format!(", but {expected} was expected");
    }
    if !judgement.broken.is_empty() && judgement.verdict != Verdict::Holds {
        words += &format!("; broken: {}", judgement.broken.join(", "));
    }
    if let Some(complaint) = &judgement.complaint {
        words += &format!("; {complaint}");
    }
    if let (AuditResult::Vacuous, Some(audit)) = (outcome.audit_result(), &outcome.audit) {
        let failures = audit.failures();
        let failures: Vec<_> = failures
            .map(|check| format!("{}: {}", check.name, check.detail))
            .collect();
        words += &format!("; vacuous: {}", failures.join("; "));
    }
    words
}

fn fingerprint(rule: Rule, name: &str) -> String {
    let mut hash = ContentHash::new();
    hash.text(rule.id()).text(name);
    hash.finish()
}
