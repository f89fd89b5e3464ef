//! Edits the text of `fingertip.toml` and leaves everything else as the person wrote it: comments, order, white space.
//! Pure: text in, text out; `Config::read` decides whether the result is valid.

use anyhow::{Context, Result};
use toml_edit::{Array, Document, DocumentMut, Item, Key, Table, TableLike, Value, value};

/// A change to the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Edit {
    /// Adds a model, or changes some of its fields and keeps the others.
    PutModel(String, ModelEntry),
    /// Removes a model, also as the default.
    RemoveModel(String),
    /// Sets the model for tasks that name none.
    DefaultModel(Option<String>),
    /// Sets whether a person confirms every plan.
    AlwaysConfirm(bool),
    /// Sets the URL called when a person is needed.
    Webhook(Option<String>),
    /// Appends a phone to the list.
    AddPhone(String),
    /// Removes a phone.
    RemovePhone(String),
}

/// The fields of a model that the desktop sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ModelEntry {
    pub(crate) base_url: String,
    pub(crate) model: String,
    pub(crate) dialect: Option<String>,
    pub(crate) key_env: Option<String>,
}

impl Edit {
    /// Returns the text with the change applied.
    pub(crate) fn apply(&self, text: &str) -> Result<String> {
        match self {
            Self::PutModel(name, entry) => set_in(text, &["models", name], |model| {
                set(model, "base_url", Some(entry.base_url.as_str().into()));
                set(model, "model", Some(entry.model.as_str()).filter(|name| !name.is_empty()).map(Value::from));
                set(model, "dialect", entry.dialect.as_deref().map(Value::from));
                set(model, "key_env", entry.key_env.as_deref().map(Value::from));
            }),
            Self::RemoveModel(name) => {
                let text = without_model(text, name)?;
                let usual = read(&text)?.get("default_model").and_then(Item::as_str) == Some(name);
                if usual { set_root(&text, "default_model", None) } else { Ok(text) }
            }
            Self::DefaultModel(name) => set_root(text, "default_model", name.as_deref().map(Value::from)),
            Self::AlwaysConfirm(on) => {
                set_in(text, &["executor"], |executor| set(executor, "always_confirm", Some((*on).into())))
            }
            Self::Webhook(None) if read(text)?.get("server").is_none() => Ok(text.to_owned()),
            Self::Webhook(url) => {
                set_in(text, &["server"], |server| set(server, "webhook", url.as_deref().map(Value::from)))
            }
            Self::AddPhone(address) => {
                let mut phones = phones(text)?;
                if !phones.iter().any(|known| known.as_str() == Some(address)) {
                    phones.push(address.as_str());
                }
                set_root(text, "phones", Some(phones.into()))
            }
            Self::RemovePhone(address) => {
                let mut phones = phones(text)?;
                phones.retain(|known| known.as_str() != Some(address));
                set_root(text, "phones", (!phones.is_empty()).then(|| phones.into()))
            }
        }
    }
}

fn read(text: &str) -> Result<DocumentMut> {
    text.parse().context("cannot read the configuration")
}

fn phones(text: &str) -> Result<Array> {
    Ok(read(text)?.get("phones").and_then(Item::as_array).cloned().unwrap_or_default())
}

/// Changes a table, written `[name]` or `name = {}`. A missing table is added at the end of the file, below the
/// comments of what is there.
fn set_in(text: &str, path: &[&str], change: impl FnOnce(&mut dyn TableLike)) -> Result<String> {
    let mut document = read(text)?;
    let mut parent: &mut dyn TableLike = document.as_table_mut();
    for (depth, name) in path.iter().enumerate() {
        let inline = depth > 0 && !parent.is_empty() && parent.iter().all(|(_, item)| item.is_inline_table());
        if parent.get(name).is_none() && inline {
            parent.insert(name, value(toml_edit::InlineTable::new()));
        }
        if parent.get(name).is_none() {
            let header: Vec<String> = path.iter().map(|name| Key::new(*name).to_string()).collect();
            let gap = if text.is_empty() || text.ends_with("\n\n") { "" } else { "\n" };
            let line = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            return set_in(&format!("{text}{line}{gap}[{}]\n", header.join(".")), path, change);
        }
        let found = parent.get_mut(name).and_then(Item::as_table_like_mut);
        parent = found.with_context(|| format!("`{name}` is not a table in the configuration"))?;
    }
    change(parent);
    Ok(document.to_string())
}

