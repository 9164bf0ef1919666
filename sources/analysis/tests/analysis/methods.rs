//! Methods and macros are used without a path that leads to them.

use super::made_up::depends;

const ROOT: (&str, &str) = (
    "lib.rs",
    "mod types; mod user; mod methods; mod traits; mod other;",
);
const TYPES: (&str, &str) = (
    "types.rs",
    "pub struct A; pub struct W<T>(T); pub type B = A;",
);
const USER: (&str, &str) = ("user.rs", "fn x(a: crate::types::A) { a.m() }");
const TRAITS: (&str, &str) = ("traits.rs", "pub trait T { fn m(&self); }");
const OTHER: (&str, &str) = ("other.rs", "use crate::traits::T; fn x() { 1.m() }");

fn user_depends(methods: &str, on: &[&str]) {
    let files = [ROOT, TYPES, USER, TRAITS, OTHER, ("methods.rs", methods)];
    let on: Vec<_> = ["user.rs", "types.rs"].iter().chain(on).copied().collect();
    depends(&files, "made::user", &on);
}

fn other_depends(methods: &str, on: &[&str]) {
    let files = [ROOT, TYPES, USER, TRAITS, OTHER, ("methods.rs", methods)];
    let on: Vec<_> = ["other.rs", "traits.rs"]
        .iter()
        .chain(on)
        .copied()
        .collect();
    depends(&files, "made::other", &on);
}

#[test]
fn whoever_depends_on_a_type_depends_on_its_methods() {
    user_depends("impl crate::types::A { fn m(self) {} }", &["methods.rs"]);
    user_depends(
        "use crate::types::B; impl B { fn m(self) {} }",
        &["methods.rs"],
    );
    user_depends(
        "use crate::types; impl Clone for types::A {}",
        &["methods.rs"],
    );
    user_depends(
        "fn f() { impl From<u8> for crate::types::A {} }",
        &["methods.rs"],
    );
    user_depends(
        "use crate::types::A; make!(impl Clone for A);",
        &["methods.rs"],
    );
    user_depends(
        "use crate::traits::T; impl T for crate::types::A { fn m(&self) {} }",
        &["methods.rs", "traits.rs"],
    );
}

#[test]
fn a_trait_or_a_type_beside_the_methods_is_enough_to_find_them_by() {
    user_depends("trait Own {} impl Own for crate::types::A {}", &[]);
    user_depends("struct Own; impl Clone for crate::types::W<Own> {}", &[]);
    user_depends(
        "type Own = crate::types::A; impl Clone for Own {}",
        &["methods.rs"],
    );
}

#[test]
fn types_of_others_have_the_methods_of_our_traits() {
    let t = "use crate::traits::T;";
    other_depends(
        &format!("{t} impl T for u8 {{ fn m(&self) {{}} }}"),
        &["methods.rs"],
    );
    other_depends(
        &format!("{t} impl<A> T for A {{ fn m(&self) {{}} }}"),
        &["methods.rs"],
    );
    other_depends(
        &format!("{t} impl T for crate::types::A {{ fn m(&self) {{}} }}"),
        &[],
    );
    user_depends("impl From<crate::types::A> for u8 {}", &["methods.rs"]);
    user_depends("impl Clone for Vec<crate::types::A> {}", &["methods.rs"]);
}

#[test]
fn macros_are_found_where_they_are_defined() {
    let exported = [
        ("lib.rs", "mod m; mod user; mod helper; mod n;"),
        (
            "m.rs",
            "#[macro_export] macro_rules! made_by { () => { $crate::helper::h() } }",
        ),
        (
            "n.rs",
            "macro_rules! near { () => {} } pub(crate) use near;",
        ),
        ("helper.rs", "pub fn h() {}"),
        ("user.rs", "fn x() { crate::made_by!(); } "),
    ];
    depends(&exported, "made::user", &["user.rs", "m.rs", "helper.rs"]);
    let with = |user: &'static str| {
        let mut files = exported;
        files[4].1 = user;
        files
    };
    depends(
        &with("use crate::n::near; near!();"),
        "made::user",
        &["user.rs", "n.rs"],
    );
    depends(
        &with("fn x() { super::n::near!() }"),
        "made::user",
        &["user.rs", "n.rs"],
    );
    // Found by the order of the text: `#[macro_use] mod n;`.
    depends(
        &with("fn x() { near!() }"),
        "made::user",
        &["user.rs", "n.rs"],
    );
    depends(&with("fn x() { near() }"), "made::user", &["user.rs"]);
}
