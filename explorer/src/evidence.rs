//! What is recorded of a reading, and what that comes to in a sentence that claims no more.

use verdict_checker::catalog::{Case, Catalog, Setup};
use verdict_checker::ledger::{Ledger, Record};
use verdict_checker::size::Size;
use verdict_checker::verdict::{Verdict, together};
use verdict_sources::ContentHash;

/// What is known of a reading.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Under the reading's own assumptions, by size.
    pub records: Vec<Record>,
    /// Without some of them.
    pub dropped: Vec<Record>,
    /// Whether what decides the verdict has changed since.
    pub stale: bool,
    /// Whether a size of every check is not recorded.
    pub missing: bool,
    expected: Verdict,
    /// What decides the verdict as it stands, when nothing is recorded.
    current: String,
}

/// How many sizes a sentence lists.
const LISTED: usize = 6;

impl Evidence {
    /// What a ledger says.
    pub fn of(catalog: &Catalog, ledger: Option<&Ledger>, case: &Case) -> Self {
        let all = ledger.map_or(&[][..], |l| l.of_reading(case.claim, case.variant));
        let (records, dropped) = all.iter().cloned().partition(|r| r.dropped.is_empty());
        Evidence::new(catalog, case, records, dropped)
    }

    /// What these records say.
    pub fn new(catalog: &Catalog, case: &Case, records: Vec<Record>, dropped: Vec<Record>) -> Self {
        let mut current = ContentHash::new();
        for size in case.default_sizes() {
            current.text(&catalog.hash(case, &Setup::of(size)));
        }
        let stale = |record: &Record| {
            record.hash != catalog.hash(case, &Setup::of(record.parameters.clone()))
        };
        let is_recorded = |size: Size| records.iter().any(|record| record.parameters == size);
        Evidence {
            stale: records.iter().any(stale),
            missing: !case.default_sizes().all(is_recorded),
            records,
            dropped,
            expected: case.expected,
            current: current.finish(),
        }
    }

    /// The verdict of all sizes together; the one that the catalog expects, if nothing is recorded.
    pub fn verdict(&self) -> Verdict {
        match self.records.is_empty() {
            true => self.expected,
            false => together(self.records.iter().map(|record| record.verdict)),
        }
    }

    /// A word for what was decided by what: the same for the same text, sizes and verdicts.
    pub fn digest(&self) -> String {
        let mut hash = ContentHash::new();
        for record in &self.records {
            hash.text(&record.parameters.to_string());
            hash.text(&record.hash);
            hash.text(record.verdict.word());
        }
        if self.records.is_empty() {
            hash.text(&self.current);
        }
        hash.finish()[..12].to_owned()
    }

    /// What was checked, and what was not, in a sentence without its full stop.
    pub fn bounds(&self) -> String {
        if self.records.is_empty() {
            return "expected by the catalog; nothing is recorded here".to_owned();
        }
        let of = |verdict: Verdict| self.records.iter().filter(move |r| r.verdict == verdict);
        let mut said = match self.verdict() {
            Verdict::Proved => "proved for every size".to_owned(),
            Verdict::Holds => {
                let states = of(Verdict::Holds).map(|record| record.states).max();
                let sizes = sizes(of(Verdict::Holds));
                match self.records.iter().all(|record| record.exhausted) {
                    true => format!(
                        "exhausted for {sizes} (up to {}); not a proof for every size",
                        counted(states.unwrap_or(0), "state")
                    ),
                    false => {
                        format!("a run shows it for {sizes}; not a statement about every size")
                    }
                }
            }
            Verdict::Bounded => {
                let mut cut = of(Verdict::Bounded).filter_map(|record| record.cut.as_deref());
                let cut = cut.next_back().unwrap_or("cut");
                let mut said = format!(
                    "nothing found for {}, but the search was {cut}",
                    sizes(of(Verdict::Bounded))
                );
                if of(Verdict::Holds).next().is_some() {
                    said += &format!("; exhausted for {}", sizes(of(Verdict::Holds)));
                }
                said + "; neither a proof nor an exhausted search"
            }
            Verdict::Refuted => {
                let first = of(Verdict::Refuted).next().expect("one is refuted");
                let at = at(&first.parameters);
                let mut said = match first.steps {
                    Some(steps) => format!("a run of {} breaks it{at}", counted(steps, "step")),
                    None => format!("no run shows it{at}, where all were searched"),
                };
                if of(Verdict::Holds).next().is_some() {
                    said += &format!("; it holds for {}", sizes(of(Verdict::Holds)));
                }
                said
            }
            Verdict::Reproduced | Verdict::NotReproduced | Verdict::Ambiguous => {
                let seeds = self.records.iter().filter_map(|r| r.measured.as_ref());
                let seeds = seeds.map(|measured| measured.seeds).min().unwrap_or(0);
                format!(
                    "measured over {} for {}; some runs were seen, not all",
                    counted(seeds, "seed"),
                    sizes(self.records.iter())
                )
            }
            Verdict::Unchecked => "nobody has looked".to_owned(),
        };
        let reduced = self.records.iter().filter(|r| !r.reduced.is_empty());
        let mut by: Vec<&str> = reduced
            .clone()
            .flat_map(|r| &r.reduced)
            .map(|by| &**by)
            .collect();
        by.sort_unstable();
        by.dedup();
        if !by.is_empty() {
            let (sizes, by) = (sizes(reduced), by.join(" and "));
            said +=
                &format!("; for {sizes} by a search reduced by {by}, which counts what it stores");
        }
        if self.missing {
            said += "; not every size of the catalog is recorded";
        }
        if self.stale {
            said += "; recorded of another version of the model";
        }
        said
    }
}

/// `1 state`, `1,234 states`.
pub(crate) fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(number))
}

/// `1,234`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn at(size: &Size) -> String {
    match size.is_empty() {
        true => String::new(),
        false => format!(" at {}", size.in_words()),
    }
}

fn sizes<'a>(records: impl Iterator<Item = &'a Record>) -> String {
    let all: Vec<String> = records.map(|r| r.parameters.in_words()).collect();
    let all: Vec<String> = all.into_iter().filter(|size| !size.is_empty()).collect();
    match all.len() {
        0 => "the one instance there is".to_owned(),
        1 => all.concat(),
        few if few <= LISTED => {
            let all: Vec<String> = all.iter().map(|size| format!("({size})")).collect();
            all.join(", ")
        }
        many => format!("{many} sizes from ({}) to ({})", all[0], all[many - 1]),
    }
}
