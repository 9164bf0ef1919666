//! What a verdict does not say, because of how its world counts time.

/// What is to be read with a verdict of this world, if it rests on a timer that fires when nothing can answer any more. Such a
/// world has no lengths: in ticks the same claim may fall.
pub fn caveat(world: &str) -> Option<&'static str> {
    let is_synchronous = world.split("; ").any(|part| part == "synchronous");
    is_synchronous.then_some("it says nothing of a particular length of a timeout")
}

#[cfg(test)]
mod tests {
    use super::caveat;

    #[test]
    fn only_a_synchronous_world_has_no_lengths() {
        assert!(caveat("reliable channels; FIFO; synchronous; no crash").is_some());
        assert!(caveat("reliable channels; FIFO; asynchronous; no crash").is_none());
        assert!(caveat("messages take 1..2 ticks; no crash").is_none());
        assert!(caveat("").is_none());
    }
}
