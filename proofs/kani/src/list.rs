//! Every harness, and what it must do.

#[cfg(not(kani))]
use crate::kani::{self, Lists};
use crate::{candidate, counter, election, lemmas, llsc, pack, reads, scheduler};

/// What a harness must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Must {
    /// Pass.
    Pass,
    /// Fail: it lacks an assumption on purpose.
    Fail,
}

/// A harness.
#[derive(Clone, Copy, Debug)]
pub struct Harness {
    /// Its path.
    pub name: &'static str,
    /// What it must do.
    pub must: Must,
    /// How many covers it has, all to be met; none are asked of one that fails.
    pub covers: usize,
    /// The harness itself.
    pub run: fn(),
}

#[cfg(not(kani))]
impl Harness {
    /// Goes through every combination of values from these lists.
    pub fn exhaust(&self, lists: &Lists) -> kani::Exhausted {
        kani::exhaust(lists, self.run)
    }

    /// Whether the outcome is what it must be: everything passes and is covered, or something fails. A cover that is not even
    /// reached is missed, too.
    pub fn is_right(&self, outcome: &kani::Exhausted) -> bool {
        let covered = outcome.covers.len() == self.covers
            && self.covers > 0
            && outcome.covers.values().all(|met| *met);
        match self.must {
            Must::Pass => outcome.failure.is_none() && outcome.runs > 0 && covered,
            Must::Fail => outcome.failure.is_some(),
        }
    }
}

macro_rules! harnesses {
    ($($module:ident :: $function:ident, $must:ident, $covers:literal;)*) => {
        &[$(Harness {
            name: concat!(stringify!($module), "::", stringify!($function)),
            must: Must::$must,
            covers: $covers,
            run: $module::$function,
        }),*]
    };
}

/// Every harness.
pub fn harnesses() -> &'static [Harness] {
    harnesses![
        pack::what_fits_comes_back, Pass, 2;
        pack::every_64_bits_are_one_word, Pass, 2;
        pack::order_is_kept, Pass, 2;
        election::the_first_day, Pass, 2;
        election::every_step, Pass, 6;
        election::one_leader_for_each_epoch, Pass, 2;
        election::every_step_with_an_epoch_that_wraps, Fail, 0;
        counter::the_first_day, Pass, 2;
        counter::every_step, Pass, 6;
        counter::every_step_with_a_counter_that_wraps, Fail, 0;
        llsc::as_meant_with_calls_that_change, Pass, 3;
        llsc::again_with_any_calls, Pass, 4;
        llsc::as_printed, Fail, 0;
        llsc::as_meant_with_any_calls, Fail, 0;
        candidate::a_call_says_what_it_found, Pass, 5;
        candidate::a_candidate_succeeds_any_leader, Pass, 3;
        candidate::only_the_present_epoch_is_accepted, Pass, 3;
        lemmas::algorithm_6_ends_with_two_leaders, Pass, 1;
        lemmas::the_counter_tells_the_two_apart, Pass, 1;
        lemmas::one_leader_if_contacts_outlast_elections, Pass, 5;
        lemmas::one_leader_if_contacts_only_outlast_leaders, Fail, 0;
        lemmas::algorithm_6_takes_two_accesses, Pass, 2;
        lemmas::algorithm_7_takes_four_accesses, Pass, 2;
        lemmas::the_repair_takes_two_accesses, Pass, 2;
        lemmas::one_of_two_gets_on_in_algorithm_7, Pass, 2;
        lemmas::one_of_two_gets_on_in_the_repair, Pass, 2;
        reads::the_beginning, Pass, 1;
        reads::every_step, Pass, 6;
        reads::every_step_if_contacts_do_not_outlast_elections, Fail, 0;
        scheduler::algorithm_6_of_two_before_its_shortest_violation, Pass, 2;
        scheduler::algorithm_6_of_two_at_its_shortest_violation, Fail, 0;
        scheduler::algorithm_6_of_three_before_its_shortest_violation, Pass, 2;
        scheduler::algorithm_6_of_three_at_its_shortest_violation, Fail, 0;
        scheduler::algorithm_7_of_two_before_its_shortest_violation, Pass, 2;
        scheduler::algorithm_7_of_two_at_its_shortest_violation, Fail, 0;
        scheduler::algorithm_7_of_three_before_its_shortest_violation, Pass, 2;
        scheduler::algorithm_7_of_three_at_its_shortest_violation, Fail, 0;
        scheduler::the_repair_of_two, Pass, 2;
        scheduler::the_repair_of_three, Pass, 2;
        scheduler::algorithm_7_at_most_twice_if_contacts_outlast_elections, Pass, 1;
        scheduler::algorithm_7_before_its_shortest_third_run, Pass, 1;
        scheduler::algorithm_7_at_its_shortest_third_run, Fail, 0;
    ]
}
