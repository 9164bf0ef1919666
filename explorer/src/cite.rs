//! How a verdict is cited: an id that names exactly what was checked, and the sentence that says how far.

use crate::evidence::Evidence;
use serde_json::{Value, json};
use std::fmt;
use verdict_checker::catalog::{Case, Catalog, Claim, Publication, Source};
use verdict_checker::command::name;

/// The version that is cited.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What has judged: its version, with the commit where that is known, and the day of that commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The version: `0.1.0 (commit 0123456789ab)`.
    pub version: &'static str,
    /// The day, as `2026-11-16`; empty if it is not known.
    pub day: &'static str,
}

impl Default for Edition {
    fn default() -> Self {
        Edition {
            version: VERSION,
            day: "",
        }
    }
}

impl Edition {
    /// The year, the month and the day.
    fn date(&self) -> Option<Vec<u16>> {
        let parts: Result<Vec<u16>, _> = self.day.split('-').map(str::parse).collect();
        parts.ok().filter(|parts| parts.len() == 3)
    }
}

/// The id of a verdict: `lock/mutex/as-meant@holds-0123456789ab`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Id {
    /// The claim.
    pub claim: String,
    /// The reading.
    pub variant: String,
    /// The verdict, as a word.
    pub verdict: String,
    /// What decided it; see [`Evidence::digest`].
    pub digest: String,
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Id {
            claim,
            variant,
            verdict,
            digest,
        } = self;
        write!(f, "{claim}/{variant}@{verdict}-{digest}")
    }
}

impl Id {
    /// An id as it was written down; nothing if it is none.
    pub fn read(text: &str) -> Option<Id> {
        let (case, version) = text.trim().split_once('@')?;
        let (claim, variant) = case.rsplit_once('/')?;
        let (verdict, digest) = version.rsplit_once('-')?;
        let is_digest = digest.len() == 12 && digest.chars().all(|c| c.is_ascii_hexdigit());
        (!claim.is_empty() && is_digest).then(|| Id {
            claim: claim.to_owned(),
            variant: variant.to_owned(),
            verdict: verdict.to_owned(),
            digest: digest.to_owned(),
        })
    }
}

/// Everything that a citation says.
pub struct Citation<'a> {
    claim: &'a Claim,
    case: &'a Case,
    source: &'a Source,
    publication: Publication,
    evidence: &'a Evidence,
    edition: Edition,
    /// The id.
    pub id: Id,
}

impl<'a> Citation<'a> {
    /// The citation of a reading.
    pub fn of(
        catalog: &'a Catalog,
        claim: &'a Claim,
        case: &'a Case,
        evidence: &'a Evidence,
    ) -> Self {
        let source = catalog.source_of(claim);
        Citation {
            claim,
            case,
            source,
            publication: catalog.publication(source.key),
            evidence,
            edition: Edition::default(),
            id: Id {
                claim: claim.id.to_owned(),
                variant: case.variant.to_owned(),
                verdict: evidence.verdict().word().to_owned(),
                digest: evidence.digest(),
            },
        }
    }

    /// The same, by this edition.
    pub fn by(mut self, edition: Edition) -> Self {
        self.edition = edition;
        self
    }

    /// The command that repeats the check.
    pub fn command(&self) -> String {
        format!(
            "{} check {} --variant {}",
            name(),
            self.claim.id,
            self.case.variant
        )
    }

    /// The paper, as far as it is known.
    pub fn paper(&self) -> String {
        let Source { authors, title, .. } = self.source;
        let mut parts = vec![format!("{authors}: {title}")];
        parts.extend(self.publication.venue.map(str::to_owned));
        let year = self.publication.year.map(|year| year.to_string());
        // `Euro-Par 2005, 2005` would say it twice.
        let is_said = |year: &String| self.publication.venue.is_some_and(|v| v.contains(year));
        parts.extend(year.filter(|year| !is_said(year)));
        parts.extend(self.publication.doi.map(|doi| format!("doi:{doi}")));
        parts.join(", ")
    }

    /// What was found, in a sentence: the verdict with its bounds.
    pub fn sentence(&self) -> String {
        format!(
            "The claim \"{}\" ({}, {}), read as \"{}\": {}; {}.",
            self.claim.says.trim_end_matches('.'),
            self.paper(),
            self.claim.place,
            self.case.reading.trim_end_matches('.'),
            self.evidence.verdict().word(),
            self.evidence.bounds(),
        )
    }

    /// As plain text, for a footnote.
    pub fn text(&self) -> String {
        format!(
            "{} Verdict {}, {}; repeat with `{}`.",
            self.sentence(),
            self.edition.version,
            self.id,
            self.command()
        )
    }

    /// One line of Markdown.
    pub fn markdown(&self) -> String {
        let sentence = self.sentence();
        let plain: String = sentence
            .chars()
            .flat_map(|c| {
                let escaped = r"\`*_[]<>|#".contains(c).then_some('\\');
                escaped.into_iter().chain([c])
            })
            .collect();
        format!(
            "{plain} Verdict {}, `{}`; repeat with `{}`.",
            self.edition.version,
            self.id,
            self.command()
        )
    }

    /// The key of the paper among the entries of a list of references.
    fn paper_key(&self) -> String {
        format!("verdict-judges-{}", crate::html::file_name(self.source.key))
    }

