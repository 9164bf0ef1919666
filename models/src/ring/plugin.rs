//! Arantes, Sopena, "Easily rendering token-ring algorithms of distributed and parallel applications
//! fault tolerant", Fig. 2: the token plug-in, in the order of the figure.
//!
//! Lines are numbered as the paper's prose counts them (the test of `ReceiveSuspected` is line 36).
//!
//! | paper | here |
//! |---|---|
//! | `count`, `token`, `D` | `count`, `token`, `detection` of [`Held`], one for each token there is |
//! | `F` | the sites known to have crashed: one set at each site, for all its tokens |
//! | `<TOKEN, S_T, count>` | [`TokenMessage`] |
//! | `SafeSendToken`, `SafeReceiveToken`, `ReceiveSuspected`, `UseBackup` | methods of [`Plugin`] |
//! | `UpdateToken` | a closure that the caller hands in |
//! | `DeliverToken` | [`Outcome::delivered`], on which the caller acts |
//! | `updateDetection(D)` | [`Plugin::monitors`], which the world asks at every moment; [`Plugin::update_detection`] where it is read as printed |
//!
//! The plug-in is a component without a will of its own: variables ([`Held`]) and handlers for one
//! token. A site has one for each token and lets the application decide ([`super::application`]).
//!
//! Readings taken: the test of lines 29 and 36 is printed as `D ∩ F = {S_i}`; a node is never in
//! its own `F`, so this can never be true, and the text says "all the processes whose liveness it
//! monitors have crashed": meant is `D \ F = {S_i}`. `UpdateToken` (line 42) reads `#(D)` after line 41 has
//! reset `D`; meant is the value before. `updateDetection` (line 33) is printed under `else`; the text has it "in all
//! cases". Line 36 asks nobody whether it has a copy; meant is that who has the token is not given it again. All printed
//! forms are kept as [`Reading`]s.

pub use super::reading::{
    Back, Bound, Handover, Launch, Monitoring, Mutant, Reading, Test, Tested, Update,
    UpdateDetection,
};
use serde::Serialize;
use verdict_world::NodeSet;

/// What a site holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Token {
    /// The right to use the token.
    Real,
    /// A copy of the token.
    Backup,
    /// Neither.
    None,
}

/// The variables of a site that belong to one token.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Held<Data> {
    /// What the site holds.
    pub token: Token,
    /// The newest token the site knows of, by the number of ring positions it had passed.
    pub count: u64,
    /// `D`: the sites it monitors, and itself.
    #[serde(rename = "D")]
    pub detection: NodeSet,
    /// The application's data on the token or on its copy.
    #[serde(skip_serializing_if = "empty")]
    pub data: Option<Data>,
    /// Read line by line: the receivers to which line 18 has still to send.
    #[serde(skip_serializing_if = "nobody")]
    pub sending: NodeSet,
    /// Interrupted: how far `count` has gone since line 17.
    #[serde(skip_serializing_if = "nothing")]
    pub outdated: u64,
    /// Read as printed: whom the last `updateDetection` was given.
    #[serde(skip_serializing_if = "nobody")]
    pub watched: NodeSet,
}

impl<Data> Held<Data> {
    /// Nothing held, nothing heard of.
    pub fn nothing() -> Self {
        Held {
            token: Token::None,
            count: 0,
            detection: NodeSet::default(),
            data: None,
            sending: NodeSet::default(),
            outdated: 0,
            watched: NodeSet::default(),
        }
    }
}

fn nothing(positions: &u64) -> bool {
    *positions == 0
}

fn nobody(nodes: &NodeSet) -> bool {
    nodes.is_empty()
}

/// Whether there is nothing to show: no data, or data of a token that carries none.
fn empty<Data>(data: &Option<Data>) -> bool {
    data.is_none() || size_of::<Data>() == 0
}

/// `<TOKEN, S_T, count>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct TokenMessage<Data> {
    /// `S_T`: the site that is to hold the token.
    pub holder: u8,
    /// The ring positions that the token has passed.
    pub count: u64,
    /// The application's data.
    pub data: Data,
}

/// Which way around the ring a token travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From S_i to S_(i+1).
    Up,
    /// From S_i to S_(i-1).
    Down,
}

/// The plug-in of a ring of `nodes` sites that tolerates `k` consecutive crashes, for one token.
#[derive(Clone, Copy, Debug)]
pub struct Plugin {
    /// N.
    pub nodes: usize,
    /// k.
    pub k: usize,
    /// Which way the token travels.
    pub direction: Direction,
    /// If not for ever: how far counts go before they begin again at 0 (a multiple of N). Newer is then
    /// what is ahead by less than half of that.
    pub wrap: Option<u64>,
    /// How the figure is read.
    pub reading: Reading,
    /// What is wrong with it on purpose.
    pub mutant: Option<Mutant>,
}

/// What comes of an event at one site.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome<Data> {
    /// What the site sends, and to whom.
    pub sends: Vec<(usize, TokenMessage<Data>)>,
    /// Whether `DeliverToken` is called.
    pub delivered: bool,
}

