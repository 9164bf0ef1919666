//! A trace of the model, replayed on the code.
//!
//! Each step of the trace that is a step of the algorithm is taken by the code: a timeout calls `LeaderElection`, a request
//! that reaches the memory is an access, its answer is looked at. Which access, what was found, what the memory holds
//! afterwards, and the variables of every node that is not inside an election must be as the trace says. Messages
//! between nodes and the passing of time are the world's affair; the code takes no step for them.

use crate::drive::{Drive, Taken};
use crate::engine::Engine;
use crate::plan::{Move, PlanError};
use serde_json::{Map, Value};
use verdict_checker::size;
use verdict_checker::trace::{Step, Trace};
use verdict_election::{Algorithm, BecomeLeader, Line, Node, NodeId, Procedure, Role, Word};

/// The lane of the shared memory.
const MEMORY: &str = "shm";

/// A trace that the code has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The steps of the trace that are steps of the code.
    pub steps: usize,
    /// The accesses among them.
    pub accesses: usize,
    /// The nodes that lead at the end.
    pub leaders: Vec<NodeId>,
}

/// Why the code does not take a trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// There is no code for the algorithm.
    #[error(
        "{claim} {variant} is not a run of the election; on real atomics run the traces of thesis/alg6, thesis/alg7 and \
         thesis/repair"
    )]
    NotTheElection {
        /// The claim of the trace.
        claim: String,
        /// Its reading.
        variant: String,
    },
    /// The code is not wrong on purpose.
    #[error("the trace is one of the mutant {0}; the code has no mutants")]
    Mutant(String),
    /// A state lacks a value.
    #[error("state {state} has no `{variable}` that an election could have")]
    NoValue {
        /// The number of the state, counted from 0.
        state: usize,
        /// Such as `n1.lid`.
        variable: String,
    },
    /// The code cannot take the step.
    #[error("step {step} (`{label}`): {error}")]
    Plan {
        /// The number of the step, counted from 1.
        step: usize,
        /// The step.
        label: String,
        /// Why not.
        error: PlanError,
    },
    /// The code does something else.
    #[error(
        "after step {step} (`{label}`) the code has {what} = {code}, but the trace says {trace}"
    )]
    Differs {
        /// The number of the step, counted from 1.
        step: usize,
        /// The step.
        label: String,
        /// What differs.
        what: String,
        /// What it is in the code.
        code: String,
        /// What it is in the trace.
        trace: String,
    },
}

/// The procedure that a trace is about.
fn procedure(trace: &Trace) -> Result<Procedure, ReplayError> {
    let origin = &trace.origin;
    if let Some(mutant) = &origin.mutant {
        return Err(ReplayError::Mutant(mutant.clone()));
    }
    let wraps = origin.size.value("w").and_then(|bits| match bits {
        size::Value::Number(bits) => Some(*bits as u8),
        size::Value::Word(_) => None,
    });
    let within =
        |claims: &str| origin.claim == claims || origin.claim.starts_with(&format!("{claims}/"));
    let algorithm = [
        ("thesis/alg6", Algorithm::Six),
        ("thesis/alg7", Algorithm::Seven),
        ("thesis/repair", Algorithm::OneWord { wraps }),
    ];
    let found = algorithm.into_iter().find(|(claims, _)| within(claims));
    let shared = trace.lanes.last().is_some_and(|lane| lane == MEMORY);
    let Some((_, algorithm)) = found.filter(|_| shared) else {
        return Err(ReplayError::NotTheElection {
            claim: origin.claim.clone(),
            variant: origin.variant.clone(),
        });
    };
    let become_leader = if origin.variant.ends_with("as-printed") {
        BecomeLeader::ChangesRole
    } else {
        BecomeLeader::SetsLeader
    };
    Ok(Procedure {
        algorithm,
        become_leader,
    })
}

/// Takes the code through a trace, on this engine.
pub fn replay<E: Engine>(trace: &Trace) -> Result<Replayed, ReplayError> {
    let trace = trace.clone();
    E::host(move || Replay::<E>::new(&trace)?.run())
}

struct Replay<'a, E: Engine> {
    trace: &'a Trace,
    drive: Drive<E>,
    done: Replayed,
}

impl<'a, E: Engine> Replay<'a, E> {
    fn new(trace: &'a Trace) -> Result<Self, ReplayError> {
        let procedure = procedure(trace)?;
        let nodes = &trace.lanes[..trace.lanes.len() - 1];
        let nodes: Vec<_> = nodes
            .iter()
            .map(|lane| variables(trace, 0, lane))
            .collect::<Result<_, _>>()?;
        Ok(Replay {
            trace,
            drive: Drive::new(procedure, word(trace, 0)?, &nodes),
            done: Replayed {
                steps: 0,
                accesses: 0,
                leaders: Vec::new(),
            },
        })
    }

    fn run(mut self) -> Result<Replayed, ReplayError> {
        for (index, step) in self.trace.steps.iter().enumerate() {
            self.take(index + 1, step)?;
            self.compare(index + 1, step)?;
        }
        self.done.leaders = self.drive.leaders();
        Ok(self.done)
    }

    fn take(&mut self, number: usize, step: &Step) -> Result<(), ReplayError> {
        let lane = |lane: &Option<String>| lane.as_deref().and_then(node_of);
        let message = step.message.as_deref().map(told);
        match (step.kind.as_str(), lane(&step.at)) {
            ("crash", Some(node)) => self.make(number, step, Move::Crash(node)).map(drop)?,
            ("return", Some(node)) => self.make(number, step, Move::Return(node)).map(drop)?,
            ("deliver", None) if step.at.as_deref() == Some(MEMORY) => {
                let (access, life) = message.unwrap_or_default();
                let from = lane(&step.from).unwrap_or(NodeId::NOBODY);
                self.access(number, step, from, access, life)?;
            }
            ("deliver", Some(node)) if step.from.as_deref() == Some(MEMORY) => {
                let (_, life) = message.unwrap_or_default();
                // Otherwise it was meant for an earlier life of this node.
                if self.drive.nodes().any(|up| (up.0, up.2) == (node, life)) {
                    self.make(number, step, Move::Step(node))?;
                }
            }
            _ => {}
        }
        self.request(number, step)
    }

