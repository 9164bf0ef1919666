//! `verdict list`: the claims of the catalog and how far they are judged.

use super::ledger;
use crate::args::{Format, List};
use crate::error::Failure;
use crate::layout::{Cell, Flush, Table, count};
use crate::report::json;
use crate::{Streams, exit, select, style};
use serde_json::{Value, json};
use std::io;
use verdict_checker::ledger::Ledger;
use verdict_checker::verdict::Verdict;
use verdict_models::catalog::{self, Case, Claim, Source};

/// Lists claims.
pub fn run(args: &List, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let claims = match &args.prefix {
        Some(prefix) => select::claims(prefix)?,
        None => catalog::claims().collect(),
    };
    let ledger = ledger::load(&args.ledger)?;
    match args.format {
        Format::Human => human(&claims, ledger.as_ref(), streams)?,
        Format::Json => json::write(streams.out, &document(&claims, ledger.as_ref()))?,
    }
    Ok(exit::AS_EXPECTED)
}

/// The verdict of a case: as recorded, or without a ledger as the catalog expects it.
fn verdict(ledger: Option<&Ledger>, case: &Case) -> Result<Verdict, &'static str> {
    ledger.map_or(Ok(case.expected), |ledger| ledger::recorded(ledger, case))
}

fn word(verdict: Result<Verdict, &'static str>) -> &'static str {
    verdict.map_or_else(|why| why, Verdict::word)
}

fn is_judged(claim: &Claim) -> bool {
    catalog::cases_of(claim.id).next().is_some()
}

/// For each source among the claims: how many are judged, how many are not.
fn tally(claims: &[&Claim]) -> Vec<(Source, usize, usize)> {
    let of_source = |source: Source| {
        let own = || claims.iter().filter(move |claim| claim.source == source);
        let judged = own().filter(|claim| is_judged(claim)).count();
        (source, judged, own().count() - judged)
    };
    let sources = Source::all().into_iter().map(of_source);
    sources
        .filter(|(_, judged, not)| judged + not > 0)
        .collect()
}

fn human(claims: &[&Claim], ledger: Option<&Ledger>, streams: &mut Streams<'_>) -> io::Result<()> {
    let mut table = Table::new([
        ("claim and variant", Flush::Left),
        ("verdict", Flush::Left),
        ("kind", Flush::Left),
        ("place", Flush::Left),
    ]);
    for claim in claims {
        let cases = catalog::cases_of(claim.id).map(|case| (case.variant, verdict(ledger, case)));
        let mut rows: Vec<_> = cases.collect();
        if rows.is_empty() {
            rows.push(("", Ok(Verdict::Unchecked)));
        }
        for (variant, verdict) in rows {
            table.row([
                format!("{} {variant}", claim.id).trim_end().into(),
                Cell::styled(word(verdict), verdict.map_or(style::BAD, style::of)),
                json::kind(claim.kind).into(),
                Cell::styled(claim.place, style::FAINT),
            ]);
        }
    }
    table.fit();
    table.write(streams.out)?;
    writeln!(streams.out)?;
    let tally = tally(claims);
    for (source, judged, unchecked) in &tally {
        let key = format!("{}:", source.key());
        writeln!(
            streams.out,
            "{key:<11}{judged:>3} judged, {unchecked:>3} unchecked"
        )?;
    }
    let judged: usize = tally.iter().map(|(_, judged, _)| judged).sum();
    let all = count(claims.len(), "claim");
    writeln!(
        streams.out,
        "{judged} of {all} judged; `verdict show <claim>` tells more"
    )
}

fn document(claims: &[&Claim], ledger: Option<&Ledger>) -> Value {
    let entry = |claim: &&Claim| {
        let cases = catalog::cases_of(claim.id).map(|case| {
            json!({ "variant": case.variant, "verdict": word(verdict(ledger, case)), "reading": case.reading })
        });
        json!({
            "claim": claim.id,
            "source": claim.source.key(),
            "place": claim.place,
            "kind": json::kind(claim.kind),
            "statement": claim.says,
            "judged": is_judged(claim),
            "cases": cases.collect::<Vec<_>>(),
        })
    };
    let summary = tally(claims).into_iter().map(|(source, judged, unchecked)| {
        json!({ "source": source.key(), "judged": judged, "unchecked": unchecked })
    });
    json!({
        "claims": claims.iter().map(entry).collect::<Vec<_>>(),
        "summary": summary.collect::<Vec<_>>(),
    })
}
