//! One worker's part of a search, level by level.

use crate::Error;
use crate::balance::{common, parts, starts};
use crate::claims::{Claims, owner};
use crate::exchange::Exchange;
use crate::message::{Body, Ended, Ending, Status};
use crate::trail::{self, Trail};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use verdict_checker::search::{Counts, Cut, Limits, Progress};
use verdict_checker::share::Share;
use verdict_checker::watch::{Watch, resident};

/// How many fingerprints a worker remembers to have claimed already.
const CLAIMED: usize = 1 << 16;

/// What only the speed depends on.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// How many states a worker expands before fingerprints are exchanged.
    pub round: usize,
    /// By how many states parts of a level may differ, whatever its size, before states move.
    pub slack: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            round: 1 << 14,
            slack: 1 << 6,
        }
    }
}

/// What a worker has held.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Load {
    /// The states of its share of the table.
    pub states: u64,
    /// The most bytes it held, as it reckons them.
    pub bytes: u64,
    /// How many states it expanded only to find the way to states that have moved to it.
    pub walked: u64,
    /// The resident memory of its process at the end, in bytes, where the system tells.
    pub resident: u64,
}

/// What a search came to.
pub struct Searched {
    pub counts: Counts,
    pub cut: Option<Cut>,
    /// The fingerprints of a shortest run that decides the property.
    pub path: Option<Vec<u64>>,
    /// What each worker has held.
    pub loads: Vec<Load>,
}

/// A successor that was claimed.
#[derive(Clone, Copy)]
struct Claimed {
    number: u64,
    parent: u32,
    action: u32,
}

/// A search as far as it has come.
pub struct Search<'s, 'w, 'p> {
    share: &'s mut dyn Share,
    exchange: &'s mut Exchange<'w>,
    on_progress: &'p mut dyn FnMut(Progress),
    limits: Limits,
    tuning: Tuning,
    watch: Watch,
    claims: Claims,
    trail: Trail,
    /// A fingerprint in each place that was claimed by this worker before: to claim it again is of no use.
    claimed: Vec<u64>,
    counts: Counts,
    cut: Option<Cut>,
    most_bytes: usize,
    making: Making,
}

/// A worker's part of the next level, as it is made.
#[derive(Default)]
struct Making {
    /// The number of the next successor.
    number: u64,
    /// What is won so far, in order.
    won: Vec<Claimed>,
    /// Numbers of what was won and is lost again.
    lost: HashSet<u64>,
    /// Numbers of what decides the property.
    deciding: Vec<u64>,
    ended: Ended,
}

impl<'s, 'w, 'p> Search<'s, 'w, 'p> {
    pub fn new(
        share: &'s mut dyn Share,
        exchange: &'s mut Exchange<'w>,
        on_progress: &'p mut dyn FnMut(Progress),
        limits: Limits,
        tuning: Tuning,
    ) -> Self {
        Search {
            share,
            exchange,
            on_progress,
            limits,
            tuning,
            watch: Watch::new(limits),
            claims: Claims::new(),
            trail: Trail::default(),
            // No fingerprint is in the place behind its own.
            claimed: (1..=CLAIMED as u64).collect(),
            counts: Counts::default(),
            cut: None,
            most_bytes: 0,
            making: Making::default(),
        }
    }

    /// Searches until everything is seen, something decides the property, or a limit is reached.
    pub fn run(mut self) -> Result<Searched, Error> {
        let mut path = self.begin();
        let mut sizes = parts_of(self.counts.distinct, self.exchange.workers());
        while path.is_none() && !self.is_cut() && sizes.iter().any(|size| *size > 0) {
            self.balance(&mut sizes)?;
            path = self.level(&mut sizes)?;
        }
        let load = Load {
            states: self.claims.known() as u64,
            bytes: self.most_bytes as u64,
            walked: self.share.walked() as u64,
            resident: resident().unwrap_or(0) as u64,
        };
        let loads = self.exchange.tell_all(&Body::Load(load))?;
        let loads = loads.into_iter().filter_map(|(_, body)| match body {
            Body::Load(load) => Some(load),
            _ => None,
        });
        let loads: Vec<Load> = loads.collect();
        self.counts.bytes = loads.iter().map(|load| load.bytes as usize).sum();
        self.counts.seconds = self.watch.seconds();
        Ok(Searched {
            counts: self.counts,
            cut: self.cut,
            path,
            loads,
        })
    }

