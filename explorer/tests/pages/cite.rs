//! Citations name exactly what was checked, and say when it no longer is.

use crate::toy::{case, catalog, ledger};
use verdict_explorer::cite::{Citation, Edition, Id};
use verdict_explorer::evidence::Evidence;

#[test]
fn a_citation_names_the_paper_the_bounds_and_the_command() {
    let catalog = catalog();
    let ledger = ledger(&catalog);
    let case = case(&catalog, "lamp/few");
    let evidence = Evidence::of(&catalog, Some(&ledger), case);
    let claim = catalog.claim("lamp/few").expect("a claim");
    let citation = Citation::of(&catalog, claim, case, &evidence);
    for said in [
        "Menlo Park, 1879, doi:10.0/lamp_1",
        "exhausted for (switches = 2), (switches = 3)",
        "not a proof for every size",
        "check lamp/few --variant as-meant",
    ] {
        assert!(
            citation.text().contains(said),
            "{said}: {}",
            citation.text()
        );
    }
    let bibtex = citation.bibtex();
    assert!(
        bibtex.contains("Electrician \\& Sons") && bibtex.contains("lamp\\_1"),
        "{bibtex}"
    );
    assert!(!bibtex.contains("year = "), "no day is known: {bibtex}");
    let edition = Edition {
        version: "7.0.0 (commit 0123456789ab)",
        day: "1999-12-31",
    };
    let dated = Citation::of(&catalog, claim, case, &evidence).by(edition);
    for said in ["  year = {1999}", "Verdict 7.0.0 (commit 0123456789ab)"] {
        assert!(dated.bibtex().contains(said), "{said}: {}", dated.bibtex());
    }
    let csl = dated.csl();
    assert_eq!(
        csl[0]["issued"]["date-parts"][0],
        serde_json::json!([1999, 12, 31])
    );
    assert_eq!(csl[0]["version"], edition.version);
    assert_eq!(csl[1]["DOI"], "10.0/lamp_1");
    let paper = citation.paper_bibtex();
    assert!(paper.contains("  doi = {10.0/lamp_1}"), "{paper}");
    assert!(paper.contains("  year = {1879}"), "{paper}");
    let named = paper["@misc{".len()..]
        .split(',')
        .next()
        .unwrap_or_default();
    assert!(
        bibtex.contains(&format!("related = {{{named}}}")),
        "{bibtex}"
    );
    let bibtex = bibtex + &paper;
    let depth = bibtex.chars().fold(0i32, |depth, c| match c {
        '{' => depth + 1,
        '}' => depth - 1,
        _ => depth,
    });
    assert_eq!(depth, 0, "{bibtex}");
    assert_eq!(citation.csl()[0]["id"], citation.id.to_string());
    assert_eq!(citation.markdown().lines().count(), 1);
}

#[test]
fn an_id_is_the_same_until_what_decides_the_verdict_changes() {
    let catalog = catalog();
    let ledger = ledger(&catalog);
    let case = case(&catalog, "lamp/few");
    let claim = catalog.claim("lamp/few").expect("a claim");
    let before = Evidence::of(&catalog, Some(&ledger), case);
    let cited = Citation::of(&catalog, claim, case, &before).id;
    let again = Evidence::of(&catalog, Some(&ledger), case);
    let now = Citation::of(&catalog, claim, case, &again);
    assert_eq!(now.superseded(&cited), None);
    assert_eq!(Id::read(&cited.to_string()), Some(cited.clone()));

    let mut changed = ledger.clone();
    let mut record = changed.of_reading("lamp/few", "as-meant")[0].clone();
    record.hash = "0".repeat(32);
    changed.put(record);
    let changed = Evidence::of(&catalog, Some(&changed), case);
    let now = Citation::of(&catalog, claim, case, &changed);
    let said = now.superseded(&cited).expect("the content is another");
    assert!(
        said.contains("the verdict is holds as before") && said.contains(&now.id.to_string()),
        "{said}"
    );

    let other = Id {
        verdict: "refuted".to_owned(),
        ..cited
    };
    let said = now.superseded(&other).expect("the verdict is another");
    assert!(
        said.contains("it said refuted, and what is recorded now says holds"),
        "{said}"
    );
}
