//! The command line with examples from the catalog: whoever reads the help can paste them.

use super::Cli;
use crate::app::Engine;
use clap::CommandFactory;
use verdict_checker::catalog::{Case, Catalog};
use verdict_checker::command::name;
use verdict_checker::verdict::Verdict;

/// What can be typed, for this catalog.
pub fn command(catalog: &Catalog, engines: &[Engine]) -> clap::Command {
    let examples = Examples { catalog };
    let commands: [(&str, Vec<String>); 16] = [
        ("list", vec![examples.source("list")]),
        ("show", vec![examples.claim("show")]),
        ("check", examples.check()),
        (
            "assumptions",
            vec![examples.of("assumptions", |case| !case.without.is_empty())],
        ),
        ("replay", examples.replay(engines)),
        ("trace", examples.drawing()),
        ("ledger", vec!["ledger".to_owned()]),
        ("readme", vec!["readme --check".to_owned()]),
        ("explain", vec![examples.of("explain", is_refuted)]),
        (
            "mutants",
            vec![examples.of("mutants", |case| !case.kills.is_empty())],
        ),
        (
            "simulate",
            vec![format!("{} --runs 200", examples.claim("simulate"))],
        ),
        ("page", vec![examples.of("page", is_refuted)]),
        ("explore", vec![examples.of("explore", is_refuted)]),
        ("site", vec!["site -o site".to_owned()]),
        (
            "cite",
            vec![format!(
                "{} --format bibtex",
                examples.of("cite", is_refuted)
            )],
        ),
        ("new", vec!["new my-algorithm".to_owned()]),
    ];
    let mut command = Cli::command().name(name()).bin_name(name());
    for (subcommand, lines) in commands {
        let heading = if lines.len() == 1 {
            "Example"
        } else {
            "Examples"
        };
        let lines: Vec<_> = lines
            .iter()
            .map(|line| format!("  {} {line}", name()))
            .collect();
        let help = format!("{heading}:\n{}", lines.join("\n"));
        command = command.mut_subcommand(subcommand, |c| c.after_help(help));
    }
    let shells = format!(
        "Example:\n  {0} completions bash > {0}.bash && . ./{0}.bash",
        name()
    );
    command = command.mut_subcommand("completions", |c| c.after_help(shells));
    let pages = format!("Example:\n  {0} man pages", name());
    command = command.mut_subcommand("man", |c| c.after_help(pages));
    if engines.is_empty() {
        command = command.mut_subcommand("replay", |c| c.mut_arg("on", |arg| arg.hide(true)));
    }
    command
}

fn is_refuted(case: &Case) -> bool {
    case.expected == Verdict::Refuted
}

struct Examples<'a> {
    catalog: &'a Catalog,
}

impl Examples<'_> {
    fn source(&self, words: &str) -> String {
        let key = self.catalog.sources().first().map(|source| source.key);
        format!("{words} {}", key.unwrap_or_default())
            .trim_end()
            .to_owned()
    }

    fn claim(&self, words: &str) -> String {
        self.of(words, |_| true)
    }

    /// The command on the first case like this, or else on the first.
    fn of(&self, words: &str, like: impl Fn(&Case) -> bool) -> String {
        let case = self.like(like);
        let claim = case.map_or("<claim>", |case| case.claim);
        format!("{words} {claim}")
    }

    fn like(&self, like: impl Fn(&Case) -> bool) -> Option<&Case> {
        let mut cases = self.catalog.cases();
        cases
            .find(|case| like(case))
            .or_else(|| self.catalog.cases().next())
    }

    fn check(&self) -> Vec<String> {
        let mut lines = vec![self.claim("check")];
        let Some(case) = self.like(|case| !case.kills.is_empty() && !case.without.is_empty())
        else {
            return lines;
        };
        let check = format!("check {} --variant {}", case.claim, case.variant);
        let size: Vec<_> = case
            .smallest()
            .iter()
            .map(|(n, v)| format!(" -p {n}={v}"))
            .collect();
        lines.push(format!("{check}{} --format json", size.concat()));
        let assumption = case.without.first().map(|(name, _)| *name);
        lines.extend(assumption.map(|name| format!("{check} --without {name}")));
        lines.extend(
            case.kills
                .first()
                .map(|name| format!("{check} --mutant {name}")),
        );
        lines
    }

    /// Writes the run of a case like this down.
    fn written(&self, like: impl Fn(&Case) -> bool) -> String {
        let Some(case) = self.like(like) else {
            return "check <claim> --trace-out run.itf.json".to_owned();
        };
        // A case of several sizes is checked once if one parameter is set; the others follow.
        let size = case.smallest();
        let first = size.iter().next().filter(|_| case.sizes.len() > 1);
        let size = first.map_or_else(String::new, |(name, value)| format!(" -p {name}={value}"));
        let (claim, variant) = (case.claim, case.variant);
        format!("check {claim} --variant {variant}{size} --trace-out run.itf.json")
    }

    fn replay(&self, engines: &[Engine]) -> Vec<String> {
        let mut lines = vec![self.written(is_refuted), "replay run.itf.json".to_owned()];
        if let Some(engine) = engines.first() {
            let taken = |case: &Case| engine.takes(case.claim);
            lines.push(self.written(|case| is_refuted(case) && taken(case)));
            lines.push(format!("replay --on {} run.itf.json", engine.name));
        }
        lines
    }

    fn drawing(&self) -> Vec<String> {
        vec![
            self.written(is_refuted),
            "trace run.itf.json --to svg -o run.svg".to_owned(),
        ]
    }
}
