//! The string pool of Android's binary files (`ResStringPool` of AOSP's `ResourceTypes.h`): texts by number, in
//! UTF-8 or UTF-16.

use crate::zip::{u16_at, u32_at};

pub(crate) const POOL: u16 = 0x0001;
const UTF8: u32 = 1 << 8;
/// The longest text, in bytes or units: what a length of two bytes can say.
const MOST_LONG: usize = 0xffff;

/// A pool. Several numbers may share a text, so a caller bounds how much it takes in all.
#[derive(Clone, Copy)]
pub(crate) struct Strings<'a> {
    /// The chunk, header and all.
    chunk: &'a [u8],
    count: usize,
    utf8: bool,
    /// Where the texts begin.
    texts: usize,
    /// Where the places of the texts begin.
    places: usize,
}

impl<'a> Strings<'a> {
    /// Reads a pool's header.
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

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// A text by its number.
    pub(crate) fn get(&self, number: u32) -> Option<String> {
        let number = usize::try_from(number).ok().filter(|number| *number < self.count)?;
        let place = usize::try_from(u32_at(self.chunk, self.places.checked_add(number * 4)?)?).ok()?;
        let at = self.texts.checked_add(place)?;
        if self.utf8 { self.utf8_at(at) } else { self.utf16_at(at) }
    }

    /// Its length in characters, its length in bytes, each in one byte or two, then the bytes.
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
