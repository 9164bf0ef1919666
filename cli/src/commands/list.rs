//! `verdict list`: the claims of the catalog and how far they are judged.

use crate::args::{Format, List};
use crate::error::Failure;
use crate::layout::{Cell, Flush, Table, count};
use crate::report::json;
use crate::{Streams, exit, select, style};
use serde_json::{Value, json};
use std::io;
use verdict_checker::verdict::Verdict;
use verdict_models::catalog::{self, Claim, Source};

/// Lists claims.
pub fn run(args: &List, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let claims = match &args.prefix {
        Some(prefix) => select::claims(prefix)?,
        None => catalog::claims().collect(),
    };
    match args.format {
        Format::Human => human(&claims, streams)?,
        Format::Json => json::write(streams.out, &document(&claims))?,
    }
    Ok(exit::AS_EXPECTED)
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

fn human(claims: &[&Claim], streams: &mut Streams<'_>) -> io::Result<()> {
    let mut table = Table::new([
        ("claim", Flush::Left),
        ("variant", Flush::Left),
        ("verdict", Flush::Left),
        ("kind", Flush::Left),
        ("place", Flush::Left),
    ]);
    for claim in claims {
        let cases = catalog::cases_of(claim.id).map(|case| (case.variant, case.expected));
        let mut rows: Vec<_> = cases.collect();
        if rows.is_empty() {
            rows.push(("", Verdict::Unchecked));
        }
        for (variant, verdict) in rows {
            table.row([
                claim.id.into(),
                variant.into(),
                Cell::styled(verdict.word(), style::of(verdict)),
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

fn document(claims: &[&Claim]) -> Value {
    let entry = |claim: &&Claim| {
        let cases = catalog::cases_of(claim.id).map(|case| {
            json!({ "variant": case.variant, "verdict": case.expected.word(), "reading": case.reading })
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
