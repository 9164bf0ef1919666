//! Small errors in the mechanism, made on purpose to see whether a property notices: each with the name that a command line
//! takes and with what it changes, and each written down once.

macro_rules! mutants {
    ($($mutant:ident = $name:literal: $change:literal,)+) => {
        /// A small error in the mechanism, made on purpose to see whether a property notices.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Mutant {
            $(#[doc = $change] $mutant,)+
        }

        impl Mutant {
            /// All of them.
            pub const ALL: &[Mutant] = &[$(Mutant::$mutant,)+];

            /// What it is called.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Mutant::$mutant => $name,)+
                }
            }

            /// What it changes.
            pub const fn change(self) -> &'static str {
                match self {
                    $(Mutant::$mutant => $change,)+
                }
            }
        }
    };
}

mutants! {
    StartEarly = "start-early": "START is removed although its task goes on",
    ReadEarly = "read-early": "READ is removed although its task goes on",
    WriteEarly = "write-early": "WRITE is removed although its task goes on",
    WriteUnconfirmed = "write-unconfirmed":
        "WRITE is removed although nobody has confirmed it",
    BlockedEarly = "blocked-early": "BLOCKED is removed as soon as the leader has the task",
    BlockedNotLast = "blocked-not-last":
        "BLOCKED is removed before the other registers of its task",
    EndUnreceived = "end-unreceived":
        "END is removed although the task was not confirmed as received",
    EndNotLast = "end-not-last": "END is removed before the other registers of its task",
    SentEarly = "sent-early": "SENT is removed although its task goes on",
    ReceivedEarly = "received-early":
        "RECEIVED with IsFinished as FALSE is removed although its task goes on",
    ReceivedNotLast = "received-not-last":
        "RECEIVED with IsFinished as TRUE is removed before the other registers",
    StreamEarly = "stream-early": "STREAM is removed although its task goes on",
    CollectUntold = "collect-untold":
        "the leader collects before it has told everyone that a task is finished",
    NeverCollect = "never-collect": "nothing is ever removed from a Log Buffer",
    BlockedAfterwards = "blocked-afterwards": "BLOCKED is stored after the task is returned",
    EndAfterwards = "end-afterwards": "END is stored after the task is returned",
    SentAfterwards = "sent-afterwards": "SENT is stored after the task is sent",
    ReceivedAfterwards = "received-afterwards": "RECEIVED is stored after the confirmation",
    StreamAfterwards = "stream-afterwards": "STREAM is stored after the comparison",
    RestartWhenAsked = "restart-when-asked":
        "a worker that a new leader asks performs its task again from its checkpoint",
    ReadAnew = "read-anew": "a restored worker reads from the stream what it has logged",
    WriteAnew = "write-anew": "a restored worker writes what it has logged without asking",
    WriteNever = "write-never":
        "a restored worker takes what it has logged for written without asking",
    RereadInSilence = "reread-in-silence":
        "a restored worker does not tell the FTC what it has read from its log",
}
