//! Whatever runs on the ring, in the setting of section II: one family of models for the plug-in alone and for
//! every application of it.
//!
//! An application in one reading is a [`Guest`]. [`OnRing`] gives it N and k, the world of section II and the copies
//! at the start; a [`Mutant`] is an error of the application or of the plug-in beneath it.

use super::application::Application;
use super::node::Node;
use super::plugin::{self, Back, Bound, Handover, Reading};
use std::fmt::Debug;
use verdict_checker::catalog::{Asked, Mutants, Parameter, SetupError, Switch};
use verdict_checker::liveness::Fairness::{self, Weak};
use verdict_checker::size::Size;
use verdict_world::{
    Algorithm, Assumptions, Crash, Detector, InWorld, Memory, NodeSet, Order, Return,
};

/// An application in one reading, for rings of every size.
pub trait Guest: Copy + Eq + Debug + Send + Sync + 'static {
    /// The application.
    type Application: Application;
    /// The errors that can be put into it.
    type Mutant: Mutants;

    /// What the sites of the ring are.
    const SITES: &'static str = "sites on the ring";
    /// The parameters after N and k.
    const PARAMETERS: &'static [Parameter] = &[];
    /// How many parties stand beside the ring.
    const BESIDE: usize = 0;
    /// Whether the channels of section II, which reorder, are FIFO.
    const ORDER: Order = Order::Any;

    /// The application on such a ring.
    fn application(
        &self,
        ring: Dimensions,
        size: &Size,
        mutant: Option<Self::Mutant>,
    ) -> Result<Self::Application, SetupError>;

    /// How it starts, but for the objects at S_0 and their copies, and what bounds it.
    fn start(&self) -> &'static str {
        ""
    }

    /// The errors of the plug-in that are tried beneath it.
    fn beneath() -> Vec<plugin::Mutant> {
        Vec::new()
    }

    /// The assumptions that are not about the world.
    fn switches() -> &'static [Switch<OnRing<Self>>] {
        const { &[initial_backups()] }
    }
}

/// An application on the ring of section II, in one reading of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnRing<G> {
    /// The application.
    pub guest: G,
    /// How Fig. 2 is read.
    pub plugin: Reading,
}

/// A question to an application on the ring.
pub type OfRing<G> = Asked<InWorld<OnRing<G>>>;

impl<G: Guest> OnRing<G> {
    /// Over the plug-in as the text means it.
    pub const fn meant(guest: G) -> Self {
        OnRing {
            guest,
            plugin: Reading::MEANT,
        }
    }
}

/// A small error, made on purpose to see whether a property notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutant<G: Guest> {
    /// In the application.
    Own(G::Mutant),
    /// In the plug-in beneath it.
    Plugin(plugin::Mutant),
}

impl<G: Guest> Mutants for Mutant<G> {
    fn all() -> Vec<Self> {
        let own = G::Mutant::all().into_iter().map(Mutant::Own);
        let beneath = G::beneath().into_iter().map(Mutant::Plugin);
        own.chain(beneath).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Mutant::Own(mutant) => mutant.name(),
            Mutant::Plugin(mutant) => mutant.name(),
        }
    }

    fn change(self) -> &'static str {
        match self {
            Mutant::Own(mutant) => mutant.change(),
            Mutant::Plugin(mutant) => mutant.change(),
        }
    }
}

/// N and k.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dimensions {
    /// N.
    pub nodes: usize,
    /// k.
    pub k: usize,
}

impl Dimensions {
    /// N and k, if they describe a ring of the paper, or one that is as large as this reading has it.
    pub fn of(size: &Size, bound: Bound) -> Result<Self, SetupError> {
        let most = NodeSet::CAPACITY as u64;
        let nodes: usize = size.within("N", 3..=most, "since 1 <= k < N - 1")?;
        let last = nodes as u64 - 1;
        let k = match bound {
            Bound::AsDemanded => {
                let why = format!("since the paper demands k < N - 1 and N = {nodes}");
                size.within("k", 1..=last - 1, &why)?
            }
            Bound::OneMore => {
                let why = format!("since this reading is about k = N - 1 and N = {nodes}");
                size.within("k", last..=last, &why)?
            }
        };
        Ok(Dimensions { nodes, k })
    }

