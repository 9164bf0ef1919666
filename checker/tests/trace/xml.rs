//! Just enough of an XML reader to tell whether a document is well-formed.

/// Panics with the reason if the text is not one well-formed element; returns the attributes of every
/// element, as (element, attribute, value).
pub fn attributes(document: &str) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = document.trim_end();
    assert!(rest.starts_with('<'), "starts with an element");
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start]);
        let end = rest[start..].find('>').expect("every tag ends") + start;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "elements close in order");
            if open.is_empty() {
                assert_eq!(rest, "", "nothing after the one element");
            }
            continue;
        }
        let (tag, empty) = tag
            .strip_suffix('/')
            .map_or((tag, false), |tag| (tag, true));
        let (name, mut list) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        assert!(
            !name.is_empty() && name.chars().all(char::is_alphanumeric),
            "a name: {name:?}"
        );
        while let Some((key, value)) = list.split_once("=\"") {
            let (value, others) = value.split_once('"').expect("a value ends");
            check_text(value);
            found.push((name.to_owned(), key.trim().to_owned(), value.to_owned()));
            list = others;
        }
        assert_eq!(list.trim(), "", "only attributes in a tag");
        if !empty {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "still open: {open:?}");
    found
}

fn check_text(text: &str) {
    let legal = |c: char| matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(
        text.chars().all(legal),
        "characters that XML has not: {text:?}"
    );
    for entity in text.split('&').skip(1) {
        let name = entity.split(';').next().unwrap_or("");
        assert!(
            ["amp", "lt", "gt", "quot"].contains(&name),
            "an entity: {name:?}"
        );
    }
}
