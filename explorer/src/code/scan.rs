//! Functions and the arms of their matches, found in text.
//!
//! This reads layout rather than grammar: it takes what rustfmt has written. Where it is mistaken, lines are shown that do not
//! belong to a step, or none; nothing is decided by it.

use super::Lines;
use std::collections::BTreeSet;

/// How many lines are shown of a function, and of an arm.
const OF_A_FUNCTION: usize = 32;
const OF_AN_ARM: usize = 18;
/// The longest head of an arm, in lines.
const HEAD: usize = 8;

/// A function.
pub(super) struct Function {
    pub(super) file: String,
    pub(super) name: String,
    /// Whether it can change anything: by its signature.
    pub(super) acts: bool,
    first: usize,
    text: String,
    arms: Vec<Arm>,
}

/// An arm of a match, or a `let` that takes one variant.
pub(super) struct Arm {
    /// The variants in its pattern.
    variants: Vec<String>,
    first: usize,
    text: String,
    /// What is called in it.
    pub(super) calls: Vec<String>,
}

impl Function {
    pub(super) fn arms_for(&self, names: &BTreeSet<String>) -> impl Iterator<Item = &Arm> {
        self.arms.iter().filter(|arm| {
            let mut variants = arm.variants.iter();
            variants.any(|variant| names.contains(&super::plain(variant)))
        })
    }

    /// The variants of the arms that say a word at the beginning of a text.
    pub(super) fn called(&self, word: &str) -> impl Iterator<Item = &String> {
        let said = self.arms.iter().filter(|arm| says(&arm.text, word));
        said.flat_map(|arm| &arm.variants)
    }

    pub(super) fn lines(&self) -> Lines {
        lines(&self.file, self.first, &self.text, OF_A_FUNCTION)
    }
}

impl Arm {
    pub(super) fn lines(&self, file: &str) -> Lines {
        lines(file, self.first, &self.text, OF_AN_ARM)
    }
}

fn lines(file: &str, first: usize, text: &str, most: usize) -> Lines {
    let all: Vec<&str> = text.lines().collect();
    let shown = &all[..all.len().min(most)];
    let indents = shown.iter().filter(|line| !line.trim().is_empty());
    let indent = indents
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let mut text: Vec<&str> = shown
        .iter()
        .map(|line| line.get(indent..).unwrap_or(""))
        .collect();
    let more = format!("// {} more lines", all.len() - shown.len());
    if all.len() > shown.len() {
        text.push(&more);
    }
    Lines {
        file: file.to_owned(),
        line: first + 1,
        text: text.join("\n"),
    }
}

/// Whether a literal in the text begins with this word and nothing longer.
fn says(text: &str, word: &str) -> bool {
    let start = format!("\"{word}");
    text.match_indices(&start).any(|(at, _)| {
        let next = text[at + start.len()..].chars().next();
        next.is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_')
    })
}

/// The functions of a file, without its tests.
pub(super) fn functions(file: &str, text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    // Tests stand at the end, unless they are in a file of their own.
    let of_tests = |pair: &[&str]| {
        pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod ") && pair[1].ends_with('{')
    };
    let end = lines.windows(2).position(of_tests);
    let lines = &lines[..end.unwrap_or(lines.len())];
    let depths = depths(lines);
    let mut functions = Vec::new();
    for at in 0..lines.len() {
        let Some(name) = declared(lines[at]) else {
            continue;
        };
        let Some(last) = block(lines, &depths, at) else {
            continue;
        };
        let body = (at..=last).find(|line| code(lines[*line]).ends_with('{'));
        let signature = lines[at..=body.unwrap_or(at)].join(" ");
        let first = with_remarks(lines, at);
        functions.push(Function {
            file: file.to_owned(),
            name: name.to_owned(),
            acts: ["&mut ", "Cow<", "Out<", "-> Option<Self::State>"]
                .iter()
                .any(|sign| signature.contains(sign)),
            first,
            text: lines[first..=last].join("\n"),
            arms: arms(lines, &depths, at, last),
        });
    }
    functions
}

/// The name of the function that a line declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) => rest.trim_start_matches(|c| c != ' ').trim_start(),
        None => line,
    };
    let line = line.strip_prefix("const ").unwrap_or(line);
    let rest = line.strip_prefix("fn ")?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    Some(&rest[..end])
}

/// The remarks and attributes above a line belong to it.
fn with_remarks(lines: &[&str], at: usize) -> usize {
    let above = lines[..at].iter().rev();
    at - above
        .take_while(|line| {
            line.trim_start().starts_with("//") || line.trim_start().starts_with("#[")
        })
        .count()
}

