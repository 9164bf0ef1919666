//! What can be typed for pages, the explorer, the site and citations.

use super::{BOOK, LEDGER, Resources, TRACES};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `verdict page`.
#[derive(Debug, Args)]
pub struct Page {
    /// The claim, by its id
    pub claim: String,
    /// This reading of it [default: the first]
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Write to this file [default: <claim>-<variant>.html, with - for each slash]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Where traces are kept
    #[arg(long, value_name = "DIR", default_value = TRACES)]
    pub traces_dir: PathBuf,
    /// Where results are recorded
    #[arg(long, value_name = "DIR", default_value = LEDGER)]
    pub ledger: PathBuf,
    /// Give up beyond this number of distinct states [default: none; without an assumption, as far as the catalog knows an end of it]
    #[arg(long, value_name = "N")]
    pub max_states: Option<u32>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub resources: Resources,
}

/// `verdict explore`.
#[derive(Debug, Args)]
pub struct Explore {
    /// A claim, by its id, or a stored trace; without one, the list of claims
    pub subject: Option<String>,
    /// This reading of the claim [default: the first]
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// The port to listen on [default: any that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Do not open a browser; the address is printed
    #[arg(long)]
    pub no_open: bool,
    /// Where traces are kept
    #[arg(long, value_name = "DIR", default_value = TRACES)]
    pub traces_dir: PathBuf,
    /// Where results are recorded
    #[arg(long, value_name = "DIR", default_value = LEDGER)]
    pub ledger: PathBuf,
}

/// `verdict site`.
#[derive(Debug, Args)]
pub struct Site {
    /// The folder to write; one that holds an older site is replaced, any other must be empty
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// The book: a folder of Markdown files
    #[arg(long, value_name = "DIR", default_value = BOOK)]
    pub book: PathBuf,
    /// Where traces are kept
    #[arg(long, value_name = "DIR", default_value = TRACES)]
    pub traces_dir: PathBuf,
    /// Where results are recorded
    #[arg(long, value_name = "DIR", default_value = LEDGER)]
    pub ledger: PathBuf,
}

/// `verdict cite`.
#[derive(Debug, Args)]
pub struct Cite {
    /// The claim, by its id, or the id of a verdict that was cited before
    pub claim: String,
    /// Only this reading of the claim
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// In which form
    #[arg(long, value_enum, default_value_t = CitationFormat::Text)]
    pub format: CitationFormat,
    /// Where results are recorded
    #[arg(long, value_name = "DIR", default_value = LEDGER)]
    pub ledger: PathBuf,
}

/// The form of a citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CitationFormat {
    /// BibTeX.
    Bibtex,
    /// CSL-JSON.
    Csl,
    /// One line of Markdown.
    Markdown,
    /// A sentence for a footnote.
    Text,
}
