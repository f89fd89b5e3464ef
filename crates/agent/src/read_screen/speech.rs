//! Makes a text of a spoken screen, within the number of words that a person listens to.

use super::wording::count;
use super::{HOME, SpokenScreen, wording::Wording};

/// The most words of a description: half a minute of speech.
pub const MOST_WORDS: usize = 60;
/// Words that the controls get if they need them; the content has the others.
pub(super) const FOR_ACTIONS: usize = 24;

impl SpokenScreen {
    /// Says the screen in at most [`MOST_WORDS`] words.
    pub fn to_speech(&self) -> String {
        let words = Wording(&self.language);
        let is_empty = [&self.content, &self.picture, &self.fields, &self.actions, &self.disabled];
        if is_empty.iter().all(|part| part.is_empty()) && self.unnamed == 0 && self.title.is_none() {
            let app = self.app_in_words(words).unwrap_or_default();
            return words.say("nothing", &[("app", &app)]);
        }
        let controls: usize =
            [&self.fields, &self.actions, &self.disabled].into_iter().flatten().map(|one| count(one)).sum();
        // "You can press" and "and 12 more".
        let needed = if controls > 0 { controls + 6 } else { 0 };
        let for_content = MOST_WORDS - needed.min(FOR_ACTIONS);
        let mut spoken = Spoken { text: String::new(), words: 0, wording: words };
        spoken.sentence(&self.head(words));
        // Long texts are told whole if everything has room then.
        let all: usize = self.content.iter().map(|one| count(one)).sum();
        let content: Vec<String> = match spoken.words + all < for_content {
            true => self.content.clone(),
            false => self.content.iter().map(|one| words.shortened(one)).collect(),
        };
        spoken.list("", &content, for_content);
        spoken.list("picture", &self.picture, for_content);
        spoken.list("write", &self.fields, MOST_WORDS);
        spoken.list(if self.is_over { "choose" } else { "press" }, &self.actions, MOST_WORDS);
        spoken.list("disabled", &self.disabled, MOST_WORDS);
        if self.unnamed > 0 {
            spoken.sentence(&words.say("unnamed", &[("count", &self.unnamed.to_string())]));
        }
        spoken.text
    }

    /// The app in front, as the listener calls it.
    fn app_in_words(&self, words: Wording<'_>) -> Option<String> {
        let app = self.app.as_deref()?;
        Some(if app == HOME { words.say("home", &[]) } else { app.to_owned() })
    }

    fn head(&self, words: Wording<'_>) -> String {
        let over = self.is_over;
        let title = self.title.as_deref().map(|title| words.shortened(title));
        let asks = title.as_ref().is_some_and(|title| title.ends_with(['?', '？', '؟']));
        let app = self.app_in_words(words);
        match (app.as_deref(), title.as_deref()) {
            (_, Some(title)) if over && asks => words.say("question", &[("title", title)]),
            (app, Some(title)) if over => words.say("window", &[("app", app.unwrap_or_default()), ("title", title)]),
            (Some(app), Some(title)) if app.eq_ignore_ascii_case(title) => app.to_owned(),
            (Some(app), Some(title)) => format!("{app}: {title}"),
            (Some(app), None) => app.to_owned(),
            (None, Some(title)) => title.to_owned(),
            (None, None) => words.say("untitled", &[]),
        }
    }
}

/// Sentences within the remaining words.
struct Spoken<'l> {
    text: String,
    words: usize,
    wording: Wording<'l>,
}

impl Spoken<'_> {
    fn sentence(&mut self, sentence: &str) {
        let words = count(sentence);
        if self.words + words > MOST_WORDS {
            return;
        }
        self.words += words;
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(sentence);
        if !sentence.ends_with(['?', '!', '.', '？', '。', '؟', '！']) {
            self.text.push('.');
        }
    }

    /// Speaks as many of these items as fit into `until` words from the beginning, and the number of those left out.
    /// `key` names the words before them, if there are any.
    fn list(&mut self, key: &str, items: &[String], until: usize) {
        // "and 12 more" must still fit.
        const REST: usize = 3;
        let lead = if key.is_empty() { String::new() } else { self.wording.say(key, &[]) };
        let mut room = until.min(MOST_WORDS).saturating_sub(self.words + count(&lead) + REST);
        let fitting = items.iter().take_while(|item| {
            let words = count(item);
            let fits = words <= room;
            room = room.saturating_sub(words);
            fits
        });
        let told: Vec<&str> = fitting.map(String::as_str).collect();
        if told.is_empty() {
            return;
        }
        let left = items.len() - told.len();
        let told = told.join("; ");
        let told = match left {
            0 => told,
            left => self.wording.say("more", &[("items", &told), ("count", &left.to_string())]),
        };
        let lead = if lead.is_empty() { lead } else { format!("{lead} ") };
        self.sentence(&format!("{lead}{told}"));
    }
}
