//! Renamings of the nodes under which an algorithm is the same.
//!
//! An algorithm says which they are ([`Resident::symmetry`]) and how its states and messages look under other names
//! ([`Resident::rename`] and its sisters). What the world itself knows of names (whose state, from whom, to whom, who was reported)
//! is renamed here. Of all states that a renaming leads to, the one with the smallest fingerprint stands for the others.

use super::effects::Scratch;
use super::population::Population;
use super::resident::{NodeSet, Resident};
use super::state::{Envelope, Local, NODES};
use super::{Return, Time, World};
use crate::canonical::spread;
use verdict_checker::space::fingerprint;

/// Which renamings of its nodes leave an algorithm as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// None, or none that anybody has looked for.
    None,
    /// The nodes stand on a ring, and it does not matter where one begins to count.
    Rotations,
    /// These nodes are all alike; the others keep their names.
    Permutations(NodeSet),
}

/// More renamings than these are not looked through: so many has a group of seven.
const MOST: usize = 5_040;

/// New names for all nodes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Renaming {
    names: Vec<u8>,
}

impl Renaming {
    /// The new name of a node.
    pub fn node(&self, node: usize) -> usize {
        usize::from(self.names[node])
    }

    /// The new names of some nodes.
    pub fn set(&self, nodes: NodeSet) -> NodeSet {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    /// By how many places a ring is turned.
    pub fn turn(&self) -> usize {
        self.node(0)
    }

    /// All renamings of a symmetry, the one that changes no name first; none if there are too many.
    fn all_of(symmetry: Symmetry, nodes: usize) -> Option<Vec<Renaming>> {
        let own = || (0..nodes as u8).collect::<Vec<_>>();
        match symmetry {
            Symmetry::None => Some(vec![Renaming { names: own() }]),
            Symmetry::Rotations => {
                let turned = |by: usize| (0..nodes).map(|i| ((i + by) % nodes) as u8).collect();
                Some(
                    (0..nodes)
                        .map(|by| Renaming { names: turned(by) })
                        .collect(),
                )
            }
            Symmetry::Permutations(alike) => {
                let mut all = vec![own()];
                for (placed, node) in alike.iter().enumerate() {
                    // Whoever was placed before, and it itself, may change names with this node.
                    let earlier: Vec<_> = alike.iter().take(placed + 1).collect();
                    all = (all.iter())
                        .flat_map(|names| {
                            earlier.iter().map(move |other| {
                                let mut names = names.clone();
                                names.swap(*other, node);
                                names
                            })
                        })
                        .collect();
                    if all.len() > MOST {
                        return None;
                    }
                }
                all.sort();
                Some(all.into_iter().map(|names| Renaming { names }).collect())
            }
        }
    }
}

/// What becomes of a part of states under each renaming, and the hash of that.
pub(super) struct Images {
    pub(super) ids: Vec<u32>,
    pub(super) hashes: Vec<u64>,
}

impl Images {
    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.ids.len() * (size_of::<u32>() + size_of::<u64>()) + size_of::<Self>()
    }
}

impl<A: Resident> World<A> {
    /// The renamings that leave this world as it is, with the reason if there is none but the one that changes nothing.
    pub(super) fn symmetries(&self) -> &(Vec<Renaming>, Option<&'static str>) {
        self.renamings
            .get_or_init(|| match self.renamings_or_why() {
                Ok(all) => (all, None),
                Err(why) => {
                    let alone = Renaming::all_of(Symmetry::None, self.actors.len());
                    (alone.unwrap_or_default(), Some(why))
                }
            })
    }

    fn renamings_or_why(&self) -> Result<Vec<Renaming>, &'static str> {
        let nodes = self.actors.len();
        let assumptions = &self.rules.assumptions;
        let first = self.actors.first();
        let symmetry = first.map_or(Symmetry::None, |actor| actor.symmetry(nodes));
        if symmetry == Symmetry::None {
            return Err("the algorithm declares no symmetry");
        }
        if matches!(assumptions.time, Time::Ticks { .. }) {
            return Err("a world that counts ticks is searched whole");
        }
        if self.rules.bounded {
            return Err("a world with a boundary is searched whole");
        }
        if symmetry != Symmetry::Rotations && assumptions.crash.longest_run().is_some() {
            return Err("who may crash depends on who its neighbours are");
        }
        let all = Renaming::all_of(symmetry, nodes);
        let all = all.ok_or("its nodes have more than 5,040 renamings")?;
        let same_crash = |by: &Renaming| by.set(self.rules.may_crash) == self.rules.may_crash;
        if !all.iter().all(same_crash) {
            return Err("the symmetry mixes nodes that may crash with others");
        }
        // Who comes back starts as its actor has it, whatever it was called meanwhile.
        if assumptions.returns != Return::Never {
            let (locals, _) = self.start(&self.actors);
            let starts_alike = |by: &Renaming| {
                (0..nodes).all(|node| {
                    let renamed = self.renamed_local_by(locals[node], by);
                    renamed == locals[by.node(node)]
                })
            };
            if !all.iter().all(starts_alike) {
                return Err(
                    "nodes come back, and some start otherwise than those they would be named after",
                );
            }
        }
        Ok(all)
    }

    pub(super) fn renamed_local_by(&self, local: u32, by: &Renaming) -> u32 {
        let local = self.locals.get(local);
        let actor = &self.actors[usize::from(local.node)];
        let timers = local.timers.iter();
        let choices = local.choices.iter();
        self.locals.intern(&Local {
            node: by.node(local.node.into()) as u8,
            up: local.up,
            state: local.state.as_ref().map(|state| actor.rename(state, by)),
            timers: timers
                .map(|(timer, span)| (actor.rename_timer(timer, by), *span))
                .collect(),
            choices: choices
                .map(|(key, options)| {
                    let options = options.iter();
                    let renamed = options.map(|option| actor.rename_choice(option, by));
                    (key.clone(), renamed.collect())
                })
                .collect(),
            storage: (local.storage.as_ref()).map(|storage| actor.rename_storage(storage, by)),
            reported: by.set(local.reported),
        })
    }

    pub(super) fn renamed_envelope_by(&self, envelope: u32, by: &Renaming) -> u32 {
        let envelope = self.envelopes.get(envelope);
        let actor = &self.actors[usize::from(envelope.dst)];
        self.envelopes.intern(&Envelope {
            src: by.node(envelope.src.into()) as u8,
            dst: by.node(envelope.dst.into()) as u8,
            age: envelope.age,
            msg: actor.rename_message(&envelope.msg, by),
        })
    }
}

