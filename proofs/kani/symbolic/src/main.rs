//! Every harness, compiled with `--cfg kani`. Run as a program it says where each of them is; `execute.py` executes them from there.
//! Compiled for the stand-in, it runs one of them through that.

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

#[cfg(not(kani))]
#[path = "../../src/kani.rs"]
pub mod kani;

/// Where each harness is.
#[cfg(kani)]
fn main() {
    let origin = kani::origin();
    for harness in list::harnesses() {
        let place = (harness.run as *const () as usize).wrapping_sub(origin) as isize;
        let list::Harness { name, must, covers, .. } = harness;
        println!("{name} {must:?} {covers} {place}");
    }
}

/// What the stand-in says of one harness: that it finds nothing.
#[cfg(not(kani))]
fn main() -> std::process::ExitCode {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let Some(harness) = list::harnesses().iter().find(|harness| harness.name == wanted) else {
        eprintln!("there is no harness `{wanted}`");
        return std::process::ExitCode::from(2);
    };
    let outcome = harness.exhaust(&kani::Lists::SHORT);
    let misses = harness.is_right(&outcome);
    println!("{wanted}: the stand-in {}", if misses { "misses it" } else { "notices it as well" });
    std::process::ExitCode::from(u8::from(!misses))
}
