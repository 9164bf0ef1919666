//! Fig. 1 of section 3, step by step, on the rules of [`original`](super::original) themselves: four sites, A in its
//! critical section; B asks, then C, then A leaves.
//!
//! The drawing is not in the extracted text; the steps are those of its description.

use super::original::{Handled, Mutant, Phase, Reading, Rules, Variables};
use super::site::SiteId;
use verdict_checker::catalog::{Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance};
use verdict_checker::size::Size;

fn letter(site: SiteId) -> char {
    char::from(b'A' + site.0)
}

/// `last = A B C D, next = B - - -`
fn pointers(sites: &[Variables]) -> (String, String) {
    let last = sites.iter().map(|site| letter(site.last).to_string());
    let next = sites
        .iter()
        .map(|site| site.next.map_or("-".to_owned(), |n| letter(n).to_string()));
    let join = |parts: Vec<String>| parts.join(" ");
    (join(last.collect()), join(next.collect()))
}

fn shown(label: &str, sites: &[Variables], claimed: (&str, &str)) -> Instance {
    let (last, next) = pointers(sites);
    let (claimed_last, claimed_next) = claimed;
    Instance::new(label)
        .with("last of A B C D", last.clone())
        .with("in the figure", claimed_last)
        .with("next of A B C D", next.clone())
        .with("in the figure, next", claimed_next)
        .must(last == claimed_last && next == claimed_next)
        .or_say(format!(
            "{label}: {}; {}.",
            beside("last of A, B, C and D", &last, claimed_last),
            beside("next", &next, claimed_next)
        ))
}

/// What was found of a pointer, beside what the figure has.
fn beside(pointer: &str, found: &str, claimed: &str) -> String {
    match found == claimed {
        true => format!("{pointer} is {found}, as in Fig. 1"),
        false => format!("{pointer} is {found}, where Fig. 1 has {claimed}"),
    }
}

/// The steps of the figure.
fn steps(rules: Rules) -> Vec<Instance> {
    let [a, b, c] = [0, 1, 2].map(SiteId);
    let mut sites = Variables::of_all(4);
    sites[0].request(a, rules);
    let start = shown("(a) A holds the token", &sites, ("A A A A", "- - - -"));
    let to = sites[1].request(b, rules);
    let asked = shown("(b) B asks for the token", &sites, ("A B A A", "- - - -"));
    let asked = asked.must(to == Some(a));
    let first = sites[0].on_request(a, b, rules);
    let queued = shown("(b) A receives B's request", &sites, ("B B A A", "B - - -"));
    let queued = queued.must(first == Handled::Queued);
    let to = sites[2].request(c, rules);
    let second = shown("(c) C asks for the token", &sites, ("B B C A", "B - - -"));
    let second = second.must(to == Some(a));
    let handled = sites[0].on_request(a, c, rules);
    let forwarded = shown("(c) A forwards C's request", &sites, ("C B C A", "B - - -"));
    let forwarded = forwarded.must(handled == Handled::Forwarded(b));
    let handled = sites[1].on_request(b, c, rules);
    let tail = shown("(c) B receives C's request", &sites, ("C C C A", "B C - -"));
    let tail = tail.must(handled == Handled::Queued);
    let to = sites[0].release(rules);
    if let Some(to) = to {
        sites[usize::from(to)].on_token();
    }
    let left = shown(
        "A releases; B gets the token",
        &sites,
        ("C C C A", "- C - -"),
    );
    let inside = sites[1].token && sites[1].phase == Phase::Inside;
    let left = left.must(to == Some(b) && inside && !sites[0].token);
    vec![start, asked, queued, second, forwarded, tail, left]
}

/// Fig. 1, with action (2) as it is read.
#[derive(Clone, Copy, Debug)]
pub struct Figure1 {
    /// How action (2) is read.
    pub reading: Reading,
}

impl Model for Figure1 {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let reading = self.reading;
        let rules = Rules { reading, mutant };
        let setting = "Fig. 1, with A in its critical section";
        Ok(Domain::in_order(setting, move || steps(rules)))
    }
}
