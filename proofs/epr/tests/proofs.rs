//! Every protocol: proved, with certificates that the checker accepts; moved; and broken by whatever is left out.

use verdict_epr::certificate;
use verdict_epr::mutate::{self, Without};
use verdict_epr::proof::{can_move, prove};
use verdict_epr::syntax::Protocol;
use verdict_epr::{FILES, File, parse, record};

/// What was proved, as `ci/proofs --update` has recorded it.
const LEDGER: &str = include_str!("../../../ledger/proofs.json");

fn protocols() -> Vec<(File, Protocol)> {
    let read = |file: File| {
        let protocol = parse::protocol(file.name, file.text);
        (file, protocol.unwrap_or_else(|e| panic!("{e}")))
    };
    FILES.map(read).into()
}

#[test]
fn every_protocol_is_proved_and_its_certificate_is_accepted() {
    let mut lines = 0;
    for (file, protocol) in protocols() {
        let (decided, broken) = prove(&protocol);
        for witness in &broken {
            println!("{}\n{witness}", witness.name);
        }
        assert!(broken.is_empty(), "{}", file.name);
        let clauses = protocol.clauses().count();
        assert_eq!(decided.len(), clauses * (1 + protocol.actions.len()));
        let text = certificate::write(&protocol, file.text, &decided);
        let accepted = certificate::verify(&protocol, file.text, &text);
        let accepted = accepted.unwrap_or_else(|e| panic!("{}: {e}", file.name));
        assert_eq!(accepted.obligations, decided.len());
        for line in record::lines(file, &protocol, &decided).lines() {
            // Which other solvers agree is what `ci/proofs` adds.
            let alone = line.strip_suffix('}').expect("an object");
            let recorded = LEDGER.lines().find(|line| line.starts_with(alone));
            let solvers = recorded.and_then(|recorded| recorded.strip_prefix(alone));
            assert!(
                solvers.is_some_and(|s| s.starts_with(",\"solvers\":[\"builtin\"")),
                "ledger/proofs.json lacks {line}"
            );
            lines += 1;
        }
        println!(
            "{}: {} obligations, {} clauses, {} bytes; {} clauses in formulas",
            protocol.name,
            accepted.obligations,
            accepted.clauses,
            text.len(),
            decided.iter().map(|d| d.cnf.clauses.len()).sum::<usize>()
        );
    }
    assert_eq!(lines, LEDGER.lines().count(), "ledger/proofs.json has more");
}

#[test]
fn every_protocol_moves_and_every_action_is_in_a_run() {
    for (_, protocol) in protocols() {
        for run in can_move(&protocol) {
            let witness = run.unwrap_or_else(|name| panic!("{}: no such {name}", protocol.name));
            println!("{}\n{witness}", witness.name);
        }
        let taken = |action: usize| {
            protocol
                .runs
                .iter()
                .any(|run| run.actions.contains(&action))
        };
        let idle = (0..protocol.actions.len()).find(|a| !taken(*a));
        assert_eq!(
            idle.map(|a| &protocol.actions[a].name),
            None,
            "{}",
            protocol.name
        );
    }
}

#[test]
fn whatever_is_left_out_breaks_an_obligation() {
    let all = protocols();
    let is_of_the_ring = |less: &Without| {
        let ring = all.iter().find(|(_, p)| p.name == "ring");
        ring.is_some_and(|(_, ring)| mutate::all(ring).contains(less))
    };
    for (_, protocol) in &all {
        for less in mutate::all(protocol) {
            // The plug-in beneath Le Lann's algorithm is that of the ring, where the same is left out.
            if protocol.name == "le-lann" && is_of_the_ring(&less) {
                continue;
            }
            let broken = mutate::first_broken(protocol, &less);
            let name = broken.as_ref().map(|witness| &witness.name);
            println!("{}: without {less}: {name:?}", protocol.name);
            let needed = !matches!(less, Without::Guard { needed: false, .. });
            assert_eq!(
                broken.is_some(),
                needed,
                "{}: without {less}",
                protocol.name
            );
        }
    }
}

/// What is assumed is no part of the algorithm: without it there is a step from a state of the invariant to one outside.
#[test]
fn without_what_algorithm_7_assumes_there_is_a_counterexample_to_the_induction() {
    let (_, protocol) = protocols()
        .into_iter()
        .find(|(_, p)| p.name == "alg7")
        .expect("it is one of these");
    let assumed = mutate::assumed(&protocol);
    let names: Vec<_> = assumed.iter().map(ToString::to_string).collect();
    let expected = ["guard answered of suspect", "guard patient of suspect"];
    assert_eq!(names, expected);
    for what in assumed {
        let witness = mutate::first_broken(&protocol, &what).expect("it is needed");
        let shown = witness.to_string();
        println!("without {what}: {}\n{shown}", witness.name);
        assert!(witness.name.starts_with("suspect: "), "{}", witness.name);
        let (before, after) = shown.split_once("  suspect(l = l)\n").expect("a step");
        assert!(before.starts_with("  a state\n") && before.contains("phase-of(l) = idle"));
        assert!(after.contains("phase-of(l) = asking"), "{shown}");
    }
}
