//! The tables of the documents.

use crate::records::{judged, judgement, ledger, origin, record, size, without};
use verdict_checker::audit::AuditResult;
use verdict_checker::ledger::table::{
    BEGIN, Chapter, END, Listed, MarkerError, put_into, summary, table,
};
use verdict_checker::ledger::{Ledger, Record};
use verdict_checker::size::{Size, Value};
use verdict_checker::verdict::Verdict;

/// Not in the order of the files.
fn chapters() -> [Chapter; 2] {
    let chapter = |title: &str, claims: &[&str]| Chapter {
        key: title.to_lowercase(),
        title: title.to_owned(),
        assumptions: Vec::new(),
        claims: claims
            .iter()
            .map(|claim| Listed {
                claim: (*claim).to_owned(),
                readings: ["as-printed", "as-meant"].map(str::to_owned).to_vec(),
            })
            .collect(),
    };
    [
        chapter("Toys", &["toy/two", "toy/one", "toy/three"]),
        chapter("Art", &["art/one"]),
    ]
}

#[test]
fn all_verdicts_stand_by_source_in_the_order_of_the_catalog() {
    let expected = "\
## Toys

| claim | reading | verdict | sizes | states | depth | trace |
|---|---|---|---|---|---|---|
| `toy/two` | as-meant | bounded | N, k = 9, 1 | 50,000 | 12 | — |
| `toy/one` | as-printed | refuted | N, k = 3, 1 | 1,234,567 | 7 | 7 steps |
| `toy/one` | as-meant | holds | N, k = 9, 1; 10, 1 | 891; 990 | 12; 12 | — |

| claim | reading | without | what becomes of it |
|---|---|---|---|
| `toy/two` | as-meant | no-loss | refuted at N = 9, k = 1 in 1 step |

## Art

| claim | reading | verdict | sizes | states | depth | trace |
|---|---|---|---|---|---|---|
| `art/one` | as-meant | holds | N, k = 2, 1 | 198 | 12 | — |
";
    assert_eq!(table(&ledger(), &chapters()), expected);
}

#[test]
fn the_summary_has_one_row_for_each_source() {
    let expected = "\
| source | claims judged | readings that hold | that fall | others | largest space exhausted | longest counterexample |
|---|---|---|---|---|---|---|
| Toys | 2 of 3 | 1 | 1 | 1 bounded | 990 states (`toy/one`) | 7 steps (`toy/one`) |
| Art | 1 of 1 | 1 | 0 | — | 198 states (`art/one`) | — |
";
    assert_eq!(summary(&ledger(), &chapters()), expected);
    let mut plain = ledger();
    plain.put(record("toy/two", "as-meant", 9));
    let expected = "\
| source | claims judged | readings that hold | that fall | largest space exhausted | longest counterexample |
|---|---|---|---|---|---|
| Toys | 2 of 3 | 2 | 1 | 990 states (`toy/one`) | 7 steps (`toy/one`) |
| Art | 1 of 1 | 1 | 0 | 198 states (`art/one`) | — |
";
    assert_eq!(summary(&plain, &chapters()), expected);
    let nothing = summary(&Ledger::default(), &chapters());
    assert!(
        nothing.contains("| Toys | 0 of 3 | 0 | 0 | — | — |"),
        "{nothing}"
    );
}

#[test]
fn the_longest_counterexample_is_the_longest_of_the_shortest() {
    let refuted = |nodes, variant, steps| {
        let judgement = judgement(Verdict::Refuted, 100, Some(steps));
        judged(&origin("toy/one", variant, nodes), "", &judgement)
    };
    let ledger = Ledger::from_iter([
        refuted(3, "as-meant", 4),
        refuted(4, "as-meant", 40),
        refuted(3, "as-printed", 5),
    ]);
    let text = summary(&ledger, &chapters());
    assert!(
        text.contains("| 0 | 2 | — | 5 steps (`toy/one`) |"),
        "{text}"
    );
}

#[test]
fn sizes_that_disagree_and_successes_that_are_vacuous_show() {
    let [mut first, mut second] = [3, 4].map(|nodes| record("toy/one", "as-meant", nodes));
    first.audit = AuditResult::Vacuous;
    let vacuous = Ledger::from_iter([first.clone()]);
    let brief = summary(&vacuous, &chapters());
    assert!(brief.contains("| 1 of 3 | 0 | 0 | 1 vacuous |"), "{brief}");
    (second.verdict, second.steps) = (Verdict::Refuted, Some(1));
    let odd = Ledger::from_iter([first, second]);
    let text = table(&odd, &chapters());
    let row = "| holds (vacuous); refuted | N, k = 3, 1; 4, 1 | 297; 396 | 12; 12 | —; 1 step |";
    assert!(text.contains(row), "{text}");
    let brief = summary(&odd, &chapters());
    assert!(brief.contains("| 1 of 3 | 0 | 1 | 396"), "{brief}");
}

#[test]
fn without_parameters_there_is_no_size() {
    let plain = Record {
        parameters: Size::default(),
        ..record("toy/one", "as-meant", 3)
    };
    let ledger = Ledger::from_iter([plain]);
    let text = table(&ledger, &chapters());
    assert!(text.contains("| holds | — | 297 |"), "{text}");
    assert_eq!(table(&Ledger::default(), &chapters()), "\n");
}

