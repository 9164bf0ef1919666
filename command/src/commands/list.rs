//! `verdict list`: the claims of the catalog and how far they are judged.

use super::{ledger, note};
use crate::args::{Format, List};
use crate::error::Failure;
use crate::layout::{Cell, Flush, Table, count, width, wrap};
use crate::report::json;
use crate::{Session, exit, select, style};
use serde_json::{Value, json};
use std::io;
use verdict_checker::catalog::{Case, Catalog, Claim, Source};
use verdict_checker::command::name;
use verdict_checker::ledger::Ledger;
use verdict_checker::verdict::Verdict;

/// Lists claims.
pub fn run(args: &List, session: &mut Session<'_>) -> Result<u8, Failure> {
    let catalog = session.catalog;
    let claims = match &args.prefix {
        Some(prefix) => match select::claims(catalog, prefix) {
            Ok(claims) => claims,
            // Not the beginning of an id: a word, or an author.
            Err(unknown) => match with_word(catalog, prefix) {
                none if none.is_empty() => return Err(unknown),
                claims => claims,
            },
        },
        None => catalog.claims().iter().collect(),
    };
    let ledger = ledger::load(&args.ledger)?;
    if ledger.is_none() {
        let file = args.ledger.display();
        note(
            session,
            &format!("there is no {file} here: these are the verdicts that the catalog expects"),
        )?;
    }
    let listing = Listing {
        catalog,
        claims,
        ledger,
    };
    match args.format {
        Format::Human => listing.human(session)?,
        Format::Json => json::write(session.out, &listing.document())?,
    }
    Ok(exit::AS_EXPECTED)
}

/// The claims in which a word stands, or whose source it names, in any case of letters.
fn with_word<'c>(catalog: &'c Catalog, word: &str) -> Vec<&'c Claim> {
    let word = word.trim().to_lowercase();
    let has = |claim: &&Claim| {
        let source = catalog.source_of(claim);
        let own = [
            claim.id,
            claim.says,
            claim.place,
            source.authors,
            source.title,
        ];
        let readings = claim
            .cases
            .iter()
            .flat_map(|case| [case.variant, case.reading]);
        let mut texts = own.into_iter().chain(readings);
        texts.any(|text| text.to_lowercase().contains(&word))
    };
    match word.is_empty() {
        true => Vec::new(),
        false => catalog.claims().iter().filter(has).collect(),
    }
}

struct Listing<'c> {
    catalog: &'c Catalog,
    claims: Vec<&'c Claim>,
    ledger: Option<Ledger>,
}

impl Listing<'_> {
    /// The verdict of a case: as recorded, or without a ledger as the catalog expects it.
    fn verdict(&self, case: &Case) -> Result<Verdict, &'static str> {
        match &self.ledger {
            None => Ok(case.expected),
            Some(ledger) => ledger::recorded(ledger, self.catalog, case),
        }
    }

    /// For each source among the claims: how many are judged, how many are not.
    fn tally(&self) -> Vec<(&Source, usize, usize)> {
        let of_source = |source: &'_ Source| {
            let of_it = |claim: &&&Claim| claim.source_key() == source.key;
            let own = self.claims.iter().filter(of_it).count();
            let judged = |claim: &&&Claim| of_it(claim) && !claim.cases.is_empty();
            let judged = self.claims.iter().filter(judged).count();
            (judged, own - judged)
        };
        let sources = self.catalog.sources().iter().map(|source| {
            let (judged, not) = of_source(source);
            (source, judged, not)
        });
        sources
            .filter(|(_, judged, not)| judged + not > 0)
            .collect()
    }

    fn human(&self, session: &mut Session<'_>) -> io::Result<()> {
        let mut table = Table::new([
            ("claim and variant", Flush::Left),
            ("verdict", Flush::Left),
            ("kind", Flush::Left),
            ("place", Flush::Left),
        ]);
        for claim in &self.claims {
            let cases = claim.cases.iter();
            let mut rows: Vec<_> = cases.map(|c| (c.variant, self.verdict(c))).collect();
            if rows.is_empty() {
                rows.push(("", Ok(Verdict::Unchecked)));
            }
            for (variant, verdict) in rows {
                table.row([
                    format!("{} {variant}", claim.id).trim_end().into(),
                    Cell::styled(word(verdict), verdict.map_or(style::BAD, style::of)),
                    claim.kind.word().into(),
                    Cell::styled(claim.place, style::FAINT),
                ]);
            }
        }
        table.fit();
        if !table.fits(width()) {
            table = self.of_claims();
        }
        table.write(session.out)?;
        writeln!(session.out)?;
        let tally = self.tally();
        let widest = tally.iter().map(|(source, ..)| source.key.len()).max();
        let width = widest.unwrap_or(0) + 2;
        for (source, judged, unchecked) in &tally {
            let key = format!("{}:", source.key);
            writeln!(
                session.out,
                "{key:<width$}{judged:>3} judged, {unchecked:>3} unchecked"
            )?;
        }
        let judged: usize = tally.iter().map(|(_, judged, _)| judged).sum();
        writeln!(
            session.out,
            "{judged} of {} judged; `{} show <claim>` tells more",
            count(self.claims.len(), "claim"),
            name()
        )
    }

    /// A row for each claim, where the window is too narrow for one of each reading.
    fn of_claims(&self) -> Table {
        let mut table = Table::new([("claim", Flush::Left), ("readings", Flush::Left)]);
        let widest = self.claims.iter().map(|claim| claim.id.chars().count());
        let room = width()
            .saturating_sub(widest.max().unwrap_or(0) + 2)
            .max(20);
        for claim in &self.claims {
            let verdicts = claim.cases.iter().map(|case| word(self.verdict(case)));
            let mut tally: Vec<(&str, usize)> = Vec::new();
            for word in verdicts {
                match tally.iter_mut().find(|(known, _)| *known == word) {
                    Some((_, number)) => *number += 1,
                    None => tally.push((word, 1)),
                }
            }
            let tally: Vec<String> = tally
                .iter()
                .map(|(word, number)| format!("{number} {word}"))
                .collect();
            let tally = match tally.is_empty() {
                true => Verdict::Unchecked.word().to_owned(),
                false => tally.join(", "),
            };
            // What does not fit goes on below.
            for (index, line) in wrap(&tally, room).into_iter().enumerate() {
                let id = if index == 0 { claim.id } else { "" };
                table.row([id.into(), line.into()]);
            }
        }
        table
    }

    fn document(&self) -> Value {
        let entry = |claim: &&Claim| {
            let cases = claim.cases.iter().map(|case| {
                let verdict = word(self.verdict(case));
                json!({ "variant": case.variant, "verdict": verdict, "reading": case.reading })
            });
            json!({
                "claim": claim.id,
                "source": claim.source_key(),
                "place": claim.place,
                "kind": claim.kind.word(),
                "statement": claim.says,
                "judged": !claim.cases.is_empty(),
                "cases": cases.collect::<Vec<_>>(),
            })
        };
        let summary = self.tally().into_iter().map(|(source, judged, unchecked)| {
            json!({ "source": source.key, "judged": judged, "unchecked": unchecked })
        });
        json!({
            "claims": self.claims.iter().map(entry).collect::<Vec<_>>(),
            "summary": summary.collect::<Vec<_>>(),
        })
    }
}

fn word(verdict: Result<Verdict, &'static str>) -> &'static str {
    verdict.map_or_else(|why| why, Verdict::word)
}
