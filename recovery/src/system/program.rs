//! Pipelines as people write them: a list of tasks, each a list of operations in words.
//!
//! ```json
//! { "tasks": [["write ST1 D1 x2"], ["read ST1", "write ST2 D2"]], "capacity": 4 }
//! ```
//!
//! `x2` repeats an operation. Without a capacity the streams hold as much as the pipeline needs, and at least
//! [`USUAL_CAPACITY`].

use super::brief::brief;
use crate::pipeline::{Op, Pipeline, PipelineError, StreamId};
use serde::{Deserialize, Serialize};

/// What a stream holds if nobody says so.
pub const USUAL_CAPACITY: u16 = 8;

/// A pipeline as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// The operations of each task; the first task is T1.
    pub tasks: Vec<Vec<String>>,
    /// How many data a stream holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u16>,
}

/// Why a text is no pipeline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// It is not JSON of this form.
    #[error(
        "{0}; expected a pipeline such as {{\"tasks\": [[\"write ST1 D1 x2\"], [\"read ST1\", \"write ST2 D2\"]]}}"
    )]
    Json(String),
    /// An operation is none.
    #[error(
        "{field}: `{found}` is no operation; expected `read ST1`, `write ST1 D1`, or such with `x300` at the end"
    )]
    Op {
        /// Such as `tasks[1][0]`.
        field: String,
        /// What is there.
        found: String,
    },
    /// The operations are no pipeline.
    #[error("{field}: {error}")]
    Pipeline {
        /// `tasks` or `capacity`.
        field: &'static str,
        /// Why not.
        error: PipelineError,
    },
}

impl Program {
    /// Reads a pipeline.
    pub fn parse(text: &str) -> Result<Self, ProgramError> {
        serde_json::from_str(text).map_err(|error| ProgramError::Json(brief(&error.to_string())))
    }

    /// The pipeline as it is written down.
    pub fn of(pipeline: &Pipeline) -> Self {
        let task = |id| {
            let mut ops: Vec<(Op, usize)> = Vec::new();
            for op in pipeline.program(id) {
                match ops.last_mut() {
                    Some((last, times)) if last == op => *times += 1,
                    _ => ops.push((*op, 1)),
                }
            }
            ops.into_iter().map(in_words).collect()
        };
        Program {
            tasks: pipeline.tasks().map(task).collect(),
            capacity: pipeline.capacity(),
        }
    }

    /// The pipeline, if it is one; streams are bounded always.
    pub fn pipeline(&self) -> Result<Pipeline, ProgramError> {
        let mut tasks = Vec::new();
        for (t, words) in self.tasks.iter().enumerate() {
            let mut ops = Vec::new();
            for (o, word) in words.iter().enumerate() {
                let (op, times) = parse_op(word).ok_or_else(|| ProgramError::Op {
                    field: format!("tasks[{t}][{o}]"),
                    found: brief(word),
                })?;
                ops.extend(std::iter::repeat_n(op, times));
                // Too many already; what more there is does not have to be held to be refused.
                if ops.len() > MOST_TIMES {
                    break;
                }
            }
            tasks.push(ops);
        }
        let capacity = self.capacity.unwrap_or_else(|| roomy(&tasks));
        Pipeline::new(tasks, Some(capacity)).map_err(|error| {
            let of_capacity = matches!(
                error,
                PipelineError::NoCapacity | PipelineError::Overflow { .. }
            );
            let field = if of_capacity { "capacity" } else { "tasks" };
            ProgramError::Pipeline { field, error }
        })
    }
}

/// The least capacity that holds what nobody reads.
fn roomy(tasks: &[Vec<Op>]) -> u16 {
    let mut held = std::collections::BTreeMap::new();
    for op in tasks.iter().flatten() {
        let held: &mut i64 = held.entry(op.stream()).or_default();
        *held += if matches!(op, Op::Write(..)) { 1 } else { -1 };
    }
    let most = held.into_values().max().unwrap_or(0);
    u16::try_from(most.max(USUAL_CAPACITY.into())).unwrap_or(u16::MAX)
}

fn in_words((op, times): (Op, usize)) -> String {
    let op = match op {
        Op::Read(stream) => format!("read {stream}"),
        Op::Write(stream, name) => format!("write {stream} D{name}"),
    };
    match times {
        1 => op,
        times => format!("{op} x{times}"),
    }
}

/// The most that one word may repeat: as many operations as a task may have.
const MOST_TIMES: usize = 10_000;

fn parse_op(text: &str) -> Option<(Op, usize)> {
    let mut words: Vec<_> = text.split_whitespace().collect();
    let repeated = words.last().and_then(|word| word.strip_prefix('x'));
    let times = match repeated {
        Some(times) => {
            words.pop();
            times
                .parse()
                .ok()
                .filter(|n| (1..=MOST_TIMES).contains(n))?
        }
        None => 1,
    };
    let stream = |word: &str| word.strip_prefix("ST")?.parse().ok().map(StreamId);
    let op = match words[..] {
        ["read", s] => Op::Read(stream(s)?),
        ["write", s, d] => Op::Write(stream(s)?, d.strip_prefix('D')?.parse().ok()?),
        _ => return None,
    };
    Some((op, times))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipeline_is_read_as_it_is_written() {
        let text =
            r#"{"tasks": [["write ST1 D1 x2"], ["read ST1", "write ST2 D2"]], "capacity": 4}"#;
        let program = Program::parse(text).expect("a pipeline");
        let pipeline = program.pipeline().expect("a pipeline");
        assert_eq!(Program::of(&pipeline), program);
        assert_eq!(pipeline.tasks().count(), 2);
        assert_eq!(pipeline.capacity(), Some(4));
    }

    #[test]
    fn without_a_capacity_there_is_room_for_what_nobody_reads() {
        let capacity = |text: &str| Program::parse(text).unwrap().pipeline().unwrap().capacity();
        assert_eq!(capacity(r#"{"tasks": [["write ST1 D1"]]}"#), Some(8));
        assert_eq!(
            capacity(r#"{"tasks": [["write ST1 D1 x20"], ["read ST1"]]}"#),
            Some(19)
        );
    }

    #[test]
    fn what_is_wrong_is_named_by_its_field() {
        let said = |text: &str| {
            let read = Program::parse(text).and_then(|program| program.pipeline());
            read.expect_err(text).to_string()
        };
        for (text, words) in [
            ("", "expected a pipeline such as"),
            ("{}", "missing field `tasks`"),
            (r#"{"tasks": [], "speed": 1}"#, "unknown field `speed`"),
            (
                r#"{"tasks": [["read"]]}"#,
                "tasks[0][0]: `read` is no operation; expected `read ST1`",
            ),
            (
                r#"{"tasks": [["write ST1 D1", "read ST1 x0"]]}"#,
                "tasks[0][1]",
            ),
            (r#"{"tasks": [["write ST1 D1 x99999"]]}"#, "tasks[0][0]"),
            (r#"{"tasks": [["write ST0 D1"]]}"#, "tasks: T1, operation 1"),
            (r#"{"tasks": [["read ST1"]]}"#, "tasks: ST1 dangles"),
            (
                r#"{"tasks": [["read ST1", "write ST1 D1"]]}"#,
                "tasks: there is a cycle among T1",
            ),
            (
                r#"{"tasks": [["write ST1 D1 x2"]], "capacity": 1}"#,
                "capacity: ST1 holds 1 data",
            ),
            (
                r#"{"tasks": [["write ST1 D1"]], "capacity": 0}"#,
                "capacity: a stream that holds no datum",
            ),
        ] {
            assert!(said(text).contains(words), "{text}: {}", said(text));
        }
    }
}
