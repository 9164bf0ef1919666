//! What an algorithm may rely on: channels, order, time, crashes, returns, detector.
//!
//! [`Assumptions`] is plain data; the names in [`NAMES`] are what `--without` and `--with` take on
//! the command line. To *drop* an assumption is to let the world do, a bounded number of times, what
//! the assumption forbids.

use std::fmt;
use verdict_checker::catalog::Assumption;

/// How many times something bad may happen. Small by nature: budgets are part of every state.
pub type Budget = u8;

/// Whether messages of one channel may overtake each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// In any order.
    Any,
    /// First in, first out, per ordered pair of nodes.
    Fifo,
    /// In any order, except around the messages that mark a place
    /// ([`Resident::is_mark`](super::Resident::is_mark)).
    Marks(Place),
}

/// How a message that marks a place in its channel keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// It neither overtakes nor is overtaken.
    Kept,
    /// No message that was sent later overtakes it; it may overtake earlier ones.
    NotOvertaken,
    /// It overtakes no message that was sent earlier; later ones may overtake it.
    NotOvertaking,
}

impl Order {
    /// Whether the order in which messages were sent is remembered.
    pub(super) fn queues(self) -> bool {
        match self {
            Order::Any => false,
            Order::Fifo | Order::Marks(_) => true,
        }
    }

    /// Whether a message may arrive before one that was sent earlier on the same channel; each may be a mark.
    pub(super) fn may_overtake(self, later_is_mark: bool, earlier_is_mark: bool) -> bool {
        match self {
            Order::Any => true,
            Order::Fifo => false,
            Order::Marks(Place::Kept) => !later_is_mark && !earlier_is_mark,
            Order::Marks(Place::NotOvertaken) => !earlier_is_mark,
            Order::Marks(Place::NotOvertaking) => !later_is_mark,
        }
    }
}

/// When timers fire, and how long messages take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Time {
    /// A timer may fire at any moment; a message may take for ever.
    Asynchronous,
    /// A timer fires only when nothing that could still answer it is in flight or about to be sent
    /// (see [`Resident::could_answer`](super::Resident::could_answer)).
    Synchronous,
    /// Each message takes 1 to `delay` ticks; timers count ticks.
    Ticks {
        /// The longest time a message takes.
        delay: u8,
    },
}

/// Who may crash, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crash {
    /// How many crashes in a run.
    pub budget: Budget,
    /// How many neighbours on the ring may be down at the same time, if that is limited.
    pub consecutive: Option<u8>,
    /// Whether a crash may fall between two sends of one handler, so that only some of its messages leave.
    pub amid_sends: bool,
}

/// What a node remembers when it comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Memory {
    /// Nothing: it starts as on the first day.
    Lost,
    /// Everything: the crash was a pause.
    Kept,
    /// What it saved to stable storage.
    Stable,
}

/// Whether crashed nodes come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Return {
    /// A crash is for ever.
    Never,
    /// Up to `times` returns in a run.
    UpTo {
        /// How many returns.
        times: Budget,
        /// What is remembered.
        memory: Memory,
    },
}

/// Who tells whom about crashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detector {
    /// Nobody.
    None,
    /// Every crash is reported in the end to every node that watches; no live node is ever reported.
    Perfect,
    /// As [`Detector::Perfect`], but up to `mistakes` reports may be about nodes that are up.
    Mistaken {
        /// How many false reports.
        mistakes: Budget,
    },
}

/// The world an algorithm lives in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assumptions {
    /// How many messages may be lost.
    pub losses: Budget,
    /// How many messages may be delivered twice.
    pub duplicates: Budget,
    /// Whether messages overtake each other.
    pub order: Order,
    /// When timers fire.
    pub time: Time,
    /// Who may crash.
    pub crash: Crash,
    /// Whether crashed nodes come back.
    pub returns: Return,
    /// Who is told about crashes.
    pub detector: Detector,
    /// Whether a crash is reported to a node only when every message of the crashed one to it has arrived.
    pub late_reports: bool,
}

impl Default for Assumptions {
    /// The friendliest asynchronous world: nothing is lost, nobody crashes, order is arbitrary.
    fn default() -> Self {
        Assumptions {
            losses: 0,
            duplicates: 0,
            order: Order::Any,
            time: Time::Asynchronous,
            crash: Crash {
                budget: 0,
                consecutive: None,
                amid_sends: false,
            },
            returns: Return::Never,
            detector: Detector::None,
            late_reports: false,
        }
    }
}

/// An assumption that can be named on the command line.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// What is relied on.
    pub meaning: &'static str,
    holds: fn(&Assumptions) -> bool,
    /// Whether the rest of the world leaves it anything to forbid: where nobody crashes, nobody returns.
    matters: fn(&Assumptions) -> bool,
    assume: fn(&mut Assumptions),
    drop: fn(&mut Assumptions),
}

