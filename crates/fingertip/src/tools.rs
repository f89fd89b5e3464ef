//! The MCP servers that a person configured, in `mcp.json` in the data folder and in the files that the configuration
//! names. The crate `mcp` starts and calls them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agent::{Clock, SystemClock};
use mcp::client::Servers;
use mcp::client::config::{Configured, MOST_BYTES};

use crate::config::Config;

/// The name of the file in the data folder.
pub(crate) const FILE: &str = "mcp.json";

/// Returns the configured servers; none is started before it is needed. An unreadable file is reported like any other
/// mistake and only removes its own servers.
pub(crate) fn servers(data: &Path, config: &Config) -> Servers {
    let mut configured = Configured::default();
    let usual = data.join(FILE);
    if usual.exists() {
        read(&mut configured, &usual);
    }
    for file in &config.mcp.files {
        read(&mut configured, &whole(data, file));
    }
    for mistake in &configured.mistakes {
        tracing::warn!("{mistake}");
    }
    Servers::new(configured, config.mcp.tool_tokens, Arc::new(SystemClock::new()) as Arc<dyn Clock>)
}

fn read(configured: &mut Configured, file: &Path) {
    match std::fs::metadata(file) {
        Ok(found) if found.len() > MOST_BYTES as u64 => {
            configured.unreadable(file, format!("has more than {MOST_BYTES} bytes"));
        }
        Ok(_) => match std::fs::read_to_string(file) {
            Ok(text) => configured.read(file, &text, &|name| std::env::var(name).ok()),
            Err(error) => configured.unreadable(file, format!("cannot be read: {error}")),
        },
        Err(error) => configured.unreadable(file, format!("cannot be read: {error}")),
    }
}

/// Resolves a path in the configuration: `~` is the home directory, and relative paths are in the data folder.
fn whole(data: &Path, file: &Path) -> PathBuf {
    match file.strip_prefix("~") {
        Ok(rest) => dirs::home_dir().map_or_else(|| file.to_owned(), |home| home.join(rest)),
        Err(_) => data.join(file),
    }
}
