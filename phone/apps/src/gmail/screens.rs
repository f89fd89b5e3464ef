//! The lists of conversations, the folders, and a conversation.

use kit::widgets::{self, Row};
use kit::{clock, overlays};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

use super::Gmail;
use super::mail::{Folder, LABELS, ME, Mail, SystemLabel};

/// The most conversations in a list.
const MAX_ROWS: usize = 300;

/// The folders of the drawer: icon, name, route.
const FOLDERS: &[(Icon, &str, &str)] = &[
    (Icon::Email, "Primary", "inbox"),
    (Icon::Star, "Starred", "starred"),
    (Icon::Send, "Sent", "sent"),
    (Icon::Edit, "Drafts", "drafts"),
    (Icon::Clock, "Outbox", "outbox"),
    (Icon::Storage, "All mail", "all"),
    (Icon::Info, "Spam", "spam"),
    (Icon::Delete, "Trash", "trash"),
];

/// Returns the names in a row: the senders of the conversation, or the recipients if only the user wrote.
fn who(mail: &Mail, thread: &[&Mail]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for from in thread.iter().map(|mail| mail.from.as_str()) {
        if !names.contains(&from) {
            names.push(from);
        }
    }
    match mail.place {
        SystemLabel::Draft => "Draft".to_owned(),
        _ if thread.iter().all(|mail| mail.address == ME) => format!("To: {}", mail.to),
        _ => names.join(", "),
    }
}

impl Gmail {
    fn row(&self, mail: &Mail, shared: &Shared) -> View {
        let thread = self.mailbox.thread(mail.thread);
        let first = thread.first().filter(|_| mail.place != SystemLabel::Draft).copied().unwrap_or(mail);
        let unread = !mail.read;
        let name =
            View::text(who(mail, &thread)).id("senders").width(Size::Weight(1.0)).style(|style| style.max_lines = 1);
        let name = if unread {
            name.text_style(TextStyle::Label).selected(true)
        } else {
            let color = if mail.place == SystemLabel::Draft { Color::Error } else { Color::Muted };
            name.text_style(TextStyle::BodySmall).color(color)
        };
        let when = View::text(clock::stamp(mail.when_ms, shared))
            .id("date")
            .text_style(TextStyle::Caption)
            .color(Color::Muted);
        let subject = if first.subject.is_empty() { "(no subject)" } else { &first.subject };
        let subject = View::text(subject)
            .id("subject")
            .text_style(TextStyle::BodySmall)
            .selected(unread)
            .style(|style| style.max_lines = 1);
        let start: String = mail.body.split_whitespace().take(30).collect::<Vec<_>>().join(" ");
        let snippet = View::text(start)
            .id("snippet")
            .text_style(TextStyle::BodySmall)
            .color(Color::Muted)
            .style(|style| style.max_lines = 1);
        let star = if mail.starred { "Remove star" } else { "Add star" };
        let star = View::icon_button(Icon::Star, star, Event::with("star", mail.id.to_string())).id("star");
        let star = star.color(if mail.starred { Color::Rgb(251, 188, 4) } else { Color::Outline });
        let words = View::column(vec![View::row(vec![name, when]).gap(8.0), subject, snippet])
            .gap(2.0)
            .width(Size::Weight(1.0));
        let chosen = self.chosen.contains(&mail.thread);
        let face = if chosen {
            View::icon(Icon::Check).color(Color::Primary).width(Size::Dp(40.0)).height(Size::Dp(40.0))
        } else {
            widgets::avatar(&first.from)
        };
        let row =
            View::row(vec![face, words, star]).id("viewified_conversation_item_view").padding(16.0, 10.0).gap(14.0);
        let row = row
            .on_click(Event::with("conversation", mail.id.to_string()))
            .on_long_click(Event::with("hold", mail.id.to_string()));
        let row = row.selected(chosen);
        if chosen { row.background(Color::PrimaryContainer, 0.0) } else { row }
    }

    fn rows(&self, mails: &[&Mail], shared: &Shared) -> Vec<View> {
        let mut rows: Vec<View> = mails.iter().take(MAX_ROWS).map(|mail| self.row(mail, shared)).collect();
        if mails.len() > MAX_ROWS {
            rows.push(
                View::text(format!("and {} older conversations", mails.len() - MAX_ROWS))
                    .color(Color::Muted)
                    .padding(16.0, 12.0),
            );
        }
        rows
    }

