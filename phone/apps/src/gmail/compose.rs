//! Composing: a new mail, a reply, a forward, a continued draft.

use kit::widgets::{self, Row};
use serde::{Deserialize, Serialize};
use state::app::{Cx, Effect, Intent};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

use super::mail::{ME, Mail, SystemLabel};
use super::{Gmail, number};

/// The longest text of a mail, in bytes.
const LONGEST: usize = 100_000;
/// The longest line of addresses or subject, in characters.
const LONGEST_LINE: usize = 1_000;
/// The number of suggested contacts.
const PROPOSED: usize = 4;

/// The mail being written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Draft {
    /// The saved draft it continues, and its conversation; 0 for none.
    id: u64,
    thread: u64,
    pub(super) to: String,
    pub(super) cc: String,
    pub(super) subject: String,
    pub(super) body: String,
}

impl Draft {
    /// Creates a draft from another app's intent: `mailto:a@b.example?subject=…&body=…`, or extras.
    pub(super) fn of(intent: &Intent) -> Self {
        let data =
            intent.data.as_deref().filter(|data| data.to_ascii_lowercase().starts_with("mailto:")).unwrap_or_default();
        let address = data.get(7..).unwrap_or_default().split('?').next().unwrap_or_default();
        let asked = |name: &str| widgets::query_value(data, name);
        let extra = |name: &str| intent.extra(name).map(str::to_owned);
        let to = if address.is_empty() {
            asked("to").or_else(|| extra("android.intent.extra.EMAIL"))
        } else {
            Some(widgets::unescape(address))
        };
        Self {
            to: line(&to.unwrap_or_default()),
            cc: line(&asked("cc").or_else(|| extra("android.intent.extra.CC")).unwrap_or_default()),
            subject: line(&asked("subject").or_else(|| extra("android.intent.extra.SUBJECT")).unwrap_or_default()),
            body: text(&asked("body").or_else(|| extra("android.intent.extra.TEXT")).unwrap_or_default()),
            ..Self::default()
        }
    }

    /// Continues a saved draft.
    pub(super) fn again(mail: &Mail) -> Self {
        let Mail { id, thread, to, cc, subject, body, .. } = mail.clone();
        Self { id, thread: if thread == id { 0 } else { thread }, to, cc, subject, body }
    }

    fn is_empty(&self) -> bool {
        [&self.to, &self.cc, &self.subject, &self.body].iter().all(|text| text.trim().is_empty())
    }
}

fn line(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(LONGEST_LINE).collect()
}

fn text(text: &str) -> String {
    text.get(..text.floor_char_boundary(LONGEST)).unwrap_or_default().to_owned()
}

/// Splits a line into addresses.
fn addresses(line: &str) -> impl Iterator<Item = &str> {
    line.split([',', ';']).map(str::trim).filter(|address| !address.is_empty())
}

/// Whether a text looks like an address: `a@b.c`, or `Ann <a@b.c>`.
fn is_address(text: &str) -> bool {
    let inner = text.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>')).unwrap_or(text);
    inner.split_once('@').is_some_and(|(who, host)| {
        !who.is_empty()
            && host.contains('.')
            && !host.starts_with('.')
            && !host.ends_with('.')
            && !inner.contains(char::is_whitespace)
    })
}

