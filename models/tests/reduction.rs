//! The form in which states are stored: for each world of the catalog it leaves out only what never matters; and its
//! fingerprints are as different in their low bits as those of chance.

use std::collections::{BTreeMap, HashMap};
use verdict_checker::catalog::Setup;
use verdict_checker::reduction::Compared;
use verdict_checker::search::{Limits, Search};
use verdict_checker::verdict::Verdict;
use verdict_models::topology::layer::Renewal;
use verdict_models::topology::reading::{Everywhere, Reading};
use verdict_world::{Algorithm, World};

/// So many plain states of each world are compared.
const AT_MOST: usize = 400;

/// Readings of which the stored form leaves out something that shows, in the order of the catalog. They must be refuted, so that nothing that
/// holds rests on such a form.
///
/// The application of this one counts fewer sites than the ring; lowered with the counts, it cannot fall below 0.
const DIFFER: [&str; 1] = ["ring/update-order-as-printed as-printed"];

#[test]
fn every_plain_state_moves_as_its_reduced_form_and_means_the_same() {
    let catalog = verdict_models::catalog().expect("a sound catalog");
    let mut compared: BTreeMap<String, Compared> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in catalog.cases() {
        let setup = Setup::of(case.smallest());
        let subject = case.subject(&setup).expect("a setup of the case");
        let name = format!("{} {}", case.claim, case.variant);
        match subject.compare_plain(AT_MOST) {
            Some(Ok(result)) => drop(compared.insert(name, result)),
            Some(Err(what)) => {
                println!("{name}: {what}");
                assert_eq!(case.expected, Verdict::Refuted, "{name}: {what}");
                wrong.push(name);
            }
            None => {}
        }
    }
    assert_eq!(
        wrong, DIFFER,
        "the forms that leave out something that shows"
    );
    let reduces = |result: &&Compared| result.plain > result.reduced;
    let (all, reducing) = (compared.len(), compared.values().filter(reduces).count());
    let whole = compared.values().filter(|result| result.exhausted).count();
    println!(
        "{all} worlds, of which {whole} to their end; {reducing} with fewer forms than states"
    );
    assert!(all >= 20, "{all} worlds");
    assert!(
        reducing >= 1,
        "something is left out in {reducing} of {all}"
    );
}

/// Pairs of states of which so many low bits of the fingerprint are equal.
fn low_pairs(fingerprints: &[u64], bits: u32) -> usize {
    let mut groups: HashMap<u64, usize> = HashMap::new();
    for fingerprint in fingerprints {
        *groups.entry(fingerprint & ((1 << bits) - 1)).or_default() += 1;
    }
    groups.values().map(|n| n * (n - 1) / 2).sum()
}

#[test]
fn low_bits_of_fingerprints_coincide_as_often_as_by_chance() {
    let catalog = verdict_models::catalog().expect("a sound catalog");
    let case = catalog.case("ring/any-topology", "suzuki-kasami-literal-members");
    for size in [[3, 1, 3], [4, 1, 2]] {
        let reading = Reading::copied(Everywhere, Renewal::Tell);
        let size = case.expect("a case").size(&size);
        let nodes = reading.nodes(&size, None).expect("a size");
        let world = World::new(
            nodes,
            Algorithm::assumptions(&reading, &size).expect("a size"),
        );
        let limits = Limits {
            states: 200_000,
            ..Limits::default()
        };
        let explored = Search::new(&world, &[]).limits(limits).keep_states().run();
        let states = explored.fingerprints.len() as f64;
        assert!(states > 4_000.0, "{size}: {states} states say nothing");
        for bits in [20, 24, 28] {
            let found = low_pairs(&explored.fingerprints, bits);
            let expected = states * (states - 1.0) / 2.0 / f64::from(1u32 << bits);
            println!("{size}: {states} states, {bits} bits: {found} pairs, {expected:.1} expected");
            // Six standard deviations of a count of rare events, and a few for small ones.
            let most = expected + 6.0 * expected.sqrt() + 4.0;
            assert!(
                found as f64 <= most,
                "{found} pairs, {expected:.1} expected"
            );
        }
    }
}
