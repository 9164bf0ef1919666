//! The harnesses are compiled as Kani compiles them.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(kani)");
    println!("cargo::rustc-cfg=kani");
    println!("cargo::rerun-if-changed=build.rs");
}
