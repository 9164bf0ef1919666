//! Table A.3 and section 8.2.2: the printed times and percentages of the experiments, recomputed in whole numbers.

use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;

/// The numbers of cores.
const CORES: [u64; 5] = [4, 8, 16, 32, 48];

/// A behaviour of section 8.2.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// With the algorithm, without faults.
    NoFault,
    /// With one fault.
    OneFault,
    /// With faults of probability 1 in 1000.
    ManyFaults,
}

/// A row of the table: what is printed.
struct Row {
    behaviour: Behaviour,
    name: &'static str,
    /// Times in hundredths of a second.
    times: [u64; 5],
    /// The average time, in thousandths.
    average_time: u64,
    /// Percentages, rounded to thousandths.
    percentages: [u64; 5],
    /// Their average in section 8.2.2, in hundredths of a percent.
    average: u64,
}

/// Times without the algorithm, in hundredths of a second, and their average in thousandths.
const WITHOUT: [u64; 5] = [12_457, 26_070, 63_085, 123_572, 158_293];
const WITHOUT_ON_AVERAGE: u64 = 766_954;

static ROWS: [Row; 3] = [
    Row {
        behaviour: Behaviour::NoFault,
        name: "without faults",
        times: [13_504, 28_294, 68_826, 134_569, 172_264],
        average_time: 834_914,
        percentages: [8_405, 8_531, 9_100, 8_899, 8_826],
        average: 875,
    },
    Row {
        behaviour: Behaviour::OneFault,
        name: "with one fault",
        times: [13_978, 29_067, 70_889, 139_332, 179_436],
        average_time: 865_404,
        percentages: [12_210, 11_496, 12_371, 12_754, 13_357],
        average: 1_244,
    },
    Row {
        behaviour: Behaviour::ManyFaults,
        name: "with several faults",
        times: [14_940, 31_993, 79_047, 157_371, 204_682],
        average_time: 976_066,
        percentages: [19_933, 22_720, 25_302, 27_352, 29_306],
        average: 2_492,
    },
];

verdict_checker::mutants! {
    /// An error made on purpose.
    SwapRows = "swap-rows": "the times without faults and those with several change places",
}

/// The row whose times stand in this row.
fn timed(row: &'static Row, mutant: Option<Mutant>) -> &'static Row {
    match (mutant, row.behaviour) {
        (Some(Mutant::SwapRows), Behaviour::NoFault) => &ROWS[2],
        (Some(Mutant::SwapRows), Behaviour::ManyFaults) => &ROWS[0],
        (Some(Mutant::SwapRows), Behaviour::OneFault) | (None, _) => row,
    }
}

/// What is recomputed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// The printed percentages, and the averages of section 8.2.2.
    Percentages,
    /// The averages of section 8.2.2, from the printed average times.
    OfAverageTimes,
    /// That the overhead differs by at most a percentage point between numbers of cores.
    Constant(Behaviour),
}

impl Model for Statement {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        Ok(match *self {
            Statement::Percentages => percentages(mutant),
            Statement::OfAverageTimes => of_average_times(mutant),
            Statement::Constant(behaviour) => constant(behaviour, mutant),
        })
    }
}

/// By how much `time` exceeds `without`, in thousandths of a percent, rounded to the nearest.
fn overhead(time: u64, without: u64) -> u64 {
    ((time - without) * 100_000 + without / 2) / without
}

fn overheads(row: &'static Row, mutant: Option<Mutant>) -> [u64; 5] {
    let times = timed(row, mutant).times;
    std::array::from_fn(|i| overhead(times[i], WITHOUT[i]))
}

/// `8.405%`
fn percent(thousandths: u64) -> String {
    format!("{}.{:03}%", thousandths / 1000, thousandths % 1000)
}

/// Whether thousandths of a percent round to these hundredths, or are cut off to them: the thesis does both.
fn rounds_to(thousandths: u64, hundredths: u64) -> bool {
    thousandths / 10 == hundredths || (thousandths + 5) / 10 == hundredths
}

fn percentages(mutant: Option<Mutant>) -> Domain {
    Domain::new("Table A.3; section 8.2.2", move || {
        let mut instances = Vec::new();
        for row in &ROWS {
            let found = overheads(row, mutant);
            for ((cores, found), printed) in CORES.into_iter().zip(found).zip(row.percentages) {
                instances.push(
                    Instance::new(format!("{cores} cores, {}", row.name))
                        .with("computed", percent(found))
                        .with("printed", percent(printed))
                        .must(found == printed),
                );
            }
            let mean = found.iter().sum::<u64>() / 5;
            instances.push(average(row, mean, "mean of the percentages"));
        }
        instances
    })
}

fn average(row: &Row, found: u64, how: &str) -> Instance {
    let printed = percent(row.average * 10);
    Instance::new(format!("on average, {}", row.name))
        .with(how, percent(found))
        .with("printed", printed.clone())
        .must(rounds_to(found, row.average))
        .or_say(format!(
            "On average {}, the {how} is {}, printed is {printed}.",
            row.name,
            percent(found)
        ))
}

fn of_average_times(mutant: Option<Mutant>) -> Domain {
    Domain::new("Table A.3, column of averages", move || {
        let rows = ROWS.iter().map(|row| {
            let time = timed(row, mutant).average_time;
            average(
                row,
                overhead(time, WITHOUT_ON_AVERAGE),
                "ratio of the average times",
            )
        });
        rows.collect()
    })
}

fn constant(behaviour: Behaviour, mutant: Option<Mutant>) -> Domain {
    Domain::new("Table A.3, between 4 and 48 cores", move || {
        let row = ROWS.iter().find(|row| row.behaviour == behaviour);
        let row = row.expect("every behaviour has a row");
        let found = overheads(row, mutant);
        let least = found.into_iter().min().unwrap_or_default();
        let of = |(cores, found): (u64, u64)| {
            let more = found - least;
            Instance::new(format!("{cores} cores"))
                .with("overhead", percent(found))
                .with("more than the least", percent(more))
                .must(more <= 1000)
                .or_say(format!(
                    "With {cores} cores the overhead {} is {}, which is {} more than the least.",
                    row.name,
                    percent(found),
                    percent(more)
                ))
        };
        CORES.into_iter().zip(found).map(of).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overhead_is_rounded_to_the_nearest_thousandth_of_a_percent() {
        assert_eq!(overhead(13_504, 12_457), 8_405); // 8.4049129 in the table
        assert_eq!(overhead(14_940, 12_457), 19_933); // 19.93256803
        assert_eq!(percent(8_405), "8.405%");
    }
}
