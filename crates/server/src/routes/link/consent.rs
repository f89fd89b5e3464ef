//! The gate's question as HTML without a script: who, what, where and why, the picture with the target marked, and the
//! answers. All its texts come from a screen or an agent, and are escaped.

use std::fmt::Write;

use action::consent::{ConsentRequest, PictureRef};

use super::escape::escaped;

/// Returns the description of the action, and the picture.
pub(super) fn details(asked: &ConsentRequest, token: &str) -> String {
    let mut out = String::from("<dl>\n");
    let mut row = |name: &str, text: &str| {
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
        row("Why, in the agent\u{2019}s own words", &format!("“{thought}”"));
    }
    out.push_str("</dl>\n");
    match (asked.picture, &asked.withheld) {
        (Some(picture), _) => out.push_str(&figure(asked, picture, token)),
        (None, Some(why)) => _ = writeln!(out, "<p class=\"hint\">There is no picture: {}</p>", escaped(why)),
        (None, None) => {}
    }
    out
}

/// Returns the picture, with a ring around the target.
fn figure(asked: &ConsentRequest, PictureRef { width, height, .. }: PictureRef, token: &str) -> String {
    let mut named = String::from("The phone\u{2019}s screen");
    for element in &asked.elements {
        _ = write!(named, "; marked: {element}");
    }
    let mut out = format!(
        "<figure><svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"{}\"><image href=\"/q/{}/picture\" width=\"{width}\" height=\"{height}\"/>",
        escaped(&named),
        escaped(token)
    );
    // Some space around the element: the ring must not hide what it marks.
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
pub(super) fn buttons(asked: &ConsentRequest, can_remember: bool) -> String {
    let mut out = String::from(
        "<label for=\"why\">Why not? (optional)</label>\n\
         <input id=\"why\" name=\"why\" maxlength=\"2000\" dir=\"auto\" aria-describedby=\"told\">\n\
         <p class=\"hint\" id=\"told\">The agent sees your answer.</p>\n",
    );
    if let Some(covers) = asked.covers.as_ref().filter(|_| can_remember) {
        _ = writeln!(
            out,
            "<p class=\"hint\" id=\"covers\">“Yes, always for this” covers: <bdi>{}</bdi></p>",
            escaped(covers)
        );
    }
    let mut button = |class: &str, value: &str, more: &str, text: &str| {
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
