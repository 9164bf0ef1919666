//! A lock server and its clients, one file: the algorithm, what is claimed of it, and how it is checked.

use verdict::prelude::*;

mutants! {
    /// Errors in the server.
    Generous = "generous": "the server grants whether or not the lock is taken",
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    Ask,
    Grant,
    Release,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Who holds the lock, and who waits for it, longest first.
    Server {
        holder: Option<usize>,
        queue: Vec<usize>,
    },
    Idle,
    Waiting,
    Inside,
}

/// Every node runs the same program; node 0 is the server.
#[derive(Clone, Copy, Debug)]
pub struct Lock {
    mutant: Option<Mutant>,
}

const SERVER: usize = 0;

impl Actor for Lock {
    type Msg = Message;
    type State = Node;
    type Timer = ();
    /// What a client does by itself: it asks for the lock, or releases it.
    type Random = Message;
    type Storage = ();

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Node {
        if usize::from(id) == SERVER {
            return Node::Server { holder: None, queue: Vec::new() };
        }
        out.choose_random("client", vec![Message::Ask]);
        Node::Idle
    }

    fn on_msg(&self, _: Id, state: &mut Cow<Node>, src: Id, message: Message, out: &mut Out<Self>) {
        match (state.to_mut(), message) {
            (Node::Server { holder, queue }, Message::Ask) => {
                if holder.is_none() || self.mutant == Some(Mutant::Generous) {
                    *holder = Some(src.into());
                    out.send(src, Message::Grant);
                } else {
                    queue.push(src.into());
                }
            }
            (Node::Server { holder, queue }, Message::Release) => {
                *holder = (!queue.is_empty()).then(|| queue.remove(0));
                if let Some(next) = holder {
                    out.send(Id::from(*next), Message::Grant);
                }
            }
            (client @ Node::Waiting, Message::Grant) => {
                *client = Node::Inside;
                out.choose_random("client", vec![Message::Release]);
            }
            // Ignored, because a client receives nothing but the grant that it waits for.
            (Node::Idle | Node::Waiting | Node::Inside, _) | (Node::Server { .. }, Message::Grant) => {}
        }
    }

    fn on_random(&self, _: Id, state: &mut Cow<Node>, act: &Message, out: &mut Out<Self>) {
        let asks = *act == Message::Ask;
        *state.to_mut() = if asks { Node::Waiting } else { Node::Idle };
        out.choose_random("client", if asks { vec![] } else { vec![Message::Ask] });
        out.send(Id::from(SERVER), *act);
    }
}

impl Resident for Lock {}

/// The algorithm with `N` clients, in the friendliest asynchronous world.
#[derive(Clone, Copy, Debug)]
pub struct LockServer;

impl Algorithm for LockServer {
    type Node = Lock;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("N", "clients")]
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Lock>, SetupError> {
        let clients: usize = size.within("N", 1..=9, "beside the server")?;
        Ok(vec![Lock { mutant }; clients + 1])
    }
}

fn inside(world: &World<Lock>, state: &[u32]) -> usize {
    world.view(state).live().filter(|(_, node)| **node == Node::Inside).count()
}

fn mutual_exclusion() -> Property<World<Lock>> {
    Property::always("mutual exclusion", |world, state| inside(world, state) <= 1)
        .when(|world, state| inside(world, state) > 0)
}

fn progress(world: &World<Lock>) -> Property<World<Lock>> {
    let enters = |client| {
        let is = move |wanted: Node| {
            move |world: &World<Lock>, state: &[u32]| world.view(state).node(client) == Some(&wanted)
        };
        Promise::leads_to(format!("S{client} gets in"), is(Node::Waiting), is(Node::Inside))
    };
    Property::promises("progress", (1..world.actors().len()).map(enters).collect())
}

/// What is claimed of it.
pub fn claims() -> Vec<Claim> {
    let mutex = LockServer.asks(mutual_exclusion).sizes([[2], [3]]);
    let progress = LockServer.asks(progress).sizes([[2], [3]]).fair([("deliver", Weak), ("local", Weak)]);
    vec![
        Claim::safety("lock/mutex", "section 1", "At most one client is inside at any moment.")
            .case(
                mutex
                    .clone()
                    .reading("as-meant", "the server grants the lock to one client at a time")
                    .without("no-duplicates", Refuted)
                    .kills([Mutant::Generous]),
            )
            .case(
                mutex
                    .reading("repeating", "the same, but a channel may deliver a message twice")
                    .lacking("no-duplicates")
                    .expect(Refuted),
            ),
        Claim::liveness("lock/progress", "section 1", "Every client that waits gets in in the end.").case(
            progress
                .reading("as-meant", "whoever is inside leaves again, and every message arrives")
                .without("no-loss", Refuted),
        ),
    ]
}
