//! What was found, in an error: as much of it as a reader can use, however long it is.

/// More characters than these tell nothing more.
const SHOWN: usize = 200;

/// The text, or its beginning.
pub(super) fn brief(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}... ({} bytes)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}
