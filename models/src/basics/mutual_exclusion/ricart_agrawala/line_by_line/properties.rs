//! ME1 and ME2, of the same code line by line.

use super::super::MyState;
use super::Processes;
use verdict_checker::property::{Promise, Property};

fn is(world: &Processes, state: &[u32], pid: usize, mystate: MyState) -> bool {
    let view = world.view(state);
    view.node(pid).is_some_and(|p| p.mystate == mystate)
}

fn inside(world: &Processes, state: &[u32]) -> usize {
    let pids = 0..world.actors().len();
    pids.filter(|pid| is(world, state, *pid, MyState::In))
        .count()
}

/// ME1.
pub fn mutex() -> Property<Processes> {
    Property::always(
        "at most one process in IN_CS",
        |world: &Processes, state| inside(world, state) <= 1,
    )
    .when(|world, state| inside(world, state) > 0)
}

/// ME2.
pub fn progress(world: &Processes) -> Property<Processes> {
    let enters = (0..world.actors().len()).map(|pid| {
        let asked = move |world: &Processes, state: &[u32]| is(world, state, pid, MyState::Req);
        let enters = move |world: &Processes, state: &[u32]| is(world, state, pid, MyState::In);
        Promise::leads_to(format!("S{pid}, having asked, enters"), asked, enters)
    });
    Property::promises("progress", enters.collect())
}
