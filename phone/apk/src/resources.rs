//! `resources.arsc`: resolves references, as far as labels and icons need it. Only values for one configuration, the
//! phone's language and density, are considered.

use crate::strings::{POOL, Strings};
use crate::xml::Value;
use crate::zip::{u16_at, u32_at};

const TABLE: u16 = 0x0002;
const PACKAGE: u16 = 0x0200;
const TYPE: u16 = 0x0201;
/// `ResTable_type::FLAG_SPARSE` and `FLAG_OFFSET16`.
const SPARSE: u8 = 1;
const SHORT: u8 = 2;
/// `ResTable_entry::FLAG_COMPLEX` and `FLAG_COMPACT`.
const COMPLEX: u16 = 1;
const COMPACT: u16 = 8;
/// The most references followed before they count as a cycle.
const MOST_HOPS: usize = 20;
/// The most chunks of values in a package, and the most configurations examined per resource. Real tables have some
/// hundreds of chunks.
const MOST_CHUNKS: usize = 50_000;
const MOST_CANDIDATES: usize = 64;
/// The most text that is compared to find a name.
const MOST_COMPARED: usize = 16 << 20;
/// `ResTable_config::DENSITY_ANY`: scalable drawables.
const ANY_DENSITY: u16 = 0xfffe;

/// A table of resources.
pub(crate) struct Resources<'a> {
    strings: Strings<'a>,
    packages: Vec<Package<'a>>,
    /// The language, such as `en`.
    language: [u8; 2],
    density: u16,
    sdk: u16,
}

struct Package<'a> {
    id: u32,
    types: Strings<'a>,
    keys: Strings<'a>,
    /// The chunks with values, each with its type.
    chunks: Vec<(u8, &'a [u8])>,
}

/// A value for one configuration, and how well the configuration matches.
struct Candidate {
    /// Language, then the distance of the density: the greatest is the best.
    fit: (bool, u16, i32),
    value: Value,
}

impl<'a> Resources<'a> {
    /// Opens a table for a phone; `None` if it is damaged.
    pub(crate) fn open(bytes: &'a [u8], locale: &str, density: u32, sdk: u32) -> Option<Self> {
        if u16_at(bytes, 0)? != TABLE {
            return None;
        }
        let (mut strings, mut packages) = (None, Vec::new());
        for chunk in chunks(bytes, usize::from(u16_at(bytes, 2)?)) {
            match u16_at(chunk, 0)? {
                POOL if strings.is_none() => strings = Some(Strings::open(chunk)?),
                PACKAGE => packages.push(Package::open(chunk)?),
                _ => {}
            }
        }
        let mut language = [0; 2];
        for (to, from) in language.iter_mut().zip(locale.bytes()) {
            *to = from;
        }
        let number = |value: u32| u16::try_from(value).unwrap_or(u16::MAX);
        Some(Self { strings: strings?, packages, language, density: number(density), sdk: number(sdk) })
    }

    /// Returns the value of a resource on this phone, following all references.
    pub(crate) fn value(&self, id: u32) -> Option<Value> {
        self.values(id).into_iter().next()
    }

