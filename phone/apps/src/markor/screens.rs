//! Markor's screens: a folder, a note in edit or view mode, settings.

use super::{Markor, disk, render};
use kit::clock;
use kit::widgets::{self, Row};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

/// The id of the editor.
pub(super) const EDITOR: &str = "document__fragment__edit__highlighting_editor";

const TABS: &[(Icon, &str, &str)] = &[
    (Icon::Files, "Files", "files"),
    (Icon::Check, "To-Do", "todo"),
    (Icon::Edit, "QuickNote", "quicknote"),
    (Icon::More, "More", "more"),
];

/// Formats a size as `1.2 kB`.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

impl Markor {
    pub(super) fn folder(&self, below: &str, shared: &Shared) -> View {
        let query = self.query.as_deref().unwrap_or_default();
        let mut rows = Vec::new();
        if !below.is_empty() && self.query.is_none() && self.selected.is_empty() {
            let up = Row::new("..").summary("Parent folder").id("opoc_filesystem_item__root");
            let up = up.ids("opoc_filesystem_item__title", "opoc_filesystem_item__description");
            rows.push(up.lead(View::icon(Icon::Files).color(Color::Muted)).on(Event::new("navigate_up")).view());
        }
        let entries = disk::entries(below, &self.settings, shared);
        let found = entries.iter().filter(|entry| query.is_empty() || widgets::matches(&entry.name, query));
        let listed = rows.len();
        for entry in found {
            let place = disk::join(below, &entry.name);
            let selected = self.selected.contains(&place);
            let (icon, color, event) = match (selected, entry.folder) {
                (true, folder) => (Icon::Check, Color::Primary, if folder { "folder" } else { "note" }),
                (false, true) => (Icon::Files, Color::Primary, "folder"),
                (false, false) => (Icon::Document, Color::Muted, "note"),
            };
            let when =
                format!("{}, {}", clock::full_date(entry.modified_ms, shared), clock::time(entry.modified_ms, shared));
            let about = if entry.folder { when } else { format!("{when} · {}", size(entry.size)) };
            let row = Row::new(&entry.name)
                .summary(about)
                .ids("opoc_filesystem_item__title", "opoc_filesystem_item__description")
                .lead(View::icon(icon).id("opoc_filesystem_item__image").color(color))
                .id("opoc_filesystem_item__root");
            let mut row = row.on(Event::with(event, &place)).hold(Event::with("select", place)).view();
            row.selected = selected;
            if selected {
                row = row.background(Color::PrimaryContainer, 0.0);
            }
            rows.push(row);
        }
        if rows.len() == listed {
            let text = if query.is_empty() { "No notes here yet" } else { "Nothing found" };
            rows.push(widgets::empty(Icon::Document, text));
        }
        let list = View::list("ui__filesystem_dialog__list", rows);
        if !self.selected.is_empty() {
            let screen = widgets::screen(vec![self.selection_bar(), list]);
            return widgets::with_menu(screen, self.menu, self.selection_menu());
        }
        let add = "Create a new file or folder";
        let content = widgets::with_fab(list, "fab_add_new_item", Icon::Add, add, Event::new("add"));
        let mut parts = vec![self.folder_bar(below), content];
        if below.is_empty() {
            parts.push(widgets::tabs(TABS, "files"));
        }
        let menu = vec![("Sort by", Event::with("open", "sort")), ("Settings", Event::with("open", "more"))];
        widgets::with_menu(widgets::screen(parts), self.menu, menu)
    }

    fn folder_bar(&self, below: &str) -> View {
        if let Some(query) = &self.query {
            return widgets::search_bar("search_src_text", query, "Search");
        }
        let actions = vec![
            View::icon_button(Icon::Search, "Search", Event::new("search")).id("action_search"),
            widgets::menu_button(),
        ];
        match disk::name_of(below) {
            "" => widgets::home_bar("Markor", actions),
            name => widgets::top_bar(name, actions),
        }
    }

