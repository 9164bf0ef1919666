//! A set of small numbers, one bit each.

/// A set of numbers below a fixed bound, such as the states in which a predicate is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
    bound: usize,
}

impl BitSet {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        BitSet {
            words: vec![0; bound.div_ceil(64)],
            bound,
        }
    }

    /// The numbers below `bound` for which `is_member` is true.
    pub fn from_fn(bound: usize, mut is_member: impl FnMut(u32) -> bool) -> Self {
        let mut set = BitSet::new(bound);
        (0..bound as u32)
            .filter(|&number| is_member(number))
            .for_each(|number| {
                set.insert(number);
            });
        set
    }

    /// The bound below which all members are.
    pub fn bound(&self) -> usize {
        self.bound
    }

    /// Adds a number; true if it was not yet there.
    pub fn insert(&mut self, number: u32) -> bool {
        assert!(
            (number as usize) < self.bound,
            "{number} is not below {}",
            self.bound
        );
        let word = &mut self.words[number as usize / 64];
        let bit = 1 << (number % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Whether a number is a member. Numbers beyond the bound are not.
    pub fn contains(&self, number: u32) -> bool {
        self.words
            .get(number as usize / 64)
            .is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    /// How many members there are.
    pub fn count(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_told_apart_across_words() {
        let set = BitSet::from_fn(130, |number| number % 64 == 1);
        let members: Vec<u32> = (0..200).filter(|&number| set.contains(number)).collect();
        assert_eq!(members, [1, 65, 129]);
        assert_eq!((set.count(), set.bound()), (3, 130));
    }

    #[test]
    fn a_number_is_new_once() {
        let mut set = BitSet::new(3);
        assert!(set.insert(2));
        assert!(!set.insert(2));
    }
}