    /// Returns a text, given directly or as a reference.
    pub(crate) fn text(&self, value: &Value) -> Option<String> {
        match value {
            Value::Text(text) => Some(text.clone()),
            Value::Reference(id) => match self.value(*id)? {
                Value::Text(text) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns all values of a resource on this phone, the best first: an icon may be a drawable that is not supported,
    /// with a picture as the next best.
    pub(crate) fn values(&self, id: u32) -> Vec<Value> {
        let mut found = Vec::new();
        let mut waiting = vec![id];
        for _ in 0..MOST_HOPS {
            let Some(id) = waiting.pop() else { break };
            let mut candidates = self.candidates(id);
            candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.fit));
            for candidate in candidates {
                match candidate.value {
                    Value::Reference(0) => {}
                    Value::Reference(next) => waiting.push(next),
                    value => found.push(value),
                }
            }
        }
        found
    }

    /// Returns the id of a resource by type and name, such as `string/app_name`.
    pub(crate) fn find(&self, kind: &str, name: &str) -> Option<u32> {
        self.packages.iter().find_map(|package| {
            let key = number_of(&package.keys, name)?;
            let kind = number_of(&package.types, kind)? + 1;
            let of_kind = package.chunks.iter().filter(|(number, _)| u32::from(*number) == kind);
            let mut indices = of_kind.flat_map(|(_, chunk)| {
                let count = u32_at(chunk, 12).unwrap_or(0).min(u32::from(u16::MAX));
                (0..count).filter(move |index| entry(chunk, *index).is_some_and(|entry| entry.key == key))
            });
            Some(package.id << 24 | kind << 16 | indices.next()?)
        })
    }

    fn candidates(&self, id: u32) -> Vec<Candidate> {
        let [package, kind, ..] = id.to_be_bytes();
        let index = id & 0xffff;
        let packages = self.packages.iter().filter(|found| found.id == u32::from(package));
        let chunks = packages.flat_map(|found| &found.chunks).filter(|(number, _)| *number == kind);
        chunks
            .filter_map(|(_, chunk)| {
                let fit = self.fit(chunk.get(20..)?)?;
                let entry = entry(chunk, index)?;
                let (kind, data) = entry.value?;
                Some(Candidate { fit, value: Value::of(kind, data, |number| self.strings.get(number))? })
            })
            .take(MOST_CANDIDATES)
            .collect()
    }

    /// Returns how well a configuration (`ResTable_config`) matches the phone; `None` if it does not.
    fn fit(&self, config: &[u8]) -> Option<(bool, u16, i32)> {
        let size = usize::try_from(u32_at(config, 0)?).ok()?;
        let byte = |at: usize| if at < size { config.get(at).copied().unwrap_or(0) } else { 0 };
        let short = |at: usize| u16::from_le_bytes([byte(at), byte(at + 1)]);
        let language = [byte(8), byte(9)];
        let (orientation, density, sdk, ui_mode) = (byte(12), short(14), short(24), byte(29));
        const LANDSCAPE: u8 = 2;
        // Another device type (a car, a watch), or the dark theme.
        let other_mode = !matches!(ui_mode & 0x0f, 0 | 1) || ui_mode & 0x30 == 0x20;
        let other_language = language != [0, 0] && language != self.language;
        if other_language || sdk > self.sdk || orientation == LANDSCAPE || other_mode {
            return None;
        }
        let density = match density {
            ANY_DENSITY => 1,
            // A value without a density is made for 160 dpi.
            0 => -(i32::from(self.density) - 160).abs() * 2,
            // A denser picture is scaled down and stays sharp, so it counts as nearer.
            dense if dense >= self.density => -i32::from(dense - self.density),
            sparse => -i32::from(self.density - sparse) * 2,
        };
        Some((language != [0, 0], if density == 1 { sdk } else { 0 }, density))
    }
}

impl<'a> Package<'a> {
    fn open(bytes: &'a [u8]) -> Option<Self> {
        let id = u32_at(bytes, 8)?;
        let at = |field: usize| -> Option<&'a [u8]> {
            let place = usize::try_from(u32_at(bytes, field)?).ok()?;
            bytes.get(place..)
        };
        // These follow the id and a name of 128 UTF-16 units.
        let (types, keys) = (Strings::open(at(268)?)?, Strings::open(at(276)?)?);
        let mut values = Vec::new();
        for chunk in chunks(bytes, usize::from(u16_at(bytes, 2)?)) {
            if u16_at(chunk, 0)? == TYPE {
                values.push((*chunk.get(8)?, chunk));
                if values.len() > MOST_CHUNKS {
                    return None;
                }
            }
        }
        Some(Self { id, types, keys, chunks: values })
    }
}

/// Returns the index of a text in a pool.
fn number_of(strings: &Strings<'_>, wanted: &str) -> Option<u32> {
    let mut compared = 0;
    for number in 0..u32::try_from(strings.count()).ok()? {
        let text = strings.get(number).unwrap_or_default();
        if text == wanted {
            return Some(number);
        }
        compared += text.len() + 1;
        if compared > MOST_COMPARED {
            return None;
        }
    }
    None
}

/// Iterates over consecutive chunks from an offset; ends at the first damaged one.
fn chunks(bytes: &[u8], mut at: usize) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let length = usize::try_from(u32_at(bytes, at.checked_add(4)?)?).ok()?.max(8);
        let chunk = bytes.get(at..at.checked_add(length)?)?;
        at += length;
        Some(chunk)
    })
}

struct Entry {
    key: u32,
    /// Type and data; `None` for a bag of values.
    value: Option<(u8, u32)>,
}

fn entry(chunk: &[u8], index: u32) -> Option<Entry> {
    let flags = *chunk.get(9)?;
    let count = u32_at(chunk, 12)?;
    let start = usize::try_from(u32_at(chunk, 16)?).ok()?;
    let table = usize::from(u16_at(chunk, 2)?);
    let place = if flags & SPARSE != 0 {
        let pairs = chunk.get(table..)?.as_chunks::<4>().0.iter().take(usize::try_from(count).ok()?);
        let mut pairs = pairs.map(|[a, b, c, d]| (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d])));
        usize::from(pairs.find(|(found, _)| u32::from(*found) == index)?.1) * 4
    } else if index >= count {
        return None;
    } else if flags & SHORT != 0 {
        match u16_at(chunk, table + usize::try_from(index).ok()? * 2)? {
            u16::MAX => return None,
            place => usize::from(place) * 4,
        }
    } else {
        match u32_at(chunk, table + usize::try_from(index).ok()? * 4)? {
            u32::MAX => return None,
            place => usize::try_from(place).ok()?,
        }
    };
    let at = start.checked_add(place)?;
    let flags = u16_at(chunk, at.checked_add(2)?)?;
    if flags & COMPACT != 0 {
        let [kind, _] = flags.to_be_bytes();
        return Some(Entry { key: u32::from(u16_at(chunk, at)?), value: Some((kind, u32_at(chunk, at + 4)?)) });
    }
    let key = u32_at(chunk, at + 4)?;
    if flags & COMPLEX != 0 {
        return Some(Entry { key, value: None });
    }
    let value = at + usize::from(u16_at(chunk, at)?);
    Some(Entry { key, value: Some((*chunk.get(value + 3)?, u32_at(chunk, value + 4)?)) })
}
