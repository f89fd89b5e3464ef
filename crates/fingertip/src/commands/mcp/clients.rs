//! The MCP clients that `mcp install` knows: where each keeps its servers, and in which format.

use std::path::PathBuf;

use clap::ValueEnum;
use serde_json::{Map, Value, json};

/// An MCP client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ClientName {
    /// Claude Desktop
    ClaudeDesktop,
    /// Claude Code
    ClaudeCode,
    /// Cursor
    Cursor,
    /// Visual Studio Code
    Vscode,
    /// Windsurf
    Windsurf,
    /// Zed
    Zed,
    /// Gemini CLI
    Gemini,
    /// Codex
    Codex,
    /// Any other client that reads `mcpServers`
    Other,
}

/// The entry for a configuration file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    /// The table it goes into.
    pub(super) table: &'static str,
    /// The value under our name.
    pub(super) value: Value,
    pub(super) format: Format,
}

/// The format of a configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Toml,
}

/// Our name in clients' configurations.
pub(super) const OURS: &str = "fingertip";

impl ClientName {
    /// Returns the name under which the client acts.
    pub(super) fn agent(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "claude-desktop",
            Self::ClaudeCode => "claude-code",
            Self::Cursor => "cursor",
            Self::Vscode => "vscode",
            Self::Windsurf => "windsurf",
            Self::Zed => "zed",
            Self::Gemini => "gemini",
            Self::Codex => "codex",
            Self::Other => "mcp",
        }
    }

    pub(super) fn entry(self, program: &str, arguments: &[String]) -> Entry {
        let plain = json!({ "command": program, "args": arguments });
        let (table, value, format) = match self {
            Self::Vscode => {
                ("servers", json!({ "type": "stdio", "command": program, "args": arguments }), Format::Json)
            }
            Self::Zed => ("context_servers", plain, Format::Json),
            Self::Codex => ("mcp_servers", plain, Format::Toml),
            _ => ("mcpServers", plain, Format::Json),
        };
        Entry { table, value, format }
    }

    /// Returns the user's configuration file.
    pub(super) fn file(self) -> Option<PathBuf> {
        let home = std::env::home_dir()?;
        let settings = || {
            if cfg!(target_os = "macos") {
                Some(home.join("Library/Application Support"))
            } else if cfg!(windows) {
                std::env::var_os("APPDATA").map(PathBuf::from)
            } else {
                let set = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
                Some(set.unwrap_or_else(|| home.join(".config")))
            }
        };
        match self {
            Self::ClaudeDesktop => Some(settings()?.join("Claude/claude_desktop_config.json")),
            Self::ClaudeCode => Some(home.join(".claude.json")),
            Self::Cursor => Some(home.join(".cursor/mcp.json")),
            Self::Vscode => Some(settings()?.join("Code/User/mcp.json")),
            Self::Windsurf => Some(home.join(".codeium/windsurf/mcp_config.json")),
            Self::Zed if cfg!(windows) => Some(settings()?.join("Zed/settings.json")),
            Self::Zed => Some(home.join(".config/zed/settings.json")),
            Self::Gemini => Some(home.join(".gemini/settings.json")),
            Self::Codex => Some(home.join(".codex/config.toml")),
            Self::Other => None,
        }
    }
}

impl Entry {
    /// Returns the entry as a person would paste it.
    pub(super) fn text(&self) -> String {
        match self.format {
            Format::Json => {
                let mut table = Map::new();
                table.insert(OURS.to_owned(), self.value.clone());
                serde_json::to_string_pretty(&json!({ self.table: table })).unwrap_or_default()
            }
            Format::Toml => {
                let command = toml::Value::try_from(&self.value["command"]).unwrap_or_else(|_| String::new().into());
                let arguments = toml::Value::try_from(&self.value["args"]).unwrap_or_else(|_| String::new().into());
                format!("[{}.{OURS}]\ncommand = {command}\nargs = {arguments}", self.table)
            }
        }
    }
}
