//! Arantes, Sopena, "Easily rendering token-ring algorithms of distributed and parallel applications
//! fault tolerant", Fig. 2: the token plug-in, in the order of the figure.
//!
//! Lines are numbered as the paper's prose counts them (the test of `ReceiveSuspected` is line 36).
//!
//! | paper | here |
//! |---|---|
//! | `count`, `token`, `D`, `F` | `count`, `token`, `detection`, `faulty` of [`Site`] |
//! | `<TOKEN, S_T, count>` | [`TokenMessage`] |
//! | `SafeSendToken`, `SafeReceiveToken`, `ReceiveSuspected`, `UseBackup` | methods of [`Plugin`] |
//! | `UpdateToken`, `DeliverToken` | [`Application`] |
//! | `updateDetection(D)` | [`Plugin::monitors`], which the world asks at every moment |
//!
//! Readings taken: the test of lines 29 and 36 is printed as `D ∩ F = {S_i}`; a node is never in
//! its own `F`, so this can never be true, and the text says "all the processes whose liveness it
//! monitors have crashed": meant is `D \ F = {S_i}`. `UpdateToken` (line 42) reads `#(D)` after line 41 has
//! reset `D`; meant is the value before. Both printed forms are kept as [`Reading`]s.

use crate::world::NodeSet;
use serde::Serialize;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;

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

/// The variables of a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Site<Data> {
    /// What the site holds.
    pub token: Token,
    /// The newest token the site knows of, by the number of ring positions it had passed.
    pub count: u64,
    /// `D`: the sites it monitors, and itself.
    #[serde(rename = "D")]
    pub detection: NodeSet,
    /// `F`: the sites it knows to have crashed.
    #[serde(rename = "F")]
    pub faulty: NodeSet,
    /// The application's data on the token or on its copy.
    #[serde(skip_serializing_if = "empty")]
    pub data: Option<Data>,
    /// Read line by line: the receivers to which line 18 has still to send.
    #[serde(skip_serializing_if = "nobody")]
    pub sending: NodeSet,
}

fn nobody(nodes: &NodeSet) -> bool {
    nodes.is_empty()
}

/// Whether there is nothing to show: no data, or data of a token that carries none.
fn empty<Data>(data: &Option<Data>) -> bool {
    data.is_none() || size_of::<Data>() == 0
}

/// `<TOKEN, S_T, count>`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenMessage<Data> {
    /// `S_T`: the site that is to hold the token.
    pub holder: u8,
    /// The ring positions that the token has passed.
    pub count: u64,
    /// The application's data.
    pub data: Data,
}

impl<Data: Debug> Display for TokenMessage<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TOKEN(S{}, {}", self.holder, self.count)?;
        if size_of::<Data>() > 0 {
            write!(f, ", {:?}", self.data)?;
        }
        f.write_str(")")
    }
}

impl<Data: Debug> Debug for TokenMessage<Data> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// What the plug-in asks of the application whose token it protects.
pub trait Application: Clone + Send + Sync + 'static {
    /// What the token carries.
    type Data: Clone + Debug + Eq + Hash + Ord + Serialize + Send + Sync;

    /// The data of the first token.
    fn first(&self) -> Self::Data;
    /// The application passes the token on.
    fn on_send(&self, data: &mut Self::Data);
    /// `UpdateToken`: a copy becomes the token; `detected` is `#(D)` as line 42 finds it.
    fn update_token(&self, data: &mut Self::Data, detected: usize);
    /// The data with all counts of ring positions lowered.
    fn lower(&self, data: &Self::Data, by: u64) -> Self::Data;
}

/// How the test of lines 29 and 36 is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// `D \ F = {S_i}`.
    Meant,
    /// `D ∩ F = {S_i}`.
    Printed,
}

/// What line 42 finds in `D`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Update {
    /// `UpdateToken` before line 41.
    Meant,
    /// `UpdateToken` after line 41.
    Printed,
}

/// Whom a site monitors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Monitoring {
    /// All of `D`.
    All,
    /// "The closest predecessor in its D that it has not detected to be faulty" (section II.B).
    ClosestOnly,
}

/// When a holder ceases to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handover {
    /// `SafeSendToken` is one step (a crash may still fall between its sends).
    OneStep,
    /// Each send of line 18 is a step, and line 19 comes after the last.
    LineByLine,
}

/// One reading of Fig. 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// How the test of lines 29 and 36 is read.
    pub test: Test,
    /// What line 42 finds in `D`.
    pub update: Update,
    /// Whom a site monitors.
    pub monitoring: Monitoring,
    /// When a holder ceases to be one.
    pub handover: Handover,
    /// Whether lines 9-11 give the first k successors a copy.
    pub initial_backups: bool,
}

impl Reading {
    /// As the text means it.
    pub const MEANT: Reading = Reading {
        test: Test::Meant,
        update: Update::Meant,
        monitoring: Monitoring::All,
        handover: Handover::OneStep,
        initial_backups: true,
    };
}

