//! One verdict as a page.
//!
//! Everything that can be read is in the HTML; the script adds what needs a hand: stepping, switches, search. So a page can be
//! printed, read aloud, and read where scripts are off.

mod parts;
mod recorded;

pub use recorded::{TOLD, WHOLE, sample, switches_of};

use crate::cite::Citation;
use crate::code::{ByKey, Code};
use crate::evidence::Evidence;
use crate::html::{escape, json};
use crate::run::{Built, Run};
use crate::{SCRIPT, STYLE};
use serde::Serialize;
use std::fmt::Write;
use verdict_checker::catalog::{Case, Catalog, Claim};
use verdict_checker::stepping::Whole;
use verdict_checker::trace::svg;

/// Where a page stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// A file of its own: nothing beside it.
    File,
    /// A page of a site, in a folder of its own beside `assets/`.
    Site,
    /// The live explorer.
    Live,
}

/// An assumption, and what becomes of the claim without it.
#[derive(Clone, Debug)]
pub struct Switch {
    /// Its name.
    pub name: String,
    /// What is relied on.
    pub meaning: String,
    /// The verdict without it, as a word; empty if nobody looked.
    pub verdict: String,
    /// What was found, in a few words.
    pub found: String,
    /// The run that shows it, as an index into the runs of the page.
    pub run: Option<usize>,
}

/// A mutant, and what became of it.
#[derive(Clone, Debug)]
pub struct Mutated {
    /// Its name.
    pub name: String,
    /// What it changes.
    pub change: String,
    /// What was found, in a few words.
    pub found: String,
    /// The run that kills it.
    pub run: Option<usize>,
}

/// A check of the audit, and what it found.
#[derive(Clone, Debug)]
pub struct Audited {
    /// Its name.
    pub name: String,
    /// `passed`, `failed`, `cut` or `not-applicable`.
    pub result: String,
    /// What was seen.
    pub detail: String,
}

/// Everything that a page says about a reading.
pub struct Page<'a> {
    /// The catalog.
    pub catalog: &'a Catalog,
    /// The claim.
    pub claim: &'a Claim,
    /// The reading.
    pub case: &'a Case,
    /// What is recorded or was found.
    pub evidence: &'a Evidence,
    /// The world of the first run, in words.
    pub world: String,
    /// The size of that world.
    pub size: String,
    /// The runs; the first is what the page opens with.
    pub runs: Vec<Run>,
    /// The assumptions in force.
    pub switches: Vec<Switch>,
    /// The mutants that the property must refute.
    pub mutants: Vec<Mutated>,
    /// The audit.
    pub audit: Vec<Audited>,
    /// The whole state graph, where it is small.
    pub whole: Option<Whole>,
    /// How the model of a page without a run is built.
    pub setup: Built,
    /// Remarks: what is missing or old.
    pub notes: Vec<String>,
    /// The commands that take real code through the recorded run; see [`Page::taken_by`].
    pub on_code: Vec<String>,
    /// Where it stands.
    pub place: Place,
}

/// What the script is given.
#[derive(Serialize)]
struct Data<'a> {
    place: Place,
    command: &'static str,
    claim: &'a str,
    variant: &'a str,
    setup: &'a Built,
    readings: Vec<&'a str>,
    assumptions: Vec<&'a str>,
    runs: &'a [Run],
    whole: &'a Option<Whole>,
    code: &'a ByKey,
}

