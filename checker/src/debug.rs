//! States for people to look at, by their `Debug`: the fields of a struct become variables of a trace.
//!
//! Whoever derives `Debug` has readable traces. What cannot be taken apart, because somebody wrote `Debug` by hand, is
//! shown as the text it is.

use serde_json::{Map, Value, json};
use std::fmt::Debug;

/// A value, taken apart.
pub fn value(of: &impl Debug) -> Value {
    let text = format!("{of:?}");
    let mut parser = Parser { rest: &text };
    match parser.value() {
        Some(value) if parser.rest.trim().is_empty() => value,
        _ => Value::String(text),
    }
}

/// A value, taken apart; of a struct its fields. `Debug` tells a struct from the variant of an enum by the name alone, which
/// for a struct is that of its type.
pub fn fields<T: Debug>(of: &T) -> Value {
    let path = std::any::type_name::<T>()
        .split('<')
        .next()
        .unwrap_or_default();
    let own = path.rsplit("::").next().unwrap_or_default();
    match value(of) {
        Value::Object(mut whole) if whole.len() == 1 => match whole.remove(own) {
            Some(fields @ Value::Object(_)) => fields,
            Some(inside) => json!({ own: inside }),
            None => Value::Object(whole),
        },
        other => other,
    }
}

/// The variables of a state: the fields of a struct, or the whole of it as `state`.
pub fn variables<T: Debug>(of: &T) -> Map<String, Value> {
    match fields(of) {
        Value::Object(fields) if !fields.keys().any(|name| name.starts_with('#')) => fields,
        other => Map::from_iter([("state".to_owned(), other)]),
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn value(&mut self) -> Option<Value> {
        self.skip();
        let first = self.rest.chars().next()?;
        match first {
            '"' => serde_json::from_str(self.quoted('"')?).ok(),
            '\'' => Some(json!(self.quoted('\'')?.trim_matches('\''))),
            '[' => self.items('[', ']').map(Value::Array),
            '(' => self.items('(', ')').map(tuple),
            '{' => self.braces(),
            c if c.is_ascii_digit() || c == '-' => self.number(),
            c if c.is_alphabetic() || c == '_' => self.named(),
            _ => None,
        }
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, c: char) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// A string or a character, with its quotes.
    fn quoted(&mut self, quote: char) -> Option<&'a str> {
        let mut escaped = false;
        let end = self.rest.char_indices().skip(1).find(|(_, c)| {
            let ends = *c == quote && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        });
        end.map(|(at, _)| self.take(at + 1))
    }

    fn word(&mut self) -> &'a str {
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        self.take(end.unwrap_or(self.rest.len()))
    }

    fn number(&mut self) -> Option<Value> {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_digit() && !"+-.eE".contains(c));
        let text = self.take(end.unwrap_or(self.rest.len()));
        let whole = serde_json::from_str::<i64>(text).map(Value::from);
        // Traces have no fractions: they are shown as the text they are.
        Some(whole.unwrap_or_else(|_| json!(text)))
    }

    fn items(&mut self, open: char, close: char) -> Option<Vec<Value>> {
        let mut items = Vec::new();
        let opened = self.eat(open);
        while opened && !self.eat(close) {
            items.push(self.value()?);
            if !self.eat(',') && !self.rest.starts_with(close) {
                return None;
            }
        }
        opened.then_some(items)
    }

    /// A set or a map.
    fn braces(&mut self) -> Option<Value> {
        let (mut items, mut pairs) = (Vec::new(), Vec::new());
        self.eat('{');
        while !self.eat('}') {
            let item = self.value()?;
            if self.eat(':') {
                pairs.push(json!([item, self.value()?]));
            } else {
                items.push(item);
            }
            if !self.eat(',') && !self.rest.starts_with('}') {
                return None;
            }
        }
        match (items.is_empty(), pairs.is_empty()) {
            (_, true) => Some(json!({ "#set": items })),
            (true, false) => Some(json!({ "#map": pairs })),
            (false, false) => None,
        }
    }

    /// A struct, a tuple struct or the variant of an enum.
    fn named(&mut self) -> Option<Value> {
        let name = self.word();
        self.skip();
        match (name, self.rest.chars().next()) {
            ("true" | "false", _) => Some(json!(name == "true")),
            ("Some" | "Id", Some('(')) => self.items('(', ')')?.pop(),
            (_, Some('(')) => {
                let mut items = self.items('(', ')')?;
                let inside = if items.len() == 1 {
                    items.pop()?
                } else {
                    tuple(items)
                };
                Some(json!({ name: inside }))
            }
            (_, Some('{')) => Some(json!({ name: self.fields()? })),
            _ => Some(json!(name)),
        }
    }

    fn fields(&mut self) -> Option<Value> {
        let mut fields = Map::new();
        self.eat('{');
        while !self.eat('}') {
            self.skip();
            let name = self.word().to_owned();
            if name.is_empty() || !self.eat(':') {
                return None;
            }
            fields.insert(name, self.value()?);
            if !self.eat(',') && !self.rest.starts_with('}') {
                return None;
            }
        }
        Some(Value::Object(fields))
    }
}

fn tuple(items: Vec<Value>) -> Value {
    json!({ "#tup": items })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[derive(Debug)]
    #[allow(dead_code)]
    enum Phase {
        Working,
        Prepared(u8),
        Aborted { by: Option<u8> },
    }

    #[derive(Debug)]
    #[allow(dead_code)]
    struct State {
        phases: Vec<Phase>,
        told: BTreeSet<u8>,
        clock: BTreeMap<char, i32>,
        note: String,
        pair: (bool, ()),
    }

    #[test]
    fn a_derived_state_becomes_variables() {
        let state = State {
            phases: vec![
                Phase::Working,
                Phase::Prepared(2),
                Phase::Aborted { by: Some(1) },
            ],
            told: BTreeSet::from([1, 2]),
            clock: BTreeMap::from([('a', -3)]),
            note: "it's \"so\", {braces}".to_owned(),
            pair: (true, ()),
        };
        let expected = json!({
            "phases": ["Working", { "Prepared": 2 }, { "Aborted": { "by": 1 } }],
            "told": { "#set": [1, 2] },
            "clock": { "#map": [["a", -3]] },
            "note": "it's \"so\", {braces}",
            "pair": { "#tup": [true, { "#tup": [] }] },
        });
        assert_eq!(Value::Object(variables(&state)), expected);
    }

    #[test]
    fn what_is_no_struct_is_one_variable() {
        assert_eq!(
            variables(&7),
            *json!({ "state": 7 }).as_object().expect("a record")
        );
        assert_eq!(
            fields(&Phase::Aborted { by: None }),
            json!({ "Aborted": { "by": "None" } })
        );
        assert_eq!(value(&format_args!("<{}>", 1)), json!("<1>"));
    }

    proptest! {
        /// Whatever somebody's `Debug` prints, it is shown.
        #[test]
        fn any_text_is_shown(text in "[ -~]{0,40}") {
            struct ByHand(String);
            impl Debug for ByHand {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str(&self.0)
                }
            }
            value(&ByHand(text));
        }
    }
}
