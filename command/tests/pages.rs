//! What a page says agrees with the run in it.

mod toy;

use std::path::Path;
use toy::{mixed, run};

fn made(folder: &Path, words: &[&str]) -> String {
    let (page, traces) = (folder.join("page.html"), folder.join("traces"));
    let places = [
        ["-o", page.to_str().expect("UTF-8")],
        ["--traces-dir", traces.to_str().expect("UTF-8")],
        ["--ledger", "/nowhere"],
    ];
    let all = [words, &places.concat()].concat();
    let ran = run(mixed(), &all);
    assert_eq!(ran.code, 0, "{}", ran.err);
    std::fs::read_to_string(page).expect("a page")
}

#[test]
fn a_stored_run_that_replays_decides_even_if_the_search_is_cut_before_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let traces = folder.path().join("traces");
    let traces = traces.to_str().expect("UTF-8");
    let page = [
        "page",
        "count/small",
        "--variant",
        "refuted",
        "--max-states",
        "2",
    ];
    let cut = made(folder.path(), &page);
    assert!(cut.contains("<strong class=\"pill bounded\">"), "{cut}");
    let check = [
        "check",
        "count/small",
        "--save-traces",
        "--traces-dir",
        traces,
    ];
    assert_eq!(run(mixed(), &check).code, 0);
    let decided = made(folder.path(), &page);
    assert!(
        decided.contains("<strong class=\"pill refuted\">"),
        "{decided}"
    );
    assert!(decided.contains("a run of 2 steps breaks it"), "{decided}");
}

#[test]
fn show_ends_with_the_chapters_of_the_book_and_where_it_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("count.md"), "# Counting").expect("a file");
    std::fs::write(at("other.md"), "see `count/small`").expect("a file");
    std::fs::write(at("third.md"), "nothing of it").expect("a file");
    let book = folder.path().to_str().expect("UTF-8");
    let ran = run(
        mixed(),
        &[
            "show",
            "count/small",
            "--book",
            book,
            "--ledger",
            "/nowhere",
        ],
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    for said in ["count.md", "other.md", "command/tests/toy/mod.rs"] {
        assert!(ran.out.contains(said), "{said}: {}", ran.out);
    }
    assert!(!ran.out.contains("third.md"), "{}", ran.out);
}
