//! Numbers of published claims for every size: inductions whose steps are identities of polynomials.
//!
//! A theory (`theories/*.theory`) defines what is counted by recursion and states lemmas; each follows at once or by induction. What
//! is to be shown is then, with definitions unfolded and with what is known put in, that one polynomial is zero: [`theory`] makes it so,
//! [`polynomial`] decides it exactly. Functions that are not defined and variables stand for anything.
//!
//! What a theory defines is compared with what is counted one by one, at small sizes, in the tests of this crate.

pub mod parse;
pub mod polynomial;
pub mod smt;
pub mod theory;

pub use parse::parse;
pub use theory::Theory;

/// The theories of this crate, by file.
pub const FILES: [(&str, &str); 3] = [
    (
        "figure-4.theory",
        include_str!("../theories/figure-4.theory"),
    ),
    (
        "chang-roberts.theory",
        include_str!("../theories/chang-roberts.theory"),
    ),
    ("reads.theory", include_str!("../theories/reads.theory")),
];
