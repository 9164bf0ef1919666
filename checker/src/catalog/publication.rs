//! Where a source was published.

use super::Catalog;

/// Where a source was published, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Publication {
    /// The year.
    pub year: Option<u16>,
    /// The journal, the proceedings, the university.
    pub venue: Option<&'static str>,
    /// The DOI, without `https://doi.org/`.
    pub doi: Option<&'static str>,
}

impl Catalog {
    /// The same catalog, with where a source was published: `key` is that of the source.
    pub fn published(mut self, key: &'static str, publication: Publication) -> Self {
        self.publications.push((key, publication));
        self
    }

    /// Where a source was published; nothing is known of one of which nobody said it.
    pub fn publication(&self, key: &str) -> Publication {
        let found = self.publications.iter().find(|(known, _)| *known == key);
        found.map_or_else(Publication::default, |(_, publication)| *publication)
    }
}
