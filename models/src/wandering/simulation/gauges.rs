//! What is read off the simulations, beside what the paper says.

use super::access::{Access, Between, Bias};
use super::engine::{BIN, Histogram, Log};
use super::experiments::{Side, Stabilised};
use super::paper::{self, Load, Row};
use super::transient::Transient;
use verdict_checker::measure::{Gauge, Said};
use verdict_checker::size::Size;

/// Rows with fewer than this are taken together with those below: a few time units are one event.
const FEW: u64 = 40;

/// The load that a size has, if the paper has a column for it.
fn load(size: &Size) -> Option<Load> {
    size.number("N").ok().and_then(Load::of)
}

/// The rows of a table with what is said in the column of this size, the last rows as one. Of other sizes, nothing is said.
fn column(table: &[Row], size: &Size) -> Vec<(u64, Said)> {
    let Some(load) = load(size) else {
        return table.iter().map(|row| (row.0, Said::Nothing)).collect();
    };
    let mut rows = paper::column(table, load);
    while let [.., (_, before), (_, last)] = rows[..] {
        if before >= FEW && last >= FEW {
            break;
        }
        rows.pop();
        if let Some((_, figure)) = rows.last_mut() {
            *figure += last;
        }
    }
    let said = |(label, figure)| (label, Said::Run(figure as f64));
    rows.into_iter().map(said).collect()
}

/// Time units with so many operations at once: every row of a table, and the sum of all operations.
fn at_once<O: 'static>(table: &[Row], size: &Size, running: fn(&O) -> &Histogram) -> Vec<Gauge<O>> {
    let rows = column(table, size);
    let last = rows.len();
    let mut gauges = Vec::new();
    for (index, (number, said)) in rows.into_iter().enumerate() {
        let from = number as usize;
        let (name, to) = if index + 1 == last {
            (format!("{number} or more at once"), usize::MAX)
        } else {
            (format!("{number} at once"), from + 1)
        };
        let read = move |outcome: &O| running(outcome).sum(from..to) as f64;
        gauges.push(Gauge::new(name, read).said(said));
    }
    let all = load(size).map(|load| {
        let rows = paper::column(table, load);
        let sum: u64 = rows.iter().map(|(number, figure)| number * figure).sum();
        Said::Run(sum as f64)
    });
    let read = move |outcome: &O| running(outcome).weight() as f64;
    gauges.push(Gauge::new("time of all operations", read).said(all.unwrap_or(Said::Nothing)));
    gauges
}

/// Table 1.
pub fn table_1(size: &Size) -> Vec<Gauge<Histogram>> {
    at_once(&paper::TABLE_1, size, |running| running)
}

/// The rows of Table 1 by the closed form, instead of the paper's.
pub fn table_1_computed(size: &Size) -> Vec<Gauge<Histogram>> {
    let access = Access::table_1(Between::StartAndStart, Bias::Below);
    let number = |name| size.number(name).unwrap_or_default();
    let (components, units) = (number("N") as u16, number("units"));
    let row = |at_once: u16| {
        let expected = access.expected(components, units, at_once);
        let place = usize::from(at_once);
        let read = move |running: &Histogram| running.sum(place..=place) as f64;
        Gauge::new(format!("{at_once} at once"), read).said(Said::Mean(expected))
    };
    (0..=6).map(row).collect()
}

/// Table 3.
pub fn table_3(size: &Size) -> Vec<Gauge<Log>> {
    at_once(&paper::TABLE_3, size, |log| &log.running)
}

/// Table 4, with the intervals that a token ended.
pub fn table_4(size: &Size) -> Vec<Gauge<Log>> {
    intervals(size, |log, from, to| log.intervals.sum(from..to))
}

/// Table 4, with those that a regeneration ended, too.
pub fn table_4_with_cut(size: &Size) -> Vec<Gauge<Log>> {
    intervals(size, |log, from, to| {
        log.intervals.sum(from..to) + log.cut_intervals.sum(from..to)
    })
}

