//! The readings of Fig. 2, as switches, and small errors in it, made on purpose.

/// How the test of lines 29 and 36 is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// `D \ F = {S_i}`.
    Meant,
    /// `D ∩ F = {S_i}`.
    Printed,
}

/// What line 42 finds in `D`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Update {
    /// `UpdateToken` before line 41.
    Meant,
    /// `UpdateToken` after line 41.
    Printed,
}

/// Whom a site monitors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Monitoring {
    /// All of `D`.
    All,
    /// "The closest predecessor in its D that it has not detected to be faulty" (section II.B).
    ClosestOnly,
}

/// When a holder ceases to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handover {
    /// `SafeSendToken` is one step (a crash may still fall between its sends).
    OneStep,
    /// Each send of line 18 is a step, and line 19 comes after the last.
    LineByLine,
}

/// With which count an object is launched that does not exist from the start: a request, a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Launch {
    /// Line 17: one more than the launching site has seen of an object of this name.
    NextCount,
    /// A whole round more than the launching site has seen, so that the object is newer than whatever an earlier
    /// one of the same name has left behind.
    NextRound,
}

/// One reading of Fig. 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// How the test of lines 29 and 36 is read.
    pub test: Test,
    /// What line 42 finds in `D`.
    pub update: Update,
    /// Whom a site monitors.
    pub monitoring: Monitoring,
    /// When a holder ceases to be one.
    pub handover: Handover,
    /// Whether lines 9-11 give the first k successors a copy.
    pub initial_backups: bool,
}

impl Reading {
    /// As the text means it.
    pub const MEANT: Reading = Reading {
        test: Test::Meant,
        update: Update::Meant,
        monitoring: Monitoring::All,
        handover: Handover::OneStep,
        initial_backups: true,
    };
}

/// A small error in the algorithm, made on purpose to see whether a property notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mutant {
    /// Line 23: every message is taken for a new one.
    TakeOldMessages,
    /// Line 19 is missing.
    KeepToken,
    /// Line 18 sends one copy less.
    SendOneLess,
    /// Line 18 sends one copy more.
    SendOneMore,
    /// Lines 29-30 are missing: crashes known before the copy arrives are not acted on.
    IgnoreKnownCrashes,
    /// Line 35 is missing.
    ForgetSuspicion,
    /// Line 36: any crash will do.
    OneCrashSuffices,
    /// Line 39 is missing.
    KeepCount,
    /// Line 39 adds #(D).
    CountOneMore,
    /// Line 25 starts D one site too early.
    WatchOneMore,
    /// Line 43 also tells the successor.
    AnnounceRegeneration,
}

impl Mutant {
    /// Every mutant with its name.
    const ALL: [(Mutant, &str); 11] = [
        (Mutant::TakeOldMessages, "take-old-messages"),
        (Mutant::KeepToken, "keep-token"),
        (Mutant::SendOneLess, "send-one-less"),
        (Mutant::SendOneMore, "send-one-more"),
        (Mutant::IgnoreKnownCrashes, "ignore-known-crashes"),
        (Mutant::ForgetSuspicion, "forget-suspicion"),
        (Mutant::OneCrashSuffices, "one-crash-suffices"),
        (Mutant::KeepCount, "keep-count"),
        (Mutant::CountOneMore, "count-one-more"),
        (Mutant::WatchOneMore, "watch-one-more"),
        (Mutant::AnnounceRegeneration, "announce-regeneration"),
    ];

    /// The names of all mutants, with what each changes.
    pub const NAMES: &[(&str, &str)] = &[
        (
            "take-old-messages",
            "line 23 dropped: every message counts as new",
        ),
        ("keep-token", "line 19 dropped: the sender stays REAL"),
        ("send-one-less", "line 18 sends k messages"),
        ("send-one-more", "line 18 sends k+2 messages"),
        (
            "ignore-known-crashes",
            "lines 29-30 dropped: a copy that arrives is always a BACKUP",
        ),
        ("forget-suspicion", "line 35 dropped: F stays empty"),
        (
            "one-crash-suffices",
            "line 36 weakened: any crash in D regenerates",
        ),
        ("keep-count", "line 39 dropped: count is not advanced"),
        ("count-one-more", "line 39 adds #(D) instead of #(D) - 1"),
        ("watch-one-more", "line 25 starts D one site before S_T"),
        ("announce-regeneration", "line 43 also sends the token on"),
    ];

    /// The mutant of this name.
    pub fn named(name: &str) -> Option<Mutant> {
        let found = Self::ALL.iter().find(|(_, known)| *known == name);
        found.map(|(mutant, _)| *mutant)
    }
}
