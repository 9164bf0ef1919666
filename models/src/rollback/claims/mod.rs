//! scratch
use super::pipeline::examples;
use super::{Mechanism, System, properties};
use crate::world::{Assumptions, Crash, Memory, Order, Return, World};
/// scratch
pub fn system(mechanism: Mechanism, faults: u8) -> System {
    let count = usize::from(mechanism.workers) + 2;
    World::new(
        vec![mechanism; count],
        Assumptions {
            order: Order::Fifo,
            crash: Crash {
                budget: faults,
                consecutive: None,
                amid_sends: false,
            },
            returns: if faults == 0 {
                Return::Never
            } else {
                Return::UpTo {
                    times: faults,
                    memory: Memory::Stable,
                }
            },
            ..Assumptions::default()
        },
    )
}
/// scratch
pub const CASES: &[crate::catalog::Case] = &[];
