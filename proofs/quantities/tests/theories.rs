//! The theories are proved, what they need they need, and errors in them are refused.

use verdict_quantities::polynomial::Polynomial;
use verdict_quantities::theory::Theory;
use verdict_quantities::{FILES, parse};

fn theories() -> impl Iterator<Item = (&'static str, Theory)> {
    FILES.into_iter().map(|(name, text)| {
        (
            name,
            parse(text).unwrap_or_else(|wrong| panic!("{name}: {wrong}")),
        )
    })
}

#[test]
fn every_obligation_is_met() {
    let counts: Vec<_> = theories()
        .map(|(name, theory)| {
            assert_eq!(theory.complaint(), None, "{name}");
            (name, theory.lemmas.len(), theory.obligations().len())
        })
        .collect();
    assert_eq!(
        counts,
        [
            ("figure-4.theory", 4, 7),
            ("chang-roberts.theory", 2, 4),
            ("reads.theory", 1, 2)
        ]
    );
}

#[test]
fn each_definition_matters() {
    for (name, theory) in theories() {
        for place in 0..theory.definitions.len() {
            let mut mutant = theory.clone();
            let definition = &mut mutant.definitions[place];
            definition.value = definition.value.plus(&Polynomial::number(1));
            let of = (definition.name.clone(), definition.successor.clone());
            assert!(
                mutant.complaint().is_some(),
                "{name}: nothing breaks if {of:?} is one more"
            );
        }
    }
}

#[test]
fn each_lemma_needs_its_induction_and_what_it_uses() {
    for (name, theory) in theories() {
        for place in 0..theory.lemmas.len() {
            let lemma = theory.lemmas[place].name.clone();
            for used in 0..theory.lemmas[place].uses.len() {
                let mut mutant = theory.clone();
                mutant.lemmas[place].uses.remove(used);
                assert!(
                    mutant.complaint().is_some(),
                    "{name}: {lemma} does not need what it uses"
                );
            }
            if theory.lemmas[place].induction.is_some() {
                let mut mutant = theory.clone();
                mutant.lemmas[place].induction = None;
                assert!(
                    mutant.complaint().is_some(),
                    "{name}: {lemma} needs no induction"
                );
            }
        }
    }
}

#[test]
fn wrong_quantities_are_refused() {
    for (file, right, wrong) in [
        // The thesis' own sum.
        ("reads.theory", "6*(m + 2) - 3", "6*(m + 2) - 6"),
        (
            "chang-roberts.theory",
            "2*at_most(m) = (m + 1)*(m + 2)",
            "2*at_most(m) = (m + 1)*(m + 1)",
        ),
        (
            "chang-roberts.theory",
            "factorial(m)*(m + 1)*harmonic(m)",
            "factorial(m + 1)*harmonic(m + 1)",
        ),
        // One place for S_0, however long its run is.
        (
            "figure-4.theory",
            "rings(f, m, k) + (k + 2)*runs(f - k - 1, m)",
            "rings(f, m, k) + runs(f - k - 1, m)",
        ),
        // The sum of the figure one term too short.
        (
            "figure-4.theory",
            "rings(f, k, k) = last_line(f, k, k) using any_second_run(f, k, k)",
            "rings(f, k + 1, k + 1) = last_line(f, k + 1, k) using any_second_run(f, k + 1, k + 1)",
        ),
    ] {
        let (_, text) = FILES
            .into_iter()
            .find(|(name, _)| *name == file)
            .expect("one of these");
        assert!(text.contains(right), "{file}: {right}");
        let mutant = parse(&text.replace(right, wrong)).unwrap_or_else(|e| panic!("{file}: {e}"));
        let complaint = mutant.complaint();
        assert!(complaint.is_some(), "{file}: {wrong} is accepted");
    }
}

#[test]
fn what_is_left_is_said() {
    let (_, text) = FILES[2];
    let claimed = parse(&text.replace("- 3", "- 6")).expect("a theory");
    assert_eq!(
        claimed.complaint().as_deref(),
        Some("exact for m = 0: reads(0) = 6 does not follow; what is left of it is 3 = 0")
    );
}

#[test]
fn bad_input_is_named() {
    const START: &str = "theory t\nnatural m\ninteger f\n";
    for (text, expected) in [
        ("natural m", "line 1: `theory NAME` is missing"),
        ("theory t\nnatural m, m", "line 2: `m` is declared twice"),
        ("theory t\nprove x", "line 2: `prove` is no statement"),
        (
            "define g(x, 0) = 1 \"\"",
            "line 4: the variable `x` is not declared",
        ),
        (
            "define g(f + 1) = 1",
            "line 4: `f` is not natural, so that there is no end to it",
        ),
        (
            "define g(m + 1) = 1",
            "line 4: `g` is first defined for 0, then for a successor",
        ),
        (
            "define g(0) = g(1) \"\"",
            "line 4: `g` is defined by itself, and not by its predecessor",
        ),
        (
            "define g(0) = 1 \"\"\ndefine g(m + 1) = g(m + 1)",
            "line 5: `g` is defined by itself, and not by its predecessor",
        ),
        (
            "define g(0) = f \"\"",
            "line 4: `f` is not among the parameters",
        ),
        (
            "lemma l(f): f = f by induction on f \"\"",
            "line 4: `f` is no natural parameter of `l`",
        ),
        (
            "lemma l(m): m = m using l(m) \"\"",
            "line 4: there is no earlier lemma or axiom `l`",
        ),
        (
            "axiom a(m): m = m \"\"\nlemma l(f): f = f using a(f) \"\"",
            "line 5: `f` may be negative, and `a` is about natural `m`",
        ),
        (
            "lemma l(m): m = h(m) \"\"",
            "line 4: the function `h` is not declared",
        ),
        (
            "lemma l(m): m = \"\"",
            "line 4: a term is expected, and \"\" is found",
        ),
        (
            "lemma l(m): m = m \"",
            "line 4: a text in quotes has no end",
        ),
        (
            "lemma l(m): m = m",
            "line 4: what it says, in quotes is expected, and the statement ends",
        ),
        (
            "lemma l(m): 99999999999999999999999999999999999999999 = m \"\"",
            "line 4: a number is too large",
        ),
    ] {
        let whole = if text.starts_with("theory") || text == "natural m" {
            text.to_owned()
        } else {
            format!("{START}{text}")
        };
        let wrong = parse(&whole).expect_err(text);
        assert_eq!(wrong.to_string(), expected, "{text}");
    }
}

#[test]
fn a_theory_without_lemmas_shows_nothing() {
    let empty = parse("theory t").expect("a theory");
    assert_eq!(empty.complaint().as_deref(), Some("t shows nothing"));
}

#[test]
fn what_is_false_does_not_follow() {
    const START: &str = "theory t\nnatural m\ninteger f\narbitrary h(f) \"\"\n";
    for lemma in [
        "m = m + 1",
        "h(m) = h(m + 1)",
        "h(m)*h(m) = h(m)",
        "m*m = 2*m",
        "h(h(m)) = h(m)",
    ] {
        for how in ["", " by induction on m"] {
            let text = format!("{START}lemma l(m): {lemma}{how} \"\"");
            // Functions are applied to numbers and variables; what goes beyond is refused when it is read.
            if let Ok(theory) = parse(&text) {
                assert!(theory.complaint().is_some(), "{lemma}{how}");
            }
        }
    }
}
