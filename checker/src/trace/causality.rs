//! Happens-before: which steps of a trace could have influenced which.
//!
//! Three rules, and whatever follows from them: steps on the same lane happen in order; a delivery,
//! a loss or a duplication happens after the step that sent the message; `suspect X at Y` happens
//! after the crash of X (unless the detector is mistaken and there was none).

use super::{Role, Trace};

/// A vector clock: for each lane of the trace, how many of its steps have happened before or now.
pub type Clock = Vec<u64>;

/// A message that was sent and neither delivered nor lost by the end of the trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InFlight {
    /// The step that sent it.
    pub sent_by: usize,
    /// The lane that sent it, as an index.
    pub from: usize,
    /// The lane to which it goes, as an index.
    pub to: usize,
    /// The message.
    pub message: String,
}

/// The happens-before order of one trace. Steps are named by their index.
#[derive(Clone, Debug)]
pub struct Causality {
    lanes: usize,
    lane_of: Vec<Option<usize>>,
    direct: Vec<Vec<usize>>,
    sent_by: Vec<Option<usize>>,
    in_flight: Vec<InFlight>,
}

/// One copy of a message on its way.
struct Copy {
    message: InFlight,
    /// The step that put this copy on its way: the sending one, or a duplication.
    made_by: usize,
    taken: bool,
}

impl Causality {
    /// Works out the order of a trace.
    ///
    /// A delivery is matched to a send by sender, receiver and message, the earliest send that is
    /// not yet matched first. A message that arrives more often than the trace says it was sent or
    /// duplicated is attributed to the last send of it; one that was never sent, to nothing. A message that is on its way
    /// before the first step was never sent, as far as the trace knows; a copy of it was made by its duplication.
    pub fn of(trace: &Trace) -> Self {
        let count = trace.steps.len();
        let mut order = Causality {
            lanes: trace.lanes.len(),
            lane_of: trace
                .steps
                .iter()
                .map(|step| step.lane(&trace.lanes))
                .collect(),
            direct: vec![Vec::new(); count],
            sent_by: vec![None; count],
            in_flight: Vec::new(),
        };
        let mut copies: Vec<Copy> = Vec::new();
        let mut last_on_lane = vec![None; order.lanes];
        let mut last_crash = vec![None; order.lanes];
        for (index, step) in trace.steps.iter().enumerate() {
            let mut before = Vec::new();
            if let Some(lane) = order.lane_of[index] {
                before.extend(last_on_lane[lane].replace(index));
                if trace.goes_down(index).is_some() {
                    last_crash[lane] = Some(index);
                }
            }
            if step.role() == Role::Suspect {
                let suspected = trace
                    .lanes
                    .iter()
                    .position(|lane| Some(lane) == step.from.as_ref());
                before.extend(suspected.and_then(|lane| last_crash[lane]));
            }
            if let (Some(channel), Some(message)) = (step.channel(&trace.lanes), &step.message) {
                let taken = take(&mut copies, step.role(), channel, message);
                if taken.is_none() && step.role() == Role::Duplicate {
                    // Sent before the run begins: the trace knows of this copy alone.
                    let (from, to) = channel;
                    copies.push(Copy {
                        message: InFlight {
                            sent_by: index,
                            from,
                            to,
                            message: message.clone(),
                        },
                        made_by: index,
                        taken: false,
                    });
                }
                if let Some(copy) = taken.map(|position| &copies[position]) {
                    let sent_by = copy.message.sent_by;
                    order.sent_by[index] = Some(sent_by);
                    before.extend([sent_by, copy.made_by]);
                    if step.role() == Role::Duplicate {
                        let message = copy.message.clone();
                        copies.push(Copy {
                            message,
                            made_by: index,
                            taken: false,
                        });
                    }
                }
            }
            before.sort_unstable();
            before.dedup();
            order.direct[index] = before;
            if let Some(from) = order.lane_of[index] {
                copies.extend(step.sent.iter().filter_map(|sent| {
                    let to = trace.lanes.iter().position(|lane| *lane == sent.to)?;
                    let message = sent.message.clone();
                    let message = InFlight {
                        sent_by: index,
                        from,
                        to,
                        message,
                    };
                    Some(Copy {
                        message,
                        made_by: index,
                        taken: false,
                    })
                }));
            }
        }
        let left = copies.into_iter().filter(|copy| !copy.taken);
        order.in_flight = left.map(|copy| copy.message).collect();
        order
    }

    /// The step that sent the message which this step delivers, loses or duplicates.
    pub fn sent_by(&self, step: usize) -> Option<usize> {
        self.sent_by.get(step).copied().flatten()
    }

    /// The steps from which this one follows directly, in ascending order.
    pub fn direct_causes(&self, step: usize) -> &[usize] {
        self.direct.get(step).map_or(&[], Vec::as_slice)
    }

    /// All steps that happened before this one, in ascending order, without the step itself.
    pub fn causes(&self, step: usize) -> Vec<usize> {
        let mut past = vec![false; self.direct.len()];
        let mut open = self.direct_causes(step).to_vec();
        while let Some(cause) = open.pop() {
            if !std::mem::replace(&mut past[cause], true) {
                open.extend(self.direct_causes(cause));
            }
        }
        (0..past.len()).filter(|&index| past[index]).collect()
    }

    /// The messages that are still on their way at the end, in the order in which they were sent.
    pub fn in_flight(&self) -> &[InFlight] {
        &self.in_flight
    }

    /// The vector clock of every step. A step on no lane only joins the clocks of its causes.
    pub fn clocks(&self) -> Vec<Clock> {
        clocks(&self.direct, &self.lane_of, self.lanes)
    }
}

/// Vector clocks of events with the given direct causes (all of them earlier) on the given hosts.
pub(super) fn clocks(direct: &[Vec<usize>], host_of: &[Option<usize>], hosts: usize) -> Vec<Clock> {
    let mut clocks: Vec<Clock> = Vec::with_capacity(direct.len());
    for (causes, host) in direct.iter().zip(host_of) {
        let mut clock = vec![0; hosts];
        for &cause in causes {
            for (mine, theirs) in clock.iter_mut().zip(&clocks[cause]) {
                *mine = (*mine).max(*theirs);
            }
        }
        if let Some(host) = *host {
            clock[host] += 1;
        }
        clocks.push(clock);
    }
    clocks
}

/// Finds the copy that a step on a channel concerns, and takes it off the channel unless the step
/// only duplicates it.
fn take(
    copies: &mut [Copy],
    role: Role,
    (from, to): (usize, usize),
    message: &str,
) -> Option<usize> {
    let same = |copy: &Copy| {
        copy.message.from == from && copy.message.to == to && copy.message.message == message
    };
    let free = copies.iter().position(|copy| !copy.taken && same(copy));
    if let (Some(position), Role::Deliver | Role::Lose) = (free, role) {
        copies[position].taken = true;
    }
    free.or_else(|| copies.iter().rposition(same))
}

/// All steps that happened before `step`, in ascending order, without the step itself.
pub fn causes(trace: &Trace, step: usize) -> Vec<usize> {
    Causality::of(trace).causes(step)
}
