//! How processes meet, and how they part.

use crate::listeners;
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;
use verdict_distributed::{Cluster, Error, Fact, Place};

const SOON: Duration = Duration::from_millis(400);

fn fact(value: &str) -> Vec<Fact> {
    vec![("content hash".to_owned(), value.to_owned())]
}

/// What the processes of these places answer each other.
fn meet(places: Vec<(Place, Vec<Fact>)>) -> Vec<Option<Error>> {
    let (listeners, addresses) = listeners(places.len());
    std::thread::scope(|scope| {
        let running: Vec<_> = (places.into_iter().zip(&listeners))
            .map(|((mut place, facts), listener)| {
                place.addresses = addresses.clone();
                scope.spawn(move || {
                    let joined = Cluster::join(&place, listener, &facts);
                    joined.and_then(Cluster::finish).err()
                })
            })
            .collect();
        running.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

fn place(process: usize, threads: usize) -> Place {
    let mut place = Place::new(Vec::new(), process, threads);
    place.patience = SOON;
    place
}

#[test]
fn whoever_would_search_something_else_is_refused_at_both_ends() {
    let answers = meet(vec![(place(0, 1), fact("a1")), (place(1, 1), fact("b2"))]);
    let texts: Vec<String> = answers
        .into_iter()
        .map(|e| e.unwrap().to_string())
        .collect();
    assert_eq!(
        texts,
        [
            "process 1 has another content hash: b2; expected a1, as here; nothing was searched",
            "process 0 has another content hash: a1; expected b2, as here; nothing was searched"
        ]
    );
    let answers = meet(vec![(place(0, 1), fact("a1")), (place(1, 2), fact("a1"))]);
    for answer in answers {
        let text = answer.unwrap().to_string();
        assert!(text.contains("has another number of threads: "), "{text}");
    }
    let answers = meet(vec![(place(0, 1), fact("a1")), (place(1, 1), Vec::new())]);
    let text = answers.into_iter().next().flatten().unwrap().to_string();
    assert!(
        text.contains("another content hash: nothing of the kind; expected a1"),
        "{text}"
    );
}

#[test]
fn a_process_that_does_not_come_is_named_with_the_time() {
    let (listeners, mut addresses) = listeners(1);
    addresses.push("127.0.0.1:9".to_owned());
    let mut waiting = place(0, 1);
    waiting.addresses = addresses.clone();
    let error = Cluster::join(&waiting, &listeners[0], &[]).err().unwrap();
    let text = error.to_string();
    let start = "process 1 at 127.0.0.1:9 did not answer within 0 s: it has not called; ";
    assert!(text.starts_with(start), "{text}");
    // Nobody listens where process 0 should be.
    let mut calling = place(1, 1);
    calling.addresses = vec!["127.0.0.1:9".to_owned(), addresses[0].clone()];
    let error = Cluster::join(&calling, &listeners[0], &[]).err().unwrap();
    assert!(
        matches!(error, Error::NoAnswer { process: 0, .. }),
        "{error}"
    );
}

#[test]
fn two_processes_with_one_number_are_refused() {
    let answers = meet(vec![
        (place(0, 1), Vec::new()),
        (place(1, 1), Vec::new()),
        (place(1, 1), Vec::new()),
    ]);
    let text = answers.into_iter().next().flatten().unwrap().to_string();
    assert!(
        text.starts_with("two processes say that they are process 1; "),
        "{text}"
    );
}

#[test]
fn strangers_are_not_listened_to() {
    let (listeners, addresses) = listeners(2);
    let stranger = addresses[0].clone();
    let mut called = TcpStream::connect(stranger).unwrap();
    called.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    std::thread::scope(|scope| {
        let running: Vec<_> = (listeners.iter().enumerate())
            .map(|(process, listener)| {
                let mut place = Place::new(addresses.clone(), process, 1);
                place.patience = Duration::from_secs(20);
                scope.spawn(move || Cluster::join(&place, listener, &[]).unwrap().finish())
            })
            .collect();
        for one in running {
            one.join().unwrap().unwrap();
        }
    });
}