/// A small error in the algorithm, made on purpose to see whether a property notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mutant {
    /// Line 23: every message is taken for a new one.
    TakeOldMessages,
    /// Line 19 is missing.
    KeepToken,
    /// Line 18 sends one copy less.
    SendOneLess,
    /// Line 18 sends one copy more.
    SendOneMore,
    /// Lines 29-30 are missing: crashes known before the copy arrives are not acted on.
    IgnoreKnownCrashes,
    /// Line 35 is missing.
    ForgetSuspicion,
    /// Line 36: any crash will do.
    OneCrashSuffices,
    /// Line 39 is missing.
    KeepCount,
    /// Line 39 adds #(D).
    CountOneMore,
    /// Line 25 starts D one site too early.
    WatchOneMore,
    /// Line 43 also tells the successor.
    AnnounceRegeneration,
}

impl Mutant {
    /// Every mutant with its name.
    const ALL: [(Mutant, &str); 11] = [
        (Mutant::TakeOldMessages, "take-old-messages"),
        (Mutant::KeepToken, "keep-token"),
        (Mutant::SendOneLess, "send-one-less"),
        (Mutant::SendOneMore, "send-one-more"),
        (Mutant::IgnoreKnownCrashes, "ignore-known-crashes"),
        (Mutant::ForgetSuspicion, "forget-suspicion"),
        (Mutant::OneCrashSuffices, "one-crash-suffices"),
        (Mutant::KeepCount, "keep-count"),
        (Mutant::CountOneMore, "count-one-more"),
        (Mutant::WatchOneMore, "watch-one-more"),
        (Mutant::AnnounceRegeneration, "announce-regeneration"),
    ];

    /// The names of all mutants, with what each changes.
    pub const NAMES: &[(&str, &str)] = &[
        (
            "take-old-messages",
            "line 23 dropped: every message counts as new",
        ),
        ("keep-token", "line 19 dropped: the sender stays REAL"),
        ("send-one-less", "line 18 sends k messages"),
        ("send-one-more", "line 18 sends k+2 messages"),
        (
            "ignore-known-crashes",
            "lines 29-30 dropped: a copy that arrives is always a BACKUP",
        ),
        ("forget-suspicion", "line 35 dropped: F stays empty"),
        (
            "one-crash-suffices",
            "line 36 weakened: any crash in D regenerates",
        ),
        ("keep-count", "line 39 dropped: count is not advanced"),
        ("count-one-more", "line 39 adds #(D) instead of #(D) - 1"),
        ("watch-one-more", "line 25 starts D one site before S_T"),
        ("announce-regeneration", "line 43 also sends the token on"),
    ];

    /// The mutant of this name.
    pub fn named(name: &str) -> Option<Mutant> {
        let found = Self::ALL.iter().find(|(_, known)| *known == name);
        found.map(|(mutant, _)| *mutant)
    }
}

/// The plug-in of a ring of `nodes` sites that tolerates `k` consecutive crashes.
#[derive(Clone, Debug)]
pub struct Plugin<App> {
    /// N.
    pub nodes: usize,
    /// k.
    pub k: usize,
    /// How the figure is read.
    pub reading: Reading,
    /// What is wrong with it on purpose.
    pub mutant: Option<Mutant>,
    /// Whose token it is.
    pub application: App,
}

/// What a site sends, and to whom.
pub type Sends<App> = Vec<(usize, TokenMessage<<App as Application>::Data>)>;

impl<App: Application> Plugin<App> {
    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// `{S_from, ..., S_to}` in ring order.
    fn between(&self, from: usize, to: usize) -> NodeSet {
        let span = (to + self.nodes - from) % self.nodes;
        (0..=span).map(|i| (from + i) % self.nodes).collect()
    }

    /// Lines 3-15.
    pub fn initialisation(&self, i: usize) -> Site<App::Data> {
        let first = || Some(self.application.first());
        let (token, detection, data) = match i {
            0 => (Token::Real, NodeSet::only(0), first()), // lines 6-8
            _ if i <= self.k && self.reading.initial_backups => {
                (Token::Backup, self.between(0, i), first()) // lines 9-11
            }
            _ => (Token::None, NodeSet::default(), None), // lines 12-14
        };
        Site {
            token,
            count: 0, // line 4
            detection,
            faulty: NodeSet::default(), // line 5
            data,
            sending: NodeSet::default(),
        }
    }

