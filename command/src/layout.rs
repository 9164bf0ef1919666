//! Text in a window of 100 columns: wrapped paragraphs, labelled fields, tables.

use crate::style::{self, paint};
use anstyle::Style;
use std::io::{self, Write};

/// The width of everything.
pub const WIDTH: usize = 100;
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
    field_lines(out, label, &wrap(text, WIDTH - FIELD_INDENT))
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

/// A field that is a list of names with their meanings.
pub fn field_pairs(out: &mut dyn Write, label: &str, pairs: &[(String, String)]) -> io::Result<()> {
    let names = pairs.iter().map(|(name, _)| columns(name)).max();
    let indent = names.unwrap_or(0) + 2;
    let mut lines = Vec::new();
    for (name, meaning) in pairs {
        let mut meaning = wrap(meaning, WIDTH - FIELD_INDENT - indent).into_iter();
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

    /// Shortens the last column so that the table fits into [`WIDTH`].
    pub fn fit(&mut self) {
        let Some(last) = self.titles.len().checked_sub(1) else {
            return;
        };
        let widths = self.widths();
        let used: usize = widths[..last].iter().map(|width| width + 2).sum();
        for row in &mut self.rows {
            if let Some(cell) = row.get_mut(last) {
                cell.text = shorten(&cell.text, WIDTH.saturating_sub(used).max(10));
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

    /// Writes the table, without spaces at the ends of its lines.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let widths = self.widths();
        let titles: Vec<Cell> = self
            .titles
            .iter()
            .map(|(title, _)| Cell::styled(title, style::FAINT))
            .collect();
        for row in std::iter::once(&titles).chain(&self.rows) {
            let mut line = String::new();
            // Spaces are written only in front of something.
            let mut owed = 0;
            for (index, cell) in row.iter().enumerate() {
                let padding = widths[index] - columns(&cell.text);
                let (before, after) = match self.titles[index].1 {
                    Flush::Left => (0, padding),
                    Flush::Right => (padding, 0),
                };
                if !cell.text.is_empty() {
                    line.push_str(&" ".repeat(owed + before));
                    line.push_str(&paint(cell.style, &cell.text));
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

#[cfg(test)]
mod tests {
    use super::*;

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