/// Every assumption about the world that has a name.
pub const NAMES: &[Named] = &[
    Named {
        name: "no-loss",
        meaning: "no message is lost (dropped: one may be)",
        holds: |a| a.losses == 0,
        matters: |_| true,
        assume: |a| a.losses = 0,
        drop: |a| a.losses = a.losses.max(1),
    },
    Named {
        name: "no-duplicates",
        meaning: "no message is delivered twice (dropped: one may be)",
        holds: |a| a.duplicates == 0,
        matters: |_| true,
        assume: |a| a.duplicates = 0,
        drop: |a| a.duplicates = a.duplicates.max(1),
    },
    Named {
        name: "fifo",
        meaning: "messages of one channel arrive in the order they were sent",
        holds: |a| a.order == Order::Fifo,
        matters: |_| true,
        assume: |a| a.order = Order::Fifo,
        drop: |a| a.order = Order::Any,
    },
    Named {
        name: "synchrony",
        meaning: "no timer fires while its answer can still arrive (dropped: at any moment)",
        holds: |a| a.time != Time::Asynchronous,
        matters: |_| true,
        assume: |a| {
            if a.time == Time::Asynchronous {
                a.time = Time::Synchronous;
            }
        },
        drop: |a| a.time = Time::Asynchronous,
    },
    Named {
        name: "no-crash",
        meaning: "no node crashes (dropped: one may)",
        holds: |a| a.crash.budget == 0,
        matters: |_| true,
        assume: |a| a.crash.budget = 0,
        drop: |a| a.crash.budget = a.crash.budget.max(1),
    },
    Named {
        name: "at-most-k-in-a-row",
        meaning: "at most k neighbours on the ring are down (dropped: one more)",
        holds: |a| a.crash.consecutive.is_some_and(|k| k < EXTRA),
        matters: |a| a.crash.budget > 0,
        assume: |a| a.crash.consecutive = a.crash.consecutive.map(|k| k & !EXTRA),
        drop: |a| a.crash.consecutive = a.crash.consecutive.map(|k| k | EXTRA),
    },
    Named {
        name: "whole-broadcasts",
        meaning: "a node does not crash between two sends of one handler (dropped: it may)",
        holds: |a| !a.crash.amid_sends,
        matters: |a| a.crash.budget > 0,
        assume: |a| a.crash.amid_sends = false,
        drop: |a| a.crash.amid_sends = true,
    },
    Named {
        name: "crash-stop",
        meaning: "a crash is for ever (dropped: one node may return, its memory lost)",
        holds: |a| a.returns == Return::Never,
        matters: |a| a.crash.budget > 0,
        assume: |a| a.returns = Return::Never,
        drop: |a| {
            if a.returns == Return::Never {
                a.returns = Return::UpTo {
                    times: 1,
                    memory: Memory::Lost,
                };
            }
        },
    },
    Named {
        name: "perfect-detector",
        meaning: "every crash is reported in the end, and no live node ever (dropped: one may be)",
        holds: |a| a.detector == Detector::Perfect,
        matters: |_| true,
        assume: |a| a.detector = Detector::Perfect,
        drop: |a| {
            if a.detector == Detector::Perfect {
                a.detector = Detector::Mistaken { mistakes: 1 };
            }
        },
    },
    Named {
        name: "late-reports",
        meaning: "a crash is reported only after the last message of the crashed node has arrived, as by a \
                  timeout longer than any delay (dropped: at any moment)",
        holds: |a| a.late_reports,
        matters: |a| a.crash.budget > 0,
        assume: |a| a.late_reports = true,
        drop: |a| a.late_reports = false,
    },
];

/// Marks a bound on consecutive crashes that was dropped: one more is allowed than the bound says.
const EXTRA: u8 = 0x80;

impl Crash {
    /// How many neighbours may be down, after dropping the bound if that was asked.
    pub fn longest_run(&self) -> Option<u8> {
        self.consecutive
            .map(|k| (k & !EXTRA) + u8::from(k & EXTRA != 0))
    }
}

/// A name that no assumption has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no assumption `{0}`")]
pub struct UnknownAssumption(pub String);