    pub(super) fn list_screen(&self, name: &str, shared: &Shared) -> View {
        let folder = Folder::of(name);
        let mails = self.mailbox.conversations(&folder);
        let mut rows = vec![
            View::text(folder.title())
                .id("folder_name")
                .text_style(TextStyle::Label)
                .color(Color::Muted)
                .padding(16.0, 10.0),
        ];
        rows.extend(self.rows(&mails, shared));
        if mails.is_empty() {
            rows.push(widgets::empty(Icon::Email, &format!("Nothing in {}", folder.title())));
        }
        let list = View::list("thread_list_view", rows);
        let list = widgets::with_fab(list, "compose_button", Icon::Edit, "Compose", Event::new("compose"));
        let bar = if self.chosen.is_empty() { self.home_bar() } else { self.chosen_bar() };
        widgets::screen(vec![bar, list])
    }

    fn home_bar(&self) -> View {
        let menu =
            View::icon_button(Icon::Apps, "Open navigation drawer", Event::with("open", "folders")).id("open_drawer");
        let text =
            View::text("Search in mail").id("open_search_bar_text_view").color(Color::Muted).width(Size::Weight(1.0));
        let face = widgets::avatar("Me").width(Size::Dp(32.0)).height(Size::Dp(32.0));
        View::row(vec![menu, text, face])
            .id("open_search_bar")
            .on_click(Event::new("search"))
            .height(Size::Dp(56.0))
            .gap(8.0)
            .background(Color::SurfaceVariant, 28.0)
            .style(|style| {
                style.margin = [16.0, 8.0, 16.0, 8.0];
                style.padding = [4.0, 4.0, 16.0, 4.0];
            })
    }

    fn chosen_bar(&self) -> View {
        let close = View::icon_button(Icon::Close, "Done", Event::new("choose_none"));
        let count = View::text(self.chosen.len().to_string()).text_style(TextStyle::Title).width(Size::Weight(1.0));
        let actions = vec![
            View::icon_button(Icon::Storage, "Archive", Event::new("archive")).id("archive"),
            View::icon_button(Icon::Delete, "Delete", Event::new("delete")).id("delete"),
            View::icon_button(Icon::Email, "Mark as unread", Event::new("unread")).id("unread"),
        ];
        widgets::bar(Some(close), count, actions).background(Color::PrimaryContainer, 0.0)
    }

    pub(super) fn folders(&self) -> View {
        let unread = self.mailbox.unread();
        let row = |(icon, name, route): &(Icon, &str, &str)| {
            let row = Row::new(*name).icon(*icon).on(Event::with("folder", *route));
            let count = View::text(unread.to_string()).id("unread").text_style(TextStyle::Label).color(Color::Muted);
            if *route == "inbox" && unread > 0 { row.trailing(count).view() } else { row.view() }
        };
        let mut rows: Vec<View> = FOLDERS.iter().map(row).collect();
        rows.push(widgets::section("Labels"));
        rows.extend(
            LABELS.iter().map(|label| Row::new(*label).icon(Icon::Files).on(Event::with("folder", *label)).view()),
        );
        widgets::screen(vec![widgets::top_bar("Gmail", Vec::new()), View::list("drawer", rows)])
    }

    pub(super) fn search_screen(&self, shared: &Shared) -> View {
        let found = if self.query.trim().is_empty() { Vec::new() } else { self.mailbox.search(&self.query) };
        let mut rows = self.rows(&found, shared);
        if rows.is_empty() {
            let text = if self.query.trim().is_empty() { "Type what to look for" } else { "No results" };
            rows.push(widgets::empty(Icon::Search, text));
        }
        widgets::screen(vec![
            widgets::search_bar("open_search", &self.query, "Search in mail"),
            View::list("thread_list_view", rows),
        ])
    }

