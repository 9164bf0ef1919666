//! How a deviation takes the place of a step.
//!
//! Worker and leader are written as the clear reading has them. A step that some reading or mutant takes otherwise begins with
//! `overridable!(self.step(...))`: if a deviation that is in force overrides the step of that name, it answers instead, and the rest
//! of the step is left out. In the clear reading without a mutant none is in force, and these lines do nothing.

use crate::mechanism::Mechanism;
use crate::reading::Reading;

/// Readings that deviate, each with when it is in force.
pub(crate) type Readings<D> = [(fn(&Reading) -> bool, &'static D)];

/// The answer of the first deviation in force that has one: readings in their order, then the mutant.
pub(crate) fn first<D: ?Sized, T>(
    rules: &Mechanism,
    readings: &Readings<D>,
    mutant: Option<&D>,
    mut answer: impl FnMut(&D) -> Option<T>,
) -> Option<T> {
    if rules.is_clear() {
        return None;
    }
    let mut readings = readings.iter();
    let of_reading = readings.find_map(|(is_in_force, deviation)| {
        is_in_force(&rules.reading)
            .then(|| answer(deviation))
            .flatten()
    });
    of_reading.or_else(|| mutant.and_then(answer))
}

/// Ends a step of worker or leader here if a deviation overrides it. Takes the module `deviations` that is in scope.
macro_rules! overridable {
    ($work:ident.$step:ident($($argument:expr),*)) => {
        if let Some(answer) = deviations::instead($work.rules, |deviation| {
            deviation.$step($work, $($argument),*)
        }) {
            return answer;
        }
    };
}
pub(crate) use overridable;
