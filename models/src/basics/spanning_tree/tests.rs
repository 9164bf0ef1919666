//! Numbers of the spanning tree, found once more: by stateright's own search, and by looking at every state.

use super::flood::{Flood, INITIATOR, Processes, Watch};
use stateright::{Checker, Model as _};
use std::sync::Arc;
use verdict_checker::search::Search;
use verdict_checker::size::{Size, Value};
use verdict_checker::space::{AsModel, Row};
use verdict_world::{Algorithm, World};

fn world(reading: Flood, nodes: u64, edges: u64) -> Processes {
    let named = [("N", nodes), ("E", edges)];
    let size: Size = named
        .map(|(name, value)| (name.to_owned(), Value::Number(value)))
        .into_iter()
        .collect();
    let mut casts = reading
        .casts(&size, None)
        .expect("a size in range")
        .into_iter();
    let first = casts.next().expect("there is a network");
    let world = World::new(first, reading.assumptions(&size).expect("a size in range"));
    casts.fold(world, World::or_with)
}

#[test]
fn the_longest_chains_of_messages_grow_with_the_network_and_not_with_its_diameter() {
    let hops = Flood {
        watch: Watch::Hops,
        ..Flood::MEANT
    };
    let longest = |(nodes, edges)| {
        let world = world(hops, nodes, edges);
        let found = Search::new(&world, &[]).keep_states().run();
        let initiators = (0..found.states.len()).map(|i| {
            world
                .view(found.states.get(i))
                .node(INITIATOR)
                .expect("it is up")
                .clone()
        });
        initiators
            .filter(|process| process.used.is_some())
            .map(|process| process.hops)
            .max()
    };
    // Complete networks, whose diameter is 1, and trees, whose chains are at most 2(N-1).
    assert_eq!(
        [(2, 1), (3, 3), (4, 6)].map(longest),
        [Some(2), Some(6), Some(9)]
    );
    assert_eq!(
        [(3, 2), (4, 3), (5, 4)].map(longest),
        [Some(4), Some(6), Some(8)]
    );
}

#[test]
fn all_networks_of_four_processes_have_as_many_states_for_stateright() {
    for edges in 3..=6 {
        let ours = Search::new(&world(Flood::MEANT, 4, edges), &[]).run();
        let theirs = AsModel(Arc::new(world(Flood::MEANT, 4, edges)))
            .checker()
            .spawn_bfs()
            .join();
        assert_eq!(
            ours.counts.distinct,
            theirs.unique_state_count(),
            "{edges} edges"
        );
    }
}
