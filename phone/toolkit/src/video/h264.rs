//! Encodes frames as slices: one slice per frame, the first intra, the others with only the changes.

use super::bits::Bits;
use crate::Pixels;

/// The width and height of a macroblock in pixels.
const BLOCK: usize = 16;
/// `nal_ref_idc` 3 combined with the types of parameter sets and slices.
const SPS: u8 = 0x67;
const PPS: u8 = 0x68;
const IDR: u8 = 0x65;
const SLICE: u8 = 0x61;

/// A frame in planes: luma, and both chroma planes at half the size on each axis.
#[derive(Clone, Default)]
struct Planes {
    planes: [Vec<u8>; 3],
}

/// The encoder of one video.
pub struct Encoder {
    width: usize,
    height: usize,
    /// The number of macroblocks across and down.
    across: usize,
    down: usize,
    last: Option<Planes>,
    /// `frame_num` of the next frame.
    number: u32,
}

/// A condition on one line of a macroblock: its plane, its length, its samples, and its row.
type Holds<'h> = dyn Fn(usize, usize, &[u8], usize) -> bool + 'h;

/// How a macroblock is coded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Unchanged.
    Skip,
    /// Predicted from the column to its left or the row above it.
    Predicted(u32),
    Plain,
}

impl Encoder {
    /// Creates an encoder for frames of this size.
    pub fn new(width: u32, height: u32) -> Self {
        let (width, height) = (width.clamp(16, 4096) as usize & !1, height.clamp(16, 4096) as usize & !1);
        let (across, down) = (width.div_ceil(BLOCK), height.div_ceil(BLOCK));
        Self { width, height, across, down, last: None, number: 0 }
    }

    /// Returns the frame size.
    pub fn size(&self) -> (u32, u32) {
        (self.width as u32, self.height as u32)
    }

    /// Returns the sequence parameter set.
    pub fn sps(&self) -> Vec<u8> {
        let mut bits = Bits::default();
        // Baseline, with the constraints of Constrained Baseline; level 5.1 covers every screen.
        bits.put(66, 8);
        bits.put(0b1100_0000, 8);
        bits.put(51, 8);
        bits.ue(0);
        // frame_num has 8 bits; frames are displayed in coding order.
        bits.ue(4);
        bits.ue(2);
        bits.ue(1);
        bits.put(0, 1);
        bits.ue(self.across as u32 - 1);
        bits.ue(self.down as u32 - 1);
        // Frames only, and direct_8x8_inference.
        bits.put(0b11, 2);
        let (right, bottom) = (self.across * BLOCK - self.width, self.down * BLOCK - self.height);
        bits.put(u32::from(right + bottom > 0), 1);
        if right + bottom > 0 {
            // Cropping in units of two pixels.
            [0, right as u32 / 2, 0, bottom as u32 / 2].into_iter().for_each(|units| bits.ue(units));
        }
        bits.put(0, 1);
        bits.nal(SPS)
    }

    /// Returns the picture parameter set.
    pub fn pps(&self) -> Vec<u8> {
        let mut bits = Bits::default();
        bits.ue(0);
        bits.ue(0);
        // CAVLC, no field order, one slice group, one reference in each direction, no weights.
        bits.put(0, 2);
        bits.ue(0);
        bits.ue(0);
        bits.ue(0);
        bits.put(0, 3);
        bits.se_zero();
        bits.se_zero();
        bits.se_zero();
        // The slice controls the deblocking filter (it is off); prediction may use skipped blocks.
        bits.put(0b100, 3);
        bits.nal(PPS)
    }

    /// Encodes a frame as a NAL unit. Returns it and whether it is a keyframe.
    pub fn encode(&mut self, pixels: &Pixels) -> (Vec<u8>, bool) {
        let planes = self.planes(pixels);
        let first = self.last.is_none();
        let mut bits = Bits::default();
        bits.ue(0);
        // All slices are I (7) or P (5).
        bits.ue(if first { 7 } else { 5 });
        bits.ue(0);
        bits.put(self.number, 8);
        if first {
            // idr_pic_id; then neither no_output_of_prior_pics nor long_term_reference.
            bits.ue(0);
            bits.put(0, 2);
        } else {
            // The parameter set's number of references in the default order; no adaptive marking.
            bits.put(0, 3);
        }
        bits.se_zero();
        // disable_deblocking_filter_idc
        bits.ue(1);
        self.blocks(&planes, &mut bits);
        self.last = Some(planes);
        self.number = (self.number + 1) % 256;
        (bits.nal(if first { IDR } else { SLICE }), first)
    }

