//! A note's rendered view and its editor.

use kit::{clock, widgets};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::Joplin;
use super::markdown::{self, Block};

/// The most blocks of a note that are shown.
const MOST_BLOCKS: usize = 600;

fn text(words: &str, style: TextStyle) -> View {
    View::text(words).text_style(style).width(Size::Weight(1.0))
}

fn indent(depth: usize) -> View {
    View::new(Kind::Space).width(Size::Dp(20.0 * depth.min(6) as f32))
}

/// Builds the view of a block.
fn block(block: &Block) -> View {
    let view = match block {
        Block::Heading(1, words) => text(words, TextStyle::Headline),
        Block::Heading(2, words) => text(words, TextStyle::Title),
        Block::Heading(_, words) => text(words, TextStyle::Label),
        Block::Paragraph(words) => text(words, TextStyle::Body),
        Block::Point { depth, mark, text: words } => {
            let mark = View::text(mark).color(Color::Primary);
            View::row(vec![indent(*depth), mark, text(words, TextStyle::Body)]).align(Align::Start).gap(10.0)
        }
        Block::Box { depth, on, line, text: words } => {
            let tick = View::new(Kind::CheckBox { on: *on }).description(words);
            let words = text(words, TextStyle::Body).color(if *on { Color::Muted } else { Color::OnSurface });
            let row = View::row(vec![indent(*depth), tick, words]).gap(8.0).padding(0.0, 8.0);
            row.on_click(Event::with("tick", line.to_string()))
        }
        Block::Quote(words) => {
            let quote = text(words, TextStyle::Body).color(Color::Muted);
            View::row(vec![quote]).padding(16.0, 10.0).background(Color::SurfaceVariant, 8.0)
        }
        Block::Code(lines) => {
            let code = text(lines, TextStyle::BodySmall);
            View::row(vec![code]).padding(14.0, 12.0).background(Color::SurfaceVariant, 8.0)
        }
        Block::Cells(cells, head) => {
            let style = if *head { TextStyle::Label } else { TextStyle::BodySmall };
            let cells = cells.iter().map(|cell| text(cell, style)).collect();
            let row = View::row(cells).gap(8.0).padding(10.0, 8.0);
            if *head { row.background(Color::SurfaceVariant, 4.0) } else { row }
        }
        Block::Line => View::new(Kind::Divider).width(Size::Fill),
    };
    View::column(vec![view]).padding(20.0, 5.0)
}

impl Joplin {
    /// Builds a rendered note.
    pub(super) fn note(&self, id: &str, shared: &Shared) -> View {
        let rows = self.store.rows_or_none(shared);
        let Some(note) = rows.note(id) else {
            let gone = widgets::empty(Icon::Notebook, "This note is gone");
            return widgets::screen(vec![widgets::top_bar("", Vec::new()), gone]);
        };
        let folder = rows.folder(&note.folder).map_or("", |folder| folder.title.as_str());
        let mut head = Vec::new();
        if note.is_todo {
            let tick = View::new(Kind::CheckBox { on: note.completed }).id("todo_checkbox").description("To-do");
            let tick = tick.width(Size::Dp(48.0)).height(Size::Dp(48.0));
            head.push(tick.on_click(Event::with("complete", id)));
        }
        let title = if note.title.is_empty() { "Untitled" } else { &note.title };
        head.push(text(title, TextStyle::Headline).id("note_title"));
        let head = View::row(head).padding(20.0, 8.0).gap(8.0);
        let when = format!(
            "{folder} · {} {}",
            clock::full_date(note.updated_ms, shared),
            clock::time(note.updated_ms, shared)
        );
        let when = View::text(when).id("note_place").text_style(TextStyle::Caption).color(Color::Muted);
        let mut parts = vec![head, when.style(|style| style.padding = [20.0, 0.0, 20.0, 12.0])];
        parts.extend(markdown::blocks(&note.body).iter().take(MOST_BLOCKS).map(block));
        parts.push(View::new(Kind::Space).height(Size::Dp(96.0)));
        let list = View::list("note_body", parts);
        let content = widgets::with_fab(list, "edit_note", Icon::Edit, "Edit", Event::with("edit", id));
        let screen = widgets::screen(vec![widgets::top_bar("", vec![widgets::menu_button()]), content]);
        let convert = if note.is_todo { "Convert to note" } else { "Convert to to-do" };
        let items = vec![
            (convert, Event::with("convert", id)),
            ("Move to notebook…", Event::with("open", format!("move/{id}"))),
            ("Share", Event::with("share", id)),
            ("Delete", Event::with("delete_ask", id)),
        ];
        widgets::with_menu(screen, self.menu, items)
    }

    /// Builds the editor of a note.
    pub(super) fn editor(&self, id: &str, shared: &Shared) -> View {
        let draft = &self.draft;
        let rows = self.store.rows_or_none(shared);
        let folder = rows.folder(&draft.folder).map_or("", |folder| folder.title.as_str());
        let save = View::icon_button(Icon::Check, "Save changes", Event::new("save")).id("save");
        let save = save.enabled(draft.changed);
        let hint = if draft.is_todo { "Add title of the to-do" } else { "Add title" };
        let title = View::field("title", &draft.title, hint, "title").text_style(TextStyle::Title);
        let mut body = View::field("body", &draft.body, "Add body", "body").height(Size::Fill);
        if let Kind::Field { multiline, .. } = &mut body.kind {
            *multiline = true;
        }
        let fields = View::column(vec![title, body]).height(Size::Weight(1.0)).padding(12.0, 4.0).gap(8.0);
        let title = match (id, draft.is_todo) {
            ("new", true) => "New to-do",
            ("new", false) => "New note",
            _ => folder,
        };
        widgets::screen(vec![widgets::top_bar(title, vec![save]), fields])
    }
}
