//! The election as a whole, up to a number of steps: at each step a scheduler picks any node, which accesses the real atomics, finds
//! that its contact fails, crashes or comes back; or nothing happens.
//!
//! A contact fails unless the node contacted is up and leads at that moment; the last access and the change of the role are one
//! step. So a timeout waits for a live leader, and for winners to take the role: the reading `role-taken` of the models, in
//! which both algorithms of the thesis fall, and the repair does not. An access is one step here; there it is a request and an answer.
//!
//! Each algorithm is asked twice: it holds up to the step before its shortest violation, and fails at that step.

#[cfg(not(kani))]
use crate::kani;
use verdict_election::{
    Access, Algorithm, AtomicMemory, Line, Memory, Next, Node, NodeId, Procedure, Role, Word,
};

const SIX: Procedure = Procedure::as_meant(Algorithm::Six);
const SEVEN: Procedure = Procedure::as_meant(Algorithm::Seven);

/// A node: up with what it knows and waits for, or down.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Site {
    up: bool,
    node: Node,
    waits_for: Option<Access>,
    /// How often it has begun an election, if that is asked.
    runs: u8,
}

/// What may befall the nodes, and what a contact waits for.
#[derive(Clone, Copy)]
struct World {
    procedure: Procedure,
    /// How many, if there is a limit.
    crashes: Option<u8>,
    returns: Option<u8>,
    /// Whether a contact also waits for whoever has passed its first CAS: Assumption 7.1.3 as case a.2 of Proof 7.1.6 uses it.
    outlasts_second_cas: bool,
    /// Whether elections are counted.
    counts_runs: bool,
}

impl World {
    /// Crashes and returns without a limit but the number of steps.
    const fn of(procedure: Procedure) -> Self {
        World {
            procedure,
            crashes: None,
            returns: None,
            outlasts_second_cas: false,
            counts_runs: false,
        }
    }

    /// Corollary 7.1.7: one leader has crashed for good, and each node counts its elections.
    const fn counting(outlasts_second_cas: bool) -> Self {
        World {
            crashes: Some(1),
            returns: Some(0),
            outlasts_second_cas,
            counts_runs: true,
            ..World::of(SEVEN)
        }
    }
}

/// Takes one of those that are left.
fn take(left: &mut Option<u8>) {
    if let Some(left) = left {
        kani::assume(*left > 0);
        *left -= 1;
    }
}

/// The nodes 1 to N, of which the last leads at first, and their memory.
struct Run<const N: usize> {
    world: World,
    memory: AtomicMemory,
    sites: [Site; N],
}

impl<const N: usize> Run<N> {
    fn new(world: World) -> Self {
        let first = Word::first(NodeId::of(N - 1));
        let mut sites = [Site {
            up: true,
            node: Node::reintegrated(),
            waits_for: None,
            runs: 0,
        }; N];
        for (n, site) in sites.iter_mut().enumerate() {
            site.node = Node::first_day(NodeId::of(n), first);
        }
        Run {
            world,
            memory: AtomicMemory::new(first),
            sites,
        }
    }

    fn leads(&self, n: usize) -> bool {
        self.sites[n].up && self.sites[n].node.role == Role::Leader
    }

    /// Whether a contact of this node fails now.
    fn contact_fails(&self, n: usize) -> bool {
        let leader = self.sites[n].node.lid;
        let mut fails = true;
        for other in 0..N {
            let passed = self.sites[other].up && self.sites[other].node.line == Line::CasLeader;
            fails &= !(NodeId::of(other) == leader && self.leads(other));
            fails &= !(self.world.outlasts_second_cas && passed);
        }
        fails
    }

    /// The next step of this node by itself; gives up a combination in which it has none.
    fn go_on(&mut self, n: usize) {
        let (id, procedure) = (NodeId::of(n), self.world.procedure);
        if !self.sites[n].up {
            take(&mut self.world.returns);
            self.sites[n].up = true;
            self.sites[n].node = Node::reintegrated();
        } else if let Some(access) = self.sites[n].waits_for.take() {
            let found = self.memory.perform(access);
            let site = &mut self.sites[n];
            if let Next::Access(next) = procedure.resume(id, &mut site.node, access, found) {
                site.waits_for = Some(next);
            }
        } else {
            let contacts = self.sites[n].node.line == Line::Communicate;
            kani::assume(contacts && self.contact_fails(n));
            let site = &mut self.sites[n];
            site.waits_for = Some(procedure.begin(id, &mut site.node));
            site.runs += u8::from(self.world.counts_runs);
        }
    }

    fn crash(&mut self, n: usize) {
        kani::assume(self.sites[n].up);
        take(&mut self.world.crashes);
        if self.leads(n) {
            // What is begun from now on belongs to the next election.
            self.sites.iter_mut().for_each(|site| site.runs = 0);
        }
        self.sites[n] = Site {
            up: false,
            node: Node::reintegrated(),
            waits_for: None,
            ..self.sites[n]
        };
    }

    /// Any node goes on or crashes, or nothing happens.
    fn step(&mut self) {
        let n: u8 = kani::any_where(|n| usize::from(*n) <= N);
        let n = usize::from(n);
        if n < N {
            if kani::any() {
                self.crash(n);
            } else {
                self.go_on(n);
            }
        }
    }

