//! Text as HTML.

use std::fmt::Write;

/// Text with its markup escaped, for elements and for quoted attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// JSON within a script element: nothing in it can end the element.
pub(crate) fn json(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string(value).expect("a page is plain data");
    text.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// Words as part of an address.
pub(crate) fn percent(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                encoded.push(byte.into());
            }
            _ => write!(encoded, "%{byte:02X}").expect("writing to a string cannot fail"),
        }
    }
    encoded
}

/// What [`percent`] made of some words; a `+` is a space.
pub(crate) fn unpercent(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                let digits = std::str::from_utf8(&digits).ok()?.to_owned();
                u8::from_str_radix(&digits, 16).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

/// A file name of these words: nothing that a path means is left in it.
pub(crate) fn file_name(words: &str) -> String {
    let plain = |c: char| match c.is_ascii_alphanumeric() || "-._".contains(c) {
        true => c,
        false => '-',
    };
    words.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escapes() {
        assert_eq!(escape("<a b='\"&'>"), "&lt;a b=&#39;&quot;&amp;&#39;&gt;");
        assert!(!json(&"</script><!--").contains('<'));
        assert_eq!(
            unpercent(&percent("deliver <é> a+b")).as_deref(),
            Some("deliver <é> a+b")
        );
        assert_eq!(unpercent("%zz"), None);
        assert_eq!(unpercent("%f"), None);
        assert_eq!(file_name("../a b/c"), "..-a-b-c");
    }
}