    /// Lines 16-21. The application calls it only while it holds the token.
    pub fn safe_send_token(&self, i: usize, site: &mut Site<App::Data>) -> Sends<App> {
        site.count += 1; // line 17
        if let Some(data) = &mut site.data {
            self.application.on_send(data);
        }
        let copies = match self.mutant {
            Some(Mutant::SendOneLess) => self.k,
            Some(Mutant::SendOneMore) => self.k + 2,
            _ => self.k + 1,
        };
        let receivers: Vec<_> = (1..=copies).map(|step| (i + step) % self.nodes).collect();
        if self.reading.handover == Handover::LineByLine {
            site.sending = receivers.into_iter().collect();
            return Vec::new();
        }
        let sends = receivers // line 18
            .into_iter()
            .map(|j| (j, self.message(i, site)))
            .collect();
        self.let_go(site);
        sends
    }

    /// One send of line 18, read line by line.
    pub fn send_next(&self, i: usize, j: usize, site: &mut Site<App::Data>) -> Sends<App> {
        let message = self.message(i, site);
        site.sending = site.sending.without(j);
        if site.sending.is_empty() {
            self.let_go(site);
        }
        vec![(j, message)]
    }

    fn message(&self, i: usize, site: &Site<App::Data>) -> TokenMessage<App::Data> {
        TokenMessage {
            holder: ((i + 1) % self.nodes) as u8,
            count: site.count,
            data: site
                .data
                .clone()
                .expect("a site that holds the token has its data"),
        }
    }

    /// Lines 19-21.
    fn let_go(&self, site: &mut Site<App::Data>) {
        if self.is(Mutant::KeepToken) {
            return;
        }
        site.token = Token::None; // line 19
        site.detection = NodeSet::default(); // line 20
        site.data = None;
    }

    /// Lines 22-33.
    pub fn safe_receive_token(
        &self,
        i: usize,
        site: &mut Site<App::Data>,
        received: TokenMessage<App::Data>,
    ) -> Sends<App> {
        let holder = usize::from(received.holder);
        if site.count >= received.count && !self.is(Mutant::TakeOldMessages) {
            return Vec::new(); // line 23: not newer than what the site knows
        }
        site.count = received.count; // line 24
        site.data = Some(received.data);
        site.detection = if self.is(Mutant::WatchOneMore) && i != holder {
            self.between((holder + self.nodes - 1) % self.nodes, i)
        } else {
            self.between(holder, i) // line 25
        };
        if i == holder {
            site.token = Token::Real; // lines 26-28
        } else if self.all_crashed(i, site) && !self.is(Mutant::IgnoreKnownCrashes) {
            return self.use_backup(i, site); // lines 29-30
        } else {
            site.token = Token::Backup; // lines 31-32
        }
        Vec::new()
    }

    /// Lines 34-37.
    pub fn receive_suspected(
        &self,
        i: usize,
        site: &mut Site<App::Data>,
        suspect: usize,
    ) -> Sends<App> {
        if !self.is(Mutant::ForgetSuspicion) {
            site.faulty = site.faulty.with(suspect); // line 35
        }
        // A holder has D = {S_i} and nothing left to regenerate.
        if site.token == Token::Backup && self.all_crashed(i, site) {
            return self.use_backup(i, site); // lines 36-37
        }
        Vec::new()
    }

    /// The test of lines 29 and 36.
    fn all_crashed(&self, i: usize, site: &Site<App::Data>) -> bool {
        let alone = NodeSet::only(i);
        match self.reading.test {
            Test::Printed => site.detection.and(site.faulty) == alone,
            Test::Meant if self.is(Mutant::OneCrashSuffices) => {
                !site.detection.and(site.faulty).is_empty()
            }
            Test::Meant => site.detection.minus(site.faulty) == alone,
        }
    }

    /// Lines 38-43.
    fn use_backup(&self, i: usize, site: &mut Site<App::Data>) -> Sends<App> {
        let detected = site.detection.len();
        site.count += match self.mutant {
            Some(Mutant::KeepCount) => 0,
            Some(Mutant::CountOneMore) => detected as u64,
            _ => detected as u64 - 1, // line 39
        };
        site.token = Token::Real; // line 40
        site.detection = NodeSet::only(i); // line 41
        let seen = match self.reading.update {
            Update::Meant => detected,
            Update::Printed => site.detection.len(),
        };
        if let Some(data) = &mut site.data {
            self.application.update_token(data, seen); // line 42
        }
        if self.is(Mutant::AnnounceRegeneration) {
            return vec![((i + 1) % self.nodes, self.message(i, site))];
        }
        Vec::new()
    }

    /// `updateDetection`: whether `i` monitors `other`.
    pub fn monitors(&self, i: usize, site: &Site<App::Data>, other: usize) -> bool {
        let watched = site.detection.without(i);
        match self.reading.monitoring {
            Monitoring::All => watched.contains(other),
            Monitoring::ClosestOnly => {
                let backwards = (1..self.nodes).map(|step| (i + self.nodes - step) % self.nodes);
                let unsuspected = watched.minus(site.faulty);
                backwards.into_iter().find(|j| unsuspected.contains(*j)) == Some(other)
            }
        }
    }
}
