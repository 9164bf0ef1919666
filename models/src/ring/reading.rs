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
    /// Each send of line 18 is a step, and line 19 comes after the last. "There is one process per node": a token or a
    /// copy that arrives meanwhile waits until line 21.
    LineByLine,
    /// The same, but a token or a copy that arrives meanwhile is received at once; what line 18 sends was made before.
    Interrupted,
}

/// Which sites a site monitors, by when `updateDetection` is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpdateDetection {
    /// Whenever `D` changes: "in all cases, it updates the set of sites it must monitor".
    InAllCases,
    /// In lines 15, 21 and 33 of the figure, the last of which is printed under `else`: who becomes a holder goes on
    /// monitoring whom it did.
    WherePrinted,
}

/// Who makes the test of line 36.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tested {
    /// A site with a copy: `UseBackup` "changes S_i's token variable from BACKUP to REAL".
    ByBackups,
    /// Every site, as printed. A holder has `D = {S_i}`, so that it passes.
    ByAll,
}

/// What a site is that comes back after a crash, where that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Back {
    /// It starts anew, with lines 3-15.
    Anew,
    /// It knows nothing: no token, no copy, no count, nobody to monitor.
    Empty,
}

/// How large k may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// k < N - 1, as section II demands.
    AsDemanded,
    /// k = N - 1: a site is its own successor of order k + 1.
    OneMore,
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
    /// Whom `updateDetection` makes it monitor.
    pub update_detection: UpdateDetection,
    /// Who makes the test of line 36.
    pub tested: Tested,
    /// What a site is that comes back.
    pub back: Back,
    /// How large k may be.
    pub bound: Bound,
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
        update_detection: UpdateDetection::InAllCases,
        tested: Tested::ByBackups,
        back: Back::Anew,
        bound: Bound::AsDemanded,
        initial_backups: true,
    };
}

verdict_checker::mutants! {
    /// A small error in Fig. 2, made on purpose to see whether a property notices.
    TakeOldMessages = "take-old-messages": "line 23 dropped: every message counts as new",
    KeepToken = "keep-token": "line 19 dropped: the sender stays REAL",
    SendOneLess = "send-one-less": "line 18 sends k messages",
    SendOneMore = "send-one-more": "line 18 sends k+2 messages",
    IgnoreKnownCrashes = "ignore-known-crashes":
        "lines 29-30 dropped: a copy that arrives is always a BACKUP",
    ForgetSuspicion = "forget-suspicion": "line 35 dropped: F stays empty",
    OneCrashSuffices = "one-crash-suffices": "line 36 weakened: any crash in D regenerates",
    KeepCount = "keep-count": "line 39 dropped: count is not advanced",
    CountOneMore = "count-one-more": "line 39 adds #(D) instead of #(D) - 1",
    WatchOneMore = "watch-one-more": "line 25 starts D one site before S_T",
    AnnounceRegeneration = "announce-regeneration": "line 43 also sends the token on",
}
