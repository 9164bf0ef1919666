//! A page says what it must, and nothing in it comes from elsewhere.

use crate::toy::{case, catalog, ledger, trace};
use verdict_checker::catalog::Catalog;
use verdict_explorer::evidence::Evidence;
use verdict_explorer::page::{Page, Place};

fn html(catalog: &Catalog, claim: &str, place: Place) -> String {
    let ledger = ledger(catalog);
    let case = case(catalog, claim);
    let evidence = Evidence::of(catalog, Some(&ledger), case);
    let claim = catalog.claim(claim).expect("a claim");
    Page::recorded(catalog, claim, case, &evidence, trace(case), place).html()
}

#[test]
fn a_page_has_the_claim_its_verdict_its_run_and_its_citation() {
    let catalog = catalog();
    let page = html(&catalog, "lamp/off", Place::File);
    for said in [
        "It is &lt;never&gt; on.",
        "every &lt;b&gt;switch&lt;/b&gt;",
        "A. Electrician &amp; Sons",
        "page 1",
        "<strong class=\"pill refuted\">refuted</strong>",
        "a run of 2 steps breaks it at switches = 2",
        "<h2 id=\"world-head\">The world</h2>",
        "<h2 id=\"evidence-head\">What it rests on</h2>",
        "What this does not say",
        "verdict check lamp/off --variant as-meant",
        "lamp/off/as-meant@refuted-",
        "@misc{verdict-lamp-off-as-meant",
        "<svg",
    ] {
        assert!(page.contains(said), "{said}\n{page}");
    }
}

#[test]
fn a_page_fetches_nothing_and_runs_only_its_own_script() {
    let catalog = catalog();
    for claim in ["lamp/off", "lamp/light", "lamp/end", "lamp/few"] {
        let page = html(&catalog, claim, Place::File);
        for foreign in ["src=", "url(", "@import", "<iframe", "<form"] {
            assert!(!page.contains(foreign), "{claim}: {foreign}");
        }
        let links = page.match_indices("<link").count();
        assert_eq!(
            (links, page.contains("<link rel=\"icon\" href=\"data:,\">")),
            (1, true)
        );
        assert!(page.contains("default-src 'none'"));
        assert_eq!(
            page.match_indices("<script").count(),
            2,
            "{claim}: the data and the script"
        );
        assert_eq!(page.match_indices("</script>").count(), 2, "{claim}");
        assert!(!page.contains("alert(1)</script>"), "{claim}");
        assert!(page.len() < 1_000_000, "{claim}");
    }
}

#[test]
fn the_data_of_a_page_is_the_run_with_everything_that_could_be_done() {
    let catalog = catalog();
    let page = html(&catalog, "lamp/off", Place::File);
    let begin = "<script type=\"application/json\" id=\"data\">";
    let data = page
        .split(begin)
        .nth(1)
        .and_then(|rest| rest.split("</script>").next());
    let data: serde_json::Value = serde_json::from_str(data.expect("data")).expect("JSON");
    let run = &data["runs"][0];
    assert_eq!(run["states"].as_array().map(Vec::len), Some(3));
    assert_eq!(run["next"][1].as_array().map(Vec::len), Some(2));
    assert_eq!(run["truth"][2][0]["broken"], true);
    assert_eq!(data["whole"]["states"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_claim_that_holds_has_a_run_to_step_through() {
    let catalog = catalog();
    let page = html(&catalog, "lamp/few", Place::File);
    assert!(page.contains("A sample run, taken at random"));
    assert!(page.contains(
        "exhausted for (switches = 2), (switches = 3) (up to 8 states); not a proof for every size"
    ));
}

#[test]
fn what_has_changed_since_is_marked() {
    let catalog = catalog();
    let mut stale = ledger(&catalog);
    let mut record = stale.of_reading("lamp/few", "as-meant")[0].clone();
    record.hash = "0".repeat(32);
    stale.put(record);
    let case = case(&catalog, "lamp/few");
    let claim = catalog.claim("lamp/few").expect("a claim");
    let evidence = Evidence::of(&catalog, Some(&stale), case);
    assert!(evidence.stale && !evidence.missing);
    let page = Page::recorded(&catalog, claim, case, &evidence, None, Place::Site).html();
    assert!(page.contains("Stale: what decides this verdict has changed"));
    let nothing = Evidence::of(&catalog, None, case);
    assert!(nothing.missing && nothing.bounds().contains("nothing is recorded"));
}
