//! Classifies calls of other programs' tools by their arguments: commands, SQL, amounts, recipients, addresses.
//!
//! The word lists cover a tool's name in human words; this module covers its arguments, its description and program
//! verbs. The number of values and their depth are bounded. It calls nothing.

use serde_json::{Map, Value};

use super::effect::{Effect, named, verb, words_of};
use super::intent;
use super::shell::{ShellAnalysis, sql_changes};
use super::url::{Opens, opens};

/// The most argument values that are examined; a call with more counts as unclear.
const VALUES: usize = 512;
/// How deep arguments may be nested.
const DEPTH: usize = 8;

const COMMANDS: &[&str] =
    &["command", "cmd", "commands", "shell", "bash", "commandline", "shellcommand", "args", "argv"];
const CODE: &[&str] =
    &["code", "script", "python", "javascript", "js", "expression", "program", "source", "snippet", "macro"];
const AMOUNTS: &[&str] = &[
    "amount",
    "amounts",
    "price",
    "total",
    "sum",
    "cents",
    "amountcents",
    "amountminor",
    "payment",
    "tip",
    "bid",
    "donation",
    "stake",
];
const RECIPIENTS: &[&str] = &[
    "to",
    "cc",
    "bcc",
    "recipients",
    "recipient",
    "members",
    "attendees",
    "participants",
    "invitees",
    "numbers",
    "phonenumbers",
    "emails",
    "users",
    "channels",
    "chats",
    "groups",
    "contacts",
    "audience",
];
const ADDRESSES: &[&str] = &["url", "uri", "link", "href", "address", "endpoint", "deeplink", "intent", "target"];
const VERB_KEYS: &[&str] =
    &["action", "operation", "op", "verb", "mode", "type", "task", "function", "tool", "do", "intent"];
/// First verbs of the names of tools that only read.
const LOOKS: &[&str] = &[
    "get",
    "list",
    "read",
    "search",
    "find",
    "fetch",
    "lookup",
    "query",
    "convert",
    "calculate",
    "compute",
    "estimate",
    "check",
    "show",
    "describe",
    "count",
    "view",
    "translate",
    "summarize",
    "compare",
    "validate",
    "parse",
    "format",
    "preview",
    "draft",
];

/// Returns the effects of a call, as far as its name, arguments and description tell: each once, with the text that
/// shows it.
pub(super) fn effects(name: &str, args: &Map<String, Value>, description: Option<&str>) -> Vec<(Effect, String)> {
    let own = name.rsplit(['/', ':', '.']).next().unwrap_or(name);
    let words = words_of(own);
    let mut call = Call { looks: words.first().is_some_and(|word| LOOKS.contains(&word.as_str())), ..Call::default() };
    if !call.looks {
        words_of(name).iter().filter_map(|word| verb(word)).for_each(|effect| call.add(effect, name));
        named(own).into_iter().for_each(|effect| call.add(effect, name));
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        if has(&["write", "overwrite", "save", "edit", "move", "rename", "replace", "put", "patch", "upload"])
            && has(&["file", "files", "document", "object", "blob", "text", "content"])
        {
            call.add(Effect::Deletes, name);
        }
        if has(&["eval", "exec", "execute"]) {
            call.add(Effect::Unclear, name);
        }
    }
    for (key, value) in args {
        call.value(key, value, 0);
    }
    if let Some(effect) = description.and_then(described) {
        call.add(effect, description.unwrap_or_default());
    }
    call.found
}

#[derive(Default)]
struct Call {
    /// Whether the tool's name says that it only reads.
    looks: bool,
    found: Vec<(Effect, String)>,
    values: usize,
}

impl Call {
    fn add(&mut self, effect: Effect, what: &str) {
        if !self.found.iter().any(|(found, _)| *found == effect) {
            self.found.push((effect, what.chars().take(200).collect()));
        }
    }

