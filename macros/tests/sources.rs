//! What the macro writes is what the analysis finds, with the text that the compiler has read.

use std::fs;
use std::path::Path;
use verdict_sources::{File, Package};

const SOURCES: Package = verdict_macros::sources!(::verdict_sources);

#[test]
fn the_macro_writes_what_the_analysis_finds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read(root.join(path)).ok();
    let found = verdict_analysis::analyse(SOURCES.name, &read).expect("this crate can be analysed");
    let with_text = |file: &File| {
        let text = fs::read_to_string(root.join(file.path)).expect("the file is there");
        File {
            text: text.leak(),
            ..*file
        }
    };
    let files: Vec<_> = found.files.iter().map(with_text).collect();
    let found = Package {
        files: files.leak(),
        ..found
    };
    assert_eq!(found, SOURCES);
    assert_eq!(SOURCES.files[0].path, "src/lib.rs");
}
