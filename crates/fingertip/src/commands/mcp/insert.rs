//! Adds our entry to a client's configuration and leaves every other byte unchanged. A file that cannot be parsed is
//! not touched.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use toml_edit::DocumentMut;

use super::clients::{Entry, Format, OURS};

/// Adds the entry, or replaces the existing one.
pub(super) fn into_file(path: &Path, entry: &Entry) -> Result<()> {
    let before = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read `{}`", path.display())),
    };
    let advice = || format!("`{}` was not changed; add this by hand:\n{}", path.display(), entry.text());
    let after = into_text(&before, entry).with_context(advice)?;
    task::folder::write_output(path, after.as_bytes()).with_context(|| format!("cannot write `{}`", path.display()))
}

fn into_text(text: &str, entry: &Entry) -> Result<String> {
    match entry.format {
        Format::Toml => into_toml(text, entry),
        Format::Json => into_json(text, entry),
    }
}

fn into_toml(text: &str, entry: &Entry) -> Result<String> {
    let mut document: DocumentMut = text.parse().context("it is not valid TOML")?;
    let mut ours: DocumentMut = entry.text().parse()?;
    let added = ours.get_mut(entry.table).and_then(|table| table.as_table_mut()?.remove(OURS));
    let Some(added) = added else { bail!("cannot write the entry") };
    let table = document.entry(entry.table).or_insert_with(|| {
        let mut table = toml_edit::Table::new();
        table.set_implicit(true);
        toml_edit::Item::Table(table)
    });
    let Some(table) = table.as_table_like_mut() else { bail!("its `{}` is not a table", entry.table) };
    table.insert(OURS, added);
    Ok(document.to_string())
}

fn into_json(text: &str, entry: &Entry) -> Result<String> {
    if text.trim().is_empty() {
        return Ok(format!("{}\n", entry.text()));
    }
    let Value::Object(before) = serde_json::from_str(text).context("it is not plain JSON")? else {
        bail!("it is not an object")
    };
    let value = indented(&serde_json::to_string_pretty(&entry.value)?, 4);
    let member = format!("\"{OURS}\": {value}");
    let edited = match before.get(entry.table) {
        None => {
            let block = format!("\"{}\": {{\n    {member}\n  }}", entry.table);
            after_brace(text, 0, &block, before.is_empty())
        }
        Some(Value::Object(table)) => {
            let inner = member_of(text, 0, entry.table).context("cannot find its table")?;
            match table.contains_key(OURS) {
                true => {
                    let start = member_of(text, inner, OURS).context("cannot find our entry")?;
                    let end = start + value_length(text.get(start..).unwrap_or_default())?;
                    let (head, tail) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
                    Some(format!("{head}{value}{tail}"))
                }
                false => after_brace(text, inner, &member, table.is_empty()),
            }
        }
        Some(_) => bail!("its `{}` is not an object", entry.table),
    };
    let edited = edited.context("its layout is not supported")?;
    // Everything else must be unchanged, with our entry added.
    let mut expected = before;
    let table = expected.entry(entry.table).or_insert_with(|| Value::Object(serde_json::Map::new()));
    if let Some(table) = table.as_object_mut() {
        table.insert(OURS.to_owned(), entry.value.clone());
    }
    match serde_json::from_str::<Value>(&edited) {
        Ok(after) if after == Value::Object(expected) => Ok(edited),
        _ => bail!("its layout is not supported"),
    }
}

/// Inserts a member after the first brace from here on.
fn after_brace(text: &str, from: usize, member: &str, empty: bool) -> Option<String> {
    let at = from + text.get(from..)?.find('{')? + 1;
    let indent = if from == 0 { "  " } else { "    " };
    let (comma, rest) = if empty { ("\n", text.get(at..)?.trim_start()) } else { (",", text.get(at..)?) };
    Some(format!("{}\n{indent}{member}{comma}{rest}", text.get(..at)?))
}