    /// A boundary does not end the search; everything else that cuts it does.
    fn is_cut(&self) -> bool {
        !matches!(self.cut, None | Some(Cut::Boundary))
    }

    /// The first level. Everybody knows all of it.
    fn begin(&mut self) -> Option<Vec<u64>> {
        let (me, workers) = (self.exchange.index(), self.exchange.workers());
        let initial = self.share.initial();
        self.counts.total = initial.len();
        let (mut seen, mut distinct, mut path) = (HashSet::new(), Vec::new(), None);
        for (place, (fingerprint, decides)) in initial.into_iter().enumerate() {
            if !seen.insert(fingerprint) {
                continue;
            }
            distinct.push(place);
            if decides && path.is_none() {
                path = Some(vec![fingerprint]);
            }
            if owner(fingerprint, workers) == me {
                self.claims.know(fingerprint);
            }
        }
        self.counts.distinct = distinct.len();
        let own = parts(&parts_of(distinct.len(), workers)).swap_remove(me);
        self.share.begin(&distinct[own.clone()]);
        self.trail.begin(&distinct[own]);
        path
    }

    /// Expands the level, whose parts have these sizes, into the next one.
    fn level(&mut self, sizes: &mut Vec<usize>) -> Result<Option<Vec<u64>>, Error> {
        let of = sizes.iter().sum();
        while self.round(of)? {}
        self.end(sizes)
    }

    /// Expands some states of everybody. Answers whether any are left.
    fn round(&mut self, of: usize) -> Result<bool, Error> {
        let claimed = self.claim()?;
        let (won, left) = self.settle(of)?;
        self.build(&claimed, &won);
        let threads = self.exchange.threads();
        let allowance = self.limits.bytes / 4 / threads;
        self.share.forget(allowance.max(1 << 20));
        self.measure();
        Ok(left && !self.is_cut())
    }

    /// Expands some states, and claims what they lead to from its owners.
    fn claim(&mut self) -> Result<Vec<Claimed>, Error> {
        let workers = self.exchange.workers();
        let first = self.making.number;
        let mut number = first;
        let mut kept = Vec::new();
        let mut letters = vec![(Vec::new(), Vec::new()); workers];
        let cache = &mut self.claimed;
        let expansion = self.share.expand(self.tuning.round, &mut |successor| {
            let fingerprint = successor.fingerprint;
            let place = &mut cache[fingerprint as usize % CLAIMED];
            let is_new = *place != fingerprint;
            if is_new {
                *place = fingerprint;
                let (numbers, fingerprints) = &mut letters[owner(fingerprint, workers)];
                numbers.push((number - first) as u32);
                fingerprints.push(fingerprint);
                kept.push(Claimed {
                    number,
                    parent: successor.parent,
                    action: successor.action,
                });
            }
            number += 1;
            is_new
        });
        self.making.number = number;
        let ended = &mut self.making.ended;
        ended.total += expansion.total as u64;
        ended.branching = ended.branching.max(expansion.branching as u64);
        ended.broken_step = ended.broken_step.or(expansion.broken_step);
        let letters = letters.into_iter().enumerate();
        let sent = letters.filter(|(_, (numbers, _))| !numbers.is_empty());
        let sent = sent.map(|(to, (numbers, fingerprints))| {
            let body = Body::Claims {
                first,
                numbers,
                fingerprints,
            };
            (to, body)
        });
        for (from, body) in self.exchange.phase(sent.collect())? {
            if let Body::Claims {
                first,
                numbers,
                fingerprints,
            } = body
            {
                for (number, fingerprint) in numbers.into_iter().zip(fingerprints) {
                    let number = first + u64::from(number);
                    self.claims.claim(fingerprint, from, number);
                }
            }
        }
        Ok(kept)
    }

