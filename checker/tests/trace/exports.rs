//! The exporters: what they make of the ring run, and that they make something of everything.

use crate::{generated, ring, xml};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use verdict_checker::trace::Trace;
use verdict_checker::trace::markdown::to_markdown;
use verdict_checker::trace::mermaid::to_mermaid;
use verdict_checker::trace::shiviz::to_shiviz;
use verdict_checker::trace::svg::to_svg;

#[test]
fn mermaid() {
    insta::assert_snapshot!("mermaid_ring", to_mermaid(&ring::trace()));
    insta::assert_snapshot!("mermaid_lasso", to_mermaid(&ring::lasso()));
}

#[test]
fn mermaid_does_not_trip_over_its_own_syntax() {
    let mut trace = ring::lasso();
    trace.lanes = vec!["end".into(), "a;b".into()];
    trace.steps.truncate(1);
    trace.loop_start = Some(1);
    trace.steps[0].at = Some("end".into());
    trace.steps[0].label = "say \"#1; %%{x}\"\nend".into();
    insta::assert_snapshot!("mermaid_odd", to_mermaid(&trace));
}

#[test]
fn shiviz() {
    insta::assert_snapshot!("shiviz_ring", to_shiviz(&ring::trace()));
}

#[test]
fn markdown() {
    let path = "traces/ring/unique-real/as-printed.itf.json";
    insta::assert_snapshot!("markdown_ring", to_markdown(&ring::trace(), Some(path)));
    insta::assert_snapshot!("markdown_lasso", to_markdown(&ring::lasso(), None));
}

#[test]
fn markdown_keeps_odd_text_in_its_cell() {
    let mut trace = ring::lasso();
    trace.steps[0].label = "a|b `c` <i>\nd".into();
    let page = to_markdown(&trace, Some("it's here.json"));
    assert!(page.contains(r"| 1 | ``a\|b `c` <i> d`` |"), "{page}");
    assert!(
        page.contains(r"verdict replay 'it'\''s here.json'"),
        "{page}"
    );
}

#[test]
fn svg() {
    insta::assert_snapshot!("svg_ring", to_svg(&ring::trace()));
    insta::assert_snapshot!("svg_lasso", to_svg(&ring::lasso()));
}

#[test]
fn svg_of_arrows_in_every_direction() {
    use ring::{deliver, local, on_channel};
    let mut trace = ring::trace();
    trace.steps = vec![
        local("release", "S1", &[("m", "S0"), ("m", "S1"), ("m", "S2")]),
        deliver("m", "S1", "S1"),
        on_channel("duplicate", "m", "S1", "S0"),
        deliver("m", "S1", "S0"),
        deliver("m", "S1", "S0"),
        local("crash", "S0", &[]),
        local("return", "S0", &[]),
    ];
    insta::assert_snapshot!("svg_directions", to_svg(&trace));
}

/// Every coordinate of the picture lies within its frame.
fn check_svg(picture: &str) {
    let attributes = xml::attributes(picture);
    let number = |element: &str, name: &str| -> f64 {
        let found = attributes
            .iter()
            .find(|(e, n, _)| e == element && n == name);
        found
            .expect("the frame has it")
            .2
            .parse()
            .expect("a number")
    };
    let (width, height) = (number("svg", "width"), number("svg", "height"));
    for (element, name, value) in &attributes {
        let limit = match name.as_str() {
            "x" | "x1" | "x2" | "cx" => width,
            "y" | "y1" | "y2" | "cy" => height,
            _ => continue,
        };
        let value: f64 = value.parse().expect("a number");
        assert!(
            (0.0..=limit).contains(&value),
            "{element} {name}={value} of {limit}"
        );
    }
}

#[test]
fn svg_is_well_formed_and_stays_within_its_frame() {
    check_svg(&to_svg(&ring::trace()));
    check_svg(&to_svg(&ring::lasso()));
}

/// Reads a log as ShiViz does and checks what it checks: clocks of a host count from 1 without a gap,
/// and name only events that exist.
fn check_shiviz(log: &str, trace: &Trace) {
    let mut lines = log.lines();
    assert_eq!(
        lines.next(),
        Some(r"(?<host>\S*) (?<clock>{.*})\n(?<event>.*)")
    );
    assert_eq!(lines.next(), Some(""));
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), 2 * trace.steps.len());
    let mut events: BTreeMap<&str, u64> = BTreeMap::new();
    for event in lines.chunks(2) {
        let (host, clock) = event[0].split_once(' ').expect("host and clock");
        let clock: BTreeMap<String, u64> = serde_json::from_str(clock).expect("a clock");
        *events.entry(host).or_default() += 1;
        for (other, time) in &clock {
            assert!(
                (1..=events[other.as_str()]).contains(time),
                "{other} at {time}"
            );
        }
        assert_eq!(clock[host], events[host]);
        assert!(!event[1].trim().is_empty());
    }
}

#[test]
fn shiviz_accepts_the_clocks() {
    check_shiviz(&to_shiviz(&ring::trace()), &ring::trace());
}

proptest! {
    #[test]
    fn every_exporter_makes_something_of_every_trace(
        trace in prop_oneof![generated::trace(), generated::wild_trace()]
    ) {
        check_svg(&to_svg(&trace));
        check_shiviz(&to_shiviz(&trace), &trace);
        let mermaid = to_mermaid(&trace);
        prop_assert!(mermaid.lines().skip(1).all(|line| line.starts_with("    ")));
        let page = to_markdown(&trace, Some("x"));
        let rows = page.lines().filter(|line| line.starts_with("| ")).count();
        prop_assert!(rows > trace.steps.len().min(trace.states.len().saturating_sub(1)));
    }

    #[test]
    fn a_message_is_one_line_of_mermaid_without_syntax(text in generated::odd_text()) {
        let mut trace = ring::lasso();
        trace.steps[1].message = Some(text);
        let mermaid = to_mermaid(&trace);
        let arrow = mermaid.lines().find(|line| line.contains("->>")).unwrap();
        let text = arrow.split_once(": ").unwrap().1;
        // What remains of the signs that matter belongs to entity codes such as #59;
        let mut codes = text.split('#');
        prop_assert!(!codes.next().unwrap().contains(';'));
        for code in codes {
            let (number, rest) = code.split_once(';').unwrap();
            prop_assert!(number.parse::<u32>().is_ok() && !rest.contains(';'));
        }
    }
}

#[test]
fn a_state_read_from_a_file_is_drawn_like_the_original() {
    let trace = ring::trace();
    let text = verdict_checker::trace::itf::write(&trace);
    let read = verdict_checker::trace::itf::read(&text).expect("our own file");
    assert_eq!(to_svg(&read), to_svg(&trace));
    assert!(serde_json::from_str::<Value>(&text).is_ok());
}
