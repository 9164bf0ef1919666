//! What an assumption means.

use crate::world::NAMES;

/// The assumptions that are not about the world but about one algorithm, with what each means.
const OF_MODELS: &[(&str, &str)] = &[
    (
        "at-most-k-crashes",
        "at most k nodes crash in a run (dropped: one more)",
    ),
    (
        "along-the-ring",
        "application messages go to the successor only (dropped: to anyone)",
    ),
    (
        "clients-resubmit",
        "a client whose manager has crashed submits again to the next (dropped: it trusts the crashed one)",
    ),
    (
        "refuse-the-dead",
        "a node takes no more messages from one that it knows to have crashed (dropped: it does)",
    ),
    (
        "initial-backups",
        "k copies of the token exist at the start (dropped: none does)",
    ),
    (
        "inner-nodes-survive",
        "only leaves of the tree crash (dropped: any node may)",
    ),
    (
        "links-last",
        "only a write breaks the link between LL and SC (dropped: it may break by itself)",
    ),
    (
        "outlasts-elections",
        "a timeout is longer than an election (dropped: it is longer than a round trip)",
    ),
    (
        "stable-storage",
        "what a node has stored survives its fault (dropped: nothing does)",
    ),
    (
        "write-ahead",
        "READ and WRITE are stored before the action (dropped: after it)",
    ),
    (
        "reply-in-time",
        "a timeout is long enough for the leader's reply (dropped: for a message one way)",
    ),
];

/// What the assumption of this name means; empty for a name that no case and no world knows.
pub fn meaning(assumption: &str) -> &'static str {
    let of_world = NAMES.iter().map(|named| (named.name, named.meaning));
    let mut all = of_world.chain(OF_MODELS.iter().copied());
    let found = all.find_map(|(name, meaning)| (name == assumption).then_some(meaning));
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::cases;

    #[test]
    fn every_assumption_of_a_case_has_a_meaning() {
        for case in cases() {
            for name in case.assumed() {
                assert!(!meaning(name).is_empty(), "{}: {name}", case.claim);
            }
        }
    }

    #[test]
    fn every_meaning_is_used() {
        for (name, _) in OF_MODELS {
            assert!(
                cases().any(|case| case.assumed().any(|n| n == *name)),
                "{name}"
            );
            assert!(!NAMES.iter().any(|named| named.name == *name), "{name}");
        }
    }
}
