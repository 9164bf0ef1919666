//! `verdict`: judge the claims of the catalog.

fn main() {}
