//! The applications by themselves: their counts, their runs, and that counts which wrap hide nothing.

use super::super::application::Application;
use super::super::plugin::{Launch, Reading as PluginReading};
use super::super::setting;
use super::chang_roberts::{ChangRoberts, Reading};
use super::claims::CASES;
use super::counts_are_close;
use super::martin::Martin;
use crate::catalog::Case;
use verdict_checker::search::{Limits, Search};
use verdict_checker::verdict::{Judgement, Verdict};

fn case(claim: &str, variant: &str) -> &'static Case {
    let mut cases = CASES.iter();
    let found = cases.find(|case| case.claim == claim && case.variant == variant);
    found.unwrap_or_else(|| panic!("no case {claim} {variant}"))
}

/// The judgement of a case at its smallest size.
fn judged(claim: &str, variant: &str) -> Judgement {
    let case = case(claim, variant);
    let judge = case.judge(&case.smallest()).expect("a size of the catalog");
    judge.judge(Limits::default(), &|_| {})
}

#[test]
fn the_spaces_have_as_many_states_as_ever() {
    for (claim, variant, states) in [
        ("ring/le-lann/mutex", "as-worded", 412),
        ("ring/martin/mutex", "as-worded", 11_204),
    ] {
        let judgement = judged(claim, variant);
        assert_eq!(judgement.verdict, Verdict::Holds, "{claim}");
        assert_eq!(judgement.counts.distinct, states, "{claim}");
    }
}

#[test]
fn all_n_sites_may_ask_while_the_token_is_in_flight() {
    let trace = judged("ring/martin/bounded-requests", "every-state").trace;
    let labels: Vec<_> = trace
        .expect("a run")
        .steps
        .into_iter()
        .map(|s| s.label)
        .collect();
    assert_eq!(labels.len(), 4);
    assert_eq!(
        labels
            .iter()
            .filter(|label| label.starts_with("want "))
            .count(),
        3
    );
}

#[test]
fn a_second_claim_loses_itself_and_the_first_without_any_crash() {
    let trace = judged("ring/chang-roberts/live-leader", "second-claim").trace;
    let labels: Vec<_> = trace
        .expect("a run")
        .steps
        .into_iter()
        .map(|s| s.label)
        .collect();
    assert_eq!(labels.len(), 4);
    assert!(
        labels.iter().all(|label| !label.starts_with("crash")),
        "{labels:?}"
    );
}

/// Whether all counts of an application stay within half the range in which they wrap.
fn stays_close<App: Application>(application: App, size: &[u64]) -> bool {
    let setup = case("ring/martin/mutex", "as-worded").setup(size);
    let ring =
        setting::ring(&setup, application, PluginReading::MEANT).expect("a size of the paper");
    let explored = Search::new(&ring, &[counts_are_close()]).run();
    assert!(explored.counts.distinct > 1_000 || explored.violation.is_some());
    explored.violation.is_none() && explored.cut.is_none()
}

#[test]
fn counts_that_wrap_are_never_misjudged() {
    for launch in [Launch::NextCount, Launch::NextRound] {
        let martin = Martin {
            nodes: 3,
            askers: 2,
            wishes: 1,
            launch,
            mutant: None,
        };
        assert!(stays_close(martin, &[3, 1, 2, 1]), "{launch:?}");
        let election = ChangRoberts {
            nodes: 3,
            candidates: 3,
            claims: 2,
            reading: Reading {
                launch,
                ..Reading::MEANT
            },
            mutant: None,
        };
        assert!(stays_close(election, &[3, 1, 3, 2]), "{launch:?}");
    }
}

#[test]
fn every_case_gets_its_verdict_with_and_without_its_assumptions() {
    let mut wrong = Vec::new();
    for case in CASES {
        let mut setups = vec![case.smallest()];
        setups.extend(case.assumed().map(|name| {
            let mut setup = case.smallest();
            setup.without.push(name.to_owned());
            setup
        }));
        for setup in setups {
            let judge = case.judge(&setup).expect("a setup of the catalog");
            let verdict = judge.judge(Limits::default(), &|_| {}).verdict;
            if Some(verdict) != case.expectation(&setup) {
                let Case { claim, variant, .. } = case;
                wrong.push(format!(
                    "{claim} {variant} {:?}: {verdict:?}",
                    setup.without
                ));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn every_case_kills_the_mutants_it_lists() {
    let mut alive = Vec::new();
    for case in CASES {
        for mutant in case.kills {
            let killed = case.sizes.iter().any(|size| {
                let mut setup = case.setup(size);
                setup.mutant = Some((*mutant).to_owned());
                let judge = case.judge(&setup).expect("a setup of the catalog");
                let limits = Limits {
                    states: 200_000,
                    ..Limits::default()
                };
                judge.judge(limits, &|_| {}).verdict == Verdict::Refuted
            });
            if !killed {
                alive.push(format!("{} {} {mutant}", case.claim, case.variant));
            }
        }
    }
    assert_eq!(alive, [""; 0]);
}
