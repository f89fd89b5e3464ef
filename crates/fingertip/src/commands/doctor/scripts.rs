//! Checks the script sandbox: which of its layers work on this machine, and how to get the missing ones.

use std::path::Path;

use super::Finding;
use crate::scripts;

const CHECK: &str = "scripts";

/// Sandboxes a script that does nothing, off the threads that serve requests.
pub(super) async fn look(runs: &Path) -> Finding {
    let runs = runs.to_owned();
    let opened = tokio::task::spawn_blocking(move || scripts::open(runs)).await;
    let fix = "allow user namespaces on this machine (`sysctl kernel.unprivileged_userns_clone=1`), or install \
               bubblewrap (`apt-get install bubblewrap`); without it `run_script` is refused, all else works";
    match opened {
        Ok(sandbox) => match (&sandbox.walls().builder, sandbox.walls().refusal()) {
            (Some(builder), _) => {
                let missing = sandbox.walls().missing();
                let rest = if missing.is_empty() {
                    ", control group".to_owned()
                } else {
                    format!("; without {}", missing.join("; "))
                };
                Finding::ok(CHECK, format!("run in a sandbox: {builder}, landlock, system call filter{rest}"))
            }
            (None, why) => Finding::warn(CHECK, why.unwrap_or_default(), fix),
        },
        Err(error) => Finding::warn(CHECK, error.to_string(), fix),
    }
}
