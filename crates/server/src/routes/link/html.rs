//! The page behind a link, as HTML that works without a script, for the browser of a phone.
//!
//! Its content is generated here; its style and the script with more ways to answer come from the page's document
//! `link.html`. Texts come from an agent: they are escaped, kept apart from ours, and shown without characters that
//! reorder letters.

use std::fmt::Write;
use std::time::Duration;

use action::{AnswerForm, QuestionKind};
use task::{Open, Outcome, Takes};

use super::consent;
use super::escape::escaped;
use super::words::Words;

/// The page's permissions: load our own style, script and picture, send its form and its answers here, and play back a
/// recording.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; \
     media-src blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The contents of the document.
pub(super) struct Main {
    title: String,
    html: String,
    /// Whether there is an open question, so that the script has something to do.
    open: bool,
    /// The tag of its language.
    language: &'static str,
}

/// The placeholder in `link.html`.
const PLACE: &str = "<main id=\"question\"></main>";
const TITLE: &str = "<title>Fingertip</title>";
const LANGUAGE: &str = "<html lang=\"en\">";

/// Returns the whole document; a plain one in a build without a page.
pub(super) fn document(template: Option<String>, main: &Main) -> String {
    let template = template.filter(|template| template.contains(PLACE)).unwrap_or_else(|| {
        format!(
            "<!doctype html>\n{LANGUAGE}\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{TITLE}\n</head>\n\
             <body>\n{PLACE}\n</body>\n</html>\n"
        )
    });
    let open = if main.open { " data-open" } else { "" };
    let title = format!("<title>{} - Fingertip</title>", escaped(&main.title));
    let content = format!("<main id=\"question\"{open}>\n{}</main>", main.html);
    let language = format!("<html lang=\"{}\">", main.language);
    template.replacen(LANGUAGE, &language, 1).replacen(TITLE, &title, 1).replacen(PLACE, &content, 1)
}

/// Returns the question with its form; `wrong` says what was wrong with the previous answer.
pub(super) fn question(words: Words, open: &Open, token: &str, left: Duration, wrong: Option<&str>) -> Main {
    let mut html = format!("<h1 dir=\"auto\">{}</h1>\n", escaped(words.say(&open.title)));
    match &open.consent {
        Some(asked) => html.push_str(&consent::details(words, asked, token)),
        None => _ = writeln!(html, "<p class=\"said\" dir=\"auto\">{}</p>", escaped(&open.message)),
    }
    if !open.about.is_empty() {
        _ = writeln!(html, "<p class=\"about\">{}</p>", escaped(words.say(&open.about)));
    }
    if let Some(wrong) = wrong {
        _ = writeln!(html, "<p class=\"wrong\" role=\"alert\">{}</p>", escaped(words.say(wrong)));
    }
    let until = open.until.strftime("%H:%M:%S UTC").to_string();
    let left =
        words.fill("You have {0} left to answer, until {1}. No answer counts as a no.", &[&time(words, left), &until]);
    _ = writeln!(html, "<p>{}</p>", escaped(&left));
    html.push_str("<form method=\"post\" enctype=\"multipart/form-data\" autocomplete=\"off\">\n");
    html.push_str(&fields(words, open));
    if let Some(asked) = &open.consent {
        html.push_str(&consent::buttons(words, asked, open.can_remember));
    } else {
        html.push_str(&buttons(words, open));
    }
    let once = escaped(words.say("This link answers this one question, once."));
    _ = writeln!(html, "</form>\n<p class=\"hint\">{once}</p>");
    Main { title: words.say("A question for you").to_owned(), html, open: true, language: words.tag() }
}

/// Returns the message for visitors after a question is settled.
pub(super) fn over(how: Outcome) -> (&'static str, &'static str) {
    match how {
        Outcome::Answered | Outcome::Approved | Outcome::Rejected => (
            "Already answered",
            "Somebody answered this question, here or elsewhere. A link works once; there is nothing left to do.",
        ),
        Outcome::TakenOver => {
            ("Somebody is taking care of it", "Somebody is doing this on the phone. There is nothing left to do.")
        }
        Outcome::Timeout => (
            "The time is over",
            "Nobody answered in time, which counts as a no. If it still matters, ask for the task again.",
        ),
        Outcome::Cancelled => {
            ("No longer needed", "The task was stopped or withdrew its question. There is nothing left to do.")
        }
    }
}

/// Returns the page on which a person who has the phone gives it back.
pub(super) fn handed_over(words: Words) -> Main {
    let title = words.say("The phone is yours");
    let text = words.say(
        "The task is paused. Do what you want on the phone, or nothing; then give it back, and the task looks at the \
         phone and continues.",
    );
    let html = format!(
        "<h1>{}</h1>\n<p>{}</p>\n<form method=\"post\" enctype=\"multipart/form-data\"><div class=\"buttons\">\
         <button class=\"yes\" name=\"answer\" value=\"continue\">{}</button></div></form>\n",
        escaped(title),
        escaped(text),
        escaped(words.say("I am done: continue"))
    );
    Main { title: title.to_owned(), html, open: false, language: words.tag() }
}

fn buttons(words: Words, open: &Open) -> String {
    let (yes, no) = match open.kind {
        QuestionKind::Ask => ("Send the answer", "Do not answer"),
        QuestionKind::Confirm => ("Yes, go ahead", "No"),
        QuestionKind::Auth if open.takes == Takes::Yes => ("It is done", "Not now"),
        QuestionKind::Auth => ("Send it", "Not now"),
    };
    let (yes, no) = (escaped(words.say(yes)), escaped(words.say(no)));
    format!(
        "<div class=\"buttons\">\
         <button class=\"yes\" name=\"answer\" value=\"approve\">{yes}</button>\
         <button name=\"answer\" value=\"deny\" formnovalidate>{no}</button></div>\n"
    )
}

