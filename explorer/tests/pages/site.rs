//! The site: no link is broken, and every claim is in it.

use crate::toy::{catalog, ledger, trace};
use std::collections::{BTreeMap, BTreeSet};
use verdict_explorer::site::{Chapter, Made, Shelf, Site};

fn made() -> BTreeMap<String, String> {
    let catalog = catalog();
    let ledger = ledger(&catalog);
    let chapter = |name: &str, markdown: &str| Chapter {
        name: name.to_owned(),
        markdown: markdown.to_owned(),
    };
    let shelf = Shelf {
        chapters: vec![
            chapter(
                "README.md",
                "# The book\n[one](one.md#more) [out](../src/lib.rs) ![p](p.svg)",
            ),
            chapter("one.md", "# One\n\n## More\n\n[back](README.md)"),
        ],
        files: BTreeMap::from([("p.svg".to_owned(), b"<svg/>".to_vec())]),
    };
    let site = Site {
        catalog: &catalog,
        ledger: Some(&ledger),
        stored: &|case| trace(case),
        on_code: &|case| vec![format!("verdict replay --on wires {}", case.claim)],
        shelf: &shelf,
    };
    let mut files = BTreeMap::new();
    let put: &mut dyn FnMut(Made) -> Result<(), ()> = &mut |(path, bytes)| {
        let text = String::from_utf8(bytes).expect("text");
        assert_eq!(
            files.insert(path.clone(), text),
            None,
            "{path} is written twice"
        );
        Ok(())
    };
    site.write(put).expect("nothing fails");
    files
}

/// Where a link of a page leads, as a path of the site.
fn resolve(from: &str, link: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => drop(parts.pop().expect("no link leads out of the site")),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn no_link_is_broken() {
    let files = made();
    let mut followed = 0;
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
        for attribute in ["href=\"", "src=\""] {
            for rest in text.split(attribute).skip(1) {
                let link = rest.split('"').next().unwrap_or_default();
                if link.starts_with("data:") || link.starts_with("https://") {
                    continue;
                }
                let (page, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = match page {
                    "" => path.clone(),
                    page => resolve(path, page),
                };
                let found = files
                    .get(&target)
                    .unwrap_or_else(|| panic!("{path}: {link}"));
                assert!(
                    anchor.is_empty() || found.contains(&format!("id=\"{anchor}\"")),
                    "{path}: {link}"
                );
                followed += 1;
            }
        }
    }
    assert!(followed > 40, "{followed}");
}

#[test]
fn a_page_with_a_recorded_run_has_the_line_that_takes_the_code_through_it() {
    let files = made();
    let line = |claim: &str| format!("<code>verdict replay --on wires {claim}</code>");
    let off = &files["claims/lamp--off/as-meant.html"];
    assert!(off.contains(&line("lamp/off")), "{off}");
    let few = &files["claims/lamp--few/as-meant.html"];
    assert!(!few.contains("--on wires"), "it has no run: {few}");
}

#[test]
fn every_page_is_reached_from_the_index_and_every_claim_is_listed() {
    let files = made();
    let index = &files["index.html"];
    for id in [
        "lamp/off",
        "lamp/light",
        "lamp/end",
        "lamp/few",
        "lamp/colour",
    ] {
        assert!(index.contains(&format!("<code>{id}</code>")), "{id}");
    }
    assert!(index.contains("it has no model yet"));
    let pages: BTreeSet<_> = files
        .keys()
        .filter(|path| path.starts_with("claims/"))
        .collect();
    assert_eq!(pages.len(), 4);
    for page in pages {
        assert!(index.contains(page.as_str()), "{page}");
    }
    assert!(files["book/contents.html"].contains("<a href=\"one.html#more\">one</a> out"));
    assert!(!index.contains("alert(1)</script>"));
}
