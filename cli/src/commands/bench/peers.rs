//! The ring without crashes in other checkers' languages, as far as these are installed.
//!
//! The models are in `ci/peers/`, of the same steps and with the same bound. A ratio is printed only if the peer has counted
//! the same states.

use super::Measured;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Instant;
use verdict::Session;
use verdict::error::Failure;
use verdict::layout::thousands;

const PROMELA: &str = include_str!("../../../../ci/peers/ring.pml");
const MURPHI: &str = include_str!("../../../../ci/peers/ring.m");

/// A checker that is not ours.
struct Peer {
    name: &'static str,
    /// Writes the model, and makes a program of it.
    build: fn(&Path, u32) -> Result<(), Failure>,
    run: &'static [&'static str],
    /// The number before this word in its output is that of its states.
    states: &'static str,
    /// How many of them are none of the model.
    extra: usize,
}

const PEERS: [Peer; 3] = [
    Peer {
        name: "Spin, breadth first",
        build: |folder, hops| spin(folder, hops, "-DBFS"),
        run: &["./pan", "-E", "-m1000000"],
        states: "states, stored",
        // Before the sites are given what they hold.
        extra: 1,
    },
    Peer {
        name: "Spin, depth first",
        build: |folder, hops| spin(folder, hops, "-DSAFETY"),
        run: &["./pan", "-E", "-m1000000", "-w24"],
        states: "states, stored",
        extra: 1,
    },
    Peer {
        name: "rumur",
        build: rumur,
        run: &["./ring", "--threads", "1"],
        states: "states,",
        extra: 0,
    },
];

/// Measures every peer that is there beside our search on one thread.
pub(super) fn compare(
    ours: &Measured,
    hops: u32,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    writeln!(session.out)?;
    for peer in PEERS {
        let folder = tempfile::tempdir()?;
        let line = match (peer.build)(folder.path(), hops) {
            Err(why) => format!("{}: not measured: {why}", peer.name),
            Ok(()) => {
                let (states, seconds) = peer.measure(folder.path())?;
                if states != ours.states {
                    return Err(Failure::input(format!(
                        "{} found {states} states where our search found {}: ci/peers is not the same model",
                        peer.name, ours.states
                    )));
                }
                format!(
                    "{}: {} states, {} states/s; our search on one thread has {:.1}x the speed",
                    peer.name,
                    thousands(states),
                    thousands((states as f64 / seconds) as usize),
                    seconds / ours.seconds
                )
            }
        };
        writeln!(session.out, "{line}")?;
    }
    Ok(())
}

impl Peer {
    /// Its states, and the seconds it took.
    fn measure(&self, folder: &Path) -> Result<(usize, f64), Failure> {
        let started = Instant::now();
        let output = ran(Command::new(self.run[0])
            .args(&self.run[1..])
            .current_dir(folder))?;
        let seconds = started.elapsed().as_secs_f64();
        let text = String::from_utf8_lossy(&output.stdout);
        let states = text.lines().find_map(|line| {
            let (before, _) = line.split_once(self.states)?;
            before.split_whitespace().last()?.parse::<usize>().ok()
        });
        match states {
            Some(states) => Ok((states - self.extra, seconds)),
            None => Err(Failure::input(format!(
                "{} counted no states: {text}",
                self.name
            ))),
        }
    }
}

/// Up to which counts the model for Spin has a line for each message.
const LISTED: std::ops::RangeInclusive<u32> = 5..=12;

fn spin(folder: &Path, hops: u32, how: &str) -> Result<(), Failure> {
    if !LISTED.contains(&hops) {
        let (least, most) = (LISTED.start(), LISTED.end());
        let why = format!("ci/peers/ring.pml takes --hops from {least} to {most}, not {hops}");
        return Err(Failure::input(why));
    }
    fs::write(folder.join("ring.pml"), PROMELA)?;
    let bound = format!("-DH={hops}");
    ran(Command::new("spin")
        .args([&bound, "-a", "ring.pml"])
        .current_dir(folder))?;
    let flags = [
        "-O2",
        how,
        "-DSAFETY",
        "-DNOREDUCE",
        "-DMEMLIM=8000",
        "-o",
        "pan",
        "pan.c",
    ];
    ran(Command::new("cc").args(flags).current_dir(folder))?;
    Ok(())
}

fn rumur(folder: &Path, hops: u32) -> Result<(), Failure> {
    let model = MURPHI.replace("H: 10;", &format!("H: {hops};"));
    fs::write(folder.join("ring.m"), model)?;
    let flags = [
        "--deadlock-detection",
        "off",
        "--output",
        "ring.c",
        "ring.m",
    ];
    ran(Command::new("rumur").args(flags).current_dir(folder))?;
    let flags = [
        "-O3",
        "-std=gnu11",
        "-march=native",
        "-o",
        "ring",
        "ring.c",
        "-lpthread",
        "-latomic",
    ];
    ran(Command::new("cc").args(flags).current_dir(folder))?;
    Ok(())
}

fn ran(command: &mut Command) -> Result<Output, Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|why| Failure::input(format!("`{name}` cannot be run: {why}")))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::input(format!("`{name}` failed: {errors}")));
    }
    Ok(output)
}
