//! The boxes of an MP4 file (ISO/IEC 14496-12 and -15) around the frames of one video.

/// One frame of the video.
pub struct Sample {
    /// Its NAL unit.
    pub nal: Vec<u8>,
    /// The duration in milliseconds.
    pub ms: u32,
    /// Whether it is a keyframe.
    pub key: bool,
}

/// Builds a box: its length, its name, its content.
fn boxed(name: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let length: usize = 8 + parts.iter().map(|part| part.len()).sum::<usize>();
    let mut bytes = number(length).to_vec();
    bytes.extend_from_slice(name);
    parts.iter().for_each(|part| bytes.extend_from_slice(part));
    bytes
}

fn number(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap_or(u32::MAX).to_be_bytes()
}

fn numbers(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_be_bytes()).collect()
}

/// Builds a whole file; its unit of time is the millisecond.
pub fn file(size: (u32, u32), sps: &[u8], pps: &[u8], samples: &[Sample]) -> Vec<u8> {
    let ftyp = boxed(b"ftyp", &[b"isom", &numbers(&[512]), b"isomiso2avc1mp41"]);
    let data: Vec<u8> =
        samples.iter().flat_map(|sample| [&number(sample.nal.len())[..], &sample.nal].concat()).collect();
    let offset = ftyp.len() + 8;
    let mdat = boxed(b"mdat", &[&data]);
    let moov = movie(size, sps, pps, samples, offset);
    [ftyp, mdat, moov].concat()
}

fn movie((width, height): (u32, u32), sps: &[u8], pps: &[u8], samples: &[Sample], offset: usize) -> Vec<u8> {
    let duration = samples.iter().fold(0_u32, |sum, sample| sum.saturating_add(sample.ms));
    // The unit matrix: no rotation.
    let matrix = numbers(&[0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]);
    let mvhd = boxed(
        b"mvhd",
        &[&numbers(&[0, 0, 0, 1000, duration, 0x1_0000, 0x0100_0000, 0, 0]), &matrix, &numbers(&[0, 0, 0, 0, 0, 0, 2])],
    );
    let tkhd = boxed(
        b"tkhd",
        &[&numbers(&[3, 0, 0, 1, 0, duration, 0, 0, 0, 0]), &matrix, &numbers(&[width << 16, height << 16])],
    );
    // The language is undetermined: `und`.
    let mdhd = boxed(b"mdhd", &[&numbers(&[0, 0, 0, 1000, duration, 0x55c4_0000])]);
    let hdlr = boxed(b"hdlr", &[&numbers(&[0, 0]), b"vide", &numbers(&[0, 0, 0]), b"VideoHandle\0"]);
    let vmhd = boxed(b"vmhd", &[&numbers(&[1, 0, 0])]);
    let dinf = boxed(b"dinf", &[&boxed(b"dref", &[&numbers(&[0, 1]), &boxed(b"url ", &[&numbers(&[1])])])]);
    let minf = boxed(b"minf", &[&vmhd, &dinf, &table((width, height), sps, pps, samples, offset)]);
    let mdia = boxed(b"mdia", &[&mdhd, &hdlr, &minf]);
    boxed(b"moov", &[&mvhd, &boxed(b"trak", &[&tkhd, &mdia])])
}

fn table((width, height): (u32, u32), sps: &[u8], pps: &[u8], samples: &[Sample], offset: usize) -> Vec<u8> {
    let set = |nal: &[u8]| {
        let length = u16::try_from(nal.len()).unwrap_or(u16::MAX).to_be_bytes();
        [&length[..], nal].concat()
    };
    // Version, profile, constraints and level as in the parameter set; four-byte lengths; one set of each kind.
    let head = [&[1][..], sps.get(1..4).unwrap_or(&[66, 0xc0, 51]), &[0xff, 0xe1]].concat();
    let avcc = boxed(b"avcC", &[&head, &set(sps), &[1], &set(pps)]);
    let size = [(width as u16).to_be_bytes(), (height as u16).to_be_bytes()].concat();
    let avc1 = boxed(
        b"avc1",
        &[
            &[0, 0, 0, 0, 0, 0, 0, 1],
            &[0; 16],
            &size,
            // 72 dpi, one frame per sample, no name, 24 bits.
            &numbers(&[0x48_0000, 0x48_0000, 0]),
            &[0, 1],
            &[0; 32],
            &[0, 24, 0xff, 0xff],
            &avcc,
        ],
    );
    let stsd = boxed(b"stsd", &[&numbers(&[0, 1]), &avc1]);
    let count = u32::try_from(samples.len()).unwrap_or(u32::MAX);
    let times: Vec<u32> = samples.iter().flat_map(|sample| [1, sample.ms]).collect();
    let stts = boxed(b"stts", &[&numbers(&[0, count]), &numbers(&times)]);
    let keys: Vec<u32> = (1..).zip(samples).filter(|(_, sample)| sample.key).map(|(at, _)| at).collect();
    let stss = boxed(b"stss", &[&numbers(&[0, keys.len() as u32]), &numbers(&keys)]);
    let stsc = boxed(b"stsc", &[&numbers(&[0, 1, 1, count, 1])]);
    let sizes: Vec<u32> = samples.iter().map(|sample| sample.nal.len() as u32 + 4).collect();
    let stsz = boxed(b"stsz", &[&numbers(&[0, 0, count]), &numbers(&sizes)]);
    let stco = boxed(b"stco", &[&numbers(&[0, 1]), &number(offset)]);
    boxed(b"stbl", &[&stsd, &stts, &stss, &stsc, &stsz, &stco])
}
