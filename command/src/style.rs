//! The few colours there are. They are always written; the stream strips them where none are wanted
//! (not a terminal, `NO_COLOR`, `CLICOLOR=0`).

use anstyle::{AnsiColor, Style};
use std::path::Path;
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

/// The text, which leads to a file where the terminal can follow it.
pub fn link(path: &Path, text: &str) -> String {
    let follows = supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout);
    match path.canonicalize().ok().filter(|_| follows) {
        Some(place) => linked(&place, text),
        None => text.to_owned(),
    }
}

/// The sequence that terminals call OSC 8.
fn linked(place: &Path, text: &str) -> String {
    let mut address = String::from("file://");
    for byte in place.to_string_lossy().bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'~' => address.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => address.push(byte.into()),
            byte => address += &format!("%{byte:02X}"),
        }
    }
    format!("\u{1b}]8;;{address}\u{1b}\\{text}\u{1b}]8;;\u{1b}\\")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_its_file_whatever_its_name_has_in_it() {
        assert_eq!(
            linked(Path::new("/a b/c.json"), "c"),
            "\u{1b}]8;;file:///a%20b/c.json\u{1b}\\c\u{1b}]8;;\u{1b}\\"
        );
        assert_eq!(link(Path::new("/no such file"), "c"), "c");
    }
}
