//! Content hashes: which text a result belongs to.
//!
//! A result is stale once the source that defines its model has changed. Comments, layout and tests do
//! not define it, so they are left out of the hash: what remains are the tokens that the compiler sees.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A hash over parts of text, in order. Parts do not run together: `ab, c` and `a, bc` differ.
#[derive(Clone, Default)]
pub struct ContentHash(Sha256);

impl ContentHash {
    /// An empty hash.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a part, to the letter.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
        self
    }

    /// Adds Rust source without its comments, layout and tests.
    pub fn source(&mut self, source: &str) -> &mut Self {
        self.0.update(digest_of_source(source));
        self
    }

    /// The hash, as 32 hexadecimal digits.
    pub fn finish(self) -> String {
        let digest = self.0.finalize();
        let digits = digest.iter().take(16).map(|byte| format!("{byte:02x}"));
        digits.collect()
    }
}

/// A hash over the tokens that define a piece of Rust. The same files define hundreds of cases, so each
/// is taken apart once.
fn digest_of_source(source: &str) -> [u8; 32] {
    static KNOWN: Mutex<BTreeMap<String, [u8; 32]>> = Mutex::new(BTreeMap::new());
    const UNPOISONED: &str = "nothing panics while the lock is held";
    if let Some(known) = KNOWN.lock().expect(UNPOISONED).get(source) {
        return *known;
    }
    let mut tokens = ContentHash::new();
    for token in defining_tokens(source) {
        tokens.text(&token);
    }
    let digest: [u8; 32] = tokens.0.finalize().into();
    let mut known = KNOWN.lock().expect(UNPOISONED);
    known.insert(source.to_owned(), digest);
    digest
}

/// The tokens of a piece of Rust, without items under `#[cfg(test)]`, and without commas that end a list,
/// for those come and go with the layout.
fn defining_tokens(source: &str) -> Vec<String> {
    const TEST_ONLY: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut lexer = Lexer { rest: source };
    let mut tokens: Vec<String> = Vec::new();
    while let Some(token) = lexer.token() {
        if is_one_of(&token, ")]}") && tokens.last().is_some_and(|last| last == ",") {
            tokens.pop();
        }
        tokens.push(token);
        let end = &tokens[tokens.len().saturating_sub(TEST_ONLY.len())..];
        if end.iter().map(String::as_str).eq(TEST_ONLY) {
            tokens.truncate(tokens.len() - TEST_ONLY.len());
            lexer.skip_item();
        }
    }
    tokens
}

fn is_one_of(token: &str, any: &str) -> bool {
    token.len() == 1 && any.contains(token)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Takes source apart, as far as comments and strings have to be told from the rest.
struct Lexer<'a> {
    rest: &'a str,
}

impl<'a> Lexer<'a> {
    fn token(&mut self) -> Option<String> {
        self.skip_layout();
        let first = self.rest.chars().next()?;
        if first == '"' {
            return Some(self.string());
        }
        if let Some(raw) = self.raw_string() {
            return Some(raw.to_owned());
        }
        let length = match first {
            '\'' => self.quoted(),
            c if is_word(c) => self.word(0),
            c => c.len_utf8(),
        };
        Some(self.take(length).to_owned())
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    fn skip_layout(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.starts_with("//") {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.take(end);
            } else if self.rest.starts_with("/*") {
                self.skip_block_comment();
            } else {
                return;
            }
        }
    }

    /// Block comments nest.
    fn skip_block_comment(&mut self) {
        let mut depth = 0;
        loop {
            let length = if self.rest.starts_with("/*") {
                depth += 1;
                2
            } else if self.rest.starts_with("*/") {
                depth -= 1;
                2
            } else {
                match self.rest.chars().next() {
                    Some(c) => c.len_utf8(),
                    None => return,
                }
            };
            self.take(length);
            if depth == 0 {
                return;
            }
        }
    }

    /// A string, without the line breaks that `\` takes out of it.
    fn string(&mut self) -> String {
        let mut string = self.take(1).to_owned();
        while let Some(c) = self.rest.chars().next() {
            let after = self.rest[c.len_utf8()..].chars().next();
            match (c, after) {
                ('\\', Some('\n' | '\r')) => {
                    self.take(1);
                    self.rest = self.rest.trim_start();
                }
                ('\\', Some(escaped)) => string += self.take(1 + escaped.len_utf8()),
                _ => string += self.take(c.len_utf8()),
            }
            if c == '"' {
                break;
            }
        }
        string
    }

