//! The length of an mp4 file: the movie header (`moov/mvhd`) of ISO 14496-12. Nothing else is read.

/// The most boxes, and the deepest nesting, that are examined.
const MOST_BOXES: usize = 200;

/// Returns the length in milliseconds, if the file has it.
pub(super) fn duration_ms(file: &[u8]) -> Option<i64> {
    let header = find(find(file, *b"moov")?, *b"mvhd")?;
    let number = |from: usize, length: usize| {
        let bytes = header.get(from..from + length)?;
        Some(bytes.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte)))
    };
    // Version 1 has dates and length in eight bytes, version 0 in four.
    let (scale, length) = match header.first()? {
        1 => (number(20, 4)?, number(24, 8)?),
        _ => (number(12, 4)?, number(16, 4)?),
    };
    i64::try_from(length.checked_mul(1000)?.checked_div(scale)?).ok()
}

/// Returns the content of the first box with a name.
fn find(mut boxes: &[u8], name: [u8; 4]) -> Option<&[u8]> {
    for _ in 0..MOST_BOXES {
        let (head, _) = boxes.split_at_checked(8)?;
        let size = head.get(..4)?.iter().fold(0_usize, |number, byte| number << 8 | usize::from(*byte));
        let (size, begin) = match size {
            0 => (boxes.len(), 8),
            1 => {
                let long = boxes.get(8..16)?.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
                (usize::try_from(long).ok()?, 16)
            }
            size => (size, 8),
        };
        let inside = boxes.get(begin..size.min(boxes.len()))?;
        if head.get(4..8)? == name {
            return Some(inside);
        }
        boxes = boxes.get(size..)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(name: [u8; 4], inside: &[u8]) -> Vec<u8> {
        let mut made = (inside.len() as u32 + 8).to_be_bytes().to_vec();
        made.extend(name);
        made.extend(inside);
        made
    }

    #[test]
    fn a_film_says_how_long_it_is() {
        let header = |version: u8, scale: u32, length: u32| {
            let mut header = vec![version, 0, 0, 0];
            header.extend(vec![0; if version == 1 { 16 } else { 8 }]);
            header.extend(scale.to_be_bytes());
            header.extend(vec![0; if version == 1 { 4 } else { 0 }]);
            header.extend(length.to_be_bytes());
            boxed(*b"moov", &boxed(*b"mvhd", &header))
        };
        let begin = boxed(*b"ftyp", b"isom");
        for (version, scale, length, ms) in [(0, 1000, 5000, Some(5000)), (1, 600, 300, Some(500)), (0, 0, 1, None)] {
            let file = [begin.clone(), header(version, scale, length)].concat();
            assert_eq!(duration_ms(&file), ms);
        }
        for garbage in [&b""[..], b"moov", &[0; 64], &[0xFF; 64], b"\0\0\0\x01moov\xff\xff\xff\xff\xff\xff\xff\xff"] {
            assert_eq!(duration_ms(garbage), None);
        }
    }
}
