//! References are followed to where a name is defined.

use super::made_up::{closure, depends, graph, package};
use verdict_analysis::Error;
use verdict_sources::Graph;

const ONE: (&str, &str) = ("one.rs", "pub fn f() {} pub struct S; pub const C: u8 = 1;");
const TWO: (&str, &str) = ("two.rs", "pub fn g() {} pub enum E { A }");
const ROOT: (&str, &str) = ("lib.rs", "pub mod a; pub mod one; pub mod two;");

fn a_depends(a: &str, on: &[&str]) {
    let on: Vec<_> = ["a.rs"].iter().chain(on).copied().collect();
    depends(&[ROOT, ONE, TWO, ("a.rs", a)], "made::a", &on);
}

#[test]
fn paths_are_found_wherever_they_stand() {
    a_depends("fn x() { crate::one::f() }", &["one.rs"]);
    a_depends("fn x(_: &[super::one::S]) {}", &["one.rs"]);
    a_depends("fn x() -> u8 { 0..crate::one::C }", &["one.rs"]);
    a_depends("fn x() { vec![1, g(crate::one::f())]; }", &["one.rs"]);
    a_depends(
        "fn x() { matches!(y, made::two::E::A if true); }",
        &["two.rs"],
    );
    a_depends("#[derive(crate::one::D)] struct X;", &["one.rs"]);
    a_depends(
        "#[serde(with = \"crate::one\", other = \"crate::one::f\")] struct X;",
        &["one.rs"],
    );
    a_depends(
        "fn x() { Vec::<crate::two::E>::new(); y.one::<u8>() }",
        &["two.rs"],
    );
    a_depends("pub(in crate::one) fn x() {}", &[]);
    a_depends("fn one() {} fn x() { one(); self.two.f(); }", &[]);
}

#[test]
fn imports_are_followed() {
    a_depends("use crate::{one::{self as uno, S}, two};", &["one.rs"]);
    a_depends(
        "use crate::{one::{self as uno}, two}; fn x() { two::g() }",
        &["two.rs"],
    );
    a_depends("use crate::one as uno; fn x() { uno::f() }", &["one.rs"]);
    a_depends(
        "use crate::one::f as h; use super::two::E::*;",
        &["one.rs", "two.rs"],
    );
    a_depends("fn x() { use crate::two; two::g() }", &["two.rs"]);
    a_depends(
        "macro_rules! m { () => { use $crate::{one::f, two as t}; } }",
        &["one.rs"],
    );
    a_depends(
        "extern crate self as me; fn x() { me::one::f() }",
        &["one.rs"],
    );
}

#[test]
fn to_declare_or_to_pass_a_module_is_not_to_depend_on_it() {
    depends(&[ROOT, ONE, TWO, ("a.rs", "")], "made", &["lib.rs"]);
    let files = [
        ("lib.rs", "mod a; mod b; fn x() {}"),
        ("a.rs", "use super::b::inner::f;"),
        ("b/mod.rs", "pub mod inner; use super::a;"),
        ("b/inner.rs", "pub fn f() {}"),
    ];
    depends(&files, "made::a", &["a.rs", "b/inner.rs"]);
}

#[test]
fn supers_and_modules_inside_a_file() {
    let files = [
        ("lib.rs", "mod deep; mod other;"),
        ("deep/mod.rs", "pub mod er; pub fn d() {}"),
        (
            "deep/er.rs",
            "mod inside { fn x() { super::super::super::other::o() } mod more { use super::super::er; } }",
        ),
        (
            "other.rs",
            "pub use self::written::o; mod written { pub fn o() {} }",
        ),
    ];
    depends(&files, "made::deep::er", &["deep/er.rs", "other.rs"]);
    depends(
        &files,
        "made::deep::er::inside::x",
        &["deep/er.rs", "other.rs"],
    );
    depends(&files, "made::other::o", &["other.rs"]);
}

#[test]
fn exports_are_followed_by_name() {
    let files = [
        ("lib.rs", "mod hub; mod a; mod b; mod c;"),
        (
            "hub.rs",
            "pub use crate::a::f; pub(crate) use super::b::*; pub use crate::c::g as h; pub struct Own; fn n() { h() }",
        ),
        ("a.rs", "pub fn f() {}"),
        ("b.rs", "pub fn k() {} pub use crate::a::f as again;"),
        ("c.rs", "pub fn g() {}"),
    ];
    let graph = graph(&files);
    let of = |root| closure(&graph, root).into_iter().collect::<Vec<_>>();
    assert_eq!(of("made::hub::f"), ["a.rs"]);
    assert_eq!(of("made::hub::k"), ["b.rs"]);
    assert_eq!(of("made::hub::again"), ["a.rs"]);
    assert_eq!(of("made::hub::h"), ["c.rs"]);
    // What the file itself calls counts, what it only hands on does not.
    assert_eq!(of("made::hub::Own"), ["c.rs", "hub.rs"]);
    // A macro may have made it.
    assert_eq!(of("made::hub::unknown"), ["c.rs", "hub.rs"]);
}

#[test]
fn globs_bring_in_the_names_that_are_used_and_all_traits() {
    let files = [
        (
            "lib.rs",
            "mod hub; mod a; mod b; mod t; mod user; mod idle;",
        ),
        ("hub.rs", "pub use crate::{a::f, b::g, t::T};"),
        ("a.rs", "pub fn f() {}"),
        ("b.rs", "pub fn g() {}"),
        ("t.rs", "pub trait T { fn m(&self) {} }"),
        ("user.rs", "use crate::hub::*; fn x() { f().m() }"),
        ("idle.rs", "pub use crate::hub::{g, T};"),
    ];
    depends(&files, "made::user", &["a.rs", "t.rs", "user.rs"]);
    depends(&files, "made::idle", &["idle.rs", "t.rs"]);
}

