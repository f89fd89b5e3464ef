//! The entry of one server. Keys that only other programs use (`autoApprove`, `description`, …) are ignored.

use std::path::PathBuf;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::variables::filled;
use super::{ServerConfig, Transport, Wrong};

/// The longest timeout of a call, whatever a file says.
const LONGEST: Duration = Duration::from_secs(3600);
/// The known keys, for suggesting a correction.
const KEYS: &[&str] = &["command", "args", "env", "cwd", "url", "headers", "type", "disabled", "timeout"];

/// The members of an object as they appear in the file.
pub(super) struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry::<String, &'de RawValue>()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

impl<'a> Members<'a> {
    /// Returns each member with its position in the `file` it was read from.
    pub(super) fn fields(self, file: &'a str) -> Vec<(String, Field<'a>)> {
        self.0.into_iter().map(|(key, raw)| (key, Field { raw: raw.get(), file })).collect()
    }
}

/// A value, and the file it is in.
#[derive(Clone)]
pub(super) struct Field<'a> {
    raw: &'a str,
    file: &'a str,
}

impl<'a> Field<'a> {
    /// Returns the line on which it begins, from 1.
    pub(super) fn line(&self) -> usize {
        let offset = (self.raw.as_ptr() as usize).saturating_sub(self.file.as_ptr() as usize);
        self.file.get(..offset).unwrap_or_default().matches('\n').count() + 1
    }

    pub(super) fn members(&self, expected: &str) -> Result<Members<'a>, Wrong> {
        serde_json::from_str(self.raw).map_err(|_| self.wrong(format!("expected an object: {expected}")))
    }

    fn wrong(&self, message: String) -> Wrong {
        Wrong { line: self.line(), message }
    }

    /// Returns a value as text: people write numbers and booleans without quotes.
    fn text(&self, key: &str, expected: &str) -> Result<String, Wrong> {
        match serde_json::from_str(self.raw) {
            Ok(serde_json::Value::String(text)) => Ok(text),
            Ok(value @ (serde_json::Value::Number(_) | serde_json::Value::Bool(_))) => Ok(value.to_string()),
            _ => Err(self.wrong(format!("`{key}` is {expected}"))),
        }
    }

    fn list(&self, key: &str) -> Result<Vec<Self>, Wrong> {
        let items: Vec<&'a RawValue> = serde_json::from_str(self.raw)
            .map_err(|_| self.wrong(format!("`{key}` is a list of texts, as in [\"-y\", \"some-server\"]")))?;
        Ok(items.into_iter().map(|raw| Self { raw: raw.get(), file: self.file }).collect())
    }

    fn flag(&self, key: &str) -> Result<bool, Wrong> {
        serde_json::from_str(self.raw).map_err(|_| self.wrong(format!("`{key}` is true or false")))
    }
}

