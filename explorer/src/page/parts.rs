//! The parts of a page, from its head to its foot.

use super::{Page, Place};
use crate::cite::Citation;
use crate::code::{ByKey, Lines};
use crate::evidence::{counted, grouped};
use crate::html::{escape, file_name, percent};
use crate::timing::caveat;
use std::fmt::{Result, Write};
use verdict_checker::command::name;

/// Where the lines of a step stand.
fn places(lines: Option<&Vec<Lines>>) -> String {
    let places = lines.into_iter().flatten();
    let places = places.map(|lines| format!(" [{}, line {}]", lines.file, lines.line));
    places.collect()
}

/// A command to copy.
fn copied(out: &mut String, command: &str) -> Result {
    let command = escape(command);
    writeln!(
        out,
        "<div class=\"copy\"><pre><code>{command}</code></pre></div>"
    )
}

impl Page<'_> {
    /// What is claimed, how it is read, what was found.
    pub(super) fn introduction(&self, out: &mut String) -> Result {
        let (claim, case) = (self.claim, self.case);
        let source = self.catalog.source_of(claim);
        writeln!(out, "<main id=\"main\"><article>")?;
        writeln!(
            out,
            "<p class=\"kicker\">{}: <cite>{}</cite> · {}</p>",
            escape(source.authors),
            escape(source.title),
            escape(claim.place)
        )?;
        writeln!(out, "<h1>{}</h1>", escape(claim.says))?;
        writeln!(
            out,
            "<p class=\"id\"><code>{}</code> · <code>{}</code> · {}</p>",
            escape(claim.id),
            escape(case.variant),
            claim.kind.word()
        )?;
        let verdict = self.evidence.verdict();
        writeln!(
            out,
            "<p class=\"verdict {0}\" id=\"verdict\"><strong class=\"pill {0}\">{0}</strong> <span>{1}.</span></p>",
            verdict.word(),
            escape(&self.evidence.bounds())
        )?;
        for note in &self.notes {
            writeln!(out, "<p class=\"note\">{}</p>", escape(note))?;
        }
        if let Some(run) = self.runs.first().filter(|run| !run.what.is_empty()) {
            writeln!(out, "<p class=\"lead\">{}</p>", escape(&run.what))?;
        }
        writeln!(
            out,
            "<dl class=\"facts\"><dt>Read as</dt><dd>{}</dd>",
            escape(case.reading)
        )?;
        let others = claim.cases.iter().filter(|c| c.variant != case.variant);
        let others: Vec<String> = others
            .map(|other| {
                let word = other.expected.word();
                let pill = format!("<span class=\"pill small {word}\">{word}</span>");
                let variant = escape(other.variant);
                match self.place {
                    Place::File => format!("<code>{variant}</code> {pill}"),
                    Place::Site => {
                        let file = percent(&format!("{}.html", file_name(other.variant)));
                        format!("<a href=\"{file}\"><code>{variant}</code></a> {pill}")
                    }
                    Place::Live => {
                        let claim = percent(other.claim);
                        let address =
                            format!("/?claim={claim}&amp;variant={}", percent(other.variant));
                        format!("<a href=\"{address}\"><code>{variant}</code></a> {pill}")
                    }
                }
            })
            .collect();
        if !others.is_empty() {
            writeln!(out, "<dt>Other readings</dt><dd>{}</dd>", others.join(", "))?;
        }
        writeln!(out, "</dl>")
    }

    /// The world in force, and what becomes of the claim without each assumption.
    pub(super) fn world_and_switches(&self, out: &mut String) -> Result {
        writeln!(
            out,
            "<section id=\"world\" aria-labelledby=\"world-head\"><h2 id=\"world-head\">The world</h2>"
        )?;
        let at = match self.size.is_empty() {
            true => String::new(),
            false => format!("At {}: ", escape(&self.size)),
        };
        writeln!(out, "<p>{at}{}.</p>", escape(&self.world))?;
        if let Some(caveat) = caveat(&self.world) {
            writeln!(out, "<p>Of time: {caveat}.</p>")?;
        }
        let fairness = self.case.fairness();
        if !fairness.is_empty() && self.claim.kind == verdict_checker::catalog::Kind::Liveness {
            writeln!(out, "<p>Fairness: {}.</p>", escape(&fairness))?;
        }
        if !self.case.lacking.is_empty() {
            let lacking = self.case.lacking.join(", ");
            writeln!(
                out,
                "<p>This reading does not assume {}.</p>",
                escape(&lacking)
            )?;
        }
        if self.switches.is_empty() {
            writeln!(
                out,
                "<p>It assumes nothing that can be dropped by name.</p></section>"
            )?;
            return Ok(());
        }
        let hint = match self.place {
            Place::Live => "Switch an assumption off to go on without it.",
            _ => {
                "Switch an assumption off to see what becomes of the claim, and the run that shows it."
            }
        };
        writeln!(out, "<p class=\"hint\">{hint}</p><ul class=\"switches\">")?;
        for switch in &self.switches {
            let name = escape(&switch.name);
            let word = match switch.verdict.as_str() {
                "" => "<span class=\"pill small unchecked\">not looked at</span>".to_owned(),
                word => format!("<span class=\"pill small {word}\">{word}</span>"),
            };
            let run = switch
                .run
                .map_or_else(String::new, |run| format!(" data-run=\"{run}\""));
            let found = match switch.found.as_str() {
                "" => String::new(),
                found => format!(" <span class=\"found\">{}</span>", escape(found)),
            };
            writeln!(
                out,
                "<li><button type=\"button\" role=\"switch\" aria-checked=\"true\" class=\"switch\" data-assumption=\"{name}\"{run} \
                 data-verdict=\"{}\" data-found=\"{}\" aria-describedby=\"about-{name}\"><span class=\"knob\" aria-hidden=\"true\"></span><code>{name}</code></button>\
                 <span class=\"about\" id=\"about-{name}\">{}<br>Without it: {word}{found}</span></li>",
                escape(&switch.verdict),
                escape(&switch.found),
                escape(&switch.meaning),
            )?;
        }
        writeln!(out, "</ul></section>")
    }

    /// The run: the picture, the state, the sentences. The script fills in what changes.
    pub(super) fn stepper(&self, out: &mut String, code: &ByKey) -> Result {
        if self.runs.is_empty() && self.place != Place::Live {
            return Ok(());
        }
        let first = self.runs.first();
        writeln!(
            out,
            "<section id=\"run\" aria-labelledby=\"run-head\"><h2 id=\"run-head\">The run</h2>"
        )?;
        writeln!(
            out,
            "<div class=\"bar\" id=\"bar\" role=\"group\" aria-label=\"Stepping\" hidden></div>"
        )?;
        writeln!(
            out,
            "<p class=\"status\" id=\"status\" role=\"status\" aria-live=\"polite\"></p>"
        )?;
        writeln!(
            out,
            "<div class=\"stage\"><div class=\"lanes\" id=\"lanes\" tabindex=\"0\" role=\"region\" aria-label=\"The run as lanes\">"
        )?;
        if let Some(run) = first {
            out.push_str(&run.svg);
        }
        writeln!(
            out,
            "</div>\n<div class=\"panel\" id=\"panel\" hidden></div></div>"
        )?;
        writeln!(out, "<div id=\"why\"><h3>How it comes about</h3>")?;
        if let Some(run) = first.filter(|run| !run.told.is_empty()) {
            if !run.begins.is_empty() {
                writeln!(out, "<p>At the start, {}</p>", escape(&run.begins))?;
            }
            writeln!(out, "<ol class=\"told\">")?;
            for told in &run.told {
                let number = match told.step == told.through {
                    true => told.step.to_string(),
                    false => format!("{}–{}", told.step, told.through),
                };
                writeln!(
                    out,
                    "<li data-step=\"{}\" data-through=\"{}\"><span class=\"n\">{number}</span> {}</li>",
                    told.step,
                    told.through,
                    escape(&told.text)
                )?;
            }
            writeln!(out, "</ol>")?;
            if let Some(for_ever) = &run.for_ever {
                writeln!(out, "<p>{}</p>", escape(for_ever))?;
            }
        }
        writeln!(out, "</div>")?;
        if let Some(run) = first {
            let steps = counted(run.steps.len() as u64, "step");
            writeln!(
                out,
                "<details id=\"all\"><summary>Every step, in words ({steps})</summary><ol class=\"all\">"
            )?;
            for step in &run.steps {
                writeln!(
                    out,
                    "<li><code>{}</code> <span class=\"found\">{}{}</span></li>",
                    escape(&step.name),
                    escape(&step.changes.join("; ")),
                    escape(&places(code.get(&step.code))),
                )?;
            }
            writeln!(out, "</ol></details>")?;
        }
        writeln!(out, "</section>")
    }

    /// What the verdict rests on: the sizes, the audit, the mutants.
    pub(super) fn evidence_of_it(&self, out: &mut String) -> Result {
        writeln!(
            out,
            "<section id=\"evidence\" aria-labelledby=\"evidence-head\"><h2 id=\"evidence-head\">What it rests on</h2>"
        )?;
        if self.evidence.records.is_empty() {
            writeln!(out, "<p>Nothing is recorded of this reading.</p>")?;
        } else {
            writeln!(
                out,
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Sizes\"><table><thead><tr><th scope=\"col\">Size</th><th scope=\"col\">Verdict</th>\
                 <th scope=\"col\" class=\"num\">States</th><th scope=\"col\" class=\"num\">Depth</th><th scope=\"col\">Searched</th><th scope=\"col\" class=\"num\">Run</th>\
                 <th scope=\"col\">Audit</th></tr></thead><tbody>"
            )?;
            for record in &self.evidence.records {
                let size = match record.parameters.is_empty() {
                    true => "one instance".to_owned(),
                    false => record.parameters.in_words(),
                };
                let word = record.verdict.word();
                let searched = match (&record.cut, record.exhausted, &record.measured) {
                    (_, _, Some(measured)) => measured.in_words(),
                    (Some(cut), _, _) => cut.clone(),
                    (None, true, _) => "exhausted".to_owned(),
                    (None, false, _) => "up to the run".to_owned(),
                };
                let steps = record
                    .steps
                    .map_or_else(String::new, |n| counted(n, "step"));
                writeln!(
                    out,
                    "<tr><th scope=\"row\">{}</th><td><span class=\"pill small {word}\">{word}</span></td><td class=\"num\">{}</td><td class=\"num\">{}</td>\
                     <td>{}</td><td class=\"num\">{steps}</td><td>{}</td></tr>",
                    escape(&size),
                    grouped(record.states),
                    record.depth,
                    escape(&searched),
                    record.audit.word(),
                )?;
            }
            writeln!(out, "</tbody></table></div>")?;
        }
        if !self.audit.is_empty() {
            writeln!(out, "<h3>Could it have failed?</h3><ul class=\"audit\">")?;
            for check in &self.audit {
                writeln!(
                    out,
                    "<li><span class=\"pill small audit-{0}\">{0}</span> <b>{1}</b>: {2}</li>",
                    escape(&check.result),
                    escape(&check.name.replace('-', " ")),
                    escape(&check.detail)
                )?;
            }
            writeln!(out, "</ul>")?;
        }
        if !self.mutants.is_empty() {
            writeln!(out, "<h3>Errors made on purpose</h3><ul class=\"mutants\">")?;
            for mutant in &self.mutants {
                let show = mutant.run.map_or_else(String::new, |run| {
                    format!(
                        " <button type=\"button\" class=\"show\" data-run=\"{run}\">Show the run</button>"
                    )
                });
                writeln!(
                    out,
                    "<li><code>{}</code>: {}. <span class=\"found\">{}</span>{show}</li>",
                    escape(&mutant.name),
                    escape(&mutant.change),
                    escape(&mutant.found)
                )?;
            }
            writeln!(out, "</ul>")?;
        }
        writeln!(out, "</section>")
    }

    /// What was not looked at.
    pub(super) fn limits(&self, out: &mut String) -> Result {
        writeln!(
            out,
            "<section id=\"limits\" aria-labelledby=\"limits-head\"><h2 id=\"limits-head\">What this does not say</h2><ul>"
        )?;
        let sizes = self
            .evidence
            .records
            .iter()
            .map(|r| r.parameters.in_words());
        let sizes: Vec<String> = sizes.filter(|size| !size.is_empty()).collect();
        let listed = match sizes.len() {
            0 => String::new(),
            _ => format!(" Looked at: {}.", sizes.join("; ")),
        };
        writeln!(
            out,
            "<li>A model was checked, not a program and not the paper itself: the source as it is read above.</li>\
             <li>Nothing is said about sizes that are not listed.{}</li>\
             <li>Nothing is said about a world other than this one: {}.</li>",
            escape(&listed),
            escape(&self.world)
        )?;
        let dropped = self.switches.iter().filter(|s| s.verdict.is_empty());
        let dropped: Vec<&str> = dropped.map(|switch| switch.name.as_str()).collect();
        if !dropped.is_empty() {
            writeln!(
                out,
                "<li>Nobody recorded what becomes of it without {}.</li>",
                escape(&dropped.join(", "))
            )?;
        }
        let files = self.catalog.decided_by(self.case);
        if !files.is_empty() {
            writeln!(
                out,
                "<li><details><summary>The verdict is decided by {}, and by nothing else</summary><ul class=\"files\">",
                counted(files.len() as u64, "source file")
            )?;
            for (package, path) in files {
                writeln!(
                    out,
                    "<li><code>{}: {}</code></li>",
                    escape(package),
                    escape(path)
                )?;
            }
            writeln!(out, "</ul></details></li>")?;
        }
        writeln!(out, "</ul></section>")
    }

    /// The command that repeats it, and how to cite it.
    pub(super) fn repeat_and_cite(&self, out: &mut String) -> Result {
        let citation: Citation<'_> = self.citation();
        writeln!(
            out,
            "<section id=\"repeat\" aria-labelledby=\"repeat-head\"><h2 id=\"repeat-head\">Repeat it</h2>"
        )?;
        let mut commands = vec![citation.command()];
        if !self.switches.is_empty() {
            commands.push(format!(
                "{} assumptions {} --variant {}",
                name(),
                self.claim.id,
                self.case.variant
            ));
        }
        commands.push(format!(
            "{} explore {} --variant {}",
            name(),
            self.claim.id,
            self.case.variant
        ));
        for command in &commands {
            copied(out, command)?;
        }
        if !self.on_code.is_empty() {
            writeln!(out, "<p>The code itself, taken through this run:</p>")?;
            for command in &self.on_code {
                copied(out, command)?;
            }
        }
        writeln!(
            out,
            "</section><section id=\"cite\" aria-labelledby=\"cite-head\"><h2 id=\"cite-head\">Cite it</h2>\
             <p>This verdict is <code class=\"wrap\">{}</code>.</p>\
             <div class=\"copy\"><pre class=\"wrap\"><code>{}</code></pre></div>\
             <details><summary>BibTeX</summary><div class=\"copy\"><pre><code>{}</code></pre></div></details></section>",
            escape(&citation.id.to_string()),
            escape(&citation.text()),
            escape(&(citation.bibtex() + &citation.paper_bibtex())),
        )
    }
}
