//! The screens of Phone, apart from the call screen.

use super::Dialer;
use kit::pages::Page;
use kit::widgets::{self, Row};
use kit::{clock, people};
use state::shared::{Call, Contact, Shared};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

const TABS: &[(Icon, &str, &str)] = &[
    (Icon::Star, "Favorites", "favorites"),
    (Icon::Clock, "Recents", "recents"),
    (Icon::Contacts, "Contacts", "contacts"),
];

/// The keys with their letters and ids.
const KEYS: [(&str, &str, &str); 12] = [
    ("1", "", "one"),
    ("2", "ABC", "two"),
    ("3", "DEF", "three"),
    ("4", "GHI", "four"),
    ("5", "JKL", "five"),
    ("6", "MNO", "six"),
    ("7", "PQRS", "seven"),
    ("8", "TUV", "eight"),
    ("9", "WXYZ", "nine"),
    ("*", "", "star"),
    ("0", "+", "zero"),
    ("#", "", "pound"),
];

/// The number of calls shown, newest first. A real call log also keeps 500.
const MOST_CALLS: usize = 500;

/// The height of a key, if there is room.
const KEY_DP: f32 = 68.0;

/// Builds a tab: its rows, the key pad button, the tab bar.
fn tab(route: &str, rows: Vec<View>) -> View {
    tab_of(route, "recycler_view", rows)
}

fn tab_of(route: &str, list: &str, rows: Vec<View>) -> View {
    let list = View::list(list, rows);
    widgets::screen(vec![
        widgets::search_button("open_search_bar", "Search contacts"),
        widgets::with_fab(list, "dialpad_fab", Icon::Apps, "key pad", Event::new("keypad")),
        widgets::tabs(TABS, route),
    ])
}

pub(super) fn favorites(shared: &Shared) -> View {
    let mut rows: Vec<View> = people::shown(shared.contacts.starred(), person);
    if rows.is_empty() {
        rows.push(widgets::empty(Icon::Star, "No one is on your speed dial yet"));
    }
    tab("favorites", rows)
}

pub(super) fn contacts(page: usize, shared: &Shared) -> View {
    let page = Page::of(shared.contacts.len(), page);
    let mut rows: Vec<View> = shared.contacts.by_name(page.range()).flat_map(person).collect();
    if rows.is_empty() {
        rows.push(widgets::empty(Icon::Contacts, "You don't have any contacts yet"));
    }
    page.turns(&mut rows, "contacts");
    tab_of("contacts", &page.list_id("recycler_view"), rows)
}

pub(super) fn recents(shared: &Shared) -> View {
    let mut calls: Vec<&Call> = shared.calls.log.iter().collect();
    calls.sort_by_key(|call| std::cmp::Reverse((call.date, call.id)));
    let mut rows: Vec<View> = calls.into_iter().take(MOST_CALLS).map(|call| recent(call, shared)).collect();
    if rows.is_empty() {
        rows.push(widgets::empty(Icon::Clock, "Your call log is empty"));
    } else {
        rows.push(Row::new("Clear call history").icon(Icon::Delete).on(Event::new("clear_log_ask")).view());
    }
    tab("recents", rows)
}

/// Builds the rows of a contact, one for each number.
fn person(contact: &Contact) -> Vec<View> {
    let row = |number: &String| {
        let text =
            View::icon_button(Icon::Message, &format!("Text {}", contact.name), Event::with("text", number.as_str()));
        Row::new(&contact.name)
            .summary(number)
            .ids("contact_name", "contact_number")
            .face(&contact.name)
            .trailing(text)
            .on(Event::with("call", number.as_str()))
            .view()
    };
    contact.numbers.iter().map(row).collect()
}

fn recent(call: &Call, shared: &Shared) -> View {
    let name = shared.name_of(&call.number);
    let kind = match call.kind.as_str() {
        "incoming" => "Incoming",
        "missed" => "Missed",
        "rejected" => "Declined",
        _ => "Outgoing",
    };
    let when = clock::stamp(call.date, shared);
    let summary = match call.duration {
        0 => format!("{kind} • {when}"),
        seconds => format!("{kind} • {when} • {}", clock::length(i64::from(seconds))),
    };
    let dial = Event::with("call", call.number.as_str());
    Row::new(&name)
        .summary(summary)
        .ids("primary_text", "secondary_text")
        .face(&name)
        .trailing(View::icon_button(Icon::Call, &format!("Call {name}"), dial.clone()).id("call_back_button"))
        .on(dial)
        .id("call_log_entry")
        .view()
}

impl Dialer {
    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("open_search_view_edit_text", &self.query, "Search contacts");
        let typed = self.query.trim();
        let mut rows = Vec::new();
        if !typed.is_empty() {
            rows.extend(people::rows(typed, shared, person));
            if people::is_number(typed) {
                rows.push(Row::new(format!("Call {typed}")).icon(Icon::Call).on(Event::with("call", typed)).view());
            }
            if rows.is_empty() {
                rows.push(widgets::empty(Icon::Search, "No matching contacts"));
            }
        }
        widgets::screen(vec![bar, View::list("search_results", rows)])
    }

    pub(super) fn dialpad(&self, shared: &Shared) -> View {
        let mut rows = Vec::new();
        if self.digits.trim().len() > 1 {
            rows.extend(people::rows(&self.digits, shared, person));
        }
        let field = View::field("digits", &self.digits, "", "digits").description("number to dial");
        let field = widgets::submits(field, "dial").text_style(TextStyle::Headline).width(Size::Weight(1.0));
        let field = field.padding(16.0, 8.0).background(Color::Transparent, 0.0);
        let erase = View::icon_button(Icon::Clear, "backspace", Event::new("erase")).id("deleteButton");
        let erase = erase.on_long_click(Event::new("erase_all")).enabled(!self.digits.is_empty());
        let keys = KEYS.iter().map(|(key, letters, id)| {
            let said = if letters.is_empty() { (*key).to_owned() } else { format!("{key},{letters}") };
            let space = || View::new(Kind::Space).height(Size::Weight(1.0));
            View::column(vec![
                space(),
                View::text(*key).id("dialpad_key_number").text_style(TextStyle::Headline),
                View::text(*letters).id("dialpad_key_letters").text_style(TextStyle::Caption).color(Color::Muted),
                space(),
            ])
            .id(id)
            .description(&said)
            .height(Size::Dp(KEY_DP))
            .align(Align::Center)
            .on_click(Event::with("key", *key))
        });
        let mut keys: Vec<View> = keys.collect();
        if let Some(zero) = keys.iter_mut().find(|key| key.id == "zero") {
            zero.on_long_click = Some(Event::with("key", "+"));
        }
        let pad = View::new(Kind::Grid { columns: 3 }).children(keys).id("dialpad").width(Size::Fill);
        let pad = pad.padding(32.0, 4.0).left_to_right();
        let mut call = View::new(Kind::Button { primary: true }).id("dialpad_voice_call_button").description("dial");
        call.text = "Call".to_owned();
        widgets::screen(vec![
            widgets::top_bar("Key pad", Vec::new()),
            View::panes(vec![
                View::column(vec![
                    View::list("search_results", rows),
                    View::row(vec![field, erase]).padding(24.0, 8.0).background(Color::Surface, 0.0),
                ])
                .height(Size::Weight(1.0)),
                View::column(vec![
                    pad,
                    View::column(vec![call.on_click(Event::new("dial"))]).align(Align::Center).padding(16.0, 8.0),
                ]),
            ]),
        ])
    }
}
