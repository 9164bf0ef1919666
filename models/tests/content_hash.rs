//! A record is stale if, and only if, what defines its model has changed.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use verdict_models::catalog::{self, Build, Case, Sources};

fn hash(case: &Case) -> String {
    case.hash(&case.setup(case.sizes[0]))
}

/// The case with the text of each source passed through `edit`.
fn edited(case: &Case, edit: impl Fn(&str, &str) -> String) -> Case {
    let sources = case.sources.iter().map(|group| {
        let group = group.iter().map(|(path, text)| {
            let text: &'static str = edit(path, text).leak();
            (*path, text)
        });
        let group: Sources = group.collect::<Vec<_>>().leak();
        group
    });
    Case {
        sources: sources.collect::<Vec<_>>().leak(),
        ..*case
    }
}

#[test]
fn one_guard_changes_the_hash_of_every_case_that_lists_its_file() {
    let guards = [
        ("ring/plugin.rs", "known < received"),
        ("ring/properties.rs", ".len() <= 1"),
        ("ring/application.rs", "held.token == Token::Real"),
        ("ring/setting.rs", "amid_sends: true"),
        ("world/mod.rs", "assumptions.returns == Return::Never"),
        ("world/space.rs", "self.world.is_within(&next)"),
    ];
    for case in catalog::cases() {
        for (wanted, guard) in guards {
            let mut listed = case.sources.iter().copied().flatten();
            if !listed.any(|(path, _)| *path == wanted) {
                continue;
            }
            let changed = edited(case, |path, text| {
                if path != wanted {
                    return text.to_owned();
                }
                assert!(text.contains(guard), "{path} has no {guard}");
                text.replace(guard, "true")
            });
            assert_ne!(hash(case), hash(&changed), "{} {wanted}", case.claim);
        }
    }
}

#[test]
fn comments_and_layout_change_no_hash() {
    for case in catalog::cases() {
        let changed = edited(case, |_, text| {
            let lines = text.lines().map(|line| match line.trim() {
                // The lines of a string that is continued by `\` cannot carry a comment.
                code if code.is_empty() || code.ends_with('\\') => line.to_owned(),
                code if code.starts_with("//") => "// another remark".to_owned(),
                code if code.ends_with(';') => format!("\t  {code}   // and one more\n"),
                code => format!("        {code}\r"),
            });
            lines.collect::<Vec<_>>().join("\n")
        });
        assert_eq!(
            hash(case),
            hash(&changed),
            "{} {}",
            case.claim,
            case.variant
        );
    }
}

#[test]
fn the_builder_counts_and_the_rest_of_a_case_does_not() {
    for case in catalog::cases() {
        let other_build = Case {
            build: Build {
                text: "|setup| safety(setup, Reading::PRINTED, properties::unique_real())",
                ..case.build
            },
            ..*case
        };
        assert_ne!(hash(case), hash(&other_build), "{}", case.claim);
        let other_words = Case {
            reading: "the same in other words",
            kills: &[],
            deep: &[],
            assumptions: &[],
            ..*case
        };
        assert_eq!(hash(case), hash(&other_words), "{}", case.claim);
    }
}

#[test]
fn every_size_mutant_and_assumption_has_its_own_hash() {
    let case = catalog::cases().next().expect("the catalog has cases");
    let plain = case.setup(case.sizes[0]);
    let mut setups = vec![plain.clone(), case.setup(case.sizes[1])];
    for (mutant, _) in case.mutants {
        let mut setup = plain.clone();
        setup.mutant = Some((*mutant).to_owned());
        setups.push(setup);
    }
    for name in case.assumed() {
        let (mut dropped, mut added) = (plain.clone(), plain.clone());
        dropped.without.push(name.to_owned());
        added.with.push(name.to_owned());
        setups.extend([dropped, added]);
    }
    let hashes: BTreeSet<_> = setups.iter().map(|setup| case.hash(setup)).collect();
    assert_eq!(hashes.len(), setups.len());
}

#[test]
fn cases_share_a_hash_only_if_they_are_built_alike() {
    let mut built: HashMap<String, &Case> = HashMap::new();
    for case in catalog::cases() {
        if let Some(other) = built.insert(hash(case), case) {
            assert_eq!(case.build.text, other.build.text, "{}", case.claim);
        }
    }
}

/// The files below a folder of `src`, without tests and without others that define no model.
fn files(folder: &str, others: &[&str]) -> BTreeSet<String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(src.join(folder)).expect("a folder of the crate") {
        let entry = entry.expect("a readable folder");
        let name = entry.file_name().into_string().expect("a plain name");
        let path = format!("{folder}/{name}");
        if name == "tests" || name == "tests.rs" || others.contains(&name.as_str()) {
            continue;
        }
        if entry.path().is_dir() {
            found.extend(files(&path, others));
        } else if name.ends_with(".rs") {
            found.insert(path);
        }
    }
    found
}

#[test]
fn the_sources_are_exactly_the_files_that_define_the_models() {
    // A file of cases defines no model, and neither do the second implementation of the ring and the store
    // of interned values.
    for (folder, others) in [
        ("world", &["interner.rs"][..]),
        ("ring", &["claims.rs", "packed.rs"]),
        ("topology", &["claims"]),
        ("families", &["claims"]),
    ] {
        let sources = catalog::cases().flat_map(|case| case.sources.iter().copied().flatten());
        let listed = sources.map(|(path, _)| (*path).to_owned());
        let inside = listed.filter(|path| path.starts_with(&format!("{folder}/")));
        assert_eq!(files(folder, others), inside.collect::<BTreeSet<_>>());
    }
}

#[test]
fn every_source_is_the_file_it_says() {
    for case in catalog::cases() {
        for (path, text) in case.sources.iter().copied().flatten() {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path);
            let found = std::fs::read_to_string(&file).expect("a file of the crate");
            assert_eq!(found, *text, "{path}");
        }
    }
}
