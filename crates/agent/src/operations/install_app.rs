//! `install_app`. Preconditions: the app is not installed, and the phone has a store. Strategy: the store's page, by a
//! search for the name or by the package, and its button; the gate asks. Only the app whose name is exactly the one that
//! was asked for is installed, never a similar one. Done when the package manager has the package or, if a name was said,
//! a package that it did not have before and that is called so: another app may be installed at the same time.

use std::collections::HashSet;
use std::time::Duration;

use async_trait::async_trait;
use device::Reading;

use super::operation::{Begin, Check, Operation, Problem};
use super::search_web::escaped;
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::{FindMethod, Sought, find, folded, holds_words};
use crate::deadline::Halt;

/// `install_app`.
pub(super) struct InstallApp;

const VIEW: &str = "android.intent.action.VIEW";
/// A download takes its time.
const PATIENCE: Duration = Duration::from_secs(300);
/// The key of the store's package.
const STORE: &str = "store";
/// The key of whether an app of another name was installed meanwhile.
const OTHER: &str = "another app came";

/// Whether it is surely the package of an app: with a single dot it may be a name, as in `booking.com`.
fn is_package(text: &str) -> bool {
    text.matches('.').count() >= 2 && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "._".contains(letter))
}

/// Whether an app that has just come is the one that was asked for: the store's title often says more than the name below
/// the icon, as in `WhatsApp Messenger`.
fn is_called(label: &str, wanted: &str) -> bool {
    let (label, wanted) = (folded(label), folded(wanted));
    label == wanted || (!label.is_empty() && wanted.starts_with(&label) && holds_words(&wanted, &label))
}

/// Whether the store's page of the app with exactly this name offers to uninstall it. The phone's own list of names may
/// be older than the app.
async fn store_has(work: &mut Work<'_>, wanted: &str) -> Result<bool, Halt> {
    let store = work.kept_text(STORE).to_owned();
    if work.front().await?.as_deref() != Some(store.as_str()) {
        return Ok(false);
    }
    let Some(tree) = work.look().await? else { return Ok(false) };
    let uninstall = Sought::OnPageOf("uninstall", wanted.to_owned());
    Ok(find(&tree, &uninstall, FindMethod::Layout).or_else(|| find(&tree, &uninstall, FindMethod::Search)).is_some())
}

/// The label of the installed app with exactly this name or package.
async fn there(work: &mut Work<'_>, wanted: &str) -> Result<Option<String>, Halt> {
    if is_package(wanted) && work.installed(wanted).await? {
        return Ok(Some(wanted.to_owned()));
    }
    let directory = work.directory().await?;
    let same = |app: &&action::App| app.package == wanted || folded(&app.label) == folded(wanted);
    Ok(directory.apps.iter().find(same).map(|app| app.label.clone()))
}

#[async_trait]
impl Operation for InstallApp {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let wanted = work.text("name").trim().to_owned();
        if let Some(label) = there(work, &wanted).await? {
            return Ok(Begin::Done(work.told("installed already", &[("app", &label)])));
        }
        let Some(store) = work.handler(VIEW, Some("market://search?q=app")).await? else {
            return Ok(work.problem("no_store", "no store", &[]).into());
        };
        work.keep(STORE, store.clone());
        let before = work.read(Reading::Packages).await?;
        work.keep_before(before);
        let summary = work.told("install", &[("app", &wanted)]);
        work.keep("summary", summary);
        let open = |address: &str| Move::run(&["am", "start", "-a", VIEW, "-d", address, "-p", &store]);
        if is_package(&wanted) {
            let moves = vec![open(&format!("market://details?id={wanted}")), Move::Press(Sought::Named("install"))];
            return Ok(Begin::Go(Ways::default().or_touches(moves)));
        }
        let moves = vec![
            open(&format!("market://search?q={}", escaped(&wanted))),
            Move::Press(Sought::Exactly(wanted.clone())),
            Move::Press(Sought::OnPageOf("install", wanted)),
        ];
        Ok(Begin::Go(Ways::default().or_touches(moves)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let wanted = work.text("name").trim().to_owned();
        if is_package(&wanted) {
            return Ok(match work.installed(&wanted).await? {
                true => Check::Done(work.told("installed", &[("app", &wanted)])),
                false => Check::NotYet,
            });
        }
        let now = work.read(Reading::Packages).await?;
        let before: HashSet<&str> = work.kept_text("before").lines().map(str::trim).collect();
        let package = |line: &str| line.trim().strip_prefix("package:").map(str::to_owned);
        let come: Vec<String> = now.lines().filter(|line| !before.contains(line.trim())).filter_map(package).collect();
        if come.is_empty() || before.is_empty() {
            return Ok(Check::NotYet);
        }
        // The names of apps are read once a task, so before this one came.
        work.context.forget_directory();
        let directory = work.directory().await?;
        let mut new = directory.apps.iter().filter(|app| come.contains(&app.package));
        let is_known = come.contains(&wanted) || new.any(|app| is_called(&app.label, &wanted));
        if is_known || store_has(work, &wanted).await? {
            return Ok(Check::Done(work.told("installed", &[("app", &wanted)])));
        }
        work.keep(OTHER, true);
        Ok(Check::Unclear)
    }

    fn patience(&self) -> Duration {
        PATIENCE
    }

    fn repeats(&self) -> bool {
        true
    }

    fn no_way(&self, work: &Work<'_>) -> Option<Problem> {
        if work.kept.contains_key(OTHER) {
            let what = work.kept_text("summary").to_owned();
            return Some(work.problem("unverified", "unverified", &[("what", &what)]));
        }
        Some(work.problem("not_in_store", "not in store", &[("app", work.text("name").trim())]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_has_two_dots_and_an_app_its_name() {
        for (text, expected) in
            [("com.duolingo", false), ("booking.com", false), ("com.android.chrome", true), ("Dr. A. B", false)]
        {
            assert_eq!(is_package(text), expected, "{text}");
        }
        for (label, wanted, expected) in [
            ("Duolingo", "duolingo", true),
            ("WhatsApp", "WhatsApp Messenger", true),
            ("Duolingo Plus", "Duolingo", false),
            ("Maps", "Google Maps", false),
            ("Chro", "Chrome", false),
            ("", "Chrome", false),
        ] {
            assert_eq!(is_called(label, wanted), expected, "{label} {wanted}");
        }
    }
}
