//! The checks that walk along every step.

use super::{
    ACTIONS_OCCUR, AuditCheck, FAIR_CLASSES_OCCUR, FINGERPRINTS_DIFFER, SUCCESSORS_AGREE, Seen,
    same,
};
use crate::property::Demand;
use crate::space::{Row, Space, Visit};
use serde_json::Value;
use std::borrow::Borrow;
use std::collections::HashSet;

/// What a walk along the steps of a space has seen so far.
struct Walk<Step> {
    /// Beginnings of labels that no step has had yet.
    words: Vec<String>,
    /// Classes of steps that no step has had yet.
    classes: Vec<&'static str>,
    named: HashSet<Step>,
    inspected: usize,
    compared: usize,
    collision: Option<String>,
    disagreement: Option<String>,
}

/// Takes down what an expansion hands over.
struct Transcript<R> {
    fingerprints: Vec<u64>,
    row: R,
}

impl<R> Visit<R> for Transcript<R> {
    fn successor(&mut self, fingerprint: u64, build: impl FnOnce(&mut R) -> bool) {
        if build(&mut self.row) {
            self.fingerprints.push(fingerprint);
        }
    }
}

impl<S: Space> Seen<'_, S> {
    /// All steps are looked at until every word is seen; those of at most about `inspected` states are
    /// also compared.
    pub(super) fn steps(&self, inspected: usize) -> [AuditCheck; 4] {
        let (space, fairness) = (self.space(), &self.subject.fairness);
        let words = space.vocabulary();
        let word_count = words.len();
        let mut walk = Walk {
            words,
            classes: fairness.iter().map(|(class, _)| *class).collect(),
            named: HashSet::new(),
            inspected: 0,
            compared: 0,
            collision: None,
            disagreement: None,
        };
        let stride = self.count().div_ceil(inspected).max(1);
        let mut scratch = space.scratch();
        for number in 0..self.count() {
            let sampled = number % stride == 0;
            if !sampled && walk.words.is_empty() && walk.classes.is_empty() {
                continue;
            }
            let steps = space.steps(self.state(number));
            for (step, _) in &steps {
                walk.name(space, step);
            }
            if sampled {
                walk.inspected += 1;
                walk.compare(self, number, &steps, &mut scratch);
            }
        }
        [
            self.actions_occur(&walk, word_count),
            self.fair_classes_occur(&walk),
            self.fingerprints_differ(&walk),
            self.successors_agree(&walk),
        ]
    }

    fn actions_occur(&self, walk: &Walk<S::Step>, words: usize) -> AuditCheck {
        if words == 0 {
            return AuditCheck::not_applicable(ACTIONS_OCCUR, "the model lists no kinds of steps");
        }
        if walk.words.is_empty() {
            return AuditCheck::passed(ACTIONS_OCCUR, format!("all {words} kinds of steps occur"));
        }
        let missing: Vec<_> = walk
            .words
            .iter()
            .map(|w| format!("`{}`", w.trim_end()))
            .collect();
        let detail = format!("no step begins with {}", missing.join(" or "));
        self.absent(ACTIONS_OCCUR, detail)
    }

    fn fair_classes_occur(&self, walk: &Walk<S::Step>) -> AuditCheck {
        let classes = &self.subject.fairness;
        if classes.is_empty() {
            return AuditCheck::not_applicable(
                FAIR_CLASSES_OCCUR,
                "the property needs no fairness",
            );
        }
        if walk.classes.is_empty() {
            let detail = format!("all {} fair classes of steps occur", classes.len());
            return AuditCheck::passed(FAIR_CLASSES_OCCUR, detail);
        }
        let detail = format!("no step is of class `{}`", walk.classes.join("` or `"));
        self.absent(FAIR_CLASSES_OCCUR, detail)
    }

    fn fingerprints_differ(&self, walk: &Walk<S::Step>) -> AuditCheck {
        match &walk.collision {
            Some(collision) => AuditCheck::failed(FINGERPRINTS_DIFFER, collision),
            None => self.nothing_wrong(
                FINGERPRINTS_DIFFER,
                format!(
                    "{} pairs of states with equal fingerprints were equal",
                    walk.compared
                ),
            ),
        }
    }

    fn successors_agree(&self, walk: &Walk<S::Step>) -> AuditCheck {
        match &walk.disagreement {
            Some(disagreement) => AuditCheck::failed(SUCCESSORS_AGREE, disagreement),
            None => self.nothing_wrong(
                SUCCESSORS_AGREE,
                format!("the successors of {} states were compared", walk.inspected),
            ),
        }
    }
}

impl<Step: Clone + Eq + std::hash::Hash> Walk<Step> {
    /// Crosses off what this step is called.
    fn name<S: Space<Step = Step>>(&mut self, space: &S, step: &Step) {
        if self.words.is_empty() && self.classes.is_empty() || self.named.contains(step) {
            return;
        }
        self.named.insert(step.clone());
        let label = space.label(step);
        self.words.retain(|word| !label.starts_with(word));
        if !self.classes.is_empty() {
            let (class, _) = space.action(step);
            self.classes.retain(|wanted| *wanted != class);
        }
    }

    /// Compares the successors of a state with what the search knows of them.
    fn compare<S: Space<Step = Step>>(
        &mut self,
        seen: &Seen<S>,
        number: usize,
        steps: &[(Step, S::OwnedState)],
        scratch: &mut S::Scratch,
    ) {
        let space = seen.space();
        let state = seen.state(number);
        let mut handed = Transcript::<S::Row> {
            fingerprints: Vec::new(),
            row: S::Row::default(),
        };
        if matches!(seen.subject.property.demand, Demand::EveryStep(_)) {
            let mut shown = Vec::new();
            space.expand_with_steps(state, scratch, &mut handed, &mut |step, next| {
                shown.push((step.clone(), next.to_owned()));
            });
            if shown != steps {
                self.disagreement.get_or_insert_with(|| {
                    let [fast, slow] = [shown.len(), steps.len()];
                    format!("a state has {slow} steps, but the search is shown {fast}, or others")
                });
            }
        } else {
            space.expand(state, scratch, &mut handed);
        }
        if handed.fingerprints.len() != steps.len() {
            let [fast, slow] = [handed.fingerprints.len(), steps.len()];
            self.disagreement.get_or_insert_with(|| {
                format!("a state has {slow} steps, but the search is handed {fast} successors")
            });
        }
        for (index, (step, next)) in steps.iter().enumerate() {
            let fingerprint = space.fingerprint(next.borrow());
            let same_as_handed = index >= handed.fingerprints.len()
                || handed.fingerprints[index] == fingerprint
                    && same::<S>(handed.row.get(index), next);
            if !same_as_handed {
                self.disagreement.get_or_insert_with(|| {
                    let label = space.label(step);
                    format!("`{label}` leads the search to another state, or another fingerprint")
                });
            }
            let Some(known) = seen.explored.table.number(fingerprint) else {
                if !seen.is_partial() {
                    self.disagreement.get_or_insert_with(|| {
                        format!(
                            "`{}` leads to a state unknown to the search",
                            space.label(step)
                        )
                    });
                }
                continue;
            };
            self.compared += 1;
            let known = seen.state(known as usize);
            if !same::<S>(known, next) {
                self.collision.get_or_insert_with(|| {
                    let [one, other] =
                        [known, next.borrow()].map(|state| Value::Object(space.show(state)));
                    format!("{one} and {other} have the same fingerprint {fingerprint:#018x}")
                });
            }
        }
    }
}
