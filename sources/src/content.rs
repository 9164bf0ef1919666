//! Content hashes: which text a result belongs to.

use sha2::{Digest, Sha256};

/// A hash over parts of text, in order. Parts do not run together: `ab, c` and `a, bc` differ.
#[derive(Clone, Default)]
pub struct ContentHash(Sha256);

impl ContentHash {
    /// An empty hash.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a part, to the letter.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.bytes(text.as_bytes())
    }

    /// Adds a part that need not be text.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    /// The hash, as 32 hexadecimal digits.
    pub fn finish(self) -> String {
        let digest = self.0.finalize();
        let digits = digest.iter().take(16).map(|byte| format!("{byte:02x}"));
        digits.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_together() {
        let hash = |parts: &[&str]| {
            let mut hash = ContentHash::new();
            for part in parts {
                hash.text(part);
            }
            hash.finish()
        };
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["a"]), hash(&["a", ""]));
        assert_eq!(hash(&["a"]).len(), 32);
    }
}
