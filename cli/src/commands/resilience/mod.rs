//! `verdict resilience`: which k a ring needs.

mod plot;

use crate::args::{Resilience, TableFormat};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use verdict::commands::write_whole;
use verdict::error::Failure;
use verdict::layout::{Flush, Table, thousands};
use verdict::report::json;
use verdict::style::{self, paint};
use verdict::{Session, exit};
use verdict_models::resilience::{Crashes, Decimal};

/// How many digits of a probability are written.
const DIGITS: usize = 12;
/// From so many nines on, a probability is as good as 1, and the table ends.
const ENOUGH: u32 = 15;

/// The answer for one ring.
struct Answer {
    crashes: Crashes,
    /// For k = 0, 1, 2 ... up to a k that is as good as certain, and at least to the one that was asked for.
    rows: Vec<Row>,
    /// The smallest k that reaches the target.
    k: usize,
}

/// What is known about one k.
struct Row {
    probability: String,
    risk: String,
    rounded: f64,
    /// The share of the rings drawn at random.
    share: Option<f64>,
}

/// Answers.
pub fn run(args: &Resilience, session: &mut Session<'_>) -> Result<u8, Failure> {
    let rings = args.nodes.iter().map(|nodes| {
        let crashes = Crashes::new(*nodes, args.failures.among(*nodes));
        crashes.map_err(|error| Failure::input(error.to_string()))
    });
    let rings = rings.collect::<Result<Vec<_>, _>>()?;
    let answers: Vec<_> = rings.into_iter().map(|ring| answer(ring, args)).collect();
    if let Some(path) = &args.plot {
        let drawn = plot::draw(&answers, args);
        write_whole(path, &drawn).map_err(|error| Failure::file(path, error))?;
    }
    match args.format {
        TableFormat::Human => human(&answers, args, session)?,
        TableFormat::Json => {
            let rings: Vec<_> = answers.iter().map(of_ring).collect();
            let document = json!({ "target": args.target.0.to_string(), "rings": rings });
            json::write(session.out, &document)?;
        }
        TableFormat::Csv => csv(&answers, args, session.out)?,
    }
    Ok(exit::AS_EXPECTED)
}

fn answer(crashes: Crashes, args: &Resilience) -> Answer {
    let (target, certain) = (&args.target.0, Decimal::nines(ENOUGH));
    let drawn = (args.samples > 0).then(|| crashes.sample(args.samples, args.seed));
    let share = |k: u32| {
        let drawn = drawn.as_ref()?;
        let within: u32 = drawn.iter().take(k as usize + 1).sum();
        Some(f64::from(within) / f64::from(args.samples))
    };
    let (mut rows, mut reached) = (Vec::new(), None);
    for k in 0..=crashes.failures() {
        let probability = crashes.probability(k);
        rows.push(Row {
            probability: probability.digits(DIGITS),
            risk: probability.risk(DIGITS),
            rounded: probability.rounded(),
            share: share(k),
        });
        if reached.is_none() && probability.at_least(target) {
            reached = Some(k as usize);
        }
        if reached.is_some() && probability.at_least(&certain) {
            break;
        }
    }
    let k = reached.expect("k = f makes it certain");
    Answer { crashes, rows, k }
}

fn human(answers: &[Answer], args: &Resilience, session: &mut Session<'_>) -> io::Result<()> {
    let out = &mut *session.out;
    for (index, answer) in answers.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let (nodes, failures) = (answer.crashes.nodes(), answer.crashes.failures());
        let of = |number: u32| thousands(number as usize);
        let smallest = paint(style::STRONG, &format!("k = {}", answer.k));
        writeln!(
            out,
            "{} of {} nodes crash, all choices equally likely: {smallest} is the smallest k with a\n\
             probability of at least {} that no more than k of them stand in a row.",
            of(failures),
            of(nodes),
            args.target.0
        )?;
        if nodes == failures {
            writeln!(
                out,
                "No node is left to hold the token, whatever k is; the paper counts this ring all the same."
            )?;
        }
        writeln!(out)?;
        let mut titles = vec![
            ("k", Flush::Right),
            ("probability", Flush::Left),
            ("risk", Flush::Left),
        ];
        titles.extend((args.samples > 0).then_some(("drawn", Flush::Left)));
        titles.push(("", Flush::Left));
        let mut table = Table::new(titles);
        for (k, row) in answer.rows.iter().enumerate() {
            if !is_of_interest(answer, k) {
                continue;
            }
            let mut cells = vec![
                k.to_string().into(),
                row.probability.as_str().into(),
                row.risk.as_str().into(),
            ];
            cells.extend(row.share.map(|share| format!("{share:.6}").into()));
            let remark = if k == answer.k { "<- smallest" } else { "" };
            cells.push(remark.into());
            table.row(cells);
        }
        table.write(out)?;
    }
    Ok(())
}

/// People read the rows between hopeless and safe, and those around the answer.
fn is_of_interest(answer: &Answer, k: usize) -> bool {
    let (hopeless, safe) = (1e-3, 1.0 - 1e-6);
    let (from, to) = (answer.k.saturating_sub(2), answer.k + 1);
    let before = |k: usize| k.checked_sub(1).map_or(0.0, |k| answer.rows[k].rounded);
    (from..=to).contains(&k) || (answer.rows[k].rounded >= hopeless && before(k) < safe)
}

fn of_ring(answer: &Answer) -> Value {
    let of_row = |(k, row): (usize, &Row)| {
        let mut fields = Map::from_iter([
            ("k".to_owned(), k.into()),
            ("probability".to_owned(), row.probability.as_str().into()),
            ("risk".to_owned(), row.risk.as_str().into()),
        ]);
        if let Some(share) = row.share {
            fields.insert("drawn".to_owned(), share.into());
        }
        Value::Object(fields)
    };
    json!({
        "nodes": answer.crashes.nodes(),
        "failures": answer.crashes.failures(),
        "smallestK": answer.k,
        "rows": answer.rows.iter().enumerate().map(of_row).collect::<Vec<_>>(),
    })
}

fn csv(answers: &[Answer], args: &Resilience, out: &mut dyn Write) -> io::Result<()> {
    let drawn = if args.samples > 0 { ",drawn" } else { "" };
    writeln!(out, "nodes,failures,k,probability,risk{drawn}")?;
    for answer in answers {
        let (nodes, failures) = (answer.crashes.nodes(), answer.crashes.failures());
        for (k, row) in answer.rows.iter().enumerate() {
            let Row {
                probability, risk, ..
            } = row;
            write!(out, "{nodes},{failures},{k},{probability},{risk}")?;
            match row.share {
                Some(share) => writeln!(out, ",{share}")?,
                None => writeln!(out)?,
            }
        }
    }
    Ok(())
}
