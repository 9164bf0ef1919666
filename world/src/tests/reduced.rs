//! The rules by which states are stored: what each leaves out never matters, and a comparison with plain states notices each that is wrong.

use super::*;
use verdict_checker::judge::Subject;
use verdict_checker::property::Property;
use verdict_checker::reduction::Compared;
use verdict_checker::trace::Origin;

fn compare<A: Resident>(world: World<A>) -> Result<Compared, String> {
    let subject = Subject {
        space: Arc::new(world),
        property: Property::always("anything", |_, _| true),
        fairness: Vec::new(),
        origin: Origin::default(),
    };
    subject.compare_plain(300).expect("a world")
}

/// S0 sends these dates to S1, which keeps the latest.
#[derive(Clone)]
struct Register {
    sends: Vec<u64>,
    /// Whether S1, once it has the date 7, acts on an earlier one nonetheless.
    lies: bool,
}

impl Actor for Register {
    type Msg = u64;
    type State = u64;
    type Timer = ();
    type Storage = ();
    type Random = ();

    fn on_start(&self, _: Id, _: &Option<()>, out: &mut Out<Self>) -> u64 {
        for date in &self.sends {
            out.send(Id::from(1), *date);
        }
        0
    }

    fn on_msg(&self, _: Id, latest: &mut Cow<u64>, _: Id, date: u64, _: &mut Out<Self>) {
        if date > **latest {
            *latest.to_mut() = date;
        } else if self.lies && **latest == 7 {
            *latest.to_mut() = 9;
        }
    }
}

impl Resident for Register {
    fn date(&self, latest: &u64) -> Option<u64> {
        Some(*latest)
    }

    fn date_of(&self, date: &u64) -> Option<u64> {
        Some(*date)
    }
}

fn registers(sends: &[u64], lies: bool, change: impl FnOnce(&mut Assumptions)) -> World<Register> {
    let register = |sends: &[u64]| Register {
        sends: sends.to_vec(),
        lies,
    };
    let mut assumptions = Assumptions::default();
    change(&mut assumptions);
    World::new(vec![register(sends), register(&[])], assumptions)
}

fn may_come_back(assumptions: &mut Assumptions) {
    crash_budget(assumptions, 1);
    may_return(assumptions, 1, Memory::Lost);
}

fn reduces(compared: Result<Compared, String>) -> bool {
    let compared = compared.expect("the same moves");
    compared.plain > compared.reduced
}

fn notices(compared: Result<Compared, String>) {
    let wrong = compared.expect_err("a rule that leaves out too much");
    assert!(wrong.contains("a step of"), "{wrong}");
}

#[test]
fn a_stale_message_is_left_out_unless_it_could_matter() {
    assert!(reduces(compare(registers(&[5, 3, 7], false, |_| {}))));
    // The date says that nothing follows, and something does.
    notices(compare(registers(&[5, 3, 7], true, |_| {})));
}

#[test]
fn what_is_stale_is_not_so_for_a_node_that_comes_back_with_nothing() {
    let world = || registers(&[5, 3], false, may_come_back);
    assert!(!reduces(compare(world())));
    let mut wrong = world();
    wrong.rules.normalises = true;
    notices(compare(wrong));
}

#[test]
fn a_message_to_a_crashed_node_is_left_out_unless_the_node_comes_back() {
    let once = |assumptions: &mut Assumptions| crash_budget(assumptions, 1);
    assert!(reduces(compare(registers(&[5], false, once))));
    let world = || registers(&[5], false, may_come_back);
    assert!(!reduces(compare(world())));
    let mut wrong = world();
    wrong.rules.drops_unreachable = true;
    notices(compare(wrong));
}

/// A clock that goes on for ever, and strikes every third hour.
#[derive(Clone)]
struct Clock {
    /// By what it says that its dates may be lowered.
    period: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Hour {
    date: u64,
    strikes: bool,
}

impl Actor for Clock {
    type Msg = ();
    type State = Hour;
    type Timer = ();
    type Storage = ();
    type Random = ();

    fn on_start(&self, id: Id, _: &Option<()>, out: &mut Out<Self>) -> Hour {
        out.send(id, ());
        Hour {
            date: 0,
            strikes: false,
        }
    }

    fn on_msg(&self, id: Id, hour: &mut Cow<Hour>, _: Id, (): (), out: &mut Out<Self>) {
        let date = hour.date + 1;
        let strikes = date.is_multiple_of(3);
        *hour.to_mut() = Hour { date, strikes };
        out.send(id, ());
    }
}

impl Resident for Clock {
    fn date(&self, hour: &Hour) -> Option<u64> {
        Some(hour.date)
    }

    fn period(&self) -> Option<u64> {
        Some(self.period)
    }

    fn lower(&self, hour: &Hour, by: u64) -> Hour {
        Hour {
            date: hour.date - by,
            ..hour.clone()
        }
    }
}

#[test]
fn dates_are_lowered_by_what_makes_no_difference() {
    let clock = |period| World::new(vec![Clock { period }], Assumptions::default());
    let compared = compare(clock(3)).expect("the same moves");
    assert_eq!((compared.plain, compared.reduced), (300, 4));
    notices(compare(clock(2)));
}