impl dyn Population + '_ {
    /// The state under the renaming with this number, in canonical form, as `scratch.next`; answers with the sum of its hashes.
    fn rename(&self, state: &[u32], number: usize, scratch: &mut Scratch) -> u64 {
        let names = &self.renamings()[number];
        let first = NODES + self.rules().nodes;
        let mut next = state[..first].to_vec();
        for (node, local) in state[NODES..first].iter().enumerate() {
            next[NODES + names.node(node)] = scratch.images_of_local(self, *local).ids[number];
        }
        for envelope in &state[first..] {
            let renamed = scratch.images_of_envelope(self, *envelope).ids[number];
            self.put(scratch, &mut next, renamed);
        }
        scratch.next = next;
        self.tidy(scratch)
    }

    /// All states that the renamings lead to, the state itself first.
    pub(super) fn images(&self, state: &[u32]) -> Vec<Vec<u32>> {
        self.with_scratch(|scratch| {
            let numbers = 0..self.renamings().len();
            numbers
                .map(|number| {
                    self.rename(state, number, scratch);
                    scratch.next.clone()
                })
                .collect()
        })
    }

    /// Of these states the one with the smallest fingerprint, as `scratch.next`; answers with its fingerprint.
    pub(super) fn least_image(&self, state: &[u32], scratch: &mut Scratch) -> u64 {
        let number = match self.rules().period {
            0 => self.least_by_sums(state, scratch),
            // Renaming may change dates, and then all of them are lowered: there is no sum before that.
            _ => {
                let all = 0..self.renamings().len();
                all.min_by_key(|number| spread(self.rename(state, *number, scratch)))
            }
        };
        spread(self.rename(state, number.unwrap_or(0), scratch))
    }

    /// The renaming that leads to the smallest fingerprint, by the hashes of the renamed parts alone.
    fn least_by_sums(&self, state: &[u32], scratch: &mut Scratch) -> Option<usize> {
        let first = NODES + self.rules().nodes;
        let mut sums = std::mem::take(&mut scratch.sums);
        sums.clear();
        sums.resize(self.renamings().len(), fingerprint(&state[0]));
        for local in &state[NODES..first] {
            let hashes = &scratch.images_of_local(self, *local).hashes;
            for (sum, hash) in sums.iter_mut().zip(hashes) {
                *sum = sum.wrapping_add(*hash);
            }
        }
        let queues = self.rules().assumptions.order.queues();
        let mut place = (u64::MAX, 0u64);
        for envelope in &state[first..] {
            let channel = scratch.envelope(self, *envelope).channel();
            place = (channel, if place.0 == channel { place.1 + 1 } else { 0 });
            let hashes = &scratch.images_of_envelope(self, *envelope).hashes;
            for (sum, hash) in sums.iter_mut().zip(hashes) {
                *sum = sum.wrapping_add(match queues {
                    true => fingerprint(&(*hash, place.1)),
                    false => *hash,
                });
            }
        }
        let least = (0..sums.len()).min_by_key(|number| spread(sums[*number]));
        scratch.sums = sums;
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_renaming_occurs_once_and_the_first_changes_nothing() {
        let cases = [
            (Symmetry::None, 4, 1),
            (Symmetry::Rotations, 5, 5),
            (Symmetry::Permutations((0..4).collect()), 4, 24),
            (Symmetry::Permutations((1..4).collect()), 5, 6),
        ];
        for (symmetry, nodes, count) in cases {
            let all = Renaming::all_of(symmetry, nodes).expect("few enough");
            let distinct: HashSet<_> = all.iter().collect();
            assert_eq!((all.len(), distinct.len()), (count, count), "{symmetry:?}");
            assert!((0..nodes).all(|node| all[0].node(node) == node));
            for renaming in &all {
                let everyone: NodeSet = (0..nodes).collect();
                assert_eq!(renaming.set(everyone), everyone, "{renaming:?}");
            }
        }
        let eight = Symmetry::Permutations((0..8).collect());
        assert_eq!(Renaming::all_of(eight, 8), None);
    }
}
