//! The screens of Contacts.

use super::{Contacts, letters};
use kit::pages::Page;
use kit::people;
use kit::widgets::{self, Row};
use state::shared::{Contact, Shared};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// Builds a contact's row.
fn row(contact: &Contact) -> View {
    Row::new(&contact.name)
        .ids("cliv_name_textview", "cliv_data_view")
        .face(&contact.name)
        .opens(format!("detail/{}", contact.id))
        .view()
}

/// Builds the letter bar, each letter with the page on which it starts.
fn letter_bar(letters: &[(String, usize)], page: usize) -> View {
    let current = letters.iter().rposition(|(_, at)| *at <= page);
    let cells = letters.iter().enumerate().map(|(number, (letter, at))| {
        let color = if Some(number) == current { Color::Primary } else { Color::Muted };
        let text = View::text(letter).text_style(TextStyle::Label).color(color);
        View::column(vec![text])
            .align(Align::Center)
            .padding(4.0, 14.0)
            .description(&format!("Contacts under {letter}"))
            .on_click(Event::with("page", at.to_string()))
    });
    View::new(Kind::Grid { columns: 7 }).children(cells.collect()).width(Size::Fill).padding(8.0, 0.0)
}

/// Builds a large button with an icon: `Call`, `Text`.
fn verb(icon: Icon, text: &str, id: &str, event: &'static str, to: Option<&String>) -> View {
    let color = if to.is_some() { Color::Primary } else { Color::Muted };
    View::column(vec![
        View::icon(icon).color(color),
        View::text(text).text_style(TextStyle::Label).color(color).id("verb_text"),
    ])
    .id(id)
    .description(text)
    .width(Size::Weight(1.0))
    .padding(4.0, 12.0)
    .gap(6.0)
    .align(Align::Center)
    .enabled(to.is_some())
    .on_click(Event::with(event, to.cloned().unwrap_or_default()))
}

impl Contacts {
    /// Builds the list of all contacts by letter, favourites first. A very long list is paged, with letters to jump to.
    pub(super) fn list(&self, shared: &Shared) -> View {
        let page = Page::of(shared.contacts.len(), self.page);
        let mut rows = Vec::new();
        if page.number == 0 {
            let stars = people::shown(shared.contacts.starred(), |contact| [row(contact)]);
            if !stars.is_empty() {
                rows.push(widgets::section("Favorites").description("Favorites"));
                rows.extend(stars);
            }
        }
        let mut under = String::new();
        for contact in shared.contacts.by_name(page.range()) {
            let letter = people::letter(&contact.name);
            if letter != under {
                rows.push(widgets::section(&letter).id("header"));
                under = letter;
            }
            rows.push(row(contact));
        }
        if shared.contacts.is_empty() {
            rows.push(widgets::empty(Icon::Contacts, "No contacts yet"));
        }
        page.turns(&mut rows, "contacts");
        let list = View::list(&page.list_id("android:id/list"), rows);
        let add = Event::new("create");
        let content = widgets::with_fab(list, "floating_action_button", Icon::Add, "Create contact", add);
        let search = widgets::search_button("open_search_bar", "Search contacts");
        let mut parts = vec![widgets::home_bar("Contacts", Vec::new()), search];
        if page.pages > 1 {
            parts.push(letter_bar(&letters::of(&shared.contacts), page.number));
        }
        parts.push(content);
        widgets::screen(parts)
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("open_search_view_edit_text", &self.query, "Search contacts");
        let mut rows = match self.query.trim() {
            "" => Vec::new(),
            query => people::rows(query, shared, |contact| [row(contact)]),
        };
        if rows.is_empty() && !self.query.trim().is_empty() {
            rows.push(widgets::empty(Icon::Search, "No contacts found"));
        }
        widgets::screen(vec![bar, View::list("search_result_list", rows)])
    }

    pub(super) fn detail(&self, contact: Option<&Contact>) -> View {
        let Some(contact) = contact else {
            let gone = View::list("list", vec![widgets::empty(Icon::Person, "The contact doesn't exist.")]);
            return widgets::screen(vec![widgets::top_bar("", Vec::new()), gone]);
        };
        let star = if contact.starred { "Remove from favorites" } else { "Add to favorites" };
        let actions = vec![
            View::icon_button(Icon::Edit, "Edit contact", Event::new("edit")).id("menu_edit"),
            View::icon_button(Icon::Star, star, Event::new("star")).id("menu_star").selected(contact.starred),
            widgets::menu_button(),
        ];
        let head = View::column(vec![
            widgets::avatar(&contact.name).width(Size::Dp(96.0)).height(Size::Dp(96.0)),
            View::text(&contact.name).id("large_title").text_style(TextStyle::Headline),
        ])
        .padding(16.0, 16.0)
        .gap(12.0)
        .align(Align::Center);
        let (number, email) = (contact.numbers.first(), contact.emails.first());
        let verbs = View::row(vec![
            verb(Icon::Call, "Call", "verb_call", "call", number),
            verb(Icon::Message, "Text", "verb_text_message", "text", number),
            verb(Icon::Email, "Email", "verb_email", "mail", email),
        ]);
        let mut rows = vec![head, verbs, widgets::section("Contact info")];
        for (place, number) in contact.numbers.iter().enumerate() {
            let message =
                View::icon_button(Icon::Message, &format!("Text {number}"), Event::with("text", number.as_str()));
            let row = Row::new(number).summary(contact.label(place)).ids("header", "sub_header").icon(Icon::Call);
            rows.push(row.trailing(message).on(Event::with("call", number.as_str())).view());
        }
        for email in &contact.emails {
            let row = Row::new(email).summary("Home").ids("header", "sub_header").icon(Icon::Email);
            rows.push(row.on(Event::with("mail", email.as_str())).view());
        }
        let screen = widgets::screen(vec![widgets::top_bar("", actions), View::list("card_container", rows)]);
        widgets::with_menu(screen, self.menu, vec![("Delete", Event::new("delete_ask"))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::pages::ON_A_PAGE;

    #[test]
    fn very_many_people_are_shown_by_pages() {
        let name = |number: u32| format!("{}{number:05}", char::from(b'A' + u8::try_from(number % 26).unwrap_or(0)));
        let contact = |number: u32| Contact { id: i64::from(number), name: name(number), ..Contact::default() };
        let shared = Shared { contacts: (0..50_000).map(contact).collect(), ..Shared::default() };
        fn count(view: &View) -> usize {
            1 + view.children.iter().map(count).sum::<usize>()
        }
        let mut app = Contacts::default();
        for (page, first) in [(0, "A00000"), (2, "A20800"), (124, "Z"), (999, "Z")] {
            app.page = page;
            let view = app.list(&shared);
            assert!(count(&view) < 10 * ON_A_PAGE, "{}", count(&view));
            fn says(view: &View, text: &str) -> bool {
                view.text.starts_with(text) || view.children.iter().any(|child| says(child, text))
            }
            assert!(says(&view, first), "{page}");
        }
        app.query = "a0".to_owned();
        assert!(count(&app.search(&shared)) < 10 * ON_A_PAGE);
    }
}
