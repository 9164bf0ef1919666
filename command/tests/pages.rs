//! What a page says agrees with the run in it.

mod toy;

use std::path::Path;
use toy::{mixed, run, run_app};
use verdict::{App, Engine};

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

/// Takes one of the two stored runs, as if the other were of a part that it does not have.
const WIRES: Engine = Engine {
    name: "wires",
    claims: &["count"],
    take: |trace| match trace.origin.variant.as_str() {
        "refuted" => Ok("taken".to_owned()),
        other => Err(format!("{other} is not wired")),
    },
};

#[test]
fn a_page_has_the_line_that_takes_real_code_through_its_run_if_the_code_takes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (site, traces) = (at("site"), at("traces"));
    let app = || {
        let app = App::new(mixed().unwrap_or_else(|slips| panic!("{slips}")));
        app.engine(WIRES)
    };
    let places = ["--traces-dir", &traces, "--ledger", "/nowhere"];
    let kept = run_app(
        &app(),
        &[&["check", "count", "--save-traces"], &places[..]].concat(),
    );
    assert_eq!(kept.code, 12, "{}", kept.err);
    let made = ["site", "-o", &site, "--book", "/nowhere"];
    let made = run_app(&app(), &[&made[..], &places].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    let page = at("page.html");
    let paged = ["page", "count/small", "--variant", "refuted", "-o", &page];
    let paged = run_app(&app(), &[&paged[..], &places].concat());
    assert_eq!(paged.code, 0, "{}", paged.err);
    let read = |path: &str| std::fs::read_to_string(path).expect("a page");
    let line = format!("verdict replay --on wires {traces}/count/small/refuted.itf.json");
    let on_site = at("site/claims/count--small/refuted.html");
    for page in [read(&page), read(&on_site)] {
        assert!(page.contains(&format!("<code>{line}</code>")), "{page}");
    }
    let refused = read(&at("site/claims/count--wrong/wrong.html"));
    assert!(refused.contains("The recorded run"), "{refused}");
    assert!(!refused.contains("--on wires"), "{refused}");
}

#[test]
fn what_nobody_recorded_is_not_cited() {
    let folder = tempfile::tempdir().expect("a folder");
    let ledger = folder.path().join("ledger").display().to_string();
    let cite = |format: &str| {
        let words = [
            "cite",
            "count/small",
            "--ledger",
            &ledger,
            "--format",
            format,
        ];
        run(mixed(), &words)
    };
    let nothing = cite("text");
    assert_eq!((nothing.code, nothing.out.as_str()), (20, ""));
    for said in ["count/small as-meant is not cited", "--update-ledger"] {
        assert!(nothing.err.contains(said), "{said}: {}", nothing.err);
    }
    let update = [
        "check",
        "count/small",
        "--update-ledger",
        "--ledger",
        &ledger,
    ];
    let recorded = run(mixed(), &[&update[..], &["--variant", "refuted"]].concat());
    assert_eq!(recorded.code, 0, "{}", recorded.err);
    let one = cite("bibtex");
    assert_eq!(one.code, 20, "the other reading is not: {}", one.err);
    assert_eq!(
        one.out.matches("@misc{verdict-count-small-").count(),
        1,
        "{}",
        one.out
    );
    assert_eq!(run(mixed(), &update).code, 0);
    let both = cite("bibtex");
    assert_eq!(both.code, 0, "{}", both.err);
    assert_eq!(
        both.out.matches("@misc{verdict-count-small-").count(),
        2,
        "{}",
        both.out
    );
    assert_eq!(
        both.out.matches("@misc{verdict-judges-").count(),
        1,
        "{}",
        both.out
    );
    let items: serde_json::Value = serde_json::from_str(&cite("csl").out).expect("JSON");
    assert_eq!(
        items.as_array().map(Vec::len),
        Some(3),
        "two verdicts, one paper"
    );
}

#[cfg(unix)]
#[test]
fn a_site_takes_the_place_of_a_site_and_never_of_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let make = |to: &str| {
        let words = [
            "site", "-o", to, "--book", "/nowhere", "--ledger", "/nowhere",
        ];
        run(
            mixed(),
            &[&words[..], &["--traces-dir", "/nowhere"]].concat(),
        )
    };
    let site = at("site");
    assert_eq!(make(&site).code, 0);
    let private = std::fs::Permissions::from_mode(0o750);
    std::fs::set_permissions(&site, private).expect("it is ours");
    std::fs::write(at("site/old.html"), "").expect("a file");
    assert_eq!(make(&site).code, 0);
    assert!(
        !Path::new(&at("site/old.html")).exists(),
        "it is replaced whole"
    );
    let mode = std::fs::metadata(&site)
        .expect("a folder")
        .permissions()
        .mode();
    assert_eq!(
        mode & 0o777,
        0o750,
        "its permissions are its owner's choice"
    );
    symlink(&site, at("link")).expect("a link");
    for through in [at("link"), at("link/")] {
        let refused = make(&through);
        assert_eq!(refused.code, 2, "{}", refused.out);
        assert!(refused.err.contains("symbolic link"), "{}", refused.err);
    }
    let mut left: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["link", "site"]);
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
