//! The components of [`rules`](crate::wandering::rules) in a full mesh, time unit by time unit.
//!
//! Section 6: passing a token takes no time; a component keeps it for ∆skip or ∆op. The next component is drawn evenly from the
//! others. In one time unit tokens arrive first, in the order in which they were sent, and then timeouts expire, by
//! component: a token that comes in the last moment comes in time.
//!
//! Nothing here decides what becomes of a token: that is `rules` alone, the same code that is searched.

use crate::wandering::rules::{Component, Decision, Host, Rules, Time, Token};
use verdict_checker::random::Random;

/// How far ahead timeouts are kept in order; later ones are looked at again when their turn comes.
const WHEEL: usize = 2048;

/// A token on its way out of a component.
#[derive(Clone, Copy, Debug)]
struct Leaving {
    token: Token,
    from: Host,
    decision: Decision,
}

/// How many there are, by size: of time units with so many operations, of intervals of such a length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram(Vec<u64>);

impl Histogram {
    /// One more.
    pub fn add(&mut self, place: usize) {
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        self.0[place] += 1;
    }

    /// How many at these places.
    pub fn sum(&self, places: impl std::ops::RangeBounds<usize>) -> u64 {
        let counts = self.0.iter().enumerate();
        let counts = counts.filter(|(place, _)| places.contains(place));
        counts.map(|(_, count)| count).sum()
    }

    /// How many in all.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The sum of the places.
    pub fn weight(&self) -> u64 {
        let counts = self.0.iter().enumerate();
        counts.map(|(place, count)| place as u64 * count).sum()
    }

    /// Those of another, too.
    pub fn absorb(&mut self, other: &Histogram) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (count, more) in self.0.iter_mut().zip(&other.0) {
            *count += more;
        }
    }
}

/// Intervals are counted in bins of this many time units: every limit that the paper names is a multiple.
pub const BIN: Time = 100;

/// What is written down while the system runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// Time units by the number of operations that run.
    pub running: Histogram,
    /// Time units by the number of tokens.
    pub tokens: Histogram,
    /// Intervals between the starts of two operations of a component, in bins of [`BIN`], where a token that came ended them.
    pub intervals: Histogram,
    /// Those that a regeneration ended, if it operates.
    pub cut_intervals: Histogram,
    /// Tokens generated.
    pub generated: u64,
    /// Tokens discarded.
    pub removed: u64,
    /// Tokens received.
    pub received: u64,
    /// Discarded tokens by the number of components that each had reached.
    pub lives: Histogram,
}

impl Log {
    /// What another wrote down, too.
    pub fn absorb(&mut self, other: &Log) {
        self.running.absorb(&other.running);
        self.tokens.absorb(&other.tokens);
        self.intervals.absorb(&other.intervals);
        self.cut_intervals.absorb(&other.cut_intervals);
        self.generated += other.generated;
        self.removed += other.removed;
        self.received += other.received;
        self.lives.absorb(&other.lives);
    }
}

/// A running system.
pub struct System<'a> {
    rules: &'a Rules,
    random: Random,
    now: Time,
    components: Vec<Component>,
    /// When each began its last operation.
    operated: Vec<Option<Time>>,
    /// What leaves at each of the next time units, by the time modulo their number.
    leaving: Vec<Vec<Leaving>>,
    /// The components whose timeouts may expire at each of the next time units.
    timeouts: Vec<Vec<Host>>,
    /// Operations that end at each of the next time units.
    ending: Vec<u32>,
    running: u32,
    /// The tokens there are, sorted.
    tokens: Vec<Token>,
    /// How many components each of them has reached.
    reached: Vec<usize>,
    /// The moment from which on the first of them is the first.
    first_since: Time,
    /// The last moment without a token.
    bare: Option<Time>,
    lose: bool,
    /// What is written down.
    pub log: Log,
}

impl<'a> System<'a> {
    /// A system of components that have waited for some time each, evenly drawn up to ∆max, and one token. There are at least two
    /// components.
    pub fn new(rules: &'a Rules, components: u16, mut random: Random) -> Self {
        let max = rules.constants.max;
        // The clock does not begin at 0, so that something can have been before.
        let now = max;
        let drawn = (0..components).map(|_| {
            let since = now - random.below(max as usize) as Time;
            Component::new(rules, since)
        });
        let drawn: Vec<Component> = drawn.collect();
        let slots = rules.constants.op.max(rules.constants.skip) as usize + 1;
        let mut system = System {
            rules,
            now,
            operated: vec![None; drawn.len()],
            leaving: vec![Vec::new(); slots],
            timeouts: vec![Vec::new(); WHEEL],
            ending: vec![0; slots],
            running: 0,
            tokens: Vec::new(),
            reached: Vec::new(),
            first_since: now,
            bare: None,
            lose: false,
            log: Log::default(),
            components: drawn,
            random,
        };
        let token = Token {
            timestamp: 0,
            generator: Host(0),
        };
        system.tokens.push(token);
        system.reached.push(0);
        system.leave(Host(0), token, Decision::PassOn);
        for host in 0..components {
            system.watch(Host(host));
        }
        system
    }

    /// The time.
    pub fn now(&self) -> Time {
        self.now
    }

    /// How many operations run.
    pub fn running(&self) -> u32 {
        self.running
    }

