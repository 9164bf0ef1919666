//! The token plug-in of the ring.
//!
//! The model lowers all counts by whole rounds and keeps nothing of a site that has crashed. The protocol does neither: its counts
//! have no beginning, and none of its actions reads what a crashed site held. So both are compared in the model's form.

use crate::{notices, protocol, search, size_of, world};
use verdict_checker::catalog::Mutants;
use verdict_epr::bridge::{Crossed, Crossing, Gap, Kind};
use verdict_epr::structure::{Finite, Step, Structure};
use verdict_epr::syntax::Protocol;
use verdict_models::ring::application::{Application, Message};
use verdict_models::ring::node::Node;
use verdict_models::ring::plugin::{Held, Mutant, Token};
use verdict_models::ring::setting::{Guest, OnRing};
use verdict_models::ring::{Bare, TheToken, setting};
use verdict_world::{NodeSet, World};

const MODEL: OnRing<Bare> = OnRing::meant(Bare);

/// N and k, and the sorts that they need.
#[derive(Clone, Copy)]
pub struct Scale {
    /// N.
    pub sites: usize,
    /// k.
    pub row: usize,
}

impl Scale {
    /// Live sites and messages are within two rounds of each other; a step adds one more.
    fn positions(self) -> usize {
        4 * self.sites
    }

    /// The finite sorts: `sites` is every set of them.
    pub fn finite(self, protocol: &Protocol) -> Finite<'_> {
        let sets =
            (0..1usize << self.sites).map(|set| format!("{set:0width$b}", width = self.sites));
        let names = protocol.sorts.iter().map(|sort| match sort.as_str() {
            "site" => (0..self.sites).map(|s| format!("S{s}")).collect(),
            "position" => (0..self.positions()).map(|p| p.to_string()).collect(),
            "sites" => sets.clone().collect(),
            "phase" => ["idle", "wants", "inside"].map(str::to_owned).into(),
            other => panic!("{other} is no sort of the ring"),
        });
        let names = names.collect();
        Finite { protocol, names }
    }

    /// The first position of a site from another position on.
    fn first(self, position: usize, site: usize) -> usize {
        position + (site + self.sites - position % self.sites) % self.sites
    }

    /// What no step changes.
    pub fn fixed(self, finite: &Finite) -> Structure {
        let mut fixed = finite.blank();
        let mut set = |name: &str, args: &[usize]| finite.set(&mut fixed, name, args, 1);
        for p in 0..self.positions() {
            for later in p + 1..self.positions() {
                set("before", &[p, later]);
            }
            if p + 1 < self.positions() {
                set("next", &[p, p + 1]);
            }
            set("at", &[p, p % self.sites]);
            for s in 0..self.sites {
                let first = self.first(p, s);
                if first < self.positions() {
                    set("first", &[p, s, first]);
                }
                if first - p <= self.row {
                    set("receiver", &[p, s]);
                }
            }
        }
        for sites in 0..1usize << self.sites {
            for s in (0..self.sites).filter(|s| sites >> s & 1 == 1) {
                set("in", &[sites, s]);
            }
        }
        fixed
    }

    /// A site's count and D; a count that is too far away for these positions, or a D of other sites, is none.
    fn holds<Data>(self, finite: &Finite, read: &mut Structure, s: usize, held: &Held<Data>) {
        let count = held.count as usize;
        if count < self.positions() {
            finite.set(read, "count", &[s, count], 1);
        }
        match held.token {
            Token::Real => finite.set(read, "real", &[s], 1),
            Token::Backup => finite.set(read, "backup", &[s], 1),
            Token::None => {}
        }
        let reach = held.detection.len();
        let sites: NodeSet = (count..count + reach).map(|p| p % self.sites).collect();
        if reach > 0 && sites == held.detection && count + reach <= self.positions() {
            finite.set(read, "ends", &[s, count + reach - 1], 1);
        }
    }

    /// A state of the model, but for its application.
    pub fn read<App: Application<Object = TheToken>>(
        self,
        finite: &Finite,
        fixed: &Structure,
        world: &World<Node<App>>,
        state: &[u32],
    ) -> Structure {
        let mut read = fixed.clone();
        let view = world.view(state);
        for s in 0..self.sites {
            match view.node(s) {
                None => finite.set(&mut read, "count", &[s, 0], 1),
                Some(site) => {
                    finite.set(&mut read, "alive", &[s], 1);
                    self.holds(finite, &mut read, s, &site.held[&TheToken]);
                    for r in site.faulty.iter() {
                        finite.set(&mut read, "suspects", &[s, r], 1);
                    }
                }
            }
        }
        for sent in view.messages() {
            let Message::Token(TheToken, message) = &sent.msg else {
                continue;
            };
            let (to, count) = (usize::from(sent.dst), message.count as usize);
            // S_T is not read off the message but off its count: a message with another one is none.
            if count < self.positions() && usize::from(message.holder) == count % self.sites {
                finite.set(&mut read, "sent", &[to, count], 1);
            }
        }
        read
    }

    /// Without what a crashed site held, and with all counts lowered by the whole rounds that they have in common.
    pub fn form(self, finite: &Finite, state: &Structure) -> Structure {
        let symbol = |name: &str| finite.protocol.symbol(name).expect(name);
        let (alive, positions) = (symbol("alive"), self.positions());
        let is = |symbol, args: &[usize]| finite.get(state, symbol, args) == 1;
        let up: Vec<usize> = (0..self.sites).filter(|s| is(alive, &[*s])).collect();
        let dated = ["count", "ends", "sent"].map(symbol);
        let dates = |of: &[usize]| {
            let all = of
                .iter()
                .flat_map(|symbol| up.iter().map(move |s| (*symbol, *s)));
            let all = all.flat_map(|(symbol, s)| (0..positions).map(move |p| (symbol, s, p)));
            all.filter(|(symbol, s, p)| is(*symbol, &[*s, *p]))
                .collect::<Vec<_>>()
        };
        let lowest = dates(&[dated[0], dated[2]]).iter().map(|(.., p)| *p).min();
        let by = lowest.unwrap_or(0) / self.sites * self.sites;
        let mut form = state.clone();
        for s in 0..self.sites {
            for symbol in dated {
                (0..positions).for_each(|p| finite.put(&mut form, symbol, &[s, p], 0));
            }
            if !up.contains(&s) {
                finite.put(&mut form, dated[0], &[s, 0], 1);
                finite.set(&mut form, "real", &[s], 0);
                finite.set(&mut form, "backup", &[s], 0);
                (0..self.sites).for_each(|r| finite.set(&mut form, "suspects", &[s, r], 0));
                if finite.protocol.symbol("phase-of").is_some() {
                    finite.set(&mut form, "phase-of", &[s], 0);
                }
            }
        }
        for (symbol, s, p) in dates(&dated) {
            finite.put(&mut form, symbol, &[s, p - by], 1);
        }
        form
    }

    /// Whether more than k sites in a row would have crashed: section II has no such runs.
    pub fn is_beyond(self, finite: &Finite, step: &Step) -> bool {
        let alive = finite
            .protocol
            .symbol("alive")
            .expect("it is one of the ring");
        let down = |s: usize| finite.get(&step.next, alive, &[s % self.sites]) == 0;
        let row = |from: usize| (from..from + self.sites).take_while(|s| down(*s)).count();
        let longest = (0..self.sites).map(row).max();
        longest.is_some_and(|longest| longest > self.row)
    }

    /// The world of an application on the ring.
    pub fn world<G: Guest>(
        self,
        model: &OnRing<G>,
        mutant: Option<setting::Mutant<G>>,
    ) -> World<Node<G::Application>> {
        let size = [self.sites as u64, self.row as u64];
        world(model, &size_of(model, &size), mutant)
    }

    fn cross(self, protocol: &Protocol, mutant: Option<Mutant>) -> Result<Crossed, Gap> {
        let world = self.world(&MODEL, mutant.map(setting::Mutant::Plugin));
        let finite = self.finite(protocol);
        let fixed = self.fixed(&finite);
        let searched = search(&world, |state| self.read(&finite, &fixed, &world, state));
        let crossing = Crossing {
            beyond: &|_, step| self.is_beyond(&finite, step),
            form: &|state| self.form(&finite, &state),
            ..Crossing::of(finite.clone())
        };
        crossing.cross(&searched)
    }
}

