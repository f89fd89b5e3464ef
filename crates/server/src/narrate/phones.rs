//! Announces changes of a phone's holder and problems to pages.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use desktop::wire::{PhoneEvent, PhoneHolder, ServerEvent};
use task::{Holder, PhoneView, Service};
use tokio::time::sleep;

use crate::app_state::AppState;

/// How often to look for phones while a page is open: plugging in a phone causes no event.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Runs until it is dropped.
pub(crate) async fn announce(state: Arc<AppState>, tasks: Arc<Service>) {
    let mut changes = tasks.phone_changes();
    // Pages request the phones when they start; from then on they receive changes.
    let mut known = standing(&tasks).await.unwrap_or_default();
    loop {
        tokio::select! {
            () = changes.next() => {}
            () = sleep(LOOK_EVERY) => {
                if state.agents.pages().count() == 0 {
                    continue;
                }
            }
        }
        let Some(now) = standing(&tasks).await else { continue };
        for event in news(&known, &now) {
            state.hub.announce(&ServerEvent::Phone { event });
        }
        known = now;
    }
}

type Phones = BTreeMap<String, PhoneEvent>;

/// Returns the state of the phones; `None` if it is unknown.
async fn standing(tasks: &Service) -> Option<Phones> {
    let phones = tasks.phones().await.ok()?;
    Some(phones.into_iter().map(|phone| (phone.id.clone(), event(phone))).collect())
}

/// Returns the changes to announce: phones with another state than before, and those that are gone.
fn news(before: &Phones, now: &Phones) -> Vec<PhoneEvent> {
    let changed = now.values().filter(|event| before.get(&event.id) != Some(event)).cloned();
    let gone = before.keys().filter(|id| !now.contains_key(*id));
    let gone = gone.map(|id| PhoneEvent { id: id.clone(), holder: None, trouble: Some("it is gone".to_owned()) });
    changed.chain(gone).collect()
}

fn event(phone: PhoneView) -> PhoneEvent {
    let holder = phone.holder.map(|holder| match holder {
        Holder::Task(id) => PhoneHolder::Task(id),
        Holder::Person => PhoneHolder::Person,
        Holder::Client(name) => PhoneHolder::Client(name),
    });
    PhoneEvent { id: phone.id, holder, trouble: phone.trouble }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_told() {
        let phone = |id: &str, trouble: Option<&str>| {
            (id.to_owned(), PhoneEvent { id: id.to_owned(), holder: None, trouble: trouble.map(str::to_owned) })
        };
        let check =
            |before: &[(String, PhoneEvent)], now: &[(String, PhoneEvent)], expected: &[(&str, Option<&str>)]| {
                let told = news(&before.iter().cloned().collect(), &now.iter().cloned().collect());
                let told: Vec<_> = told.iter().map(|event| (event.id.as_str(), event.trouble.as_deref())).collect();
                assert_eq!(told, expected);
            };
        check(&[phone("a", None)], &[phone("a", None)], &[]);
        check(&[], &[phone("a", None)], &[("a", None)]);
        check(&[phone("a", None)], &[phone("a", Some("offline"))], &[("a", Some("offline"))]);
        check(&[phone("a", None), phone("b", None)], &[phone("b", None)], &[("a", Some("it is gone"))]);
    }
}
