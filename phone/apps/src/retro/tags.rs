//! Reads mp3 files: the ID3v2 tags and the duration of the MPEG frames. Files are untrusted: invalid data ends the
//! parsing and never breaks the app.

/// The tags of a song.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tags {
    pub(super) title: String,
    pub(super) artist: String,
    pub(super) album: String,
    pub(super) album_artist: String,
    pub(super) composer: String,
    pub(super) track: i64,
    pub(super) year: i64,
    pub(super) duration_ms: i64,
}

/// The most frames read from a tag.
const MOST_FRAMES: usize = 500;

/// Parses a file.
pub(super) fn read(file: &[u8]) -> Tags {
    let mut tags = Tags::default();
    let begin = header(file).map_or(0, |(version, size)| {
        let end = size.saturating_add(10).min(file.len());
        read_frames(version, file.get(10..end).unwrap_or_default(), &mut tags);
        end
    });
    tags.duration_ms = duration_ms(file.get(begin..).unwrap_or_default());
    tags
}

/// Returns the version of the tag at the start of a file, and its size without its header.
fn header(file: &[u8]) -> Option<(u8, usize)> {
    let [b'I', b'D', b'3', version, _, _, rest @ ..] = file.get(..10)? else { return None };
    Some((*version, syncsafe(rest)))
}

/// Decodes a number with seven bits per byte.
fn syncsafe(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |number, byte| number << 7 | usize::from(byte & 0x7F))
}

fn read_frames(version: u8, mut rest: &[u8], tags: &mut Tags) {
    for _ in 0..MOST_FRAMES {
        let Some((head, after)) = rest.split_at_checked(10) else { return };
        let (name, size) = (head.get(..4).unwrap_or_default(), head.get(4..8).unwrap_or_default());
        // Version 4 counts sizes with seven bits per byte, version 3 with eight.
        let size = match version {
            4 => syncsafe(size),
            _ => size.iter().fold(0, |number, byte| number << 8 | usize::from(*byte)),
        };
        let Some((body, after)) = after.split_at_checked(size) else { return };
        let field = match name {
            b"TIT2" => &mut tags.title,
            b"TPE1" => &mut tags.artist,
            b"TALB" => &mut tags.album,
            b"TPE2" => &mut tags.album_artist,
            b"TCOM" => &mut tags.composer,
            b"TRCK" => {
                tags.track = leading_number(&text(body));
                rest = after;
                continue;
            }
            b"TYER" | b"TDRC" => {
                tags.year = leading_number(&text(body));
                rest = after;
                continue;
            }
            [0, ..] => return,
            _ => {
                rest = after;
                continue;
            }
        };
        *field = text(body);
        rest = after;
    }
}

/// Decodes the text of a frame, in the one of four encodings that it names.
fn text(body: &[u8]) -> String {
    let Some((encoding, bytes)) = body.split_first() else { return String::new() };
    let wide = |from: fn([u8; 2]) -> u16, bytes: &[u8]| {
        let units: Vec<u16> = bytes.as_chunks::<2>().0.iter().map(|pair| from(*pair)).collect();
        String::from_utf16_lossy(&units)
    };
    let text = match (encoding, bytes) {
        (0, bytes) => bytes.iter().map(|byte| char::from(*byte)).collect(),
        (1, [0xFF, 0xFE, bytes @ ..]) => wide(u16::from_le_bytes, bytes),
        (1, [0xFE, 0xFF, bytes @ ..]) | (2, bytes) => wide(u16::from_be_bytes, bytes),
        (_, bytes) => String::from_utf8_lossy(bytes).into_owned(),
    };
    // Several values are separated by a zero; the first one is shown.
    text.split('\0').next().unwrap_or_default().trim().chars().take(500).collect()
}

fn leading_number(text: &str) -> i64 {
    let digits: String = text.chars().take_while(char::is_ascii_digit).take(9).collect();
    digits.parse().unwrap_or(0)
}