fn intervals(size: &Size, count: fn(&Log, usize, usize) -> u64) -> Vec<Gauge<Log>> {
    let rows = column(&paper::TABLE_4, size);
    let last = rows.len();
    let row = |(index, (label, said)): (usize, (u64, Said))| {
        let from = (label / BIN) as usize;
        let (name, to) = if index + 1 == last {
            (format!("{label} or longer"), usize::MAX)
        } else {
            (
                format!("{label} to {}", label + 500),
                from + (500 / BIN) as usize,
            )
        };
        let read = move |log: &Log| count(log, from, to) as f64;
        Gauge::new(name, read).said(said)
    };
    rows.into_iter().enumerate().map(row).collect()
}

/// Table 4, its rows labelled by the upper edge of the bin.
pub fn table_4_upper(size: &Size) -> Vec<Gauge<Log>> {
    let rows = column(&paper::TABLE_4, size);
    let row = |(label, said): (u64, Said)| {
        let to = (label / BIN) as usize;
        let from = to - (500 / BIN) as usize;
        let read = move |log: &Log| log.intervals.sum(from..to) as f64;
        let name = format!("{} to {label}", label - 500);
        Gauge::new(name, read).said(said)
    };
    rows.into_iter().map(row).collect()
}

/// Table 5: rows labelled by the upper edge of the bin, the first with all that is shorter.
pub fn table_5(size: &Size) -> Vec<Gauge<Stabilised>> {
    durations(size, 0)
}

/// Table 5: rows labelled by the lower edge of the bin.
pub fn table_5_lower(size: &Size) -> Vec<Gauge<Stabilised>> {
    durations(size, 5000)
}

fn durations(size: &Size, shift: u64) -> Vec<Gauge<Stabilised>> {
    let load = load(size);
    let rows = paper::column(&paper::TABLE_5, load.unwrap_or(Load::Nominal));
    // One column has lost a loss.
    let all: u64 = rows.iter().map(|(_, figure)| figure).sum();
    let said = |figure: f64| load.map_or(Said::Nothing, |_| Said::Run(figure));
    // Two rows together: one has few losses.
    let pairs = rows.chunks(2).map(|pair| {
        let (first, last) = (pair[0].0, pair[pair.len() - 1].0);
        let figure: u64 = pair.iter().map(|(_, figure)| figure).sum();
        let from = if first == 10_000 {
            0
        } else {
            first - 5000 + shift
        };
        let to = last + shift;
        let read = move |losses: &Stabilised| {
            let within = |t: &Transient| (from..to).contains(&t.duration);
            losses.percent(within) * all as f64 / 100.0
        };
        Gauge::new(format!("from {from} to {to}"), read).said(said(figure as f64))
    });
    let mut gauges: Vec<Gauge<Stabilised>> = pairs.collect();
    // The mean that the bins of a table have, ours taken from the same bins.
    let middle = |label: u64| (label + shift) as f64 - 2500.0;
    let sum: f64 = rows
        .iter()
        .map(|(l, figure)| middle(*l) * *figure as f64)
        .sum();
    let binned = move |losses: &Stabilised| {
        losses.mean(|t: &Transient| {
            let label = t.duration.saturating_sub(shift).div_ceil(5000) * 5000;
            label.max(10_000) + shift - 2500
        })
    };
    gauges.push(Gauge::new("mean of the bins", binned).said(said(sum / all as f64)));
    gauges.push(Gauge::new("mean", |losses: &Stabilised| {
        losses.mean(|t| t.duration)
    }));
    gauges
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    100.0 * part as f64 / whole as f64
}

/// Two operations or more, in percent of the time.
fn overlap(running: &Histogram) -> f64 {
    percent(running.sum(2..), running.total())
}

const OVERLAP: &str = "two or more at once, percent of the time";

/// "More than 15%."
pub fn random_nominal(_: &Size) -> Vec<Gauge<Histogram>> {
    vec![Gauge::new(OVERLAP, overlap).said(Said::AtLeast(15.0))]
}

