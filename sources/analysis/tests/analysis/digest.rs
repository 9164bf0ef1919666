//! Which changes of a file count.

use super::made_up::package;

fn of(source: &str) -> &'static str {
    with(source, "")
}

fn with(source: &str, included: &str) -> &'static str {
    let files = [("lib.rs", source), ("data.json", included)];
    let package = package("made", &files).unwrap_or_else(|error| panic!("{source}: {error}"));
    package.files[0].digest
}

const GUARD: &str = "fn old(&self) -> bool { self.count >= msg.count && !self.is('x', \"a b\") }";

#[test]
fn comments_layout_and_tests_do_not_count() {
    let same = [
        "/// Line 23.\nfn old(&self) -> bool {\n    self.count >= msg.count // line 23\n        && !self.is('x', \"a b\")\n}\n",
        "//! Header: don't \"mind\".\nfn old(&self) -> bool { self.count /* <= /* no */ */ >= msg.count && !self.is('x', \"a b\",) }",
        "fn old(&self) -> bool { self.count >= msg.count && !self.is('x', \"a \\\n       b\") }",
        "fn old(&self) -> bool { self.count >= msg.count && !self.is('x', \"a b\") }\r\n#[cfg(test)]\r\nmod tests { fn f() { g('{'); } }",
        "#[cfg(test)] mod tests;\nfn old(&self) -> bool { self.count >= msg.count && !self.is('x', \"a b\") }",
        "mod child;\nfn old(&self) -> bool { #[cfg(test)] const X: S = S { y: 1 }; self.count >= msg.count && !self.is('x', r\"a b\") }",
    ];
    for source in same {
        assert_eq!(of(source), of(GUARD), "{source}");
    }
}

#[test]
fn a_formatter_changes_nothing() {
    for (one, other) in [
        (
            "fn f<A,>(a: A,) where A: B, {}",
            "fn f<A>(a: A) where A: B {}",
        ),
        ("use a::{b, c,};", "use a::{b, c};"),
        (
            "fn f() { match a { b => { c } d => e, } }",
            "fn f() { match a { b => c, d => e } }",
        ),
        ("fn f() { g(|a| { a.b() }) }", "fn f() { g(|a| a.b()) }"),
        (
            "fn f() { vec![a, match b { c => { d } },] }",
            "fn f() { vec![a, match b { c => d }] }",
        ),
        ("make! { /** A. */ a: 1, }", "make! { a: 1 }"),
    ] {
        assert_eq!(of(one), of(other), "{one}");
    }
}

#[test]
fn everything_else_counts() {
    let different = [
        GUARD.replace(">=", ">"),
        GUARD.replace("&&", "||"),
        GUARD.replace("&& !", "& & !"),
        GUARD.replace('!', ""),
        GUARD.replace("a b", "ab"),
        GUARD.replace("a b", "a // b"),
        GUARD.replace("\"a b\"", "b\"a b\""),
        GUARD.replace("'x'", "'/'"),
        GUARD.replace("'x'", "'\\''"),
        GUARD.replace("'x'", "\"x\""),
        GUARD.replace("'x'", "('x')"),
        GUARD.replace("'x'", "('x',)"),
        GUARD.replace("'x'", "vec![('x',)]"),
        GUARD.replace("'x'", "vec![('x')]"),
        format!("{GUARD} fn more() {{}}"),
        format!("#[inline] {GUARD}"),
        format!("#[cfg(any(test, unix))] {GUARD}"),
    ];
    let mut seen = vec![of(GUARD)];
    for source in different {
        assert!(!seen.contains(&of(&source)), "{source}");
        seen.push(of(&source));
    }
}

#[test]
fn included_files_count() {
    let source = "const DATA: &str = include_str!(\"data.json\");";
    assert_ne!(with(source, "1"), with(source, "2"));
    assert_eq!(with(GUARD, "1"), with(GUARD, "2"));
}
