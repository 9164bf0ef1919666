//! Every harness, compiled with `--cfg kani`. Run as a program it says where each of them is; `execute.py` executes them from there.

#[path = "../../src/candidate.rs"]
pub mod candidate;
#[path = "../../src/counter.rs"]
pub mod counter;
#[path = "../../src/election.rs"]
pub mod election;
#[path = "../../src/lemmas.rs"]
pub mod lemmas;
#[path = "../../src/list.rs"]
mod list;
#[path = "../../src/llsc.rs"]
pub mod llsc;
#[path = "../../src/pack.rs"]
pub mod pack;
#[path = "../../src/reads.rs"]
pub mod reads;
#[path = "../../src/scheduler.rs"]
pub mod scheduler;

fn main() {
    let origin = kani::origin();
    for harness in list::harnesses() {
        let place = (harness.run as *const () as usize).wrapping_sub(origin) as isize;
        let list::Harness { name, must, covers, .. } = harness;
        println!("{name} {must:?} {covers} {place}");
    }
}
