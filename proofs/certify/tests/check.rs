//! The checker accepts what refutes, and never a refutation of what can be satisfied.

use verdict_certify::{Formula, Refused, check, formula, proof};

/// A small generator: the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn clause(&mut self, variables: u64, longest: u64) -> Vec<i32> {
        let literals = 1 + self.below(longest);
        let literal = |numbers: &mut Self| {
            let variable = 1 + numbers.below(variables) as i32;
            if numbers.below(2) == 0 {
                variable
            } else {
                -variable
            }
        };
        (0..literals).map(|_| literal(self)).collect()
    }
}

fn satisfiable(formula: &Formula) -> bool {
    (0..1u32 << formula.variables).any(|bits| {
        let holds = |l: &i32| (bits >> (l.unsigned_abs() - 1) & 1 == 1) == (*l > 0);
        formula
            .clauses
            .iter()
            .all(|clause| clause.iter().any(holds))
    })
}

/// Three pigeons, two holes: pigeon p in hole h is 2p + h.
const PIGEONS: &str =
    "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n";

#[test]
fn a_refutation_is_accepted_and_half_of_one_is_not() {
    let pigeons = formula(PIGEONS).expect("a formula");
    let whole = proof("1 0\n0\n").expect("a certificate");
    assert_eq!(check(&pigeons, &whole), Ok(()));
    assert_eq!(check(&pigeons, &[]), Err(Refused::RefutesNothing));
    let tautology = vec![vec![1, -1]];
    assert_eq!(check(&pigeons, &tautology), Err(Refused::RefutesNothing));
    assert_eq!(
        check(&pigeons, &[vec![]]),
        Err(Refused::DoesNotFollow { clause: 1 })
    );
    assert_eq!(
        check(&pigeons, &[vec![7]]),
        Err(Refused::NoLiteral {
            clause: 10,
            literal: 7
        })
    );
}

/// Whatever a certificate says: a formula that can be satisfied is not refuted by it. And every clause that is let in follows.
#[test]
fn nothing_refutes_what_can_be_satisfied() {
    let mut numbers = Numbers(0x5eed);
    let (mut could, mut refuted) = (0, 0);
    for _ in 0..4000 {
        let clauses = 8 + numbers.below(30);
        let formula = Formula {
            variables: 6,
            clauses: (0..clauses).map(|_| numbers.clause(6, 3)).collect(),
        };
        let followed: Vec<Vec<i32>> = (0..12).map(|_| numbers.clause(6, 3)).collect();
        // Only those that follow, one after another, so that the checker goes far.
        let mut certificate: Vec<Vec<i32>> = Vec::new();
        for clause in followed {
            certificate.push(clause);
            let refused = check(&formula, &certificate);
            if matches!(refused, Err(Refused::DoesNotFollow { .. })) {
                certificate.pop();
            }
        }
        let accepted = check(&formula, &certificate).is_ok();
        if satisfiable(&formula) {
            could += 1;
            assert!(!accepted, "{formula:?} by {certificate:?}");
            let mut stronger = formula.clone();
            stronger.clauses.extend(certificate.clone());
            assert!(satisfiable(&stronger), "{formula:?} by {certificate:?}");
        }
        refuted += usize::from(accepted);
    }
    assert!(could > 200 && refuted > 200, "{could} {refuted}");
}

#[test]
fn what_cannot_be_read_is_refused_with_its_line() {
    let line = |text: &str| match formula(text) {
        Err(Refused::Unreadable { line, .. }) => line,
        other => panic!("{other:?}"),
    };
    assert_eq!(line(""), 1);
    assert_eq!(line("p cnf x 1\n1 0\n"), 1);
    assert_eq!(line("p cnf 1 2\n1 0\n"), 1);
    assert_eq!(line("p cnf 1 1\n\n1\n"), 3);
    assert_eq!(line("p cnf 1 1\n1 0 1 0\n"), 2);
    assert_eq!(line("p cnf 99999999999 0\n"), 1);
    assert!(proof("1 2 0\n-3\n").is_err());
    assert!(proof("-2147483648 0\n").is_err());
}