    /// `r"..."`, `br#"..."#` and the like.
    fn raw_string(&mut self) -> Option<&'a str> {
        let prefix = ["r", "br", "cr"].into_iter().find(|prefix| {
            let behind = self.rest.strip_prefix(prefix);
            behind.is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
        })?;
        let behind = &self.rest[prefix.len()..];
        let hashes = behind.len() - behind.trim_start_matches('#').len();
        let opening = prefix.len() + hashes + 1;
        let closing = format!("\"{}", "#".repeat(hashes));
        let length = match self.rest[opening..].find(&closing) {
            Some(at) => opening + at + closing.len(),
            None => self.rest.len(),
        };
        Some(self.take(length))
    }

    /// The length of a character in quotes, or of a lifetime.
    fn quoted(&self) -> usize {
        let mut chars = self.rest.char_indices().skip(1);
        match (chars.next(), chars.next()) {
            (Some((_, '\\')), Some((at, escaped))) => {
                let behind = at + escaped.len_utf8();
                let closing = self.rest[behind..].find('\'');
                closing.map_or(self.rest.len(), |more| behind + more + 1)
            }
            (Some(_), Some((at, '\''))) => at + 1,
            _ => self.word(1),
        }
    }

    /// The end of the word that begins at `from`.
    fn word(&self, from: usize) -> usize {
        let end = self.rest[from..].find(|c| !is_word(c));
        end.map_or(self.rest.len(), |end| from + end)
    }

    /// Skips an item: up to its semicolon, or to the end of its body.
    fn skip_item(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.token() {
            if is_one_of(&token, "([{") {
                depth += 1;
            } else if is_one_of(&token, ")]}") {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 && is_one_of(&token, ";}") {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(source: &str) -> String {
        let mut hash = ContentHash::new();
        hash.source(source);
        hash.finish()
    }

    const GUARD: &str =
        "fn old(&self) -> bool { self.count >= msg.count && !self.is('x', \"a b\") }";

    #[test]
    fn comments_layout_and_tests_do_not_count() {
        let same = [
            "/// Line 23.\nfn old(&self) -> bool {\n    self.count >= msg.count // line 23\n        && !self.is('x', \"a b\")\n}\n",
            "//! Header: don't \"mind\".\nfn old(&self) -> bool { self.count /* <= /* no */ */ >= msg.count && !self.is('x', \"a b\",) }",
            "fn old(&self) -> bool { self.count >= msg.count && !self.is('x', \"a \\\n       b\") }",
            "fn old(&self) -> bool { self.count >= msg.count && !self.is('x', \"a b\") }\r\n#[cfg(test)]\r\nmod tests { fn f() { g('{'); } }",
            "#[cfg(test)] mod tests;\nfn old(&self) -> bool { self.count >= msg.count && !self.is('x', \"a b\") }",
        ];
        for source in same {
            assert_eq!(defining_tokens(source), defining_tokens(GUARD), "{source}");
            assert_eq!(of(source), of(GUARD));
        }
    }

    #[test]
    fn everything_else_counts() {
        let different = [
            GUARD.replace(">=", ">"),
            GUARD.replace("&&", "||"),
            GUARD.replace('!', ""),
            GUARD.replace("a b", "ab"),
            GUARD.replace("a b", "a // b"),
            GUARD.replace("'x'", "'/'"),
            GUARD.replace("'x'", "'\\''"),
            GUARD.replace("'x'", "r#\"x\"#"),
            format!("{GUARD} fn more() {{}}"),
        ];
        let mut seen = vec![of(GUARD)];
        for source in different {
            assert!(!seen.contains(&of(&source)), "{source}");
            seen.push(of(&source));
        }
    }

    #[test]
    fn strings_characters_and_lifetimes_are_told_apart() {
        let source = r####"fn f<'a>(x: &'a str) -> char { g("// no \" comment", r#"/* " */"#, b'\'', '"', 'x') }"####;
        let tokens = defining_tokens(source);
        for whole in [
            "'a",
            "\"// no \\\" comment\"",
            "r#\"/* \" */\"#",
            "'\\''",
            "'\"'",
            "'x'",
        ] {
            assert!(tokens.contains(&whole.to_owned()), "{whole} in {tokens:?}");
        }
        assert_eq!(tokens.last().map(String::as_str), Some("}"));
    }

    #[test]
    fn parts_do_not_run_together() {
        let hash = |parts: &[&str]| {
            let mut hash = ContentHash::new();
            for part in parts {
                hash.text(part);
            }
            hash.finish()
        };
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["a"]), hash(&["a", ""]));
        assert_eq!(hash(&["a"]).len(), 32);
    }

    proptest! {
        /// Whatever the text is, taking it apart ends.
        #[test]
        fn any_text_can_be_hashed(text in "[ -~\n\u{e9}]{0,80}") {
            of(&text);
        }
    }
}
