//! When states move, and where to.

use std::ops::Range;

/// Where the part of each worker begins if all parts are equal; nothing if they are equal enough as they are: none is larger than
/// the mean by more than a quarter and `slack`.
pub fn starts(counts: &[usize], slack: usize) -> Option<Vec<usize>> {
    let (all, workers) = (counts.iter().sum::<usize>(), counts.len());
    let most = counts.iter().max().copied().unwrap_or(0);
    let mean = all / workers.max(1);
    (most > mean + mean / 4 + slack).then(|| {
        let start = |worker| (worker as u128 * all as u128 / workers as u128) as usize;
        (0..=workers).map(start).collect()
    })
}

/// The parts of these sizes, one behind the other.
pub fn parts(counts: &[usize]) -> Vec<Range<usize>> {
    let mut end = 0;
    let part = |count: &usize| {
        let start = end;
        end += count;
        start..end
    };
    counts.iter().map(part).collect()
}

/// What two parts have in common.
pub fn common(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    let start = one.start.max(other.start);
    start..one.end.min(other.end).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_move_only_where_parts_are_too_unequal() {
        assert_eq!(starts(&[5, 4, 4], 0), None);
        assert_eq!(starts(&[10, 0], 5), None);
        assert_eq!(starts(&[11, 0, 0], 5), Some(vec![0, 3, 7, 11]));
        assert_eq!(starts(&[0, 1, 0], 0), Some(vec![0, 0, 0, 1]));
        assert_eq!(starts(&[0, 0], 0), None);
        assert_eq!(parts(&[2, 0, 3]), [0..2, 2..2, 2..5]);
        assert_eq!(common(&(0..4), &(2..9)), 2..4);
        assert_eq!(common(&(0..4), &(6..9)).len(), 0);
    }
}
