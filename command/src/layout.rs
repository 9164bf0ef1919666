//! Text in the window there is, or in 100 columns: wrapped paragraphs, labelled fields, tables.

use crate::style::{self, paint};
use anstyle::Style;
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;

/// The width of a paragraph, and of everything where nobody says how much room there is: longer lines are hard to read.
pub const WIDTH: usize = 100;
/// Narrower than this, nothing could be told.
const NARROWEST: usize = 40;

static ROOM: OnceLock<usize> = OnceLock::new();

/// The columns there are.
pub fn width() -> usize {
    *ROOM.get().unwrap_or(&WIDTH)
}

/// The columns that a paragraph takes.
pub fn text_width() -> usize {
    width().min(WIDTH)
}

/// A text of paragraphs, in the room there is; where nobody knows that, as it is. What follows the number of a list hangs below its text.
pub fn paragraphs(text: &str) -> String {
    match ROOM.get() {
        Some(_) => hang(text, text_width()),
        None => text.to_owned(),
    }
}

fn hang(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let inner = line.trim_start();
        let indent = columns(line) - columns(inner);
        let (number, rest) = match inner.split_once(". ") {
            Some((n, rest)) if !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()) => {
                (format!("{n}. "), rest)
            }
            _ => (String::new(), inner),
        };
        let hanging = indent + number.len();
        let lines = wrap(rest, width.saturating_sub(hanging).max(20));
        for (index, line) in lines.iter().enumerate() {
            let before = match index {
                0 => format!("{:indent$}{number}", ""),
                _ => " ".repeat(hanging),
            };
            out += &format!("{before}{line}\n");
        }
        if lines.is_empty() {
            out.push('\n');
        }
    }
    out
}

/// Takes the width of the terminal on standard output; where there is none, that of `COLUMNS`, if somebody has set it.
pub(crate) fn take_room_there_is() {
    let typed = || std::env::var("COLUMNS").ok()?.parse().ok();
    let terminal = terminal_size::terminal_size_of(io::stdout());
    let columns = terminal
        .map(|(width, _)| usize::from(width.0))
        .or_else(typed);
    if let Some(columns) = columns.filter(|columns| *columns > 0) {
        ROOM.get_or_init(|| columns.max(NARROWEST));
    }
}
/// Where the text of a field starts.
const FIELD_INDENT: usize = 14;

/// The words of `text` in lines of at most `width` columns; a longer word gets a line of its own.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text of at most `width` columns; what was left out shows as an ellipsis.
pub fn shorten(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A field: its label, then its text with a hanging indent.
pub fn field(out: &mut dyn Write, label: &str, text: &str) -> io::Result<()> {
    field_lines(out, label, &wrap(text, text_width() - FIELD_INDENT))
}

/// A field of a word to copy: one that is too long gets the next line for itself.
pub fn field_word(out: &mut dyn Write, label: &str, word: &str) -> io::Result<()> {
    const INDENT: usize = 4;
    if word.is_empty() || FIELD_INDENT + columns(word) <= width() {
        return field(out, label, word);
    }
    let label = format!("  {label}");
    writeln!(out, "{}", paint(style::FAINT, &label))?;
    writeln!(out, "{:INDENT$}{word}", "")
}

/// A field of lines that are left as they are.
pub fn field_lines(out: &mut dyn Write, label: &str, lines: &[String]) -> io::Result<()> {
    for (index, line) in lines.iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        let label = format!("  {label:<width$}", width = FIELD_INDENT - 2);
        writeln!(out, "{}{line}", paint(style::FAINT, &label))?;
    }
    Ok(())
}

/// A field of commands to paste: one that is too long goes on in the next line, as a shell takes it.
pub fn field_commands(out: &mut dyn Write, label: &str, commands: &[String]) -> io::Result<()> {
    let room = width() - FIELD_INDENT;
    let lines: Vec<String> = commands.iter().flat_map(|c| broken(c, room)).collect();
    field_lines(out, label, &lines)
}

/// The same, with links to a file wherever a line names it.
pub fn field_commands_on(
    out: &mut dyn Write,
    label: &str,
    commands: &[String],
    file: &Path,
) -> io::Result<()> {
    let room = width() - FIELD_INDENT;
    let named = file.display().to_string();
    let linked = style::link(file, &named);
    let lines = commands.iter().flat_map(|c| broken(c, room));
    let lines: Vec<String> = lines.map(|line| line.replace(&named, &linked)).collect();
    field_lines(out, label, &lines)
}

