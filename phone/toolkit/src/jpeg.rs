//! Encodes JPEG: baseline, colours at half the resolution, the tables of ITU-T T.81, Annex K. Apps save photos and
//! drawings with it; `decode` reads these and other JPEG files.

use super::Pixels;

/// The order in which the 64 coefficients of a block are written.
const ZIGZAG: [usize; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63,
];
/// Table K.1: the quantisation of brightness.
const LUMA: [u8; 64] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
    87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
];
/// Table K.2: the quantisation of colour.
const CHROMA: [u8; 64] = [
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99,
];
/// Tables K.3 and K.5: the number of codes of each length, and their values.
const DC_COUNTS: [u8; 16] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const DC_VALUES: [u8; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const AC_COUNTS: [u8; 16] = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d];
const AC_VALUES: [u8; 162] = [
    0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71, 0x14,
    0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72, 0x82, 0x09,
    0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a,
    0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x63, 0x64, 0x65,
    0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88,
    0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9,
    0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca,
    0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea,
    0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa,
];

/// Encodes a picture with a quality from 1 to 100. A picture without pixels, or with a side too long for JPEG, gives an
/// empty file.
pub fn encode(pixels: &Pixels, quality: u8) -> Vec<u8> {
    let (Ok(width), Ok(height)) = (u16::try_from(pixels.width), u16::try_from(pixels.height)) else {
        return Vec::new();
    };
    if width == 0 || height == 0 || pixels.rgba.len() < usize::from(width) * usize::from(height) * 4 {
        return Vec::new();
    }
    let tables = [scaled(&LUMA, quality), scaled(&CHROMA, quality)];
    let mut file = vec![0xff, 0xd8];
    segment(&mut file, 0xe0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
    for (number, table) in (0_u8..).zip(&tables) {
        let body: Vec<u8> = std::iter::once(number).chain(ZIGZAG.iter().map(|&at| table[at])).collect();
        segment(&mut file, 0xdb, &body);
    }
    let ([h1, h0], [w1, w0]) = (height.to_be_bytes(), width.to_be_bytes());
    // Brightness has twice the resolution of colour on both axes.
    segment(&mut file, 0xc0, &[8, h1, h0, w1, w0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
    // All three components share one pair of code tables.
    for (class, counts, values) in [(0x00, &DC_COUNTS, &DC_VALUES[..]), (0x10, &AC_COUNTS, &AC_VALUES[..])] {
        let body: Vec<u8> = [class].into_iter().chain(*counts).chain(values.iter().copied()).collect();
        segment(&mut file, 0xc4, &body);
    }
    segment(&mut file, 0xda, &[3, 1, 0, 2, 0, 3, 0, 0, 63, 0]);
    let mut writer = Writer {
        file,
        held: 0,
        bits: 0,
        dc: codes(&DC_COUNTS, &DC_VALUES),
        ac: codes(&AC_COUNTS, &AC_VALUES),
        cosines: cosines(),
    };
    let mut before = [0; 3];
    for top in (0..u32::from(height)).step_by(16) {
        for left in (0..u32::from(width)).step_by(16) {
            for (x, y) in [(0, 0), (8, 0), (0, 8), (8, 8)] {
                let block = block(pixels, (left + x, top + y), 1, |r, g, b| 0.299 * r + 0.587 * g + 0.114 * b - 128.0);
                before[0] = writer.block(&block, &tables[0], before[0]);
            }
            let blue = block(pixels, (left, top), 2, |r, g, b| -0.168_736 * r - 0.331_264 * g + 0.5 * b);
            before[1] = writer.block(&blue, &tables[1], before[1]);
            let red = block(pixels, (left, top), 2, |r, g, b| 0.5 * r - 0.418_688 * g - 0.081_312 * b);
            before[2] = writer.block(&red, &tables[1], before[2]);
        }
    }
    // The last byte is padded with ones.
    writer.put(0x7f, 7);
    writer.file.extend([0xff, 0xd9]);
    writer.file
}

fn segment(file: &mut Vec<u8>, marker: u8, body: &[u8]) {
    file.extend([0xff, marker]);
    file.extend(u16::try_from(body.len() + 2).unwrap_or(u16::MAX).to_be_bytes());
    file.extend(body);
}

/// Scales a table to a quality as the Independent JPEG Group's reference software does.
fn scaled(table: &[u8; 64], quality: u8) -> [u8; 64] {
    let quality = u32::from(quality.clamp(1, 100));
    let percent = if quality < 50 { 5000 / quality } else { 200 - quality * 2 };
    table.map(|step| u8::try_from(((u32::from(step) * percent + 50) / 100).clamp(1, 255)).unwrap_or(255))
}

/// Returns the code and its length for each value.
fn codes(counts: &[u8; 16], values: &[u8]) -> [(u16, u8); 256] {
    let mut table = [(0, 0); 256];
    let (mut code, mut left) = (0_u16, values.iter());
    for (length, count) in (1_u8..).zip(counts) {
        for value in left.by_ref().take(usize::from(*count)) {
            table[usize::from(*value)] = (code, length);
            code += 1;
        }
        code <<= 1;
    }
    table
}

/// Returns a block of eight by eight values from a corner on, each the mean of `step` by `step` pixels. Pixels beyond
/// the edge repeat the last one.
fn block(pixels: &Pixels, corner: (u32, u32), step: u32, value: impl Fn(f32, f32, f32) -> f32) -> [f32; 64] {
    std::array::from_fn(|at| {
        let at = u32::try_from(at).unwrap_or(0);
        let (mut sum, mut count) = (0.0, 0.0);
        for dy in 0..step {
            for dx in 0..step {
                let x = (corner.0 + at % 8 * step + dx).min(pixels.width - 1);
                let y = (corner.1 + at / 8 * step + dy).min(pixels.height - 1);
                let place = (y as usize * pixels.width as usize + x as usize) * 4;
                if let Some([r, g, b]) = pixels.rgba.get(place..place + 3) {
                    sum += value(f32::from(*r), f32::from(*g), f32::from(*b));
                    count += 1.0;
                }
            }
        }
        sum / f32::max(count, 1.0)
    })
}

/// Returns the cosines of the transform.
fn cosines() -> [[f32; 8]; 8] {
    std::array::from_fn(|u| {
        let scale = if u == 0 { 0.125_f32.sqrt() } else { 0.5 };
        std::array::from_fn(|x| scale * ((2 * x + 1) as f32 * u as f32 * std::f32::consts::PI / 16.0).cos())
    })
}

/// Returns the cosine transform of a block, rows then columns (T.81, A.3.3).
fn transformed(block: &[f32; 64], cosines: &[[f32; 8]; 8]) -> [f32; 64] {
    let once = |from: &[f32; 64]| -> [f32; 64] {
        // Each pass transforms the rows and transposes, so that two passes cover both axes.
        std::array::from_fn(|at| {
            let (u, row) = (at / 8, at % 8);
            (0..8).map(|x| cosines[u][x] * from[row * 8 + x]).sum()
        })
    };
    once(&once(block))
}

struct Writer {
    file: Vec<u8>,
    /// Bits that do not fill a byte yet.
    held: u32,
    bits: u8,
    dc: [(u16, u8); 256],
    ac: [(u16, u8); 256],
    cosines: [[f32; 8]; 8],
}

impl Writer {
    fn put(&mut self, code: u16, length: u8) {
        self.held = (self.held << length) | u32::from(code);
        self.bits += length;
        while self.bits >= 8 {
            self.bits -= 8;
            let byte = ((self.held >> self.bits) & 0xff) as u8;
            self.file.push(byte);
            if byte == 0xff {
                self.file.push(0);
            }
        }
        self.held &= (1 << self.bits) - 1;
    }

    /// Writes a value as a code with its length in bits, then its bits; a negative value is written less one.
    fn value(&mut self, table_is_dc: bool, zeros: u8, value: i32) {
        let length = (32 - value.unsigned_abs().leading_zeros()) as u8;
        let symbol = usize::from((zeros << 4) | length);
        let (code, bits) = if table_is_dc { self.dc[symbol] } else { self.ac[symbol] };
        self.put(code, bits);
        let raw = if value < 0 { value - 1 } else { value };
        self.put((raw & ((1 << length) - 1)) as u16, length);
    }

    /// Writes a block. Returns its DC coefficient, from which the next block's is predicted.
    fn block(&mut self, block: &[f32; 64], table: &[u8; 64], before: i32) -> i32 {
        let parts = transformed(block, &self.cosines);
        let quantized = |at: usize| ((parts[at] / f32::from(table[at])).round() as i32).clamp(-1023, 1023);
        let first = quantized(0);
        self.value(true, 0, first - before);
        let mut zeros = 0;
        for &at in &ZIGZAG[1..] {
            match quantized(at) {
                0 => zeros += 1,
                part => {
                    while zeros > 15 {
                        let (code, bits) = self.ac[0xf0];
                        self.put(code, bits);
                        zeros -= 16;
                    }
                    self.value(false, zeros, part);
                    zeros = 0;
                }
            }
        }
        if zeros > 0 {
            let (code, bits) = self.ac[0];
            self.put(code, bits);
        }
        first
    }
}
