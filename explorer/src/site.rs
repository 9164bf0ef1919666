//! The whole catalog as pages that stand still: made from the ledger and the traces, without a search.
//!
//! | page | what |
//! |---|---|
//! | `index.html` | every claim, by source, with search and filters |
//! | `claims/<claim>/<reading>.html` | one verdict |
//! | `assumptions.html` | what becomes of every reading without each assumption, and what each verdict rests on |
//! | `book/` | the book |

mod book;
mod index;

pub use book::{Chapter, Shelf};

use crate::SCRIPT;
use crate::evidence::Evidence;
use crate::html::file_name;
use crate::page::{Page, Place, style};
use verdict_checker::catalog::{Case, Catalog, Claim};
use verdict_checker::ledger::Ledger;
use verdict_checker::trace::Trace;

/// What a site is made of.
pub struct Site<'a> {
    /// The catalog.
    pub catalog: &'a Catalog,
    /// What is recorded.
    pub ledger: Option<&'a Ledger>,
    /// The run that is kept of a case.
    pub stored: &'a dyn Fn(&Case) -> Option<Trace>,
    /// The commands that take real code through that run.
    pub on_code: &'a dyn Fn(&Case) -> Vec<String>,
    /// The book; empty if there is none.
    pub shelf: &'a Shelf,
}

/// A file of a site: where, below its folder, and what.
pub type Made = (String, Vec<u8>);

impl Site<'_> {
    /// All files of the site, one after the other.
    pub fn write<E>(&self, put: &mut dyn FnMut(Made) -> Result<(), E>) -> Result<(), E> {
        let mut text = |path: String, text: String| put((path, text.into_bytes()));
        text("assets/explorer.css".to_owned(), style())?;
        text("assets/explorer.js".to_owned(), SCRIPT.to_owned())?;
        let entries = self.entries();
        let has_book = !self.shelf.chapters.is_empty();
        text(
            "index.html".to_owned(),
            index::index(self.catalog, &entries, Place::Site),
        )?;
        text(
            "assumptions.html".to_owned(),
            index::matrix(self.catalog, &entries),
        )?;
        for entry in entries
            .iter()
            .filter_map(|entry| Some((entry.claim, entry.of.as_ref()?)))
        {
            let (claim, (case, evidence)) = entry;
            let stored = (self.stored)(case);
            let page = Page::recorded(self.catalog, claim, case, evidence, stored, Place::Site);
            let page = page.taken_by((self.on_code)(case));
            text(address(case), page.html())?;
        }
        if !has_book {
            text("book/index.html".to_owned(), book::empty())?;
        }
        self.shelf.write(put)
    }

    fn entries(&self) -> Vec<Entry<'_>> {
        entries(self.catalog, self.ledger)
    }
}

/// A row of an index: a reading of a claim, or a claim that has none.
pub(crate) struct Entry<'a> {
    pub(crate) claim: &'a Claim,
    pub(crate) of: Option<(&'a Case, Evidence)>,
}

fn entries<'a>(catalog: &'a Catalog, ledger: Option<&Ledger>) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    for claim in catalog.claims() {
        if claim.cases.is_empty() {
            entries.push(Entry { claim, of: None });
        }
        entries.extend(claim.cases.iter().map(|case| Entry {
            claim,
            of: Some((case, Evidence::of(catalog, ledger, case))),
        }));
    }
    entries
}

/// The folder of a claim below `claims/`, in which its readings are: one name, so that every page is two folders deep.
fn folder(claim: &str) -> String {
    file_name(&claim.replace('/', "--"))
}

/// Where the page of a reading is.
fn address(case: &Case) -> String {
    format!(
        "claims/{}/{}.html",
        folder(case.claim),
        file_name(case.variant)
    )
}

/// The index of the live explorer.
pub(crate) fn index_live(catalog: &Catalog, ledger: Option<&Ledger>) -> String {
    index::index(catalog, &entries(catalog, ledger), Place::Live)
}