/// "40%", if it was rounded to tens.
pub fn random_overload(_: &Size) -> Vec<Gauge<Histogram>> {
    vec![Gauge::new(OVERLAP, overlap).said(Said::Between(35.0, 45.0))]
}

fn overlap_said(said: Said) -> Vec<Gauge<Log>> {
    vec![Gauge::new(OVERLAP, |log: &Log| overlap(&log.running)).said(said)]
}

/// "Less than 0.5%."
pub fn token_nominal(_: &Size) -> Vec<Gauge<Log>> {
    overlap_said(Said::AtMost(0.5))
}

/// "10%."
pub fn token_overload(_: &Size) -> Vec<Gauge<Log>> {
    overlap_said(Said::Between(9.5, 10.5))
}

/// "Less than one percent of the time."
pub fn below_one_percent(_: &Size) -> Vec<Gauge<Log>> {
    overlap_said(Said::AtMost(1.0))
}

/// "Rare": one time unit in a thousand.
pub fn more_than_3(_: &Size) -> Vec<Gauge<Log>> {
    let read = |log: &Log| percent(log.running.sum(4..), log.running.total());
    vec![Gauge::new("more than 3 at once, percent of the time", read).said(Said::AtMost(0.1))]
}

fn shorter(limit: u64, said: Said) -> Vec<Gauge<Log>> {
    let bins = (limit / BIN) as usize;
    let read = move |log: &Log| percent(log.intervals.sum(..bins), log.intervals.total());
    let all = move |log: &Log| {
        let (cut, kept) = (&log.cut_intervals, &log.intervals);
        percent(
            kept.sum(..bins) + cut.sum(..bins),
            kept.total() + cut.total(),
        )
    };
    vec![
        Gauge::new(format!("intervals below {limit}, percent"), read).said(said),
        Gauge::new("with those that a regeneration ended", all),
    ]
}

/// "80% of the times", as a lower bound.
pub fn within_2_min(_: &Size) -> Vec<Gauge<Log>> {
    shorter(1200, Said::AtLeast(80.0))
}

/// "80% of the times", rounded to tens.
pub fn within_2_min_rounded(_: &Size) -> Vec<Gauge<Log>> {
    shorter(1200, Said::Between(75.0, 85.0))
}

/// "90% of the times", as a lower bound.
pub fn within_3_min(_: &Size) -> Vec<Gauge<Log>> {
    shorter(1800, Said::AtLeast(90.0))
}

/// "90% of the times", rounded to tens.
pub fn within_3_min_rounded(_: &Size) -> Vec<Gauge<Log>> {
    shorter(1800, Said::Between(85.0, 95.0))
}

/// "Only 9 intervals."
pub fn starved(_: &Size) -> Vec<Gauge<Log>> {
    let from = (3000 / BIN) as usize;
    let read = move |log: &Log| log.intervals.sum(from..) as f64;
    vec![Gauge::new("intervals of 3000 or more", read).said(Said::Run(9.0))]
}

/// "Approximately 30%": how much less often each component operates in a system of twice the size.
pub fn slow_down_of_rate(_: &Size) -> Vec<Gauge<[Log; 2]>> {
    let read = |[once, twice]: &[Log; 2]| {
        let rate = |log: &Log| log.running.weight() as f64;
        100.0 * (1.0 - rate(twice) / 2.0 / rate(once))
    };
    vec![Gauge::new("fewer operations of each, percent", read).said(Said::Between(25.0, 35.0))]
}

/// "Approximately 30%": how much longer the mean of the tabulated intervals is in a system of twice the size.
pub fn slow_down_of_interval(_: &Size) -> Vec<Gauge<[Log; 2]>> {
    let read = |[once, twice]: &[Log; 2]| {
        let mean = |log: &Log| {
            // The middle of a bin.
            let bins = log.intervals.weight() as f64 / log.intervals.total() as f64;
            (bins + 0.5) * BIN as f64
        };
        100.0 * (mean(twice) / mean(once) - 1.0)
    };
    vec![Gauge::new("longer intervals, percent", read).said(Said::Between(25.0, 35.0))]
}

