//! The names of sites: S0, S1 and so on, as the paper has S_i.

use serde::{Serialize, Serializer};
use stateright::actor::Id;
use std::fmt;
use verdict_world::Renaming;

/// The name of a site.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u8);

impl SiteId {
    /// The new name of the site.
    pub fn renamed(self, names: &Renaming) -> Self {
        names.node(self.into()).into()
    }
}

impl From<usize> for SiteId {
    fn from(node: usize) -> Self {
        SiteId(node as u8)
    }
}

impl From<Id> for SiteId {
    fn from(id: Id) -> Self {
        usize::from(id).into()
    }
}

impl From<SiteId> for usize {
    fn from(site: SiteId) -> Self {
        usize::from(site.0)
    }
}

impl From<SiteId> for Id {
    fn from(site: SiteId) -> Self {
        usize::from(site).into()
    }
}

impl fmt::Display for SiteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S{}", self.0)
    }
}

impl fmt::Debug for SiteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for SiteId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
