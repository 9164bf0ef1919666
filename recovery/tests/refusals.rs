//! What the running system refuses, and with which words.

use verdict_recovery::messages::Party;
use verdict_recovery::pipeline::Pipeline;
use verdict_recovery::system::faults::Fault;
use verdict_recovery::system::program::Program;
use verdict_recovery::system::{Config, run};

fn pipeline(text: &str) -> Pipeline {
    let program = Program::parse(text).expect("a program");
    program.pipeline().expect("a pipeline")
}

const SECTION_6_2: &str = r#"{"tasks": [["write ST1 D1 x2", "write ST2 D2"], ["read ST1", "write ST2 D3"],
    ["read ST2 x2", "write ST3 D4"]]}"#;

#[test]
fn a_pipeline_that_cannot_go_on_is_said_to_be_stuck() {
    let text = r#"{"tasks": [["write ST1 D1 x3", "write ST2 D2"], ["read ST2", "read ST1 x3", "write ST3 D3"]], "capacity": 1}"#;
    let error = run(&Config::new(pipeline(text), 2)).expect_err("no room");
    let said = error.to_string();
    assert!(said.contains("T1 waits for room in ST1"), "{said}");
    assert!(said.contains("T2 waits for a datum in ST2"), "{said}");
}

#[test]
fn a_plan_that_makes_no_sense_is_refused() {
    let mut config = Config::new(pipeline(SECTION_6_2), 2);
    let said = |config: &Config| run(config).expect_err("refused").to_string();
    config.plan = vec!["W3@1".parse().expect("a fault")];
    assert_eq!(
        said(&config),
        "fault W3@1: there is no W3; the workers are W1 to W2"
    );
    let (node, after) = (Party::Streams, 1);
    config.plan = vec![Fault { node, after }];
    assert_eq!(
        said(&config),
        "fault streams@1: expected a worker or the leader; the streams do not fail"
    );
    config.plan = vec!["W1@1".parse().expect("a fault"); 2];
    assert_eq!(
        said(&config),
        "fault W1@1 is given twice: a node fails once after a step"
    );
    config.plan = vec!["W1@100000".parse().expect("a fault")];
    let error = said(&config);
    assert!(
        error.starts_with("fault W1@100000 never happened: W1 took "),
        "{error}"
    );
    config.workers = 0;
    assert_eq!(said(&config), "workers: expected 1 to 62, found 0");
}
