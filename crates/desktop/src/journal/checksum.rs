//! A checksum at the end of every line, which shows whether the line is intact. CRC-32, as in PNG and gzip: it finds
//! what a disk or a cable does to bytes, but does not protect against deliberate changes.

/// The text before the sum.
const FIELD: &[u8] = b",\"crc\":\"";
/// The length of the sum with the text around it.
const LENGTH: usize = FIELD.len() + 8 + 2;

/// Adds the sum to a JSON object, as its last field.
pub(super) fn seal(line: &mut Vec<u8>) {
    if line.pop_if(|last| *last == b'}').is_none() {
        return;
    }
    let sum = crc32fast::hash(line);
    line.extend_from_slice(FIELD);
    line.extend_from_slice(format!("{sum:08x}\"}}").as_bytes());
}

/// Returns whether a line is as it was written; `None` if it has no sum.
pub(super) fn is_whole(line: &[u8]) -> Option<bool> {
    let (before, end) = line.split_at_checked(line.len().checked_sub(LENGTH)?)?;
    let digits = end.strip_prefix(FIELD)?.strip_suffix(b"\"}")?;
    Some(*digits == *format!("{:08x}", crc32fast::hash(before)).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flipped_bit_is_noticed_wherever_it_is() {
        let mut line = br#"{"v":2,"text":"\u00fc"}"#.to_vec();
        assert_eq!(is_whole(&line), None);
        seal(&mut line);
        assert_eq!(is_whole(&line), Some(true));
        for bit in 0..line.len() * 8 {
            let mut flipped = line.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(is_whole(&flipped), Some(true), "bit {bit}");
        }
        assert_eq!((is_whole(b""), is_whole(b"}")), (None, None));
    }
}
