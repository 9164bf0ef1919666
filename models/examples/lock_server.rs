//! A toy algorithm, added to the house from scratch: a lock server and its clients.
//!
//! Nobody published it, so it is not in the catalog; `docs/adding-an-algorithm.md` walks through this file.
//! Run it with `cargo run --release -p verdict-models --example lock_server`.

use serde::Serialize;
use stateright::actor::{Actor, Id, Out};
use std::borrow::Cow;
use std::sync::Arc;
use verdict_checker::judge::{Judge, Subject};
use verdict_checker::liveness::Fairness::Weak;
use verdict_checker::property::{Promise, Property};
use verdict_checker::search::Limits;
use verdict_checker::trace::Origin;
use verdict_models::world::{Assumptions, Resident, World};

// Step 1: the algorithm, as a stateright actor: messages, state, handlers.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Message {
    Ask,
    Grant,
    Release,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
enum Node {
    /// The server: who holds the lock, and who waits for it, longest first.
    Server { holder: Option<u8>, queue: Vec<u8> },
    /// A client.
    Client(Client),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
enum Client {
    Idle,
    Waiting,
    Inside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Act {
    Ask,
    Leave,
}

/// Every node runs the same program; node 0 is the server.
#[derive(Clone, Copy)]
struct Lock {
    /// A mutant: the server grants whether or not the lock is taken.
    generous: bool,
}

const SERVER: usize = 0;

impl Lock {
    /// What a client may do by itself.
    fn offer(client: Client, out: &mut Out<Self>) {
        let acts = match client {
            Client::Idle => vec![Act::Ask],
            Client::Waiting => vec![],
            Client::Inside => vec![Act::Leave],
        };
        out.choose_random("client", acts);
    }

    fn become_client(state: &mut Cow<Node>, client: Client, out: &mut Out<Self>) {
        *state.to_mut() = Node::Client(client);
        Self::offer(client, out);
    }
}

impl Actor for Lock {
    type Msg = Message;
    type State = Node;
    type Timer = ();
    type Random = Act;
    type Storage = ();

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Node {
        if usize::from(id) == SERVER {
            return Node::Server {
                holder: None,
                queue: Vec::new(),
            };
        }
        Self::offer(Client::Idle, out);
        Node::Client(Client::Idle)
    }

    fn on_msg(&self, _: Id, state: &mut Cow<Node>, src: Id, message: Message, out: &mut Out<Self>) {
        let client = usize::from(src) as u8;
        match (state.to_mut(), message) {
            (Node::Server { holder, queue }, Message::Ask) => {
                if holder.is_none() || self.generous {
                    *holder = Some(client);
                    out.send(src, Message::Grant);
                } else {
                    queue.push(client);
                }
            }
            (Node::Server { holder, queue }, Message::Release) => {
                *holder = (!queue.is_empty()).then(|| queue.remove(0));
                if let Some(next) = holder {
                    out.send(Id::from(usize::from(*next)), Message::Grant);
                }
            }
            (Node::Client(Client::Waiting), Message::Grant) => {
                Self::become_client(state, Client::Inside, out);
            }
            // Ignored, because clients receive nothing but the grant they wait for.
            (Node::Client(_), _) | (Node::Server { .. }, Message::Grant) => {}
        }
    }

    fn on_random(&self, _: Id, state: &mut Cow<Node>, act: &Act, out: &mut Out<Self>) {
        let (client, message) = match act {
            Act::Ask => (Client::Waiting, Message::Ask),
            Act::Leave => (Client::Idle, Message::Release),
        };
        Self::become_client(state, client, out);
        out.send(Id::from(SERVER), message);
    }
}

// Step 2: what the world wants to know beyond stateright's `Actor`. Everything has a default; here only
// the labels of the two local steps are made readable, and listed so that an audit can miss them.

impl Resident for Lock {
    fn choice_name(&self, act: &Act) -> String {
        match act {
            Act::Ask => "ask".to_owned(),
            Act::Leave => "leave".to_owned(),
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        let words = [
            "ask ",
            "leave ",
            "deliver Ask",
            "deliver Grant",
            "deliver Release",
        ];
        words.map(str::to_owned).to_vec()
    }
}

// Step 3: what is claimed of it.

fn inside(world: &World<Lock>, state: &[u32]) -> Vec<usize> {
    let view = world.view(state);
    let clients = view
        .live()
        .filter(|(_, node)| **node == Node::Client(Client::Inside));
    clients.map(|(client, _)| client).collect()
}

fn mutual_exclusion() -> Property<World<Lock>> {
    Property::always("mutual exclusion", |world, state| {
        inside(world, state).len() <= 1
    })
    .when(|world, state| !inside(world, state).is_empty())
    .complain(|world, state| format!("Clients {:?} are inside at once.", inside(world, state)))
}

fn progress(nodes: usize) -> Property<World<Lock>> {
    let enters = (1..nodes).map(|i| {
        Promise::leads_to(
            format!("client {i}, once waiting, gets inside"),
            move |world: &World<Lock>, state| {
                world.view(state).node(i) == Some(&Node::Client(Client::Waiting))
            },
            move |world: &World<Lock>, state| inside(world, state).contains(&i),
        )
    });
    Property::promises("progress", enters.collect())
}

// Step 4: build it and judge it. In the catalog this is a `Case`, whose `build` does the same.

fn judge(generous: bool, property: Property<World<Lock>>, without: Option<&str>) {
    let mut assumptions = Assumptions::default();
    if let Some(name) = without {
        assumptions.drop_named(name).expect("a name of the list");
    }
    let subject = Subject {
        origin: Origin {
            property: property.name.to_owned(),
            ..Origin::default()
        },
        space: Arc::new(World::new(vec![Lock { generous }; 4], assumptions)),
        property,
        fairness: vec![("deliver", Weak), ("local", Weak)],
    };
    let judgement = subject.judge(Limits::default(), &|_| ());
    let steps = judgement.trace.map(|trace| trace.steps);
    println!(
        "{}: {} ({} states, {assumptions})",
        subject.origin.property, judgement.verdict, judgement.counts.distinct
    );
    for (number, step) in steps.into_iter().flatten().enumerate() {
        println!("  {}. {}", number + 1, step.label);
    }
}

fn main() {
    judge(false, mutual_exclusion(), None);
    judge(false, progress(4), None);
    println!("\nwith a server that grants too freely (a mutant, to see the property fail):");
    judge(true, mutual_exclusion(), None);
    println!("\nand if one node may crash, the server for instance:");
    judge(false, progress(4), Some("no-crash"));
}