    fn blocks(&self, planes: &Planes, bits: &mut Bits) {
        let intra = self.last.is_none();
        // P slices number the intra block types after their own five.
        let base = if intra { 0 } else { 5 };
        let mut plain = vec![false; self.across * self.down];
        let mut skipped = 0;
        for at in 0..self.across * self.down {
            let (column, row) = (at % self.across, at / self.across);
            let kind = self.kind(planes, column, row);
            if kind == Kind::Skip {
                skipped += 1;
                continue;
            }
            if !intra {
                bits.ue(skipped);
                skipped = 0;
            }
            match kind {
                Kind::Skip => {}
                Kind::Predicted(mode) => {
                    // I_16x16 of this mode without coefficients; chroma numbers its modes in another order.
                    bits.ue(base + 1 + mode);
                    bits.ue(if mode == 0 { 2 } else { 1 });
                    bits.se_zero();
                    // coeff_token for no coefficients depends on the blocks to the left and above.
                    let left = column.checked_sub(1).map(|_| plain.get(at - 1).copied().unwrap_or(false));
                    let above = row.checked_sub(1).map(|_| plain.get(at - self.across).copied().unwrap_or(false));
                    if left == Some(true) || above == Some(true) {
                        bits.put(0b11, 6);
                    } else {
                        bits.put(1, 1);
                    }
                }
                Kind::Plain => {
                    bits.ue(base + 25);
                    bits.align();
                    for (plane, size) in [(0, BLOCK), (1, BLOCK / 2), (2, BLOCK / 2)] {
                        for line in 0..size {
                            bits.bytes(self.line(planes, plane, column * size, row * size + line, size));
                        }
                    }
                    if let Some(mark) = plain.get_mut(at) {
                        *mark = true;
                    }
                }
            }
        }
        if !intra && skipped > 0 {
            bits.ue(skipped);
        }
    }

    fn kind(&self, planes: &Planes, column: usize, row: usize) -> Kind {
        let parts = [(0, BLOCK), (1, BLOCK / 2), (2, BLOCK / 2)];
        let every = |holds: &Holds<'_>| {
            parts.into_iter().all(|(plane, size)| {
                (0..size).all(|line| {
                    let y = row * size + line;
                    holds(plane, size, self.line(planes, plane, column * size, y, size), y)
                })
            })
        };
        if let Some(last) = &self.last
            && every(&|plane, size, line, y| line == self.line(last, plane, column * size, y, size))
        {
            return Kind::Skip;
        }
        if row > 0
            && every(&|plane, size, line, _| line == self.line(planes, plane, column * size, row * size - 1, size))
        {
            return Kind::Predicted(0);
        }
        if column > 0
            && every(&|plane, size, line, y| {
                let left = self.line(planes, plane, column * size - 1, y, 1);
                left.first().is_some_and(|left| line.iter().all(|sample| sample == left))
            })
        {
            return Kind::Predicted(1);
        }
        Kind::Plain
    }

    fn line<'p>(&self, planes: &'p Planes, plane: usize, x: usize, y: usize, size: usize) -> &'p [u8] {
        let stride = self.across * if plane == 0 { BLOCK } else { BLOCK / 2 };
        let begin = y * stride + x;
        planes.planes.get(plane).and_then(|samples| samples.get(begin..begin + size)).unwrap_or_default()
    }

    /// Converts a frame to planes at the video's size, in the colours of BT.601, with edges repeated up to whole
    /// macroblocks.
    fn planes(&self, pixels: &Pixels) -> Planes {
        let (wide, high) = (self.across * BLOCK, self.down * BLOCK);
        let (from_width, from_height) = (pixels.width.max(1) as usize, pixels.height.max(1) as usize);
        let columns: Vec<usize> = (0..wide).map(|x| x.min(self.width - 1) * from_width / self.width).collect();
        let mut planes = [vec![0; wide * high], vec![0; wide * high / 4], vec![0; wide * high / 4]];
        let [luma, blue, red] = &mut planes;
        let pixel = |x: usize, y: usize| {
            let at = (y * from_width + x) * 4;
            match pixels.rgba.get(at..at + 3) {
                Some([r, g, b]) => [i32::from(*r), i32::from(*g), i32::from(*b)],
                _ => [0; 3],
            }
        };
        for y in 0..high {
            let from_y = y.min(self.height - 1) * from_height / self.height;
            let line = luma.get_mut(y * wide..(y + 1) * wide).unwrap_or_default();
            for (sample, x) in line.iter_mut().zip(&columns) {
                let [r, g, b] = pixel(*x, from_y);
                *sample = (((66 * r + 129 * g + 25 * b + 128) >> 8) + 16).clamp(0, 255) as u8;
            }
            if y % 2 == 1 {
                continue;
            }
            let begin = y / 2 * (wide / 2);
            for half in 0..wide / 2 {
                let x = columns.get(half * 2).copied().unwrap_or(0);
                let [r, g, b] = pixel(x, from_y);
                if let (Some(blue), Some(red)) = (blue.get_mut(begin + half), red.get_mut(begin + half)) {
                    *blue = (((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128).clamp(0, 255) as u8;
                    *red = (((112 * r - 94 * g - 18 * b + 128) >> 8) + 128).clamp(0, 255) as u8;
                }
            }
        }
        Planes { planes }
    }
}