    /// Builds the bar of actions on the selection.
    fn selection_bar(&self) -> View {
        let close = View::icon_button(Icon::Close, "Clear selection", Event::new("unselect"));
        let count = View::text(self.selected.len().to_string()).id("selection_count").text_style(TextStyle::Title);
        let mut actions = vec![
            View::icon_button(Icon::Delete, "Delete", Event::with("open", "delete")).id("action_delete_selected_items"),
        ];
        if self.selected.len() == 1 {
            actions
                .push(View::icon_button(Icon::Edit, "Rename", Event::new("rename")).id("action_rename_selected_item"));
        }
        actions.push(widgets::menu_button());
        widgets::bar(Some(close), count.width(Size::Weight(1.0)), actions).background(Color::SurfaceVariant, 0.0)
    }

    fn selection_menu(&self) -> Vec<(&'static str, Event)> {
        let mut items =
            vec![("Move", Event::new("move")), ("Copy", Event::new("copy")), ("Select all", Event::new("select_all"))];
        if self.selected.len() == 1 {
            items.insert(2, ("Share", Event::new("share")));
        }
        items
    }

    /// Builds a note in edit or view mode.
    pub(super) fn note(&self, below: &str, reads: bool) -> View {
        let (icon, mode) = if reads { (Icon::Edit, "Edit mode") } else { (Icon::Eye, "View mode") };
        let mut actions = vec![View::icon_button(icon, mode, Event::new("mode")).id("action_preview_edit_toggle")];
        if !reads {
            actions.insert(0, View::icon_button(Icon::Save, "Save", Event::new("save")).id("action_save"));
        }
        actions.push(View::icon_button(Icon::Share, "Share", Event::new("share")).id("action_share"));
        actions.push(widgets::menu_button());
        let bar = widgets::top_bar(disk::name_of(below), actions);
        let menu = vec![("Reload", Event::new("reload")), ("Delete", Event::new("delete_ask"))];
        widgets::with_menu(widgets::screen(vec![bar, self.page(reads)]), self.menu, menu)
    }

    fn page(&self, reads: bool) -> View {
        if reads {
            let mut blocks = render::blocks(&self.form.text);
            if blocks.is_empty() {
                blocks.push(widgets::empty(Icon::Document, "This note is empty"));
            }
            let list = View::list("document__fragment__view_webview", blocks);
            return list.padding(20.0, 12.0);
        }
        let mut field = View::field(EDITOR, &self.form.text, "Start writing…", "text").height(Size::Fill);
        if let Kind::Field { multiline, .. } = &mut field.kind {
            *multiline = true;
        }
        let field = field.padding(16.0, 12.0).background(Color::Background, 0.0);
        View::column(vec![field]).height(Size::Weight(1.0))
    }

    /// Builds the tab of a note.
    pub(super) fn note_tab(&self, tab: &str, file: &str) -> View {
        let actions = vec![
            View::icon_button(Icon::Save, "Save", Event::new("save")).id("action_save"),
            View::icon_button(Icon::Share, "Share", Event::new("share")).id("action_share"),
        ];
        widgets::screen(vec![widgets::home_bar(file, actions), self.page(false), widgets::tabs(TABS, tab)])
    }

    pub(super) fn more(&self) -> View {
        let wanted = &self.settings;
        let rows = vec![
            widgets::section("Files"),
            Row::new("Sort by").summary("Name, date or size").icon(Icon::Files).opens("sort").view(),
            widgets::switch_row(
                "Folders first",
                "Folders stand above the files",
                wanted.folders_first,
                Event::new("set_folders_first"),
            )
            .view(),
            widgets::switch_row(
                "Show hidden files",
                "Names that begin with a dot",
                wanted.hidden,
                Event::new("set_hidden"),
            )
            .view(),
            widgets::section("Notes"),
            widgets::switch_row(
                "Open in view mode",
                "Notes are opened to be read",
                wanted.view_first,
                Event::new("set_view_first"),
            )
            .view(),
            widgets::section("About"),
            Row::new("Notebook").summary(super::HOME).icon(Icon::Storage).view(),
            Row::new("Version").summary("2.11.1").icon(Icon::Info).view(),
        ];
        let list = View::list("more_list", rows);
        widgets::screen(vec![widgets::home_bar("More", Vec::new()), list, widgets::tabs(TABS, "more")])
    }
}
