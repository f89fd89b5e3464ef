//! Parses intents on a command line (`Intent.parseCommandArgs`) and prints them as Android does (`Intent.toString`).

use super::arguments::{Arguments, decode};
use super::{Component, System};
use state::app::Intent;

/// An intent with the other options of its command.
#[derive(Debug, Default)]
pub(super) struct IntentArguments {
    /// The intent.
    pub(super) intent: Intent,
    /// `-f` and the named flags.
    pub(super) flags: u32,
    /// `-W`
    pub(super) wait: bool,
    /// `-S`
    pub(super) stop_first: bool,
    /// `-R N`
    pub(super) repeat: usize,
}

/// Options of `am` that take a value and have no effect here.
const IGNORED_WITH_VALUE: &[&str] = &[
    "--user",
    "--display",
    "--windowingMode",
    "--activityType",
    "--task",
    "--sampling",
    "--attach-agent",
    "--attach-agent-bind",
    "--start-profiler",
    "-P",
    "--receiver-permission",
    "--query-flags",
    "-i",
];

/// Options without a value that have no effect here.
const IGNORED: &[&str] = &[
    "-D",
    "-N",
    "--streaming",
    "--track-allocation",
    "--task-overlay",
    "--lock-task",
    "--allow-background-activity-starts",
    "--splashscreen-show-icon",
    "--async",
    "--dismiss-keyguard-if-insecure",
    "--dismiss-keyguard",
    "--exclude-stopped-packages",
    "--selector",
    "--brief",
    "--components",
];

const NAMED_FLAGS: &[(&str, u32)] = &[
    ("--grant-read-uri-permission", 0x1),
    ("--grant-write-uri-permission", 0x2),
    ("--debug-log-resolution", 0x8),
    ("--include-stopped-packages", 0x20),
    ("--activity-clear-top", 0x0400_0000),
    ("--activity-brought-to-front", 0x0040_0000),
    ("--activity-clear-task", 0x0000_8000),
    ("--activity-exclude-from-recents", 0x0080_0000),
    ("--activity-multiple-task", 0x0800_0000),
    ("--activity-no-animation", 0x0001_0000),
    ("--activity-no-history", 0x4000_0000),
    ("--activity-no-user-action", 0x0004_0000),
    ("--activity-previous-is-top", 0x0100_0000),
    ("--activity-reorder-to-front", 0x0002_0000),
    ("--activity-reset-task-if-needed", 0x0020_0000),
    ("--activity-single-top", 0x2000_0000),
    ("--activity-task-on-home", 0x0000_4000),
    ("--receiver-registered-only", 0x4000_0000),
    ("--receiver-replace-pending", 0x2000_0000),
    ("--receiver-foreground", 0x1000_0000),
    ("--receiver-no-abort", 0x0800_0000),
    ("--receiver-include-background", 0x0100_0000),
];

/// Parses an intent to the end of the words. `Err` is the Java exception.
pub(super) fn parse(words: &mut Arguments<'_>) -> Result<IntentArguments, String> {
    let mut wanted = IntentArguments { repeat: 1, ..IntentArguments::default() };
    let intent = &mut wanted.intent;
    while let Some(option) = words.option() {
        match option {
            "-a" => intent.action = Some(value(words, option)?),
            "-d" => intent.data = Some(value(words, option)?),
            "-t" => intent.kind = Some(value(words, option)?),
            "-c" => intent.categories.push(value(words, option)?),
            "-p" => intent.package = Some(value(words, option)?),
            "-n" => intent.component = Some(component(&value(words, option)?)?),
            "-f" => {
                let text = value(words, option)?;
                let flags = decode(&text).ok_or_else(|| not_a_number(&text))?;
                wanted.flags |= (flags & 0xffff_ffff) as u32;
            }
            "-W" => wanted.wait = true,
            "-S" => wanted.stop_first = true,
            "-R" => {
                let text = value(words, option)?;
                wanted.repeat = text.parse::<usize>().map_err(|_| not_a_number(&text))?.clamp(1, 20);
            }
            "--esn" => intent.extras.push((value(words, option)?, String::new())),
            "-e" | "--es" | "--eu" | "--ecn" => extra(intent, words, option)?,
            "--ez" => {
                let (key, text) = (value(words, option)?, value(words, "--ez")?);
                let truth = matches!(text.to_ascii_lowercase().as_str(), "true" | "t" | "1");
                let lie = matches!(text.to_ascii_lowercase().as_str(), "false" | "f" | "0");
                if !truth && !lie {
                    return Err(format!("java.lang.IllegalArgumentException: Invalid boolean value: {text}"));
                }
                intent.extras.push((key, truth.to_string()));
            }
            "--ei" | "--el" => {
                let (key, text) = (value(words, option)?, value(words, option)?);
                let number = decode(&text).ok_or_else(|| not_a_number(&text))?;
                intent.extras.push((key, number.to_string()));
            }
            "--ef" | "--ed" => {
                let (key, text) = (value(words, option)?, value(words, option)?);
                text.trim().parse::<f64>().map_err(|_| not_a_number(&text))?;
                intent.extras.push((key, text));
            }
            "--eia" | "--eial" | "--ela" | "--elal" | "--efa" | "--efal" | "--esa" | "--esal" | "--eda" | "--edal" => {
                extra(intent, words, option)?;
            }
            _ if IGNORED_WITH_VALUE.contains(&option) => drop(value(words, option)?),
            _ if IGNORED.contains(&option) => {}
            _ => match NAMED_FLAGS.iter().find(|(name, _)| *name == option) {
                Some((_, flag)) => wanted.flags |= flag,
                None => return Err(format!("java.lang.IllegalArgumentException: Unknown option: {option}")),
            },
        }
    }
    if let Some(word) = words.next() {
        positional(intent, word)?;
    }
    Ok(wanted)
}

