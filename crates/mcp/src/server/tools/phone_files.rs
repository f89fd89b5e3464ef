//! `phone_files`: the files of a phone, through its shell commands; each requires approval like any command.

use std::sync::Arc;

use action::phone::{AgentAction, Shell};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use task::device::command_line;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::phone::words;
use super::super::tool::{Hints, Tool};

/// The largest file that one call can write: what fits into a command.
const MOST_GIVEN: usize = 48 << 10;
/// The same in base64.
const MOST_READ: usize = 64 << 10;

/// Lists, reads and writes files.
pub(crate) struct PhoneFiles;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    what: What,
    /// Such as /sdcard/Download/a.txt
    path: String,
    /// To write
    #[serde(default)]
    text: Option<String>,
    /// To write instead of text
    #[serde(default)]
    base64: Option<String>,
    #[serde(default)]
    device: Option<String>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum What {
    List,
    Read,
    Write,
}

/// The outcome.
#[derive(Serialize)]
pub(crate) struct Files {
    ok: bool,
    /// The list, or the content of the file: base64 if it is not text.
    content: String,
}

impl Tool for PhoneFiles {
    type Arguments = Arguments;
    type Output = Files;
    const NAME: &'static str = "phone_files";
    const TITLE: &'static str = "Files of a phone";
    const ABOUT: &'static str =
        "Lists a folder, or reads or writes a file of up to 48 KiB. A person is asked the first time.";
    const HINTS: Hints = Hints::MayDestroy;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Files>, Problem> {
        let Arguments { what, path, text, base64, device } = arguments;
        if !path.starts_with('/') || path.len() > 4096 || path.chars().any(char::is_control) {
            return Err(Problem::new("`path` must be an absolute path such as /sdcard/Download/list.txt"));
        }
        let command = match what {
            // With the slash the folder itself is listed, even if its name is a link, as `/sdcard` is.
            What::List => command_line(&["ls", "-la", &format!("{}/", path.trim_end_matches('/'))]),
            // One letter more than the limit shows that there is more.
            What::Read => format!("{} | head -c {}", command_line(&["base64", "-w", "0", &path]), MOST_READ + 1),
            What::Write => {
                let encoded = match (text, base64) {
                    (Some(text), None) => STANDARD.encode(text),
                    (None, Some(encoded)) => encoded,
                    _ => return Err(Problem::new("to write, give `text` or `base64`")),
                };
                let bytes = STANDARD.decode(&encoded).map_err(|_| Problem::new("`base64` is not valid base64"))?;
                if bytes.len() > MOST_GIVEN {
                    return Err(Problem(format!("at most {MOST_GIVEN} bytes can be written in one call")));
                }
                format!("{} | base64 -d > {}", command_line(&["echo", &encoded]), command_line(&[&path]))
            }
        };
        let action = AgentAction::Shell(Shell { command, reason: None });
        let id = call.phone(device.as_deref()).await?;
        let (_, report) = call.carry_out(&id, vec![action.into()], String::new()).await?;
        let (ok, said) = words(&report);
        let printed = report.results.iter().find(|result| result.ok).map(|result| result.text.clone());
        if matches!(what, What::Read) && printed.as_ref().is_some_and(|printed| printed.trim_end().len() > MOST_READ) {
            return Err(Problem(format!("the file has more than {MOST_GIVEN} bytes, so it is not returned")));
        }
        let content = match (what, printed) {
            (What::Read, Some(printed)) => decoded(&printed),
            (_, Some(printed)) => printed,
            (_, None) => said,
        };
        Ok(Answer { failed: !ok, ..Answer::saying(Files { ok, content: content.clone() }, content) })
    }
}

/// Decodes a command's base64 output as text; unchanged if it is not text.
fn decoded(printed: &str) -> String {
    let bytes = STANDARD.decode(printed.trim()).ok();
    bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_else(|| printed.trim().to_owned())
}
