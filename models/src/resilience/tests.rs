//! The closed form against the recurrence, against every ring, against draws; digits against fractions.

use super::decimal::{Rounding, quotient};
use super::figure_4::{Reading, Table, one_by_one};
use super::*;
use verdict_checker::catalog::Setup;

#[test]
fn the_closed_form_counts_every_ring_of_up_to_14_sites() {
    for nodes in 1..=14usize {
        let rings = one_by_one(nodes);
        for (failures, rings) in rings.iter().enumerate() {
            let crashes = Crashes::new(nodes as u64, failures as u64).unwrap();
            let all: u128 = rings.iter().sum();
            assert_eq!(crashes.choices, BigUint::from(all));
            for k in 0..=nodes {
                let found: u128 = rings[..=k].iter().sum();
                assert_eq!(crashes.ways(k as u32), BigUint::from(found));
            }
        }
    }
}

#[test]
fn the_closed_form_is_the_recurrence_of_figure_4_on_rings_of_up_to_60_sites() {
    for k in [0, 1, 2, 3, 7, 20, 59, 60] {
        let table = Table::new(Reading::Printed, None, k, 60);
        for nodes in 1..=60 {
            for failures in 0..=nodes {
                let crashes = Crashes::new(nodes as u64, failures as u64).unwrap();
                let ways = BigUint::from(table.ways(failures, nodes));
                assert_eq!(crashes.ways(k as u32), ways, "W_{k}({failures}, {nodes})");
            }
        }
    }
}

#[test]
fn small_counts_by_hand() {
    let ways = |k, f, n| Table::new(Reading::Printed, None, k, n).ways(f, n);
    assert_eq!(ways(1, 2, 4), 2, "only opposite sites");
    assert_eq!(ways(1, 2, 5), 5, "the diagonals of a pentagon");
    assert_eq!(ways(2, 3, 6), 20 - 6, "all but the runs of three");
    let queue = |k, f, n| Table::new(Reading::Queue, None, k, n).ways(f, n);
    assert_eq!(queue(1, 2, 3), 1, "both ends, which a ring would join");
    assert_eq!(ways(1, 2, 3), 0);
}

#[test]
fn the_levels_of_the_two_claims() {
    let tenth = Crashes::new(10_000, 1_000).unwrap();
    let half = Crashes::new(10_000, 5_000).unwrap();
    let digits = |crashes: &Crashes, k| crashes.probability(k).digits(10);
    assert_eq!(digits(&tenth, 7), "0.9999121791");
    assert_eq!(digits(&tenth, 8), "0.9999912799");
    assert_eq!(digits(&half, 19), "0.9953227075");
    assert_eq!(digits(&half, 20), "0.9976631633");
    assert_eq!(half.probability(20).risk(4), "0.002337");
    let smallest = [2, 3, 4, 5].map(Decimal::nines).map(|level| {
        let smallest = |crashes: &Crashes| crashes.smallest(&level).unwrap();
        (smallest(&tenth), smallest(&half))
    });
    assert_eq!(smallest, [(5, 18), (6, 22), (7, 25), (8, 28)]);
}

#[test]
fn draws_agree_with_the_exact_values() {
    const RINGS: u32 = 20_000;
    for (nodes, failures, k) in [(12, 6, 2), (50, 25, 5), (200, 20, 2), (30, 28, 20)] {
        let crashes = Crashes::new(nodes, failures).unwrap();
        let drawn = crashes.sample(RINGS, 7);
        assert_eq!(drawn.iter().sum::<u32>(), RINGS);
        let within: u32 = drawn[..=k].iter().sum();
        let share = f64::from(within) / f64::from(RINGS);
        let exact = crashes.probability(k as u32).rounded();
        let deviation = (exact * (1.0 - exact) / f64::from(RINGS)).sqrt();
        assert!(
            (share - exact).abs() < 4.0 * deviation,
            "{failures} of {nodes}, k = {k}: {share} drawn, {exact} exact"
        );
    }
}