    /// Answers those who have claimed, hears what is won and lost here, and decides with everybody whether the search goes on: what is
    /// won, and whether any state of the level is left.
    fn settle(&mut self, of: usize) -> Result<(Vec<u64>, bool), Error> {
        let workers = self.exchange.workers();
        let mut answers = vec![(Vec::new(), Vec::new()); workers];
        self.claims.tell(|worker, number, won| {
            let (all_won, all_lost) = &mut answers[worker];
            if won { all_won } else { all_lost }.push(number);
        });
        let (held, left) = self.share.held();
        let status = Status {
            owned: self.claims.fresh() as u64,
            expanded: (held - left) as u64,
            left: left as u64,
            cut: self.own_cut(),
        };
        let answers = answers.into_iter().enumerate();
        let mut sent: Vec<_> = answers
            .filter(|(_, (won, lost))| !won.is_empty() || !lost.is_empty())
            .map(|(to, (won, lost))| (to, Body::Answers { won, lost }))
            .collect();
        sent.extend((0..workers).map(|to| (to, Body::Status(status.clone()))));
        let (mut all_won, mut all) = (Vec::new(), Vec::new());
        for (_, body) in self.exchange.phase(sent)? {
            match body {
                Body::Answers { won, lost } => {
                    all_won.extend(won);
                    self.making.lost.extend(lost);
                }
                Body::Status(status) => all.push(status),
                _ => {}
            }
        }
        all_won.sort_unstable();
        let sum = |number: fn(&Status) -> u64| all.iter().map(number).sum::<u64>() as usize;
        let (fresh, left) = (sum(|status| status.owned), sum(|status| status.left));
        self.decide(&all, fresh, left);
        (self.on_progress)(Progress {
            distinct: self.counts.distinct + fresh,
            depth: self.counts.depth,
            level: of,
            expanded: of - left,
        });
        Ok((all_won, left > 0))
    }

    /// Whether a limit of this process is reached.
    fn own_cut(&self) -> Option<Ending> {
        let bytes = self.bytes() * self.exchange.threads();
        match self.watch.cut(bytes)? {
            Cut::Bytes(_) => Some(Ending::Bytes),
            Cut::Resident(_) => Some(Ending::Resident),
            Cut::Time(_) => Some(Ending::Time),
            Cut::Interrupted | Cut::States(_) | Cut::Boundary => Some(Ending::Interrupted),
        }
    }

    /// Everybody decides the same: by what all have said.
    fn decide(&mut self, all: &[Status], fresh: usize, left: usize) {
        let interrupted = all
            .iter()
            .any(|status| status.cut == Some(Ending::Interrupted));
        // Nothing is cut off where nothing is left; but whoever stops leaves a level half done.
        if left == 0 && fresh == 0 && !interrupted {
            return;
        }
        let ending = all.iter().find_map(|status| status.cut);
        let cut = if self.counts.distinct + fresh > self.limits.states {
            Some(Cut::States(self.limits.states))
        } else if interrupted {
            Some(Cut::Interrupted)
        } else {
            ending.map(|ending| match ending {
                Ending::Interrupted => Cut::Interrupted,
                Ending::Bytes => Cut::Bytes(self.limits.bytes),
                Ending::Resident => Cut::Resident(self.limits.resident),
                Ending::Time => Cut::Time(self.limits.time),
            })
        };
        self.cut = cut.or(self.cut.take());
    }

    /// Builds what is won.
    fn build(&mut self, claimed: &[Claimed], won: &[u64]) {
        let place = |number: &u64| {
            let place = claimed.binary_search_by_key(number, |claimed| claimed.number);
            place.expect("what is won in a round was claimed in it") as u32
        };
        let places: Vec<u32> = won.iter().map(place).collect();
        let (mut built, making) = (places.iter(), &mut self.making);
        self.share.build(&places, &mut |state| {
            let place = built.next().expect("one answer for each");
            let claimed = claimed[*place as usize];
            match state {
                None => making.ended.beyond = true,
                Some(decides) => {
                    making.won.push(claimed);
                    if decides {
                        making.deciding.push(claimed.number);
                    }
                }
            }
        });
    }

    /// The level is expanded, as far as it will be: what it came to, all in all.
    fn end(&mut self, sizes: &mut Vec<usize>) -> Result<Option<Vec<u64>>, Error> {
        let Making {
            won,
            lost,
            deciding,
            mut ended,
            ..
        } = std::mem::take(&mut self.making);
        let is_lost = |number: &u64| lost.contains(number);
        let lost_places = (0..won.len() as u32).filter(|at| is_lost(&won[*at as usize].number));
        let lost_places: Vec<u32> = lost_places.collect();
        let kept = || won.iter().filter(|claimed| !is_lost(&claimed.number));
        let first = deciding.iter().find(|number| !is_lost(number));
        ended.deciding = first.and_then(|number| {
            let place = kept().position(|claimed| claimed.number == *number);
            place.map(|place| place as u32)
        });
        ended.new = (won.len() - lost_places.len()) as u64;
        self.share.advance(&lost_places);
        self.trail
            .push(kept().map(|claimed| (claimed.parent, claimed.action)));
        drop(won);
        self.claims.settle();
        self.measure();
        let all: Vec<Ended> = (self.exchange.tell_all(&Body::Ended(ended))?.into_iter())
            .filter_map(|(_, body)| match body {
                Body::Ended(ended) => Some(ended),
                _ => None,
            })
            .collect();
        *sizes = all.iter().map(|ended| ended.new as usize).collect();
        let new = sizes.iter().sum::<usize>();
        let counts = &mut self.counts;
        counts.distinct += new;
        counts.depth += usize::from(new > 0);
        for ended in &all {
            counts.total += ended.total as usize;
            counts.branching = counts.branching.max(ended.branching as usize);
        }
        if all.iter().any(|ended| ended.beyond) {
            self.cut.get_or_insert(Cut::Boundary);
        }
        self.way(&all)
    }

