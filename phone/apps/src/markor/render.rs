//! Renders a note: the common parts of Markdown, as views. Everything else is shown as plain text.

use toolkit::{Color, Kind, Size, TextStyle, View};

/// The most lines that are shown.
const MOST_LINES: usize = 2_000;

/// Builds the views of a note, one for each line or block.
pub(super) fn blocks(text: &str) -> Vec<View> {
    let mut views = Vec::new();
    let mut code: Option<Vec<&str>> = None;
    for line in text.lines().take(MOST_LINES) {
        if line.trim_start().starts_with("```") {
            match code.take() {
                Some(lines) => views.push(code_block(&lines)),
                None => code = Some(Vec::new()),
            }
            continue;
        }
        match &mut code {
            Some(lines) => lines.push(line),
            None => views.push(block(line)),
        }
    }
    views.extend(code.map(|lines| code_block(&lines)));
    views
}

fn code_block(lines: &[&str]) -> View {
    let text = View::text(lines.join("\n")).text_style(TextStyle::BodySmall).width(Size::Fill);
    text.padding(12.0, 10.0).background(Color::SurfaceVariant, 8.0).style(|style| style.margin = [0.0, 6.0, 0.0, 6.0])
}

fn block(line: &str) -> View {
    let trimmed = line.trim();
    let hashes = trimmed.chars().take_while(|letter| *letter == '#').count();
    if (1..=6).contains(&hashes) && trimmed[hashes..].starts_with(' ') {
        let style = match hashes {
            1 => TextStyle::Headline,
            2 => TextStyle::Title,
            _ => TextStyle::Label,
        };
        return View::text(plain(trimmed[hashes..].trim())).text_style(style).padding(0.0, 8.0);
    }
    if trimmed.len() >= 3
        && (trimmed.chars().all(|letter| letter == '-') || trimmed.chars().all(|letter| letter == '*'))
    {
        return View::new(Kind::Divider).style(|style| style.margin = [0.0, 8.0, 0.0, 8.0]);
    }
    if let Some(quoted) = trimmed.strip_prefix("> ") {
        let bar = View::new(Kind::Space).width(Size::Dp(4.0)).height(Size::Dp(24.0)).background(Color::Primary, 2.0);
        let text = View::text(plain(quoted)).color(Color::Muted).width(Size::Weight(1.0));
        return View::row(vec![bar, text]).gap(12.0).padding(0.0, 2.0);
    }
    let indent = (line.len() - line.trim_start().len()).min(24) as f32 * 6.0;
    for mark in ["- ", "* ", "+ "] {
        let Some(item) = trimmed.strip_prefix(mark) else { continue };
        for (sign, on) in [("[ ] ", false), ("[x] ", true), ("[X] ", true)] {
            if let Some(task) = item.strip_prefix(sign) {
                return item_row(View::new(Kind::CheckBox { on }).description(task), task, indent);
            }
        }
        let dot = View::text("•").width(Size::Dp(16.0));
        return item_row(dot, item, indent);
    }
    let number = trimmed.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok());
    if let Some((number, item)) = number {
        return item_row(View::text(format!("{number}.")).width(Size::Dp(24.0)), item, indent);
    }
    View::text(plain(line)).padding(0.0, 2.0)
}

fn item_row(lead: View, text: &str, indent: f32) -> View {
    let text = View::text(plain(text)).width(Size::Weight(1.0));
    View::row(vec![lead, text]).gap(8.0).style(|style| style.padding = [indent + 8.0, 2.0, 0.0, 2.0])
}

/// Removes the markup of bold, italic, code and links.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('[') {
        let link = rest[at + 1..].split_once("](").and_then(|(text, after)| Some((text, after.split_once(')')?.1)));
        let Some((text, after)) = link else { break };
        out.push_str(&rest[..at]);
        out.push_str(text);
        rest = after;
    }
    out.push_str(rest);
    out.replace("**", "").replace("__", "").replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_shown_as_what_they_mean() {
        for (line, reads) in [
            ("a **bold** `word`", "a bold word"),
            ("see [here](https://x.example) now", "see here now"),
            ("[a", "[a"),
            ("[a](b", "[a](b"),
            ("2 * 3 * 4", "2 * 3 * 4"),
        ] {
            assert_eq!(plain(line), reads);
        }
        let kinds: Vec<Kind> = blocks("# Title\ntext\n---\n- [x] done\n1. one\n> said\n```\ncode\n")
            .into_iter()
            .map(|view| view.kind)
            .collect();
        use Kind::{Divider, Row, Text};
        assert_eq!(kinds, [Text, Text, Divider, Row, Row, Row, Text]);
        assert_eq!(blocks("").len(), 0);
    }
}
