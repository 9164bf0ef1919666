//! The tables of the documents.

use crate::records::ledger;
use verdict_checker::audit::AuditResult;
use verdict_checker::ledger::Ledger;
use verdict_checker::ledger::table::{BEGIN, Chapter, END, MarkerError, put_into, summary, table};
use verdict_checker::verdict::Verdict;

fn chapters() -> [Chapter; 2] {
    let chapter = |title: &str, claims: &[&str]| Chapter {
        title: title.to_owned(),
        claims: claims.iter().map(|claim| (*claim).to_owned()).collect(),
    };
    [
        chapter("Toys", &["toy/one", "toy/two", "toy/three"]),
        chapter("Tools", &["tool/one"]),
    ]
}

#[test]
fn one_row_for_each_claim_and_reading() {
    let expected = "\
| claim | reading | verdict | sizes | states | depth | trace |
|---|---|---|---|---|---|---|
| `toy/one` | as-meant | holds | N, k = 3, 1; 4, 1 | 297; 396 | 12; 12 | — |
| `toy/one` | as-printed | refuted | N, k = 3, 1 | 1,234,567 | 12 | 7 steps |
| `toy/two` | as-meant | bounded | N, k = 9, 1 | 50,000 | 12 | — |
";
    assert_eq!(table(&ledger()), expected);
}

#[test]
fn the_summary_has_one_row_for_each_claim_and_says_what_is_open() {
    let expected = "\
**Toys**: 2 of 3 claims judged

| claim | holds | falls |
|---|---|---|
| `toy/one` | as-meant (396 states) | as-printed (7 steps) |
| `toy/two` | as-meant (bounded, 50,000 states) | — |

**Tools**: 0 of 1 claims judged

";
    assert_eq!(summary(&ledger(), &chapters()), expected);
}

#[test]
fn sizes_that_disagree_and_successes_that_are_vacuous_show() {
    let mut odd = ledger();
    odd.records.truncate(2);
    odd.records[0].audit = AuditResult::Vacuous;
    odd.records[1].verdict = Verdict::Refuted;
    odd.records[1].trace_steps = Some(1);
    let text = table(&odd);
    let row = "| holds (vacuous); refuted | N, k = 3, 1; 4, 1 | 297; 396 | 12; 12 | —; 1 step |";
    assert!(text.contains(row), "{text}");
    let brief = summary(&odd, &chapters());
    assert!(
        brief.contains("| — | as-meant (1 step, vacuous) |"),
        "{brief}"
    );
}

#[test]
fn without_parameters_there_is_no_size() {
    let mut plain = ledger();
    plain.records.truncate(1);
    plain.records[0].parameters.clear();
    assert!(table(&plain).contains("| holds | — | 297 |"));
    assert_eq!(table(&Ledger::default()).lines().count(), 2);
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
