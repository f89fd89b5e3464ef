//! Recognises a phone's error messages. Many of its commands fail with exit status 0.

use crate::DeviceError;
use crate::shell_command::short_name;
use crate::wire::Output;

/// Returns the output, or the error that it reports.
pub(crate) fn checked(command: &str, output: Output) -> Result<Output, DeviceError> {
    match complaint(&output) {
        None => Ok(output),
        Some(said) if said.contains("INJECT_EVENTS") => Err(DeviceError::InputForbidden { said }),
        Some(said) => Err(DeviceError::Phone { command: short_name(command), said, status: output.status }),
    }
}

/// Returns the phone's complaint, in its own words.
pub(crate) fn complaint(output: &Output) -> Option<String> {
    let (stdout, stderr) = (output.text(), output.complaints());
    let mut lines = stderr.lines().chain(stdout.lines()).map(str::trim).filter(|line| !line.is_empty());
    if let Some(line) = lines.by_ref().find(|line| is_complaint(line)) {
        // "Exception occurred while executing 'tap':" says nothing; the exception is in the next line.
        let cause = if line.ends_with(':') { lines.next().filter(|next| is_complaint(next)) } else { None };
        return Some(shown(cause.unwrap_or(line)));
    }
    match output.status {
        None | Some(0) => None,
        Some(status) => {
            let last = |text: &str| text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(shown);
            Some(last(&stderr).or_else(|| last(&stdout)).unwrap_or_else(|| format!("it ended with status {status}")))
        }
    }
}

/// Matches `Error: Activity class {…} does not exist.`, `Error type 3`, `java.lang.SecurityException: …`,
/// `Exception occurred while executing 'tap':`, `Unknown command: keycombination`, `No shell command implementation.`,
/// `cmd: Can't find service: clipboard`.
fn is_complaint(line: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "Error:",
        "ERROR:",
        "[ERROR]",
        "Error type ",
        "Error while ",
        "Exception occurred",
        "Security exception",
        "Unknown command",
        "Unknown option",
        "No shell command implementation",
        "cmd: Can't find service",
        "Can't find service",
        "Failure [",
    ];
    BEGINNINGS.iter().any(|beginning| line.starts_with(beginning)) || is_exception(line)
}

/// Matches `java.lang.IllegalArgumentException: …`, also after `Exception in thread "main" `.
fn is_exception(line: &str) -> bool {
    let line = line.strip_prefix("Exception in thread \"main\" ").unwrap_or(line);
    let class = line.split([':', ' ']).next().unwrap_or_default();
    class.contains('.')
        && (class.ends_with("Exception") || class.ends_with("Error"))
        && class.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._$".contains(&byte))
}

fn shown(line: &str) -> String {
    const SHOWN: usize = 300;
    line.chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_are_recognised_whatever_the_status() {
        let out = |status, stdout: &str, stderr: &str| Output {
            status,
            stdout: stdout.into(),
            stderr: stderr.into(),
            cut: false,
        };
        let rows = [
            (out(Some(0), "", ""), None),
            (out(None, "Starting: Intent { act=android.intent.action.VIEW }\n", ""), None),
            (out(Some(0), "Warning: Activity not started, its current task has been brought to the front\n", ""), None),
            (out(Some(0), "", "WARNING: linker: /system/bin/app_process: unsupported flags\n"), None),
            (
                out(Some(1), "Starting: Intent {…}\n", "Error type 3\nError: Activity class {a/b} does not exist.\n"),
                Some("Error type 3"),
            ),
            (
                out(
                    Some(255),
                    "",
                    "\nException occurred while executing 'tap':\njava.lang.SecurityException: INJECT_EVENTS\n\tat a.b(C.java)\n",
                ),
                Some("java.lang.SecurityException: INJECT_EVENTS"),
            ),
            (
                out(Some(255), "", "Exception occurred while executing 'tap':\n"),
                Some("Exception occurred while executing 'tap':"),
            ),
            (
                out(Some(0), "Error: Invalid arguments for command: tap\n", ""),
                Some("Error: Invalid arguments for command: tap"),
            ),
            (
                out(
                    None,
                    "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\r\n\tat android.os.Parcel\r\n",
                    "",
                ),
                Some("java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission"),
            ),
            (
                out(Some(255), "\nException occurred while executing 'tap':\n", ""),
                Some("Exception occurred while executing 'tap':"),
            ),
            (
                out(Some(127), "", "/system/bin/sh: monkey: inaccessible or not found\n"),
                Some("/system/bin/sh: monkey: inaccessible or not found"),
            ),
            (out(Some(0), "No shell command implementation.\n", ""), Some("No shell command implementation.")),
            (out(Some(20), "", ""), Some("it ended with status 20")),
            (out(Some(0), "Errors are fun. Exception: none\n", ""), None),
        ];
        for (output, expected) in rows {
            assert_eq!(complaint(&output).as_deref(), expected, "{output:?}");
        }
    }
}
