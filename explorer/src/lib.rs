//! Verdicts to look at: a page for each, stepping through its run, the site of a whole catalog, citations.
//!
//! | where | what |
//! |---|---|
//! | [`evidence`] | what the ledger says of a reading, and in a sentence with its bounds |
//! | [`code`] | the lines of the source that a step executes |
//! | [`cite`] | the id of a verdict, and how it is cited |
//! | [`run`] | a run as the page's script takes it |
//! | [`page`] | one verdict as HTML: a file of its own, a page of a site, or the live explorer |
//! | [`api`] | what the live explorer asks the model |
//! | [`server`] | HTTP for it, on this machine alone |
//! | [`site`] | the index, the matrix of assumptions, the book |
//! | [`timing`] | what a verdict does not say, because of how its world counts time |
//! | `assets/` | one style and one script for all of them |
//!
//! ```
//! use verdict_explorer::cite::Id;
//!
//! let id = Id::read("lock/mutex/as-meant@holds-0123456789ab").expect("the id of a verdict");
//! assert_eq!((id.claim.as_str(), id.variant.as_str()), ("lock/mutex", "as-meant"));
//! assert_eq!(id.verdict, "holds");
//! ```
//!
//! Everything is said of the catalog that it is given; nothing here names a source.

pub mod api;
pub mod cite;
pub mod code;
pub mod evidence;
mod html;
pub mod page;
pub mod run;
pub mod server;
pub mod site;
pub mod timing;

/// The style of every page.
pub const STYLE: &str = include_str!("../assets/explorer.css");
/// The script of every page.
pub const SCRIPT: &str = include_str!("../assets/explorer.js");
