//! Every protocol: proved, with certificates that the checker accepts; moved; and broken by whatever is left out.

use verdict_epr::certificate;
use verdict_epr::mutate::{self, Without};
use verdict_epr::proof::{can_move, prove};
use verdict_epr::syntax::Protocol;
use verdict_epr::{FILES, File, parse};

fn protocols() -> Vec<(File, Protocol)> {
    let read = |file: File| {
        let protocol = parse::protocol(file.name, file.text);
        (file, protocol.unwrap_or_else(|e| panic!("{e}")))
    };
    FILES.map(read).into()
}

#[test]
fn every_protocol_is_proved_and_its_certificate_is_accepted() {
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
        println!(
            "{}: {} obligations, {} clauses, {} bytes; {} clauses in formulas",
            protocol.name,
            accepted.obligations,
            accepted.clauses,
            text.len(),
            decided.iter().map(|d| d.cnf.clauses.len()).sum::<usize>()
        );
    }
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
    for (_, protocol) in protocols() {
        for less in mutate::all(&protocol) {
            let broken = mutate::broken(&protocol, &less);
            println!("{}: without {less}: {broken:?}", protocol.name);
            let needed = !matches!(less, Without::Guard { needed: false, .. });
            assert_eq!(
                !broken.is_empty(),
                needed,
                "{}: without {less}",
                protocol.name
            );
        }
    }
}