    /// How many tokens there are.
    pub fn tokens(&self) -> usize {
        self.tokens.len()
    }

    /// The last moment at which there was none, if there ever was one.
    pub fn bare(&self) -> Option<Time> {
        self.bare
    }

    /// Whether the preceding token can no longer be discarded, if the older one precedes: nobody has been enabled by an older
    /// one for ∆min.
    pub fn is_settled(&self) -> bool {
        let constants = &self.rules.constants;
        !self.tokens.is_empty() && self.now > self.first_since + constants.min + constants.op
    }

    /// Loses the first token at its next passing: the commitment does not arrive.
    pub fn lose_token(&mut self) {
        self.lose = true;
    }

    /// Lets so many time units pass.
    pub fn advance(&mut self, units: Time) {
        for _ in 0..units {
            self.step();
        }
    }

    /// Lets a time unit pass.
    pub fn step(&mut self) {
        let slot = self.now as usize % self.ending.len();
        self.running -= std::mem::take(&mut self.ending[slot]);
        let mut leaving = std::mem::take(&mut self.leaving[slot]);
        for token in leaving.drain(..) {
            self.pass(token);
        }
        // Nothing leaves in the time unit in which it came, so the list is free again.
        self.leaving[slot] = leaving;
        self.expire();
        self.log.running.add(self.running as usize);
        self.log.tokens.add(self.tokens.len());
        if self.tokens.is_empty() {
            self.bare = Some(self.now);
        }
        self.now += 1;
    }

    fn expire(&mut self) {
        let slot = self.now as usize % WHEEL;
        if self.timeouts[slot].is_empty() {
            return;
        }
        let mut due = std::mem::take(&mut self.timeouts[slot]);
        due.sort_unstable();
        for host in due.drain(..) {
            let component = &self.components[usize::from(host.0)];
            if component.deadline(self.rules) == Some(self.now) {
                self.regenerate(host);
            }
            self.watch(host);
        }
        if self.timeouts[slot].is_empty() {
            self.timeouts[slot] = due;
        }
    }

    /// Looks at a component again when its timeout expires, or earlier.
    fn watch(&mut self, host: Host) {
        let component = &self.components[usize::from(host.0)];
        if let Some(deadline) = component.deadline(self.rules) {
            let wait = deadline.saturating_sub(self.now);
            let wait = (wait as usize).clamp(1, WHEEL - 1);
            self.timeouts[(self.now as usize + wait) % WHEEL].push(host);
        }
    }

    fn pass(
        &mut self,
        Leaving {
            token,
            from,
            decision,
        }: Leaving,
    ) {
        self.components[usize::from(from.0)].release(self.rules, self.now, decision);
        if self.lose && self.tokens.first() == Some(&token) {
            self.lose = false;
            self.forget(token);
            return;
        }
        let to = self.other(from);
        self.log.received += 1;
        if let Some(place) = self.place(token) {
            self.reached[place] += 1;
        }
        let decision = self.components[usize::from(to.0)].receive(self.rules, self.now, token);
        match decision {
            Decision::Use => self.operate(to, |log| &mut log.intervals),
            Decision::PassOn => {}
            Decision::Remove => {
                self.log.removed += 1;
                if let Some(place) = self.place(token) {
                    self.log.lives.add(self.reached[place]);
                }
                self.forget(token);
                return;
            }
        }
        self.leave(to, token, decision);
    }

    fn regenerate(&mut self, host: Host) {
        let component = &mut self.components[usize::from(host.0)];
        let (token, decision) = component.regenerate(self.rules, host, self.now);
        self.log.generated += 1;
        if decision == Decision::Remove {
            return;
        }
        if decision == Decision::Use {
            self.operate(host, |log| &mut log.cut_intervals);
        }
        let place = self.tokens.partition_point(|other| *other < token);
        self.tokens.insert(place, token);
        self.reached.insert(place, 0);
        if place == 0 {
            self.first_since = self.now;
        }
        self.leave(host, token, decision);
    }

    fn operate(&mut self, host: Host, ended: impl Fn(&mut Log) -> &mut Histogram) {
        let last = self.operated[usize::from(host.0)].replace(self.now);
        if let Some(last) = last {
            ended(&mut self.log).add(((self.now - last) / BIN) as usize);
        }
        self.running += 1;
        let slots = self.ending.len();
        self.ending[(self.now + self.rules.constants.op) as usize % slots] += 1;
    }

    fn leave(&mut self, from: Host, token: Token, decision: Decision) {
        let when = self.now + decision.stay(&self.rules.constants);
        let slots = self.leaving.len();
        self.leaving[when as usize % slots].push(Leaving {
            token,
            from,
            decision,
        });
    }

    fn place(&self, token: Token) -> Option<usize> {
        self.tokens.binary_search(&token).ok()
    }

    fn forget(&mut self, token: Token) {
        if let Some(place) = self.place(token) {
            self.tokens.remove(place);
            self.reached.remove(place);
        }
        if self.tokens.first().is_none_or(|first| *first > token) {
            self.first_since = self.now;
        }
    }

    /// One of the others, each as likely.
    fn other(&mut self, host: Host) -> Host {
        let drawn = self.random.below(self.components.len() - 1) as u16;
        Host(drawn + u16::from(drawn >= host.0))
    }
}
