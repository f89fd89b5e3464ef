//! How Contacts looks.

use super::{Contacts, order};
use crate::apps::people;
use crate::apps::widgets::{self, Row};
use crate::shared::{Contact, Shared};
use crate::ui::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// Somebody in a list.
fn row(contact: &Contact) -> View {
    Row::new(&contact.name)
        .ids("cliv_name_textview", "cliv_data_view")
        .face(&contact.name)
        .opens(format!("detail/{}", contact.id))
        .view()
}

/// Letters beside each other, each with the page on which its people begin.
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

/// A large button with a drawing: `Call`, `Text`.
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

/// How many people stand on one page: more make a screen slow, and nobody scrolls that far.
const ON_A_PAGE: usize = 400;

impl Contacts {
    /// Everybody, by letter; favourites first. Very many are shown by pages, with letters to jump to.
    pub(super) fn list(&self, shared: &Shared) -> View {
        let mut rows = Vec::new();
        let (page, pages, letters) = self.order.with(shared, |order| {
            let pages = order.len().div_ceil(ON_A_PAGE).max(1);
            let page = self.page.min(pages - 1);
            let shown = order.iter().skip(page * ON_A_PAGE).take(ON_A_PAGE);
            let people: Vec<&Contact> = shown.filter_map(|place| shared.contacts.get(*place)).collect();
            if page == 0 {
                let stars = shared.contacts.iter().filter(|contact| contact.starred).take(ON_A_PAGE);
                let mut stars: Vec<&Contact> = stars.collect();
                stars.sort_by_cached_key(|contact| contact.name.to_lowercase());
                if !stars.is_empty() {
                    rows.push(widgets::section("Favorites").description("Favorites"));
                    rows.extend(stars.into_iter().map(row));
                }
            }
            let mut under = String::new();
            for contact in people {
                let letter = people::letter(&contact.name);
                if letter != under {
                    rows.push(widgets::section(&letter).id("header"));
                    under = letter;
                }
                rows.push(row(contact));
            }
            let letters = if pages > 1 { order::letters(order, ON_A_PAGE, shared) } else { Vec::new() };
            (page, pages, letters)
        });
        if shared.contacts.is_empty() {
            rows.push(widgets::empty(Icon::Contacts, "No contacts yet"));
        }
        let turn = |text: &str, to: usize| {
            Row::new(text).icon(Icon::ChevronRight).on(Event::with("page", to.to_string())).view()
        };
        if page > 0 {
            rows.insert(0, turn("Show earlier contacts", page - 1));
        }
        if page + 1 < pages {
            rows.push(turn("Show more contacts", page + 1));
        }
        // Each page begins at its top.
        let id = if page == 0 { "android:id/list".to_owned() } else { format!("list_{page}") };
        let list = View::list(&id, rows);
        let add = Event::new("create");
        let content = widgets::with_fab(list, "floating_action_button", Icon::Add, "Create contact", add);
        let search = widgets::search_button("open_search_bar", "Search contacts");
        let mut parts = vec![widgets::home_bar("Contacts", Vec::new()), search];
        if !letters.is_empty() {
            parts.push(letter_bar(&letters, page));
        }
        parts.push(content);
        widgets::screen(parts)
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("open_search_view_edit_text", &self.query, "Search contacts");
        let found = if self.query.trim().is_empty() { Vec::new() } else { people::found(&self.query, shared) };
        let more = found.len().saturating_sub(ON_A_PAGE);
        let mut rows: Vec<View> = found.into_iter().take(ON_A_PAGE).map(row).collect();
        if more > 0 {
            let text = format!("{more} more; type on to find them");
            rows.push(View::text(text).color(Color::Muted).padding(16.0, 16.0));
        }
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