impl Gmail {
    pub(super) fn compose_screen(&self, shared: &Shared) -> View {
        let draft = &self.draft;
        let field = |id: &str, name: &str, text: &str, event: &'static str| {
            let label = View::text(name).color(Color::Muted).width(Size::Dp(64.0));
            let field = View::field(id, text, name, event).width(Size::Weight(1.0)).height(Size::Dp(52.0));
            let field = field.padding(4.0, 0.0).background(Color::Transparent, 0.0);
            let show = !text.is_empty() && name != "Subject";
            let parts = if show { vec![label, field] } else { vec![field] };
            View::column(vec![View::row(parts).padding(16.0, 0.0), View::new(Kind::Divider)])
        };
        let from = View::row(vec![
            View::text("From").color(Color::Muted).width(Size::Dp(64.0)),
            View::text(ME).id("from_account_name").width(Size::Weight(1.0)),
        ]);
        let mut body = View::field("body_wrapper", &draft.body, "Compose email", "body").height(Size::Dp(320.0));
        if let Kind::Field { multiline, .. } = &mut body.kind {
            *multiline = true;
        }
        let mut parts = vec![
            View::column(vec![from.padding(16.0, 14.0), View::new(Kind::Divider)]),
            field("to", "To", &draft.to, "to"),
        ];
        parts.extend(self.proposals(shared));
        parts.push(field("cc", "Cc", &draft.cc, "cc"));
        parts.push(field("subject", "Subject", &draft.subject, "subject"));
        parts.push(body.background(Color::Transparent, 0.0));
        let actions = vec![
            View::icon_button(Icon::Delete, "Discard", Event::new("discard")).id("discard"),
            View::icon_button(Icon::Send, "Send", Event::new("send")).id("send"),
        ];
        let up = View::icon_button(Icon::ArrowBack, "Navigate up", Event::new("leave_compose"));
        let title = View::text("Compose").text_style(TextStyle::Title).width(Size::Weight(1.0));
        widgets::screen(vec![widgets::bar(Some(up), title, actions), View::list("compose", parts)])
    }

    /// Builds suggestions: contacts whose name or address starts with the typed text.
    fn proposals(&self, shared: &Shared) -> Vec<View> {
        let typed = self.draft.to.rsplit([',', ';']).next().unwrap_or_default().trim();
        if typed.is_empty() || is_address(typed) {
            return Vec::new();
        }
        let people =
            shared.contacts.iter().flat_map(|contact| contact.emails.iter().map(|email| (&contact.name, email)));
        let fits = people.filter(|(name, email)| widgets::matches(name, typed) || widgets::matches(email, typed));
        let row = |(name, email): (&String, &String)| {
            Row::new(name).summary(email.as_str()).face(name).on(Event::with("person", email.as_str())).view()
        };
        fits.take(PROPOSED).map(row).collect()
    }

    /// Handles an event of composing. Returns whether it was one.
    pub(super) fn compose_event(&mut self, event: &Event, cx: &mut Cx<'_>) -> bool {
        let draft = &mut self.draft;
        match event.name.as_ref() {
            "compose" => {
                *draft = Draft::default();
                cx.push("compose");
                cx.effects.push(Effect::Focus("to".to_owned()));
            }
            "reply" | "reply_all" | "forward" => {
                if let Some(answer) = self.answer(number(&event.value), &event.name) {
                    self.draft = answer;
                    cx.push("compose");
                    let field = if event.name == "forward" { "to" } else { "body_wrapper" };
                    cx.effects.push(Effect::Focus(field.to_owned()));
                }
            }
            "to" => draft.to = line(&event.value),
            "cc" => draft.cc = line(&event.value),
            "subject" => draft.subject = line(&event.value),
            "body" => draft.body = text(&event.value),
            "person" => {
                let known =
                    draft.to.rfind([',', ';']).and_then(|at| draft.to.get(..=at)).unwrap_or_default().to_owned();
                draft.to = line(&format!("{known}{}{}, ", if known.is_empty() { "" } else { " " }, event.value));
            }
            "discard" => {
                let id = std::mem::take(draft).id;
                self.mailbox.remove_mail(id);
                cx.pop();
                cx.toast("Draft discarded");
            }
            "leave_compose" => {
                self.keep_draft(cx);
                cx.pop();
            }
            "send" => self.send(false, cx),
            "send_anyway" => self.send(true, cx),
            _ => return false,
        }
        true
    }

    /// Creates the draft of a reply to a mail.
    fn answer(&self, id: u64, kind: &str) -> Option<Draft> {
        let mail = self.mailbox.mail(id)?;
        let bare = mail.subject.trim_start_matches("Re: ").trim_start_matches("Fwd: ");
        let quoted: String = mail.body.lines().map(|line| format!("> {line}\n")).collect();
        if kind == "forward" {
            let body = format!(
                "\n\n---------- Forwarded message ---------\nFrom: {} <{}>\nSubject: {}\n\n{}",
                mail.from, mail.address, mail.subject, mail.body
            );
            return Some(Draft { subject: format!("Fwd: {bare}"), body: text(&body), ..Draft::default() });
        }
        let to = if mail.address == ME { mail.to.clone() } else { mail.address.clone() };
        let others = addresses(&mail.to).chain(addresses(&mail.cc)).filter(|other| *other != ME && *other != to);
        let cc = if kind == "reply_all" { others.collect::<Vec<_>>().join(", ") } else { String::new() };
        let body = text(&format!("\n\n{} wrote:\n{quoted}", mail.from));
        Some(Draft { thread: mail.thread, to, cc, subject: format!("Re: {bare}"), body, ..Draft::default() })
    }

    fn as_mail(&self, label: SystemLabel, now_ms: i64) -> Mail {
        let Draft { thread, to, cc, subject, body, .. } = self.draft.clone();
        let (from, address) = ("me".to_owned(), ME.to_owned());
        let to = addresses(&to).collect::<Vec<_>>().join(", ");
        Mail {
            thread,
            from,
            address,
            to,
            cc,
            subject,
            body,
            when_ms: now_ms,
            read: true,
            place: label,
            ..Mail::default()
        }
    }

    /// Saves an unsent draft.
    pub(super) fn keep_draft(&mut self, cx: &mut Cx<'_>) {
        if self.draft.is_empty() {
            self.mailbox.remove_mail(self.draft.id);
            return;
        }
        let mail = self.as_mail(SystemLabel::Draft, cx.shared.clock.now_ms);
        self.mailbox.remove_mail(self.draft.id);
        self.mailbox.add(mail);
        self.draft = Draft::default();
        cx.toast("Draft saved");
    }

    /// Sends the mail, if it has recipients. Asks for confirmation if it has no subject.
    fn send(&mut self, anyway: bool, cx: &mut Cx<'_>) {
        let ok = || vec![("OK".to_owned(), Event::new("cancel"))];
        let wrong = addresses(&self.draft.to).chain(addresses(&self.draft.cc)).find(|address| !is_address(address));
        let refuse = match (addresses(&self.draft.to).next(), wrong) {
            (None, _) => Some("Add at least one recipient.".to_owned()),
            (_, Some(wrong)) => Some(format!("The address <{wrong}> is invalid.")),
            _ => None,
        };
        if let Some(message) = refuse {
            cx.effects.push(Effect::Dialog { title: String::new(), message, buttons: ok() });
            return;
        }
        if self.draft.subject.trim().is_empty() && !anyway {
            return widgets::ask(
                cx,
                "Send without a subject?",
                "There is no text in the subject.",
                "Send",
                Event::new("send_anyway"),
            );
        }
        let online = cx.shared.settings.is_online();
        let mail = self.as_mail(if online { SystemLabel::Sent } else { SystemLabel::Outbox }, cx.shared.clock.now_ms);
        self.mailbox.remove_mail(self.draft.id);
        self.mailbox.add(mail);
        self.draft = Draft::default();
        cx.effects.push(Effect::HideKeyboard);
        cx.pop();
        cx.toast(if online { "Sent" } else { "No connection. Message will be sent later." });
    }
}

#[cfg(test)]
mod tests {
    use super::is_address;

    #[test]
    fn addresses_are_told_from_words() {
        for (text, is) in [
            ("a@b.example", true),
            ("Ann <ann@b.example>", true),
            ("ann", false),
            ("ann@", false),
            ("@b.example", false),
            ("ann@b", false),
            ("an n@b.example", false),
            ("ann@.example", false),
        ] {
            assert_eq!(is_address(text), is, "{text}");
        }
    }
}
