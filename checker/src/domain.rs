//! Claims about a list of instances rather than about runs: numbers, tables, worked examples.
//!
//! A [`Domain`] is a space in which every step looks at one instance. A claim about all of them is
//! then an invariant like any other: it holds if every instance was looked at and is right, and is refuted
//! by a run that ends at one that is not. Searches, traces, replay, mutants and the ledger need not know the
//! difference.
//!
//! ```
//! use verdict_checker::domain::{Domain, Instance};
//! use verdict_checker::search::Limits;
//! use verdict_checker::verdict::Verdict;
//!
//! let squares = Domain::new("n = 0 to 9", || {
//!     let of = |n: u64| {
//!         let odd: u64 = (0..n).map(|i| 2 * i + 1).sum();
//!         Instance::new(format!("n = {n}"))
//!             .with("square", n * n)
//!             .with("sum of odd numbers", odd)
//!             .must(n * n == odd)
//!     };
//!     (0..10).map(of).collect()
//! });
//! let judgement = squares.subject(Default::default()).judge(Limits::default(), &|_| {});
//! assert_eq!(judgement.verdict, Verdict::Holds);
//! assert_eq!(judgement.counts.distinct, 11, "ten instances and the start");
//! ```

use crate::judge::Subject;
use crate::property::Property;
use crate::space::{Space, Visit, fingerprint, first_word};
use crate::subject::AnySubject;
use crate::trace::{self, Origin};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

/// One instance of a claim.
#[derive(Clone, Debug)]
pub struct Instance {
    label: String,
    fields: Map<String, Value>,
    right: bool,
    /// It was too large to be looked at.
    left_out: bool,
    complaint: Option<String>,
}

impl Instance {
    /// An instance, named by what tells it from the others.
    pub fn new(label: impl Into<String>) -> Self {
        Instance {
            label: label.into(),
            fields: Map::new(),
            right: true,
            left_out: false,
            complaint: None,
        }
    }

    /// An instance that was too large to be worked out: it lies beyond the boundary of the space, and a claim with one is at most
    /// bounded.
    pub fn left_out(label: impl Into<String>) -> Self {
        Instance {
            left_out: true,
            ..Instance::new(label)
        }
    }

    /// Something to know about it: what is claimed, what was found, by which way. Numbers are whole; a
    /// fraction is given as text, because traces have no other form for it.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// What must be true of it, beside what was asked before.
    pub fn must(mut self, right: bool) -> Self {
        self.right &= right;
        self
    }

    /// What to say if it is not right, instead of a list of what is known about it.
    pub fn or_say(mut self, complaint: impl Into<String>) -> Self {
        self.complaint = Some(complaint.into());
        self
    }

    /// Whether it is right.
    pub fn is_right(&self) -> bool {
        self.right
    }

    fn complaint(&self) -> String {
        if let Some(complaint) = &self.complaint {
            return complaint.clone();
        }
        let known: Vec<_> = self
            .fields
            .iter()
            .map(|(name, value)| match value {
                Value::String(text) => format!("{name} = {text}"),
                other => format!("{name} = {other}"),
            })
            .collect();
        format!("At {}: {}.", self.label, known.join(", "))
    }
}

/// How one comes from instance to instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    /// From the start to each.
    Each,
    /// From each to the next.
    InOrder,
}

/// The instances of a claim, as a space.
pub struct Domain {
    setting: String,
    path: Path,
    list: Box<dyn Fn() -> Vec<Instance> + Send + Sync>,
    listed: OnceLock<Vec<Instance>>,
}

impl Domain {
    /// Instances that have nothing to do with each other; a counterexample is one step long. The list is made
    /// when it is first looked at.
    pub fn new(
        setting: impl Into<String>,
        list: impl Fn() -> Vec<Instance> + Send + Sync + 'static,
    ) -> Self {
        Domain {
            setting: setting.into(),
            path: Path::Each,
            list: Box::new(list),
            listed: OnceLock::new(),
        }
    }

