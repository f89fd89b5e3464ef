//! Reads zip archives as Android does: by their central directory, without repairing anything.
//!
//! Sizes and offsets in an archive are not trusted. The caller's limits bound how much is unpacked, not the archive's
//! claims.

use std::collections::BTreeMap;
use std::io::Read;

const END: u32 = 0x0605_4b50;
const ENTRY: u32 = 0x0201_4b50;
const LOCAL: u32 = 0x0403_4b50;
const END_SIZE: usize = 22;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// An archive in memory.
pub(crate) struct Zip<'a> {
    bytes: &'a [u8],
    entries: BTreeMap<String, Entry>,
    /// The offset of the central directory.
    pub(crate) directory: usize,
    /// The offset of the end record.
    pub(crate) end: usize,
}

struct Entry {
    method: u16,
    packed: usize,
    size: usize,
    /// The offset of its local header.
    header: usize,
}

impl<'a> Zip<'a> {
    /// Reads the central directory; `None` if the bytes are not an archive.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        let end = find_end(bytes)?;
        let count = usize::from(u16_at(bytes, end + 10)?);
        let size = usize::try_from(u32_at(bytes, end + 12)?).ok()?;
        let directory = usize::try_from(u32_at(bytes, end + 16)?).ok()?;
        if directory.checked_add(size)? > end {
            return None;
        }
        let mut entries = BTreeMap::new();
        let mut at = directory;
        for _ in 0..count {
            if u32_at(bytes, at)? != ENTRY {
                return None;
            }
            let [name, extra, comment] =
                [28, 30, 32].map(|field| u16_at(bytes, at + field).map_or(usize::MAX, usize::from));
            let after = at.checked_add(46)?.checked_add(name)?;
            let text = std::str::from_utf8(bytes.get(at + 46..after)?).ok()?;
            let entry = Entry {
                method: u16_at(bytes, at + 10)?,
                packed: usize::try_from(u32_at(bytes, at + 20)?).ok()?,
                size: usize::try_from(u32_at(bytes, at + 24)?).ok()?,
                header: usize::try_from(u32_at(bytes, at + 42)?).ok()?,
            };
            // Android refuses an archive with duplicate file names.
            if entries.insert(text.to_owned(), entry).is_some() {
                return None;
            }
            at = after.checked_add(extra)?.checked_add(comment)?;
            if at > end {
                return None;
            }
        }
        Some(Self { bytes, entries, directory, end })
    }

    /// Returns the file names, sorted.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// Whether it contains a file.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// Returns the bytes of the whole archive.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the content of a file; `None` if it is missing, damaged or larger than `most`.
    pub(crate) fn read(&self, name: &str, most: usize) -> Option<Vec<u8>> {
        let entry = self.entries.get(name)?;
        if entry.size > most {
            return None;
        }
        let start = self.data_start(entry)?;
        let packed = self.bytes.get(start..start.checked_add(entry.packed)?)?;
        match entry.method {
            STORED => (entry.packed == entry.size).then(|| packed.to_vec()),
            DEFLATED => {
                let mut unpacked = Vec::new();
                let limit = u64::try_from(entry.size).ok()?.checked_add(1)?;
                flate2::read::DeflateDecoder::new(packed).take(limit).read_to_end(&mut unpacked).ok()?;
                (unpacked.len() == entry.size).then_some(unpacked)
            }
            _ => None,
        }
    }

    /// Passes a file's bytes to `take` in pieces, without holding all of it. Returns their number; `None` if the file
    /// is damaged or larger than `most`.
    pub(crate) fn pieces(&self, name: &str, most: usize, mut take: impl FnMut(&[u8])) -> Option<usize> {
        let entry = self.entries.get(name).filter(|entry| entry.size <= most)?;
        let start = self.data_start(entry)?;
        let packed = self.bytes.get(start..start.checked_add(entry.packed)?)?;
        if entry.method == STORED {
            take(packed);
            return (entry.packed == entry.size).then_some(entry.size);
        }
        let mut decoder = flate2::read::DeflateDecoder::new(packed);
        let (mut piece, mut size) = ([0; 16 << 10], 0);
        loop {
            let length = decoder.read(&mut piece).ok()?;
            size += length;
            if length == 0 || size > entry.size {
                return (entry.method == DEFLATED && size == entry.size).then_some(size);
            }
            take(&piece[..length]);
        }
    }

    /// Returns the offset of a file's bytes, if it is stored uncompressed.
    pub(crate) fn stored_at(&self, name: &str) -> Option<usize> {
        let entry = self.entries.get(name)?;
        if entry.method == STORED { self.data_start(entry) } else { None }
    }

    fn data_start(&self, entry: &Entry) -> Option<usize> {
        if u32_at(self.bytes, entry.header)? != LOCAL {
            return None;
        }
        let name = usize::from(u16_at(self.bytes, entry.header + 26)?);
        let extra = usize::from(u16_at(self.bytes, entry.header + 28)?);
        Some(entry.header + 30 + name + extra)
    }
}

/// Finds the end record: only a comment of the declared length may follow it.
fn find_end(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END_SIZE)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    (first..=last).rev().find(|&at| {
        u32_at(bytes, at) == Some(END)
            && u16_at(bytes, at + 20).is_some_and(|comment| at + END_SIZE + usize::from(comment) == bytes.len())
    })
}

/// Reads two bytes, little endian.
pub(crate) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at.checked_add(2)?)?.try_into().ok().map(u16::from_le_bytes)
}

/// Reads four bytes, little endian.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)
}

/// Reads eight bytes, little endian.
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..at.checked_add(8)?)?.try_into().ok().map(u64::from_le_bytes)
}