    pub(super) fn thread_screen(&self, thread: u64, shared: &Shared) -> View {
        let mails = self.mailbox.thread(thread);
        let Some(last) = mails.last() else {
            let list = View::list("conversation", vec![widgets::empty(Icon::Email, "This conversation is gone")]);
            return widgets::screen(vec![widgets::top_bar("", Vec::new()), list]);
        };
        let subject = if last.subject.is_empty() { "(no subject)" } else { &last.subject };
        let subject =
            View::text(subject).id("subject_and_folder_view").text_style(TextStyle::Headline).padding(20.0, 8.0);
        let mut parts = vec![subject];
        let labels: Vec<View> = last.labels.iter().map(|label| chip(label)).collect();
        if !labels.is_empty() {
            parts.push(View::row(labels).gap(8.0).padding(20.0, 4.0));
        }
        parts.extend(mails.iter().map(|mail| message(mail, shared)));
        let id = last.id.to_string();
        let answer = |icon: Icon, text: &str, event: &'static str| {
            let text = View::text(text).text_style(TextStyle::Label).style(|style| style.max_lines = 2);
            View::row(vec![View::icon(icon), text])
                .id(event)
                .on_click(Event::with(event, id.as_str()))
                .width(Size::Weight(1.0))
                .height(Size::Dp(48.0))
                .gap(8.0)
                .padding(10.0, 4.0)
                .background(Color::SurfaceVariant, 24.0)
        };
        let answers = View::row(vec![
            answer(Icon::ArrowBack, "Reply", "reply"),
            answer(Icon::Group, "Reply all", "reply_all"),
            answer(Icon::Send, "Forward", "forward"),
        ]);
        let gone = last.place == SystemLabel::Trash;
        let actions = vec![
            View::icon_button(Icon::Storage, "Archive", Event::new("archive")).id("archive"),
            View::icon_button(Icon::Delete, "Delete", Event::new(if gone { "forever" } else { "delete" })).id("delete"),
            View::icon_button(Icon::Email, "Mark as unread", Event::new("unread")).id("inside_conversation_unread"),
            widgets::menu_button(),
        ];
        let screen = widgets::screen(vec![
            widgets::top_bar("", actions),
            View::list("conversation", parts),
            answers.gap(8.0).padding(12.0, 10.0),
        ]);
        let items = vec![
            ("Move to Inbox", Event::new("inbox")),
            ("Change labels", Event::with("open", format!("labels/{thread}"))),
            ("Report spam", Event::new("spam")),
        ];
        widgets::with_menu(screen, self.menu, items)
    }

    pub(super) fn label_dialog(&self, thread: u64) -> View {
        let has =
            |label: &str| self.mailbox.thread(thread).iter().any(|mail| mail.labels.iter().any(|known| known == label));
        let row = |label: &&str| {
            let tick = View::new(Kind::CheckBox { on: has(label) }).description(label);
            Row::new(*label).lead(tick).on(Event::with("label", *label)).view()
        };
        let list = View::column(LABELS.iter().map(row).collect());
        overlays::dialog(
            "Label as",
            vec![list],
            vec![View::button("OK", Event::new("navigate_up")).id("android:id/button1")],
        )
    }
}

fn chip(text: &str) -> View {
    View::text(text)
        .id("label")
        .text_style(TextStyle::Caption)
        .padding(10.0, 4.0)
        .background(Color::SurfaceVariant, 8.0)
}

fn message(mail: &Mail, shared: &Shared) -> View {
    let name = View::text(&mail.from).id("sender_name").text_style(TextStyle::Label);
    let to = if mail.to == ME { "to me".to_owned() } else { format!("to {}", mail.to) };
    let to = View::text(to)
        .id("recipient_summary")
        .text_style(TextStyle::Caption)
        .color(Color::Muted)
        .style(|style| style.max_lines = 1);
    let when = View::text(clock::stamp(mail.when_ms, shared))
        .id("upper_date")
        .text_style(TextStyle::Caption)
        .color(Color::Muted);
    let head =
        View::row(vec![widgets::avatar(&mail.from), View::column(vec![name, to]).width(Size::Weight(1.0)), when])
            .gap(14.0);
    let body = View::text(&mail.body).id("message_body");
    View::column(vec![head, body])
        .gap(16.0)
        .padding(20.0, 16.0)
        .background(Color::Surface, 16.0)
        .style(|style| style.margin = [8.0, 4.0, 8.0, 4.0])
}
