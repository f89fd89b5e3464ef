//! The apps that can be started, with their labels.
//!
//! Android's shell provides no labels. `cmd overlay lookup` (Android 12 and later) resolves the resource that most apps
//! call `app_name`; if that fails, the label is derived from the package.

mod choose;

use action::App;

use crate::DeviceError;
use crate::connection::Connection;
use crate::shell_command::shell_command;
use crate::wire::{Connect, Limit};

pub use self::choose::choose;

const MAIN: &str = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER";
/// The number of labels per command, which keeps it below 16 KiB.
const BATCH: usize = 60;
/// The most apps that are read.
const MOST: usize = 5_000;

/// Fetches the apps that can be started, and their labels.
pub(crate) async fn fetch<C: Connect>(phone: &Connection<C>) -> Result<Vec<App>, DeviceError> {
    let mut packages = Vec::new();
    for command in ["cmd package query-activities --brief", "pm query-activities --brief"] {
        let said = phone.query_unchecked(&format!("{command} {MAIN}"), Limit::SHORT).await?;
        packages = components(&said.text());
        if !packages.is_empty() {
            break;
        }
    }
    if packages.is_empty() {
        // Before Android 7: everything that is installed, startable or not.
        packages = listed(&phone.query("pm list packages --user 0", Limit::SHORT).await?.text());
    }
    let mut apps = Vec::new();
    for batch in packages.chunks(BATCH) {
        let asked: Vec<String> = batch.iter().map(|package| label_question(package)).collect();
        let said = phone.query_unchecked(&asked.join("; "), Limit::LONG).await?;
        let labels = labels(&said.text());
        for package in batch {
            let label = labels.iter().find(|(of, _)| of == package).map(|(_, label)| label.clone());
            let label = label.unwrap_or_else(|| name_of(package));
            apps.push(App { label, package: package.clone() });
        }
    }
    apps.sort_by_key(|app| app.label.to_lowercase());
    Ok(apps)
}

fn label_question(package: &str) -> String {
    let asked = shell_command!("cmd", "overlay", "lookup", package, format!("{package}:string/app_name"));
    format!("{}; {asked}", shell_command!("echo", format!("@{package}")))
}

/// Returns the packages of `--brief` lines such as `com.android.settings/.Settings`, each once.
pub fn components(said: &str) -> Vec<String> {
    let mut packages: Vec<String> = Vec::new();
    for line in said.lines().map(str::trim) {
        let Some((package, class)) = line.split_once('/') else { continue };
        let plain = !class.is_empty() && !line.contains([' ', '=', ':']);
        if plain && is_package(package) && !packages.iter().any(|known| known == package) && packages.len() < MOST {
            packages.push(package.to_owned());
        }
    }
    packages
}

/// Returns the packages of lines such as `package:com.android.settings`, or with `-f` `package:/path/base.apk=NAME`.
pub fn listed(said: &str) -> Vec<String> {
    let name = |line: &str| {
        let rest = line.trim().strip_prefix("package:")?;
        let name = rest.rsplit_once('=').map_or(rest, |(_, name)| name);
        is_package(name).then(|| name.to_owned())
    };
    said.lines().filter_map(name).take(MOST).collect()
}

/// Returns pairs of package and label from lines `@package`, each followed by its answer.
fn labels(said: &str) -> Vec<(String, String)> {
    const LONGEST: usize = 100;
    let mut labels: Vec<(String, String)> = Vec::new();
    let mut package = None;
    for line in said.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(next) = line.strip_prefix('@').filter(|name| is_package(name)) {
            package = Some(next.to_owned());
        } else if let Some(of) = package.take() {
            let wrong = ["Error", "error", "Unknown", "Exception", "cmd:", "No ", "java.", "Usage"];
            if !wrong.iter().any(|beginning| line.starts_with(beginning)) {
                labels.push((of, line.chars().take(LONGEST).collect()));
            }
        }
    }
    labels
}

/// Derives a label from a package: `com.google.android.deskclock` is `Deskclock`.
fn name_of(package: &str) -> String {
    const SAYS_NOTHING: [&str; 6] = ["android", "app", "apps", "main", "mobile", "client"];
    let parts: Vec<&str> = package.split('.').collect();
    let part = parts.iter().rev().find(|part| !SAYS_NOTHING.contains(&part.to_lowercase().as_str()));
    let part = part.or(parts.last()).copied().unwrap_or(package);
    let mut letters = part.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Whether the text is a valid package name.
pub(crate) fn is_package(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 255
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._".contains(&byte))
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn packages_are_read_from_every_spelling() {
        let brief = "2 activities found:\n  Activity #0:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n    com.android.settings/.Settings\n  Activity #1:\n    priority=0\n    com.whatsapp/com.whatsapp.Main\n    com.whatsapp/.Other\n";
        assert_eq!(components(brief), ["com.android.settings", "com.whatsapp"]);
        assert_eq!(components("No activities found\n"), Vec::<String>::new());
        let list = "package:com.android.settings\r\npackage:/data/app/~~a==/com.b-c==/base.apk=com.b\nnoise\n";
        assert_eq!(listed(list), ["com.android.settings", "com.b"]);
        let said = "@com.a\nClock\n@com.b\nError: failed to get the resource com.b:string/app_name\n@com.c\n@com.d\nÉtoile & Cie\n";
        assert_eq!(
            labels(said),
            [("com.a".to_owned(), "Clock".to_owned()), ("com.d".to_owned(), "Étoile & Cie".to_owned())]
        );
        assert_eq!(name_of("com.google.android.deskclock"), "Deskclock");
        assert_eq!(name_of("org.thing.android"), "Thing");
    }

    #[test]
    fn a_label_is_asked_with_everything_quoted() {
        assert_eq!(label_question("com.a"), "echo @com.a; cmd overlay lookup com.a com.a:string/app_name");
    }

    proptest! {
        #[test]
        fn any_answer_is_read(said in "(package:|@|[a-z./=: \né]){0,80}") {
            components(&said);
            listed(&said);
            labels(&said);
            name_of(&said);
        }
    }
}