impl Page<'_> {
    /// The page as HTML.
    pub fn html(&self) -> String {
        let mut out = String::new();
        self.write(&mut out)
            .expect("writing to a string cannot fail");
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let title = format!("{} ({})", self.claim.id, self.case.variant);
        out.push_str(&head(&title, self.place, "../../"));
        self.introduction(out)?;
        self.world_and_switches(out)?;
        let code = Code::of(self.catalog, self.case);
        let code = code.lines(self.runs.iter().flat_map(Run::code_keys));
        self.stepper(out, &code)?;
        self.evidence_of_it(out)?;
        self.limits(out)?;
        self.repeat_and_cite(out)?;
        writeln!(out, "</article></main>")?;
        let data = Data {
            place: self.place,
            command: verdict_checker::command::name(),
            claim: self.claim.id,
            variant: self.case.variant,
            setup: self.runs.first().map_or(&self.setup, |run| &run.setup),
            readings: self.claim.cases.iter().map(|case| case.variant).collect(),
            assumptions: self.switches.iter().map(|s| s.name.as_str()).collect(),
            runs: &self.runs,
            whole: &self.whole,
            code: &code,
        };
        writeln!(
            out,
            "<script type=\"application/json\" id=\"data\">{}</script>",
            json(&data)
        )?;
        out.push_str(&foot(self.place, "../../"));
        Ok(())
    }

    fn citation(&self) -> Citation<'_> {
        Citation::of(self.catalog, self.claim, self.case, self.evidence)
    }
}

/// The beginning of a page, up to its main part; `up` leads from it to where `assets/` is.
pub(crate) fn head(title: &str, place: Place, up: &str) -> String {
    let mut out =
        String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let policy = match place {
        // A file has its script in it; nothing is fetched from anywhere.
        Place::File => {
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
             script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
        }
        Place::Site | Place::Live => "",
    };
    out.push_str(policy);
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.push_str("<meta name=\"color-scheme\" content=\"light dark\">\n");
    // An icon, so that a browser asks for none.
    out.push_str("<link rel=\"icon\" href=\"data:,\">\n");
    let style = match place {
        Place::File => format!("<style>\n{}</style>\n", style()),
        Place::Site => format!("<link rel=\"stylesheet\" href=\"{up}assets/explorer.css\">\n"),
        Place::Live => "<link rel=\"stylesheet\" href=\"/assets/explorer.css\">\n".to_owned(),
    };
    write!(
        out,
        "<title>{} · Verdict</title>\n{style}</head>\n<body>\n",
        escape(title)
    )
    .expect("writing to a string cannot fail");
    out.push_str("<a class=\"skip\" href=\"#main\">Skip to the verdict</a>\n");
    let home = match place {
        Place::File => None,
        Place::Site => Some(up.to_owned()),
        Place::Live => Some("/".to_owned()),
    };
    if let Some(home) = home {
        let index = if place == Place::Site {
            "index.html"
        } else {
            ""
        };
        let mut links = format!("<a class=\"brand\" href=\"{home}{index}\">Verdict</a>");
        if place == Place::Site {
            links += &format!(
                " <a href=\"{home}index.html\">Claims</a> <a href=\"{home}assumptions.html\">Assumptions</a> \
                 <a href=\"{home}book/index.html\">Book</a>"
            );
        }
        writeln!(
            out,
            "<header class=\"top\"><nav aria-label=\"Site\">{links}</nav></header>"
        )
        .expect("writing to a string cannot fail");
    }
    out
}

/// The end of a page.
pub(crate) fn foot(place: Place, up: &str) -> String {
    let script = match place {
        Place::File => format!("<script>\n{SCRIPT}</script>\n"),
        Place::Site => format!("<script src=\"{up}assets/explorer.js\"></script>\n"),
        Place::Live => "<script src=\"/assets/explorer.js\"></script>\n".to_owned(),
    };
    format!(
        "<footer class=\"foot\">Made by Verdict {}. Nothing on this page is fetched from anywhere else.</footer>\n{script}</body>\n</html>\n",
        crate::cite::VERSION
    )
}

/// The style of pages and of the pictures in them. What is meant for pictures applies within them alone.
pub fn style() -> String {
    let mut picture = String::new();
    for line in svg::STYLE.lines() {
        match line.split_once('{') {
            Some((names, rest)) if !line.starts_with('@') => {
                let names: Vec<String> = names
                    .split(',')
                    .map(|name| format!(".lanes {}", name.trim()))
                    .collect();
                picture += &format!("{} {{{rest}\n", names.join(", "));
            }
            _ => picture += &format!("{line}\n"),
        }
    }
    picture + STYLE
}
