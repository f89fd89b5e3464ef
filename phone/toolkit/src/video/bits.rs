//! A bit writer, and the NAL units made from its bits.

/// A sequence of bits, the most significant first.
#[derive(Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    /// The number of bits used in the last byte.
    used: u32,
}

impl Bits {
    /// Writes the lowest `count` bits of `value`.
    pub(super) fn put(&mut self, value: u32, count: u32) {
        for at in (0..count).rev() {
            if self.used == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= (((value >> at) & 1) as u8) << (7 - self.used);
            }
            self.used = (self.used + 1) % 8;
        }
    }

    /// Writes `ue(v)`: Exp-Golomb.
    pub(super) fn ue(&mut self, value: u32) {
        let value = value + 1;
        let length = 32 - value.leading_zeros();
        self.put(0, length - 1);
        self.put(value, length);
    }

    /// Writes `se(v)` of zero, the only value needed.
    pub(super) fn se_zero(&mut self) {
        self.ue(0);
    }

    /// Pads with zeros up to the next byte.
    pub(super) fn align(&mut self) {
        self.used = 0;
    }

    /// Writes whole bytes; the bits before them must be aligned.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        debug_assert_eq!(self.used, 0);
        self.bytes.extend_from_slice(bytes);
    }

    /// Adds `rbsp_trailing_bits` and returns the NAL unit with this first byte. Three bytes that look like a start code
    /// get a 3 in between.
    pub(super) fn nal(mut self, header: u8) -> Vec<u8> {
        self.put(1, 1);
        self.align();
        let mut nal = Vec::with_capacity(self.bytes.len() + self.bytes.len() / 64 + 1);
        nal.push(header);
        let mut zeros = 0;
        for byte in self.bytes {
            if zeros >= 2 && byte <= 3 {
                nal.push(3);
                zeros = 0;
            }
            zeros = if byte == 0 { zeros + 1 } else { 0 };
            nal.push(byte);
        }
        nal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_exp_golomb() {
        for (number, bits) in [(0, "1"), (1, "010"), (2, "011"), (3, "00100"), (8, "0001001"), (30, "000011111")] {
            let mut written = Bits::default();
            written.ue(number);
            let text: String = written.bytes.iter().map(|byte| format!("{byte:08b}")).collect();
            assert_eq!(text.get(..bits.len()), Some(bits));
        }
    }

    #[test]
    fn nothing_inside_looks_like_a_start_code() {
        let mut bits = Bits::default();
        bits.bytes(&[0, 0, 1, 0, 0, 0, 0, 3]);
        assert_eq!(bits.nal(0x65), [0x65, 0, 0, 3, 1, 0, 0, 3, 0, 0, 3, 3, 0x80]);
    }
}
