//! What can be typed about the choice of k.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;
use verdict_models::resilience::Decimal;

/// `verdict resilience`.
#[derive(Debug, Args)]
pub struct Resilience {
    /// How many nodes the ring has; with several, as in `50,500,5000`, each is answered
    #[arg(long, value_name = "N", required = true, value_delimiter = ',')]
    pub nodes: Vec<u64>,
    /// How many of them crash: a number, or a percentage such as `50%`, rounded to whole nodes
    #[arg(long, value_name = "F")]
    pub failures: Failures,
    /// Which probability to ask for, such as `0.99999` or `99.999%`
    #[arg(long, value_name = "PROBABILITY", default_value = "0.99999")]
    pub target: Target,
    /// Draw so many rings at random too, and show their share beside the exact probability
    #[arg(long, value_name = "RINGS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub samples: u32,
    /// Where randomness begins: the same seed gives the same draws on every machine
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Draw the probabilities into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// For people, for programs, or for spreadsheets
    #[arg(long, value_enum, default_value_t = TableFormat::Human)]
    pub format: TableFormat,
}

/// How a table of numbers is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For people.
    Human,
    /// For programs: one JSON document, probabilities as text because they may be too small for a number.
    Json,
    /// For spreadsheets: one line for each k.
    Csv,
}

/// How many nodes crash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failures {
    /// So many.
    Count(u64),
    /// This part of all nodes.
    Part(Decimal),
}

impl Failures {
    /// The number of crashes among so many nodes.
    pub fn among(&self, nodes: u64) -> u64 {
        match self {
            Failures::Count(count) => *count,
            // A part is at most 1: it always fits, unless there are more nodes than any ring has.
            Failures::Part(part) => part.of(nodes).unwrap_or(u64::MAX),
        }
    }
}

impl FromStr for Failures {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(percentage) = text.strip_suffix('%') {
            let part = percentage.parse::<Decimal>().map(Decimal::percent);
            return match part {
                Ok(part) if !part.is_above_one() => Ok(Failures::Part(part)),
                _ => Err("a percentage is from 0% to 100%, such as 12.5%".to_owned()),
            };
        }
        let count = text.parse().map(Failures::Count);
        count.map_err(|_| {
            "expected a number of nodes such as 5000, or a percentage such as 50%".to_owned()
        })
    }
}

/// A probability to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target(pub Decimal);

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = match text.strip_suffix('%') {
            Some(percentage) => percentage.parse().map(Decimal::percent),
            None => text.parse::<Decimal>(),
        };
        let number = number.map_err(|error| error.to_string())?;
        if number.is_zero() {
            return Err("a probability of 0 is reached by any k; expected one above 0".to_owned());
        }
        if !number.is_below_one() {
            return Err(
                "only k = f, as many copies as nodes that crash, makes it certain; expected a \
                 probability below 1, such as 0.99999"
                    .to_owned(),
            );
        }
        Ok(Target(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crashes_are_a_number_or_a_percentage() {
        let among = |text: &str, nodes| text.parse::<Failures>().map(|f| f.among(nodes));
        assert_eq!(among("50%", 10_000), Ok(5_000));
        assert_eq!(among("12.5%", 1_000), Ok(125));
        assert_eq!(among("100%", 7), Ok(7));
        assert_eq!(among("7", 10), Ok(7));
        for wrong in [
            "", "%", "101%", "100.01%", "-1", "-1%", "0.5", "half", "5 %",
        ] {
            assert!(wrong.parse::<Failures>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_target_lies_between_0_and_1() {
        let target = |text: &str| text.parse::<Target>().map(|t| t.0.to_string());
        assert_eq!(target("0.99999"), Ok("0.99999".to_owned()));
        assert_eq!(target("99.999%"), Ok("0.99999".to_owned()));
        for wrong in ["0", "0.0", "1", "1.0", "100%", "2", "nearly", "", "-0.5"] {
            assert!(wrong.parse::<Target>().is_err(), "{wrong}");
        }
    }
}
