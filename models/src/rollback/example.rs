//! Section 6.2: the worked example, step by step, beside what the text says of Figures 6.8 to 6.16.
//!
//! The drawings are not in the extracted text; what is compared is what the text says of them. "T2 reads D1 from ST2" is
//! read as from ST1. W1 fails after its second D1 was compared, before it hears so.

use super::chapter_6::{Planted, with_faults};
use super::pipeline::examples;
use super::properties::Scene;
use super::registers::WorkerId;
use super::{Mechanism, System};
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;
use verdict_checker::space::{Row, Space};

/// The example, read by what Figure 6.10 shows in the Log Buffer of W2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure610 {
    /// "The garbage collection mechanism is not called yet": all registers of T2.
    AsPrinted,
    /// As in section 6.1.4 and in Figure 6.14: storing END makes the others useless.
    Collected,
}

/// A run under way.
struct Stage {
    system: System,
    state: Vec<u32>,
    /// The first step that could not be taken.
    stuck: Option<String>,
}

impl Stage {
    fn new(system: System) -> Self {
        let state = system.initial().get(0).to_vec();
        Stage {
            system,
            state,
            stuck: None,
        }
    }

    /// Takes steps, each named by how its label begins.
    fn take(&mut self, beginnings: &[&str]) {
        for beginning in beginnings {
            let steps = self.system.steps(&self.state).into_iter();
            let mut fits = steps.filter(|(step, _)| self.system.label(step).starts_with(beginning));
            match fits.next() {
                Some((_, next)) => self.state = next,
                None => {
                    self.stuck.get_or_insert_with(|| (*beginning).to_owned());
                }
            }
        }
    }

    /// A write that is copied and compared; what the leader says of it is still in the mail.
    fn written(&mut self, datum: &str) {
        let begins = |what: &str| format!("{what} {datum}");
        let steps = [
            "write",
            "deliver push",
            "deliver pushed",
            "deliver copy",
            "deliver compare",
            "deliver compared",
        ];
        for step in steps {
            self.take(&[&begins(step)]);
        }
    }

    fn read(&mut self, stream: &str, datum: &str) {
        self.take(&[
            &format!("read {stream} "),
            &format!("deliver peek {stream}"),
        ]);
        for step in ["deliver head", "deliver remove", "deliver removed"] {
            self.take(&[&format!("{step} {datum}")]);
        }
    }

    fn scene(&self) -> Scene<'_> {
        Scene::of(&self.system, &self.state)
    }

    fn log(&self, worker: u8) -> Vec<String> {
        let log = self.scene().log(WorkerId(worker)).to_vec();
        let registers = log.iter().filter(|register| register.task().is_some());
        registers.map(ToString::to_string).collect()
    }

    fn leader(&self) -> Vec<String> {
        let records = self.scene().records().to_vec();
        let registers = records.iter().filter(|record| record.task().is_some());
        registers.map(ToString::to_string).collect()
    }

    /// What can still be read in each stream.
    fn streams(&self) -> Vec<String> {
        let scene = self.scene();
        let there = scene
            .streams()
            .slots
            .iter()
            .enumerate()
            .flat_map(|(number, slots)| {
                let kept = slots.iter().filter(|slot| !slot.removed);
                kept.map(move |slot| format!("D{} in ST{}", slot.datum.name, number + 1))
            });
        there.collect()
    }

    /// Compares with a figure: Log Buffers of W1 and W2, the leader's storage, the streams.
    fn figure(&self, figure: &str, claimed: [&[&str]; 4]) -> Instance {
        let found = [self.log(1), self.log(2), self.leader(), self.streams()];
        let names = ["LB of W1", "LB of W2", "storage of the leader", "streams"];
        let mut instance = Instance::new(figure);
        let mut differs = Vec::new();
        for ((name, found), claimed) in names.into_iter().zip(&found).zip(claimed) {
            instance = instance.with(name, found.join("; "));
            if !found.iter().eq(claimed) {
                let shown = |list: String| {
                    if list.is_empty() {
                        "nothing".to_owned()
                    } else {
                        list
                    }
                };
                let (has, says) = (shown(found.join(", ")), shown(claimed.join(", ")));
                differs.push(format!("the {name} has {has}, the thesis {says}"));
            }
        }
        if let Some(step) = &self.stuck {
            differs.push(format!("the step `{step}` cannot be taken"));
        }
        let complaint = format!("{figure}: {}.", differs.join("; "));
        instance.must(differs.is_empty()).or_say(complaint)
    }
}

impl Model for Figure610 {
    type Mutant = Planted;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Planted>) -> Result<Domain, SetupError> {
        let figure_6_10 = *self;
        let mechanism = Mechanism {
            mutant: mutant.map(|Planted(mutant)| mutant),
            ..Mechanism::new(examples::section_6_2(), 2)
        };
        let setting = "section 6.2, Figures 6.8 to 6.16";
        Ok(Domain::in_order(setting, move || {
            let system = with_faults(mechanism.clone(), 1);
            play(Stage::new(system), figure_6_10)
        }))
    }
}