/// A record at this size; of one of these states.
fn at(values: &[(&str, u64)], states: usize, record: &dyn Fn(usize) -> Record) -> Record {
    Record {
        parameters: size(values),
        ..record(states)
    }
}

#[test]
fn long_lists_of_sizes_are_shortened_to_the_largest() {
    let held = |states| {
        let judgement = judgement(Verdict::Holds, states, None);
        judged(&origin("toy/one", "as-meant", 0), "", &judgement)
    };
    let sizes = 3..30_u64;
    let growing = |k: fn(u64) -> u64| {
        let record = |n| at(&[("N", n), ("k", k(n))], 1000 * n as usize, &held);
        let ledger = sizes.clone().map(record).collect();
        table(&ledger, &chapters())
    };
    let text = growing(|_| 1);
    let row = "| holds | N, k = 29, 1 and 26 smaller | 29,000 | 12 | — |";
    assert!(text.contains(row), "{text}");
    let text = growing(|n| 30 - n);
    let row = "| holds | N, k = 29, 1 and 26 others | 29,000 | 12 | — |";
    assert!(text.contains(row), "{text}");
    let refuted = |n: u64| {
        let judgement = judgement(Verdict::Refuted, 100, Some(n as usize));
        judged(&origin("toy/one", "as-meant", n), "", &judgement)
    };
    let text = table(&sizes.map(refuted).collect(), &chapters());
    let row = "| refuted | N, k = 3, 1 and 26 others | 100 | 3 | 3 to 29 steps |";
    assert!(text.contains(row), "{text}");
}

#[test]
fn what_becomes_of_a_claim_without_an_assumption_is_told_with_its_sizes() {
    let fate = |records: Vec<Record>| {
        let text = table(&records.into_iter().collect(), &chapters());
        let row = text.lines().last().expect("a row").to_owned();
        let start = "| `toy/one` | as-meant | no-loss | ";
        let fate = row.strip_prefix(start).expect("the row of the assumption");
        fate.strip_suffix(" |").expect("a cell").to_owned()
    };
    let dropped = |verdict, steps| {
        move |states| {
            let origin = without("no-loss", origin("toy/one", "as-meant", 0));
            judged(&origin, "", &judgement(verdict, states, steps))
        }
    };
    let (holds, refuted) = (
        dropped(Verdict::Holds, None),
        dropped(Verdict::Refuted, Some(9)),
    );
    let bounded = dropped(Verdict::Bounded, None);
    let impossible = dropped(Verdict::Refuted, None);
    let (small, large, wide) = (
        [("N", 3), ("k", 1)],
        [("N", 5), ("k", 2)],
        [("N", 4), ("k", 3)],
    );
    let cases = [
        (vec![at(&small, 20, &holds)], "holds at N = 3, k = 1"),
        (
            vec![at(&small, 20, &holds), at(&large, 50, &holds)],
            "holds up to N = 5, k = 2",
        ),
        (
            vec![at(&large, 50, &holds), at(&wide, 90, &holds)],
            "holds at N, k = 4, 3; 5, 2",
        ),
        (vec![at(&[], 20, &holds)], "holds"),
        (
            vec![at(&small, 20, &holds), at(&large, 50, &refuted)],
            "refuted at N = 5, k = 2 in 9 steps",
        ),
        (
            vec![at(&small, 20, &impossible)],
            "refuted at N = 3, k = 1, every state seen",
        ),
        (vec![at(&[], 20, &refuted)], "refuted in 9 steps"),
        (
            vec![at(&small, 20, &holds), at(&large, 50, &bounded)],
            "bounded: cut at 50 distinct states at N = 5, k = 2",
        ),
    ];
    for (records, expected) in cases {
        assert_eq!(fate(records), expected);
    }
    let word = |word: &str| Record {
        parameters: Size::from_iter([("pipeline".to_owned(), Value::Word(word.to_owned()))]),
        ..holds(20)
    };
    let words: Vec<_> = (0..26_u8)
        .map(|n| word(&format!("{}-{n}", "example")))
        .collect();
    assert_eq!(fate(words), "holds at pipeline = example-0 and 25 others");
}

#[test]
fn the_table_replaces_what_is_between_the_markers_and_nothing_else() {
    let readme = format!("# Title\n\n{BEGIN}\nold\n{END}\n\nMore.\n");
    let new = put_into(&readme, "| new |\n").expect("both markers");
    let expected = format!("# Title\n\n{BEGIN}\n\n| new |\n\n{END}\n\nMore.\n");
    assert_eq!(new, expected);
    assert_eq!(
        put_into(&new, "| new |\n"),
        Ok(expected),
        "a second time changes nothing"
    );
}

#[test]
fn a_readme_without_a_place_for_the_table_is_an_error() {
    let put = |readme: String| put_into(&readme, "").expect_err("no place");
    assert_eq!(put(END.to_owned()), MarkerError::Missing(BEGIN));
    assert_eq!(put(BEGIN.to_owned()), MarkerError::Missing(END));
    assert_eq!(put(format!("{END} {BEGIN}")), MarkerError::Reversed);
    let twice = put(format!("{BEGIN} {BEGIN} {END}"));
    assert_eq!(twice, MarkerError::Repeated(BEGIN));
    assert_eq!(
        MarkerError::Missing(END).to_string(),
        "there is no line `<!-- verdicts:end -->`; the table goes between \
         `<!-- verdicts:begin -->` and `<!-- verdicts:end -->`"
    );
}
