//! The string pool of Android's binary files (`ResStringPool` of AOSP's `ResourceTypes.h`): texts by index, in UTF-8 or
//! UTF-16.

use crate::zip::{u16_at, u32_at};

pub(crate) const POOL: u16 = 0x0001;
const UTF8: u32 = 1 << 8;
/// The longest text, in bytes or units: the largest two-byte length.
const MOST_LONG: usize = 0xffff;

/// A string pool. Several indices may share a text, so callers must bound the total they read.
#[derive(Clone, Copy)]
pub(crate) struct Strings<'a> {
    /// The chunk, including its header.
    chunk: &'a [u8],
    count: usize,
    utf8: bool,
    /// The start of the texts.
    texts: usize,
    /// The start of the text offsets.
    places: usize,
}

impl<'a> Strings<'a> {
    /// Parses a pool's header.
    pub(crate) fn open(chunk: &'a [u8]) -> Option<Self> {
        if u16_at(chunk, 0)? != POOL {
            return None;
        }
        let places = usize::from(u16_at(chunk, 2)?);
        let count = usize::try_from(u32_at(chunk, 8)?).ok()?;
        let utf8 = u32_at(chunk, 16)? & UTF8 != 0;
        let texts = usize::try_from(u32_at(chunk, 20)?).ok()?;
        if count > chunk.len() / 4 {
            return None;
        }
        Some(Self { chunk, count, utf8, texts, places })
    }

    /// Returns the number of texts.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns a text by its index.
    pub(crate) fn get(&self, number: u32) -> Option<String> {
        let number = usize::try_from(number).ok().filter(|number| *number < self.count)?;
        let place = usize::try_from(u32_at(self.chunk, self.places.checked_add(number * 4)?)?).ok()?;
        let at = self.texts.checked_add(place)?;
        if self.utf8 { self.utf8_at(at) } else { self.utf16_at(at) }
    }

    /// Reads a UTF-8 text: its length in characters and in bytes, each in one byte or two, then the bytes.
    fn utf8_at(&self, at: usize) -> Option<String> {
        let (_, at) = self.short_length(at)?;
        let (length, at) = self.short_length(at)?;
        let bytes = self.chunk.get(at..at.checked_add(length)?)?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    fn short_length(&self, at: usize) -> Option<(usize, usize)> {
        let first = usize::from(*self.chunk.get(at)?);
        if first & 0x80 == 0 {
            return Some((first, at + 1));
        }
        let second = usize::from(*self.chunk.get(at + 1)?);
        Some(((first & 0x7f) << 8 | second, at + 2))
    }

    fn utf16_at(&self, at: usize) -> Option<String> {
        let first = usize::from(u16_at(self.chunk, at)?);
        let (length, at) = if first & 0x8000 == 0 {
            (first, at + 2)
        } else {
            let second = usize::from(u16_at(self.chunk, at + 2)?);
            ((first & 0x7fff) << 16 | second, at + 4)
        };
        if length > MOST_LONG {
            return None;
        }
        let bytes = self.chunk.get(at..at.checked_add(length * 2)?)?;
        let units: Vec<u16> = bytes.as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
        Some(String::from_utf16_lossy(&units))
    }
}
