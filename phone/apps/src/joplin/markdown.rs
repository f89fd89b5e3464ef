//! Parses the Markdown of Joplin's notes into blocks: headings, paragraphs, lists with and without checkboxes, quotes,
//! code, tables, rules. Emphasis and link markup inside a block is removed.

/// One block of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// A heading with its level, 1 to 6.
    Heading(usize, String),
    Paragraph(String),
    /// A list item: its depth and its marker.
    Point {
        depth: usize,
        mark: String,
        text: String,
    },
    /// A list item with a checkbox: whether it is ticked, and its line in the note.
    Box {
        depth: usize,
        on: bool,
        line: usize,
        text: String,
    },
    Quote(String),
    Code(String),
    /// A row of a table, and whether it is the header.
    Cells(Vec<String>, bool),
    Line,
}

/// Parses the blocks of a note.
pub(super) fn blocks(body: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut code: Option<Vec<&str>> = None;
    for (number, line) in body.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            match code.take() {
                Some(lines) => blocks.push(Block::Code(lines.join("\n"))),
                None => code = Some(Vec::new()),
            }
            continue;
        }
        if let Some(lines) = &mut code {
            lines.push(line);
            continue;
        }
        let depth = line.chars().take_while(|letter| letter.is_whitespace()).count() / 2;
        if let Some(block) = block(trimmed, depth, number, &blocks) {
            blocks.push(block);
        }
    }
    if let Some(lines) = code {
        blocks.push(Block::Code(lines.join("\n")));
    }
    blocks
}

fn block(line: &str, depth: usize, number: usize, before: &[Block]) -> Option<Block> {
    if line.is_empty() {
        return None;
    }
    let marks = line.bytes().take_while(|byte| *byte == b'#').count();
    if (1..=6).contains(&marks)
        && let Some(title) = line.get(marks..).and_then(|rest| rest.strip_prefix(' '))
    {
        return Some(Block::Heading(marks, inline(title.trim_end_matches('#').trim())));
    }
    if line.len() >= 3 && ["-", "*", "_"].iter().any(|mark| line.replace(' ', "").replace(mark, "").is_empty()) {
        return Some(Block::Line);
    }
    if let Some(text) = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)) {
        let ticked = text.strip_prefix("[x] ").or_else(|| text.strip_prefix("[X] "));
        return Some(match (text.strip_prefix("[ ] "), ticked) {
            (Some(text), _) => Block::Box { depth, on: false, line: number, text: inline(text) },
            (_, Some(text)) => Block::Box { depth, on: true, line: number, text: inline(text) },
            _ => Block::Point { depth, mark: "•".to_owned(), text: inline(text) },
        });
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=4).contains(&digits)
        && let Some((mark, text)) = line.split_once([' ']).filter(|(mark, _)| mark.len() == digits + 1)
        && mark.ends_with(['.', ')'])
    {
        return Some(Block::Point { depth, mark: mark.to_owned(), text: inline(text.trim()) });
    }
    if let Some(text) = line.strip_prefix('>') {
        return Some(Block::Quote(inline(text.trim())));
    }
    if line.starts_with('|') {
        let cells: Vec<String> = line.trim_matches('|').split('|').map(|cell| inline(cell.trim())).collect();
        let rule = cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|letter| matches!(letter, '-' | ':')));
        // The rule below the header has no content.
        return (!rule).then(|| Block::Cells(cells, !matches!(before.last(), Some(Block::Cells(..)))));
    }
    Some(Block::Paragraph(inline(line)))
}

/// Removes the markup of emphasis, code and links.
fn inline(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some((name, after)) = link(rest) {
            plain.push_str(name);
            rest = after;
            continue;
        }
        let after = rest.get(letter.len_utf8()..).unwrap_or_default();
        match letter {
            '\\' => {
                let next = after.chars().next().filter(char::is_ascii_punctuation);
                plain.push(next.unwrap_or('\\'));
                rest = after.get(next.map_or(0, char::len_utf8)..).unwrap_or_default();
                continue;
            }
            // A mark that stands alone, as in `2 * 3`, is literal.
            '*' | '`' | '~' if !(plain.is_empty() || plain.ends_with(' ')) || !after.starts_with(' ') => {}
            // Inside a word it is a letter.
            '_' if !plain.ends_with(char::is_alphanumeric) || !after.starts_with(char::is_alphanumeric) => {}
            letter => plain.push(letter),
        }
        rest = after;
    }
    plain
}

/// Returns the name of the link or picture at the start of a text, and the text after it.
fn link(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.strip_prefix("![").or_else(|| text.strip_prefix('['))?.split_once("](")?;
    let (_, after) = rest.split_once(')')?;
    (!name.contains('[')).then_some((name, after))
}

/// Returns the note with the checkbox on a line toggled.
pub(super) fn toggled(body: &str, line: usize) -> String {
    let flip = |text: &str| {
        if text.contains("- [ ] ") {
            text.replacen("- [ ] ", "- [x] ", 1)
        } else {
            text.replacen("- [x] ", "- [ ] ", 1).replacen("- [X] ", "- [ ] ", 1)
        }
    };
    let lines = body.split('\n').enumerate();
    lines.map(|(at, text)| if at == line { flip(text) } else { text.to_owned() }).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_cut_into_blocks() {
        let text = |text: &str| text.to_owned();
        let point = |depth, mark: &str, words: &str| Block::Point { depth, mark: text(mark), text: text(words) };
        let row = |cells: &[&str], head| Block::Cells(cells.iter().map(|cell| text(cell)).collect(), head);
        for (body, expected) in [
            ("", vec![]),
            ("# Soup #\n\nHot.", vec![Block::Heading(1, text("Soup")), Block::Paragraph(text("Hot."))]),
            ("- a\n  * b\n10. c", vec![point(0, "•", "a"), point(1, "•", "b"), point(0, "10.", "c")]),
            ("- [x] done", vec![Block::Box { depth: 0, on: true, line: 0, text: text("done") }]),
            ("> said\n***", vec![Block::Quote(text("said")), Block::Line]),
            ("```\n# no\n```", vec![Block::Code(text("# no"))]),
            ("```\nopen", vec![Block::Code(text("open"))]),
            ("|a|b|\n|-|:-:|\n|1|2|", vec![row(&["a", "b"], true), row(&["1", "2"], false)]),
            ("**bold** _and_ `code` [site](http://x.y)", vec![Block::Paragraph(text("bold and code site"))]),
            ("2 * 3 snake_case \\*x\\*", vec![Block::Paragraph(text("2 * 3 snake_case *x*"))]),
            ("#hash ####### 7.5 é_", vec![Block::Paragraph(text("#hash ####### 7.5 é"))]),
        ] {
            assert_eq!(blocks(body), expected, "{body}");
        }
    }

    #[test]
    fn a_box_is_ticked_where_it_stands() {
        let body = "- [ ] a\n- [ ] b";
        assert_eq!(toggled(body, 1), "- [ ] a\n- [x] b");
        assert_eq!(toggled(&toggled(body, 1), 1), body);
        assert_eq!(toggled(body, 9), body);
    }
}
