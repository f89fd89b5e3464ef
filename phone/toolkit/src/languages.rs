//! The languages of the system: translations of its fixed texts keyed by the English text, names of days and months,
//! and the writing direction. Apps are written in English; `languages/texts.txt` holds the translations.
//!
//! User content is never translated: [`translate`] skips fields and the views that show it.

use std::collections::HashMap;
use std::sync::OnceLock;

use jiff::civil::DateTime;

use crate::{Kind, View};

/// The languages that can be chosen, each with its own name for itself.
pub const CHOICES: &[(&str, &str)] = &[
    ("en-US", "English (United States)"),
    ("en-GB", "English (United Kingdom)"),
    ("es-ES", "Español (España)"),
    ("es-US", "Español (Estados Unidos)"),
    ("ar-EG", "العربية (مصر)"),
];

const TEXTS: &str = include_str!("languages/texts.txt");

/// The ids of views that show user content, in any app.
const VERBATIM: &[&str] = &[
    "message_text",
    "conversation_name",
    "conversation_snippet",
    "conversation_title",
    "contact_name",
    "contact_number",
    "primary_text",
    "contactgrid_contact_name",
    "title_text",
    "large_title",
    "text",
    "conversation_contact_name",
    "contactpicker_row_name",
    "single_msg_tv",
    "header",
    "senders",
    "sender_name",
    "subject",
    "snippet",
    "message_body",
    "browse_note_interior_content",
    "edit_note_text",
    "editable_title",
    "checkbox",
    "cliv_name_textview",
    "channel_name",
    "album",
];

/// The id of the view that shows a web page, which has its own language.
const PAGE: &str = "webview";

/// A language besides English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Spanish.
    Spanish,
    /// Arabic.
    Arabic,
}

/// The texts of a language: fixed texts, and patterns with placeholders.
struct Texts {
    fixed: HashMap<&'static str, &'static str>,
    patterns: Vec<(Vec<&'static str>, Vec<&'static str>)>,
}

impl Language {
    /// Returns the language of a locale such as `es-ES`; `None` for English and unknown locales.
    pub fn of(locale: &str) -> Option<Self> {
        match locale.split(['-', '_']).next().unwrap_or_default() {
            "es" => Some(Self::Spanish),
            "ar" => Some(Self::Arabic),
            _ => None,
        }
    }

    fn texts(self) -> &'static Texts {
        static SPANISH: OnceLock<Texts> = OnceLock::new();
        static ARABIC: OnceLock<Texts> = OnceLock::new();
        let (table, column) = match self {
            Self::Spanish => (&SPANISH, 1),
            Self::Arabic => (&ARABIC, 2),
        };
        table.get_or_init(|| read(column))
    }

    /// Translates a text; `None` if there is no translation.
    pub(crate) fn text(self, english: &str) -> Option<String> {
        let texts = self.texts();
        if let Some(text) = texts.fixed.get(english) {
            return Some((*text).to_owned());
        }
        texts.patterns.iter().find_map(|(from, to)| {
            let parts = taken(english, from)?;
            let parts = parts.into_iter().map(|part| texts.fixed.get(part).copied().unwrap_or(part));
            let mut made = to.first().copied().unwrap_or_default().to_owned();
            for (part, after) in parts.zip(to.iter().skip(1)) {
                made.push_str(part);
                made.push_str(after);
            }
            Some(made)
        })
    }

    /// Returns the names of the weekday and the month of a date, long or short.
    fn names(self, at: DateTime, long: bool) -> (&'static str, &'static str) {
        type Names = (&'static [&'static str], &'static [&'static str]);
        let (days, months): Names = match (self, long) {
            (Self::Spanish, true) => (&SPANISH_DAYS, &SPANISH_MONTHS),
            (Self::Spanish, false) => (&SPANISH_SHORT_DAYS, &SPANISH_SHORT_MONTHS),
            (Self::Arabic, _) => (&ARABIC_DAYS, &ARABIC_MONTHS),
        };
        let day = usize::try_from(at.weekday().to_monday_zero_offset()).unwrap_or(0);
        let month = usize::try_from(at.month() - 1).unwrap_or(0);
        (days.get(day).copied().unwrap_or_default(), months.get(month).copied().unwrap_or_default())
    }

    /// Formats a date as `miércoles, 4 de octubre`.
    pub fn date(self, at: DateTime) -> String {
        let (day, month) = self.names(at, true);
        match self {
            Self::Spanish => format!("{day}, {} de {month}", at.day()),
            Self::Arabic => format!("{day}، {} {month}", at.day()),
        }
    }

    /// Formats a date as `mié, 4 oct`.
    pub fn short_date(self, at: DateTime) -> String {
        let (day, month) = self.names(at, false);
        match self {
            Self::Spanish => format!("{day}, {} {month}", at.day()),
            Self::Arabic => format!("{day}، {} {month}", at.day()),
        }
    }

    /// Formats a date as `4 de octubre de 2023`.
    pub fn full_date(self, at: DateTime) -> String {
        let (_, month) = self.names(at, true);
        match self {
            Self::Spanish => format!("{} de {month} de {}", at.day(), at.year()),
            Self::Arabic => format!("{} {month} {}", at.day(), at.year()),
        }
    }

    /// Formats a date as `4 oct`.
    pub fn day_of_month(self, at: DateTime) -> String {
        format!("{} {}", at.day(), self.names(at, false).1)
    }

    /// Formats a date as `octubre de 2023`.
    pub fn month(self, at: DateTime) -> String {
        let (_, month) = self.names(at, true);
        match self {
            Self::Spanish => format!("{month} de {}", at.year()),
            Self::Arabic => format!("{month} {}", at.year()),
        }
    }

    /// Formats a date as `4 octubre 2023`: the name of a day in a date picker, without the words between.
    pub fn plain_date(self, at: DateTime) -> String {
        format!("{} {} {}", at.day(), self.names(at, true).1, at.year())
    }

    /// The letters above the days of a week, Monday first: the narrow names of CLDR.
    pub fn weekday_letters(self) -> [&'static str; 7] {
        match self {
            Self::Spanish => ["L", "M", "X", "J", "V", "S", "D"],
            Self::Arabic => ["ن", "ث", "ر", "خ", "ج", "س", "ح"],
        }
    }

    /// Formats a weekday as `mié`.
    pub fn weekday(self, at: DateTime) -> String {
        self.names(at, false).0.to_owned()
    }
}