/// Returns a notice without anything to do.
pub(super) fn notice(words: Words, title: &str, text: &str) -> Main {
    let (title, text) = (words.say(title), words.say(text));
    let html = format!("<h1>{}</h1>\n<p role=\"status\">{}</p>\n", escaped(title), escaped(text));
    Main { title: title.to_owned(), html, open: false, language: words.tag() }
}

fn fields(words: Words, open: &Open) -> String {
    let say = |text: &'static str| escaped(words.say(text));
    let mut fields = String::new();
    if !open.choices.is_empty() {
        _ = write!(fields, "<div class=\"buttons choices\" role=\"group\" aria-label=\"{}\">", say("Answers"));
        for (at, choice) in open.choices.iter().enumerate() {
            let choice = escaped(choice);
            // Without this, a browser would first require the field below.
            _ = write!(fields, "<button name=\"choice\" value=\"{at}\" formnovalidate><bdi>{choice}</bdi></button>");
        }
        fields.push_str("</div>\n");
    }
    let text = matches!(open.takes, Takes::Text | Takes::TextOrFile | Takes::Place);
    if open.kind == QuestionKind::Ask {
        let label = if open.choices.is_empty() { say("Your answer") } else { say("Or in your own words") };
        _ = write!(
            fields,
            "<label for=\"text\">{label}</label>\n\
             <textarea id=\"text\" name=\"text\" rows=\"4\" maxlength=\"16000\" required></textarea>\n"
        );
    } else if open.takes == Takes::Place {
        _ = write!(
            fields,
            "<label for=\"text\">{}</label>\n\
             <input id=\"text\" name=\"text\" maxlength=\"200\" aria-describedby=\"how\">\n\
             <p class=\"hint\" id=\"how\">{}</p>\n",
            say("The place"),
            say("Latitude and longitude, as in 48.2082,16.3738")
        );
    } else if text {
        // Typed as dots, and suggested by phones that have just received it.
        let kind = if open.secret { "password" } else { "text" };
        let asked = say("What is asked for");
        let how =
            say("It is typed into the phone and not shown to anyone. Leave it empty if you have done it on the phone.");
        let mode = if open.forms.contains(&AnswerForm::Code) { " inputmode=\"numeric\"" } else { "" };
        _ = write!(
            fields,
            "<label for=\"text\">{asked}</label>\n\
             <input id=\"text\" name=\"text\" type=\"{kind}\" maxlength=\"4000\" autocomplete=\"one-time-code\"{mode} \
             autocapitalize=\"none\" spellcheck=\"false\" aria-describedby=\"how\">\n\
             <p class=\"hint\" id=\"how\">{how}</p>\n"
        );
    }
    if open.takes.file() {
        // Phones offer their camera or their recorder next to stored files.
        let accept = match open.forms.first() {
            Some(AnswerForm::Photo) => " accept=\"image/*\"",
            Some(AnswerForm::Recording) => " accept=\"audio/*\"",
            _ => "",
        };
        _ = write!(
            fields,
            "<label for=\"file\">{}</label>\n\
             <input id=\"file\" name=\"file\" type=\"file\"{accept} aria-describedby=\"size\">\n\
             <p class=\"hint\" id=\"size\">{}</p>\n",
            say("A picture or another file"),
            say("It is put on the phone. At most 32 MB.")
        );
    }
    fields
}

/// Formats a time as `2 minutes and 5 seconds`.
fn time(words: Words, left: Duration) -> String {
    let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
    let some = |number: u64, one: &'static str, more: &'static str| {
        words.fill(if number == 1 { one } else { more }, &[&number.to_string()])
    };
    let seconds_said = || some(seconds, "{0} second", "{0} seconds");
    let minutes_said = || some(minutes, "{0} minute", "{0} minutes");
    match (minutes, seconds) {
        (0, _) => seconds_said(),
        (_, 0) => minutes_said(),
        _ => words.fill("{0} and {1}", &[&minutes_said(), &seconds_said()]),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, header};

    use super::*;

    #[test]
    fn the_page_without_a_template_is_whole_too() {
        let english = Words::of(&HeaderMap::new());
        let main = notice(english, "Thank you & goodbye", "It is <done>.");
        let made = format!("{LANGUAGE}<head>{TITLE}<link href=\"/assets/x.css\"></head><body>{PLACE}</body></html>");
        for template in [None, Some(made), Some("<p>something else</p>".to_owned())] {
            let page = document(template, &main);
            assert!(page.contains("<title>Thank you &amp; goodbye - Fingertip</title>"), "{page}");
            assert!(page.contains("It is &lt;done&gt;.</p>\n</main>"), "{page}");
            assert!(page.contains("<html lang=\"en\">"), "{page}");
        }
    }

    #[test]
    fn time_is_said_in_words() {
        let rows = [
            (0, "0 seconds"),
            (1, "1 second"),
            (60, "1 minute"),
            (61, "1 minute and 1 second"),
            (125, "2 minutes and 5 seconds"),
        ];
        for (seconds, expected) in rows {
            assert_eq!(time(Words::of(&HeaderMap::new()), Duration::from_secs(seconds)), expected);
        }
        let german = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, "de".parse().unwrap())]);
        assert_eq!(time(Words::of(&german), Duration::from_secs(125)), "2 Minuten und 5 Sekunden");
    }
}
