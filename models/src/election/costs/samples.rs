//! Table A.2: the reads that were measured, against what was to be expected.

use crate::election::tables;
use verdict_checker::catalog::{Model, NoMutants, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;

verdict_checker::mutants! {
    /// A slip in counting the competitors.
    LeaderStaysAway = "leader-stays-away": "the reintegrated leader is not counted among the competitors",
}

/// A bound on the reads of n competitors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// 6(n-1), as section 5.6.3 has it.
    AsClaimed,
    /// 6n-3.
    Exact,
}

impl Bound {
    fn reads(self, n: u32) -> u32 {
        match self {
            Bound::AsClaimed => 6 * (n - 1),
            Bound::Exact => 6 * n - 3,
        }
    }
}

/// Each sample of Table A.2 against a bound, all cores competing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Samples {
    /// The bound.
    pub bound: Bound,
}

impl Model for Samples {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let bound = self.bound;
        let away = u32::from(mutant == Some(Mutant::LeaderStaysAway));
        Ok(Domain::new("the samples of Table A.2", move || {
            samples(|cores| bound.reads(cores - away))
        }))
    }
}

/// Each sample, with the bound for its number of cores.
fn samples(bound: impl Fn(u32) -> u32) -> Vec<Instance> {
    let readings = tables::readings();
    let mut instances = Vec::new();
    for (number, row) in readings.samples.iter().enumerate() {
        for (cores, reads) in readings.cores.iter().zip(row) {
            let bound = bound(*cores);
            let sample = Instance::new(format!("experiment {}, {cores} cores", number + 1))
                .with("bound", bound)
                .with("reads", *reads)
                .must(*reads <= bound)
                .or_say(format!(
                    "Experiment {} with {cores} cores has {reads} reads, which is more than the bound of {bound}.",
                    number + 1
                ));
            instances.push(sample);
        }
    }
    instances
}

/// The averages of Table A.2 against its samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Averages;

impl Model for Averages {
    type Mutant = NoMutants;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, _: Option<NoMutants>) -> Result<Domain, SetupError> {
        Ok(Domain::new("the columns of Table A.2", averages))
    }
}

fn averages() -> Vec<Instance> {
    let readings = tables::readings();
    let columns = readings.cores.iter().zip(&readings.averages).enumerate();
    let average = |(column, (cores, printed)): (usize, (&u32, &String))| {
        let sum: u32 = readings.samples.iter().map(|row| row[column]).sum();
        let mean = |sum: u32, of: usize| format!("{:.4}", f64::from(sum) / of as f64);
        let all = mean(sum, readings.samples.len());
        let but_first = mean(
            sum - readings.samples[0][column],
            readings.samples.len() - 1,
        );
        let printed = format!("{:.4}", printed.parse::<f64>().expect("a number"));
        Instance::new(format!("{cores} cores"))
            .with("average of the 50 samples", all.clone())
            .with("average without the first", but_first.clone())
            .must(all == printed)
            .or_say(format!(
                "With {cores} cores the average of the 50 samples is {all}, printed is {printed}; without the first sample it is \
                 {but_first}."
            ))
            .with("printed", printed)
    };
    columns.map(average).collect()
}
