//! Claims for every number of nodes.
//!
//! A protocol file (`protocols/`) says in a small language what a state is, which steps there are, what is to be proved and what
//! makes it inductive, clause by clause. The language is the decidable fragment EPR: each obligation is grounded to propositional
//! clauses, a solver finds them unsatisfiable, and the separate checker `verdict-certify` accepts the certificate or does not.
//!
//! Read first a protocol, then [`syntax`], [`obligation`], [`ground`]. [`bridge`] is what ties a protocol to a searched model.

pub mod bridge;
pub mod certificate;
pub mod fragment;
pub mod ground;
pub mod mutate;
pub mod obligation;
pub mod parse;
pub mod proof;
pub mod record;
pub mod smt;
pub mod solve;
pub mod structure;
pub mod syntax;

/// A protocol file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// Where it is.
    pub name: &'static str,
    /// What it says.
    pub text: &'static str,
}

/// All protocol files.
pub const FILES: [File; 9] = [
    File {
        name: "proofs/epr/protocols/ring.epr",
        text: include_str!("../protocols/ring.epr"),
    },
    File {
        name: "proofs/epr/protocols/le-lann.epr",
        text: include_str!("../protocols/le-lann.epr"),
    },
    File {
        name: "proofs/epr/protocols/repair.epr",
        text: include_str!("../protocols/repair.epr"),
    },
    File {
        name: "proofs/epr/protocols/token-ring.epr",
        text: include_str!("../protocols/token-ring.epr"),
    },
    File {
        name: "proofs/epr/protocols/naimi-trehel.epr",
        text: include_str!("../protocols/naimi-trehel.epr"),
    },
    File {
        name: "proofs/epr/protocols/ricart-agrawala.epr",
        text: include_str!("../protocols/ricart-agrawala.epr"),
    },
    File {
        name: "proofs/epr/protocols/chang-roberts.epr",
        text: include_str!("../protocols/chang-roberts.epr"),
    },
    File {
        name: "proofs/epr/protocols/r-multicast.epr",
        text: include_str!("../protocols/r-multicast.epr"),
    },
    File {
        name: "proofs/epr/protocols/alg7.epr",
        text: include_str!("../protocols/alg7.epr"),
    },
];
