//! Tests of writing, answering, filing and finding mails.

use state::app::{App, Cx, Effect, Intent};
use state::shared::{Clock, Contact, Shared};
use toolkit::{Event, View};

use super::mail::{Folder, ME};
use super::*;

struct Desk {
    app: Gmail,
    shared: Shared,
}

impl Desk {
    fn new() -> Self {
        let mut shared = Shared { clock: Clock::at(1_697_384_040_000), ..Shared::default() };
        shared.settings.switch("wifi_on", true);
        let emails = vec!["ann@example.com".to_owned()];
        shared.contacts.push(Contact { name: "Ann Lee".to_owned(), emails, ..Contact::default() });
        let mut desk = Self { app: Gmail::default(), shared };
        desk.app.tick(&mut desk.shared);
        assert_eq!(desk.start(Intent::default(), "list"), "list/inbox");
        desk
    }

    fn start(&mut self, intent: Intent, route: &'static str) -> String {
        let mut cx = Cx { shared: &mut self.shared, effects: Vec::new() };
        self.app.start(&intent, route, &mut cx)
    }

    fn send(&mut self, route: &str, name: &'static str, value: &str) -> Vec<Effect> {
        let mut cx = Cx { shared: &mut self.shared, effects: Vec::new() };
        self.app.event(route, &Event::with(name, value), &mut cx);
        cx.effects
    }

    fn count(&self, folder: &str) -> usize {
        self.app.mailbox.conversations(&Folder::of(folder)).len()
    }

    fn texts(&self, route: &str) -> Vec<String> {
        fn of(view: &View) -> Vec<String> {
            let own = [&view.text, &view.description].into_iter().filter(|text| !text.is_empty()).cloned();
            own.chain(view.children.iter().flat_map(of)).collect()
        }
        of(&self.app.view(route, &self.shared))
    }
}

#[test]
fn a_mail_is_sent_when_it_says_to_whom() {
    let mut desk = Desk::new();
    desk.send("list/inbox", "compose", "");
    let refused = |effects: &[Effect]| matches!(effects, [Effect::Dialog { .. }]);
    assert!(refused(&desk.send("compose", "send", "")));
    desk.send("compose", "to", "an");
    assert!(desk.texts("compose").contains(&"Ann Lee".to_owned()));
    assert!(refused(&desk.send("compose", "send", "")), "that is no address");
    desk.app.draft.to.clear();
    desk.send("compose", "person", "ann@example.com");
    desk.send("compose", "body", "Hello");
    assert!(refused(&desk.send("compose", "send", "")), "there is no subject");
    desk.send("compose", "subject", "Hi");
    desk.send("compose", "send", "");
    assert_eq!(desk.count("sent"), 1);
    assert!(desk.texts("list/sent").contains(&"To: ann@example.com".to_owned()));
}

#[test]
fn what_is_written_offline_waits() {
    let mut desk = Desk::new();
    desk.shared.settings.switch("wifi_on", false);
    desk.start(
        Intent { data: Some("mailto:a@b.example?subject=S%20T&body=x".to_owned()), ..Intent::default() },
        "compose",
    );
    assert_eq!((desk.app.draft.subject.as_str(), desk.app.draft.body.as_str()), ("S T", "x"));
    desk.send("compose", "send", "");
    assert_eq!((desk.count("outbox"), desk.count("sent")), (1, 0));
    desk.app.tick(&mut desk.shared);
    assert_eq!(desk.count("outbox"), 1);
    desk.shared.settings.switch("wifi_on", true);
    desk.app.tick(&mut desk.shared);
    assert_eq!((desk.count("outbox"), desk.count("sent")), (0, 1));
}

