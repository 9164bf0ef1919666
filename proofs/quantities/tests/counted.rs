//! What the theories define is what is counted: one by one, at small sizes; and the steps by which they count.

use std::collections::{BTreeMap, BTreeSet};
use verdict_quantities::{FILES, Theory, parse};

fn theory(file: &str) -> Theory {
    let (_, text) = FILES
        .into_iter()
        .find(|(name, _)| *name == file)
        .expect("one of these");
    parse(text).unwrap_or_else(|wrong| panic!("{file}: {wrong}"))
}

fn nothing_else(name: &str, _: &[i128]) -> i128 {
    panic!("{name} is not defined")
}

/// A ring with at least one correct site: the runs of crashed sites behind each correct one, from the block that S_0 is in, and the place
/// of S_0 in that block.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Blocks {
    runs: Vec<usize>,
    place: usize,
}

/// Whether each site has crashed; at least one has not.
fn blocks(ring: &[bool]) -> Blocks {
    let n = ring.len();
    let place = (0..n)
        .find(|back| !ring[(n - back) % n])
        .expect("a correct site");
    let mut runs = Vec::new();
    for at in 0..n {
        match ring[(n - place + at) % n] {
            false => runs.push(0),
            true => *runs.last_mut().expect("it begins with a correct site") += 1,
        }
    }
    Blocks { runs, place }
}

fn ring(Blocks { runs, place }: &Blocks) -> Vec<bool> {
    let mut ring: Vec<bool> = Vec::new();
    for run in runs {
        ring.push(false);
        ring.extend(vec![true; *run]);
    }
    ring.rotate_left(*place);
    ring
}

fn rings(n: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << n).map(move |bits| (0..n).map(|site| bits >> site & 1 == 1).collect())
}

fn longest_run(ring: &[bool]) -> usize {
    let n = ring.len();
    let run = |from: usize| (0..n).take_while(|i| ring[(from + i) % n]).count();
    (0..n).map(run).max().unwrap_or(0)
}

const SITES: usize = 13;

#[test]
fn a_ring_is_its_blocks() {
    for n in 1..=SITES {
        let mut seen = BTreeSet::new();
        for sites in rings(n).filter(|sites| sites.contains(&false)) {
            let cut = blocks(&sites);
            assert_eq!(ring(&cut), sites);
            assert!(cut.place <= cut.runs[0], "{cut:?}");
            assert_eq!(
                cut.runs.iter().copied().max(),
                Some(longest_run(&sites)),
                "{cut:?}"
            );
            seen.insert(cut);
        }
        assert_eq!(
            seen.len(),
            (1 << n) - 1,
            "every ring but the one without a correct site"
        );
    }
}

/// Taking the second block away leads, for each length of its run, to every ring of one correct site less exactly once.
#[test]
fn a_second_block_can_be_taken_away_and_put_back() {
    for n in 2..=SITES {
        let two_are_correct =
            |sites: &Vec<bool>| sites.iter().filter(|crashed| !**crashed).count() >= 2;
        let mut rest: BTreeMap<usize, BTreeSet<Vec<bool>>> = BTreeMap::new();
        let mut count = 0;
        for sites in rings(n).filter(two_are_correct) {
            let mut cut = blocks(&sites);
            let taken = cut.runs.remove(1);
            assert!(
                rest.entry(taken).or_default().insert(ring(&cut)),
                "{sites:?}"
            );
            count += 1;
        }
        let expected = (0..=n - 2).map(|taken| (1_usize << (n - taken - 1)) - 1);
        assert!(
            rest.values().map(BTreeSet::len).eq(expected.clone()),
            "n = {n}"
        );
        assert_eq!(count, expected.sum::<usize>());
    }
}

