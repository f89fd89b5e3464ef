//! The page behind a link, as HTML: no script, nothing loaded from elsewhere, at home in the browser of a phone.
//!
//! Its texts come from an agent: they are escaped, kept apart from ours, and shown without what reorders letters.

use std::fmt::Write;
use std::time::Duration;

use task::{Kind, Open, Takes};

use super::consent;

/// What the page may do: show itself with this one style and the picture from here, and send its form here.
pub(super) const POLICY: &str = "default-src 'none'; style-src 'sha256-+zCj1TJBSZ3EwWK2Uj+RBX2DfJHfiMZx5314mCu4SKY='; img-src 'self'; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'";

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1b1f;--paper:#fff;--line:#74777f;--deed:#0b57d0;--on-deed:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e6e6ea;--paper:#16171b;--line:#8e9199;--deed:#a8c7fa;--on-deed:#062e6f;--bad:#f2b8b5}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.4rem;line-height:1.3;margin:0 0 1rem}
.said{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;border-inline-start:4px solid var(--line);margin:0 0 1rem;padding:.25rem 0 .25rem 1rem}
label{display:block;font-weight:600;margin:1rem 0 .25rem}
input,textarea{width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.5rem;padding:.75rem}
.hint{margin:.25rem 0 0;font-size:.9rem}
.wrong{color:var(--bad);font-weight:600}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button{flex:1 1 10rem;min-height:3rem;font:inherit;font-weight:600;border:2px solid var(--deed);border-radius:.5rem;padding:.5rem 1rem;background:transparent;color:var(--deed)}
.yes{background:var(--deed);color:var(--on-deed)}
dl{margin:0 0 1rem}
dt{font-size:.9rem;font-weight:600;margin-top:.75rem}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap;unicode-bidi:isolate}
figure{margin:1rem 0}
svg{display:block;width:auto;height:26rem;max-width:100%;margin:0 auto;border:1px solid var(--line);border-radius:.5rem}
.halo,.ring{fill:none;vector-effect:non-scaling-stroke}
.halo{stroke:#fff;stroke-width:5}
.ring{stroke:#d3261b;stroke-width:3}
.quiet{border-color:var(--line);color:var(--ink)}
:focus-visible{outline:3px solid var(--deed);outline-offset:2px}
";

/// The question with its form; `wrong` says what was wrong with the answer before.
pub(super) fn question(open: &Open, token: &str, left: Duration, wrong: Option<&str>) -> String {
    let mut main = format!("<h1 dir=\"auto\">{}</h1>\n", escaped(&open.title));
    match &open.consent {
        Some(asked) => main.push_str(&consent::details(asked, token)),
        None => _ = writeln!(main, "<p class=\"said\" dir=\"auto\">{}</p>", escaped(&open.message)),
    }
    if let Some(wrong) = wrong {
        _ = writeln!(main, "<p class=\"wrong\" role=\"alert\">{}</p>", escaped(wrong));
    }
    _ = writeln!(
        main,
        "<p>There are {} left to answer, until {}. Without an answer it counts as a no.</p>",
        time(left),
        open.until.strftime("%H:%M:%S UTC")
    );
    main.push_str("<form method=\"post\" enctype=\"multipart/form-data\" autocomplete=\"off\">\n");
    main.push_str(&fields(open));
    if let Some(asked) = &open.consent {
        main.push_str(&consent::buttons(asked, open.can_remember));
    } else {
        main.push_str(&buttons(open.kind));
    }
    main.push_str("</form>\n<p class=\"hint\">This page answers this one question, once.</p>\n");
    document("A question for you", &main)
}

/// The person has the phone, and gives it back here.
pub(super) fn handed_over() -> String {
    let main = "<h1>The phone is yours</h1>\n<p>The task stands still. Do on the phone what you want to do, or nothing; then \
         give it back, and the task looks at the phone and goes on.</p>\n\
        <form method=\"post\" enctype=\"multipart/form-data\"><div class=\"buttons\">\
         <button class=\"yes\" name=\"answer\" value=\"continue\">I am done: go on</button></div></form>\n";
    document("The phone is yours", main)
}

fn buttons(kind: Kind) -> String {
    let (yes, no) = match kind {
        Kind::Ask => ("Send the answer", "Do not answer"),
        Kind::Confirm => ("Yes, go ahead", "No"),
        Kind::Auth => ("Approve", "Deny"),
    };
    format!(
        "<div class=\"buttons\">\
         <button class=\"yes\" name=\"answer\" value=\"approve\">{yes}</button>\
         <button name=\"answer\" value=\"deny\" formnovalidate>{no}</button></div>\n"
    )
}

/// Something that is said, and nothing to do.
pub(super) fn notice(title: &str, text: &str) -> String {
    let main = format!("<h1>{}</h1>\n<p role=\"status\">{}</p>\n", escaped(title), escaped(text));
    document(title, &main)
}

fn fields(open: &Open) -> String {
    let mut fields = String::new();
    let text = matches!(open.takes, Takes::Text | Takes::TextOrFile | Takes::Place);
    if open.kind == Kind::Ask {
        fields.push_str(
            "<label for=\"text\">Your answer</label>\n\
             <textarea id=\"text\" name=\"text\" rows=\"4\" maxlength=\"16000\" required></textarea>\n",
        );
    } else if open.takes == Takes::Place {
        fields.push_str(
            "<label for=\"text\">The place</label>\n\
             <input id=\"text\" name=\"text\" maxlength=\"200\" aria-describedby=\"how\">\n\
             <p class=\"hint\" id=\"how\">Latitude and longitude, as in 48.2082,16.3738</p>\n",
        );
    } else if text {
        // Typed as dots, and offered by phones that have just received it.
        let kind = if open.secret { "password" } else { "text" };
        _ = write!(
            fields,
            "<label for=\"text\">What is asked for</label>\n\
             <input id=\"text\" name=\"text\" type=\"{kind}\" maxlength=\"4000\" autocomplete=\"one-time-code\" \
             autocapitalize=\"none\" spellcheck=\"false\" aria-describedby=\"how\">\n\
             <p class=\"hint\" id=\"how\">It is typed into the phone and shown to nobody. Leave it empty if you have \
             done it on the phone.</p>\n"
        );
    }
    if open.takes.file() {
        fields.push_str(
            "<label for=\"file\">A picture or another file</label>\n\
             <input id=\"file\" name=\"file\" type=\"file\" aria-describedby=\"size\">\n\
             <p class=\"hint\" id=\"size\">It is put on the phone. At most 32 MB.</p>\n",
        );
    }
    fields
}

fn document(title: &str, main: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{} - Fingertip</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n<main>\n{main}</main>\n</body>\n</html>\n",
        escaped(title)
    )
}

/// `2 minutes and 5 seconds`
fn time(left: Duration) -> String {
    let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
    let some = |number: u64, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    match (minutes, seconds) {
        (0, seconds) => some(seconds, "second"),
        (minutes, 0) => some(minutes, "minute"),
        (minutes, seconds) => format!("{} and {}", some(minutes, "minute"), some(seconds, "second")),
    }
}

/// A text as it may stand in HTML: no markup, no control characters, nothing that turns the direction of letters.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push('\n'),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_policy_allows_this_style_and_no_other() {
        let hash = STANDARD.encode(Sha256::digest(STYLE));
        assert!(POLICY.contains(&format!("style-src 'sha256-{hash}'")), "the style's hash is {hash}");
    }

    #[test]
    fn what_an_agent_says_is_no_markup() {
        assert_eq!(escaped("<b a='x'>&\"\u{202e}\u{7}"), "&lt;b a=&#39;x&#39;&gt;&amp;&quot; ");
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
            assert_eq!(time(Duration::from_secs(seconds)), expected);
        }
    }
}
