//! Arantes, Sopena, "Easily rendering token-ring algorithms of distributed and parallel applications
//! fault tolerant", section III.D: TranspeerToken, one token for each data set on a ring of transaction
//! managers (TMs).
//!
//! | paper | here |
//! |---|---|
//! | a TM | a site of the ring, [`Party::Manager`] |
//! | the metadata of a data set, "the history of transactions" | [`History`], what its token carries |
//! | a client of the Web application | [`Party::Client`], one for all, which does not crash |
//! | the data servers | [`Party::Server`], one for all, which does not crash |
//! | "route each transaction request" | [`Message::Route`], with the history that it comes after |
//!
//! The paper describes the system in two paragraphs and refers to another for the rest, so that most of
//! this is a reading. A client submits a transaction to any TM. The TM keeps it until it holds the token of its
//! data set, enters it into the history, and routes it to a data server together with the transactions that
//! come before it. What is left open, and decides both claims, is *when* it routes ([`Routing`]) and what a
//! client does when its TM crashes ([`Clients`]).
//!
//! Not modelled: the choice of a server, transactions on several data sets, and the server's work.

mod claims;
pub mod experiment;
pub mod figure_3;
pub mod properties;
pub mod reading;
#[cfg(test)]
mod tests;

pub use claims::claims;
pub use reading::{Clients, Mutant, Reading, Routing};

use crate::ring::Ring;
use crate::ring::application::{Api, Application};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use verdict_world::NodeSet;

/// A transaction, by its number.
pub type Transaction = u16;

/// A data set; its token is what serialises the transactions on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DataSet(pub u8);

impl fmt::Display for DataSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TOKEN-{}", char::from(b'A' + self.0))
    }
}

/// A transaction in a history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Entry {
    /// Which.
    pub transaction: Transaction,
    /// How many ring positions the token has passed since it was entered, as far as that matters.
    pub passed: u8,
    /// Whether it is known to have been routed.
    pub routed: bool,
}

/// The transactions on a data set, in their order.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct History(pub Vec<Entry>);

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self
            .0
            .iter()
            .map(|e| format!("t{}", e.transaction))
            .collect();
        write!(f, "[{}]", names.join(" "))
    }
}

impl History {
    fn has(&self, transaction: Transaction) -> bool {
        self.0.iter().any(|entry| entry.transaction == transaction)
    }

    /// The transactions before the n-th.
    fn before(&self, n: usize) -> Vec<Transaction> {
        self.0[..n].iter().map(|entry| entry.transaction).collect()
    }

    /// The token passes further positions, no more than `enough` of which matter.
    fn moves(&mut self, positions: usize, enough: usize) {
        for entry in &mut self.0 {
            entry.passed = (usize::from(entry.passed) + positions).min(enough) as u8;
        }
    }
}

/// TranspeerToken: the TMs are the sites of the ring, the client and the server stand beside it.
#[derive(Clone, Debug)]
pub struct Transpeer {
    /// How the section is read.
    pub reading: Reading,
    /// N.
    pub managers: usize,
    /// k.
    pub k: usize,
    /// D: the data sets; transaction t is on data set t mod D.
    pub data_sets: u8,
    /// T: the transactions.
    pub transactions: Transaction,
    /// What is wrong on purpose.
    pub mutant: Option<Mutant>,
}

/// What a party remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum Party {
    /// A TM.
    Manager {
        /// The transactions that wait for their token, in the order of their arrival.
        waiting: Vec<Transaction>,
    },
    /// The client.
    Client {
        /// Where each transaction was last submitted that is not done, if that is of use.
        submitted: BTreeMap<Transaction, u8>,
        /// The first transaction that was not submitted yet.
        next: Transaction,
        /// The TMs that have crashed.
        crashed: NodeSet,
    },
    /// The data server.
    Server {
        /// The transactions that were routed to it, each with those that come before it.
        routed: BTreeSet<(Transaction, Vec<Transaction>)>,
    },
}

/// What is said without a token.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Message {
    /// The client to a TM.
    Submit(Transaction),
    /// A TM to the server: the transaction, and those that come before it.
    Route(Transaction, Vec<Transaction>),
    /// The server to a client that would submit again.
    Done(Transaction),
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Submit(t) => write!(f, "SUBMIT(t{t})"),
            Message::Done(t) => write!(f, "DONE(t{t})"),
            Message::Route(t, before) => {
                let before: Vec<_> = before.iter().map(|t| format!("t{t}")).collect();
                write!(f, "ROUTE(t{t} after [{}])", before.join(" "))
            }
        }
    }
}