/// `rings` and `last_line` of the theory against rings that are looked at.
#[test]
fn the_theory_counts_rings() {
    let theory = theory("figure-4.theory");
    let mut found: BTreeMap<(usize, usize, usize), i128> = BTreeMap::new();
    for n in 1..=SITES {
        for sites in rings(n) {
            let crashed = sites.iter().filter(|crashed| **crashed).count();
            for k in longest_run(&sites)..=SITES {
                *found.entry((n, crashed, k)).or_default() += 1;
            }
        }
    }
    for correct in 2..=SITES {
        for k in 1..=SITES - correct {
            // In how many ways so many runs of at most k have f crashed sites in all.
            let mut ways = vec![0_i128; SITES + 1];
            ways[0] = 1;
            for _ in 2..correct {
                let shorter = ways.clone();
                ways = (0..=SITES)
                    .map(|f| shorter[f.saturating_sub(k)..=f].iter().sum())
                    .collect();
            }
            let h = |_: &str, f: &[i128]| usize::try_from(f[0]).map_or(0, |f| ways[f]);
            for f in 0..=SITES - correct {
                let (big_f, big_k) = (f as i128, k as i128);
                let looked_at = found.get(&(f + correct, f, k)).copied().unwrap_or(0);
                for side in ["rings", "last_line"] {
                    assert_eq!(
                        theory.value(side, &[big_f, big_k, big_k], &h),
                        looked_at,
                        "{side}: f = {f}, k = {k}, {correct} correct"
                    );
                }
                let one_less = found.get(&(f + correct - 1, f, k)).copied().unwrap_or(0);
                assert_eq!(
                    theory.value("fewer", &[big_f, big_k], &h),
                    one_less,
                    "f = {f}, k = {k}"
                );
            }
        }
    }
}

/// How far the ELECTION of each process goes.
fn reach(uids: &[usize]) -> Vec<usize> {
    let n = uids.len();
    let steps = |i: usize| (1..=n).find(|d| uids[(i + d) % n] >= uids[i]).unwrap_or(n);
    (0..n).map(steps).collect()
}

/// Every ring of n UIDs, the highest first.
fn arrangements(n: usize) -> BTreeSet<Vec<usize>> {
    if n == 1 {
        return BTreeSet::from([vec![1]]);
    }
    arrangements(n - 1)
        .iter()
        .flat_map(|ring| (1..n).map(|gap| with_a_new_lowest(ring, gap)))
        .collect()
}

fn with_a_new_lowest(ring: &[usize], gap: usize) -> Vec<usize> {
    let mut new: Vec<usize> = ring.iter().map(|uid| uid + 1).collect();
    new.insert(gap, 1);
    new
}

#[test]
fn a_new_lowest_makes_the_others_go_as_much_further_as_they_go() {
    for n in 1..=7 {
        let mut made = BTreeSet::new();
        for ring in arrangements(n) {
            let before: usize = reach(&ring).iter().sum();
            let mut further = 0;
            for gap in 1..=n {
                let new = with_a_new_lowest(&ring, gap);
                let mut after = reach(&new);
                assert_eq!(after.remove(gap), 1, "the new one goes one step");
                let more: usize = after.iter().sum::<usize>() - before;
                assert!(
                    more <= n,
                    "each of the others goes at most one step further"
                );
                further += more;
                assert!(made.insert(new), "no ring is made twice");
            }
            assert_eq!(further, before, "{ring:?}");
        }
        assert_eq!(
            made.len(),
            (1..=n).product::<usize>(),
            "every ring of one more is made"
        );
    }
}

#[test]
fn the_theory_counts_elections() {
    let theory = theory("chang-roberts.theory");
    for n in 1..=8_usize {
        let all: Vec<usize> = arrangements(n)
            .iter()
            .map(|ring| reach(ring).iter().sum())
            .collect();
        let m = [n as i128 - 1];
        assert_eq!(
            theory.value("all_rings", &m, &nothing_else),
            all.iter().sum::<usize>() as i128
        );
        assert_eq!(
            theory.value("factorial", &m, &nothing_else),
            all.len() as i128
        );
        let most = all.iter().max().copied().expect("a ring");
        assert_eq!(
            theory.value("at_most", &m, &nothing_else),
            most as i128,
            "it is attained"
        );
    }
}
