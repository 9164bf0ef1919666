//! The checksum of the logs.

/// CRC-32 (IEEE 802.3), bit by bit through a table that the compiler makes.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    crc32_after(0, bytes)
}

/// The checksum of what has the checksum `before`, with these bytes behind it.
pub(super) fn crc32_after(before: u32, bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut n = 0;
        while n < 256 {
            let (mut word, mut bit) = (n as u32, 0);
            while bit < 8 {
                word = if word & 1 == 1 {
                    0xedb8_8320 ^ (word >> 1)
                } else {
                    word >> 1
                };
                bit += 1;
            }
            table[n] = word;
            n += 1;
        }
        table
    };
    let step = |sum: u32, byte: &u8| TABLE[usize::from(sum as u8 ^ byte)] ^ (sum >> 8);
    !bytes.iter().fold(!before, step)
}