impl<Data> Outcome<Data> {
    fn nothing() -> Self {
        Outcome {
            sends: Vec::new(),
            delivered: false,
        }
    }

    fn delivered() -> Self {
        Outcome {
            delivered: true,
            ..Self::nothing()
        }
    }
}

/// `UpdateToken`: what the application does to the data of a copy that becomes the token; the number is
/// `#(D)` as line 42 finds it.
pub type UpdateToken<'a, Data> = &'a dyn Fn(&mut Data, usize);

impl Plugin {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// The site that is `steps` behind `i` on the way of the token.
    pub fn ahead(&self, i: usize, steps: usize) -> usize {
        let steps = steps % self.nodes;
        match self.direction {
            Direction::Up => (i + steps) % self.nodes,
            Direction::Down => (i + self.nodes - steps) % self.nodes,
        }
    }

    /// How many steps the token takes from one site to another.
    pub fn distance(&self, from: usize, to: usize) -> usize {
        match self.direction {
            Direction::Up => (to + self.nodes - from) % self.nodes,
            Direction::Down => (from + self.nodes - to) % self.nodes,
        }
    }

    /// `{S_from, ..., S_to}` in ring order.
    fn between(&self, from: usize, to: usize) -> NodeSet {
        let steps = 0..=self.distance(from, to);
        steps.map(|step| self.ahead(from, step)).collect()
    }

    fn advanced(&self, count: u64, by: u64) -> u64 {
        self.wrap.map_or(count + by, |wrap| (count + by) % wrap)
    }

    /// Line 23: whether what was received is newer than what is known.
    pub fn is_newer(&self, received: u64, known: u64) -> bool {
        match self.wrap {
            None => known < received,
            Some(wrap) => (1..wrap / 2).contains(&((received + wrap - known) % wrap)),
        }
    }

    /// Lines 3-15, for a token that S_0 holds at the start.
    pub fn initialisation<Data>(&self, i: usize, first: Data) -> Held<Data> {
        let steps = self.distance(0, i);
        let (token, detection, data) = match steps {
            0 => (Token::Real, NodeSet::only(0), Some(first)), // lines 6-8
            _ if steps <= self.k && self.reading.initial_backups => {
                (Token::Backup, self.between(0, i), Some(first)) // lines 9-11
            }
            _ => (Token::None, NodeSet::default(), None), // lines 12-14
        };
        let mut held = Held {
            token,
            detection,
            data,
            ..Held::nothing() // line 4
        };
        self.update_detection(&mut held); // line 15
        held
    }

    /// `updateDetection(D)`, where it is printed.
    fn update_detection<Data>(&self, held: &mut Held<Data>) {
        if self.reading.update_detection == UpdateDetection::WherePrinted {
            held.watched = held.detection;
        }
    }

    /// Lines 16-21. The application calls it only while it holds the token.
    pub fn safe_send_token<Data: Clone>(
        &self,
        i: usize,
        held: &mut Held<Data>,
        data: Data,
    ) -> Outcome<Data> {
        held.count = self.advanced(held.count, 1); // line 17
        held.data = Some(data);
        let copies = match self.mutant {
            Some(Mutant::SendOneLess) => self.k,
            Some(Mutant::SendOneMore) => self.k + 2,
            _ => self.k + 1,
        };
        let receivers = (1..=copies).map(|step| self.ahead(i, step));
        if self.reading.handover != Handover::OneStep {
            held.sending = receivers.collect();
            held.outdated = 0;
            return Outcome::nothing();
        }
        let sends = receivers // line 18
            .filter_map(|j| Some((j, self.message(i, held)?)))
            .collect();
        self.let_go(held);
        Outcome {
            sends,
            delivered: false,
        }
    }

    /// `SafeSendToken` for an object that the application creates, with the count that `launch` says.
    pub fn launch<Data: Clone>(
        &self,
        i: usize,
        held: &mut Held<Data>,
        data: Data,
        launch: Launch,
    ) -> Outcome<Data> {
        if launch == Launch::NextRound {
            held.count = self.advanced(held.count, self.nodes as u64 - 1);
        }
        self.safe_send_token(i, held, data)
    }

    /// One send of line 18, read line by line.
    pub fn send_next<Data: Clone>(
        &self,
        i: usize,
        j: usize,
        held: &mut Held<Data>,
    ) -> Outcome<Data> {
        let message = self.message(i, held);
        held.sending = held.sending.without(j);
        if held.sending.is_empty() {
            self.let_go(held);
            held.outdated = 0;
        }
        Outcome {
            sends: message.into_iter().map(|message| (j, message)).collect(),
            delivered: false,
        }
    }

    /// Whether what arrives now has to wait for line 21.
    pub fn is_busy<Data>(&self, held: &Held<Data>) -> bool {
        self.reading.handover == Handover::LineByLine && !held.sending.is_empty()
    }

    /// The message that hands the token on; a site that holds the token has its data.
    fn message<Data: Clone>(&self, i: usize, held: &Held<Data>) -> Option<TokenMessage<Data>> {
        Some(TokenMessage {
            holder: self.ahead(i, 1) as u8,
            count: held.count - held.outdated,
            data: held.data.clone()?,
        })
    }

