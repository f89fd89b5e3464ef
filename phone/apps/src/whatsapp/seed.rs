//! The first chats, created from the phone's contacts when the messenger is first opened: a group, and a chat with the
//! first contact.

use super::{Chat, Note, WhatsApp};
use state::shared::Shared;

const HOUR: i64 = 3_600_000;
/// The group's members if the phone has no contacts.
const STRANGERS: [&str; 3] = ["+15550100101", "+15550100102", "+15550100103"];

impl WhatsApp {
    /// Creates the first chats, once.
    pub(super) fn seed(&mut self, shared: &Shared) {
        if std::mem::replace(&mut self.seeded, true) {
            return;
        }
        let mut members: Vec<String> =
            shared.contacts.iter().filter_map(|contact| contact.numbers.first().cloned()).take(3).collect();
        if members.len() < 2 {
            members = STRANGERS.map(str::to_owned).into();
        }
        let said = |from: usize, body: &str, hours: i64| Note {
            from: members.get(from).cloned(),
            body: body.to_owned(),
            date: shared.clock.now_ms.saturating_sub(hours * HOUR),
            waiting: false,
            attachment: None,
        };
        let group = Chat {
            id: "group-1".to_owned(),
            group: "Weekend hike".to_owned(),
            messages: vec![
                said(0, "Who is in for Saturday?", 30),
                said(1, "Me! I can drive", 29),
                said(0, "Great, meet at 8 at the station", 28),
            ],
            members: members.clone(),
            unread: 1,
        };
        let first = Chat {
            id: members.first().cloned().unwrap_or_default(),
            messages: vec![said(0, "Hi! Did you get home all right?", 50), said(usize::MAX, "Yes, thanks!", 49)],
            members: members.first().cloned().into_iter().collect(),
            ..Chat::default()
        };
        let new = [first, group];
        let known: Vec<String> = self.chats.iter().map(|chat| chat.id.clone()).collect();
        self.chats.extend(new.into_iter().filter(|chat| !known.contains(&chat.id)));
    }
}
