//! The search against a naive one, against stateright's, and against itself: with other numbers of threads, or gone on with.

mod kept;
mod limits;
mod naive;
mod properties;
mod puzzles;
mod random_graphs;
mod sizes;
mod spilled;

use naive::{Naive, explore};
use puzzles::{Played, Puzzle};
use stateright::{Checker, Model};
use std::sync::Arc;
use verdict_checker::judge::Subject;
use verdict_checker::property::Property;
use verdict_checker::search::{Counts, Limits, Search};
use verdict_checker::space::OfModel;
use verdict_checker::subject::AnySubject;
use verdict_checker::trace::{Origin, Trace};
use verdict_checker::verdict::{Judgement, Verdict};

const THREADS: [usize; 4] = [1, 2, 3, 8];

type Space<P> = OfModel<Played<P>>;

fn with_threads(threads: usize) -> Limits {
    Limits {
        threads,
        ..Limits::default()
    }
}

fn space<P: Puzzle>(puzzle: &P) -> Space<P> {
    OfModel(Played::exploring(puzzle.clone()))
}

/// The property that no bad state is reachable.
fn good<P: Puzzle>() -> Property<Space<P>> {
    Property::always("good", |space: &Space<P>, state| !space.0.puzzle.bad(state))
}

fn subject<P: Puzzle>(puzzle: &P, property: Property<Space<P>>) -> Subject<Space<P>> {
    Subject {
        space: Arc::new(space(puzzle)),
        property,
        fairness: Vec::new(),
        origin: Origin::default(),
    }
}

fn judge<P: Puzzle>(puzzle: &P, property: Property<Space<P>>, limits: Limits) -> Judgement {
    let subject = subject(puzzle, property);
    let judgement = subject.judge(limits, &|_| {});
    if let Some(trace) = &judgement.trace {
        let replayed = subject
            .replay(trace)
            .expect("what was found can be replayed");
        assert_eq!(replayed.steps, trace.steps.len());
    }
    judgement
}

fn labels(trace: &Trace) -> Vec<String> {
    trace.steps.iter().map(|step| step.label.clone()).collect()
}

fn counted(counts: &Counts) -> [usize; 4] {
    [
        counts.distinct,
        counts.total,
        counts.depth,
        counts.branching,
    ]
}

/// Checks that all searches agree about all there is to know of a puzzle: its counts, the order of its states, and
/// the first way to a bad one.
fn agree<P: Puzzle>(puzzle: &P) -> Naive<P> {
    let naive = explore(puzzle);
    let space = space(puzzle);
    for threads in THREADS {
        let explored = Search::new(&space, &[])
            .limits(with_threads(threads))
            .keep_states()
            .run();
        assert_eq!(
            counted(&explored.counts),
            naive.counts(),
            "{threads} threads"
        );
        assert_eq!(explored.states, naive.states, "{threads} threads");
        assert_eq!(explored.cut, None);

        let judgement = judge(puzzle, good(), with_threads(threads));
        let way = judgement.trace.as_ref().map(labels);
        assert_eq!(way, naive.way_to_a_bad_state(puzzle), "{threads} threads");
        let verdict = match &way {
            Some(_) => Verdict::Refuted,
            None => Verdict::Holds,
        };
        assert_eq!(judgement.verdict, verdict);
        assert_eq!(judgement.exhausted(), verdict == Verdict::Holds);
        let seen = naive.seen_with_a_way_of(way.map(|way| way.len()));
        assert_eq!(judgement.counts.distinct, seen, "{threads} threads");
    }
    let theirs = space.0.checker().spawn_bfs().join();
    let [distinct, total, depth, _] = naive.counts();
    assert_eq!(theirs.unique_state_count(), distinct, "stateright");
    assert_eq!(theirs.max_depth().saturating_sub(1), depth, "stateright");
    // An initial state that is given twice is expanded twice by stateright.
    if naive.starts_differ {
        assert_eq!(theirs.state_count(), total, "stateright");
    }
    let theirs = Played::judging(puzzle.clone()).checker().spawn_bfs().join();
    let their_way = theirs
        .discovery("good")
        .map(|path| path.into_actions().len());
    let our_way = naive.way_to_a_bad_state(puzzle).map(|way| way.len());
    assert_eq!(their_way, our_way, "stateright");
    naive
}