#[test]
fn a_ring_without_correct_sites_and_one_without_crashes() {
    let all = Crashes::new(5, 5).unwrap();
    assert_eq!(all.probability(4).digits(5), "0");
    assert_eq!(all.probability(4).risk(5), "1");
    assert_eq!(all.probability(5).digits(5), "1");
    assert_eq!(all.sample(10, 1)[5], 10);
    let none = Crashes::new(5, 0).unwrap();
    assert_eq!(none.probability(0).risk(5), "0");
    assert_eq!(none.smallest(&Decimal::nines(9)), Some(0));
}

#[test]
fn what_is_no_ring() {
    assert_eq!(
        Crashes::new(0, 0).unwrap_err(),
        CrashesError::Nodes { nodes: 0 }
    );
    assert!(Crashes::new(100_001, 0).is_err());
    let (nodes, failures) = (3, 4);
    let error = Crashes::new(nodes, failures).unwrap_err();
    assert_eq!(error, CrashesError::Failures { nodes, failures });
}

#[test]
fn a_size_that_cannot_be_counted_is_an_error_that_says_why() {
    let catalog = crate::catalog().unwrap_or_else(|slips| panic!("{slips}"));
    for (claim, variant, wrong, expected) in [
        ("ring/w-recurrence", "as-printed", 21, "1 to 20, sites of a"),
        ("ring/k-8", "five-nines", 13, "1 to 12, nines of a level"),
    ] {
        let case = catalog.case(claim, variant).expect("a case");
        let error = case.subject(&Setup::of(case.size(&[wrong]))).err();
        let words = error.expect("out of range").to_string();
        assert!(words.contains(expected), "{words}");
    }
}

#[test]
fn digits_never_look_safer_than_they_are() {
    let digits =
        |part: u64, whole: u64, rounding| quotient(&part.into(), &whole.into(), 3, rounding);
    for (part, whole, down, up) in [
        (0, 7, "0", "0"),
        (7, 7, "1", "1"),
        (1, 3, "0.333", "0.334"),
        (1, 8, "0.125", "0.125"),
        (999_999, 1_000_000, "0.999", "1"),
        (1, 1_000, "0.00100", "0.00100"),
        (1, 99_999, "1.00e-5", "1.01e-5"),
        (9_999, 100_000_000, "9.99e-5", "0.000100"),
        (1, u64::MAX, "5.42e-20", "5.43e-20"),
    ] {
        assert_eq!(digits(part, whole, Rounding::Down), down, "{part}/{whole}");
        assert_eq!(digits(part, whole, Rounding::Up), up, "{part}/{whole}");
    }
}

#[test]
fn decimals_are_read_and_written_as_they_are() {
    for text in [
        "0",
        "0.5",
        "0.99999",
        "12.5",
        "100",
        "0.000000000000000000000000000001",
    ] {
        let decimal: Result<Decimal, _> = text.parse();
        match decimal {
            Ok(decimal) => assert_eq!(decimal.to_string(), text),
            Err(_) => assert!(text.len() > Decimal::MAX_DIGITS, "{text}"),
        }
    }
    for text in [
        "", ".", ".5", "5.", "-1", "+1", "1e3", "1,5", "0.5%", " 1", "NaN", "1.2.3", "٣",
    ] {
        assert!(text.parse::<Decimal>().is_err(), "{text}");
    }
    let part = |text: &str, number| text.parse::<Decimal>().unwrap().percent().of(number);
    assert_eq!(part("50", 10_000), Some(5_000));
    assert_eq!(part("50", 25), Some(13), "a half is rounded up");
    assert_eq!(part("12.5", 1_000), Some(125));
    assert_eq!(part("999999999999999999999999999999", u64::MAX), None);
    assert!(Decimal::nines(3).is_below_one());
    assert!("1.01".parse::<Decimal>().unwrap().is_above_one());
}
