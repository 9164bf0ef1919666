//! How section 5 is read: each point with a switch, the repairs, the mutants.

/// Which position a site has that gets the token without a COMMIT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenPosition {
    /// Zero, as the first holder of the token.
    Zero,
    /// None: only a COMMIT gives a position.
    None,
}

/// Who answers ARE_YOU_ALIVE, and who obeys CONNECTION.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Successors {
    /// Every site that is alive.
    Anyone,
    /// A site that still is in the queue.
    InTheQueue,
}

/// What rule III assigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleThree {
    /// `last` := `next`, as in Fig. 2; a site without a `next` is the root of its portion.
    LastTakesNext,
    /// `next` := `last`, as printed.
    NextTakesLast,
}

/// What the tail of the queue does with the request of M3.a (i).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resent {
    /// What a root does, although rule II has just pointed its `last` to the requester.
    AtTheTail,
    /// What section 3 says: it is no root, so it forwards the request to its `last`.
    AlongLast,
}

/// What is added to the text to make it work; nothing in the text itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repairs {
    /// M3.b: a candidate that hears from a weaker one sends it its SEARCH_QUEUE once more, because the weaker one may
    /// have heard the first before it became a candidate.
    pub tells_weaker: bool,
    /// M3: a waiting site without a position answers SEARCH_QUEUE as soon as it has one, and the candidate waits
    /// (N+2)*T_msg, time enough for that.
    pub late_answers: bool,
    /// M1 and M2: ARE_YOU_ALIVE and CONNECTION carry the position of their sender, and only a site that still has a
    /// smaller one heeds them; if no COMMIT answers a CONNECTION within 2*T_msg, the search begins anew.
    pub confirms_connection: bool,
    /// COMMIT is sent at once, without a position if the sender has none yet, and once more with it.
    pub commits_at_once: bool,
    /// Requests have numbers: REQUEST, ARE_YOU_ALIVE and CONNECTION carry that of the request which waits, COMMIT carries
    /// it back, and a site drops the answer to an earlier request of its own.
    pub numbers_requests: bool,
}

impl Repairs {
    /// Nothing is added.
    pub const NONE: Repairs = Repairs {
        tells_weaker: false,
        late_answers: false,
        confirms_connection: false,
        commits_at_once: false,
        numbers_requests: false,
    };

    /// The four that are enough over FIFO channels.
    pub const FOUR: Repairs = Repairs {
        tells_weaker: true,
        late_answers: true,
        confirms_connection: true,
        commits_at_once: true,
        numbers_requests: false,
    };

    /// All of them.
    pub const FIVE: Repairs = Repairs {
        numbers_requests: true,
        ..Repairs::FOUR
    };
}

/// One reading of section 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// Which position a site has that gets the token without a COMMIT.
    pub token_position: TokenPosition,
    /// Who answers ARE_YOU_ALIVE, and who obeys CONNECTION.
    pub successors: Successors,
    /// What rule III assigns.
    pub rule_three: RuleThree,
    /// What the tail does with the request of M3.a (i).
    pub resent: Resent,
    /// What is added.
    pub repairs: Repairs,
}

impl Reading {
    /// As the text means it, with the repairs that are enough over FIFO channels.
    pub const REPAIRED: Reading = Reading {
        repairs: Repairs::FOUR,
        ..Reading::MEANT
    };

    /// As the text means it, with the repairs that live with channels that reorder.
    pub const REORDERED: Reading = Reading {
        repairs: Repairs::FIVE,
        ..Reading::MEANT
    };

    /// As the text means it, but requests have numbers.
    pub const NUMBERED: Reading = Reading {
        repairs: Repairs {
            numbers_requests: true,
            ..Repairs::NONE
        },
        ..Reading::MEANT
    };

    /// As the text means it, with the first repair alone: one candidate is elected.
    pub const LOSERS_TOLD: Reading = Reading {
        repairs: Repairs {
            tells_weaker: true,
            ..Repairs::NONE
        },
        ..Reading::MEANT
    };

    /// As the text means it.
    pub const MEANT: Reading = Reading {
        token_position: TokenPosition::Zero,
        successors: Successors::InTheQueue,
        rule_three: RuleThree::LastTakesNext,
        resent: Resent::AtTheTail,
        repairs: Repairs::NONE,
    };
}

/// What is counted in [`Site::counted`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Nothing.
    Nothing,
    /// The COMMITs that reach a site.
    Commits,
    /// The broadcasts that a site makes.
    Broadcasts,
    /// The SEARCH_QUEUEs that a site begins or hears.
    QueueSearches,
}

verdict_checker::mutants! {
    /// Errors in section 5, and one in the rules of section 3.
    KeepToken = "keep-token": "the token is sent and kept",
    NoCommit = "no-commit": "COMMIT is never sent",
    SamePosition = "same-position": "COMMIT carries the position of its sender, not one more",
    KeepPosition = "keep-position": "a site that leaves the queue keeps its position",
    CommitTwice = "commit-twice": "COMMIT is sent twice",
    SkipPredecessor = "skip-predecessor": "M1 passes over one predecessor",
    AnswerAnyPosition = "answer-any-position": "M2: every site with a position answers SEARCH_PREV",
    SilentPrev = "silent-prev": "M2: nobody answers SEARCH_PREV",
    ConnectFarthest = "connect-farthest": "M2 connects to the smallest position instead of the greatest",
    SilentQueue = "silent-queue": "M3: nobody answers SEARCH_QUEUE",
    NoElection = "no-election": "M3.b: a candidate ignores the others",
    NoRuleTwo = "no-rule-two": "M3: rule II dropped",
    AnyNumber = "any-number": "a site takes the COMMIT for any of its requests",
    NoRuleThree = "no-rule-three": "M3: rule III dropped",
}