/// A command in lines that a shell takes together.
pub fn broken(command: &str, width: usize) -> Vec<String> {
    if columns(command) <= width {
        return vec![command.to_owned()];
    }
    // An option keeps its value.
    let mut words: Vec<String> = Vec::new();
    for word in command.split(' ') {
        let is_option = |word: &str| word.starts_with('-');
        match words.last_mut() {
            Some(last) if is_option(last) && !last.contains(' ') && !is_option(word) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        // Each line has room for what says that it goes on.
        match lines.last_mut() {
            Some(line) if columns(line) + columns(&word) + 3 <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            Some(line) => {
                line.push_str(" \\");
                lines.push(format!("  {word}"));
            }
            None => lines.push(word),
        }
    }
    lines
}

/// A field that is a list of names with their meanings.
pub fn field_pairs(out: &mut dyn Write, label: &str, pairs: &[(String, String)]) -> io::Result<()> {
    let names = pairs.iter().map(|(name, _)| columns(name)).max();
    let indent = names.unwrap_or(0) + 2;
    let mut lines = Vec::new();
    for (name, meaning) in pairs {
        let mut meaning = wrap(
            meaning,
            text_width().saturating_sub(FIELD_INDENT + indent).max(20),
        )
        .into_iter();
        let first = meaning.next().unwrap_or_default();
        lines.push(format!("{name:<indent$}{first}").trim_end().to_owned());
        lines.extend(meaning.map(|rest| format!("{:indent$}{rest}", "")));
    }
    field_lines(out, label, &lines)
}

/// `1,234,567`.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `1 claim`, `7 claims`.
pub fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", thousands(number))
}

fn columns(text: &str) -> usize {
    text.chars().count()
}

/// On which side a column is flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flush {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table: columns as wide as their widest cell, two spaces apart.
pub struct Table {
    titles: Vec<(String, Flush)>,
    rows: Vec<Vec<Cell>>,
}

/// A text and how it looks.
pub struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// A cell in a style of its own.
    pub fn styled(text: impl Into<String>, style: Style) -> Self {
        let text = text.into();
        Cell { text, style }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Cell::styled(text, style::PLAIN)
    }
}

impl Table {
    /// An empty table.
    pub fn new<T: Into<String>>(titles: impl IntoIterator<Item = (T, Flush)>) -> Self {
        let titles = titles.into_iter();
        let titles = titles.map(|(title, flush)| (title.into(), flush)).collect();
        let rows = Vec::new();
        Table { titles, rows }
    }

    /// Adds a row; cells that are left out stay empty.
    pub fn row(&mut self, cells: impl Into<Vec<Cell>>) {
        self.rows.push(cells.into());
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Shortens the last column so that the table fits into [`width`].
    pub fn fit(&mut self) {
        let Some(last) = self.titles.len().checked_sub(1) else {
            return;
        };
        let widths = self.widths();
        let used: usize = widths[..last].iter().map(|width| width + 2).sum();
        for row in &mut self.rows {
            if let Some(cell) = row.get_mut(last) {
                cell.text = shorten(&cell.text, width().saturating_sub(used).max(10));
            }
        }
    }

    fn widths(&self) -> Vec<usize> {
        let width = |(index, (title, _)): (usize, &(String, Flush))| {
            let cells = self.rows.iter().filter_map(|row| row.get(index));
            let widest = cells.map(|cell| columns(&cell.text)).max();
            widest.unwrap_or(0).max(columns(title))
        };
        self.titles.iter().enumerate().map(width).collect()
    }

    /// Whether it fits into this many columns.
    pub fn fits(&self, room: usize) -> bool {
        total(&self.widths()) <= room
    }

    /// Writes the table, without spaces at the ends of its lines. If the window is too narrow, the first cell of each row gets a
    /// line of its own; if even that does not help, the widest cells are shortened.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_in(out, width())
    }