/// Parses the server; `None` if it is disabled.
pub(super) fn read(
    name: &str,
    entry: &Field<'_>,
    env: &impl Fn(&str) -> Option<String>,
) -> Result<Option<ServerConfig>, Wrong> {
    let fields = entry.members("`command` with `args`, or `url`")?.fields(entry.file);
    let find = |key: &str| fields.iter().find(|(name, _)| name == key).map(|(_, field)| field);
    if name.trim().is_empty() {
        return Err(entry.wrong("a server needs a name".to_owned()));
    }
    let off = find("disabled").map(|field| field.flag("disabled")).transpose()?;
    let on = find("enabled").map(|field| field.flag("enabled")).transpose()?;
    if off == Some(true) || on == Some(false) {
        return Ok(None);
    }
    let value = |field: &Field<'_>, key: &str, expected: &str| {
        filled(&field.text(key, expected)?, env).map_err(|why| field.wrong(format!("`{key}`: {why}")))
    };
    let pairs = |key: &str| -> Result<Vec<(String, String)>, Wrong> {
        let Some(field) = find(key) else { return Ok(Vec::new()) };
        let members = field.members(&format!("`{key}` has names and values"))?.fields(entry.file);
        let told = members.iter().filter(|(_, field)| field.raw != "null");
        told.map(|(name, field)| Ok((name.clone(), value(field, &format!("{key}.{name}"), "a text")?))).collect()
    };
    let kind = match find("type").or_else(|| find("transport")) {
        Some(field) => Some((field, field.text("type", "`stdio` or `http`")?.to_ascii_lowercase())),
        None => None,
    };
    let address = ["url", "httpUrl", "serverUrl"].into_iter().find_map(|key| find(key).map(|field| (key, field)));
    let stdio = match kind.as_ref().map(|(field, kind)| (field, kind.as_str())) {
        None => find("command").is_some(),
        Some((_, "stdio" | "local")) => true,
        Some((_, "http" | "streamable-http" | "streamablehttp" | "streamable_http" | "remote")) => false,
        Some((field, "sse")) => {
            return Err(field.wrong(
                "the transport `sse` of 2024 is not spoken; most such servers have a streamable HTTP address too \
                 (often the same with /mcp at the end): name it with `\"type\": \"http\"`"
                    .to_owned(),
            ));
        }
        Some((field, other)) => {
            let other = action::quoted(other);
            return Err(field.wrong(format!("`type` is {other}; expected `stdio` or `http`")));
        }
    };
    let transport = match (stdio, find("command"), address) {
        (true, Some(field), _) => {
            let command = value(field, "command", "the program to start, as text")?;
            if command.trim().is_empty() {
                return Err(field.wrong("`command` is empty: expected the program to start".to_owned()));
            }
            let args = match find("args") {
                Some(field) => field.list("args")?.iter().map(|arg| value(arg, "args", "a list of texts")).collect(),
                None => Ok(Vec::new()),
            }?;
            let cwd = find("cwd").map(|field| value(field, "cwd", "a folder, as text")).transpose()?;
            Transport::Stdio { command, args, env: pairs("env")?, cwd: cwd.map(PathBuf::from) }
        }
        (false, _, Some((key, field))) => {
            let url = value(field, key, "an address, as text")?;
            let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
            if !matches!(scheme.as_deref(), Some("http" | "https")) {
                return Err(field.wrong(format!("`{key}` is not an address that begins with http:// or https://")));
            }
            Transport::Http { url, headers: pairs("headers")? }
        }
        (stdio, ..) => {
            let needed = match (stdio, kind.is_some()) {
                (true, true) => "`command`, the program to start",
                (false, true) => "`url`, its address",
                _ => "`command` (a program to start) or `url` (an address)",
            };
            let near = fields.iter().find_map(|(key, _)| near(key).map(|known| (key, known)));
            let near = near.map_or_else(String::new, |(key, known)| {
                format!("; is {} meant to be `{known}`?", action::quoted(key))
            });
            return Err(entry.wrong(format!("a server needs {needed}{near}")));
        }
    };
    let timeout = find("timeout").map(|field| time(field)).transpose()?;
    Ok(Some(ServerConfig { name: name.to_owned(), transport, timeout }))
}

/// Programs disagree on seconds or milliseconds: no timeout is 1000 s, and no server answers in 1 ms.
fn time(field: &Field<'_>) -> Result<Duration, Wrong> {
    let number: Option<f64> = serde_json::from_str(field.raw).ok().filter(|number: &f64| *number > 0.0);
    let number = number.ok_or_else(|| field.wrong("`timeout` is a number of seconds above 0".to_owned()))?;
    let seconds = if number >= 1000.0 { number / 1000.0 } else { number };
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST))
}

/// Returns the key that was probably meant.
fn near(key: &str) -> Option<&'static str> {
    let known = KEYS.iter().filter(|known| **known != key);
    let scored = known.map(|known| (strsim::jaro_winkler(key, known), *known)).filter(|(score, _)| *score >= 0.8);
    (!KEYS.contains(&key)).then(|| scored.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, known)| known)).flatten()
}