/// A ring of so many sites, of which so many in a row may crash.
pub const fn scale(sites: usize, row: usize) -> Scale {
    Scale { sites, row }
}

#[test]
fn the_plug_in_is_the_protocol() {
    let protocol = protocol("ring.epr");
    // In the form that is compared a crashed site holds nothing, and what is no news is not kept; a D of one site has nobody else in
    // it, and who takes over at a position of its own does what a delivery does; who has heard of all others in D has no copy any
    // more, so that none of them is heard of twice, nor anybody else.
    let implied = [
        "guard alive of release",
        "guard alive of release-in-part",
        "guard alive of deliver",
        "guard news of deliver",
        "guard alive of keep",
        "guard news of keep",
        "guard other of keep",
        "guard alive of take-over",
        "guard news of take-over",
        "guard other of take-over",
        "guard alive of suspect",
        "guard alive of use-backup",
        "guard once of use-backup",
        "guard monitored of use-backup",
    ];
    notices(&protocol, &|p| scale(4, 2).cross(p, None), &implied);
    for scale in [scale(3, 1), scale(4, 1)] {
        let crossed = scale.cross(&protocol, None);
        println!("{:?}", crossed.unwrap_or_else(|gap| panic!("{gap}")));
    }
}

#[test]
fn errors_in_the_plug_in_are_noticed() {
    let protocol = protocol("ring.epr");
    for mutant in Mutant::all() {
        let scale = match mutant {
            Mutant::SendOneMore => scale(4, 1), // of three sites, the third receiver is the sender
            Mutant::OneCrashSuffices => scale(4, 2), // with k = 1 no D has two others
            _ => scale(3, 1),
        };
        let gap = scale.cross(&protocol, Some(mutant));
        let Err(gap) = gap else {
            panic!("{mutant:?} is not noticed");
        };
        println!("{mutant:?}: {:?}", gap.kind);
        assert_ne!(gap.kind, Kind::Back, "{mutant:?}: {gap}");
    }
}