fn play(mut stage: Stage, figure_6_10: Figure610) -> Vec<Instance> {
    let stage = &mut stage;
    let mut figures = Vec::new();
    figures.push(stage.figure("Fig. 6.8", [&[], &[], &[], &[]]));

    stage.take(&["assign T1 to W1", "deliver task T1 "]);
    stage.written("D1#1");
    stage.written("D1#2");
    stage.take(&["assign T2 to W2", "deliver task T2 "]);
    stage.read("ST1", "D1#1");
    stage.take(&["crash W1"]);
    let written = [
        "START(T1)",
        "WRITE(D1#1 of T1 in ST1)",
        "WRITE(D1#2 of T1 in ST1)",
    ];
    let of_t1 = [
        "SENT(W1, T1)",
        "STREAM(D1#1 of T1 in ST1, compared)",
        "STREAM(D1#2 of T1 in ST1, compared)",
    ];
    let [sent, first, second] = of_t1;
    figures.push(stage.figure(
        "Fig. 6.9",
        [
            &written,
            &["START(T2)", "READ(T2, D1#1 of T1 in ST1, 1)"],
            &[sent, first, second, "SENT(W2, T2)"],
            &["D1 in ST1"],
        ],
    ));

    stage.take(&["return W1"]);
    stage.written("D3");
    stage.take(&["deliver written D3", "end T2 "]);
    let d3 = "STREAM(D3=4#1 of T2 in ST2, compared)";
    let log_of_w2: &[&str] = match figure_6_10 {
        Figure610::AsPrinted => &[
            "START(T2)",
            "READ(T2, D1#1 of T1 in ST1, 1)",
            "WRITE(D3=4#1 of T2 in ST2, confirmed)",
            "END(T2, FALSE)",
        ],
        Figure610::Collected => &["END(T2, FALSE)"],
    };
    figures.push(stage.figure(
        "Fig. 6.10",
        [
            &written,
            log_of_w2,
            &[sent, first, second, "SENT(W2, T2)", d3],
            &["D1 in ST1", "D3 in ST2"],
        ],
    ));

    stage.take(&[
        "give-back T2 ",
        "deliver return T2 ",
        "deliver received T2 ",
    ]);
    let streams: &[&str] = &["D1 in ST1", "D3 in ST2"];
    figures.push(stage.figure("Fig. 6.11", [&written, &[], &of_t1, streams]));

    stage.take(&[
        "write D1#1 ",
        "deliver was-written? D1#1 ",
        "deliver written D1#1 ",
    ]);
    stage.take(&[
        "write D1#2 ",
        "deliver was-written? D1#2 ",
        "deliver written D1#2 ",
    ]);
    let confirmed = [
        "START(T1)",
        "WRITE(D1#1 of T1 in ST1, confirmed)",
        "WRITE(D1#2 of T1 in ST1, confirmed)",
    ];
    figures.push(stage.figure("Fig. 6.12", [&confirmed, &[], &of_t1, streams]));

    stage.written("D2");
    stage.take(&["assign T3 to W2", "deliver task T3 "]);
    let [start, one, two] = confirmed;
    let d2 = "STREAM(D2#1 of T1 in ST2, compared)";
    let streams: &[&str] = &["D1 in ST1", "D3 in ST2", "D2 in ST2"];
    figures.push(stage.figure(
        "Fig. 6.13",
        [
            &[start, one, two, "WRITE(D2#1 of T1 in ST2)"],
            &["START(T3)"],
            &[sent, first, second, d2, "SENT(W2, T3)"],
            streams,
        ],
    ));

    stage.take(&[
        "deliver written D1#1 ",
        "deliver written D1#2 ",
        "deliver written D2#1 ",
        "end T1 ",
    ]);
    stage.read("ST2", "D3");
    let read = "READ(T3, D3=4#1 of T2 in ST2, 1)";
    figures.push(stage.figure(
        "Fig. 6.14",
        [
            &["END(T1, FALSE)"],
            &["START(T3)", read],
            &[sent, first, second, d2, "SENT(W2, T3)"],
            &["D1 in ST1", "D2 in ST2"],
        ],
    ));

    stage.take(&[
        "give-back T1 ",
        "deliver return T1 ",
        "deliver received T1 ",
    ]);
    figures.push(stage.figure(
        "Fig. 6.15",
        [
            &[],
            &["START(T3)", read],
            &["SENT(W2, T3)"],
            &["D1 in ST1", "D2 in ST2"],
        ],
    ));

    stage.read("ST2", "D2");
    stage.written("D4");
    stage.take(&[
        "deliver written D4",
        "end T3 ",
        "give-back T3 ",
        "deliver return T3 ",
        "deliver received T3 ",
    ]);
    figures.push(stage.figure("Fig. 6.16", [&[], &[], &[], &["D1 in ST1", "D4 in ST3"]]));
    figures
}
