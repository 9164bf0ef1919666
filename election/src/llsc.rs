//! Sanz Marco, "Fault Tolerance for Stream Programs on Parallel Platforms", Algorithm 4, lines 11 to 14: a CAS made of a
//! load that links and a store that only succeeds while the link lasts.

/// How lines 12 to 14 are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// As extracted: the store is attempted if `LL(p)` differs from `old`.
    IfDifferent,
    /// As meant: if they are equal.
    IfEqual,
    /// The repair: as meant, and again from line 12 if the store fails.
    Again,
}

/// What `CAS(p, old, new)` does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Line 12: `LL(p)`.
    Load,
    /// Line 13: `SC(p, new)`.
    Store,
    /// It returns.
    Return(bool),
}

impl Reading {
    /// After `LL(p)` has returned this value.
    pub fn after_load<T: PartialEq>(self, value: T, old: T) -> Step {
        let stores = match self {
            Reading::IfDifferent => value != old,
            Reading::IfEqual | Reading::Again => value == old,
        };
        if stores {
            Step::Store
        } else {
            Step::Return(false)
        } // lines 13 and 14
    }

    /// After `SC(p, new)` has stored, or not.
    pub fn after_store(self, stored: bool) -> Step {
        match self {
            Reading::Again if !stored => Step::Load,
            _ => Step::Return(stored),
        }
    }
}
