//! The language of the page behind a link, by what the browser asks for. The translations are those of the page itself
//! (`web/src/words`): one file for each language, by the English text.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::{HeaderMap, header};

type Texts = HashMap<String, String>;

/// The languages besides English, by their tag.
static LANGUAGES: LazyLock<Vec<(&str, Texts)>> = LazyLock::new(|| {
    let files = [("de", include_str!("../../../../../web/src/words/de.json"))];
    // A file that could not be read would leave the page in English; a test reads them all.
    files.into_iter().map(|(tag, text)| (tag, serde_json::from_str(text).unwrap_or_default())).collect()
});

/// The longest list of languages that is read, in bytes: browsers send a few dozen.
const LONGEST: usize = 1024;

/// The texts in the reader's language.
#[derive(Clone, Copy)]
pub(super) struct Words {
    tag: &'static str,
    texts: Option<&'static Texts>,
}

impl Words {
    /// Chooses the language that the browser prefers among those that the page speaks; English if it is none of them.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|wanted| wanted.to_str().ok()).unwrap_or_default();
        for base in preferred(wanted) {
            if base == "en" {
                break;
            }
            if let Some((tag, texts)) = LANGUAGES.iter().find(|(tag, _)| *tag == base) {
                return Self { tag, texts: Some(texts) };
            }
        }
        Self { tag: "en", texts: None }
    }

    /// The tag of the language, for the document.
    pub(super) fn tag(self) -> &'static str {
        self.tag
    }

    /// Returns a text in the language; an unknown one as it is.
    pub(super) fn say(self, english: &str) -> &str {
        self.texts.and_then(|texts| texts.get(english)).map_or(english, String::as_str)
    }

    /// Like [`Words::say`], with values for `{0}`, `{1}` and so on.
    pub(super) fn fill(self, english: &str, values: &[&str]) -> String {
        let mut out = String::new();
        let mut rest = self.say(english);
        while let Some((before, after)) = rest.split_once('{') {
            let Some((at, after)) = after.split_once('}') else { break };
            out.push_str(before);
            out.push_str(at.parse().ok().and_then(|at: usize| values.get(at)).copied().unwrap_or_default());
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

/// Returns the first parts of the wanted languages, the most wanted first.
fn preferred(wanted: &str) -> Vec<String> {
    let mut all: Vec<(f32, String)> = wanted
        .get(..LONGEST)
        .unwrap_or(wanted)
        .split(',')
        .filter_map(|each| {
            let (tag, weight) = each.split_once(';').unwrap_or((each, ""));
            let weight = weight.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.parse().ok())?;
            let base = tag.trim().split('-').next()?.to_lowercase();
            (weight > 0.0 && !base.is_empty()).then_some((weight, base))
        })
        .collect();
    // Stable: of equally wanted languages, the first comes first.
    all.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    all.into_iter().map(|(_, base)| base).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_wanted_known_language_is_spoken() {
        let rows = [
            ("", "en"),
            ("de-AT,de;q=0.9,en;q=0.8", "de"),
            ("en-GB,de;q=0.9", "en"),
            ("fr-FR,fr;q=0.9,de;q=0.2,en;q=0.1", "de"),
            ("en;q=0.1, DE;q=0.5", "de"),
            ("de;q=0,en", "en"),
            ("de;q=x", "en"),
            ("fr,*;q=0.5", "en"),
            (";;;,,,q=", "en"),
        ];
        for (wanted, expected) in rows {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, wanted.parse().unwrap())]);
            assert_eq!(Words::of(&headers).tag(), expected, "{wanted}");
        }
        assert_eq!(Words::of(&HeaderMap::new()).tag(), "en");
        let long = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, "fr,".repeat(5_000).parse().unwrap())]);
        assert_eq!(Words::of(&long).tag(), "en");
    }

    #[test]
    fn every_language_can_be_read_and_values_are_filled_in() {
        assert!(LANGUAGES.iter().all(|(_, texts)| texts.len() > 500));
        let words = Words::of(&HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, "de".parse().unwrap())]));
        assert_eq!((words.say("Thank you"), words.say("not a text {0}")), ("Danke", "not a text {0}"));
        assert_eq!(words.fill("{0} and {1}", &["1 {1}", "2"]), "1 {1} und 2");
        assert_eq!(words.fill("not a text {1} {7} {", &["a", "b"]), "not a text b  {");
    }
}