    fn write_in(&self, out: &mut dyn Write, room: usize) -> io::Result<()> {
        const INDENT: usize = 2;
        let mut widths = self.widths();
        let stacked = total(&widths) > room && widths.len() > 2;
        let (first, indent) = if stacked { (1, INDENT) } else { (0, 0) };
        while indent + total(&widths[first..]) > room {
            let Some(widest) = widths[first..].iter_mut().max().filter(|w| **w > 4) else {
                break;
            };
            *widest -= 1;
        }
        let titles: Vec<Cell> = self
            .titles
            .iter()
            .map(|(title, _)| Cell::styled(title, style::FAINT))
            .collect();
        for row in std::iter::once(&titles).chain(&self.rows) {
            if stacked && let Some(cell) = row.first() {
                writeln!(out, "{}", paint(cell.style, &shorten(&cell.text, room)))?;
            }
            let mut line = String::new();
            // Spaces are written only in front of something.
            let mut owed = indent;
            for (index, cell) in row.iter().enumerate().skip(first) {
                let text = shorten(&cell.text, widths[index]);
                let padding = widths[index] - columns(&text);
                let (before, after) = match self.titles[index].1 {
                    Flush::Left => (0, padding),
                    Flush::Right => (padding, 0),
                };
                if !text.is_empty() {
                    line.push_str(&" ".repeat(owed + before));
                    line.push_str(&paint(cell.style, &text));
                    owed = after + 2;
                } else {
                    owed += before + after + 2;
                }
            }
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// The width of columns of these widths, two spaces apart.
fn total(widths: &[usize]) -> usize {
    let gaps = 2 * widths.len().saturating_sub(1);
    widths.iter().sum::<usize>() + gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_too_wide_gives_its_first_column_a_line_and_never_wraps() {
        let mut table = Table::new([
            ("claim", Flush::Left),
            ("verdict", Flush::Left),
            ("states", Flush::Right),
        ]);
        table.row([
            "ring/a-rather-long-name".into(),
            "holds".into(),
            "1,000".into(),
        ]);
        assert!(table.fits(40) && !table.fits(39));
        let written = |room| {
            let mut out = Vec::new();
            let mut plain = anstream::StripStream::new(&mut out);
            table.write_in(&mut plain, room).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            written(30),
            "claim\n  verdict  states\nring/a-rather-long-name\n  holds     1,000\n"
        );
        assert!(written(14).lines().all(|line| line.chars().count() <= 14));
    }

    #[test]
    fn paragraphs_wrap_and_lists_hang() {
        let text = "one two three\n\n1. four five six\n  10. seven eight nine\n";
        let wrapped = "one two three\n\n1. four five six\n  10. seven eight nine\n";
        assert_eq!(hang(text, 40), wrapped);
        let narrow = "one two three four five six\n\n12. seven eight nine ten eleven\n";
        let wrapped = "one two three four five\nsix\n\n12. seven eight nine ten\n    eleven\n";
        assert_eq!(hang(narrow, 24), wrapped);
    }

    #[test]
    fn a_long_command_goes_on_as_a_shell_takes_it() {
        assert_eq!(broken("a bb ccc", 8), ["a bb ccc"]);
        let kept = ["verdict \\", "  --flag \\", "  -p N=4"];
        assert_eq!(broken("verdict --flag -p N=4", 12), kept);
        assert_eq!(
            broken("verdict check a b", 14),
            ["verdict \\", "  check a b"]
        );
    }

    #[test]
    fn lines_are_as_long_as_they_may_be_and_no_longer() {
        assert_eq!(wrap("aa bb cc", 5), ["aa bb", "cc"]);
        assert_eq!(
            wrap("aa  incomprehensible b", 5),
            ["aa", "incomprehensible", "b"]
        );
        assert!(wrap("", 5).is_empty());
    }

    #[test]
    fn numbers_are_grouped_from_the_right() {
        let numbers = [0, 999, 1000, 1_234_567].map(thousands);
        assert_eq!(numbers, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_table_aligns_words_left_and_numbers_right() {
        let mut table = Table::new([
            ("word", Flush::Left),
            ("n", Flush::Right),
            ("", Flush::Left),
        ]);
        table.row(["a".into(), "100".into(), "yes".into()]);
        table.row(["abcdef".into(), "7".into(), "".into()]);
        let mut out = Vec::new();
        table
            .write(&mut anstream::StripStream::new(&mut out))
            .unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "word      n\na       100  yes\nabcdef    7\n");
    }
}
