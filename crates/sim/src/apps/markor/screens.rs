//! Markor's screens: a folder, a note, what a new one is called.

use super::{Markor, entries};
use crate::apps::clock;
use crate::apps::widgets::{self, Row};
use crate::shared::Shared;
use crate::ui::{Event, Icon, Kind, Size, TextStyle, View};

/// The field of a note's text.
pub(super) const EDITOR: &str = "document__fragment__edit__highlighting_editor";

impl Markor {
    pub(super) fn folder(&self, below: &str, shared: &Shared) -> View {
        let mut rows = Vec::new();
        for (name, folder, modified) in entries(below, shared) {
            let place = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
            let (icon, event) = if folder { (Icon::Files, "folder") } else { (Icon::Edit, "note") };
            let row = Row::new(&name).summary(clock::full_date(modified, shared));
            let row = row
                .ids("ui__filesystem_item__title", "ui__filesystem_item__description")
                .icon(icon)
                .id("ui__filesystem_item__root");
            rows.push(row.on(Event::with(event, &place)).hold(Event::with("delete_ask", place)).view());
        }
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Edit, "No notes here yet"));
        }
        let list = View::list("ui__filesystem_dialog__list", rows);
        let add = "Create a new file or folder";
        let content = widgets::with_fab(list, "fab_add_new_item", Icon::Add, add, Event::new("add"));
        let bar = match below.rsplit('/').next() {
            Some(name) if !name.is_empty() => widgets::top_bar(name, Vec::new()),
            _ => widgets::home_bar("Markor", Vec::new()),
        };
        widgets::screen(vec![bar, content])
    }

    pub(super) fn note(&self, below: &str) -> View {
        let name = below.rsplit('/').next().unwrap_or(below);
        let mut field = View::field(EDITOR, &self.form.text, "Start writing…", "text").height(Size::Fill);
        if let Kind::Field { multiline, .. } = &mut field.kind {
            *multiline = true;
        }
        let actions = vec![
            View::icon_button(Icon::Check, "Save", Event::new("save")).id("action_save"),
            View::icon_button(Icon::Share, "Share", Event::new("share")).id("action_share"),
            View::icon_button(Icon::Delete, "Delete", Event::with("delete_ask", below)).id("action_delete"),
        ];
        let field = View::column(vec![field]).height(Size::Weight(1.0)).padding(12.0, 8.0);
        widgets::screen(vec![widgets::top_bar(name, actions), field])
    }

    pub(super) fn new_file(&self) -> View {
        let field = View::field("new_file_dialog__name", &self.form.name, "Name", "name");
        let mut rows = vec![
            View::text("The name of the note; without an ending it gets .md").text_style(TextStyle::BodySmall),
            widgets::submits(field, "create"),
        ];
        if !self.form.begin.is_empty() {
            rows.push(View::text("Begins with").text_style(TextStyle::Label));
            rows.push(View::text(&self.form.begin).id("new_file_dialog__text").style(|style| style.max_lines = 8));
        }
        let mut ok = View::button("OK", Event::new("create")).id("android:id/button1");
        ok.kind = Kind::Button { primary: true };
        let folder = View::button("Folder", Event::new("create_folder")).id("android:id/button3");
        rows.push(View::row(vec![folder, View::new(Kind::Space).width(Size::Weight(1.0)), ok]).gap(8.0));
        let content = View::column(rows).padding(20.0, 12.0).gap(16.0);
        widgets::screen(vec![widgets::top_bar("New note", Vec::new()), content])
    }
}
