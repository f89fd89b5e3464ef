//! The configured servers: the `mcpServers` files that people already have, in the formats of other programs.
//!
//! `{"mcpServers": {"NAME": {"command", "args", "env", "cwd"} | {"url", "headers"}}}`, VS Code's `servers` with the
//! same entries, comments and trailing commas. A mistake is reported with its file and line, and disables only the
//! server it is in. Values of `env` and `headers` are never shown. Reads only the text that it is given.

mod entry;
mod jsonc;
#[cfg(test)]
mod tests;
mod variables;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use self::entry::{Field, Members};

/// The longest configuration file: a real one is far below a megabyte.
pub const MOST_BYTES: usize = 1 << 20;
/// How many servers one file may have.
const MOST_SERVERS: usize = 100;

/// The contents of the files.
#[derive(Debug, Default)]
pub struct Configured {
    /// The servers, in the order of the files.
    pub servers: Vec<ServerConfig>,
    /// The disabled servers.
    pub disabled: Vec<String>,
    /// The unusable parts, with reasons.
    pub mistakes: Vec<Mistake>,
}

/// One server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerConfig {
    /// The name people know it by.
    pub name: String,
    /// Its transport.
    pub transport: Transport,
    /// The timeout of a call, if the file sets one.
    pub timeout: Option<Duration>,
}

/// The transport of a server.
#[derive(Clone, PartialEq, Eq)]
pub enum Transport {
    /// A program that is started, and that talks over its standard input and output.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Environment variables besides the few that every server gets.
        env: Vec<(String, String)>,
        /// Its working directory.
        cwd: Option<PathBuf>,
    },
    /// Streamable HTTP.
    Http {
        /// Its address.
        url: String,
        /// Additional headers for every request: most often a bearer token.
        headers: Vec<(String, String)>,
    },
}

impl fmt::Debug for Transport {
    /// Omits everything that may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdio { command, .. } => f.debug_struct("Stdio").field("command", command).finish_non_exhaustive(),
            Self::Http { .. } => f.debug_struct("Http").finish_non_exhaustive(),
        }
    }
}

/// A mistake in a file, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1, if known.
    pub line: Option<usize>,
    /// The server that it disables; the whole file if absent.
    pub server: Option<String>,
    /// The mistake.
    pub message: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(server) = &self.server {
            write!(f, ", server {}", action::quoted(server))?;
        }
        write!(f, ": {}", self.message)
    }
}

impl Configured {
    /// Adds the servers of a file. `env` is the environment of this process. If an earlier file has a server of the
    /// same name, that one counts.
    pub fn read(&mut self, file: &Path, text: &str, env: &impl Fn(&str) -> Option<String>) {
        let mistake = |line: Option<usize>, server: Option<&str>, message: String| Mistake {
            file: file.to_owned(),
            line,
            server: server.map(str::to_owned),
            message,
        };
        if text.len() > MOST_BYTES {
            let message = format!("has {} bytes; at most {MOST_BYTES} are read", text.len());
            return self.mistakes.push(mistake(None, None, message));
        }
        let plain = jsonc::blanked(text);
        let found = match servers(&plain) {
            Ok(found) => found,
            Err(Wrong { line, message }) => return self.mistakes.push(mistake(Some(line), None, message)),
        };
        for (name, field) in found {
            let line = field.line();
            if self.servers.len() + self.disabled.len() >= MOST_SERVERS {
                let message = format!("there are more than {MOST_SERVERS} servers; this one and the rest are ignored");
                return self.mistakes.push(mistake(Some(line), Some(&name), message));
            }
            if self.servers.iter().any(|known| known.name == name) || self.disabled.contains(&name) {
                let message = "a server of this name already exists, so this one is ignored".to_owned();
                self.mistakes.push(mistake(Some(line), Some(&name), message));
                continue;
            }
            match entry::read(&name, &field, env) {
                Ok(Some(server)) => self.servers.push(server),
                Ok(None) => self.disabled.push(name),
                Err(Wrong { line, message }) => self.mistakes.push(mistake(Some(line), Some(&name), message)),
            }
        }
    }

    /// Records that a file is unreadable.
    pub fn unreadable(&mut self, file: &Path, why: String) {
        self.mistakes.push(Mistake { file: file.to_owned(), line: None, server: None, message: why });
    }
}

/// A mistake and its line.
#[derive(Debug)]
pub(super) struct Wrong {
    line: usize,
    message: String,
}

/// Returns the entries of all servers: those of `mcpServers`, otherwise of `servers`, otherwise (as in VS Code's
/// settings) of `mcp`.
fn servers(plain: &str) -> Result<Vec<(String, Field<'_>)>, Wrong> {
    let whole: Members<'_> = serde_json::from_str(plain).map_err(|error| {
        let told = error.to_string();
        let message = told.split(" at line ").next().unwrap_or_default();
        let message = format!("this is not JSON: {message}, column {}", error.column());
        Wrong { line: error.line(), message }
    })?;
    let fields = whole.fields(plain);
    let named = |name: &str| fields.iter().find(|(key, _)| key == name).map(|(_, field)| field.clone());
    if let Some(field) = named("mcpServers").or_else(|| named("servers")) {
        return field.members("the servers, each with its name").map(|members| members.fields(plain));
    }
    if let Some(inner) = named("mcp") {
        let members = inner.members("what VS Code has under `mcp`")?.fields(plain);
        if let Some((_, field)) = members.into_iter().find(|(key, _)| key == "servers") {
            return field.members("the servers, each with its name").map(|members| members.fields(plain));
        }
    }
    let keys: Vec<String> = fields.iter().take(5).map(|(key, _)| action::quoted(key)).collect();
    let has = if keys.is_empty() { "nothing".to_owned() } else { keys.join(", ") };
    let message = format!("it has no `mcpServers` (nor VS Code's `servers`), but {has}");
    Err(Wrong { line: 1, message })
}
