//! Android's binary XML (`ResXMLTree` of AOSP's `ResourceTypes.h`): manifests and drawables inside an APK.

use crate::strings::{POOL, Strings};
use crate::zip::{u16_at, u32_at};

const FILE: u16 = 0x0003;
const RESOURCE_MAP: u16 = 0x0180;
const START: u16 = 0x0102;
const FINISH: u16 = 0x0103;

/// The deepest nesting of elements; a real manifest has six levels.
const MOST_DEEP: usize = 64;
/// The most elements and attributes that are read, and the most text in total. The largest manifests of the store have
/// some thousands of elements and less than a megabyte.
const MOST_ELEMENTS: usize = 50_000;
const MOST_ATTRIBUTES: usize = 500_000;
const MOST_TEXT: usize = 8 << 20;

/// An element with its attributes and children.
#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    /// Its line in the source text.
    pub(crate) line: u32,
    attributes: Vec<Attribute>,
    pub(crate) children: Vec<Element>,
}

#[derive(Debug)]
struct Attribute {
    /// Its id in `android.R.attr`; 0 for an attribute that is not Android's.
    id: u32,
    name: String,
    value: Value,
}

/// The value of an attribute or a resource.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(String),
    /// The id of a resource.
    Reference(u32),
    Number(u32),
    Boolean(bool),
    /// Alpha, red, green, blue.
    Color([u8; 4]),
    /// A float, a length or a fraction: not needed here.
    Other,
}

impl Value {
    /// Converts a `Res_value`: its type and data.
    pub(crate) fn of(kind: u8, data: u32, text: impl FnOnce(u32) -> Option<String>) -> Option<Self> {
        Some(match kind {
            0x01 | 0x07 => Self::Reference(data),
            0x03 => Self::Text(text(data)?),
            0x10 | 0x11 => Self::Number(data),
            0x12 => Self::Boolean(data != 0),
            0x1c | 0x1e => Self::Color(data.to_be_bytes()),
            0x1d | 0x1f => {
                let [_, red, green, blue] = data.to_be_bytes();
                Self::Color([255, red, green, blue])
            }
            _ => Self::Other,
        })
    }
}

impl Element {
    /// Returns an `android:` attribute by its id.
    pub(crate) fn android(&self, id: u32) -> Option<&Value> {
        self.attributes.iter().find(|attribute| attribute.id == id).map(|attribute| &attribute.value)
    }

    /// Returns an attribute without a namespace by its name.
    pub(crate) fn plain(&self, name: &str) -> Option<&Value> {
        let plain = |attribute: &&Attribute| attribute.id == 0 && attribute.name == name;
        self.attributes.iter().find(plain).map(|attribute| &attribute.value)
    }

    /// Returns the children with a name.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// Parses a file into a document element, whose only child is the root; `None` if the file is damaged (Android:
/// `Corrupt XML binary file`).
pub(crate) fn read(bytes: &[u8]) -> Option<Element> {
    if u16_at(bytes, 0)? != FILE {
        return None;
    }
    let size = usize::try_from(u32_at(bytes, 4)?).ok()?;
    let bytes = bytes.get(..size)?;
    let mut reader = Reader { strings: None, ids: Vec::new(), elements: 0, attributes: 0, text: 0 };
    // The document, then the open elements, the innermost last.
    let mut open = vec![Element::default()];
    let mut at = usize::from(u16_at(bytes, 2)?);
    while at + 8 <= bytes.len() {
        let length = usize::try_from(u32_at(bytes, at + 4)?).ok()?;
        let chunk = bytes.get(at..at.checked_add(length)?)?;
        if chunk.len() < 8 {
            return None;
        }
        match u16_at(chunk, 0)? {
            POOL if reader.strings.is_none() => reader.strings = Some(Strings::open(chunk)?),
            RESOURCE_MAP => {
                let start = usize::from(u16_at(chunk, 2)?);
                let numbers = chunk.get(start..)?.as_chunks::<4>().0;
                reader.ids = numbers.iter().map(|number| u32::from_le_bytes(*number)).collect();
            }
            START => {
                if open.len() > MOST_DEEP {
                    return None;
                }
                open.push(reader.element(chunk)?);
            }
            FINISH => {
                let done = open.pop()?;
                open.last_mut()?.children.push(done);
            }
            _ => {}
        }
        at += length;
    }
    if open.len() != 1 {
        return None;
    }
    open.pop()
}

struct Reader<'a> {
    strings: Option<Strings<'a>>,
    ids: Vec<u32>,
    elements: usize,
    attributes: usize,
    text: usize,
}

impl Reader<'_> {
    fn string(&mut self, number: u32) -> Option<String> {
        let text = self.strings?.get(number)?;
        self.text += text.len();
        (self.text <= MOST_TEXT).then_some(text)
    }

    fn element(&mut self, chunk: &[u8]) -> Option<Element> {
        self.elements += 1;
        if self.elements > MOST_ELEMENTS {
            return None;
        }
        let body = usize::from(u16_at(chunk, 2)?);
        let line = u32_at(chunk, 8)?;
        let name = self.string(u32_at(chunk, body + 4)?)?;
        let start = body + usize::from(u16_at(chunk, body + 8)?);
        let (size, count) = (usize::from(u16_at(chunk, body + 10)?), usize::from(u16_at(chunk, body + 12)?));
        self.attributes += count;
        if self.attributes > MOST_ATTRIBUTES || (count > 0 && size < 20) {
            return None;
        }
        let mut attributes = Vec::new();
        for number in 0..count {
            let place = start + number * size;
            let name = u32_at(chunk, place + 4)?;
            let id = usize::try_from(name).ok().and_then(|name| self.ids.get(name)).copied().unwrap_or(0);
            let name = self.string(name)?;
            let (kind, data) = (*chunk.get(place + 15)?, u32_at(chunk, place + 16)?);
            let mut failed = false;
            let value = Value::of(kind, data, |number| {
                let text = self.string(number);
                failed = text.is_none();
                text
            });
            let value = if failed { return None } else { value? };
            attributes.push(Attribute { id, name, value });
        }
        Some(Element { name, line, attributes, children: Vec::new() })
    }
}
