//! Which steps may wait: each rule has a world in which nothing is lost with it, and something is without it.

use super::*;
use verdict_checker::judge::Subject;
use verdict_checker::property::Property;
use verdict_checker::reduce::Reduce;
use verdict_checker::reduce::audit::Compared;
use verdict_checker::trace::Origin;

type Asked = Property<World<Toy>>;

fn compare(world: World<Toy>, property: Asked) -> Result<Compared, String> {
    let subject = Subject {
        space: Arc::new(world),
        property,
        fairness: Vec::new(),
        origin: Origin::default(),
    };
    let compared = subject.compare_reduced(Reduce::SILENT, 1_000);
    compared.expect("a small world, in which steps may wait")
}

/// Sees nothing, and is always true.
fn blind() -> Asked {
    Property::always("anything", |_, _| true).sees(World::sight(|_| (), |_| false))
}

/// A world in which this rule is needed.
fn in_need_of(rule: Rule) -> (World<Toy>, Asked) {
    let synchronous = |a: &mut Assumptions| a.time = Time::Synchronous;
    match rule {
        // What is sent can arrive only afterwards.
        Rule::Sends => {
            let sender = toy(&[("start", &[Set("T", 0, 0)]), ("timeout T", &[Send(1, "m")])]);
            (world(vec![sender, idle()], |_| ()), blind())
        }
        Rule::Spends => {
            let spent = Property::always("no mistake", |world: &World<Toy>, state| {
                world.view(state).spent().mistakes == 0
            });
            let mistaken = |a: &mut Assumptions| a.detector = Detector::Mistaken { mistakes: 1 };
            let property = spent.sees(World::sight(|_| (), |_| false));
            (world(vec![idle(), idle()], mistaken), property)
        }
        Rule::Seen => {
            let deaf = Property::always("S1 has heard nothing", |world: &World<Toy>, state| {
                log(world, state, 1).is_empty()
            });
            let sender = toy(&[("start", &[Send(1, "m")])]);
            let property = deaf.sees(World::sight(Vec::len, |_| false));
            (world(vec![sender, idle()], |_| ()), property)
        }
        Rule::Read => {
            let quiet = Property::always("nothing is said", |world: &World<Toy>, state| {
                network(world, state).is_empty()
            });
            let sender = toy(&[("start", &[Send(1, "m")])]);
            let property = quiet.sees(World::sight(|_| (), |_| true));
            (world(vec![sender, idle()], |_| ()), property)
        }
        // It cannot wait for a message that could answer it.
        Rule::Timeout => {
            let waiting = Toy {
                ignorable: &["go"],
                ..toy(&[("start", &[Set("T", 0, 0)])])
            };
            let other = toy(&[("start", &[Offer(&["go"])]), ("go", &[Send(0, "m")])]);
            (world(vec![waiting, other], synchronous), blind())
        }
        // The timeout waits for it.
        Rule::Answer => {
            let waiting = toy(&[("start", &[Set("T", 0, 0), Send(1, "m")])]);
            (world(vec![waiting, idle()], synchronous), blind())
        }
        Rule::OpenChoice => {
            let waiting = toy(&[("start", &[Set("T", 0, 0)])]);
            let other = toy(&[("start", &[Offer(&["go"])])]);
            (world(vec![waiting, other], synchronous), blind())
        }
        // Whoever is back cannot be reported any more.
        Rule::SuspectReturns => {
            let returns = |a: &mut Assumptions| {
                crash_budget(a, 1);
                may_return(a, 1, Memory::Kept);
                a.detector = Detector::Perfect;
            };
            (world(vec![idle().immortal(), idle()], returns), blind())
        }
        // It goes when its node crashes.
        Rule::Access => {
            let node = toy(&[("start", &[Send(1, "ACCESS")])]);
            let crash = |a: &mut Assumptions| crash_budget(a, 1);
            (world(vec![node, idle().immortal()], crash), blind())
        }
    }
}

#[test]
fn with_all_rules_nothing_is_lost_and_without_one_something_is() {
    for rule in Rule::ALL {
        let (world, property) = in_need_of(rule);
        compare(world, property).unwrap_or_else(|what| panic!("{rule:?}: {what}"));
        let (world, property) = in_need_of(rule);
        let without = compare(world.without_rule(rule), property);
        assert!(without.is_err(), "{rule:?} is not needed: {without:?}");
    }
}

#[test]
fn what_nobody_notices_is_not_stored() {
    let sender = toy(&[("start", &[Send(1, "a"), Send(1, "b"), Send(2, "c")])]);
    let compared = compare(world(vec![sender, idle(), idle()], |_| ()), blind());
    // S1 has heard nothing, a, b, or both in either order; S2 nothing or c.
    let expected = Compared {
        whole: 10,
        stored: 1,
        closure: 10,
    };
    assert_eq!(compared, Ok(expected));
}

#[test]
fn a_property_that_sees_more_than_it_says_is_noticed_where_steps_are_put_off() {
    let deaf = || {
        let deaf = Property::always("S1 has heard nothing", |world: &World<Toy>, state| {
            log(world, state, 1).is_empty()
        });
        deaf.sees(World::sight(|_| (), |_| false))
    };
    let sender = || world(vec![toy(&[("start", &[Send(1, "m")])]), idle()], |_| ());
    assert!(compare(sender(), deaf()).is_err());
    let subject = Subject {
        space: Arc::new(sender()),
        property: deaf(),
        fairness: Vec::new(),
        origin: Origin::default(),
    };
    let judged = subject.judge_reduced(Reduce::SILENT, Limits::default(), &|_| {});
    let steps = judged.trace.map(|trace| trace.steps.len());
    assert_eq!((judged.verdict.word(), steps), ("refuted", Some(1)));
}

#[test]
fn the_run_that_is_told_is_the_one_of_the_whole_space() {
    // Three messages that change nothing, then two that do.
    let script: &[(&'static str, &[Do])] = &[
        ("start", &[Send(1, "a"), Send(1, "b"), Send(1, "x")]),
        ("y", &[Send(2, "z")]),
    ];
    let answering = toy(&[("x", &[Send(0, "y")])]);
    let asked = || {
        let property = Property::always("S2 has heard nothing", |world: &World<Toy>, state| {
            log(world, state, 2).is_empty()
        });
        let sees = World::sight(|log: &Vec<String>| log.contains(&"z".to_owned()), |_| false);
        Subject {
            space: Arc::new(world(vec![toy(script), answering.clone(), idle()], |_| ())),
            property: property.sees(sees),
            fairness: Vec::new(),
            origin: Origin::default(),
        }
    };
    let whole = asked().judge(Limits::default(), &|_| {});
    let reduced = asked().judge_reduced(Reduce::SILENT, Limits::default(), &|_| {});
    assert_eq!(whole.trace, reduced.trace);
    assert_eq!(reduced.reduced, None, "the whole space has decided");
    // Where the whole space is too large, the run that was found is a run of it, and not called a shortest one.
    let tight = Limits {
        states: 1,
        ..Limits::default()
    };
    let cut = asked().judge_reduced(Reduce::SILENT, tight, &|_| {});
    assert_eq!(cut.verdict.word(), "bounded", "both searches are cut");
}
