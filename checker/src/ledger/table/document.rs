//! The place of a table in a document.

/// Where a table begins in a document.
pub const BEGIN: &str = "<!-- verdicts:begin -->";
/// Where it ends.
pub const END: &str = "<!-- verdicts:end -->";

/// Why a table has no place in a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkerError {
    /// A marker is not there.
    #[error("there is no line `{0}`; the table goes between `{BEGIN}` and `{END}`")]
    Missing(&'static str),
    /// A marker is there more than once.
    #[error("the line `{0}` is there more than once; expected one place for the table")]
    Repeated(&'static str),
    /// The end comes first.
    #[error("`{END}` comes before `{BEGIN}`; expected the other way round")]
    Reversed,
}

/// The document with `table` between its two markers, in place of what was there.
pub fn put_into(document: &str, table: &str) -> Result<String, MarkerError> {
    let place = |marker: &'static str| {
        let mut places = document.match_indices(marker).map(|(at, _)| at);
        match (places.next(), places.next()) {
            (None, _) => Err(MarkerError::Missing(marker)),
            (Some(at), None) => Ok(at),
            (Some(_), Some(_)) => Err(MarkerError::Repeated(marker)),
        }
    };
    let (begin, end) = (place(BEGIN)? + BEGIN.len(), place(END)?);
    if end < begin {
        return Err(MarkerError::Reversed);
    }
    let (before, after) = (&document[..begin], &document[end..]);
    // A blank line on both sides, or Markdown takes the table for a part of the comment.
    Ok(format!("{before}\n\n{}\n\n{after}", table.trim_end()))
}