    /// The paper as a BibTeX entry: several verdicts on one paper share it.
    pub fn paper_bibtex(&self) -> String {
        let Publication { year, venue, doi } = self.publication;
        let Source { authors, title, .. } = self.source;
        let mut fields = vec![
            ("author", format!("{{{}}}", tex(authors))),
            ("title", format!("{{{}}}", tex(title))),
        ];
        fields.extend(venue.map(|venue| ("howpublished", tex(venue))));
        fields.extend(year.map(|year| ("year", year.to_string())));
        fields.extend(doi.map(|doi| ("doi", doi.to_owned())));
        entry(&self.paper_key(), &fields)
    }

    /// A BibTeX entry, for BibTeX and for biber.
    pub fn bibtex(&self) -> String {
        let key: String = format!("verdict-{}-{}", self.claim.id, self.case.variant);
        let key = crate::html::file_name(&key);
        let title = format!(
            "{} ({}): {}",
            self.claim.id,
            self.case.variant,
            self.evidence.verdict().word()
        );
        let note = format!("{} Repeat with {}", self.sentence(), self.command());
        let published = format!(
            "Verdict {}, machine-checked verdict {}",
            self.edition.version, self.id
        );
        let mut fields = vec![
            ("author", "{The Verdict authors}".to_owned()),
            ("title", format!("{{{}}}", tex(&title))),
            ("howpublished", tex(&published)),
        ];
        let date = self.edition.date();
        fields.extend(date.map(|date| ("year", date[0].to_string())));
        // Which paper it judges: biber knows these two, BibTeX leaves them alone.
        fields.push(("related", self.paper_key()));
        fields.push(("relatedtype", "reviewof".to_owned()));
        fields.push(("note", tex(&note)));
        entry(&key, &fields)
    }

    /// CSL-JSON: a list of the verdict and of the paper that it judges.
    pub fn csl(&self) -> Value {
        let Publication { year, venue, doi } = self.publication;
        let mut paper = json!({
            "id": self.paper_key(),
            "type": "document",
            "title": self.source.title,
            "author": [{ "literal": self.source.authors }],
        });
        if let Some(venue) = venue {
            paper["container-title"] = venue.into();
        }
        if let Some(year) = year {
            paper["issued"] = json!({ "date-parts": [[year]] });
        }
        if let Some(doi) = doi {
            paper["DOI"] = doi.into();
        }
        let mut verdict = json!({
            "id": self.id.to_string(),
            "type": "dataset",
            "title": format!("{} ({}): {}", self.claim.id, self.case.variant, self.evidence.verdict().word()),
            "author": [{ "literal": "The Verdict authors" }],
            "publisher": "Verdict",
            "version": self.edition.version,
            "number": self.id.to_string(),
            "abstract": self.sentence(),
            "reviewed-title": self.source.title,
            "reviewed-author": [{ "literal": self.source.authors }],
            "note": format!("Repeat with `{}`. Judges: {}", self.command(), self.paper()),
        });
        if let Some(date) = self.edition.date() {
            verdict["issued"] = json!({ "date-parts": [date] });
        }
        json!([verdict, paper])
    }

    /// What has become of an id that was cited; nothing if it is this one.
    pub fn superseded(&self, cited: &Id) -> Option<String> {
        if *cited == self.id {
            return None;
        }
        let now = &self.id;
        Some(match cited.verdict == now.verdict {
            true => format!(
                "{cited} is superseded by {now}: the model, the property or the recorded sizes have changed since; the verdict \
                 is {} as before",
                now.verdict
            ),
            false => format!(
                "{cited} is superseded by {now}: it said {}, and what is recorded now says {}",
                cited.verdict, now.verdict
            ),
        })
    }
}

/// An entry of BibTeX.
fn entry(key: &str, fields: &[(&str, String)]) -> String {
    let fields = fields
        .iter()
        .map(|(name, text)| format!("  {name} = {{{text}}}"));
    let fields: Vec<String> = fields.collect();
    format!("@misc{{{key},\n{}\n}}\n", fields.join(",\n"))
}

/// Text in TeX.
fn tex(text: &str) -> String {
    let mut out = String::new();
    let mut is_open = false;
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(character);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            '≤' => out.push_str("$\\le$"),
            '≥' => out.push_str("$\\ge$"),
            '"' => {
                // The first of two opens.
                out.push_str(if is_open { "''" } else { "``" });
                is_open = !is_open;
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_back() {
        let text = "a/b-c/as-meant@not-reproduced-0123456789ab";
        let id = Id::read(text).expect("an id");
        assert_eq!(
            (id.claim.as_str(), id.variant.as_str()),
            ("a/b-c", "as-meant")
        );
        assert_eq!(id.verdict, "not-reproduced");
        assert_eq!(id.to_string(), text);
        for wrong in [
            "",
            "a/b",
            "a@b",
            "a/b@holds",
            "a/b@holds-xyz",
            "/v@holds-0123456789ab",
        ] {
            assert_eq!(Id::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn tex_has_no_bare_specials() {
        assert_eq!(tex("a_b & 5% <k>"), "a\\_b \\& 5\\% $<$k$>$");
        assert_eq!(tex("\"a\" and \"b\""), "``a'' and ``b''");
    }
}
