//! A cursor over the fields of one outside object. Every value from outside passes through it.
//!
//! A reader requests each field by name, type and default, and always gets a value; problems are recorded as a
//! [`Finding`](crate::Finding). The lenient caller uses the value and reports the findings as repairs; the strict
//! caller refuses if there are any. So lenient accepts unchanged whatever strict accepts, by construction.

use serde::de::DeserializeOwned;
use serde::de::value::{Error as NameError, StrDeserializer};

use crate::finding::{Code, Findings, Path, did_you_mean, quoted};
use crate::json::{Json, Object};
use crate::number::Finite;

/// How findings are treated, which decides their wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The reader uses a default; the message says which.
    Lenient,
    /// The reader refuses the value; the message says what was expected.
    Strict,
}

/// Whether a field may be absent without a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Its absence is a finding.
    Required,
    /// Its absence means the default.
    Optional,
}

/// The fields of one object, with its path.
pub struct Fields<'r, 'j> {
    object: &'r Object<'j>,
    path: Path<'r>,
    manner: Manner,
    asked: Vec<&'static str>,
    findings: &'r mut Findings,
}

impl<'r, 'j> Fields<'r, 'j> {
    /// Creates a cursor over `object`, which is at `path`.
    pub fn new(object: &'r Object<'j>, path: Path<'r>, manner: Manner, findings: &'r mut Findings) -> Self {
        Self { object, path, manner, asked: Vec::with_capacity(8), findings }
    }

    /// Returns the raw field and marks it as known.
    pub fn raw(&mut self, name: &'static str) -> Option<&'r Json<'j>> {
        self.asked.push(name);
        self.object.get(name)
    }

    /// Whether the object has the field.
    pub fn has(&self, name: &str) -> bool {
        self.object.has(name)
    }

    /// Records `problem` with the field `name`; a lenient reader takes `took` instead.
    pub fn note(&mut self, code: Code, name: &str, problem: &str, took: &dyn std::fmt::Display) {
        let (path, manner) = (&self.path, self.manner);
        self.findings.add(
            code,
            || path.field(name).to_string(),
            || match manner {
                Manner::Lenient => format!("{problem}; took {took}"),
                Manner::Strict => problem.to_owned(),
            },
        );
    }

    fn absent(&mut self, name: &'static str, need: Need, what: &str, took: &dyn std::fmt::Display) {
        if need == Need::Required {
            self.note(Code::Missing, name, &format!("`{name}` is missing; expected {what}"), took);
        }
    }

    fn mistyped(&mut self, name: &'static str, found: &Json<'_>, what: &str, took: &dyn std::fmt::Display) {
        self.note(Code::WrongType, name, &format!("`{name}` must be {what}, not {}", found.kind()), took);
    }

    /// Reads a finite number. A numeric text counts as a number, with a finding.
    pub fn number(&mut self, name: &'static str, need: Need, default: Finite) -> Finite {
        let Some(found) = self.raw(name) else {
            self.absent(name, need, "a number", &default);
            return default;
        };
        match number_of(found) {
            Some((value, true)) => value,
            Some((value, false)) => {
                self.mistyped(name, found, "a number", &value);
                value
            }
            None => {
                let problem = match found {
                    Json::Number(number) => format!("`{name}` is too large: {}", quoted(number.text)),
                    Json::Text(text) => format!("`{name}` must be a number, not the text {}", quoted(text)),
                    other => format!("`{name}` must be a number, not {}", other.kind()),
                };
                let code = if matches!(found, Json::Number(_)) { Code::OutOfRange } else { Code::WrongType };
                self.note(code, name, &problem, &default);
                default
            }
        }
    }

    /// Reads an optional number that must not be negative: a duration, a timeout.
    pub fn span(&mut self, name: &'static str, default: Finite) -> Finite {
        let value = self.number(name, Need::Optional, default);
        if value.get() < 0.0 {
            self.note(Code::OutOfRange, name, &format!("`{name}` must not be negative, got {value}"), &default);
            return default;
        }
        value
    }

