//! A figure: what is said about it, what was measured, and whether the two fit.
//!
//! Data and the test alone; how they are measured is [`crate::measure`].

use crate::verdict::Verdict;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// How a figure is judged, in words.
pub const TEST: &str = "a figure of one run fits if it is within the range of the seeds or less than 3 standard deviations \
     from their mean, does not if it is 5 or more away, and is unclear between; a computed mean fits within 3 standard errors, \
     does not at 5; a bound or a rounded figure fits if every seed keeps it or if the mean keeps it by 3 standard errors, \
     does not if every seed breaks it or if the mean breaks it by 3 standard errors";

/// What was measured: how, and every figure.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// The generator of random numbers.
    pub generator: String,
    /// How many seeds: 1, 2, 3 and so on.
    pub seeds: u64,
    /// The figures.
    pub figures: Vec<Figure>,
}

impl Measurement {
    /// `not-reproduced` if a figure does not fit, `ambiguous` if one is unclear or if there is nothing to fit, else `reproduced`.
    pub fn verdict(&self) -> Verdict {
        let fits = || self.figures.iter().filter_map(|figure| figure.fits);
        if fits().any(|fit| fit == Fit::No) {
            Verdict::NotReproduced
        } else if fits().any(|fit| fit == Fit::Unclear) || fits().next().is_none() {
            Verdict::Ambiguous
        } else {
            Verdict::Reproduced
        }
    }

    /// The figures that do not fit.
    pub fn misfits(&self) -> impl Iterator<Item = &Figure> {
        let misfit = |figure: &&Figure| figure.fits == Some(Fit::No);
        self.figures.iter().filter(misfit)
    }

    /// `3 of 5 figures fit, over 20 seeds`
    pub fn in_words(&self) -> String {
        let claimed = self.figures.iter().filter_map(|figure| figure.fits);
        let fitting = claimed.clone().filter(|fit| *fit == Fit::Yes).count();
        let (all, seeds) = (claimed.count(), self.seeds);
        format!("{fitting} of {all} figures fit, over {seeds} seeds")
    }
}

/// Nearer than this many deviations, a figure fits.
const NEAR: f64 = 3.0;
/// From this many deviations on, it does not.
const FAR: f64 = 5.0;

/// What a source, or a computation, says about a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Said {
    /// Nothing: it is shown for the reader.
    Nothing,
    /// It came out of one run.
    Run(f64),
    /// It is the mean of all runs.
    Mean(f64),
    /// It is not larger.
    AtMost(f64),
    /// It is not smaller.
    AtLeast(f64),
    /// It lies between these, for instance because it was rounded.
    Between(f64, f64),
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |value: &f64| Number::of(*value);
        match self {
            Said::Nothing => Ok(()),
            Said::Run(value) => write!(f, "{}", number(value)),
            Said::Mean(value) => write!(f, "mean {}", number(value)),
            Said::AtMost(value) => write!(f, "at most {}", number(value)),
            Said::AtLeast(value) => write!(f, "at least {}", number(value)),
            Said::Between(low, high) => write!(f, "{} to {}", number(low), number(high)),
        }
    }
}

/// How a figure is read off a run whose outcome is an `O`, and what is said about it.
pub struct Gauge<O> {
    pub(crate) name: String,
    pub(crate) said: Said,
    pub(crate) read: Box<dyn Fn(&O) -> f64 + Send + Sync>,
}

impl<O> Gauge<O> {
    /// A figure about which nothing is said.
    pub fn new(name: impl Into<String>, read: impl Fn(&O) -> f64 + Send + Sync + 'static) -> Self {
        Gauge {
            name: name.into(),
            said: Said::Nothing,
            read: Box::new(read),
        }
    }

    /// What is said about it.
    pub fn said(self, said: Said) -> Self {
        Gauge { said, ..self }
    }
}

/// Whether what was measured fits what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fit {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// The seeds do not decide.
    Unclear,
}

impl Fit {
    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Fit::Yes => "yes",
            Fit::No => "no",
            Fit::Unclear => "unclear",
        }
    }
}

/// One figure over all seeds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// What it is.
    pub name: String,
    /// What is said about it; nothing if it is only shown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// The mean over the seeds.
    pub mean: Number,
    /// The standard deviation of one seed.
    pub spread: Number,
    /// The least of the seeds.
    pub least: Number,
    /// The most of the seeds.
    pub most: Number,
    /// How many deviations what is said lies above the mean, where it is a single number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviations: Option<Number>,
    /// Whether it fits; nothing if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fits: Option<Fit>,
}

impl Figure {
    /// A figure of which each seed has given a value; there are at least two.
    pub(crate) fn of(name: &str, said: Said, values: &[f64]) -> Self {
        let sample = Sample::of(values);
        let (deviations, fits) = sample.judge(said);
        Figure {
            name: name.to_owned(),
            said: said.to_string(),
            mean: Number::of(sample.mean),
            spread: Number::of(sample.spread),
            least: Number::of(sample.least),
            most: Number::of(sample.most),
            deviations: deviations.map(Number::of),
            fits,
        }
    }
}

/// The values of the seeds, summed up.
struct Sample {
    seeds: f64,
    mean: f64,
    spread: f64,
    least: f64,
    most: f64,
}

