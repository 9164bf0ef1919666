//! A catalog of counters: small, and with one of everything that a report tells of.
#![allow(dead_code)]

use std::ffi::OsString;
use verdict::App;
use verdict::checker::catalog::Slips;
use verdict::checker::sources::{File, Kind, Package};
use verdict::prelude::*;

/// A counter that is counted up, one at a time, as far as it goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    limit: u64,
}

impl stateright::Model for Counter {
    type State = (u64, u64);
    type Action = &'static str;

    fn init_states(&self) -> Vec<(u64, u64)> {
        vec![(0, 0)]
    }

    fn actions(&self, state: &(u64, u64), actions: &mut Vec<&'static str>) {
        actions.extend((state.0 < self.limit).then_some("left"));
        actions.extend((state.1 < self.limit).then_some("right"));
    }

    fn next_state(&self, (left, right): &(u64, u64), action: &'static str) -> Option<(u64, u64)> {
        Some(match action {
            "left" => (left + 1, *right),
            _ => (*left, right + 1),
        })
    }

    fn properties(&self) -> Vec<stateright::Property<Self>> {
        use stateright::Property;
        vec![
            Property::always("below ten", |_, s: &(u64, u64)| s.0 < 10),
            Property::always("left below two", |_, s: &(u64, u64)| s.0 < 2),
            Property::always("finite", |_, s: &(u64, u64)| s.0 < u64::MAX),
        ]
    }
}

fn counter(size: &Size, _: Option<NoMutants>) -> Result<Counter, SetupError> {
    let limit = size.within("limit", 1..=1_000_000_000, "enough")?;
    Ok(Counter { limit })
}

fn claim(id: &'static str) -> Claim {
    Claim::safety(id, "page 1", "It counts | as `it` says.")
}

/// Something that never ends, behind something that does.
pub fn endless() -> Result<Catalog, Slips> {
    let family = Plain::new(counter, [Parameter::new("limit", "where it stops")]);
    let small = family
        .asks_its("below ten")
        .reading("as-meant", "it stops")
        .sizes([[2]]);
    let endless = family
        .asks_its("finite")
        .reading("as-meant", "it goes on and on")
        .sizes([[1_000_000_000]]);
    let claims = [
        claim("count/small").case(small),
        claim("count/without-end").case(endless),
    ];
    catalog(claims)
}

/// One of everything: what holds, what is refuted as expected, what is not as expected.
pub fn mixed() -> Result<Catalog, Slips> {
    let family = Plain::new(counter, [Parameter::new("limit", "where it stops")]);
    let holds = family
        .asks_its("below ten")
        .reading("as-meant", "it stops")
        .sizes([[2], [3]]);
    let refuted = family
        .asks_its("left below two")
        .reading("refuted", "it does not stop soon enough")
        .expect(Refuted)
        .sizes([[3]]);
    let wrong = family
        .asks_its("left below two")
        .reading("wrong", "somebody expects what is not so")
        .sizes([[3], [4]]);
    catalog([
        claim("count/small").case(holds).case(refuted),
        claim("count/wrong").case(wrong),
        claim("count/nobody-looked").unchecked(),
    ])
}

/// Only what is as expected.
pub fn sound() -> Result<Catalog, Slips> {
    let mixed = mixed()?;
    catalog(mixed.claims().iter().take(1).cloned())
}

/// More readings than fit on a screen.
pub fn many() -> Result<Catalog, Slips> {
    let family = Plain::new(counter, [Parameter::new("limit", "where it stops")]);
    let claims = (0..20).map(|number| {
        let case = family
            .asks_its("below ten")
            .reading("as-meant", "it stops")
            .sizes([[2]]);
        let id: &'static str = Box::leak(format!("count/number-{number}").into_boxed_str());
        claim(id).case(case)
    });
    catalog(claims)
}

fn catalog(claims: impl IntoIterator<Item = Claim>) -> Result<Catalog, Slips> {
    let source = Source {
        key: "count",
        authors: "A. Uthor",
        title: "Counting",
    };
    let own = Package {
        name: env!("CARGO_CRATE_NAME"),
        files: &[THIS],
    };
    Catalog::new([own, verdict::SOURCES], [source], claims)
}

/// This file, as a build would have found it.
const THIS: File = File {
    path: "tests/toy/mod.rs",
    text: include_str!("mod.rs"),
    digest: "",
    modules: &[concat!(env!("CARGO_CRATE_NAME"), "::toy")],
    items: &[(
        concat!(env!("CARGO_CRATE_NAME"), "::toy::Counter"),
        Kind::Item,
    )],
    imports: &[],
    globs: &[],
    uses: &[],
    impls: &[],
};

/// What a run of the command left behind.
pub struct Ran {
    pub code: u8,
    pub out: String,
    pub err: String,
}

/// Runs a command over a catalog in this process.
pub fn run(catalog: Result<Catalog, Slips>, args: &[&str]) -> Ran {
    run_app(
        &App::new(catalog.unwrap_or_else(|slips| panic!("{slips}"))),
        args,
    )
}

/// The same, of a command with more than a catalog.
pub fn run_app(app: &App, args: &[&str]) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = std::iter::once("verdict").chain(args.iter().copied());
    let code = app.run(
        words.map(OsString::from),
        &mut anstream::StripStream::new(&mut out),
        &mut anstream::StripStream::new(&mut err),
        false,
    );
    let text = |bytes| String::from_utf8(bytes).expect("the command writes UTF-8");
    Ran {
        code,
        out: text(out),
        err: text(err),
    }
}