/// What a party does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// The client submits its next transaction to a TM.
    Submit(Transaction, u8),
    /// A TM enters a transaction into the history and routes it.
    Route(DataSet, Transaction),
    /// A TM passes the token on.
    Pass(DataSet),
}

impl Transpeer {
    /// The client's place beside the ring.
    pub fn client(&self) -> usize {
        self.managers
    }

    /// The server's place beside the ring.
    pub fn server(&self) -> usize {
        self.managers + 1
    }

    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// The data set of a transaction.
    pub fn data_set(&self, transaction: Transaction) -> DataSet {
        DataSet((transaction % Transaction::from(self.data_sets)) as u8)
    }

    /// How many positions after its entry a transaction is routed.
    fn ripe(&self) -> usize {
        match self.reading.routing {
            Routing::AtOnce | Routing::WithTheCopies => 0,
            Routing::AfterKPositions if self.is(Mutant::RouteEarly) => self.k - 1,
            Routing::AfterKPositions => self.k,
        }
    }

    /// Routes every entry that is ripe and not known to be routed.
    fn route(&self, site: &mut Api<Self>, history: &mut History) {
        for n in 0..history.0.len() {
            let entry = history.0[n];
            if !entry.routed && usize::from(entry.passed) >= self.ripe() {
                let before = history.before(n);
                site.send(self.server(), Message::Route(entry.transaction, before));
                history.0[n].routed = true;
            }
        }
    }

    /// The transactions that wait for this data set and are not in its history.
    fn waiting_for(&self, site: &Api<Self>, set: DataSet, history: &History) -> Vec<Transaction> {
        let Party::Manager { waiting } = &*site.own else {
            return Vec::new();
        };
        let mine = waiting.iter().copied().filter(|t| self.data_set(*t) == set);
        mine.filter(|t| self.is(Mutant::EnterTwice) || !history.has(*t))
            .collect()
    }

    /// Enters transactions into the history; they wait no longer.
    fn enter(&self, site: &mut Api<Self>, history: &mut History, transactions: &[Transaction]) {
        let entries = transactions.iter().map(|transaction| Entry {
            transaction: *transaction,
            passed: 0,
            routed: false,
        });
        history.0.extend(entries);
        if let Party::Manager { waiting } = &mut *site.own {
            waiting.retain(|t| !history.has(*t));
        }
    }

    /// The token of a data set leaves a TM.
    fn pass(&self, site: &mut Api<Self>, set: DataSet) {
        let Some(mut history) = site.holds(set).cloned() else {
            return;
        };
        let entering = self.waiting_for(site, set, &history);
        self.enter(site, &mut history, &entering);
        self.route(site, &mut history); // with Routing::WithTheCopies; otherwise nothing new is ripe
        if self.is(Mutant::PassOldHistory) {
            history.0.pop();
        }
        history.moves(1, self.ripe());
        site.safe_send(set, history);
    }

    /// Where a transaction goes that was at a TM which has crashed.
    fn next_manager(&self, crashed: NodeSet, after: usize) -> Option<usize> {
        let further = (1..self.managers).map(|step| (after + step) % self.managers);
        further.into_iter().find(|j| !crashed.contains(*j))
    }
}

impl Application for Transpeer {
    type Object = DataSet;
    type Data = History;
    type Own = Party;
    type Act = Act;
    type Message = Message;

    fn objects(&self) -> Vec<(DataSet, Option<History>)> {
        let sets = (0..self.data_sets).map(DataSet);
        sets.map(|set| (set, Some(History::default()))).collect()
    }

    /// With several tokens counts are not lowered; a round is N, and no two that meet are two rounds apart.
    fn wrap(&self, nodes: usize) -> Option<u64> {
        (self.data_sets > 1).then_some(4 * nodes as u64)
    }

    fn start(&self, i: usize) -> Party {
        if i == self.client() {
            Party::Client {
                submitted: BTreeMap::new(),
                next: 0,
                crashed: NodeSet::default(),
            }
        } else if i == self.server() {
            Party::Server {
                routed: BTreeSet::new(),
            }
        } else {
            Party::Manager {
                waiting: Vec::new(),
            }
        }
    }

    /// A TM that gets the token routes what has become ripe on the way.
    fn on_deliver(&self, site: &mut Api<Self>, set: DataSet) {
        if let Some(mut history) = site.holds(set).cloned() {
            self.route(site, &mut history);
            site.write(set, history);
        }
    }

