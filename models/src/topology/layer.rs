//! Arantes, Sopena, "Easily rendering token-ring algorithms of distributed and parallel applications fault
//! tolerant", section V: the copies of a token that does not travel on a ring.
//!
//! The section has no pseudo-code. What it says and Fig. 2 does not: the holder forms an ordered set T of k+1
//! different nodes. First itself, then the *predictable* nodes (the future path of the token, as far as it is
//! known), then *monitors* (nodes that held the token recently). The detection sets are the beginnings of T.
//! "Before sending the token", T is renewed: monitors are replaced by predictable nodes, the holder itself last; a
//! holder that stays in T becomes a monitor.
//!
//! | paper | here |
//! |---|---|
//! | T, in the order of Fig. 6(c) | [`Members`] |
//! | `count`, `token`, `F` | fields of [`Copies`] |
//! | `D` of `S_i` | [`Copies::detection`]: T up to `S_i` |
//! | `SafeSendToken`, `SafeReceiveToken`, `ReceiveSuspected`, `UseBackup` | methods of [`Layer`] |
//! | predictable nodes | `path`, handed over by the algorithm whose token it is |
//!
//! Readings taken, where the section is silent:
//!
//! - T travels in the message. On a ring `S_T` is enough to compute it; here nothing is.
//! - Fig. 2 applies as it stands wherever section V does not change it: line 23 compares counts, line 39 adds
//!   `#(D) - 1`, the test of lines 29 and 36 is `D \ F = {S_i}`.
//! - At the start T is {S_0, ..., S_k}, as in lines 3-15: nobody has held the token recently.
//! - "At most k consecutive" means nothing without a ring: at most k nodes crash in a run.
//! - [`Renewal`] has the literal rule and two repairs.

use super::members::Members;
use crate::ring::plugin::Token;
use serde::Serialize;
use verdict_world::NodeSet;

/// What a node knows of the token.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Copies<Data> {
    /// What it holds.
    pub token: Token,
    /// The newest token it knows of.
    pub count: u64,
    /// T, as it came with the token or the copy.
    #[serde(rename = "T")]
    pub members: Members,
    /// `F`: the nodes it knows to have crashed.
    #[serde(rename = "F")]
    pub faulty: NodeSet,
    /// What the token carries.
    #[serde(skip_serializing_if = "nothing")]
    pub data: Option<Data>,
}

/// Whether there is nothing to show: no data, or data of a token that carries none.
fn nothing<Data>(data: &Option<Data>) -> bool {
    data.is_none() || size_of::<Data>() == 0
}

impl<Data> Copies<Data> {
    /// `D` of this node: whom it monitors, and itself.
    pub fn detection(&self, i: usize) -> NodeSet {
        match self.token {
            Token::Real => NodeSet::only(i),
            Token::Backup => self.members.up_to(i),
            Token::None => NodeSet::default(),
        }
    }

    fn let_go(&mut self) {
        self.token = Token::None;
        self.members = Members::default();
        self.data = None;
    }
}

/// `<TOKEN, T, count>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenMessage<Data> {
    /// T; the first is to hold the token.
    pub members: Members,
    /// Its number.
    pub count: u64,
    /// What the token carries.
    pub data: Data,
}

/// How T is renewed, and who hears of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Renewal {
    /// Section V and no more: predictable nodes, then the sender, then older members; sent to the new T.
    Replace,
    /// The first repair: the same T, sent also to the members that were replaced, who drop their copies.
    Tell,
    /// The second repair: nobody is replaced. T is a queue: the token goes to its second member, and at its end
    /// enters the first predictable node that is not in it, or the sender.
    Queue,
}

verdict_checker::mutants! {
    /// A small error, made on purpose to see whether a property notices.
    KeepToken = "keep-token": "the sender stays REAL (line 19 dropped)",
    TakeOldMessages = "take-old-messages": "every message counts as new (line 23 dropped)",
    OneMemberLess = "one-member-less": "T has k members",
    RepeatMembers = "repeat-members": "T may name a node twice",
    IgnoreKnownCrashes = "ignore-known-crashes": "a copy that arrives is always a BACKUP (lines 29-30 dropped)",
    OneCrashSuffices = "one-crash-suffices": "any crash in D regenerates (line 36 weakened)",
    IgnoreReplacement = "ignore-replacement": "who is told that it was replaced keeps its copy",
    JumpTheQueue = "jump-the-queue": "the token skips the members of T before the next requester",
    DeafInside = "deaf-inside": "requests that arrive during a critical section are lost",
}

/// A token has become REAL here; the nodes are those that it skipped.
pub type Delivered = Option<NodeSet>;

/// The copies of one token.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    /// k.
    pub k: usize,
    /// How T is renewed.
    pub renewal: Renewal,
    /// Whether {S_0, ..., S_k} have copies at the start.
    pub initial_backups: bool,
    /// What is wrong on purpose.
    pub mutant: Option<Mutant>,
}

