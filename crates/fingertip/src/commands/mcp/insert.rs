//! Adding our entry to somebody's configuration, leaving every other letter of it as it is. What cannot be read is not
//! touched.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use toml_edit::DocumentMut;

use super::clients::{Entry, Format, OURS};

/// Adds the entry, or puts it in the place of the one that is there.
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
    let mut document: DocumentMut = text.parse().context("it is no TOML")?;
    let mut ours: DocumentMut = entry.text().parse()?;
    let added = ours.get_mut(entry.table).and_then(|table| table.as_table_mut()?.remove(OURS));
    let Some(added) = added else { bail!("the entry cannot be written") };
    let table = document.entry(entry.table).or_insert_with(|| {
        let mut table = toml_edit::Table::new();
        table.set_implicit(true);
        toml_edit::Item::Table(table)
    });
    let Some(table) = table.as_table_like_mut() else { bail!("`{}` in it is no table", entry.table) };
    table.insert(OURS, added);
    Ok(document.to_string())
}

fn into_json(text: &str, entry: &Entry) -> Result<String> {
    if text.trim().is_empty() {
        return Ok(format!("{}\n", entry.text()));
    }
    let Value::Object(before) = serde_json::from_str(text).context("it is no plain JSON")? else {
        bail!("it is no object")
    };
    let value = indented(&serde_json::to_string_pretty(&entry.value)?, 4);
    let member = format!("\"{OURS}\": {value}");
    let edited = match before.get(entry.table) {
        None => {
            let block = format!("\"{}\": {{\n    {member}\n  }}", entry.table);
            after_brace(text, 0, &block, before.is_empty())
        }
        Some(Value::Object(table)) => {
            let inner = member_of(text, 0, entry.table).context("its table cannot be found")?;
            match table.contains_key(OURS) {
                true => {
                    let start = member_of(text, inner, OURS).context("our entry cannot be found")?;
                    let end = start + value_length(text.get(start..).unwrap_or_default())?;
                    let (head, tail) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
                    Some(format!("{head}{value}{tail}"))
                }
                false => after_brace(text, inner, &member, table.is_empty()),
            }
        }
        Some(_) => bail!("`{}` in it is no object", entry.table),
    };
    let edited = edited.context("it has a form that is not understood")?;
    // What was there must be there still, and ours with it.
    let mut expected = before;
    let table = expected.entry(entry.table).or_insert_with(|| Value::Object(serde_json::Map::new()));
    if let Some(table) = table.as_object_mut() {
        table.insert(OURS.to_owned(), entry.value.clone());
    }
    match serde_json::from_str::<Value>(&edited) {
        Ok(after) if after == Value::Object(expected) => Ok(edited),
        _ => bail!("it has a form that is not understood"),
    }
}

/// The text with a member put behind the first brace from here on.
fn after_brace(text: &str, from: usize, member: &str, empty: bool) -> Option<String> {
    let at = from + text.get(from..)?.find('{')? + 1;
    let indent = if from == 0 { "  " } else { "    " };
    let (comma, rest) = if empty { ("\n", text.get(at..)?.trim_start()) } else { (",", text.get(at..)?) };
    Some(format!("{}\n{indent}{member}{comma}{rest}", text.get(..at)?))
}

/// Where the value of a member begins, in the object that begins here.
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

/// How long what may stand between two values is.
fn spaces(text: &str, mark: &str) -> usize {
    text.len() - text.trim_start_matches(|letter: char| letter.is_whitespace() || mark.contains(letter)).len()
}

/// How long the value is that the text begins with.
fn value_length(text: &str) -> Result<usize> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde::de::IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => Ok(values.byte_offset()),
        _ => bail!("it has a form that is not understood"),
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

    /// What is there stays, letter by letter, and ours is added.
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
