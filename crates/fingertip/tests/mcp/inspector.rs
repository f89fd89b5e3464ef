//! The MCP Inspector's command line, from npm.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::absent;
use crate::rig::{World, binary};

/// Returns where `cargo xtask setup` installed the npm packages.
pub(crate) fn packages() -> Option<PathBuf> {
    let folder = std::env::var_os("FINGERTIP_CLIENTS_NODE").map(PathBuf::from);
    if folder.is_none() {
        absent::skipped("Node with the clients");
    }
    folder
}

/// Returns the inspector's output for one method.
fn inspect(packages: &Path, target: &[&str], more: &[&str]) -> Value {
    let home = tempfile::tempdir().unwrap();
    let output = binary::alone("node")
        .arg(packages.join("node_modules/.bin/mcp-inspector"))
        .arg("--cli")
        .args(more)
        .args(["--format", "json", "--quiet"])
        .args(target)
        .env("HOME", home.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{more:?}: {out}{err}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{more:?}: {error}: {out}{err}"))
}

#[test]
fn the_inspector_lists_and_calls_over_both_transports_and_in_both_eras() {
    let Some(packages) = packages() else { return };
    let world = World::new();
    let address = format!("http://{}/mcp", world.host);
    let bearer = format!("Authorization: Bearer {}", world.agent("inspector"));
    let data = world.data();
    let http = [address.as_str(), "--transport", "http", "--header", &bearer];
    let stdio = [binary::PATH, "mcp", "--data", data.to_str().unwrap(), "--as", "inspector"];
    for target in [http.as_slice(), stdio.as_slice()] {
        for era in ["legacy", "modern"] {
            let listed = inspect(&packages, target, &["--protocol-era", era, "--method", "tools/list"]);
            assert!(listed.to_string().contains("phone_observe"), "{era} {target:?}: {listed}");
            let call = ["--protocol-era", era, "--method", "tools/call", "--tool-name", "phone_observe"];
            let seen = inspect(&packages, target, &call);
            assert!(seen.to_string().contains("360x640"), "{era} {target:?}: {seen}");
        }
    }
}
