//! A counter that climbs to `top` and starts again, with a knob for each way in which a success can be
//! worth nothing.

use serde_json::{Map, Value};
use std::sync::Arc;
use verdict_checker::judge::{FairClasses, Subject};
use verdict_checker::property::Property;
use verdict_checker::space::{self, Space, Visit};
use verdict_checker::trace::{self, Origin};

pub struct Counter {
    pub top: u32,
    /// Climbing ends here without anybody having asked.
    pub boundary: u32,
    pub words: &'static [&'static str],
    pub fingerprint: fn(u32) -> u64,
    /// What the search is handed for each successor; honest if it is the same number.
    pub handed: fn(u32) -> u32,
    /// What a search that asks for steps is shown; honest if it is the same number.
    pub shown: fn(u32) -> u32,
    /// How often each step is listed; honest if once.
    pub repeats: usize,
    /// In which form a count is stored that still has its hundreds, if the space leaves them out.
    pub reduced: Option<fn(u32) -> u32>,
}

impl Counter {
    pub fn honest() -> Self {
        Counter {
            top: 9,
            boundary: u32::MAX,
            words: &["climb to ", "reset"],
            fingerprint: |count| space::fingerprint(&count),
            handed: |count| count,
            shown: |count| count,
            repeats: 1,
            reduced: None,
        }
    }

    fn next(&self, count: u32) -> u32 {
        if count == self.top { 0 } else { count + 1 }
    }

    pub fn with(self, property: Property<Counter>, fairness: FairClasses) -> Subject<Counter> {
        Subject {
            space: Arc::new(self),
            property,
            fairness,
            origin: Origin::default(),
        }
    }

    pub fn safe(self) -> Subject<Counter> {
        self.with(Property::always("small", |_, count| *count < 100), vec![])
    }
}

impl Space for Counter {
    type State = u32;
    type OwnedState = u32;
    type Row = Vec<u32>;
    /// The state that it leads to.
    type Step = u32;
    type Scratch = ();

    fn scratch(&self) {}

    fn initial(&self) -> Vec<u32> {
        vec![0]
    }

    fn fingerprint(&self, count: &u32) -> u64 {
        (self.fingerprint)(*count)
    }

    fn expand(&self, count: &u32, (): &mut (), visit: &mut impl Visit<Vec<u32>>) {
        let next = (self.handed)(self.next(*count));
        visit.successor((self.fingerprint)(next), |row| {
            let within = next < self.boundary;
            if within {
                row.push(next);
            }
            within
        });
    }

    fn expand_with_steps(
        &self,
        count: &u32,
        (): &mut (),
        visit: &mut impl Visit<Vec<u32>>,
        see: &mut dyn FnMut(&u32, &u32),
    ) {
        self.expand(count, &mut (), visit);
        for (step, next) in self.steps(count) {
            see(&step, &(self.shown)(next));
        }
    }

    fn steps(&self, count: &u32) -> Vec<(u32, u32)> {
        let next = self.next(*count);
        let within = if next < self.boundary {
            self.repeats
        } else {
            0
        };
        vec![(next, next); within]
    }

    /// With the hundreds: how often it has been reset, up to twice.
    fn plainly(&self, count: Option<&u32>) -> Option<Vec<u32>> {
        self.reduced?;
        Some(match count {
            None => vec![0],
            Some(count) => {
                let (resets, count) = (count / 100, count % 100);
                let next = self.next(count);
                let resets = if next == 0 {
                    (resets + 1).min(2)
                } else {
                    resets
                };
                vec![100 * resets + next]
            }
        })
    }

    fn reduced(&self, count: &u32) -> u32 {
        self.reduced.map_or(*count, |reduced| reduced(*count))
    }

    fn label(&self, next: &u32) -> String {
        match next {
            0 => "reset".to_owned(),
            _ => format!("climb to {next}"),
        }
    }

    fn describe(&self, _: &u32, next: &u32, _: &u32) -> trace::Step {
        trace::Step {
            label: self.label(next),
            ..trace::Step::default()
        }
    }

    fn lanes(&self) -> Vec<String> {
        Vec::new()
    }

    fn show(&self, count: &u32) -> Map<String, Value> {
        Map::from_iter([("count".to_owned(), (*count).into())])
    }

    fn vocabulary(&self) -> Vec<String> {
        self.words.iter().map(|word| (*word).to_owned()).collect()
    }
}
