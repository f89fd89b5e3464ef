//! Macros as TOML: written so that people can read and review them, read with the line of every problem, changed
//! without losing a comment.

mod lines;
mod write;

use action::macros::Macro;
use toml_edit::DocumentMut;

use self::lines::line_of;
pub use self::write::written;

/// The longest file, in bytes: 200 steps of five kilobytes each.
pub const MOST_BYTES: usize = 1 << 20;

/// Why a file is no macro. Each problem has its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.problems.join("\n"))]
pub struct TextError {
    /// The problems, each as `FILE:LINE: reason`.
    pub problems: Vec<String>,
}

impl TextError {
    fn one(file: &str, line: usize, reason: &str) -> Self {
        // The parser's messages have several lines.
        let reason: Vec<&str> = reason.split_whitespace().collect();
        Self { problems: vec![format!("{file}:{line}: {}", reason.join(" "))] }
    }
}

/// Reads a macro. `file` is its name in messages.
pub fn read(file: &str, text: &str) -> Result<Macro, TextError> {
    if text.len() > MOST_BYTES {
        return Err(TextError::one(
            file,
            1,
            &format!("the file has {} bytes; at most {MOST_BYTES} are read", text.len()),
        ));
    }
    let one: Macro = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        TextError::one(file, line_at(text, at), error.message())
    })?;
    let findings = one.check();
    if findings.is_empty() {
        return Ok(one);
    }
    let problems = findings.iter().map(|finding| {
        let line = line_of(text, &finding.path);
        let place = if finding.path.is_empty() { String::new() } else { format!("`{}`: ", finding.path) };
        format!("{file}:{line}: {place}{}", finding.message)
    });
    Err(TextError { problems: problems.collect() })
}

/// Changes one of the texts at the top of a macro, and keeps all comments. `field` is `name`, `about` or `goal`.
pub fn edited(file: &str, text: &str, field: &str, value: &str) -> Result<String, TextError> {
    read(file, text)?;
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        TextError::one(file, line_at(text, error.span().map_or(0, |span| span.start)), error.message())
    })?;
    match document.get_mut(field).and_then(toml_edit::Item::as_value_mut) {
        Some(known) => {
            let decor = known.decor().clone();
            *known = value.into();
            *known.decor_mut() = decor;
        }
        None => {
            document.insert(field, toml_edit::value(value));
        }
    }
    let changed = document.to_string();
    read(file, &changed)?;
    Ok(changed)
}

/// The line of a byte, from 1.
fn line_at(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTE: &str = r#"# What I say to the kitchen.
version = 1
name = "note" # short
goal = "take a note: {text}"

[[parameter]]
name = "text"

# Opens the form.
[[step]]
do = { type = "tap" }
on.id = "app:id/new"
on.name = "New note"

[[step]]
do = { type = "type", text = "{text}" }
on = { id = "app:id/body", role = "field" }
expect = [{ changed = { role = "field", text = "{text}" } }]
"#;

    #[test]
    fn a_macro_can_be_written_and_read_again() {
        let one = read("note.toml", NOTE).unwrap();
        assert_eq!(read("note.toml", &written(&one)).unwrap(), one, "{}", written(&one));
    }

    #[test]
    fn comments_survive_a_change() {
        let changed = edited("note.toml", NOTE, "name", "kitchen").unwrap();
        assert!(
            changed.contains("# What I say to the kitchen.") && changed.contains("name = \"kitchen\" # short"),
            "{changed}"
        );
        assert!(changed.contains("# Opens the form."), "{changed}");
        let with_about = edited("note.toml", NOTE, "about", "Tells the \"cook\".").unwrap();
        assert_eq!(read("x", &with_about).unwrap().about, "Tells the \"cook\".");
        assert!(edited("note.toml", NOTE, "name", "../etc").is_err());
    }

    #[test]
    fn every_problem_names_its_line_and_its_reason() {
        for (change, expected) in [
            (("version = 1", "version = 2"), "note.toml:2: `version`: the macro has version 2"),
            (("name = \"note\"", "name = \"../note\""), "note.toml:3: `name`: `../note` is not a name"),
            (("name = \"note\"", "name = 7"), "note.toml:3: invalid type: integer"),
            (("name = \"note\"", "name = note"), "note.toml:3: "),
            (("type = \"tap\"", "type = \"fly\""), "note.toml:11: `step[0].do.type`: `fly` is not a known type"),
            (
                ("text = \"{text}\" }\non", "text = \"{txt}\" }\non"),
                "note.toml:16: `step[1].do.text`: `{txt}` is not a parameter",
            ),
            (("on.name", "on.nmae"), "note.toml:13: unknown field `nmae`"),
            (
                ("[[parameter]]\nname", "[[parameter]]\nkind = \"colour\"\nname"),
                "note.toml:7: unknown variant `colour`",
            ),
            (
                ("type = \"tap\"", "type = \"run_macro\", name = \"note\""),
                "note.toml:11: `step[0].do`: the macro runs itself",
            ),
            (("[[step]]\ndo = { type = \"tap\" }", "[[step]]"), "note.toml:10: missing field `do`"),
        ] {
            let text = NOTE.replacen(change.0, change.1, 1);
            assert_ne!(text, NOTE, "{change:?}");
            let error = read("note.toml", &text).unwrap_err();
            assert!(error.problems[0].starts_with(expected), "{change:?}: {error}");
        }
        assert!(read("x", &"#".repeat(MOST_BYTES + 1)).unwrap_err().to_string().contains("at most"));
    }

    #[test]
    fn nothing_a_file_says_breaks_the_reader() {
        for cut in 0..NOTE.len() {
            let _ = read("x", &NOTE[..cut]);
            let _ = read("x", &format!("{}\u{0}{}", &NOTE[..cut], &NOTE[cut..]));
        }
        let deep = format!("version = {}1{}", "[".repeat(5_000), "]".repeat(5_000));
        assert!(read("x", &deep).is_err());
    }
}
