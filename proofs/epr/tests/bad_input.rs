//! What is refused: files outside of the language or of the fragment, certificates that were cut or altered.

use verdict_epr::proof::prove;
use verdict_epr::{FILES, certificate, parse};

const HEAD: &str = "protocol p\nclaim \"a/b\" reading \"c\"\nsort node\n";

fn refused(text: &str) -> String {
    parse::protocol("p.epr", text)
        .expect_err("it is wrong")
        .to_string()
}

fn with(rest: &str) -> String {
    refused(&format!("{HEAD}{rest}"))
}

#[test]
fn a_file_that_is_no_protocol_is_refused_with_its_line() {
    let cases = [
        (
            refused(""),
            "p.epr, line 1: expected `protocol`, found the end of the file",
        ),
        (
            with("sort node"),
            "p.epr, line 4: `node` is taken; expected another name for the sort",
        ),
        (
            with("relation r(nobody) \"x\""),
            "p.epr, line 4: there is no sort `nobody`",
        ),
        (
            with("relation r(node)"),
            "p.epr, line 4: expected what it is, in quotes, found the end of the file",
        ),
        (
            with("relation r(node) \"x"),
            "p.epr, line 4: a quote that is never closed",
        ),
        (
            with("axiom a \"x\": %"),
            "p.epr, line 4: `%` is no part of the language",
        ),
        (
            with("fixed relation r(node) \"x\"\naxiom a \"x\": forall X: node. r(X, X)"),
            "p.epr, line 5: `r` has 2 arguments; expected 1",
        ),
        (
            with("axiom a \"x\": forall X: node. X = y"),
            "p.epr, line 4: expected a variable, a function or a relation: `y` is not known",
        ),
        (
            with("fixed relation r(node) \"x\"\naction a(n: node) \"x\" r(X) := true"),
            "p.epr, line 5: `r` is fixed; no action may change it",
        ),
        (
            with("relation r(node) \"x\""),
            "p.epr, line 4: expected at least one `safety` before the end of the file",
        ),
    ];
    for (found, expected) in cases {
        assert_eq!(found, expected);
    }
}

#[test]
fn a_protocol_outside_of_the_fragment_is_refused_with_the_circle() {
    let rest = |axiom: &str| {
        format!(
            "fixed relation r(node, node) \"x\"\nrelation s(node) \"x\"\n{axiom}\ninit i \"x\": forall X: node. not s(X)\n\
             action a(n: node) \"x\" s(X) := s(X) | X = n\n\
             safety t \"x\": forall X: node. s(X) -> s(X)\nrun \"x\": a reaching exists X: node. s(X)\n"
        )
    };
    assert!(parse::protocol("p.epr", &format!("{HEAD}{}", rest(""))).is_ok());
    let serial = with(&rest(
        "axiom serial \"x\": forall X: node. exists Y: node. r(X, Y)",
    ));
    assert!(
        serial.contains("outside the decidable fragment")
            && serial.contains("leads from sort node back to it"),
        "{serial}"
    );
    let function = with(&rest("fixed function f(node): node \"x\""));
    assert!(
        function.contains("outside the decidable fragment"),
        "{function}"
    );
    let changes = with(&rest("axiom now \"x\": forall X: node. not s(X)"));
    assert_eq!(
        changes,
        "p.epr, line 6: axiom now speaks of `s`, which changes; expected fixed symbols only"
    );
}

/// A wrong invariant: two states and the step between them are shown.
#[test]
fn a_counterexample_to_induction_is_two_states_and_a_step() {
    let file = FILES
        .iter()
        .find(|f| f.name.ends_with("token-ring.epr"))
        .expect("it is there");
    let text = file
        .text
        .replace("require arrives: sent-to(p)\n  only asked", "only asked");
    assert_ne!(text, file.text);
    let protocol = parse::protocol(file.name, &text).expect("a protocol");
    let (_, broken) = prove(&protocol);
    let names: Vec<_> = broken.iter().map(|w| w.name.as_str()).collect();
    assert_eq!(names, ["enter: mutex", "enter: not-under-way"]);
    let shown = broken[0].to_string();
    for part in ["  a state\n", "    executes(", "  enter(p = ", "wants("] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}

#[test]
fn a_certificate_that_was_cut_or_altered_is_refused() {
    let file = FILES
        .iter()
        .find(|f| f.name.ends_with("token-ring.epr"))
        .expect("it is there");
    let protocol = parse::protocol(file.name, file.text).expect("a protocol");
    let (decided, _) = prove(&protocol);
    let whole = certificate::write(&protocol, file.text, &decided);
    assert_eq!(certificate::protocol_of(&whole), Ok("token-ring"));
    let verify = |text: &str| certificate::verify(&protocol, file.text, text);
    assert!(verify(&whole).is_ok());
    assert!(certificate::verify(&protocol, &format!("{} ", file.text), &whole).is_err());

    // Every single bit of a sample of places; and every length of a sample.
    let mut altered = 0;
    for place in (0..whole.len()).step_by(23) {
        for bit in 0..8 {
            let mut bytes = whole.clone().into_bytes();
            bytes[place] ^= 1 << bit;
            if let Ok(text) = String::from_utf8(bytes) {
                assert!(verify(&text).is_err(), "byte {place}, bit {bit}");
                altered += 1;
            }
        }
        assert!(verify(&whole[..place]).is_err(), "cut at {place}");
    }
    assert!(altered > 300, "{altered}");

    // With the sum put right again only the proof itself protects: no line but a clause that is not needed may be left out.
    let resummed = |lines: &[&str]| {
        let body = format!("{}\n", lines.join("\n"));
        let end = certificate::sum(&body);
        format!("{body}end {end}\n")
    };
    let lines: Vec<&str> = whole.lines().collect();
    let body = &lines[..lines.len() - 1];
    assert!(verify(&resummed(body)).is_ok());
    for gone in 0..body.len() {
        let mut less = body.to_vec();
        let line = less.remove(gone);
        let is_clause = line.ends_with(" 0") || line == "0";
        // The empty clause says nothing that propagation has not found by then.
        let harmless = is_clause && verify(&resummed(&less)).is_ok();
        assert!(
            harmless || verify(&resummed(&less)).is_err(),
            "without {line}"
        );
        assert!(is_clause || !harmless, "without {line}");
    }
    let mut other = body.to_vec();
    other[2] = "file 0000";
    let refused = verify(&resummed(&other))
        .expect_err("another file")
        .to_string();
    assert!(refused.starts_with("line 3: expected `file "), "{refused}");
}