/// A line without its remark and without the insides of its texts.
fn code(line: &str) -> String {
    let mut out = String::new();
    let mut characters = line.chars().peekable();
    let mut inside = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' if inside => drop(characters.next()),
            '"' => inside = !inside,
            '/' if !inside && characters.peek() == Some(&'/') => break,
            '\'' if !inside && matches!(characters.peek(), Some('{' | '}' | '"')) => {
                characters.next();
                characters.next();
            }
            other if !inside => out.push(other),
            _ => {}
        }
    }
    out.trim_end().to_owned()
}

/// How deep in brackets of any kind each line ends.
fn depths(lines: &[&str]) -> Vec<i32> {
    let mut depth = 0;
    let depth_after = |line: &&str| {
        for character in code(line).chars() {
            depth += match character {
                '{' | '(' | '[' => 1,
                '}' | ')' | ']' => -1,
                _ => 0,
            };
        }
        depth
    };
    lines.iter().map(depth_after).collect()
}

fn depth_before(depths: &[i32], at: usize) -> i32 {
    at.checked_sub(1).map_or(0, |before| depths[before])
}

/// The last line of the item that begins here, if it has a body.
fn block(lines: &[&str], depths: &[i32], at: usize) -> Option<usize> {
    let outside = depth_before(depths, at);
    let last = (at..lines.len())
        .find(|line| depths[*line] <= outside && code(lines[*line]).ends_with(['}', ';', ',']))?;
    code(lines[last]).ends_with('}').then_some(last)
}

fn arms(lines: &[&str], depths: &[i32], first: usize, last: usize) -> Vec<Arm> {
    let mut arms = Vec::new();
    for at in first + 1..=last {
        let Some(head) = head(lines, at, last) else {
            continue;
        };
        let variants = variants(&head.pattern);
        if variants.is_empty() {
            continue;
        }
        let outside = depth_before(depths, at);
        let end = (head.last..=last).find(|line| depths[*line] <= outside);
        let end = end.unwrap_or(head.last);
        let first = with_remarks(lines, at);
        let text = lines[first..=end].join("\n");
        // What is called in a long arm stands beside what else it does, and need not be shown.
        let calls = match end - at < HEAD {
            true => calls(&text),
            false => Vec::new(),
        };
        arms.push(Arm {
            variants,
            first,
            text,
            calls,
        });
    }
    arms
}

struct Head {
    pattern: String,
    last: usize,
}

/// The pattern that begins on a line, if one does.
fn head(lines: &[&str], at: usize, last: usize) -> Option<Head> {
    let line = code(lines[at]);
    let start = line.trim_start();
    let binds = ["let ", "if let ", "} else if let "];
    let bound = binds.iter().find_map(|word| start.strip_prefix(word));
    if let Some(bound) = bound {
        let (pattern, _) = bound.split_once(" = ")?;
        return Some(Head {
            pattern: pattern.to_owned(),
            last: at,
        });
    }
    if let Some((pattern, _)) = start.split_once("=>") {
        return Some(Head {
            pattern: pattern.to_owned(),
            last: at,
        });
    }
    // A pattern over several lines begins with a path and nothing else.
    let is_path = start.starts_with(|c: char| c.is_uppercase() || c == '(' || c == '|');
    if !is_path || start.ends_with([';', ',']) {
        return None;
    }
    let mut pattern = start.to_owned();
    let head = lines.iter().enumerate().take(last.min(at + HEAD) + 1);
    for (line, text) in head.skip(at + 1) {
        let text = code(text);
        if let Some((rest, _)) = text.split_once("=>") {
            pattern += rest;
            return Some(Head {
                pattern,
                last: line,
            });
        }
        if text.ends_with(';') {
            return None;
        }
        pattern += &text;
    }
    None
}

/// The last parts of the paths in a pattern.
fn variants(pattern: &str) -> Vec<String> {
    let pattern = pattern.split(" if ").next().unwrap_or_default();
    let paths = pattern.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    let paths = paths.filter(|path| path.contains("::"));
    let last = paths.filter_map(|path| path.rsplit("::").next());
    let variants = last.filter(|name| name.starts_with(char::is_uppercase));
    variants.map(str::to_owned).collect()
}

fn calls(text: &str) -> Vec<String> {
    let mut calls = Vec::new();
    for line in text.lines() {
        let line = code(line);
        for (at, _) in line.match_indices('(') {
            let before = &line[..at];
            let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_');
            let name = &before[start.map_or(0, |start| start + 1)..];
            if name.starts_with(char::is_lowercase) && !calls.iter().any(|known| known == name) {
                calls.push(name.to_owned());
            }
        }
    }
    calls
}