    /// The positions of the crashed TMs are passed too.
    fn update_token(
        &self,
        _: usize,
        _: &Party,
        _: DataSet,
        history: &mut History,
        detected: usize,
    ) {
        history.moves(detected - 1, self.ripe());
    }

    fn acts(&self, site: &Api<Self>) -> Vec<Act> {
        match &*site.own {
            Party::Client { next, crashed, .. } if *next < self.transactions => {
                let managers = (0..self.managers).filter(|j| !crashed.contains(*j));
                managers.map(|j| Act::Submit(*next, j as u8)).collect()
            }
            Party::Client { .. } | Party::Server { .. } => Vec::new(),
            Party::Manager { .. } => {
                let held = (0..self.data_sets).map(DataSet);
                let held = held.filter_map(|set| Some((set, site.holds(set)?)));
                held.map(|(set, history)| {
                    let waiting = self.waiting_for(site, set, history);
                    match (self.reading.routing, waiting.first()) {
                        (Routing::AtOnce, Some(first)) => Act::Route(set, *first),
                        _ => Act::Pass(set),
                    }
                })
                .collect()
            }
        }
    }

    fn on_act(&self, site: &mut Api<Self>, act: &Act) {
        match *act {
            Act::Submit(transaction, manager) => {
                if let Party::Client {
                    submitted, next, ..
                } = &mut *site.own
                {
                    if self.reading.clients == Clients::Resubmit {
                        submitted.insert(transaction, manager);
                    }
                    *next += 1;
                }
                site.send(manager.into(), Message::Submit(transaction));
            }
            Act::Route(set, transaction) => {
                if let Some(mut history) = site.holds(set).cloned() {
                    self.enter(site, &mut history, &[transaction]);
                    self.route(site, &mut history);
                    site.write(set, history);
                }
            }
            Act::Pass(set) => self.pass(site, set),
        }
    }

    fn on_message(&self, site: &mut Api<Self>, _: usize, message: &Message) {
        match (&mut *site.own, message) {
            (Party::Manager { waiting }, Message::Submit(t)) if !waiting.contains(t) => {
                waiting.push(*t);
            }
            (Party::Server { routed }, Message::Route(t, before)) => {
                routed.insert((*t, before.clone()));
                if self.reading.clients == Clients::Resubmit {
                    site.send(self.client(), Message::Done(*t));
                }
            }
            (Party::Client { submitted, .. }, Message::Done(t)) => {
                submitted.remove(t);
            }
            _ => {} // nothing else is ever addressed to such a party
        }
    }

    /// The client monitors the TMs to which it has submitted something that is not done.
    fn monitors(&self, own: &Party, other: usize) -> bool {
        match own {
            Party::Client { submitted, .. } => submitted.values().any(|j| usize::from(*j) == other),
            _ => false,
        }
    }

    fn on_suspect(&self, site: &mut Api<Self>, suspect: usize) {
        let Party::Client {
            submitted, crashed, ..
        } = &mut *site.own
        else {
            return;
        };
        *crashed = crashed.with(suspect);
        let Some(next) = self.next_manager(*crashed, suspect) else {
            return; // no TM is left
        };
        let next = match self.mutant {
            Some(Mutant::ResubmitToTheSame) => suspect,
            _ => next,
        };
        let mut again = Vec::new();
        for (transaction, manager) in submitted.iter_mut() {
            if usize::from(*manager) == suspect {
                *manager = next as u8;
                again.push(*transaction);
            }
        }
        for transaction in again {
            site.send(next, Message::Submit(transaction));
        }
    }

    fn beside_the_ring(&self, i: usize) -> Option<&'static str> {
        match i {
            _ if i == self.client() => Some("client"),
            _ if i == self.server() => Some("server"),
            _ => None,
        }
    }

    fn act_name(&self, act: &Act) -> String {
        match act {
            Act::Submit(t, manager) => format!("submit-t{t}-to-S{manager}"),
            Act::Route(_, t) => format!("route-t{t}"),
            Act::Pass(set) => format!("pass-{set}"),
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        let mut words = vec![
            "submit-t",
            "pass-TOKEN",
            "deliver TOKEN",
            "deliver SUBMIT",
            "deliver ROUTE",
        ];
        if self.reading.clients == Clients::Resubmit {
            words.push("deliver DONE");
        }
        if self.reading.routing == Routing::AtOnce {
            words.push("route-t");
        }
        words.into_iter().map(str::to_owned).collect()
    }
}

/// The parties in a world.
pub type Parties = Ring<Transpeer>;
