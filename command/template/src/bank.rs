//! A bank and its customers: each sends one deposit, and waits for the receipt.

use verdict::prelude::*;

mutants! {
    Absent = "absent-minded": "the bank sends the receipt, but does not count the deposit",
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    Deposit,
    Receipt,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum State {
    Bank { counted: usize },
    Waiting,
    Content,
}

/// Every node runs the same program; node 0 is the bank.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    mutant: Option<Mutant>,
}

impl Actor for Node {
    type Msg = Message;
    type State = State;
    type Timer = ();
    type Random = ();
    type Storage = ();

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> State {
        if id == Id::from(0) {
            return State::Bank { counted: 0 };
        }
        out.send(Id::from(0), Message::Deposit);
        State::Waiting
    }

    fn on_msg(&self, _: Id, state: &mut Cow<State>, from: Id, message: Message, out: &mut Out<Self>) {
        match (state.to_mut(), message) {
            (State::Bank { counted }, Message::Deposit) => {
                *counted += usize::from(self.mutant != Some(Mutant::Absent));
                out.send(from, Message::Receipt);
            }
            (customer @ (State::Waiting | State::Content), Message::Receipt) => *customer = State::Content,
            (_, Message::Deposit) | (State::Bank { .. }, Message::Receipt) => {} // Nobody sends these.
        }
    }
}

impl Resident for Node {}

/// The algorithm with `N` customers, in a world where nothing is lost and nobody crashes.
#[derive(Clone, Copy, Debug)]
pub struct Bank;

impl Algorithm for Bank {
    type Node = Node;
    type Mutant = Mutant;

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::new("N", "customers")]
    }

    fn nodes(&self, size: &Size, mutant: Option<Mutant>) -> Result<Vec<Node>, SetupError> {
        Ok(vec![Node { mutant }; 1 + size.within::<usize>("N", 1..=9, "beside the bank")?])
    }
}

fn counted(world: &World<Node>, state: &[u32]) -> usize {
    world.view(state).live().map(|(_, node)| if let State::Bank { counted } = node { *counted } else { 0 }).sum()
}

fn counted_once() -> Property<World<Node>> {
    Property::always("counted once", |world, state| counted(world, state) < world.actors().len())
}

fn receipts_are_true() -> Property<World<Node>> {
    Property::always("receipts are true", |world: &World<Node>, state| {
        let nodes = world.view(state);
        nodes.live().filter(|(_, node)| **node == State::Content).count() <= counted(world, state)
    })
}

/// What is claimed of it.
pub fn claims() -> Vec<Claim> {
    let once = Bank.asks(counted_once).sizes([[1], [2]]);
    let receipts = Bank.asks(receipts_are_true).sizes([[2], [3]]).kills([Mutant::Absent]);
    vec![
        Claim::safety("bank/receipts", "section 1", "Whoever has a receipt has been counted.")
            .case(receipts.reading("as-meant", "the bank counts before it sends the receipt")),
        Claim::safety("bank/once", "section 1", "Every deposit is counted once.")
            .case(once.clone().reading("reliable", "messages arrive once").without("no-duplicates", Refuted))
            .case(once.reading("repeating", "one may arrive twice").lacking("no-duplicates").expect(Refuted)),
    ]
}
