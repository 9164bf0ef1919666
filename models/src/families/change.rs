//! What can be changed about a family.

verdict_checker::mutants! {
    /// One line of a family changed: a mutant, or a reading of its own.
    FollowNobody = "follow-nobody": "only the crashed process goes back",
    SaveSends = "save-sends": "every send is saved in a checkpoint at once",
    NoBlock = "no-block": "a process goes on as soon as it has its own checkpoint",
    KeepTentative = "keep-tentative": "a round that a failure cuts off counts",
    NoForced = "no-forced": "no message forces a checkpoint",
    ForceLate = "force-late": "the forced checkpoint is taken behind the message",
    SendBeforeLog = "send-before-log": "nothing waits for the log",
    SendWhenLogged = "send-when-logged": "nothing is sent or received before the log is written",
    NoReplay = "no-replay": "the log is never read",
    NoTracking = "no-tracking": "whoever goes back cannot tell what to replay",
    NoPiggyback = "no-piggyback": "messages carry no determinants",
    OwnOnly = "own-only": "messages carry the sender's own determinants only",
    ForgetAtCheckpoint = "forget-at-checkpoint": "a checkpoint empties the antecedence graph",
}