#[test]
fn a_draft_is_kept_gone_on_with_and_sent_once() {
    let mut desk = Desk::new();
    desk.send("list/inbox", "compose", "");
    desk.send("compose", "to", "a@b.example");
    desk.send("compose", "leave_compose", "");
    assert_eq!(desk.count("drafts"), 1);
    let id = desk.app.mailbox.conversations(&Folder::of("drafts"))[0].id.to_string();
    desk.send("list/drafts", "conversation", &id);
    desk.send("compose", "subject", "x");
    desk.send("compose", "send", "");
    assert_eq!((desk.count("drafts"), desk.count("sent")), (0, 1));
}

#[test]
fn conversations_are_read_answered_put_away_and_found() {
    let mut desk = Desk::new();
    let (inbox, first) = (desk.count("inbox"), desk.app.mailbox.conversations(&Folder::of("inbox"))[0].clone());
    let unread = desk.app.mailbox.unread();
    desk.send("list/inbox", "conversation", &first.id.to_string());
    assert_eq!(desk.app.mailbox.unread(), unread - 1);
    let thread = format!("thread/{}", first.thread);
    assert!(desk.texts(&thread).contains(&first.body));
    desk.send(&thread, "reply", &first.id.to_string());
    assert_eq!(
        (desk.app.draft.to.as_str(), desk.app.draft.subject.as_str()),
        ("nora@example.com", "Re: Dinner on Saturday?")
    );
    desk.send("compose", "send", "");
    assert_eq!(desk.app.mailbox.thread(first.thread).len(), 2);
    assert_eq!(desk.count("inbox"), inbox);
    desk.send(&thread, "archive", "");
    assert_eq!((desk.count("inbox"), desk.count("sent")), (inbox - 1, 1));
    desk.send("list/inbox", "undo", "");
    assert_eq!(desk.count("inbox"), inbox);
    desk.send(&thread, "delete", "");
    assert_eq!((desk.count("inbox"), desk.count("trash"), desk.count("sent")), (inbox - 1, 1, 0));
    desk.send(&thread, "inbox", "");
    assert_eq!((desk.count("inbox"), desk.count("sent")), (inbox, 1));
    desk.send(&format!("labels/{}", first.thread), "label", "Work");
    assert!(desk.texts("list/Work").contains(&"Dinner on Saturday?".to_owned()));
    desk.send("search", "query", "dinner NORA");
    assert!(desk.texts("search").contains(&"Nora Lindqvist, me".to_owned()));
    desk.send("search", "query", "nothing at all");
    assert!(desk.texts("search").contains(&"No results".to_owned()));
    // Several at once.
    let some: Vec<String> =
        desk.app.mailbox.conversations(&Folder::of("inbox")).iter().take(2).map(|mail| mail.id.to_string()).collect();
    desk.send("list/inbox", "hold", &some[0]);
    desk.send("list/inbox", "conversation", &some[1]);
    assert_eq!(desk.send("list/inbox", "delete", ""), [Effect::Toast("2 deleted".to_owned())]);
    assert_eq!(desk.count("inbox"), inbox - 2);
}

#[test]
fn nothing_that_is_sent_breaks_it() {
    let mut desk = Desk::new();
    for value in ["", "0", "-1", "99999999999999999999", "é/é"] {
        for name in [
            "conversation",
            "hold",
            "star",
            "reply",
            "forward",
            "label",
            "folder",
            "query",
            "archive",
            "forever",
            "person",
        ] {
            desk.send(&format!("thread/{value}"), name, value);
            desk.send("list/inbox", name, value);
        }
        for route in ["list/", "thread/", "labels/", "compose", "search", "folders"] {
            desk.texts(&format!("{route}{value}"));
        }
        for data in ["mailto:", "mailto:%zz?subject", "x"] {
            desk.start(Intent { data: Some(format!("{data}{value}")), ..Intent::default() }, "compose");
        }
    }
    let saved = desk.app.save();
    let mut again = Gmail::default();
    again.load(&saved);
    assert_eq!(again, desk.app);
    assert!(
        desk.app
            .mailbox
            .conversations(&Folder::All)
            .iter()
            .all(|mail| mail.address != ME || mail.place != SystemLabel::Inbox)
    );
}
