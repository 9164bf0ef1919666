//! An algorithm as a family of models: actors, and the world that its source puts them into.

use super::{Assumptions, NAMES, Resident, Return, World};
use std::fmt::Debug;
use verdict_checker::catalog::{
    Asked, Asks, Assumption, Change, Model, Mutants, Parameter, SetupError, Switch,
};
use verdict_checker::judge::FairClasses;
use verdict_checker::property::Property;
use verdict_checker::size::{Size, Value};
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::Origin;

/// An algorithm whose nodes are actors. A value of the type is a reading of it, as plain data.
pub trait Algorithm: Clone + Debug + Send + Sync + 'static {
    /// What a node runs.
    type Node: Resident;
    /// The errors that can be put into it; [`NoMutants`](verdict_checker::catalog::NoMutants) if there are none.
    type Mutant: Mutants;

    /// The parameters, in the order in which sizes are listed.
    fn parameters(&self) -> Vec<Parameter>;

    /// What the source assumes, at one size; if nothing is said, the friendliest asynchronous world.
    fn assumptions(&self, size: &Size) -> Result<Assumptions, SetupError> {
        let _ = size;
        Ok(Assumptions::default())
    }

    /// The nodes, at one size; their ids are their places.
    fn nodes(
        &self,
        size: &Size,
        mutant: Option<Self::Mutant>,
    ) -> Result<Vec<Self::Node>, SetupError>;

    /// All ways in which the nodes may start, if there is more than one: a run begins with any of them, such as any network
    /// of a size. The first is that of `nodes`; they differ in `on_start` alone, as in [`World::or_with`].
    fn casts(
        &self,
        size: &Size,
        mutant: Option<Self::Mutant>,
    ) -> Result<Vec<Vec<Self::Node>>, SetupError> {
        Ok(vec![self.nodes(size, mutant)?])
    }

    /// How the nodes start and what bounds them, as far as neither the parameters nor the assumptions say it: `S0 has the
    /// token`. Part of the world as it is reported.
    fn start(&self, size: &Size) -> String {
        let _ = size;
        String::new()
    }

    /// Assumptions of the algorithm itself, as switches on the reading.
    fn switches() -> &'static [Switch<Self>] {
        &[]
    }

    /// The world once assumptions have been dropped and added; for those to whom that means something of its own, such as
    /// what a node remembers that returns after all.
    fn settle(&self, world: Assumptions) -> Assumptions {
        world
    }

    /// Whether a size can be tried in the world as it has become: where a crash may cut a broadcast, every part of it is tried.
    fn is_feasible(&self, size: &Size, world: &Assumptions) -> Result<(), SetupError> {
        let _ = (size, world);
        Ok(())
    }

    /// The world of these nodes; for those who leave out states beyond a boundary.
    fn furnish(&self, world: World<Self::Node>) -> World<Self::Node> {
        world
    }

    /// Asks a property of this reading: a function `fn() -> Property<_>`, or one that looks at the world first,
    /// `fn(&World<Self::Node>) -> Property<_>`.
    fn asks<Marker, A: Asks<World<Self::Node>, Marker>>(
        &self,
        property: A,
    ) -> Asked<InWorld<Self>> {
        InWorld::of(self.clone()).asks(property)
    }

    /// Asks a property that takes data: a function `fn(D) -> Property<_>`.
    fn asks_of<D, A>(&self, property: A, data: D) -> Asked<InWorld<Self>>
    where
        D: Clone + Debug + Send + Sync + 'static,
        A: Fn(D) -> Property<World<Self::Node>> + Send + Sync + 'static,
    {
        InWorld::of(self.clone()).asks_of(property, data)
    }
}

/// An [`Algorithm`] in its world, with assumptions about the world dropped and added by name.
#[derive(Clone, Debug)]
pub struct InWorld<A> {
    algorithm: A,
    dropped: Vec<&'static str>,
    assumed: Vec<&'static str>,
}

impl<A: Algorithm> InWorld<A> {
    fn of(algorithm: A) -> Self {
        InWorld {
            algorithm,
            dropped: Vec::new(),
            assumed: Vec::new(),
        }
    }

    /// The world as it is built.
    fn world(&self, size: &Size) -> Result<Assumptions, SetupError> {
        let assumptions = self.algorithm.assumptions(size)?;
        let changed = assumptions.changed(&self.dropped, &self.assumed);
        Ok(self.algorithm.settle(changed))
    }
}

impl<A: Algorithm> Model for InWorld<A> {
    type Mutant = A::Mutant;
    type Space = World<A::Node>;

    fn parameters(&self) -> Vec<Parameter> {
        self.algorithm.parameters()
    }

    fn build(&self, size: &Size, mutant: Option<A::Mutant>) -> Result<World<A::Node>, SetupError> {
        let nodes = self.algorithm.nodes(size, mutant)?;
        let others = self.algorithm.casts(size, mutant)?.split_off(1);
        if !others.is_empty() && self.world(size)?.returns != Return::Never {
            let why =
                "in force: who has forgotten everything cannot know in which way it had started";
            return Err(SetupError::out_of_range(
                "crash-stop",
                Value::Word("dropped".to_owned()),
                why,
            ));
        }
        let assumptions = self.world(size)?;
        self.algorithm.is_feasible(size, &assumptions)?;
        let world = World::new(nodes, assumptions).starting(self.algorithm.start(size));
        Ok(self
            .algorithm
            .furnish(others.into_iter().fold(world, World::or_with)))
    }

    fn assumptions(&self, size: &Size) -> Result<Vec<Assumption>, SetupError> {
        // Also tells whether nodes of this size can be made at all.
        self.algorithm.nodes(size, None)?;
        let of_world = self.world(size)?.named();
        let own = A::switches()
            .iter()
            .map(|switch| switch.of(&self.algorithm));
        Ok(of_world.into_iter().chain(own).collect())
    }

    fn change(&mut self, name: &str, change: Change) -> bool {
        if Switch::change_named(A::switches(), &mut self.algorithm, name, change) {
            return true;
        }
        let Some(named) = NAMES.iter().find(|named| named.name == name) else {
            return false;
        };
        self.dropped.retain(|known| *known != name);
        self.assumed.retain(|known| *known != name);
        match change {
            Change::Drop => self.dropped.push(named.name),
            Change::Assume => self.assumed.push(named.name),
        }
        true
    }

    /// No report is owed where nobody crashes.
    fn subject(
        world: World<A::Node>,
        property: Property<World<A::Node>>,
        mut fairness: FairClasses,
        origin: Origin,
    ) -> Box<dyn AnySubject> {
        let crashes = world.assumptions().crash.budget > 0;
        fairness.retain(|(class, _)| crashes || *class != "suspect");
        world.subject(property, fairness, origin)
    }
}