    /// Reads a text. Numbers and booleans are taken as text, with a finding.
    pub fn text(&mut self, name: &'static str, need: Need, default: &str) -> String {
        let Some(found) = self.raw(name) else {
            self.absent(name, need, "text", &quoted(default));
            return default.to_owned();
        };
        match found {
            Json::Text(text) => text.clone().into_owned(),
            Json::Number(number) => {
                self.mistyped(name, found, "text", &quoted(number.text));
                number.text.to_owned()
            }
            Json::Bool(value) => {
                self.mistyped(name, found, "text", &quoted(&value.to_string()));
                value.to_string()
            }
            Json::Null | Json::List(_) | Json::Object(_) => {
                self.mistyped(name, found, "text", &quoted(default));
                default.to_owned()
            }
        }
    }

    /// Reads an optional text; an unusable one is dropped with a finding.
    pub fn optional_text(&mut self, name: &'static str) -> Option<String> {
        let found = self.raw(name)?;
        match found {
            Json::Text(text) => Some(text.clone().into_owned()),
            Json::Number(number) => {
                self.mistyped(name, found, "text", &quoted(number.text));
                Some(number.text.to_owned())
            }
            Json::Bool(value) => {
                self.mistyped(name, found, "text", &quoted(&value.to_string()));
                Some(value.to_string())
            }
            Json::Null | Json::List(_) | Json::Object(_) => {
                self.mistyped(name, found, "text", &"nothing");
                None
            }
        }
    }

    /// Reads an optional number; an unusable one is dropped with a finding.
    pub fn optional_number(&mut self, name: &'static str) -> Option<Finite> {
        self.object.get(name)?;
        Some(self.number(name, Need::Optional, Finite::ZERO))
    }

    /// Reads an optional boolean.
    pub fn optional_bool(&mut self, name: &'static str) -> Option<bool> {
        let found = self.raw(name)?;
        if let Json::Bool(value) = found {
            return Some(*value);
        }
        self.mistyped(name, found, "true or false", &"nothing");
        None
    }

    /// Reads a word of the unit enum `T`; a variant spelling is accepted with a finding.
    pub fn optional_word<T: DeserializeOwned>(&mut self, name: &'static str, known: &[&'static str]) -> Option<T> {
        let found = self.raw(name)?;
        let Some(text) = found.as_text() else {
            self.mistyped(name, found, &one_of(known), &"nothing");
            return None;
        };
        if let Some(value) = word(text) {
            return Some(value);
        }
        let folded = text.trim().to_lowercase();
        if let Some(value) = word(&folded) {
            self.note(
                Code::Respelled,
                name,
                &format!("`{name}` is spelt {}, expected `{folded}`", quoted(text)),
                &folded,
            );
            return Some(value);
        }
        let problem = format!(
            "`{name}` cannot be {}; expected {}{}",
            quoted(text),
            one_of(known),
            did_you_mean(text, known.iter().copied())
        );
        self.note(Code::UnknownValue, name, &problem, &"nothing");
        None
    }

    /// Like [`Self::optional_word`], with a default.
    pub fn word<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        known: &[&'static str],
        need: Need,
        default: T,
    ) -> T {
        if !self.has(name) {
            self.asked.push(name);
            self.absent(name, need, &one_of(known), &"the default");
            return default;
        }
        self.optional_word(name, known).unwrap_or(default)
    }

    /// Reads the object under `name` with `read`.
    pub fn object<T>(
        &mut self,
        name: &'static str,
        need: Need,
        read: impl FnOnce(&mut Fields<'_, 'j>) -> T,
    ) -> Option<T> {
        let Some(found) = self.raw(name) else {
            self.absent(name, need, "an object", &"nothing");
            return None;
        };
        let Some(object) = found.as_object() else {
            self.mistyped(name, found, "an object", &"nothing");
            return None;
        };
        let mut inner = Fields::new(object, self.path.field(name), self.manner, self.findings);
        let value = read(&mut inner);
        inner.close();
        Some(value)
    }

    /// Reads the list under `name`, each item with `read`, which gets the item's own path.
    pub fn list<T>(
        &mut self,
        name: &'static str,
        need: Need,
        mut read: impl FnMut(&Json<'j>, Item<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Some(found) = self.raw(name) else {
            self.absent(name, need, "a list", &"nothing");
            return None;
        };
        let Some(items) = found.as_list() else {
            self.mistyped(name, found, "a list", &"nothing");
            return None;
        };
        let place = self.path.field(name);
        let mut values = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            values.extend(read(item, Item { path: place.item(index), manner: self.manner, findings: self.findings }));
        }
        Some(values)
    }

    /// Returns the place of this object, for a reader that continues by itself.
    pub fn place(&mut self) -> Item<'_> {
        Item { path: self.path, manner: self.manner, findings: self.findings }
    }

    /// Records every field that was not requested. Call it last.
    pub fn close(self) {
        for (name, _) in self.object.iter().filter(|(name, _)| !self.asked.contains(name)) {
            let path = &self.path;
            let asked = &self.asked;
            self.findings.add(
                Code::UnknownField,
                || path.field(name).to_string(),
                || {
                    let hint = did_you_mean(name, asked.iter().copied().filter(|known| !self.object.has(known)));
                    format!("{} is not a field here{hint}", quoted(name))
                },
            );
        }
    }
}