/// Kilobits per second of Layer III, by the four bits in a frame's header: MPEG-1, then MPEG-2 and 2.5.
const RATES: [[usize; 15]; 2] = [
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/// Parses a Layer III frame header: its length in bytes, its samples, and samples per second.
fn frame(head: &[u8]) -> Option<(usize, u64, u64)> {
    let [0xFF, second, third, ..] = head else { return None };
    // Eleven bits of synchronisation, two of the version, two of the layer (01 is Layer III).
    if second & 0xE0 != 0xE0 || second & 0x06 != 0x02 {
        return None;
    }
    let version = second >> 3 & 3;
    let hertz = [44_100, 48_000, 32_000].get(usize::from(third >> 2 & 3))?;
    let (hertz, samples, table) = match version {
        3 => (*hertz, 1152, &RATES[0]),
        2 => (hertz / 2, 576, &RATES[1]),
        0 => (hertz / 4, 576, &RATES[1]),
        _ => return None,
    };
    let rate = table.get(usize::from(third >> 4)).filter(|rate| **rate > 0)? * 1000;
    let padding = usize::from(third >> 1 & 1);
    Some((samples / 8 * rate / hertz + padding, samples as u64, hertz as u64))
}

/// Returns the duration of the frames.
fn duration_ms(mut sound: &[u8]) -> i64 {
    // Skip anything before the first frame.
    let first = (0..sound.len().min(64 << 10)).find(|at| sound.get(*at..).and_then(frame).is_some());
    sound = first.and_then(|at| sound.get(at..)).unwrap_or_default();
    let (mut samples, mut rate) = (0_u64, 0_u64);
    let mut first = true;
    while let Some((length, count, hertz)) = frame(sound) {
        let body = sound.get(..length.min(sound.len())).unwrap_or_default();
        // A frame with only statistics (`Xing`, `Info`) is silent.
        let counts = first
            && [&b"Xing"[..], b"Info"]
                .iter()
                .any(|word| body.get(..64).is_some_and(|body| body.windows(4).any(|four| four == *word)));
        if !counts {
            samples += count;
            rate = hertz;
        }
        first = false;
        let Some(rest) = sound.get(length..) else { break };
        sound = rest;
    }
    samples.saturating_mul(1000).checked_div(rate).and_then(|ms| i64::try_from(ms).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a frame of a version 3 tag.
    fn tag(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
        let mut frame = name.to_vec();
        frame.extend((body.len() as u32).to_be_bytes());
        frame.extend([0, 0]);
        frame.extend(body);
        frame
    }

    fn file(frames: &[Vec<u8>], sound: &[u8]) -> Vec<u8> {
        let body = frames.concat();
        let size = body.len();
        let mut file = b"ID3\x03\0\0".to_vec();
        file.extend([(size >> 21) as u8 & 127, (size >> 14) as u8 & 127, (size >> 7) as u8 & 127, size as u8 & 127]);
        file.extend(body);
        file.extend(sound);
        file
    }

    #[test]
    fn a_file_says_what_it_is_and_how_long() {
        // MPEG-1, 128 kbit/s, 44100 Hz: 417 bytes and 1152 samples per frame; the first frame holds only statistics.
        let mut counting = vec![0xFF, 0xFB, 0x90, 0x00];
        counting.resize(36, 0);
        counting.extend(b"Info");
        counting.resize(417, 0);
        let mut sounding = vec![0xFF, 0xFB, 0x90, 0x00];
        sounding.resize(417, 0);
        let sound: Vec<u8> = counting.into_iter().chain(sounding.repeat(100)).collect();
        let frames = [
            tag(b"TIT2", b"\0Caf\xE9"),
            tag(b"TPE1", b"\x01\xFF\xFEA\0b\0"),
            tag(b"TRCK", b"\x033/9"),
            tag(b"XXXX", b""),
        ];
        let read = read(&file(&frames, &sound));
        assert_eq!((read.title.as_str(), read.artist.as_str(), read.track), ("Café", "Ab", 3));
        assert_eq!(read.duration_ms, 100 * 1152 * 1000 / 44_100);
    }

    #[test]
    fn what_makes_no_sense_is_left_out() {
        for bytes in [
            &b""[..],
            b"ID3",
            b"ID3\x04\0\0\x7f\x7f\x7f\x7fTIT2\x7f\x7f\x7f\x7f\0\0",
            b"\xFF\xFB\xF0\x00",
            b"\xFF\xFB\x00\x00",
            b"\xFF\xFF\xFF\xFF\xFF",
            b"not a song at all",
        ] {
            assert_eq!(read(bytes).title, "");
        }
    }
}