    /// Lines 19-21.
    fn let_go<Data>(&self, held: &mut Held<Data>) {
        if self.is(Mutant::KeepToken) {
            return;
        }
        held.token = Token::None; // line 19
        held.detection = NodeSet::default(); // line 20
        held.data = None;
        self.update_detection(held); // line 21
    }

    /// Lines 22-33. `faulty` is `F`.
    pub fn safe_receive_token<Data: Clone>(
        &self,
        i: usize,
        faulty: NodeSet,
        held: &mut Held<Data>,
        received: TokenMessage<Data>,
        update: UpdateToken<Data>,
    ) -> Outcome<Data> {
        let holder = usize::from(received.holder);
        if !self.is_newer(received.count, held.count) && !self.is(Mutant::TakeOldMessages) {
            return Outcome::nothing(); // line 23: not newer than what the site knows
        }
        if !held.sending.is_empty() {
            held.outdated += received.count - held.count; // what line 18 sends was made before
        }
        held.count = received.count; // line 24
        held.data = Some(received.data);
        held.detection = if self.is(Mutant::WatchOneMore) && i != holder {
            self.between(self.ahead(holder, self.nodes - 1), i)
        } else {
            self.between(holder, i) // line 25
        };
        if i == holder {
            held.token = Token::Real; // lines 26-28
            Outcome::delivered()
        } else if self.all_crashed(i, faulty, held) && !self.is(Mutant::IgnoreKnownCrashes) {
            self.use_backup(i, held, update) // lines 29-30
        } else {
            held.token = Token::Backup; // lines 31-32
            self.update_detection(held); // line 33
            Outcome::nothing()
        }
    }

    /// Line 35, for `F`: one set for all tokens of a site.
    pub fn suspected(&self, faulty: NodeSet, suspect: usize) -> NodeSet {
        match self.mutant {
            Some(Mutant::ForgetSuspicion) => faulty,
            _ => faulty.with(suspect),
        }
    }

    /// Lines 36-37, when `F` has grown.
    pub fn receive_suspected<Data: Clone>(
        &self,
        i: usize,
        faulty: NodeSet,
        held: &mut Held<Data>,
        update: UpdateToken<Data>,
    ) -> Outcome<Data> {
        // A holder has D = {S_i}, which passes the test, and nothing left to regenerate.
        let tests = match self.reading.tested {
            Tested::ByBackups => held.token == Token::Backup,
            Tested::ByAll => true,
        };
        if tests && self.all_crashed(i, faulty, held) {
            return self.use_backup(i, held, update);
        }
        Outcome::nothing()
    }

    /// The test of lines 29 and 36.
    fn all_crashed<Data>(&self, i: usize, faulty: NodeSet, held: &Held<Data>) -> bool {
        let alone = NodeSet::only(i);
        match self.reading.test {
            Test::Printed => held.detection.and(faulty) == alone,
            Test::Meant if self.is(Mutant::OneCrashSuffices) => {
                !held.detection.and(faulty).is_empty()
            }
            Test::Meant => held.detection.minus(faulty) == alone,
        }
    }

    /// Lines 38-43.
    fn use_backup<Data: Clone>(
        &self,
        i: usize,
        held: &mut Held<Data>,
        update: UpdateToken<Data>,
    ) -> Outcome<Data> {
        let detected = held.detection.len();
        let skipped = match self.mutant {
            Some(Mutant::KeepCount) => 0,
            Some(Mutant::CountOneMore) => detected,
            _ => detected - 1,
        };
        if !held.sending.is_empty() {
            held.outdated += skipped as u64;
        }
        held.count = self.advanced(held.count, skipped as u64); // line 39
        held.token = Token::Real; // line 40
        held.detection = NodeSet::only(i); // line 41
        let seen = match self.reading.update {
            Update::Meant => detected,
            Update::Printed => held.detection.len(),
        };
        if let Some(data) = &mut held.data {
            update(data, seen); // line 42
        }
        let announced = self.is(Mutant::AnnounceRegeneration);
        let message = self.message(i, held).filter(|_| announced);
        Outcome {
            sends: message.map(|m| (self.ahead(i, 1), m)).into_iter().collect(),
            delivered: true, // line 43
        }
    }

    /// `updateDetection`: whether `i` monitors `other`.
    pub fn monitors<Data>(
        &self,
        i: usize,
        faulty: NodeSet,
        held: &Held<Data>,
        other: usize,
    ) -> bool {
        let watched = match self.reading.update_detection {
            UpdateDetection::InAllCases => held.detection.without(i),
            UpdateDetection::WherePrinted => held.watched.without(i),
        };
        match self.reading.monitoring {
            Monitoring::All => watched.contains(other),
            Monitoring::ClosestOnly => {
                let unsuspected = watched.minus(faulty);
                let mut backwards = (1..self.nodes).map(|s| self.ahead(i, self.nodes - s));
                backwards.find(|j| unsuspected.contains(*j)) == Some(other)
            }
        }
    }
}