/// One item of a list, or a whole value: its path, and the findings to add to.
pub struct Item<'i> {
    /// The place.
    pub path: Path<'i>,
    /// How to word a problem.
    pub manner: Manner,
    /// Collects the findings.
    pub findings: &'i mut Findings,
}

impl Item<'_> {
    /// Records a problem with the item itself.
    pub fn note(&mut self, code: Code, problem: impl Into<String>) {
        let path = &self.path;
        self.findings.add(code, || path.to_string(), || problem.into());
    }

    /// Reads the item as an object.
    pub fn object<'j, T>(&mut self, value: &Json<'j>, read: impl FnOnce(&mut Fields<'_, 'j>) -> T) -> Option<T> {
        let Some(object) = value.as_object() else {
            self.note(Code::WrongType, format!("expected an object, not {}", value.kind()));
            return None;
        };
        let mut fields = Fields::new(object, self.path, self.manner, self.findings);
        let read = read(&mut fields);
        fields.close();
        Some(read)
    }

    /// Reads the item as text.
    pub fn text(&mut self, value: &Json<'_>) -> Option<String> {
        if let Json::Text(text) = value {
            return Some(text.clone().into_owned());
        }
        self.note(Code::WrongType, format!("expected text, not {}", value.kind()));
        None
    }
}

/// Returns the number in a value, and whether it was written as a number.
pub(crate) fn number_of(value: &Json<'_>) -> Option<(Finite, bool)> {
    match value {
        Json::Number(number) => Finite::new(number.value).map(|value| (value, true)),
        Json::Text(text) => number_in(text).map(|value| (value, false)),
        _ => None,
    }
}

/// Parses a number in a text: `" 12 "`, `"3.7"`, `"1e3"`; words such as `inf` are not numbers.
pub(crate) fn number_in(text: &str) -> Option<Finite> {
    let text = text.trim();
    let numeric = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    numeric.then(|| text.parse().ok()).flatten().and_then(Finite::new)
}

/// Returns the variant of a unit enum that `text` names.
pub(crate) fn word<T: DeserializeOwned>(text: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<NameError>::new(text)).ok()
}

/// `one of `a`, `b``.
pub(crate) fn one_of(known: &[&str]) -> String {
    let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [only] => only.clone(),
        _ => format!("one of {}", names.join(", ")),
    }
}