fn transient_overlap(said: Said) -> Vec<Gauge<Stabilised>> {
    vec![Gauge::new(OVERLAP, |losses: &Stabilised| overlap(&losses.log.running)).said(said)]
}

/// "3% of the time in case of nominal load."
pub fn transient_nominal(_: &Size) -> Vec<Gauge<Stabilised>> {
    transient_overlap(Said::Between(2.5, 3.5))
}

/// "9% of the time in case of overload."
pub fn transient_overload(_: &Size) -> Vec<Gauge<Stabilised>> {
    transient_overlap(Said::Between(8.5, 9.5))
}

/// "0.015% of the time": 150 time units in a million.
pub fn transient_tail(_: &Size) -> Vec<Gauge<Stabilised>> {
    let read = |losses: &Stabilised| {
        let running = &losses.log.running;
        10_000.0 * percent(running.sum(6..), running.total())
    };
    let name = "more than 5 at once, time units in a million";
    vec![Gauge::new(name, read).said(Said::Between(145.0, 155.0))]
}

/// "Almost 15%."
pub fn transient_starved(_: &Size) -> Vec<Gauge<Stabilised>> {
    let from = (3000 / BIN) as usize;
    let read = move |losses: &Stabilised| {
        percent(
            losses.log.intervals.sum(from..),
            losses.log.intervals.total(),
        )
    };
    let all = move |losses: &Stabilised| {
        let (cut, kept) = (&losses.log.cut_intervals, &losses.log.intervals);
        percent(
            kept.sum(from..) + cut.sum(from..),
            kept.total() + cut.total(),
        )
    };
    vec![
        Gauge::new("intervals of 3000 or more, percent", read).said(Said::Between(14.0, 15.5)),
        Gauge::new("with those that a regeneration ended", all),
    ]
}

/// "Several hours", a time unit being a second.
pub fn hours(_: &Size) -> Vec<Gauge<Stabilised>> {
    let read = |losses: &Stabilised| losses.mean(|t| t.duration) / 3600.0;
    vec![Gauge::new("mean stabilisation, hours", read).said(Said::AtLeast(2.0))]
}

/// "The system recovers to stable operation": the first token that is regenerated stays.
pub fn recovers_at_once(_: &Size) -> Vec<Gauge<Stabilised>> {
    let at_once = |losses: &Stabilised| losses.percent(|t| t.duration <= 1800);
    vec![
        Gauge::new("stable within 1800, percent of the losses", at_once).said(Said::AtLeast(95.0)),
        Gauge::new("mean stabilisation", |losses: &Stabilised| {
            losses.mean(|t| t.duration)
        }),
    ]
}

/// Fig. 1: "approx 20000 time units", of the mean.
pub fn figure_1(_: &Size) -> Vec<Gauge<Stabilised>> {
    let mut gauges = unstable();
    let read = |losses: &Stabilised| losses.mean(|t| t.duration);
    gauges.push(Gauge::new("mean stabilisation", read).said(Said::Between(15_000.0, 25_000.0)));
    gauges
}

/// Fig. 1: "it may take", of one loss in ten at least.
pub fn figure_1_may(_: &Size) -> Vec<Gauge<Stabilised>> {
    let mut gauges = unstable();
    let read = |losses: &Stabilised| losses.percent(|t| (15_000..25_000).contains(&t.duration));
    let name = "stable after 15000 to 25000, percent of the losses";
    gauges.push(Gauge::new(name, read).said(Said::AtLeast(10.0)));
    gauges
}

fn unstable() -> Vec<Gauge<Stabilised>> {
    let bare = |losses: &Stabilised| percent(losses.log.tokens.sum(..1), losses.log.tokens.total());
    vec![
        Gauge::new("until then without a token, percent of the time", bare),
        Gauge::new(
            "until then two or more at once, percent",
            |losses: &Stabilised| overlap(&losses.log.running),
        ),
    ]
}

/// Requirement 1, of components that have a token: "just one", and each further one less likely by half at least.
pub fn soft_tokens(_: &Size) -> Vec<Gauge<Log>> {
    soft(|log: &Log| &log.tokens, true)
}