/// Sets a value and keeps the formatting around the old one, or removes the key.
fn set(table: &mut dyn TableLike, key: &str, new: Option<Value>) {
    let Some(mut new) = new else {
        table.remove(key);
        return;
    };
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
        None => _ = table.insert(key, value(new)),
    }
}

/// Does the same at the top of the file. A new key goes below the line that describes it, as in the template (`# key =
/// …`), else first. Removing a key removes only its own lines.
fn set_root(text: &str, key: &str, new: Option<Value>) -> Result<String> {
    let document = Document::parse(text).context("cannot read the configuration")?;
    let known = document.as_table().get_key_value(key).and_then(|(name, item)| Some((name.span()?, item.span()?)));
    match (known, new) {
        (None, None) => Ok(text.to_owned()),
        (Some(_), Some(new)) => {
            let mut document = document.into_mut();
            set(document.as_table_mut(), key, Some(new));
            Ok(document.to_string())
        }
        (Some((name, item)), None) => {
            let begin = text.get(..name.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
            let end = line_end(text, item.end);
            Ok(format!("{}{}", text.get(..begin).unwrap_or_default(), text.get(end..).unwrap_or_default()))
        }
        (None, Some(new)) => {
            let described = format!("# {key} = ");
            let mut at = 0;
            let root = text.split_inclusive('\n').take_while(|line| !line.trim_start().starts_with('['));
            let lines = root.map(|line| {
                at += line.len();
                (at, line)
            });
            let at = lines.filter(|(_, line)| line.starts_with(&described)).last().map_or(0, |(end, _)| end);
            let (above, below) = text.split_at_checked(at).unwrap_or(("", text));
            let line = if above.is_empty() || above.ends_with('\n') { "" } else { "\n" };
            Ok(format!("{above}{line}{key} = {}\n{below}", new.to_string().trim()))
        }
    }
}

/// Returns the start of the line after this position.
fn line_end(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |line| at + line + 1)
}

/// Removes a model. The comments above it stay, above the next table, because they may be about more than this model.
fn without_model(text: &str, name: &str) -> Result<String> {
    let mut document = read(text)?;
    let Some(models) = document.get_mut("models").and_then(Item::as_table_like_mut) else { return Ok(text.to_owned()) };
    let removed = models.remove(name);
    if models.is_empty() && document.get("models").and_then(Item::as_table).is_some_and(Table::is_implicit) {
        document.remove("models");
    }
    if let Some(Item::Table(removed)) = removed {
        let left = removed.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default().to_owned();
        match next_table(document.as_table_mut(), removed.position()) {
            Some(next) => {
                let prefix = next.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default();
                let prefix = format!("{left}{prefix}");
                next.decor_mut().set_prefix(prefix);
            }
            None => {
                let trailing = format!("{left}{}", document.trailing().as_str().unwrap_or_default());
                document.set_trailing(trailing);
            }
        }
    }
    Ok(document.to_string())
}

/// Returns the first table below this position that has a line of its own.
fn next_table(table: &mut Table, after: Option<isize>) -> Option<&mut Table> {
    let inner = table.iter_mut().filter_map(|(_, item)| item.as_table_mut());
    let below = inner.filter_map(|inner| {
        let itself = !inner.is_implicit() && inner.position() > after;
        if itself { Some(inner) } else { next_table(inner, after) }
    });
    below.min_by_key(|table| table.position())
}