/// Parses the word after the options: a URI, a component, or a package.
fn positional(intent: &mut Intent, word: &str) -> Result<(), String> {
    if word.contains(':') {
        intent.data.get_or_insert_with(|| word.to_owned());
        intent.action.get_or_insert_with(|| "android.intent.action.VIEW".to_owned());
    } else if word.contains('/') {
        intent.component = Some(component(word)?);
        main(intent);
    } else {
        intent.package = Some(word.to_owned());
        main(intent);
    }
    Ok(())
}

/// Completes a component or package alone to its launcher intent, unless an action, data, a type or a category is
/// given.
fn main(intent: &mut Intent) {
    if intent.action.is_none() && intent.data.is_none() && intent.kind.is_none() && intent.categories.is_empty() {
        intent.action = Some("android.intent.action.MAIN".to_owned());
        intent.categories.push("android.intent.category.LAUNCHER".to_owned());
    }
}

fn extra(intent: &mut Intent, words: &mut Arguments<'_>, option: &str) -> Result<(), String> {
    let (key, text) = (value(words, option)?, value(words, option)?);
    intent.extras.push((key, text));
    Ok(())
}

fn value(words: &mut Arguments<'_>, option: &str) -> Result<String, String> {
    words
        .next()
        .map(str::to_owned)
        .ok_or_else(|| format!("java.lang.IllegalArgumentException: Argument expected after \"{option}\""))
}

fn component(text: &str) -> Result<(String, String), String> {
    let component = Component::parse(text)
        .ok_or_else(|| format!("java.lang.IllegalArgumentException: Bad component name: {text}"))?;
    Ok((component.package, component.class))
}

fn not_a_number(text: &str) -> String {
    format!("java.lang.NumberFormatException: For input string: \"{text}\"")
}

/// `Intent { act=… cat=[…] dat=… typ=… flg=0x… pkg=… cmp=… (has extras) }`
pub(super) fn text(intent: &Intent, flags: u32) -> String {
    let mut parts = Vec::new();
    if let Some(action) = &intent.action {
        parts.push(format!("act={action}"));
    }
    if !intent.categories.is_empty() {
        parts.push(format!("cat=[{}]", intent.categories.join(",")));
    }
    if let Some(data) = &intent.data {
        parts.push(format!("dat={}", safe(data)));
    }
    if let Some(kind) = &intent.kind {
        parts.push(format!("typ={kind}"));
    }
    if flags != 0 {
        parts.push(format!("flg=0x{flags:x}"));
    }
    if let Some(package) = &intent.package {
        parts.push(format!("pkg={package}"));
    }
    if let Some((package, class)) = &intent.component {
        parts.push(format!("cmp={}", Component::new(package, class).short()));
    }
    if !intent.extras.is_empty() {
        parts.push("(has extras)".to_owned());
    }
    if parts.is_empty() { "Intent {  }".to_owned() } else { format!("Intent {{ {} }}", parts.join(" ")) }
}

/// Redacts the private parts of a URI (`Uri.toSafeString`).
fn safe(uri: &str) -> String {
    let Some((scheme, rest)) = uri.split_once(':') else { return String::new() };
    match scheme.to_ascii_lowercase().as_str() {
        "tel" | "sip" | "sms" | "smsto" | "mailto" | "nfc" => {
            let mask = |c: char| if matches!(c, '-' | '@' | '.') { c } else { 'x' };
            format!("{scheme}:{}", rest.chars().map(mask).collect::<String>())
        }
        _ => match rest.strip_prefix("//") {
            Some(rest) => format!("{scheme}://{}/...", rest.split(['/', '?', '#']).next().unwrap_or_default()),
            None if rest.starts_with('/') => format!("{scheme}:/..."),
            None => format!("{scheme}:"),
        },
    }
}

/// Returns the intent of an app's launcher icon.
pub(super) fn launcher(package: &str) -> Intent {
    Intent {
        action: Some("android.intent.action.MAIN".to_owned()),
        categories: vec!["android.intent.category.LAUNCHER".to_owned()],
        package: Some(package.to_owned()),
        ..Intent::default()
    }
}

/// Returns the activity that an app's launcher icon starts.
pub(super) fn launcher_activity(package: &str, system: &dyn System) -> Option<Component> {
    let found = system.resolve(&launcher(package));
    found.into_iter().find(|component| component.package == package)
}