impl Assumptions {
    fn find(name: &str) -> Result<&'static Named, UnknownAssumption> {
        let found = NAMES.iter().find(|named| named.name == name);
        found.ok_or_else(|| UnknownAssumption(name.to_owned()))
    }

    /// Whether the assumption of this name is in force.
    pub fn holds(&self, name: &str) -> Result<bool, UnknownAssumption> {
        Ok((Self::find(name)?.holds)(self))
    }

    /// Lets the world do once what the assumption forbids.
    pub fn drop_named(&mut self, name: &str) -> Result<(), UnknownAssumption> {
        (Self::find(name)?.drop)(self);
        Ok(())
    }

    /// The same with assumptions dropped, then others added. Names that are not about the world are left
    /// to the model that knows them.
    pub fn changed(mut self, without: &[impl AsRef<str>], with: &[impl AsRef<str>]) -> Self {
        for name in without {
            let _ = self.drop_named(name.as_ref());
        }
        for name in with {
            let _ = self.assume_named(name.as_ref());
        }
        self
    }

    /// Puts the assumption into force.
    pub fn assume_named(&mut self, name: &str) -> Result<(), UnknownAssumption> {
        (Self::find(name)?.assume)(self);
        Ok(())
    }

    /// Whether a crash may leave any part of the messages of one handler.
    pub fn cuts_broadcasts(&self) -> bool {
        self.crash.amid_sends && self.crash.budget > 0
    }

    /// Every assumption that has a name. One that the rest of the world leaves nothing to forbid is not in force.
    pub fn named(&self) -> Vec<Assumption> {
        let all = NAMES.iter().map(|named| Assumption {
            name: named.name,
            meaning: named.meaning,
            in_force: (named.holds)(self) && (named.matters)(self),
        });
        all.collect()
    }
}

impl fmt::Display for Assumptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match (self.losses, self.duplicates) {
            (0, 0) => parts.push("reliable channels".to_owned()),
            (losses, 0) => parts.push(format!("up to {losses} lost")),
            (0, duplicates) => parts.push(format!("up to {duplicates} duplicated")),
            (losses, twice) => parts.push(format!("up to {losses} lost, {twice} duplicated")),
        }
        parts.push(match self.order {
            Order::Any => "any order".into(),
            Order::Fifo => "FIFO".into(),
            Order::Marks(Place::Kept) => "any order, but marks keep their place".into(),
            Order::Marks(Place::NotOvertaken) => "any order, but nothing overtakes a mark".into(),
            Order::Marks(Place::NotOvertaking) => "any order, but marks overtake nothing".into(),
        });
        parts.push(match self.time {
            Time::Asynchronous => "asynchronous".into(),
            Time::Synchronous => "synchronous".into(),
            Time::Ticks { delay } => format!("messages take 1..{delay} ticks"),
        });
        parts.push(match (self.crash.budget, self.crash.longest_run()) {
            (0, _) => "no crash".into(),
            (1, None) => "up to 1 crash".into(),
            (crashes, None) => format!("up to {crashes} crashes"),
            (crashes, Some(run)) => {
                format!("up to {crashes} crashes, at most {run} in a row")
            }
        });
        if self.cuts_broadcasts() {
            parts.push("crashes between two sends".into());
        }
        if let Return::UpTo { times, memory } = self.returns {
            let memory = match memory {
                Memory::Lost => "memory lost",
                Memory::Kept => "memory kept",
                Memory::Stable => "stable storage kept",
            };
            parts.push(format!("up to {times} return, {memory}"));
        }
        parts.push(match self.detector {
            Detector::None => "no detector".into(),
            Detector::Perfect => "perfect detector".into(),
            Detector::Mistaken { mistakes } => format!("detector mistaken up to {mistakes} times"),
        });
        if self.late_reports {
            parts.push("late reports".into());
        }
        f.write_str(&parts.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A world in which every assumption that can be in force is.
    fn strictest() -> Assumptions {
        let mut all = Assumptions::default();
        all.crash.consecutive = Some(1);
        for named in NAMES {
            all.assume_named(named.name).unwrap();
        }
        all
    }

    #[test]
    fn dropping_an_assumption_takes_it_and_only_it_out_of_force() {
        for named in NAMES {
            let mut world = strictest();
            assert_eq!(world.holds(named.name), Ok(true), "{}", named.name);
            world.drop_named(named.name).unwrap();
            let missing: Vec<_> = NAMES.iter().filter(|n| !(n.holds)(&world)).collect();
            assert_eq!(missing.len(), 1, "{} drops {missing:?}", named.name);
            assert_eq!(missing[0].name, named.name);
            world.assume_named(named.name).unwrap();
            assert_eq!(world, strictest());
        }
    }

    #[test]
    fn dropping_the_bound_on_a_row_of_crashes_allows_exactly_one_more() {
        let mut world = strictest();
        assert_eq!(world.crash.longest_run(), Some(1));
        world.drop_named("at-most-k-in-a-row").unwrap();
        world.drop_named("at-most-k-in-a-row").unwrap();
        assert_eq!(world.crash.longest_run(), Some(2));
    }

    #[test]
    fn an_unknown_name_is_an_error() {
        let unknown = UnknownAssumption("luck".into());
        assert_eq!(Assumptions::default().holds("luck"), Err(unknown));
    }
}