    fn make(&mut self, number: usize, step: &Step, next: Move) -> Result<Taken, ReplayError> {
        self.done.steps += 1;
        self.drive
            .make(next)
            .map_err(|error| refused(number, step, error))
    }

    /// A request takes effect: the access, and its answer.
    fn access(
        &mut self,
        number: usize,
        step: &Step,
        from: NodeId,
        access: &str,
        life: usize,
    ) -> Result<(), ReplayError> {
        self.done.steps += 1;
        self.done.accesses += 1;
        let taken = self.drive.take_effect(from, life);
        let taken = taken.map_err(|error| refused(number, step, error))?;
        let (code, found) = match taken {
            Some(Taken::Made(access, found)) => (access.to_string(), format!("{access}={found}")),
            _ => ("no access".to_owned(), String::new()),
        };
        same(number, step, "access", code, access)?;
        let answer = step.sent.first().map(|sent| told(&sent.message).0);
        same(number, step, "answer", found, answer.unwrap_or("nothing"))
    }

    /// If a request leaves with this step, its node stands before that access; a node at rest calls `LeaderElection` for it.
    fn request(&mut self, number: usize, step: &Step) -> Result<(), ReplayError> {
        let Some(request) = step.sent.iter().find(|sent| sent.to == MEMORY) else {
            return Ok(());
        };
        let node = step.at.as_deref().and_then(node_of);
        let node = node.unwrap_or(NodeId::NOBODY);
        let at_rest = |up: (NodeId, Option<Node>, usize)| up.0 == node && up.1.is_some();
        if self.drive.nodes().any(at_rest) {
            self.make(number, step, Move::Step(node))?;
        }
        let standing = self.drive.standing(node);
        let code = standing.map_or("nothing".to_owned(), |access| access.to_string());
        same(number, step, "next access", code, told(&request.message).0)
    }

    /// The memory, and every node that is up and at rest, are as the trace says.
    fn compare(&self, number: usize, step: &Step) -> Result<(), ReplayError> {
        let told = word(self.trace, number)?;
        let code = self.drive.memory().to_string();
        same(number, step, "the memory", code, &told.to_string())?;
        for (id, node, _) in self.drive.nodes() {
            let (lane, Some(node)) = (format!("n{id}"), node) else {
                continue;
            };
            let told = variables(self.trace, number, &lane)?;
            let show = |node: Node| format!("{:?} {}.{}", node.role, node.cnt, node.lid);
            same(number, step, &lane, show(node), &show(told))?;
        }
        Ok(())
    }
}

fn refused(number: usize, step: &Step, error: PlanError) -> ReplayError {
    ReplayError::Plan {
        step: number,
        label: step.label.clone(),
        error,
    }
}

fn same(
    number: usize,
    step: &Step,
    what: &str,
    code: String,
    trace: &str,
) -> Result<(), ReplayError> {
    if code == trace {
        return Ok(());
    }
    Err(ReplayError::Differs {
        step: number,
        label: step.label.clone(),
        what: what.to_owned(),
        code,
        trace: trace.to_owned(),
    })
}

/// `n2` is node 2.
fn node_of(lane: &str) -> Option<NodeId> {
    let id = lane.strip_prefix('n')?;
    id.parse().ok().map(NodeId)
}

/// What a message says, and in which life of the node: `read_lid in life 2`.
fn told(message: &str) -> (&str, usize) {
    match message.split_once(" in life ") {
        Some((access, life)) => (access, life.parse().unwrap_or(0)),
        None => (message, 1),
    }
}

fn number(trace: &Trace, state: usize, lane: &str, name: &str) -> Result<i64, ReplayError> {
    let record = trace.states.get(state).and_then(|all| all.get(lane));
    let value = record.and_then(Value::as_object).and_then(|r| r.get(name));
    value.and_then(Value::as_i64).ok_or(ReplayError::NoValue {
        state,
        variable: format!("{lane}.{name}"),
    })
}

fn pair(trace: &Trace, state: usize, lane: &str) -> Result<Word, ReplayError> {
    let cnt = number(trace, state, lane, "cnt")?;
    let lid = number(trace, state, lane, "lid")?;
    let lid = i32::try_from(lid).map_err(|_| ReplayError::NoValue {
        state,
        variable: format!("{lane}.lid"),
    })?;
    let lid = NodeId(lid);
    Ok(Word { cnt, lid })
}

fn word(trace: &Trace, state: usize) -> Result<Word, ReplayError> {
    pair(trace, state, MEMORY)
}

/// The variables of a node in a state of the trace.
fn variables(trace: &Trace, state: usize, lane: &str) -> Result<Node, ReplayError> {
    let Word { cnt, lid } = pair(trace, state, lane)?;
    let record = trace.states[state].get(lane).and_then(Value::as_object);
    let role = |record: &Map<String, Value>| record.get("role").cloned();
    let (role, line) = match record.and_then(role) {
        Some(Value::String(role)) if role == "leader" => (Role::Leader, Line::Lead),
        _ => (Role::Worker, Line::Communicate),
    };
    Ok(Node {
        role,
        lid,
        cnt,
        line,
    })
}