/// Returns where the value of a member begins, in the object that begins at `object`.
fn member_of(text: &str, object: usize, name: &str) -> Option<usize> {
    let open = object + text.get(object..)?.find('{')?;
    let mut at = open + 1;
    loop {
        at += spaces(text.get(at..)?, ",");
        let rest = text.get(at..)?;
        if !rest.starts_with('"') {
            return None;
        }
        let key_length = value_length(rest).ok()?;
        let key: String = serde_json::from_str(rest.get(..key_length)?).ok()?;
        at += key_length;
        at += spaces(text.get(at..)?, ":");
        if key == name {
            return Some(at);
        }
        at += value_length(text.get(at..)?).ok()?;
    }
}

/// Returns the length of the white space and mark between two values.
fn spaces(text: &str, mark: &str) -> usize {
    text.len() - text.trim_start_matches(|letter: char| letter.is_whitespace() || mark.contains(letter)).len()
}

/// Returns the length of the value at the start of the text.
fn value_length(text: &str) -> Result<usize> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde::de::IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => Ok(values.byte_offset()),
        _ => bail!("its layout is not supported"),
    }
}

fn indented(text: &str, by: usize) -> String {
    text.replace('\n', &format!("\n{}", " ".repeat(by)))
}

#[cfg(test)]
mod tests {
    use super::super::clients::ClientName;
    use super::*;

    fn entry(client: ClientName) -> Entry {
        client.entry("/bin/fingertip", &["mcp".to_owned()])
    }

    /// Everything that was in the file stays, byte by byte, and ours is added.
    fn check(client: ClientName, before: &str, kept: &[&str]) {
        let after = into_text(before, &entry(client)).unwrap();
        for part in kept {
            assert!(after.contains(part), "{part:?} is not in {after}");
        }
        let again = into_text(&after, &entry(client)).unwrap();
        assert_eq!(again, after, "twice is once");
        let value: Value = match entry(client).format {
            Format::Json => serde_json::from_str(&after).unwrap(),
            Format::Toml => serde_json::to_value(toml::from_str::<toml::Value>(&after).unwrap()).unwrap(),
        };
        assert_eq!(value[entry(client).table][OURS]["command"], "/bin/fingertip", "{after}");
    }

    #[test]
    fn our_entry_is_added_and_nothing_else_is_touched() {
        use ClientName::{ClaudeCode, Codex, Cursor, Vscode};
        check(Cursor, "", &[]);
        check(Cursor, "{}", &[]);
        check(Cursor, "{\n  \"zebra\": 1,\n  \"ant\": [1,2]\n}\n", &["\"zebra\": 1,\n  \"ant\": [1,2]\n}"]);
        check(Cursor, "{\"mcpServers\":{}}", &[]);
        check(
            ClaudeCode,
            "{\"a\":\"{\",\"mcpServers\":{\"x\":{\"command\":\"y\"}}}",
            &["\"a\":\"{\"", "\"x\":{\"command\":\"y\"}"],
        );
        check(Cursor, "{\"mcpServers\":{\"fingertip\":{\"command\":\"old\"},\"x\":{}}}", &["\"x\":{}"]);
        check(Vscode, "{\"inputs\": []}", &["\"inputs\": []"]);
        check(
            Codex,
            "# mine\nmodel = \"x\"\n\n[mcp_servers.other]\ncommand = \"y\"\n",
            &["# mine\nmodel = \"x\"", "[mcp_servers.other]\ncommand = \"y\""],
        );
        check(Codex, "", &[]);
    }

    #[test]
    fn what_is_not_understood_is_not_changed() {
        for bad in ["[]", "7", "{\"mcpServers\":7}", "// a comment\n{}", "{"] {
            assert!(into_text(bad, &entry(ClientName::Cursor)).is_err(), "{bad}");
        }
        assert!(into_text("mcp_servers = 7", &entry(ClientName::Codex)).is_err());
        assert!(into_text("= x", &entry(ClientName::Codex)).is_err());
    }
}