#[test]
fn imports_in_a_circle_end() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        (
            "a.rs",
            "pub use crate::b::*; pub use crate::b::round; use a::a; fn x() { a::y(); round() }",
        ),
        (
            "b.rs",
            "pub use crate::a::*; pub use crate::a::round; pub fn only() {}",
        ),
    ];
    depends(&files, "made::a::only", &["b.rs"]);
    assert!(closure(&graph(&files), "made::a::x").contains("a.rs"));
}

#[test]
fn other_packages_are_followed_if_they_are_known() {
    let library = package(
        "library",
        &[
            (
                "lib.rs",
                "pub mod parts; pub use parts::Part; pub mod rest;",
            ),
            ("parts.rs", "pub struct Part;"),
            ("rest.rs", "pub fn rest() {}"),
        ],
    );
    let made = package(
        "made",
        &[(
            "main.rs",
            "use library::{self as l, Part}; fn main() { ::stranger::f(l::Part) }",
        )],
    );
    let (library, made) = (library.expect("it parses"), made.expect("it parses"));
    let graph = Graph::new(&[library, made]);
    let of_main = graph.closure(&["made::main"]);
    assert_eq!(
        of_main.into_iter().collect::<Vec<_>>(),
        [("library", "src/parts.rs"), ("made", "src/main.rs")]
    );
    assert!(graph.closure(&["stranger::f"]).is_empty());
    assert_ne!(
        graph.digest(&["made"]),
        Graph::new(&[made]).digest(&["made"])
    );
}

#[test]
fn one_crate_may_stand_for_others() {
    let read = |name, text| package(name, &[("lib.rs", text)]).expect("it parses");
    let packages = [
        read("engine", "pub fn run() {}"),
        read("world", "pub fn turn() {}"),
        read("maths", "pub fn add() {}"),
        read(
            "facade",
            "pub use engine; pub use world as earth; pub use maths::*;",
        ),
        read("made", "fn a() { facade::engine::run() }"),
        read("more", "use facade::{earth, add}; fn a() { earth::turn() }"),
    ];
    let graph = Graph::new(&packages);
    let of = |root| graph.closure(&[root]).into_iter().map(|(name, _)| name);
    assert_eq!(of("made::a").collect::<Vec<_>>(), ["engine", "made"]);
    assert_eq!(
        of("more::a").collect::<Vec<_>>(),
        ["maths", "more", "world"]
    );
}

#[test]
fn what_tests_alone_reach_is_left_out() {
    let files = [
        (
            "lib.rs",
            "#[cfg(test)] mod tests; #[cfg(test)] mod more { use crate::one::f; } mod one; mod two;
             impl X { #[cfg(test)] fn t() { crate::one::f() } } #[test] fn t() { crate::one::f() }
             #[cfg(all(test, unix))] use crate::one::S; fn x() { #[cfg(test)] let y = crate::one::C; }
             #[cfg(not(test))] use crate::two::g;",
        ),
        ("tests.rs", "use crate::one;"),
        ONE,
        TWO,
    ];
    let package = package("made", &files).expect("it parses");
    assert!(package.files.iter().all(|file| file.path != "src/tests.rs"));
    depends(&files, "made", &["lib.rs", "two.rs"]);
}

#[test]
fn roots_are_taken_from_the_names_of_types() {
    let graph = graph(&[("lib.rs", "mod ring;"), ("ring.rs", "")]);
    let found = graph.roots_in(
        "(&made::ring::f<alloc::vec::Vec<made::ring::Node>>, fn(u8) -> made::r#type::T, \
         made::ring::g::{{closure}}, <made::ring::A as other::made::B>::c, made::<impl core::fmt::Debug for u8>::fmt)",
    );
    assert_eq!(
        found,
        [
            "made::ring::f",
            "made::ring::Node",
            "made::type::T",
            "made::ring::g",
            "made::ring::A",
            "made"
        ]
    );
    assert_eq!(closure(&graph, "made::ring::g").len(), 1);
}

#[test]
fn modules_are_found_where_the_compiler_finds_them() {
    let files = [
        (
            "lib.rs",
            "mod flat; mod folder; #[path = \"odd/place.rs\"] mod elsewhere; mod inline { mod nested; } mod absent;",
        ),
        ("flat.rs", "mod below;"),
        ("flat/below.rs", ""),
        ("folder/mod.rs", "mod r#in;"),
        ("folder/in.rs", ""),
        ("odd/place.rs", "mod beside;"),
        ("odd/beside.rs", ""),
        ("inline/nested.rs", ""),
        ("bin/tool.rs", ""),
        ("main.rs", "mod lost;"),
        ("lost.rs", ""),
    ];
    let package = package("made", &files).expect("it parses");
    let mut modules: Vec<_> = package.files.iter().map(|file| file.modules[0]).collect();
    modules.sort_unstable();
    assert_eq!(
        modules,
        [
            "made",
            "made::elsewhere",
            "made::elsewhere::beside",
            "made::flat",
            "made::flat::below",
            "made::folder",
            "made::folder::in",
            "made::inline::nested",
        ]
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let message = |files| package("made", files).expect_err("it is wrong").to_string();
    assert_eq!(package("made", &[]), Err(Error::NoRoot));
    assert_eq!(
        message(&[("lib.rs", "mod a;"), ("a.rs", "fn f( {")]),
        "src/a.rs: cannot parse string into token stream"
    );
    assert_eq!(
        message(&[("lib.rs", "mod a;"), ("a.rs", "fn f()")]),
        "src/a.rs: unexpected end of input, expected curly braces"
    );
}