impl Layer {
    pub(super) fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// Lines 3-15.
    pub fn initialisation<Data>(&self, i: usize, first: Data) -> Copies<Data> {
        let last = if self.initial_backups { self.k } else { 0 };
        let token = match i {
            0 => Token::Real,
            _ if i <= last => Token::Backup,
            _ => Token::None,
        };
        let has = token != Token::None;
        Copies {
            token,
            count: 0,
            members: (0..if has { last + 1 } else { 0 }).collect(),
            faulty: NodeSet::default(),
            data: has.then_some(first),
        }
    }

    /// T after the renewal; its first member is the next holder.
    pub fn renewed<Data>(&self, i: usize, copies: &Copies<Data>, path: &[usize]) -> Members {
        let most = if self.is(Mutant::OneMemberLess) {
            self.k
        } else {
            self.k + 1
        };
        let most = most.max(1);
        let others = copies.members.iter().skip(1);
        let path = path.iter().copied();
        if self.renewal == Renewal::Queue && !self.is(Mutant::JumpTheQueue) {
            return Members::different(others.chain(path).chain([i]), most);
        }
        if self.is(Mutant::RepeatMembers) {
            return path.chain(others).take(most).collect();
        }
        Members::different(path.chain([i]).chain(others), most)
    }

    /// Lines 16-21, to the holder that T has now after its renewal.
    pub fn safe_send_token<Data: Clone>(
        &self,
        i: usize,
        copies: &mut Copies<Data>,
        members: Members,
    ) -> (Vec<(usize, TokenMessage<Data>)>, Delivered) {
        let Some(data) = copies.data.clone() else {
            return (Vec::new(), None); // only a holder sends, and a holder has the data
        };
        copies.count += 1; // line 17
        let message = TokenMessage {
            members: members.clone(),
            count: copies.count,
            data,
        };
        let replaced = copies
            .members
            .iter()
            .filter(|_| self.renewal == Renewal::Tell);
        let receivers: NodeSet = members.iter().chain(replaced).collect();
        let sends = receivers
            .without(i)
            .iter()
            .map(|j| (j, message.clone()))
            .collect(); // line 18
        if self.is(Mutant::KeepToken) {
            return (sends, None);
        }
        let delivered = self.adopt(i, copies, message); // lines 19-21; a sender that stays in T is a monitor
        (sends, delivered)
    }

    /// Lines 22-33.
    pub fn safe_receive_token<Data>(
        &self,
        i: usize,
        copies: &mut Copies<Data>,
        received: TokenMessage<Data>,
    ) -> Delivered {
        if copies.count >= received.count && !self.is(Mutant::TakeOldMessages) {
            return None; // line 23: not newer than what the node knows
        }
        if !received.members.set().contains(i) && self.is(Mutant::IgnoreReplacement) {
            return None;
        }
        self.adopt(i, copies, received)
    }

    /// Lines 24-33: the place of node `i` in a new T.
    fn adopt<Data>(
        &self,
        i: usize,
        copies: &mut Copies<Data>,
        new: TokenMessage<Data>,
    ) -> Delivered {
        copies.count = new.count; // line 24
        if !new.members.set().contains(i) {
            copies.let_go(); // replaced
            return None;
        }
        copies.members = new.members; // line 25
        copies.data = Some(new.data);
        if copies.members.holder() == Some(i) {
            copies.token = Token::Real; // lines 26-28
            return Some(NodeSet::default());
        }
        copies.token = Token::Backup; // lines 31-32
        if self.all_crashed(i, copies) && !self.is(Mutant::IgnoreKnownCrashes) {
            return self.use_backup(i, copies); // lines 29-30
        }
        None
    }

    /// Lines 34-37.
    pub fn receive_suspected<Data>(
        &self,
        i: usize,
        copies: &mut Copies<Data>,
        suspect: usize,
    ) -> Delivered {
        copies.faulty = copies.faulty.with(suspect); // line 35
        if copies.token == Token::Backup && self.all_crashed(i, copies) {
            return self.use_backup(i, copies); // lines 36-37
        }
        None
    }

    /// The test of lines 29 and 36.
    fn all_crashed<Data>(&self, i: usize, copies: &Copies<Data>) -> bool {
        let detection = copies.detection(i);
        if self.is(Mutant::OneCrashSuffices) {
            return !detection.and(copies.faulty).is_empty();
        }
        detection.minus(copies.faulty) == NodeSet::only(i)
    }

    /// Lines 38-41.
    fn use_backup<Data>(&self, i: usize, copies: &mut Copies<Data>) -> Delivered {
        let skipped = copies.detection(i).without(i);
        copies.count += skipped.len() as u64; // line 39
        copies.token = Token::Real; // lines 40-41
        copies.members = copies.members.starting_at(i);
        Some(skipped)
    }
}
