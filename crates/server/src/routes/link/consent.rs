//! The gate's question as HTML without a script: who, what, where and why, the picture with the target marked, and the
//! answers. All its texts come from a screen or an agent, and are escaped.

use std::fmt::Write;

use action::consent::{ConsentRequest, PictureRef};

use super::escape::escaped;
use super::words::Words;

/// Returns the description of the action, and the picture.
pub(super) fn details(words: Words, asked: &ConsentRequest, token: &str) -> String {
    let mut out = String::from("<dl>\n");
    let mut row = |name: &'static str, text: &str| {
        let name = escaped(words.say(name));
        _ = writeln!(out, "<dt>{name}</dt><dd dir=\"auto\">{}</dd>", escaped(text));
    };
    row("Why you are asked", &asked.reason);
    if let Some(app) = &asked.app {
        row("In the app", app);
    }
    if let Some(how) = &asked.how {
        row("How", how);
    }
    for element in &asked.elements {
        row("On the screen", &element.to_string());
    }
    row("Who wants it", &asked.agent);
    row("For the task", &asked.goal);
    if let Some(thought) = &asked.thought {
        row("Why, in the agent’s own words", &format!("“{thought}”"));
    }
    out.push_str("</dl>\n");
    match (asked.picture, &asked.withheld) {
        (Some(picture), _) => out.push_str(&figure(words, asked, picture, token)),
        (None, Some(why)) => {
            let why = escaped(&words.fill("There is no picture: {0}", &[why]));
            _ = writeln!(out, "<p class=\"hint\">{why}</p>");
        }
        (None, None) => {}
    }
    out
}

/// Returns the picture, with a ring around the target.
fn figure(words: Words, asked: &ConsentRequest, PictureRef { width, height, .. }: PictureRef, token: &str) -> String {
    let mut named = words.say("The phone’s screen").to_owned();
    for element in &asked.elements {
        named.push_str(&words.fill("; marked: {0}", &[&element.to_string()]));
    }
    let mut out = format!(
        "<figure><svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"{}\"><image href=\"/q/{}/picture\" width=\"{width}\" height=\"{height}\"/>",
        escaped(&named),
        escaped(token)
    );
    // Some space around the element: the ring must not hide the element.
    let air = i64::from(width) / 54;
    for element in &asked.elements {
        let area = element.area;
        for class in ["halo", "ring"] {
            _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
                i64::from(area.x) - air,
                i64::from(area.y) - air,
                i64::from(area.w) + 2 * air,
                i64::from(area.h) + 2 * air,
                air
            );
        }
    }
    out.push_str("</svg></figure>\n");
    out
}

/// Returns the answers, and a field for the reason of a no.
pub(super) fn buttons(words: Words, asked: &ConsentRequest, can_remember: bool) -> String {
    let say = |text: &'static str| escaped(words.say(text));
    let mut out = format!(
        "<label for=\"why\">{}</label>\n\
         <input id=\"why\" name=\"why\" maxlength=\"2000\" dir=\"auto\" aria-describedby=\"told\">\n\
         <p class=\"hint\" id=\"told\">{}</p>\n",
        say("Why not? (optional)"),
        say("The agent sees your answer.")
    );
    if let Some(covers) = asked.covers.as_ref().filter(|_| can_remember) {
        _ = writeln!(
            out,
            "<p class=\"hint\" id=\"covers\">{} <bdi>{}</bdi></p>",
            say("“Yes, always for this” covers:"),
            escaped(covers)
        );
    }
    let mut button = |class: &str, value: &str, more: &str, text: &'static str| {
        let text = escaped(words.say(text));
        _ = write!(out, "<button class=\"{class}\" name=\"answer\" value=\"{value}\"{more}>{text}</button>");
    };
    button("", "deny", "", "No");
    button("yes", "approve", "", "Yes, this once");
    if can_remember {
        button("quiet", "always", " aria-describedby=\"covers\"", "Yes, always for this");
    }
    button("quiet", "myself", "", "Let me do it myself");
    button("quiet", "stop", "", "No, and stop the task");
    // Enter in the field presses the first button, which is the no.
    match out.find("<button") {
        Some(first) => out.insert_str(first, "<div class=\"buttons\">"),
        None => out.push_str("<div>"),
    }
    out.push_str("</div>\n");
    out
}
