//! The index of all claims, and the matrix of assumptions.

use super::{Entry, address};
use crate::html::{escape, percent};
use crate::page::{Place, foot, head, switches_of};
use std::collections::BTreeSet;
use std::fmt::Write;
use verdict_checker::catalog::{Case, Catalog, Kind};
use verdict_checker::verdict::Verdict;

const WRITTEN: &str = "writing to a string cannot fail";

fn link(case: &Case, place: Place) -> String {
    match place {
        Place::Live => format!(
            "/?claim={}&amp;variant={}",
            percent(case.claim),
            percent(case.variant)
        ),
        Place::File | Place::Site => percent(&address(case)),
    }
}

fn options(out: &mut String, name: &str, all: &str, values: impl IntoIterator<Item = String>) {
    write!(
        out,
        "<label>{name} <select name=\"{0}\"><option value=\"\">{all}</option>",
        name.to_lowercase()
    )
    .expect(WRITTEN);
    for value in values {
        let value = escape(&value);
        write!(out, "<option value=\"{value}\">{value}</option>").expect(WRITTEN);
    }
    out.push_str("</select></label>\n");
}

/// Every claim, by source.
pub(super) fn index(catalog: &Catalog, entries: &[Entry<'_>], place: Place) -> String {
    let mut out = head("Claims", place, "");
    let of = |verdict: Verdict| {
        let same = entries.iter().filter(|entry| entry.verdict() == verdict);
        same.count()
    };
    let tally: Vec<String> = Verdict::ALL
        .into_iter()
        .filter(|verdict| of(*verdict) > 0)
        .map(|verdict| {
            let word = verdict.word();
            format!(
                "<span class=\"pill small {word}\">{word}</span> {}",
                of(verdict)
            )
        })
        .collect();
    writeln!(
        out,
        "<main id=\"main\"><h1>Claims and their verdicts</h1><p class=\"tally\">{}</p>",
        tally.join(" · ")
    )
    .expect(WRITTEN);
    out.push_str("<form id=\"filters\" role=\"search\"><label>Words <input type=\"search\" name=\"words\" placeholder=\"an author, a word ( / )\"></label>\n");
    let verdicts = Verdict::ALL.into_iter().filter(|verdict| of(*verdict) > 0);
    options(
        &mut out,
        "Verdict",
        "any",
        verdicts.map(|v| v.word().to_owned()),
    );
    let kinds = [Kind::Safety, Kind::Liveness, Kind::Quantity, Kind::Replay];
    options(
        &mut out,
        "Kind",
        "any",
        kinds.map(|kind| kind.word().to_owned()),
    );
    let assumed: BTreeSet<String> = entries.iter().flat_map(Entry::assumed).collect();
    options(&mut out, "Assumption", "any", assumed);
    out.push_str("<output id=\"count\" aria-live=\"polite\"></output></form>\n");
    for source in catalog.sources() {
        let own = entries
            .iter()
            .filter(|entry| entry.claim.source_key() == source.key);
        let own: Vec<&Entry<'_>> = own.collect();
        if own.is_empty() {
            continue;
        }
        writeln!(
            out,
            "<section data-group aria-labelledby=\"source-{0}\"><h2 id=\"source-{0}\">{1}</h2><p class=\"kicker\">{2}</p><ul class=\"claims\">",
            escape(source.key),
            escape(source.title),
            escape(source.authors),
        )
        .expect(WRITTEN);
        for entry in own {
            let claim = entry.claim;
            let variant = entry.of.as_ref().map_or("", |(case, _)| case.variant);
            let reading = entry
                .of
                .as_ref()
                .map_or("it has no model yet", |(case, _)| case.reading);
            let words = [
                claim.id,
                variant,
                claim.says,
                claim.place,
                reading,
                source.authors,
                source.title,
            ];
            let words = words.join(" ").to_lowercase();
            let word = entry.verdict().word();
            let stale = match &entry.of {
                Some((_, evidence)) if evidence.stale => {
                    " <span class=\"pill small stale\">stale</span>"
                }
                Some((_, evidence)) if evidence.missing => {
                    " <span class=\"pill small stale\">not recorded</span>"
                }
                _ => "",
            };
            let name = format!(
                "<code>{}</code> <code>{}</code>",
                escape(claim.id),
                escape(variant)
            );
            let name = match &entry.of {
                Some((case, _)) => format!("<a href=\"{}\">{name}</a>", link(case, place)),
                None => name,
            };
            let assumed: Vec<String> = entry.assumed().collect();
            writeln!(
                out,
                "<li data-words=\"{}\" data-verdict=\"{word}\" data-kind=\"{}\" data-assumption=\"{}\"><span class=\"pill small {word}\">{word}</span>{stale} \
                 {name}<p>{}</p><p class=\"found\">{}</p></li>",
                escape(&words),
                claim.kind.word(),
                escape(&assumed.join(" ")),
                escape(claim.says),
                escape(reading),
            )
            .expect(WRITTEN);
        }
        out.push_str("</ul></section>\n");
    }
    out.push_str("</main>\n");
    out.push_str(&foot(place, ""));
    out
}

/// What becomes of every reading without each assumption; and of each claim, which reading rests on which records.
pub(super) fn matrix(catalog: &Catalog, entries: &[Entry<'_>]) -> String {
    let mut out = head("Assumptions", Place::Site, "");
    out.push_str(
        "<main id=\"main\"><h1>Without an assumption</h1>\
         <p>One row for each reading, one column for each assumption that it makes: the verdict without it. An empty field: it is not assumed. \
         A dot: nobody has looked.</p>\n",
    );
    for source in catalog.sources() {
        let own = entries
            .iter()
            .filter(|entry| entry.claim.source_key() == source.key);
        let own: Vec<_> = own.filter_map(|entry| entry.of.as_ref()).collect();
        let mut names: Vec<String> = Vec::new();
        let rows: Vec<_> = own
            .iter()
            .map(|(case, evidence)| (case, evidence, switches_of(case, evidence)))
            .filter(|(_, _, switches)| !switches.is_empty())
            .collect();
        for (_, _, switches) in &rows {
            for switch in switches {
                if !names.contains(&switch.name) {
                    names.push(switch.name.clone());
                }
            }
        }
        let title = escape(source.title);
        writeln!(out, "<section><h2>{title}</h2>").expect(WRITTEN);
        if names.is_empty() {
            out.push_str("<p>Nothing here can be dropped by name.</p></section>\n");
            continue;
        }
        writeln!(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\"><table class=\"matrix\"><thead><tr><th scope=\"col\">Reading</th><th scope=\"col\">Verdict</th>").expect(WRITTEN);
        for name in &names {
            write!(out, "<th scope=\"col\"><code>{}</code></th>", escape(name)).expect(WRITTEN);
        }
        out.push_str("</tr></thead><tbody>\n");
        for (case, evidence, switches) in rows {
            let word = evidence.verdict().word();
            write!(
                out,
                "<tr><th scope=\"row\"><a href=\"{}\">{} {}</a></th><td><span class=\"pill small {word}\">{word}</span></td>",
                link(case, Place::Site),
                escape(case.claim),
                escape(case.variant)
            )
            .expect(WRITTEN);
            for name in &names {
                let cell = match switches.iter().find(|switch| switch.name == *name) {
                    None => String::new(),
                    Some(switch) if switch.verdict.is_empty() => "·".to_owned(),
                    Some(switch) => {
                        let word = &switch.verdict;
                        format!("<span class=\"pill small {word}\">{word}</span>")
                    }
                };
                write!(out, "<td>{cell}</td>").expect(WRITTEN);
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody></table></div></section>\n");
    }
    evidence(&mut out, catalog, entries);
    out.push_str("</main>\n");
    out.push_str(&foot(Place::Site, ""));
    out
}

/// Claim, reading, evidence: what rests on what.
fn evidence(out: &mut String, catalog: &Catalog, entries: &[Entry<'_>]) {
    out.push_str("<section><h2>What each verdict rests on</h2>\n");
    for source in catalog.sources() {
        writeln!(
            out,
            "<details><summary>{}</summary><ul class=\"tree\">",
            escape(source.title)
        )
        .expect(WRITTEN);
        for claim in catalog.claims_of(source) {
            write!(out, "<li><code>{}</code><ul>", escape(claim.id)).expect(WRITTEN);
            let own = entries.iter().filter(|entry| entry.claim.id == claim.id);
            let own: Vec<_> = own.filter_map(|entry| entry.of.as_ref()).collect();
            if own.is_empty() {
                out.push_str("<li>no model yet</li>");
            }
            for (case, evidence) in own {
                write!(
                    out,
                    "<li><a href=\"{}\">{}</a>: {}<ul>",
                    link(case, Place::Site),
                    escape(case.variant),
                    escape(&evidence.bounds())
                )
                .expect(WRITTEN);
                for record in evidence.records.iter().chain(&evidence.dropped) {
                    let mut what = vec![record.parameters.in_words()];
                    what.extend(record.dropped.iter().map(|name| format!("without {name}")));
                    what.push(record.verdict.word().to_owned());
                    what.retain(|part| !part.is_empty());
                    write!(
                        out,
                        "<li>{} <code class=\"found\">{}</code></li>",
                        escape(&what.join(", ")),
                        escape(&record.hash)
                    )
                    .expect(WRITTEN);
                }
                out.push_str("</ul></li>");
            }
            out.push_str("</ul></li>\n");
        }
        out.push_str("</ul></details>\n");
    }
    out.push_str("</section>\n");
}

impl Entry<'_> {
    fn verdict(&self) -> Verdict {
        let of = self.of.as_ref();
        of.map_or(Verdict::Unchecked, |(_, evidence)| evidence.verdict())
    }

    fn assumed(&self) -> impl Iterator<Item = String> {
        let assumed = self.of.as_ref().map(|(case, _)| case.assumed());
        let assumed = assumed.unwrap_or_default().into_iter();
        assumed.map(|assumption| assumption.name.to_owned())
    }
}
