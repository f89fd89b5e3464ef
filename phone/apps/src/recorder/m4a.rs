//! M4A files (ISO/IEC 14496-12 and -14): one track of AAC, mono at 44.1 kHz. The simulated phone has no microphone
//! input, so a recording is silence of the recorded length.

/// Samples per second.
const RATE: u32 = 44_100;
/// Samples per AAC-LC frame.
const FRAME: u32 = 1024;
/// A frame of silence: one channel without a band, then the end (ISO/IEC 14496-3, 4.4.2).
const SILENCE: [u8; 4] = [0, 0, 0, 0b111];
/// The longest recording, in milliseconds: a day.
const LONGEST_MS: i64 = 86_400_000;
/// AudioSpecificConfig: AAC-LC, index 4 of the rates, one channel.
const CONFIG: [u8; 2] = [0x12, 0x08];

/// Encodes silence of this length.
pub(super) fn silence(ms: i64) -> Vec<u8> {
    let samples = ms.clamp(1, LONGEST_MS).unsigned_abs() * u64::from(RATE) / 1000;
    let frames = u32::try_from(samples.div_ceil(u64::from(FRAME))).unwrap_or(u32::MAX / FRAME).max(1);
    let head = atom(b"ftyp", &[b"M4A ", &0_u32.to_be_bytes()[..], b"M4A mp42isom"]);
    let mut data = Vec::with_capacity(frames as usize * SILENCE.len());
    (0..frames).for_each(|_| data.extend(SILENCE));
    let offset = u32::try_from(head.len()).unwrap_or(0) + 8;
    let data = atom(b"mdat", &[&data]);
    [head, data, movie(frames, offset)].concat()
}

/// Returns the length of one of our files in milliseconds, from its movie header.
pub(super) fn length_ms(file: &[u8]) -> Option<i64> {
    let at = file.windows(4).rposition(|name| name == b"mvhd")?;
    let number = |place: usize| Some(u32::from_be_bytes(file.get(at + place..at + place + 4)?.try_into().ok()?));
    let (scale, length) = (number(16)?, number(20)?);
    Some(i64::from(length) * 1000 / i64::from(scale.max(1)))
}

/// Builds a box: its length, its name, its content.
fn atom(name: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let length = 8 + parts.iter().map(|part| part.len()).sum::<usize>();
    let mut atom = u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes().to_vec();
    atom.extend(name);
    parts.iter().for_each(|part| atom.extend(*part));
    atom
}

/// Encodes numbers for a box.
fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// Builds an MPEG-4 Systems descriptor: its tag, its length, its content.
fn descriptor(tag: u8, body: &[u8]) -> Vec<u8> {
    let mut descriptor = vec![tag, u8::try_from(body.len()).unwrap_or(u8::MAX)];
    descriptor.extend(body);
    descriptor
}

fn movie(frames: u32, offset: u32) -> Vec<u8> {
    const UNITY: [u32; 9] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];
    let length = frames.saturating_mul(FRAME);
    let mvhd =
        [words(&[0, 0, 0, RATE, length, 0x1_0000, 0x0100_0000, 0, 0]), words(&UNITY), words(&[0, 0, 0, 0, 0, 0, 2])]
            .concat();
    let tkhd = [words(&[7, 0, 0, 1, 0, length, 0, 0, 0, 0x0100_0000]), words(&UNITY), words(&[0, 0])].concat();
    // `und`: the language is undetermined.
    let mdhd = words(&[0, 0, 0, RATE, length, 0x55c4_0000]);
    let hdlr = [words(&[0, 0]), b"soun".to_vec(), words(&[0, 0, 0]), b"SoundHandler\0".to_vec()].concat();
    let dref = [words(&[0, 1]), atom(b"url ", &[&words(&[1])])].concat();
    let minf = [
        atom(b"smhd", &[&words(&[0, 0])]),
        atom(b"dinf", &[&atom(b"dref", &[&dref])]),
        atom(b"stbl", &[&samples(frames, offset)]),
    ]
    .concat();
    let mdia = [atom(b"mdhd", &[&mdhd]), atom(b"hdlr", &[&hdlr]), atom(b"minf", &[&minf])].concat();
    let trak = [atom(b"tkhd", &[&tkhd]), atom(b"mdia", &[&mdia])].concat();
    atom(b"moov", &[&atom(b"mvhd", &[&mvhd]), &atom(b"trak", &[&trak])])
}

/// Builds the tables with the position and the decoding of each frame.
fn samples(frames: u32, offset: u32) -> Vec<u8> {
    let bits = u32::try_from(SILENCE.len()).unwrap_or(4) * 8 * RATE / FRAME;
    let decoder = [&[0x40, 0x15, 0, 0, 0][..], &words(&[bits, bits]), &descriptor(5, &CONFIG)].concat();
    let stream = [&[0, 1, 0][..], &descriptor(4, &decoder), &descriptor(6, &[2])].concat();
    let esds = atom(b"esds", &[&words(&[0]), &descriptor(3, &stream)]);
    // One channel of 16 bits; the rate is a fixed-point number.
    let entry = [words(&[0, 1, 0, 0, 0x0001_0010, 0]), words(&[RATE << 16])].concat();
    let stsd = [words(&[0, 1]), atom(b"mp4a", &[&entry, &esds])].concat();
    [
        atom(b"stsd", &[&stsd]),
        atom(b"stts", &[&words(&[0, 1, frames, FRAME])]),
        atom(b"stsc", &[&words(&[0, 1, 1, frames, 1])]),
        atom(b"stsz", &[&words(&[0, u32::try_from(SILENCE.len()).unwrap_or(4), frames])]),
        atom(b"stco", &[&words(&[0, 1, offset])]),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the boxes in some bytes, with their names.
    fn boxes(mut bytes: &[u8]) -> Vec<(String, &[u8])> {
        let mut found = Vec::new();
        while bytes.len() >= 8 {
            let length = u32::from_be_bytes(bytes[..4].try_into().unwrap()) as usize;
            found.push((String::from_utf8_lossy(&bytes[4..8]).into_owned(), &bytes[8..length]));
            bytes = &bytes[length..];
        }
        assert!(bytes.is_empty(), "bytes beyond the last box");
        found
    }

    #[test]
    fn a_recording_is_a_file_that_players_can_read() {
        let file = silence(2_500);
        let top = boxes(&file);
        assert_eq!(top.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["ftyp", "mdat", "moov"]);
        let frames = 2_500 * 44_100 / 1000 / 1024 + 1;
        assert_eq!(top[1].1.len(), frames * 4);
        // The chunk table points at the first frame.
        let at = file.windows(4).position(|name| name == b"stco").unwrap();
        let offset = u32::from_be_bytes(file[at + 12..at + 16].try_into().unwrap()) as usize;
        assert_eq!(file[offset..offset + 4], SILENCE);
        let trak = boxes(boxes(top[2].1)[1].1);
        assert_eq!(trak[0].1.len(), 84, "tkhd");
        assert_eq!(boxes(top[2].1)[0].1.len(), 100, "mvhd");
        assert_eq!(boxes(trak[1].1).len(), 3);
        assert!((2_500..2_530).contains(&length_ms(&file).unwrap()));
        assert!(!silence(-5).is_empty() && length_ms(b"nothing").is_none());
    }
}