/// Requirement 1, of components that operate: each further one less likely by half at least.
pub fn soft_operations(_: &Size) -> Vec<Gauge<Log>> {
    soft(|log: &Log| &log.running, false)
}

/// The same while the system stabilises.
pub fn soft_transient(_: &Size) -> Vec<Gauge<Stabilised>> {
    soft(|losses: &Stabilised| &losses.log.tokens, true)
}

fn soft<O: 'static>(enabled: fn(&O) -> &Histogram, just_one: bool) -> Vec<Gauge<O>> {
    let one = move |outcome: &O| percent(enabled(outcome).sum(1..2), enabled(outcome).total());
    let high = if just_one {
        Said::AtLeast(90.0)
    } else {
        Said::Nothing
    };
    let mut gauges = vec![Gauge::new("just one, percent of the time", one).said(high)];
    for number in 1..4 {
        let read = move |outcome: &O| {
            let times = |n: usize| enabled(outcome).sum(n..=n);
            percent(times(number + 1), times(number))
        };
        let name = format!("{} for each hundred time units of {number}", number + 1);
        gauges.push(Gauge::new(name, read).said(Said::AtMost(50.0)));
    }
    gauges
}

fn faster([first, second]: &[Side; 2]) -> f64 {
    let mean = |side: &Side| side.losses.mean(|t| t.duration);
    mean(first) / mean(second).max(1.0)
}

/// A figure of one side, and how it is read.
type Shown = (&'static str, fn(&Side) -> f64);

/// What is shown of both, for the reader.
fn means() -> Vec<Gauge<[Side; 2]>> {
    let shown: [Shown; 5] = [
        ("mean stabilisation", |side| {
            side.losses.mean(|t| t.duration)
        }),
        ("longest stabilisation", |side| {
            let durations = side.losses.transients.iter().map(|t| t.duration);
            durations.max().unwrap_or_default() as f64
        }),
        ("overlap until stable, percent", |side| {
            overlap(&side.losses.log.running)
        }),
        ("overlap for Delta_min from then on, percent", |side| {
            overlap(&side.losses.settling.running)
        }),
        ("overlap at rest, percent", |side| {
            overlap(&side.rest.running)
        }),
    ];
    let mut gauges = Vec::new();
    for (name, read) in shown {
        for (place, which) in ["first", "second"].into_iter().enumerate() {
            let read = move |sides: &[Side; 2]| read(&sides[place]);
            gauges.push(Gauge::new(format!("{which}: {name}"), read));
        }
    }
    gauges
}

const FASTER: &str = "second: so many times faster";
const LESS: &str = "second less first: overlap at rest, percent";

fn less([first, second]: &[Side; 2]) -> f64 {
    overlap(&second.rest.running) - overlap(&first.rest.running)
}

/// The second stabilises sooner.
pub fn sooner(_: &Size) -> Vec<Gauge<[Side; 2]>> {
    let mut gauges = means();
    gauges.push(Gauge::new(FASTER, faster).said(Said::AtLeast(1.0)));
    gauges
}

/// The second has fewer operations at once, at rest and until it is stable.
pub fn fewer_at_once(_: &Size) -> Vec<Gauge<[Side; 2]>> {
    let mut gauges = means();
    gauges.push(Gauge::new(LESS, less).said(Said::AtMost(0.0)));
    let transient = |[first, second]: &[Side; 2]| {
        overlap(&second.losses.log.running) - overlap(&first.losses.log.running)
    };
    let name = "second less first: overlap until stable, percent";
    gauges.push(Gauge::new(name, transient).said(Said::AtMost(0.0)));
    gauges
}

/// The second stabilises several times faster, with no more operations at once.
pub fn better(_: &Size) -> Vec<Gauge<[Side; 2]>> {
    let mut gauges = means();
    gauges.push(Gauge::new(FASTER, faster).said(Said::AtLeast(5.0)));
    gauges.push(Gauge::new(LESS, less).said(Said::AtMost(0.0)));
    gauges
}
