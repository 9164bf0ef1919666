//! The exit codes, which are part of the interface: CI reads nothing else.

/// Every verdict is as expected.
pub const AS_EXPECTED: u8 = 0;
/// Wrong usage, or input that cannot be read.
pub const BAD_INPUT: u8 = 2;
/// The reader of standard output went away, as a shell reports it for any tool.
pub const PIPE_CLOSED: u8 = 141;

/// What `--help` says about the codes.
pub const HELP: &str = "\
Exit codes:
   0  every verdict is as expected
   2  wrong usage, or input that cannot be read
  12  a safety claim has another verdict than expected
  13  a liveness claim has another verdict than expected
  20  inconclusive: a search was cut, figures are ambiguous, or a claim has no model, where a decision was expected
  21  vacuous: a success that could not have failed
  22  stale: the model has changed since the result was recorded
If several apply: the first of 12, 13, 21, 20, 22.
A signal ends a check with what was found so far: 129 (HUP), 130 (INT), 143 (TERM).";

/// What can be wrong with a result. In order of precedence: the first class decides the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Surprise {
    /// A safety claim with another verdict than expected.
    Safety,
    /// A liveness claim with another verdict than expected.
    Liveness,
    /// A success that could not have failed.
    Vacuous,
    /// No decision where one was expected.
    Inconclusive,
    /// A result of another version of the model.
    Stale,
}

impl Surprise {
    /// The exit code of this class.
    pub fn code(self) -> u8 {
        match self {
            Surprise::Safety => 12,
            Surprise::Liveness => 13,
            Surprise::Inconclusive => 20,
            Surprise::Vacuous => 21,
            Surprise::Stale => 22,
        }
    }
}

/// The exit code for all results together.
pub fn code(surprises: impl IntoIterator<Item = Surprise>) -> u8 {
    let first = surprises.into_iter().min();
    first.map_or(AS_EXPECTED, Surprise::code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_class_in_order_of_precedence_decides() {
        use Surprise::*;
        let mut classes = vec![Stale, Inconclusive, Vacuous, Liveness, Safety];
        let mut codes = Vec::new();
        while !classes.is_empty() {
            codes.push(code(classes.iter().copied()));
            classes.pop();
        }
        assert_eq!(codes, [12, 13, 21, 20, 22]);
        assert_eq!(code([]), 0);
    }

    #[test]
    fn help_names_every_code() {
        for surprise in [
            Surprise::Safety,
            Surprise::Liveness,
            Surprise::Vacuous,
            Surprise::Inconclusive,
            Surprise::Stale,
        ] {
            let line = format!("\n  {}  ", surprise.code());
            assert!(HELP.contains(&line), "{surprise:?}");
        }
    }
}
