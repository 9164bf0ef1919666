//! What the macro writes is what the analysis finds.

use std::fs;
use std::path::Path;
use verdict_sources::Package;

const SOURCES: Package = verdict_macros::sources!(::verdict_sources);

#[test]
fn the_macro_writes_what_the_analysis_finds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read(root.join(path)).ok();
    assert_eq!(verdict_analysis::analyse(SOURCES.name, &read), Ok(SOURCES));
    assert_eq!(SOURCES.files[0].path, "src/lib.rs");
}
