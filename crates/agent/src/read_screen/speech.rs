//! Makes a text of a spoken screen, within the number of words that a person listens to.

use super::wording::count;
use super::{SpokenScreen, wording::shortened};

/// The most words of a description: half a minute of speech.
pub const MOST_WORDS: usize = 60;
/// Words that the controls get if they need them; the content has the others.
pub(super) const FOR_ACTIONS: usize = 24;

impl SpokenScreen {
    /// Says the screen in at most [`MOST_WORDS`] words.
    pub fn to_speech(&self) -> String {
        let app = self.app.as_deref();
        let is_empty = [&self.content, &self.picture, &self.fields, &self.actions, &self.disabled];
        if is_empty.iter().all(|part| part.is_empty()) && self.unnamed == 0 && self.title.is_none() {
            let whose = app.map(|app| format!(" {app} is in front.")).unwrap_or_default();
            return format!("Nothing can be read on this screen.{whose}");
        }
        let controls: usize =
            [&self.fields, &self.actions, &self.disabled].into_iter().flatten().map(|one| count(one)).sum();
        // "You can press" and "and 12 more".
        let needed = if controls > 0 { controls + 6 } else { 0 };
        let for_content = MOST_WORDS - needed.min(FOR_ACTIONS);
        let mut spoken = Spoken::default();
        spoken.sentence(&self.head());
        // Long texts are spoken whole if there is room for everything.
        let all: usize = self.content.iter().map(|one| count(one)).sum();
        let content: Vec<String> = match spoken.words + all < for_content {
            true => self.content.clone(),
            false => self.content.iter().map(|one| shortened(one)).collect(),
        };
        spoken.list("", &content, for_content);
        spoken.list("The picture says:", &self.picture, for_content);
        spoken.list("You can write in", &self.fields, MOST_WORDS);
        spoken.list(if self.is_over { "You can choose" } else { "You can press" }, &self.actions, MOST_WORDS);
        spoken.list("Not available now:", &self.disabled, MOST_WORDS);
        match self.unnamed {
            0 => {}
            1 => spoken.sentence("One button has no name"),
            count => spoken.sentence(&format!("{count} buttons have no name")),
        }
        spoken.text
    }

    fn head(&self) -> String {
        let over = self.is_over;
        let title = self.title.as_deref().map(shortened);
        let asks = title.as_ref().is_some_and(|title| title.ends_with(['?', '？', '؟']));
        match (self.app.as_deref(), title.as_deref()) {
            (_, Some(title)) if over && asks => format!("A question: {title}"),
            (Some(app), Some(title)) if over => format!("{app} shows a window: {title}"),
            (None, Some(title)) if over => format!("A window: {title}"),
            (Some(app), Some(title)) if app.eq_ignore_ascii_case(title) => app.to_owned(),
            (Some(app), Some(title)) => format!("{app}: {title}"),
            (Some(app), None) => app.to_owned(),
            (None, Some(title)) => title.to_owned(),
            (None, None) => "A screen without a title".to_owned(),
        }
    }
}

/// Sentences within the remaining words.
#[derive(Default)]
struct Spoken {
    text: String,
    words: usize,
}

impl Spoken {
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
    fn list(&mut self, lead: &str, items: &[String], until: usize) {
        // "and 12 more" must still fit.
        const REST: usize = 3;
        let mut room = until.min(MOST_WORDS).saturating_sub(self.words + count(lead) + REST);
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
        let lead = if lead.is_empty() { String::new() } else { format!("{lead} ") };
        let left = items.len() - told.len();
        let rest = if left > 0 { format!("; and {left} more") } else { String::new() };
        self.sentence(&format!("{lead}{}{rest}", told.join("; ")));
    }
}
