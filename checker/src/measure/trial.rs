//! An experiment, run once for each seed, on as many threads as there are.

use super::GENERATOR;
use crate::catalog::{Measured, Mutants, Parameter, SetupError};
use crate::figure::{Figure, Gauge, Measurement};
use crate::random::Random;
use crate::search::{Limits, Stop};
use crate::size::Size;
use crate::trace::data::Origin;
use crate::verdict::Judgement;
use std::fmt::Debug;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many seeds: the last parameter of every experiment.
pub const SEEDS: Parameter = Parameter::new("seeds", "how many seeds: 1, 2, 3 and so on");

/// More would take longer than anybody waits, and say nothing new.
const MOST_SEEDS: u64 = 10_000;

/// An experiment that depends on nothing but a reading, a size and random numbers.
///
/// A value of the type is a reading: plain data, which enters the content hash through `Debug`.
///
/// ```
/// use verdict_checker::catalog::{Claim, NoMutants, Parameter, Setup, SetupError};
/// use verdict_checker::measure::{Experiment, Gauge, Said};
/// use verdict_checker::random::Random;
/// use verdict_checker::size::Size;
/// use verdict_checker::verdict::Verdict;
///
/// /// Throws a die many times.
/// #[derive(Clone, Debug)]
/// struct Die { sides: usize }
///
/// impl Experiment for Die {
///     type Mutant = NoMutants;
///     type Ready = (usize, u64);
///     type Outcome = f64;
///
///     fn parameters(&self) -> Vec<Parameter> {
///         vec![Parameter::new("throws", "how often it is thrown")]
///     }
///     fn build(&self, size: &Size, _: Option<NoMutants>) -> Result<(usize, u64), SetupError> {
///         Ok((self.sides, size.within("throws", 1..=1_000_000, "or it takes too long")?))
///     }
///     fn setting((sides, throws): &(usize, u64)) -> String {
///         format!("{throws} throws of a die with {sides} sides")
///     }
///     fn run((sides, throws): &(usize, u64), mut random: Random) -> f64 {
///         let sum: usize = (0..*throws).map(|_| random.below(*sides) + 1).sum();
///         sum as f64 / *throws as f64
///     }
/// }
///
/// fn mean(_: &Size) -> Vec<Gauge<f64>> {
///     vec![Gauge::new("the mean", |mean| *mean).said(Said::Mean(3.5))]
/// }
///
/// let claim = Claim::quantity("dice/mean", "page 1", "The mean of a die is 3.5.")
///     .case(Die { sides: 6 }.measures(mean).reading("fair", "six sides").sizes([[1000, 20]]));
/// let case = &claim.cases[0];
/// let judgement = case.subject(&Setup::of(case.smallest())).unwrap().judge(Default::default(), &|_| {});
/// assert_eq!(judgement.verdict, Verdict::Reproduced);
/// ```
pub trait Experiment: Clone + Debug + Send + Sync + 'static {
    /// The errors that can be put into it; [`NoMutants`](crate::catalog::NoMutants) if there are none.
    type Mutant: Mutants;
    /// The experiment at one size.
    type Ready: Send + Sync + 'static;
    /// What comes out of one run.
    type Outcome: 'static;

    /// The parameters beside [`SEEDS`], in the order in which sizes are listed.
    fn parameters(&self) -> Vec<Parameter>;

    /// The experiment at one size.
    fn build(&self, size: &Size, mutant: Option<Self::Mutant>) -> Result<Self::Ready, SetupError>;

    /// What is run, in words.
    fn setting(ready: &Self::Ready) -> String;

    /// One run. It may use no other randomness than this, and no clock.
    fn run(ready: &Self::Ready, random: Random) -> Self::Outcome;

    /// Measures these figures of it: a function `fn(&Size) -> Vec<Gauge<_>>`, named and no closure, because its name is how
    /// a changed line of it is noticed.
    #[track_caller]
    fn measures<G>(&self, gauges: G) -> Measured<Self>
    where
        G: Fn(&Size) -> Vec<Gauge<Self::Outcome>> + Send + Sync + 'static,
    {
        Measured::new(self.clone(), std::any::type_name::<G>(), gauges)
    }
}

/// An experiment with its figures and seeds, ready to be judged.
pub struct Trial<E: Experiment> {
    /// What this is.
    pub origin: Origin,
    /// What is run.
    pub ready: E::Ready,
    /// What is read off each run.
    pub gauges: Vec<Gauge<E::Outcome>>,
    /// With how many seeds.
    pub seeds: u64,
}

impl<E: Experiment> Trial<E> {
    /// How many seeds a size has.
    pub fn seeds(size: &Size) -> Result<u64, SetupError> {
        let why = "for a spread takes two, and more say nothing new";
        size.within(SEEDS.name, 2..=MOST_SEEDS, why)
    }

    /// Runs the experiment with every seed, and tells whenever one is done. The answer is the same for any number of threads.
    pub fn measure(&self, threads: usize, done: &(dyn Fn() + Sync)) -> Measurement {
        let measured = self.until(Stop::default(), threads, done);
        measured.expect("nobody stops it")
    }

    /// The same, unless it is stopped before the last seed is done.
    fn until(&self, stop: Stop, threads: usize, done: &(dyn Fn() + Sync)) -> Option<Measurement> {
        let next = AtomicU64::new(1);
        let rows: Mutex<Vec<(u64, Vec<f64>)>> = Mutex::default();
        let work = || {
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed > self.seeds || stop.is_raised() {
                    return;
                }
                let outcome = E::run(&self.ready, Random::from_seed(seed));
                let read = |gauge: &Gauge<E::Outcome>| (gauge.read)(&outcome);
                let row = (seed, self.gauges.iter().map(read).collect());
                rows.lock().unwrap_or_else(|e| e.into_inner()).push(row);
                done();
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.clamp(1, self.seeds as usize) {
                scope.spawn(work);
            }
            work();
        });
        let mut rows = rows.into_inner().unwrap_or_else(|e| e.into_inner());
        if (rows.len() as u64) < self.seeds {
            return None;
        }
        rows.sort_by_key(|(seed, _)| *seed);
        let figure = |(index, gauge): (usize, &Gauge<E::Outcome>)| {
            let values: Vec<f64> = rows.iter().map(|(_, row)| row[index]).collect();
            Figure::of(&gauge.name, gauge.said, &values)
        };
        Some(Measurement {
            generator: GENERATOR.to_owned(),
            seeds: self.seeds,
            figures: self.gauges.iter().enumerate().map(figure).collect(),
        })
    }

    /// Measures, and judges by the stated test. Some of the runs say nothing: a measurement that was stopped is no evidence.
    pub fn judge(&self, limits: Limits) -> Judgement {
        let measured = self.until(limits.stop, limits.threads, &|| {});
        measured.map_or_else(Judgement::interrupted, Judgement::measured)
    }
}