    fn value(&mut self, key: &str, value: &Value, depth: usize) {
        self.values += 1;
        if self.values > VALUES || depth > DEPTH {
            return self.add(Effect::Unclear, key);
        }
        let name = words_of(key).concat();
        let is = |list: &[&str]| list.contains(&name.as_str());
        if is(RECIPIENTS) && !self.looks && people(value) > 1 {
            self.add(Effect::Publishes, key);
        }
        if is(AMOUNTS) && !self.looks && is_amount(value) {
            self.add(Effect::Pays, key);
        }
        match value {
            Value::String(text) => self.text(&name, text),
            Value::Bool(true) => {
                let public =
                    matches!(name.as_str(), "public" | "ispublic" | "everyone" | "toall" | "sendtoall" | "notifyall");
                let effect = if public { Some(Effect::Publishes) } else { named(key) };
                effect.into_iter().for_each(|effect| self.add(effect, key));
            }
            Value::Array(list) => {
                let words: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
                if let Some(words) = words.filter(|_| is(COMMANDS)) {
                    self.command(&words.join(" "));
                }
                list.iter().for_each(|each| self.value(key, each, depth + 1));
            }
            Value::Object(fields) => fields.iter().for_each(|(key, value)| self.value(key, value, depth + 1)),
            _ => {}
        }
    }

    fn text(&mut self, name: &str, text: &str) {
        let is = |list: &[&str]| list.contains(&name);
        if is(COMMANDS) {
            self.command(text);
        }
        if is(CODE) && !text.trim().is_empty() {
            self.command(text);
            self.add(Effect::Unclear, text);
        }
        if sql_changes(text)
            && (is(&["sql", "query", "statement", "q", "stmt", "queries", "statements"]) || text.contains(' '))
        {
            let sql = is(&["sql", "query", "statement", "q", "stmt", "queries", "statements"]);
            self.add(if sql { Effect::Deletes } else { Effect::Unclear }, text);
        }
        let trimmed = text.trim();
        if (is(ADDRESSES) || trimmed.contains("://")) && !trimmed.contains(char::is_whitespace) {
            if let Opens::Does(effect) = opens(trimmed) {
                self.add(effect, text);
            } else if intent::is_package_file(trimmed) {
                self.add(Effect::Installs, text);
            }
        }
        match name {
            "method" | "httpmethod" => match trimmed.to_ascii_uppercase().as_str() {
                "DELETE" => self.add(Effect::Deletes, text),
                "POST" | "PUT" | "PATCH" => self.add(Effect::Unclear, text),
                _ => {}
            },
            "visibility" | "audience" | "privacy" | "access"
                if matches!(trimmed.to_ascii_lowercase().as_str(), "public" | "everyone" | "anyone" | "world") =>
            {
                self.add(Effect::Publishes, text);
            }
            "role" | "permission" | "permissions" | "scope" | "scopes" if !self.looks && !trimmed.is_empty() => {
                self.add(Effect::Grants, text);
            }
            "mention" | "text" | "body" | "message"
                if ["@everyone", "@channel", "@here", "@all"].iter().any(|all| text.contains(all)) =>
            {
                self.add(Effect::Publishes, text);
            }
            _ if is(VERB_KEYS) && !trimmed.contains(' ') => {
                named(trimmed).into_iter().for_each(|effect| self.add(effect, text));
            }
            _ => {}
        }
    }

    /// Adds the effects of a shell command.
    fn command(&mut self, command: &str) {
        for (effect, shown) in ShellAnalysis::of(command).effects() {
            self.add(if effect == Effect::Touches { Effect::Unclear } else { effect }, &shown);
        }
    }
}

fn is_amount(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|number| number != 0.0),
        Value::String(text) => text.chars().any(|c| c.is_ascii_digit() && c != '0'),
        Value::Object(_) => true,
        _ => false,
    }
}

/// Counts the people that a value names.
fn people(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.iter().map(people).sum(),
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "all" | "everyone" | "*" | "@all" | "everybody" | "all contacts" => usize::MAX / VALUES,
            text => text.split([',', ';']).filter(|each| !each.trim().is_empty()).count(),
        },
        Value::Null | Value::Bool(_) => 0,
        _ => 1,
    }
}

/// Returns the effect of a description's first words: `Deletes an event`, `Permanently remove a file`.
fn described(description: &str) -> Option<Effect> {
    let start: String = description.chars().take(160).collect();
    let sentence = start.split(['.', '\n', '!']).next().unwrap_or_default();
    let words = words_of(sentence);
    let without = |word: &str| word.strip_suffix("es").map(str::to_owned);
    words.iter().take(4).find_map(|word| {
        verb(word)
            .or_else(|| word.strip_suffix('s').and_then(verb))
            .or_else(|| without(word).and_then(|word| verb(&word)))
    })
}
