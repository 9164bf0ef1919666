//! What the thesis leaves open or says twice: each choice with a name, and a reading as a set of choices.
//!
//! [`Reading::CLEAR`] is the one in which every claim holds. Every other reading deviates from it in one place, so that
//! each choice has a verdict of its own; `docs/rollback-readings.md` has the sentences behind them.

/// When a register is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Logged {
    /// Before the action that it announces (6.1.1; Assumption 7.2.7).
    Ahead,
    /// After it.
    Afterwards,
}

/// When a worker that receives a task stores START.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Receipt {
    /// With the receipt, in one step.
    Stored,
    /// "After the worker has received a task" (6.1.1): in a step of its own.
    ThenStored,
}

/// How the FTC finds a datum in a stream, to remove it for a task that has read it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Found {
    /// By who wrote it, and the counter.
    ByIdentity,
    /// By what it says: "if the data is in the stream" (6.1.5).
    ByValue,
}

/// Which READ register a task takes that is performed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Replayed {
    /// That with the counter of the read.
    ByCounter,
    /// The first for its stream: "a READ register with the data" (6.1.5).
    First,
}

/// When the copy of a datum is sent to the FTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Copied {
    /// When the datum is in the stream ("writes the data to the stream and the worker sends a copy", proof of 7.2.8).
    Afterwards,
    /// While it is being written ("in parallel", 6.1.2): the copy may be there first.
    InParallel,
}

/// What becomes of the task of a worker that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lost {
    /// The worker is waited for: faults are transient (6.1).
    Awaited,
    /// The worker fails for ever, and the FTC "inserts the task back into the leader's task queue" (6.1.2), as SENT has
    /// it.
    QueuedAgain,
}

/// From where counters count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counters {
    /// From the beginning of the task: they travel with it.
    OfTask,
    /// From its last START: each worker counts for itself.
    OfWorker,
}

/// How the FTC finds out whether a datum was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Written {
    /// It looks for a STREAM register, and if there is none, into the stream (6.1.2, where it also
    /// reads the Log Buffer: the worker that asks tells it what is there).
    RegisterOrStream,
    /// It looks for a STREAM register (6.1.5, and the proof of 7.2.8).
    RegisterAlone,
}

/// What the FTC does with a datum that a worker asks about and that is in the stream without a STREAM register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// It looks, stores STREAM, and only then compares it, as it does with a copy.
    LookedAt,
    /// It compares it at once, and then stores STREAM.
    Compared,
}

/// From when on a datum can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Readable {
    /// When the FTC has compared it ("cannot be read by a task until FTC confirms", Fig. 6.2).
    Compared,
    /// As soon as it is written.
    AtOnce,
}

/// What BLOCKED says of its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// Its state.
    State,
    /// Its id (Algorithm 8): what is sent again after a fault is the checkpoint of START.
    Id,
}

/// When a task may be blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interrupted {
    /// Not before it is where it was before the fault ("the communication between the leader and this worker stops",
    /// 6.1).
    OnceRestored,
    /// "At any time" (6.1.3).
    AnyTime,
}

/// What becomes of registers that were used to perform a task again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Restored {
    /// They stay (proof of 7.2.10).
    Keeps,
    /// They "are removed by the restore mechanism" (6.1.5).
    Removes,
}

/// Whether the FTC asks the other workers for a register that is not in the Log Buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Others {
    /// It does not: what others have logged comes before the checkpoint.
    Left,
    /// It does (6.1.5).
    Asked,
}

/// How the leader recognises a task that is returned a second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Again {
    /// It answers no open SENT, or one of another stint.
    ByStint,
    /// It answers no open SENT.
    BySent,
    /// There is a RECEIVED register of this worker and task.
    ByReceived,
}

/// Which answer ends a question of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answers {
    /// The answer to this question.
    Own,
    /// Any about the same datum, also one to an earlier life of the worker.
    Any,
}

/// Where the confirmation that a datum was written is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confirmed {
    /// In the WRITE register.
    Stable,
    /// In memory: Algorithm 8 has no field for it.
    Volatile,
}

/// When registers are collected, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collected {
    /// Whenever something has changed, until nothing can be removed, in one step.
    Whole,
    /// Likewise, one register in each step, so that a fault may fall in between.
    OneByOne,
    /// One pass from the newest to the oldest, leaving out the register stored last, when one is stored or END is
    /// marked (6.1.4).
    OnePass,
}

/// Where the leader's queue of tasks is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Queue {
    /// In stable storage.
    Stable,
    /// In memory: Algorithm 9 has no register for it.
    Volatile,
}

/// What a new leader does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// It asks about every SENT that is open, lets workers send again what was not confirmed, repeats its own
    /// notices.
    Everything,
    /// It asks about every SENT that is open.
    OpenSent,
    /// It asks about every SENT of a task that has no RECEIVED with IsFinished as FALSE, and queues a FINISHED task
    /// again if it is not in the queue (6.1.5).
    AsPrinted,
}

/// A reading of chapter 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// When READ is stored.
    pub read: Logged,
    /// When WRITE is stored.
    pub write: Logged,
    /// When START is stored.
    pub receipt: Receipt,
    /// How the FTC finds a datum in a stream.
    pub found: Found,
    /// Which READ register is replayed.
    pub replayed: Replayed,
    /// When the copy of a datum is sent.
    pub copied: Copied,
    /// What becomes of the task of a worker that fails.
    pub lost: Lost,
    /// From where counters count.
    pub counters: Counters,
    /// How the FTC finds out whether a datum was written.
    pub written: Written,
    /// What is done with a datum that is asked about.
    pub asked: Asked,
    /// From when on a datum can be read.
    pub readable: Readable,
    /// What BLOCKED says.
    pub blocked: Blocked,
    /// When a task may be blocked.
    pub interrupted: Interrupted,
    /// What restoring does to registers.
    pub restored: Restored,
    /// Whether other workers are asked.
    pub others: Others,
    /// How a second return is recognised.
    pub again: Again,
    /// Which answer ends a question.
    pub answers: Answers,
    /// Where confirmations are kept.
    pub confirmed: Confirmed,
    /// When registers are collected.
    pub collected: Collected,
    /// Where the queue is.
    pub queue: Queue,
    /// What a new leader does.
    pub check: Check,
}

impl Reading {
    /// The reading in which every claim holds.
    pub const CLEAR: Reading = Reading {
        read: Logged::Ahead,
        write: Logged::Ahead,
        receipt: Receipt::Stored,
        found: Found::ByIdentity,
        replayed: Replayed::ByCounter,
        copied: Copied::Afterwards,
        lost: Lost::Awaited,
        counters: Counters::OfTask,
        written: Written::RegisterOrStream,
        asked: Asked::LookedAt,
        readable: Readable::Compared,
        blocked: Blocked::State,
        interrupted: Interrupted::OnceRestored,
        restored: Restored::Keeps,
        others: Others::Left,
        again: Again::ByStint,
        answers: Answers::Own,
        confirmed: Confirmed::Stable,
        collected: Collected::Whole,
        queue: Queue::Stable,
        check: Check::Everything,
    };
}