    /// Section II: reliable channels that reorder, permanent crashes, at most k consecutive, a detector that is
    /// never mistaken; the sends of line 18 are separate, and a crash may fall between any two.
    pub fn section_ii(self) -> Assumptions {
        Assumptions {
            crash: Crash {
                budget: self.nodes as u8,
                consecutive: Some(self.k as u8),
                amid_sends: true,
            },
            detector: Detector::Perfect,
            ..Assumptions::default()
        }
    }
}

impl<G: Guest> Algorithm for OnRing<G> {
    type Node = Node<G::Application>;
    type Mutant = Mutant<G>;

    fn parameters(&self) -> Vec<Parameter> {
        let own = [
            Parameter::new("N", G::SITES),
            Parameter::new("k", "consecutive crashes to be tolerated"),
        ];
        own.into_iter()
            .chain(G::PARAMETERS.iter().copied())
            .collect()
    }

    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        Ok(Assumptions {
            order: G::ORDER,
            ..Dimensions::of(size, self.plugin.bound)?.section_ii()
        })
    }

    /// Who comes back empty knows no more than that.
    fn settle(&self, mut world: Assumptions) -> Assumptions {
        if let (Back::Empty, Return::UpTo { memory, .. }) = (self.plugin.back, &mut world.returns) {
            *memory = Memory::Stable;
        }
        world
    }

    /// In one step, line 18 sends k + 1 messages; a crash leaves any part of them.
    fn is_feasible(&self, size: &Size, world: &Assumptions) -> Result<(), SetupError> {
        if self.plugin.handover == Handover::OneStep && world.cuts_broadcasts() {
            size.within::<u64>("k", 1..=16, "where a crash may cut a broadcast")?;
        }
        Ok(())
    }

    fn nodes(
        &self,
        size: &Size,
        mutant: Option<Mutant<G>>,
    ) -> Result<Vec<Node<G::Application>>, SetupError> {
        let ring = Dimensions::of(size, self.plugin.bound)?;
        let (own, beneath) = match mutant {
            None => (None, None),
            Some(Mutant::Own(mutant)) => (Some(mutant), None),
            Some(Mutant::Plugin(mutant)) => (None, Some(mutant)),
        };
        let application = self.guest.application(ring, size, own)?;
        let site = Node::new(ring.nodes, ring.k, application).reading(self.plugin, beneath);
        Ok(vec![site; ring.nodes + G::BESIDE])
    }

    fn start(&self, size: &Size) -> String {
        let parts = [self.first_objects(size), self.guest.start().to_owned()];
        let said = parts.into_iter().filter(|part| !part.is_empty());
        said.collect::<Vec<_>>().join("; ")
    }

    fn switches() -> &'static [Switch<Self>] {
        G::switches()
    }
}

impl<G: Guest> OnRing<G> {
    /// Lines 6-11, as far as there are objects from the start.
    fn first_objects(&self, size: &Size) -> String {
        let of_ring = Dimensions::of(size, self.plugin.bound).and_then(|ring| {
            let application = self.guest.application(ring, size, None)?;
            Ok((ring.k, application.objects()))
        });
        let Ok((k, objects)) = of_ring else {
            return String::new(); // there is no such ring
        };
        let held = match objects.iter().filter(|(_, data)| data.is_some()).count() {
            0 => return String::new(),
            1 => "S0 holds the token",
            _ => "S0 holds the tokens",
        };
        match (self.plugin.initial_backups, k) {
            (false, _) => format!("{held}, nobody has a copy"),
            (true, 1) => format!("{held}, S1 has a copy"),
            (true, 2) => format!("{held}, S1 and S2 have copies"),
            (true, _) => format!("{held}, S1 to S{k} have copies"),
        }
    }
}

/// Lines 9-11.
pub const fn initial_backups<G: Guest>() -> Switch<OnRing<G>> {
    Switch {
        name: "initial-backups",
        meaning: "k copies of the token exist at the start (dropped: none does)",
        holds: |ring| ring.plugin.initial_backups,
        assume: |ring| ring.plugin.initial_backups = true,
        drop: |ring| ring.plugin.initial_backups = false,
    }
}

/// What a scheduler owes to an application: every message arrives, every crash is reported, and whatever a site does
/// that is not a wish is done.
pub const FAIR: [(&str, Fairness); 3] = [("deliver", Weak), ("suspect", Weak), ("local", Weak)];

/// What it owes where nothing may count on a further send, or where nothing but wishes is left to the sites.
pub const FAIR_TO_MESSAGES: [(&str, Fairness); 2] = [("deliver", Weak), ("suspect", Weak)];