const SPANISH_DAYS: [&str; 7] = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"];
const SPANISH_SHORT_DAYS: [&str; 7] = ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"];
const SPANISH_MONTHS: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];
const SPANISH_SHORT_MONTHS: [&str; 12] =
    ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"];
const ARABIC_DAYS: [&str; 7] = ["الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"];
const ARABIC_MONTHS: [&str; 12] =
    ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"];

/// Whether a locale's language is written from right to left.
pub fn right_to_left(locale: &str) -> bool {
    matches!(locale.split(['-', '_']).next(), Some("ar" | "he" | "iw" | "fa" | "ur"))
}

/// Returns the display name of a locale.
pub fn name_of(locale: &str) -> &str {
    let locale = if locale.is_empty() { "en-US" } else { locale };
    CHOICES.iter().find(|(known, _)| *known == locale).map_or(locale, |(_, name)| name)
}

/// Translates a system text into the language of a locale, for callers that combine it with user content.
pub fn said(english: &str, locale: &str) -> String {
    Language::of(locale).and_then(|language| language.text(english)).unwrap_or_else(|| english.to_owned())
}

/// Translates the fixed texts of a view and its descendants.
pub fn translate(view: &mut View, language: Language) {
    if view.id == PAGE {
        return;
    }
    if let Kind::Field { hint, .. } = &mut view.kind
        && let Some(text) = language.text(hint)
    {
        *hint = text;
    }
    if !VERBATIM.contains(&view.id.as_str()) {
        let is_field = matches!(view.kind, Kind::Field { .. } | Kind::Avatar);
        if !view.text.is_empty()
            && !is_field
            && let Some(text) = language.text(&view.text)
        {
            view.text = text;
        }
        if !view.description.is_empty()
            && let Some(text) = language.text(&view.description)
        {
            view.description = text;
        }
    }
    view.children.iter_mut().for_each(|child| translate(child, language));
}

/// Whether the table covers the texts of a package.
pub fn is_of_system(package: &str) -> bool {
    package == "android" || package.starts_with("com.android.") || package.starts_with("com.google.android.")
}

fn read(column: usize) -> Texts {
    let mut texts = Texts { fixed: HashMap::new(), patterns: Vec::new() };
    for line in TEXTS.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let (Some(english), Some(other)) = (columns.first(), columns.get(column)) else { continue };
        if english.contains("{}") {
            texts.patterns.push((english.split("{}").collect(), other.split("{}").collect()));
        } else {
            texts.fixed.insert(english, other);
        }
    }
    texts
}

/// Returns the text at the placeholders of a pattern, if the text matches it.
fn taken<'a>(text: &'a str, pattern: &[&str]) -> Option<Vec<&'a str>> {
    let (first, rest) = pattern.split_first()?;
    let mut left = text.strip_prefix(first)?;
    let mut parts = Vec::new();
    for (place, piece) in rest.iter().enumerate() {
        let at = if place + 1 == rest.len() {
            left.ends_with(piece).then(|| left.len() - piece.len())?
        } else {
            left.find(piece)?
        };
        let (part, after) = left.split_at_checked(at)?;
        parts.push(part);
        left = after.get(piece.len()..)?;
    }
    left.is_empty().then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole_and_says_each_text_once() {
        let mut known = std::collections::BTreeSet::new();
        for line in TEXTS.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = line.split(" | ").collect();
            assert_eq!(columns.len(), 3, "{line}");
            let holes = |text: &str| text.matches("{}").count();
            assert!(columns.iter().all(|text| holes(text) == holes(columns[0])), "{line}");
            assert!(known.insert(columns[0]), "`{}` twice", columns[0]);
        }
    }

    #[test]
    fn texts_are_found_as_they_are_or_by_their_pattern() {
        for (language, english, reads) in [
            (Language::Spanish, "Settings", Some("Ajustes")),
            (Language::Spanish, "Screen lock: None", Some("Bloqueo de pantalla: Ninguno")),
            (Language::Spanish, "Battery 88 percent.", Some("Batería al 88 por ciento.")),
            (Language::Arabic, "Settings", Some("الإعدادات")),
            (Language::Spanish, "Lunch tomorrow?", None),
            (Language::Spanish, "", None),
        ] {
            assert_eq!(language.text(english).as_deref(), reads, "{english}");
        }
    }

    #[test]
    fn what_people_wrote_stays() {
        let mut view = View::column(vec![
            View::text("Cancel").id("message_text"),
            View::text("Cancel"),
            View::field("to", "Cancel", "Search", "query"),
            View::column(vec![View::text("Cancel")]).id(PAGE),
        ]);
        translate(&mut view, Language::Spanish);
        let texts: Vec<&str> = view.children.iter().map(|child| child.text.as_str()).collect();
        assert_eq!(texts, ["Cancel", "Cancelar", "Cancel", ""]);
        assert!(matches!(&view.children[2].kind, Kind::Field { hint, .. } if hint == "Buscar"));
        assert_eq!(view.children[3].children[0].text, "Cancel");
    }
}
