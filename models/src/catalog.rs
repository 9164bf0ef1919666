//! The five sources and their claims. A new algorithm is its folder and one line here.

use crate::{basics, election, families, naimi, resilience, ring, rollback, topology, wandering};
use verdict_checker::catalog::{Catalog, Claim, Publication, Slips, Source};

/// The sources, in order.
const SOURCES: [Source; 5] = [
    Source {
        key: "ring",
        authors: "Luciana Arantes, Julien Sopena",
        title: "Easily rendering token-ring algorithms of distributed and parallel applications fault tolerant",
    },
    Source {
        key: "wandering",
        authors: "Augusto Ciuffoletti",
        title: "The Wandering Token: Congestion Avoidance of a Shared Resource",
    },
    Source {
        key: "basics",
        authors: "Alessio Bechini",
        title: "Fundamental Distributed Algorithms",
    },
    Source {
        key: "naimi",
        authors: "Julien Sopena, Luciana Arantes, Marin Bertier, Pierre Sens",
        title: "A fault-tolerant token-based mutual exclusion algorithm using a dynamic tree",
    },
    Source {
        key: "thesis",
        authors: "Vicent Sanz Marco",
        title: "Fault Tolerance for Stream Programs on Parallel Platforms",
    },
];

/// Where the sources were published, as far as it is known of the text that was read.
const PUBLISHED: [(&str, Publication); 5] = [
    ("ring", published(2013, "SBAC-PAD 2013, pages 206-213")),
    (
        "wandering",
        published(2005, "technical report, University of Pisa"),
    ),
    ("basics", published(2020, "lecture, University of Pisa")),
    (
        "naimi",
        Publication {
            doi: Some("10.1007/11549468_72"),
            ..published(2005, "Euro-Par 2005, LNCS 3648, pages 654-663")
        },
    ),
    (
        "thesis",
        published(2015, "doctoral thesis, University of Hertfordshire"),
    ),
];

const fn published(year: u16, venue: &'static str) -> Publication {
    Publication {
        year: Some(year),
        venue: Some(venue),
        doi: None,
    }
}

/// Every claim of the five sources, with its readings.
pub fn claims() -> Vec<Claim> {
    let claims = [
        ring::claims(),
        topology::claims(),
        resilience::claims(),
        wandering::claims(),
        basics::claims(),
        naimi::claims(),
        election::claims(),
        rollback::claims(),
        families::claims(),
    ];
    claims.into_iter().flatten().collect()
}

/// The catalog of the five sources.
pub fn catalog() -> Result<Catalog, Slips> {
    let code = [
        crate::SOURCES,
        verdict_world::SOURCES,
        verdict_election::SOURCES,
        verdict_recovery::SOURCES,
    ];
    let catalog = Catalog::new(code, SOURCES, claims())?;
    let all = PUBLISHED.into_iter();
    Ok(all.fold(catalog, |catalog, (key, publication)| {
        catalog.published(key, publication)
    }))
}
