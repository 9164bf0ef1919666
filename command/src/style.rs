//! The few colours there are. They are always written; the stream strips them where none are wanted
//! (not a terminal, `NO_COLOR`, `CLICOLOR=0`).

use anstyle::{AnsiColor, Style};
use verdict_checker::verdict::Verdict;

/// Headings and names.
pub const STRONG: Style = Style::new().bold();
/// What most readers skip.
pub const FAINT: Style = Style::new().dimmed();
/// As hoped.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Neither.
pub const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
/// Broken, or an error.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Found false, as it should be.
pub const FALSE: Style = AnsiColor::Magenta.on_default();
/// As it comes.
pub const PLAIN: Style = Style::new();

/// The text in this style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The colour of a verdict.
pub fn of(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Proved | Verdict::Holds | Verdict::Reproduced => GOOD,
        Verdict::Bounded | Verdict::Ambiguous => DOUBTFUL,
        Verdict::Refuted | Verdict::NotReproduced => FALSE,
        Verdict::Unchecked => FAINT,
    }
}
