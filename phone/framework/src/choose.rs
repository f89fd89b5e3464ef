//! Resolves an intent to one activity: the best match, the holder of the role, the user's `Always` choice, or the one
//! the user picks in the chooser.

use super::Phone;
use commands::Component;
use kit::resolver;
use state::app::{Fit, Intent};

const VIEW: &str = "android.intent.action.VIEW";
/// Actions for which the user chooses among several matching apps. For any other action the system's own app wins.
const ASKED: &[&str] = &[VIEW, "android.intent.action.EDIT", "android.intent.action.GET_CONTENT"];
/// Actions that always show the chooser: sharing.
const SHARED: &[&str] = &["android.intent.action.SEND", "android.intent.action.SEND_MULTIPLE"];

/// The result of resolving an intent.
pub(super) enum Choice {
    /// Start this activity.
    One(Component),
    /// Start the chooser, with the intent it receives.
    Ask(Component, Intent),
}

/// Whether an intent is about a text message.
fn is_message(intent: &Intent) -> bool {
    let scheme = intent.data.as_deref().and_then(|data| data.split_once(':')).map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| ["sms", "smsto", "mms", "mmsto"].iter().any(|known| known.eq_ignore_ascii_case(scheme)))
}

impl Phone {
    /// Resolves an intent; `None` if no activity matches.
    pub(super) fn choose(&self, intent: &Intent) -> Option<Choice> {
        let answering = self.fitting(intent);
        let (best, first) = answering.first().cloned()?;
        let action = intent.action.as_deref().unwrap_or_default();
        let shares = SHARED.contains(&action);
        if intent.component.is_some() || !(shares || ASKED.contains(&action)) {
            return Some(Choice::One(first));
        }
        // For each app, its best matching activity.
        let mut equal: Vec<Component> = Vec::new();
        for (fit, component) in answering {
            if (shares || fit == best) && !equal.iter().any(|known| known.package == component.package) {
                equal.push(component);
            }
        }
        let preferred = self.shared.packages.preferred.get(&resolver::preference(intent));
        let holder = self.role_holder(intent);
        let settled = |component: &&Component| {
            preferred.is_some_and(|name| *name == format!("{}/{}", component.package, component.class))
                || holder.as_deref() == Some(component.package.as_str())
        };
        if let Some(component) = equal.iter().find(settled).or((equal.len() < 2).then_some(&first)) {
            return Some(Choice::One(component.clone()));
        }
        let lines: Vec<String> = equal.iter().map(|found| format!("{}/{}", found.package, found.class)).collect();
        let mut asked = intent.clone();
        asked.extras.push((resolver::CANDIDATES.to_owned(), lines.join("\n")));
        let class = if shares { resolver::CHOOSER } else { resolver::RESOLVER };
        Some(Choice::Ask(Component::new(resolver::PACKAGE, class), asked))
    }

    /// Returns the app that holds the role an intent belongs to: browser, phone, text messages.
    fn role_holder(&self, intent: &Intent) -> Option<String> {
        let (scheme, _) = intent.data.as_deref()?.split_once(':')?;
        match scheme.to_ascii_lowercase().as_str() {
            "http" | "https" => Some("com.android.chrome".to_owned()),
            "tel" => Some("com.google.android.dialer".to_owned()),
            _ if is_message(intent) => Some(self.shared.sms_app().to_owned()),
            _ => None,
        }
    }

    /// Returns the activities that match an intent and how well, the best first.
    pub(super) fn fitting(&self, intent: &Intent) -> Vec<(Fit, Component)> {
        let mut answering = self.answering(intent);
        // Equal matches are ordered by package.
        answering.sort_by_key(|(fit, _)| std::cmp::Reverse(*fit));
        // Only the default SMS app handles text messages.
        if is_message(intent) {
            answering.sort_by_key(|(_, component)| component.package != self.shared.sms_app());
        }
        answering
    }
}
