//! How Contacts looks.

use super::{Contacts, Form};
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

/// Everybody, by letter; favourites first.
pub(super) fn list(shared: &Shared) -> View {
    let everybody = people::found("", shared);
    let mut rows = Vec::new();
    let stars: Vec<_> = everybody.iter().filter(|contact| contact.starred).collect();
    if !stars.is_empty() {
        rows.push(widgets::section("Favorites").description("Favorites"));
        rows.extend(stars.into_iter().map(|contact| row(contact)));
    }
    let mut under = String::new();
    for contact in &everybody {
        let letter = people::letter(&contact.name);
        if letter != under {
            rows.push(widgets::section(&letter).id("header"));
            under = letter;
        }
        rows.push(row(contact));
    }
    if everybody.is_empty() {
        rows.push(widgets::empty(Icon::Contacts, "No contacts yet"));
    }
    let list = View::list("android:id/list", rows);
    let content = widgets::with_fab(list, "floating_action_button", Icon::Add, "Create contact", Event::new("create"));
    let search = widgets::search_button("open_search_bar", "Search contacts");
    widgets::screen(vec![widgets::home_bar("Contacts", Vec::new()), search, content])
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

impl Contacts {
    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("open_search_view_edit_text", &self.query, "Search contacts");
        let found = if self.query.trim().is_empty() { Vec::new() } else { people::found(&self.query, shared) };
        let mut rows: Vec<View> = found.into_iter().map(row).collect();
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
        for number in &contact.numbers {
            let message =
                View::icon_button(Icon::Message, &format!("Text {number}"), Event::with("text", number.as_str()));
            let row = Row::new(number).summary("Mobile").ids("header", "sub_header").icon(Icon::Call);
            rows.push(row.trailing(message).on(Event::with("call", number.as_str())).view());
        }
        for email in &contact.emails {
            let row = Row::new(email).summary("Home").ids("header", "sub_header").icon(Icon::Email);
            rows.push(row.on(Event::with("mail", email.as_str())).view());
        }
        let screen = widgets::screen(vec![widgets::top_bar("", actions), View::list("card_container", rows)]);
        widgets::with_menu(screen, self.menu, vec![("Delete", Event::new("delete_ask"))])
    }

    pub(super) fn editor(&self, title: &str, contact: Option<&Contact>) -> View {
        let Form { first, last, phone, email } = &self.form;
        let close = View::icon_button(Icon::Close, "Close", Event::new("navigate_up"));
        let title_view = View::text(title).text_style(TextStyle::Title).width(Size::Weight(1.0));
        let mut save = View::new(Kind::Button { primary: true }).id("toolbar_button").on_click(Event::new("save"));
        save.text = "Save".to_owned();
        let field = |id: &str, text: &str, hint: &str, change: &'static str| {
            let field = View::field(id, text, hint, change);
            field.padding(16.0, 14.0).background(Color::SurfaceVariant, 8.0).style(|style| {
                style.margin = [16.0, 6.0, 16.0, 6.0];
            })
        };
        let face = contact.map_or_else(|| self.form.name(), |contact| contact.name.clone());
        let picture = match face.is_empty() {
            true => View::icon(Icon::Contact).color(Color::Muted),
            false => widgets::avatar(&face),
        };
        let picture = picture.width(Size::Dp(72.0)).height(Size::Dp(72.0));
        let fields = vec![
            View::column(vec![picture]).align(Align::Center).padding(16.0, 12.0),
            field("first_name", first, "First name", "first"),
            field("last_name", last, "Last name", "last"),
            field("phone", phone, "Phone", "phone"),
            field("email", email, "Email", "email"),
        ];
        let bar = widgets::bar(Some(close), title_view, vec![save]);
        widgets::screen(vec![bar, View::list("contact_editor_fragment", fields)])
    }
}
