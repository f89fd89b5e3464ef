//! What commands print: their data, on stdout, and an error in one line. Whoever reads the data may have had
//! enough: that is an error here, and none in `main`.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use crate::signals::Signals;

/// One line, or several.
pub(crate) fn line(text: impl Display) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).context("cannot write standard output")
}

/// Data as it is.
pub(crate) fn bytes(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).context("cannot write standard output")
}

/// Writes a file that the person named, by the rules of [`task::folder::write_output`]. Returns false if the person
/// interrupted it: a FIFO without a reader blocks, and so the bytes are written on a thread that the end of the process
/// does not wait for.
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

/// JSON that people may read too.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<()> {
    line(serde_json::to_string_pretty(value)?)
}

/// A word for people, where there is no data to print. Commands that it suggests are made
/// [whole](crate::hints::complete).
pub(crate) fn hint(text: &str) {
    let text = crate::hints::complete(text);
    let mut err = std::io::stderr().lock();
    // Where nobody reads it any more, nobody misses it.
    let _ = writeln!(err, "{text}").and_then(|()| err.flush());
}

/// An error with its causes. One that the message before it ends with already is not said again.
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
