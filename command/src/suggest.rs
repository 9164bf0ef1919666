//! "Did you mean": the known name nearest to one that is not known.

/// Names less alike than this are not worth suggesting.
const ALIKE: f64 = 0.55;

/// Longer than any name there is.
const LONGEST: usize = 200;

/// The candidate nearest to `given`, if any is near.
///
/// A part of a path counts as the path: `unique-real` is near to `ring/unique-real`.
pub fn nearest<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Whoever gives a longer name has not mistyped one, and to compare it would take long.
    if given.len() > LONGEST {
        return None;
    }
    let given = given.to_lowercase();
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        let likeness = likeness(&given, &candidate.to_lowercase());
        if likeness >= ALIKE && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn likeness(given: &str, candidate: &str) -> f64 {
    let whole = strsim::normalized_damerau_levenshtein(given, candidate);
    let last = candidate.rsplit('/').next().unwrap_or(candidate);
    // Slightly less than the whole, so that among equals the full name wins.
    let part = 0.99 * strsim::normalized_damerau_levenshtein(given, last);
    let unfinished = if given.len() >= 3 && candidate.starts_with(given) {
        0.9
    } else {
        0.0
    };
    whole.max(part).max(unfinished)
}

/// The end of an error message: `; did you mean ...?`, or nothing.
pub fn did_you_mean<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(given, candidates) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: [&str; 4] = [
        "ring",
        "ring/unique-real",
        "ring/never-lost",
        "naimi/one-token",
    ];

    #[test]
    fn a_misspelt_an_unfinished_and_a_bare_name_are_recognised() {
        for given in ["ring/uniqe-real", "ring/uniq", "unique-real", "Unique-Real"] {
            assert_eq!(nearest(given, IDS), Some("ring/unique-real"), "{given}");
        }
        assert_eq!(nearest("rign", IDS), Some("ring"));
    }

    #[test]
    fn nothing_is_suggested_for_something_else_entirely() {
        assert_eq!(nearest("weather/tomorrow", IDS), None);
        assert_eq!(nearest("", IDS), None);
        assert_eq!(nearest(&"ring/never-lost".repeat(100_000), IDS), None);
    }
}