    /// Instances that follow from each other, such as the rows of a table or the steps of a worked example; a
    /// counterexample leads through all that come before it.
    pub fn in_order(
        setting: impl Into<String>,
        list: impl Fn() -> Vec<Instance> + Send + Sync + 'static,
    ) -> Self {
        Domain {
            path: Path::InOrder,
            ..Domain::new(setting, list)
        }
    }

    /// The claim that every instance is right, ready to be judged.
    pub fn subject(self, origin: Origin) -> Box<dyn AnySubject> {
        let property = every_instance_is_right();
        Box::new(Subject {
            origin: Origin {
                property: property.name.to_owned(),
                ..origin
            },
            space: Arc::new(self),
            property,
            fairness: Vec::new(),
        })
    }

    fn instances(&self) -> &[Instance] {
        self.listed.get_or_init(|| {
            let instances = (self.list)();
            let mut labels = HashSet::new();
            for Instance { label, .. } in &instances {
                assert!(labels.insert(label), "two instances are called {label:?}");
            }
            instances
        })
    }

    /// The instance of a state; none at the start, which is 0.
    fn instance(&self, state: u32) -> Option<&Instance> {
        self.instances().get((state as usize).checked_sub(1)?)
    }

    fn is_within(&self, state: u32) -> bool {
        self.instance(state)
            .is_none_or(|instance| !instance.left_out)
    }

    fn next(&self, state: u32) -> std::ops::Range<u32> {
        let all = 1..self.instances().len() as u32 + 1;
        match self.path {
            Path::Each if state == 0 => all,
            Path::InOrder if state + 1 < all.end => state + 1..state + 2,
            _ => 0..0,
        }
    }
}

/// What is asked of the instances of a claim: that each is what it must be.
pub fn every_instance_is_right() -> Property<Domain> {
    let right = |domain: &Domain, state: &u32| {
        let instance = domain.instance(*state);
        instance.is_none_or(Instance::is_right)
    };
    Property::always("every instance is right", right)
        .when(|domain, state| domain.instance(*state).is_some())
        .complain(|domain, state| {
            let instance = domain.instance(*state);
            instance.map(Instance::complaint).unwrap_or_default()
        })
}

impl Space for Domain {
    type State = u32;
    type OwnedState = u32;
    type Row = Vec<u32>;
    /// Which instance is looked at.
    type Step = u32;
    type Scratch = ();

    fn scratch(&self) {}

    fn initial(&self) -> Vec<u32> {
        vec![0]
    }

    fn fingerprint(&self, state: &u32) -> u64 {
        fingerprint(state)
    }

    fn expand(&self, state: &u32, (): &mut (), visit: &mut impl Visit<Vec<u32>>) {
        for next in self.next(*state) {
            let within = self.is_within(next);
            visit.successor(fingerprint(&next), |row| {
                if within {
                    row.push(next);
                }
                within
            });
        }
    }

    fn steps(&self, state: &u32) -> Vec<(u32, u32)> {
        let within = self.next(*state).filter(|next| self.is_within(*next));
        within.map(|next| (next, next)).collect()
    }

    fn label(&self, step: &u32) -> String {
        let instance = self.instance(*step).expect("a step leads to an instance");
        format!("look at {}", instance.label)
    }

    fn describe(&self, _: &u32, step: &u32, _: &u32) -> trace::Step {
        let label = self.label(step);
        trace::Step {
            kind: first_word(&label),
            label,
            at: None,
            from: None,
            message: None,
            sent: Vec::new(),
        }
    }

    fn lanes(&self) -> Vec<String> {
        Vec::new()
    }

    fn show(&self, state: &u32) -> Map<String, Value> {
        let instance = self.instance(*state);
        let label = instance.map(|i| i.label.clone()).unwrap_or_default();
        let fields = instance.map(|i| i.fields.clone()).unwrap_or_default();
        Map::from_iter([
            ("instance".to_owned(), label.into()),
            ("known".to_owned(), fields.into()),
        ])
    }

    fn setting(&self) -> String {
        self.setting.clone()
    }

    fn vocabulary(&self) -> Vec<String> {
        vec!["look at ".to_owned()]
    }
}