impl Sample {
    fn of(values: &[f64]) -> Self {
        let seeds = values.len() as f64;
        let mean = values.iter().sum::<f64>() / seeds;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Sample {
            seeds,
            mean,
            spread: (squares / (seeds - 1.0)).sqrt(),
            least: values.iter().copied().fold(f64::INFINITY, f64::min),
            most: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// The test that [`TEST`] states.
    fn judge(&self, said: Said) -> (Option<f64>, Option<Fit>) {
        let error = self.spread / self.seeds.sqrt();
        match said {
            Said::Nothing => (None, None),
            Said::Run(value) => {
                let within = (self.least..=self.most).contains(&value);
                // The mean is uncertain too.
                let scale = self.spread * (1.0 + 1.0 / self.seeds).sqrt();
                let away = deviations(value - self.mean, scale);
                (away, Some(if within { Fit::Yes } else { fit(away) }))
            }
            Said::Mean(value) => {
                let away = deviations(value - self.mean, error);
                (away, Some(fit(away)))
            }
            Said::AtMost(limit) => (None, Some(self.keeps(f64::NEG_INFINITY, limit, error))),
            Said::AtLeast(limit) => (None, Some(self.keeps(limit, f64::INFINITY, error))),
            Said::Between(low, high) => (None, Some(self.keeps(low, high, error))),
        }
    }

    fn keeps(&self, low: f64, high: f64, error: f64) -> Fit {
        let margin = NEAR * error;
        let inside = |least: f64, most: f64| low <= least && most <= high;
        let outside = |least: f64, most: f64| most < low || high < least;
        let (least, most) = (self.mean - margin, self.mean + margin);
        if inside(self.least, self.most) || inside(least, most) {
            Fit::Yes
        } else if outside(self.least, self.most) || outside(least, most) {
            Fit::No
        } else {
            Fit::Unclear
        }
    }
}

/// None if no seed differs from another, while the value does.
fn deviations(difference: f64, scale: f64) -> Option<f64> {
    if difference == 0.0 {
        return Some(0.0);
    }
    (scale > 0.0).then(|| difference / scale)
}

fn fit(deviations: Option<f64>) -> Fit {
    match deviations.map(f64::abs) {
        Some(away) if away < NEAR => Fit::Yes,
        Some(away) if away < FAR => Fit::Unclear,
        Some(_) | None => Fit::No,
    }
}

/// A number with three decimals: exact, so that a ledger is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number(i64);

impl Number {
    /// The nearest one.
    pub fn of(value: f64) -> Self {
        Number((value * 1000.0).round() as i64)
    }

    /// As a float.
    pub fn value(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

/// As few decimals as it has: `4275`, `0.43`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let sign = if self.0 < 0 { "-" } else { "" };
        let decimals = format!(".{rest:03}");
        let decimals = decimals.trim_end_matches('0').trim_end_matches('.');
        f.pad(&format!("{sign}{whole}{decimals}"))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1000 == 0 {
            serializer.serialize_i64(self.0 / 1000)
        } else {
            serializer.serialize_f64(self.value())
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(Number::of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE: [f64; 5] = [98.0, 99.0, 100.0, 101.0, 102.0];

    fn fits(said: Said, values: &[f64]) -> Fit {
        Figure::of("a figure", said, values).fits.unwrap()
    }

    #[test]
    fn a_figure_of_one_run_is_compared_with_the_spread_of_runs() {
        let figure = Figure::of("a figure", Said::Run(103.0), &FIVE);
        assert_eq!(
            (figure.mean, figure.spread),
            (Number(100_000), Number(1581))
        );
        assert_eq!(
            figure.deviations,
            Some(Number(1732)),
            "3 / (sqrt(2.5) sqrt(1.2))"
        );
        for (value, expected) in [(98.0, Fit::Yes), (106.0, Fit::Unclear), (109.0, Fit::No)] {
            assert_eq!(fits(Said::Run(value), &FIVE), expected, "{value}");
        }
    }

    #[test]
    fn a_mean_is_compared_with_the_error_of_the_mean() {
        for (value, expected) in [(102.0, Fit::Yes), (103.0, Fit::Unclear), (104.0, Fit::No)] {
            assert_eq!(fits(Said::Mean(value), &FIVE), expected, "{value}");
        }
    }

    #[test]
    fn a_bound_is_kept_or_broken_by_every_seed() {
        assert_eq!(fits(Said::AtMost(102.0), &FIVE), Fit::Yes);
        assert_eq!(fits(Said::AtMost(101.0), &FIVE), Fit::Unclear);
        assert_eq!(fits(Said::AtLeast(103.0), &FIVE), Fit::No);
        assert_eq!(fits(Said::Between(99.5, 100.5), &FIVE), Fit::Unclear);
        assert_eq!(fits(Said::Between(97.0, 103.0), &FIVE), Fit::Yes);
        assert_eq!(fits(Said::Between(95.0, 97.0), &FIVE), Fit::No);
    }

    #[test]
    fn what_never_varies_fits_only_itself() {
        assert_eq!(fits(Said::Run(7.0), &[7.0, 7.0]), Fit::Yes);
        assert_eq!(fits(Said::Run(8.0), &[7.0, 7.0]), Fit::No);
        assert_eq!(fits(Said::Mean(7.0), &[7.0, 7.0]), Fit::Yes);
    }

    #[test]
    fn numbers_are_written_as_short_as_they_are_and_come_back() {
        for (value, text) in [(4275.0, "4275"), (0.43, "0.43"), (-1.5, "-1.5"), (0.0, "0")] {
            let number = Number::of(value);
            assert_eq!(number.to_string(), text);
            let json = serde_json::to_string(&number).unwrap();
            assert_eq!(json, text);
            assert_eq!(serde_json::from_str::<Number>(&json).unwrap(), number);
        }
    }
}