    fn count(&self, wanted: impl Fn(&Site) -> bool) -> usize {
        let mut count = 0;
        for n in 0..N {
            count += usize::from(wanted(&self.sites[n]));
        }
        count
    }

    /// Everything on which the rest of the run depends.
    #[cfg(not(kani))]
    fn state(&self) -> impl core::hash::Hash {
        let reads = [Access::ReadCounter, Access::ReadLeader, Access::ReadWord];
        let found = reads.map(|read| self.memory.perform(read));
        (self.sites, found, self.world.crashes, self.world.returns)
    }
}

/// So many steps, after each of which at most one node leads.
fn one_leads<const N: usize, const STEPS: usize>(world: World) {
    let mut run = Run::<N>::new(world);
    for _step in 0..STEPS {
        let were_up = run.count(|site| site.up);
        run.step();
        let leaders = run.count(|site| site.up && site.node.role == Role::Leader);
        kani::cover!(run.leads(0), "the leader is succeeded");
        kani::cover!(run.count(|site| site.up) > were_up, "a node comes back");
        kani::assert(leaders <= 1, "at most one node leads");
        #[cfg(not(kani))]
        kani::assume_new(_step, &run.state());
    }
}

/// So many steps, after each of which no node has begun more than two elections.
fn at_most_twice<const N: usize, const STEPS: usize>(world: World) {
    let mut run = Run::<N>::new(world);
    for _step in 0..STEPS {
        run.step();
        let mut most = 0;
        for n in 0..N {
            most = most.max(run.sites[n].runs);
        }
        kani::assert(most <= 2, "no node begins a third election");
        kani::cover!(most == 2, "a node begins a second one");
        #[cfg(not(kani))]
        kani::assume_new(_step, &run.state());
    }
}

/// Algorithm 6, two nodes, 8 steps.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(10))]
pub fn algorithm_6_of_two_before_its_shortest_violation() {
    one_leads::<2, 8>(World::of(SIX));
}

/// Algorithm 6, two nodes, 9 steps: the leader succeeds itself behind the back of a node that has not yet tried.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(11))]
#[cfg_attr(kani, kani::should_panic)]
pub fn algorithm_6_of_two_at_its_shortest_violation() {
    one_leads::<2, 9>(World::of(SIX));
}

/// Algorithm 6, three nodes, 8 steps.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(10))]
pub fn algorithm_6_of_three_before_its_shortest_violation() {
    one_leads::<3, 8>(World::of(SIX));
}

/// Algorithm 6, three nodes, 9 steps: the leader succeeds itself behind the back of a node that has not yet tried.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(11))]
#[cfg_attr(kani, kani::should_panic)]
pub fn algorithm_6_of_three_at_its_shortest_violation() {
    one_leads::<3, 9>(World::of(SIX));
}

/// Algorithm 7, two nodes, 11 steps.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(13))]
pub fn algorithm_7_of_two_before_its_shortest_violation() {
    one_leads::<2, 11>(World::of(SEVEN));
}

/// Algorithm 7, two nodes, 12 steps: the leader succeeds itself behind the back of a node that has not yet tried.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(14))]
#[cfg_attr(kani, kani::should_panic)]
pub fn algorithm_7_of_two_at_its_shortest_violation() {
    one_leads::<2, 12>(World::of(SEVEN));
}

/// Algorithm 7, three nodes, 11 steps.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(13))]
pub fn algorithm_7_of_three_before_its_shortest_violation() {
    one_leads::<3, 11>(World::of(SEVEN));
}

/// Algorithm 7, three nodes, 12 steps: the leader succeeds itself behind the back of a node that has not yet tried.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(14))]
#[cfg_attr(kani, kani::should_panic)]
pub fn algorithm_7_of_three_at_its_shortest_violation() {
    one_leads::<3, 12>(World::of(SEVEN));
}

/// The repair, two nodes, as many steps as break Algorithm 7.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(14))]
pub fn the_repair_of_two() {
    one_leads::<2, 12>(World::of(Procedure::REPAIRED));
}

/// The repair, three nodes, as many steps as break Algorithm 7.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(14))]
pub fn the_repair_of_three() {
    one_leads::<3, 12>(World::of(Procedure::REPAIRED));
}

/// Corollary 7.1.7, four nodes and one crash, if no contact fails while a node stands between its two CAS.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(22))]
pub fn algorithm_7_at_most_twice_if_contacts_outlast_elections() {
    at_most_twice::<4, 20>(World::counting(true));
}

/// Without that, up to the step before a node begins a third time.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(19))]
pub fn algorithm_7_before_its_shortest_third_run() {
    at_most_twice::<4, 17>(World::counting(false));
}

/// Without that, a node begins a third time: two others overtake it in turn, each between its two CAS when it reads.
#[cfg_attr(kani, kani::proof)]
#[cfg_attr(kani, kani::unwind(20))]
#[cfg_attr(kani, kani::should_panic)]
pub fn algorithm_7_at_its_shortest_third_run() {
    at_most_twice::<4, 18>(World::counting(false));
}
