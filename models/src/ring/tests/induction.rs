//! Whether the invariant behind uniqueness is inductive: every state that satisfies it, reachable or not,
//! leads only to such states.
//!
//! All states in a window are tried: every combination of sites up and down, of tokens, counts of two rounds and
//! suspicions, with up to a few messages in flight. The invariant speaks of titles two at a time, and a
//! step touches the titles of one site and of one message, so a few messages show what many would.

use super::*;
use crate::ring::application::{Message, Site, SiteOf};
use crate::ring::node::Act;
use crate::ring::plugin::{Held, Token, TokenMessage};
use crate::ring::properties::unique_real;
use crate::ring::titles::nested_titles;
use crate::ring::{Release, TheToken};
use std::collections::BTreeMap;
use verdict_checker::property::{Conjunct, Demand, Property};
use verdict_checker::space::{Row, Space};
use verdict_world::{EnvelopeOf, Local, LocalOf, NodeSet};

/// With this conjunct there is no need to try other suspicions.
const RIGHTLY_SUSPECTED: &str = "only the crashed are suspected";

type SiteLocal = LocalOf<Node<Bare>>;
type Sent = EnvelopeOf<Node<Bare>>;

fn count(sent: &Sent) -> u64 {
    token(&sent.msg).count
}

/// What is tried.
struct Window {
    nodes: usize,
    k: usize,
    /// Counts below this.
    counts: u64,
    /// The longest reach of a title, in positions: k for those that the algorithm makes, up to N - 1.
    reach: usize,
    /// Messages in flight.
    messages: usize,
}

/// The conjuncts of the invariant, without those named.
fn invariant_without(left_out: &[&str]) -> Vec<Conjunct<Ring>> {
    let Demand::Always(mut conjuncts) = nested_titles().demand else {
        panic!("it is an invariant");
    };
    let all = conjuncts.len();
    conjuncts.retain(|conjunct| !left_out.contains(&&conjunct.name[..]));
    assert_eq!(conjuncts.len() + left_out.len(), all, "{left_out:?}");
    conjuncts
}

fn broken<'a>(conjuncts: &'a [Conjunct<Ring>], ring: &Ring, state: &[u32]) -> Option<&'a str> {
    let mut broken = conjuncts.iter().filter(|c| !(c.holds)(ring, state));
    broken.next().map(|conjunct| &conjunct.name[..])
}

/// A step from a state that satisfies the invariant to one that does not.
struct Escape {
    from: Vec<u32>,
    step: String,
    breaks: String,
}

impl Window {
    /// A world in which a crash may fall anywhere, and messages get lost and doubled: more than the claim grants.
    fn ring(&self) -> Ring {
        let mut assumptions = section_ii(self.nodes, self.k);
        assumptions.crash.consecutive = None;
        assumptions.losses = 1;
        assumptions.duplicates = 1;
        World::new(vec![site(self.nodes, self.k); self.nodes], assumptions)
    }

    /// Everything that a site may hold while these are down and those may be suspected.
    fn locals(&self, node: usize, down: NodeSet, suspects: NodeSet) -> Vec<SiteLocal> {
        let blank = Local {
            node: node as u8,
            up: false,
            state: None,
            timers: BTreeMap::new(),
            choices: BTreeMap::new(),
            storage: None,
            reported: NodeSet::default(),
        };
        if down.contains(node) {
            return vec![blank];
        }
        let mut locals = Vec::new();
        for count in 0..self.counts {
            for token in [Token::None, Token::Backup, Token::Real] {
                if token == Token::Backup && self.distance(count as usize, node) > self.reach {
                    continue;
                }
                for faulty in self.subsets(suspects.without(node)) {
                    let mut local = blank.clone();
                    local.up = true;
                    local.reported = faulty;
                    if token == Token::Real {
                        let acts = vec![Act::Own(Release)];
                        local.choices.insert("application".to_owned(), acts);
                    }
                    local.state = Some(self.site(node, token, count, faulty));
                    locals.push(local);
                }
            }
        }
        locals
    }

    fn subsets(&self, nodes: NodeSet) -> impl Iterator<Item = NodeSet> {
        let all = (0..1usize << self.nodes).map(|bits| {
            let members = (0..usize::BITS as usize).filter(move |i| bits >> i & 1 == 1);
            members.collect::<NodeSet>()
        });
        all.filter(move |subset| subset.is_subset(nodes))
    }

    /// Positions from that of `count` to the next of `node`.
    fn distance(&self, count: usize, node: usize) -> usize {
        (node + self.nodes - count % self.nodes) % self.nodes
    }