    /// The run that decides the property, if there is one: of the first worker who has one, as all of its states come first.
    fn way(&mut self, all: &[Ended]) -> Result<Option<Vec<u64>>, Error> {
        let decides = |ended: &Ended| ended.broken_step.is_some() || ended.deciding.is_some();
        let Some(worker) = all.iter().position(decides) else {
            return Ok(None);
        };
        let mut sent = Vec::new();
        if worker == self.exchange.index() {
            let (level, place, last) = match all[worker] {
                Ended {
                    broken_step: Some((place, last)),
                    ..
                } => (self.trail.levels() - 2, place, Some(last)),
                Ended { deciding, .. } => (self.trail.levels() - 1, deciding.unwrap_or(0), None),
            };
            let way = self.trail.ways(level, [place as usize].into_iter());
            for way in way {
                let all = 0..self.exchange.workers();
                sent.extend(all.map(|to| (to, Body::Way(way.clone(), last))));
            }
        }
        for (from, body) in self.exchange.phase(sent)? {
            if let Body::Way(way, last) = body {
                let step = |at: usize| self.share.walk(at, &way[at..=at]);
                let path: Option<Vec<u64>> = (0..way.len()).map(step).collect();
                let process = from / self.exchange.threads();
                let mut path = path.ok_or(Error::Unlike { process })?;
                path.extend(last);
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// Lets states move where parts are too unequal.
    fn balance(&mut self, sizes: &mut Vec<usize>) -> Result<(), Error> {
        let Some(starts) = starts(sizes, self.tuning.slack) else {
            return Ok(());
        };
        let (me, level) = (self.exchange.index(), self.trail.levels() - 1);
        let before = parts(sizes);
        let after: Vec<_> = starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        let own = before[me].clone();
        let local = |to: usize| {
            let part = common(&own, &after[to]);
            part.start - own.start..part.end - own.start
        };
        let mut sent = Vec::new();
        for to in (0..after.len()).filter(|to| *to != me && !local(*to).is_empty()) {
            let ways = trail::encode(&self.trail.ways(level, local(to)));
            let fingerprints = self.share.fingerprints(local(to));
            sent.push((to, Body::Moved { ways, fingerprints }));
        }
        let mut moved = [Vec::new(), Vec::new()];
        for (from, body) in self.exchange.phase(sent)? {
            if let Body::Moved { ways, fingerprints } = body {
                let mut wanted = fingerprints.iter();
                let share = &mut self.share;
                let same = trail::steps(&ways, &mut |shared, rest| {
                    let is_same = share.walk(shared, rest).as_ref() == wanted.next();
                    if is_same {
                        share.arrive(from < me);
                    }
                    is_same
                });
                if !same {
                    let process = from / self.exchange.threads();
                    return Err(Error::Unlike { process });
                }
                moved[usize::from(from > me)].push((ways, fingerprints.len()));
            }
        }
        let kept = local(me);
        self.share.arrange(kept.clone());
        let [first, behind] = moved;
        self.trail.arrange(&kept, first, behind);
        *sizes = after.iter().map(ExactSizeIterator::len).collect();
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.share.bytes()
            + self.claims.bytes()
            + self.trail.bytes()
            + self.making.won.capacity() * size_of::<Claimed>()
            + self.making.lost.capacity() * size_of::<u64>()
    }

    fn measure(&mut self) {
        self.most_bytes = self.most_bytes.max(self.bytes());
    }
}

/// So many states in equal parts.
fn parts_of(all: usize, workers: usize) -> Vec<usize> {
    let end = |worker: usize| worker * all / workers;
    (0..workers)
        .map(|worker| end(worker + 1) - end(worker))
        .collect()
}
