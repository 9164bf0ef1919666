//! The catalog: every claim of the five sources, under its stable id.

/// A paper, lecture or thesis whose claims are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// Arantes, Sopena: Easily rendering token-ring algorithms of distributed and parallel applications fault tolerant.
    Ring,
    /// Ciuffoletti: the wandering token.
    Wandering,
    /// Bechini: Fundamental Distributed Algorithms.
    Basics,
    /// Sopena, Arantes, Bertier, Sens: A fault-tolerant token-based mutual exclusion algorithm using a dynamic tree.
    Naimi,
    /// Sanz Marco: Fault Tolerance for Stream Programs on Parallel Platforms.
    Thesis,
}

/// What kind of statement a claim is; it decides how it can be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Something bad never happens: an invariant of every reachable state or step.
    Safety,
    /// Something good happens in the end: checked on cycles, under a stated fairness.
    Liveness,
    /// A number: a count of messages, a bound, a probability, a measured table.
    Quantity,
    /// A worked example or table of the source, replayed step by step.
    Replay,
}

/// One claim of a source.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The stable id that reviews cite.
    pub id: &'static str,
    /// Who says it.
    pub source: Source,
    /// Where: section, figure, line, lemma.
    pub place: &'static str,
    /// What it says, in our words.
    pub says: &'static str,
    /// What kind of statement it is.
    pub kind: Kind,
}
