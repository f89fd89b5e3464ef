//! Output of commands: data on stdout, and an error in one line. A closed pipe is an error here, which `main` ignores.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use crate::signals::Signals;

/// Prints one line, or several.
pub(crate) fn line(text: impl Display) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).context("cannot write standard output")
}

/// Prints raw bytes.
pub(crate) fn bytes(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).context("cannot write standard output")
}

/// Writes a file that the person named, by the rules of [`task::folder::write_output`]. Returns false if the person
/// interrupted it. A FIFO without a reader blocks, so a separate thread writes the bytes, and the end of the process
/// does not wait for it.
pub(crate) async fn file(path: &Path, bytes: impl AsRef<[u8]> + Send + 'static) -> Result<bool> {
    let (done, written) = tokio::sync::oneshot::channel();
    let target = path.to_owned();
    let mut signals = Signals::new()?;
    std::thread::spawn(move || done.send(task::folder::write_output(&target, bytes.as_ref())));
    tokio::select! {
        written = written => {
            written?.with_context(|| format!("cannot write `{}`", path.display()))?;
            Ok(true)
        }
        () = signals.next() => Ok(false),
    }
}

/// Prints pretty JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<()> {
    line(serde_json::to_string_pretty(value)?)
}

/// Prints a hint for people on stderr. Suggested commands are [completed](crate::hints::complete).
pub(crate) fn hint(text: &str) {
    let text = crate::hints::complete(text);
    let mut err = std::io::stderr().lock();
    // If stderr is gone, the hint is not needed.
    let _ = writeln!(err, "{text}").and_then(|()| err.flush());
}

/// Renders an error with its causes. Skips a cause that the message before it already ends with.
pub(crate) fn whole(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |told, cause| match told.as_str() {
        "" => cause,
        told if told.ends_with(&cause) => told.to_owned(),
        told => format!("{told}: {cause}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_said_once() {
        let disk = || anyhow::anyhow!("disk full");
        assert_eq!(whole(&disk().context("cannot write `x`: disk full")), "cannot write `x`: disk full");
        assert_eq!(
            whole(&disk().context("cannot write `x`").context("not saved")),
            "not saved: cannot write `x`: disk full"
        );
    }
}