    /// A site with the detection set that the invariant prescribes.
    fn site(&self, node: usize, token: Token, count: u64, faulty: NodeSet) -> SiteOf<Bare> {
        let holder = (count % self.nodes as u64) as usize;
        let span = self.distance(holder, node);
        let held = Held {
            token,
            count,
            detection: match token {
                Token::None => NodeSet::default(),
                Token::Real => NodeSet::only(node),
                Token::Backup => (0..=span).map(|i| (holder + i) % self.nodes).collect(),
            },
            data: (token != Token::None).then_some(()),
            ..Held::nothing()
        };
        Site {
            held: BTreeMap::from([(TheToken, held)]),
            faulty,
            inbox: Vec::new(),
            own: (),
        }
    }

    /// Every message; who has sent it plays no part.
    fn all_messages(&self) -> Vec<Sent> {
        let nodes = self.nodes as u8;
        let pairs = (0..nodes).flat_map(|dst| (0..nodes).map(move |holder| (dst, holder)));
        pairs
            .filter(|(dst, holder)| {
                self.distance(usize::from(*holder), usize::from(*dst)) <= self.reach
            })
            .flat_map(|(dst, holder)| {
                (0..=self.counts).map(move |count| Sent {
                    src: (holder + nodes - 1) % nodes,
                    dst,
                    age: 0,
                    msg: Message::Token(
                        TheToken,
                        TokenMessage {
                            holder,
                            count,
                            data: (),
                        },
                    ),
                })
            })
            .collect()
    }

    /// Hands every state that satisfies the conjuncts to `visit`, until that answers with something.
    fn search<T>(
        &self,
        ring: &Ring,
        conjuncts: &[Conjunct<Ring>],
        visit: &mut impl FnMut(&[u32]) -> Option<T>,
    ) -> Option<T> {
        let messages = self.all_messages();
        let everyone: NodeSet = (0..self.nodes).collect();
        let rightly = conjuncts.iter().any(|c| c.name == RIGHTLY_SUSPECTED);
        for down in self.subsets(everyone) {
            let suspects = if rightly { down } else { everyone };
            let options: Vec<_> = (0..self.nodes)
                .map(|node| self.locals(node, down, suspects))
                .collect();
            let mut sites = Sites {
                ring,
                conjuncts,
                messages: &messages,
                options: &options,
                most: self.messages,
                visit,
            };
            // A site that is not chosen yet counts as down: it has no titles, and nobody suspects it wrongly.
            let nobody: Vec<_> = (0..self.nodes)
                .map(|node| self.locals(node, everyone, suspects).remove(0))
                .collect();
            if let Some(found) = sites.choose(0, nobody) {
                return Some(found);
            }
        }
        None
    }

    /// The first step that leads out of the invariant.
    fn escape(&self, ring: &Ring, conjuncts: &[Conjunct<Ring>]) -> (usize, Option<Escape>) {
        let mut tried = 0;
        let escape = self.search(ring, conjuncts, &mut |from| {
            tried += 1;
            ring.steps(from).into_iter().find_map(|(step, next)| {
                let breaks = broken(conjuncts, ring, &next)?.to_owned();
                let (from, step) = (from.to_vec(), ring.label(&step));
                Some(Escape { from, step, breaks })
            })
        });
        (tried, escape)
    }
}

/// Chooses what each site holds, then what is in flight. Every conjunct says that something is *not*
/// there, so what a part of a state breaks the whole breaks too, and a part that does is given up at once.
struct Sites<'a, F> {
    ring: &'a Ring,
    conjuncts: &'a [Conjunct<Ring>],
    messages: &'a [Sent],
    options: &'a [Vec<SiteLocal>],
    most: usize,
    visit: &'a mut F,
}

