//! What reduced searches store of the models, and that it stands for everything that they leave out.

use verdict_checker::catalog::{Catalog, Setup};
use verdict_checker::reduce::Reduce;
use verdict_checker::search::Limits;
use verdict_checker::subject::AnySubject;
use verdict_checker::verdict::Verdict;

fn catalog() -> Catalog {
    verdict_models::catalog().expect("a sound catalog")
}

fn subject(catalog: &Catalog, claim: &str, variant: &str, size: &[u64]) -> Box<dyn AnySubject> {
    let case = catalog.case(claim, variant).expect("a case of the catalog");
    let setup = Setup::of(case.size(size));
    case.subject(&setup).expect("a size that can be built")
}

/// Distinct states as they are, by symmetry, by silent steps, and by both.
fn stored(claim: &str, variant: &str, size: &[u64]) -> [usize; 4] {
    let catalog = catalog();
    [Reduce::NONE, Reduce::SYMMETRY, Reduce::SILENT, Reduce::BOTH].map(|wanted| {
        let subject = subject(&catalog, claim, variant, size);
        let judged = subject.judge_reduced(wanted, Limits::default(), &|_| {});
        assert_eq!(judged.verdict, Verdict::Holds, "{claim} {wanted:?}");
        assert_eq!(judged.remarks, [""; 0], "{claim} {wanted:?}");
        judged.counts.distinct
    })
}

/// The orbits of Naimi and Trehel's tree under all renamings were counted by another program, too (455).
#[test]
fn so_many_states_stand_for_all() {
    let dynamic_tree = stored("naimi/original/mutex", "as-meant", &[4]);
    assert_eq!(dynamic_tree, [10_504, 455, 4_768, 214]);
    let ring = stored("ring/unique-real", "as-meant", &[4, 2]);
    assert!(ring[1..].iter().all(|less| *less < ring[0]), "{ring:?}");
    assert_eq!(ring[0], 3_232);
}

/// So many states of a whole space are compared with what a reduced search stores of it.
const AT_MOST: usize = 3_000;

#[test]
fn what_is_left_out_is_stood_for_in_every_reading_that_is_reduced() {
    let catalog = catalog();
    let mut smaller = [0; 3];
    for case in catalog.cases() {
        let setup = Setup::of(case.smallest());
        let name = format!("{} {} {}", case.claim, case.variant, setup.size);
        let subject = case.subject(&setup).expect("a setup of the case");
        let all = [Reduce::SYMMETRY, Reduce::SILENT, Reduce::BOTH];
        for (count, wanted) in smaller.iter_mut().zip(all) {
            match subject.compare_reduced(wanted, AT_MOST) {
                Some(Ok(compared)) => *count += usize::from(compared.stored < compared.whole),
                Some(Err(what)) => panic!("{name} by {wanted:?}: {what}"),
                None => {}
            }
        }
    }
    println!("smaller by symmetry, by silent steps, by either or both: {smaller:?}");
    assert!(smaller.iter().all(|count| *count >= 4), "{smaller:?}");
}
