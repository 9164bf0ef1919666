//! A word and its 64 bits.

#[cfg(not(kani))]
use crate::kani;
use verdict_election::{NodeId, Word};

fn any_word() -> Word {
    Word {
        cnt: kani::any(),
        lid: NodeId(kani::any()),
    }
}

/// Packing refuses exactly what does not fit, and what it takes comes back.
#[cfg_attr(kani, kani::proof)]
pub fn what_fits_comes_back() {
    let word = any_word();
    let fits = word.cnt >= -1
        && word.cnt <= Word::MAX_EPOCH
        && word.lid >= NodeId::NOBODY
        && word.lid <= Word::MAX_ID;
    kani::cover!(fits, "a word that fits");
    kani::cover!(!fits, "a word that does not fit");
    let back = word.pack().map(Word::unpack);
    kani::assert(back == fits.then_some(word), "what fits comes back");
}

/// No two words share their bits, and no bits are without a word.
#[cfg_attr(kani, kani::proof)]
pub fn every_64_bits_are_one_word() {
    let bits: u64 = kani::any();
    let word = Word::unpack(bits);
    kani::cover!(word == Word::NOTHING, "no epoch, and nobody");
    kani::cover!(word.cnt == Word::MAX_EPOCH, "the last epoch");
    kani::assert(word.pack() == Some(bits), "the bits come back");
}

/// Of two words, the one of the later epoch has the larger bits.
#[cfg_attr(kani, kani::proof)]
pub fn order_is_kept() {
    let (a, b) = (any_word(), any_word());
    if let (Some(bits_of_a), Some(bits_of_b)) = (a.pack(), b.pack()) {
        kani::cover!(
            a.cnt < b.cnt && a.lid > b.lid,
            "a later epoch, a smaller id"
        );
        kani::cover!(a == b, "the same word");
        kani::assert(a.cmp(&b) == bits_of_a.cmp(&bits_of_b), "order is kept");
    }
}