impl<T, F: FnMut(&[u32]) -> Option<T>> Sites<'_, F> {
    fn choose(&mut self, node: usize, chosen: Vec<SiteLocal>) -> Option<T> {
        let nodes = self.options.len();
        if node == nodes {
            let mut live = chosen.iter().filter_map(|local| local.state.as_ref());
            // Where all counts are a round ahead, the same state has been seen with lower ones.
            return match live.any(|site| site.held[&TheToken].count < nodes as u64) {
                true => self.send(&chosen, &mut Vec::new(), 0),
                false => None,
            };
        }
        let options = self.options;
        options[node].iter().find_map(|local| {
            let mut chosen = chosen.clone();
            chosen[node] = local.clone();
            let state = self.ring.state(&chosen, &[]);
            match broken(self.conjuncts, self.ring, &state) {
                Some(_) => None,
                None => self.choose(node + 1, chosen),
            }
        })
    }

    fn send(&mut self, chosen: &[SiteLocal], sent: &mut Vec<Sent>, from: usize) -> Option<T> {
        let state = self.ring.state(chosen, sent);
        if broken(self.conjuncts, self.ring, &state).is_some() {
            return None;
        }
        if let Some(found) = (self.visit)(&state) {
            return Some(found);
        }
        if sent.len() == self.most {
            return None;
        }
        let messages = self.messages;
        for (index, message) in messages.iter().enumerate().skip(from) {
            // One that its receiver ignores makes no other state.
            let receiver = chosen[usize::from(message.dst)].state.as_ref();
            if receiver.is_none_or(|site| site.held[&TheToken].count >= count(message)) {
                continue;
            }
            sent.push(message.clone());
            if let Some(found) = self.send(chosen, sent, index) {
                return Some(found);
            }
            sent.pop();
        }
        None
    }
}

const THREE: Window = Window {
    nodes: 3,
    k: 1,
    counts: 6,
    reach: 2,
    messages: 3,
};

fn assert_inductive(window: &Window) -> usize {
    let conjuncts = invariant_without(&[]);
    let ring = window.ring();
    let (tried, escape) = window.escape(&ring, &conjuncts);
    if let Some(Escape { from, step, breaks }) = escape {
        let state = ring.show(&from);
        panic!("`{step}` breaks `{breaks}` from {state:#?}");
    }
    tried
}

#[test]
fn the_invariant_of_three_sites_is_inductive() {
    let tried = assert_inductive(&THREE);
    assert!(tried > 80_000, "only {tried} states satisfy the invariant");
}

#[test]
fn the_invariant_of_four_sites_is_inductive() {
    for (k, counts) in [(1, 5), (2, 4)] {
        let window = Window {
            nodes: 4,
            k,
            counts,
            reach: k,
            messages: 1,
        };
        let tried = assert_inductive(&window);
        assert!(tried > 30_000, "only {tried} states satisfy the invariant");
    }
}

#[test]
fn the_invariant_implies_uniqueness_and_holds_at_first() {
    let conjuncts = invariant_without(&[]);
    let ring = THREE.ring();
    assert_eq!(broken(&conjuncts, &ring, ring.initial().get(0)), None);
    let unique: Property<Ring> = unique_real();
    let two = THREE.search(&ring, &conjuncts, &mut |state| {
        unique.decides(&ring, state).then(|| state.to_vec())
    });
    assert_eq!(two, None);
}

/// What goes wrong in the first state that satisfies all conjuncts but this.
fn escape_without(conjunct: &str) -> (Ring, Escape) {
    let ring = THREE.ring();
    let (_, escape) = THREE.escape(&ring, &invariant_without(&[conjunct]));
    let escape = escape.unwrap_or_else(|| panic!("`{conjunct}` is not needed"));
    (ring, escape)
}

#[test]
fn a_false_suspicion_would_break_the_invariant() {
    // S2 suspects S1, which is up, and gets a copy of the token that S1 is to hold: it takes over at once.
    let (ring, escape) = escape_without(RIGHTLY_SUSPECTED);
    let view = ring.view(&escape.from);
    assert!(view.node(2).unwrap().faulty.contains(1) && view.node(1).is_some());
    assert_eq!(escape.step, "deliver TOKEN(S1, 1) S0->S2");
    assert_eq!(escape.breaks, "titles nest");
}

#[test]
fn a_title_a_round_ahead_would_break_the_invariant() {
    // S2 holds the token while one is on its way to S2 that has gone round once more: when S2 lets go, its
    // successors have titles, and S2 still has a later one.
    let (ring, escape) = escape_without("titles of one site end together");
    let view = ring.view(&escape.from);
    let held = view.node(2).unwrap().held[&TheToken].count;
    assert!(view.messages().any(|m| m.dst == 2 && count(m) > held));
    assert_eq!(escape.step, "release S2");
    assert_eq!(escape.breaks, "titles nest");
}

#[test]
fn nesting_and_positions_are_needed_too() {
    // Not tried: other detection sets than those that `detection sets match` prescribes.
    let (_, escape) = escape_without("titles nest");
    assert_eq!(escape.breaks, "titles of one site end together");
    let (_, escape) = escape_without("titles end at their owner");
    assert_eq!(escape.breaks, "detection sets match");
}
