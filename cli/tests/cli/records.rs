//! The ledger: what is recorded, what is refused, and what mends it.

use crate::bad_input::assert_refusal;
use crate::support::{Folder, Ran};

const UPDATE: [&str; 6] = [
    "check",
    "ring/unique-real",
    "--variant",
    "as-meant",
    "--update-ledger",
    "--format=json",
];
const UPDATE_DROPPED: [&str; 7] = [
    "assumptions",
    "ring/unique-real",
    "--variant",
    "as-meant",
    "--listed",
    "--update-ledger",
    "--format=json",
];
const FILE: &str = "ledger/ring.jsonl";

/// A folder with a ledger of one reading.
fn recorded() -> Folder {
    let folder = Folder::new();
    update(&folder, &UPDATE);
    update(&folder, &UPDATE_DROPPED);
    folder
}

fn update(folder: &Folder, command: &[&str]) -> Ran {
    let ran = folder.verdict(command);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran
}

#[test]
fn an_update_records_every_size_with_and_without_the_listed_assumptions() {
    let folder = recorded();
    let text = folder.read(FILE);
    let dropped = |line: &&str| line.contains("\"dropped\"");
    assert_eq!(text.lines().filter(|line| !dropped(line)).count(), 4);
    // Four survive at each of the four sizes, two fall at the smallest.
    assert_eq!(text.lines().filter(dropped).count(), 4 * 4 + 2);
    for (command, records) in [(&UPDATE[..], 4), (&UPDATE_DROPPED, 18)] {
        let ran = update(&folder, command);
        let words = format!("0 records changed, {records} as before");
        assert!(ran.err.contains(&words), "{}", ran.err);
    }
    assert_eq!(folder.read(FILE), text);
    let ran = folder.verdict(&["list", "ring/unique-real"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let verdicts: Vec<_> = ran
        .out
        .lines()
        .filter(|line| line.starts_with("ring/"))
        .filter_map(|line| line.split_whitespace().nth(2))
        .collect();
    assert_eq!(verdicts[0], "holds");
    assert!(verdicts.len() > 1 && verdicts[1..].iter().all(|verdict| *verdict == "missing"));
}

#[test]
fn assumptions_in_pairs_are_recorded_and_have_their_pages() {
    let folder = recorded();
    let pairs = [
        "assumptions",
        "ring/unique-real",
        "--variant",
        "as-meant",
        "--pairs",
        "--stale",
        "--update-ledger",
        "--format=json",
    ];
    let ran = update(&folder, &pairs);
    // Of the six assumptions four do not matter alone: six pairs, of which those fall that let the ring forget what it has sent.
    assert!(ran.err.contains("0 as before"), "{}", ran.err);
    let text = folder.read(FILE);
    let in_pairs = |line: &&str| line.contains("\"dropped\":[\"") && line.contains("\",\"");
    assert!(text.lines().filter(in_pairs).count() >= 6);
    let ran = update(&folder, &pairs);
    assert!(
        ran.err.contains("0 records changed, 0 as before"),
        "{}",
        ran.err
    );
    let ran = folder.verdict(&["ledger"]);
    assert!(!ran.out.contains("unknown"), "{}", ran.out);

    let place = "# Assumptions\n\n<!-- verdicts:begin -->\n<!-- verdicts:end -->\n";
    folder.write("README.md", place);
    folder.write("docs/assumptions.md", place);
    let pages = [
        "README.md",
        "docs/assumptions.md",
        "docs/assumptions/ring.md",
    ];
    let ran = update(&folder, &["readme"]);
    for page in pages {
        assert!(
            ran.out.contains(&format!("{page}: the table is written")),
            "{}",
            ran.out
        );
    }
    assert!(folder.read(pages[1]).contains("| `ring/unique-real` | 1 |"));
    assert!(
        folder
            .read(pages[2])
            .contains("`verdict check ring/unique-real --variant as-meant")
    );
    update(&folder, &["readme", "--check"]);
    folder.write(pages[2], "nothing");
    let ran = folder.verdict(&["readme", "--check"]);
    assert_ne!(ran.code, 0);
    let stale = format!("{}: the table is not as the ledger has it", pages[2]);
    assert!(ran.out.contains(&stale), "{}", ran.out);
}

#[test]
fn without_a_ledger_the_list_says_so() {
    let folder = Folder::new();
    let ran = folder.verdict(&["list", "ring"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.starts_with("note: there is no ledger here"),
        "{}",
        ran.err
    );
    for args in [&["ledger"][..], &["readme"]] {
        let words = ["no ledger here", "check --update-ledger", "--ledger"];
        assert_refusal(&folder.verdict(args), args, &words);
    }
}

#[test]
fn a_ledger_that_is_a_file() {
    let folder = Folder::new();
    folder.write("results", "{}");
    for args in [
        &["list"][..],
        &["ledger"],
        &["readme"],
        &["check", "ring/test-as-printed", "--update-ledger"],
    ] {
        let args = [args, &["--ledger", "results"]].concat();
        let words = ["results: expected the folder of a ledger, found a file"];
        assert_refusal(&folder.verdict(&args), &args, &words);
    }
    assert_eq!(folder.files(), ["results"]);
    assert_eq!(folder.read("results"), "{}");
}

#[test]
fn a_damaged_line_is_named_and_the_command_that_is_named_with_it_mends_it() {
    let folder = recorded();
    let sound = folder.read(FILE);
    let third: Vec<&str> = sound.lines().take(3).collect();
    let third = third[2];
    for (damaged, words) in [
        (
            third.replace("\"holds\"", "\"perhaps\""),
            &["verdict", "\"perhaps\""][..],
        ),
        (
            third.replace("\"states\":", "\"states\":1"),
            &["sum", "edited by hand"],
        ),
        (third[..40].to_owned(), &["JSON", "cut off"]),
        ("<<<<<<< HEAD".to_owned(), &["<<<<<<<", "merge"]),
    ] {
        folder.write(FILE, &sound.replace(third, &damaged));
        for args in [&["list"][..], &["ledger"], &["readme"]] {
            let named = ["ledger/ring.jsonl:3: ", "`verdict check --update-ledger`"];
            let words = [&named[..], words].concat();
            assert_refusal(&folder.verdict(args), args, &words);
        }
        let ran = update(&folder, &UPDATE);
        assert!(
            ran.err.contains("dropped: ledger/ring.jsonl:3: "),
            "{}",
            ran.err
        );
        assert!(
            ran.err.contains("1 record changed, 3 as before"),
            "{}",
            ran.err
        );
        assert_eq!(folder.read(FILE), sound);
    }
}
