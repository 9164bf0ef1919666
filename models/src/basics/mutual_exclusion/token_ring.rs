//! A token on a ring: the slides "Token Ring Mutex" and "Token Ring Mutex: Correctness".
//!
//! "State IN_CS is practically meaningless": no procedure sets it, so that ME1, said of states, is said of nobody. What is
//! asked here is who *executes* CS, which the slide lets `onToken` do. The slide's `req_access()` only sets a state and
//! returns, while "Problem Statement" has a critical section begin where `req_access()` ends; a program that takes both at
//! their word ([`Reading::Delimited`]) does not wait for the token at all.

use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use verdict_checker::catalog::{Parameter, SetupError};
use verdict_checker::property::{Promise, Property};
use verdict_checker::size::Size;
use verdict_world::{Algorithm, Resident, World};

verdict_checker::mutants! {
    /// Errors in the procedures.
    KeepToken = "keep-token": "onToken executes CS and sends the token on as well",
    Hoard = "hoard": "onToken keeps the token if CS is not wanted, until it is",
    SkipNext = "skip-next": "the token is sent to the process after the next",
}

/// Where the critical section stands in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// `onToken` executes it.
    OnToken,
    /// Between `req_access()`, which returns at once, and `rel_access()`.
    Delimited,
}

/// The states that are not meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum MyState {
    /// Not interested.
    #[serde(rename = "OUT_CS")]
    Out,
    /// It has called `req_access()` and not yet `rel_access()`.
    #[serde(rename = "REQ_CS")]
    Req,
}

/// The variable of a process, and what only the properties look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Process {
    /// Where it stands.
    pub mystate: MyState,
    /// Whether it executes CS.
    pub executes: bool,
    /// Whether it sits on the token, which only a mutant does.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hoards: bool,
}

/// The token msg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token;

/// What a process does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// It calls `req_access()`.
    Request,
    /// It calls `rel_access()`.
    Release,
}

/// One process.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    processes: usize,
    reading: Reading,
    mutant: Option<Mutant>,
}

type Ring = World<Node>;

impl Node {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    fn send_token(&self, me: Id, out: &mut Out<Self>) {
        let step = 1 + usize::from(self.is(Mutant::SkipNext));
        let next = (usize::from(me) + step) % self.processes;
        out.send(Id::from(next), Token);
    }

    fn execute(process: &mut Process, out: &mut Out<Self>) {
        process.executes = true;
        out.choose_random("access", vec![Act::Release]);
    }
}

impl Actor for Node {
    type Msg = Token;
    type State = Process;
    type Timer = ();
    type Storage = ();
    type Random = Act;

    /// S0 has the token at first, and does not want it.
    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Process {
        if usize::from(id) == 0 {
            self.send_token(id, out);
        }
        out.choose_random("access", vec![Act::Request]);
        Process {
            mystate: MyState::Out,
            executes: false,
            hoards: false,
        }
    }

    fn on_random(&self, id: Id, process: &mut Cow<Process>, act: &Act, out: &mut Out<Self>) {
        let process = process.to_mut();
        match act {
            Act::Request => {
                process.mystate = MyState::Req;
                let had = std::mem::take(&mut process.hoards);
                if self.reading == Reading::Delimited || had {
                    Self::execute(process, out);
                }
            }
            Act::Release => {
                process.mystate = MyState::Out;
                process.executes = false;
                self.send_token(id, out);
                out.choose_random("access", vec![Act::Request]);
            }
        }
    }

    /// `onToken()`.
    fn on_msg(&self, id: Id, process: &mut Cow<Process>, _: Id, _: Token, out: &mut Out<Self>) {
        let process = process.to_mut();
        match process.mystate {
            MyState::Req => {
                Self::execute(process, out);
                if self.is(Mutant::KeepToken) {
                    self.send_token(id, out);
                }
            }
            MyState::Out if self.is(Mutant::Hoard) => process.hoards = true,
            MyState::Out => self.send_token(id, out),
        }
    }
}

impl Resident for Node {
    fn show_state(&self, state: &Process) -> serde_json::Value {
        serde_json::json!(state)
    }

    fn message_name(&self, _: &Token) -> String {
        "TOKEN".to_owned()
    }

    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Request => "request",
            Act::Release => "release",
        }
        .to_owned()
    }

    /// Nobody owes a request.
    fn choice_class(&self, act: &Act) -> &'static str {
        match act {
            Act::Request => "request",
            Act::Release => "local",
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        ["request ", "release ", "deliver TOKEN "]
            .map(str::to_owned)
            .to_vec()
    }
}

/// The algorithm, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct TokenRing(pub Reading);

impl Algorithm for TokenRing {
    type Node = Node;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("N", "processes on the ring")]
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Node>, SetupError> {
        let processes = size.within("N", 1..=16, "processes on a directed ring")?;
        let reading = self.0;
        Ok(vec![
            Node {
                processes,
                reading,
                mutant
            };
            processes
        ])
    }

    fn start(&self, _: &Size) -> String {
        "S0 has sent the token to its successor; each asks for ever".to_owned()
    }
}

fn executing(world: &Ring, state: &[u32]) -> usize {
    world.view(state).live().filter(|(_, p)| p.executes).count()
}

/// ME1, and what it is derived from: there is just one token, in use or on its way.
pub fn mutex() -> Property<Ring> {
    Property::always("at most one executes CS", |world: &Ring, state| {
        executing(world, state) <= 1
    })
    .and("just one token", |world: &Ring, state| {
        executing(world, state) + world.view(state).messages().count() <= 1
    })
    .when(|world, state| executing(world, state) > 0)
}

/// ME1 alone.
pub fn at_most_one_executes() -> Property<Ring> {
    Property::always("at most one executes CS", |world: &Ring, state| {
        executing(world, state) <= 1
    })
    .when(|world, state| executing(world, state) > 0)
}

/// ME2.
pub fn progress(world: &Ring) -> Property<Ring> {
    let enters = (0..world.actors().len()).map(|pid| {
        let is = move |wanted: fn(&Process) -> bool| {
            move |world: &Ring, state: &[u32]| world.view(state).node(pid).is_some_and(wanted)
        };
        let (asked, executes) = (is(|p| p.mystate == MyState::Req), is(|p| p.executes));
        Promise::leads_to(
            format!("S{pid}, having asked, executes CS"),
            asked,
            executes,
        )
    });
    Property::promises("progress", enters.collect())
}
