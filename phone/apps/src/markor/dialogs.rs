//! Markor's dialogs: new file or folder, rename, choose a destination, delete, sort.

use super::{Form, HOME, Markor, Sort, disk};
use kit::overlays;
use kit::widgets::{self, Row};
use state::app::{Cx, Effect};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

/// The name field of a new file or folder.
pub(super) const NAME: &str = "new_file_dialog__name";
/// The name field of the rename dialog.
pub(super) const NEW_NAME: &str = "rename_dialog__name";
/// The longest file extension.
const LONGEST_EXTENSION: usize = 16;

/// The kinds of a new note, with their extensions.
const KINDS: &[(&str, &str)] = &[
    ("Markdown", ".md"),
    ("Plain Text", ".txt"),
    ("todo.txt", ".todo.txt"),
    ("AsciiDoc", ".adoc"),
    ("CSV", ".csv"),
    ("Org-Mode", ".org"),
    ("Zim Wiki", ".txt"),
];

/// The templates of a new note.
const TEMPLATES: &[(&str, &str)] = &[
    ("Empty file", ""),
    ("Checklist", "# Checklist\n\n- [ ] \n- [ ] \n- [ ] \n"),
    ("Meeting", "# Meeting\n\n**Date:** \n**Present:** \n\n## Notes\n\n## Actions\n\n- [ ] \n"),
    ("Diary", "# Diary\n\n## Today\n\n"),
];

/// Returns an empty form.
pub(super) fn fresh() -> Form {
    Form { extension: ".md".to_owned(), ..Form::default() }
}

/// Builds a dialog button in the app's style.
fn button(text: &str, event: &'static str, id: &str) -> View {
    View::button(text, Event::new(event)).id(id)
}

/// Builds a drop-down: the chosen value and an arrow.
fn unfolds(id: &str, label: &str, chosen: &str, opens: &'static str) -> View {
    let text = View::text(chosen).id("android:id/text1").width(Size::Weight(1.0)).style(|style| style.max_lines = 1);
    let row = View::row(vec![text, View::icon(Icon::ChevronRight).color(Color::Muted)]);
    row.id(id).description(&format!("{label}: {chosen}")).height(Size::Dp(48.0)).on_click(Event::new(opens))
}

fn caption(text: &str) -> View {
    View::text(text).text_style(TextStyle::Label).color(Color::Muted)
}

impl Markor {
    pub(super) fn new_file(&self) -> View {
        let Form { name, extension, kind, template, begin, .. } = &self.form;
        let field = widgets::submits(View::field(NAME, name, "Name", "name"), "create");
        let ending = View::field("new_file_dialog__ext", extension, "", "extension");
        let ending = widgets::submits(ending, "create").description("Extension").width(Size::Dp(96.0));
        let chosen = |list: &[(&str, &str)], place: usize| list.get(place).map_or("", |(text, _)| *text).to_owned();
        let mut body = vec![View::row(vec![field.width(Size::Weight(1.0)), ending]).gap(8.0)];
        body.push(caption("Type"));
        body.push(unfolds("new_file_dialog__type", "Type", &chosen(KINDS, *kind), "kinds"));
        if begin.is_empty() {
            body.push(caption("Template"));
            body.push(unfolds("new_file_dialog__template", "Template", &chosen(TEMPLATES, *template), "templates"));
        } else {
            body.push(caption("Begins with"));
            body.push(View::text(begin).id("new_file_dialog__text").style(|style| style.max_lines = 6));
        }
        let buttons = vec![
            button("FOLDER", "create_folder", "android:id/button3"),
            button("CANCEL", "navigate_up", "android:id/button2"),
            button("OK", "create", "android:id/button1"),
        ];
        // Above the keyboard of a small phone there is room for the buttons and little else.
        let body = View::list("new_file_dialog__form", body).gap(12.0);
        overlays::dialog("New file or folder", vec![body], buttons)
    }

    pub(super) fn kinds(&self) -> View {
        let names: Vec<String> = KINDS.iter().map(|(name, ending)| format!("{name} ({ending})")).collect();
        overlays::choice("Type", &names, Some(self.form.kind), "choose")
    }

    pub(super) fn templates(&self) -> View {
        let names: Vec<String> = TEMPLATES.iter().map(|(name, _)| (*name).to_owned()).collect();
        overlays::choice("Template", &names, Some(self.form.template), "choose")
    }

    pub(super) fn delete_question(&self) -> View {
        let names: Vec<&str> = self.selected.iter().map(|place| disk::name_of(place)).take(12).collect();
        let more = self.selected.len().saturating_sub(names.len());
        let mut message = names.join("\n");
        if more > 0 {
            message.push_str(&format!("\nand {more} more"));
        }
        let message = View::text(message).id("android:id/message").style(|style| style.max_lines = 14);
        let buttons =
            vec![button("CANCEL", "navigate_up", "android:id/button2"), button("OK", "delete", "android:id/button1")];
        overlays::dialog("Confirm delete", vec![message], buttons)
    }

    pub(super) fn rename_form(&self) -> View {
        let field = widgets::submits(View::field(NEW_NAME, &self.form.name, "Name", "name"), "rename");
        let buttons =
            vec![button("CANCEL", "navigate_up", "android:id/button2"), button("OK", "rename", "android:id/button1")];
        overlays::dialog("Rename", vec![field], buttons)
    }

    /// Builds the chooser of a destination folder.
    pub(super) fn folder_chooser(&self, shared: &Shared) -> View {
        let Form { target, copies, .. } = &self.form;
        let row = |name: &str, place: String| {
            let row = Row::new(name).ids("opoc_filesystem_item__title", "").id("opoc_filesystem_item__root");
            row.lead(View::icon(Icon::Files).color(Color::Primary)).on(Event::with("target", place)).view()
        };
        let mut rows = Vec::new();
        if !target.is_empty() {
            rows.push(row("..", disk::parent(target).to_owned()));
        }
        let folders = disk::entries(target, &self.settings, shared).into_iter().filter(|entry| entry.folder);
        rows.extend(folders.map(|entry| row(&entry.name, disk::join(target, &entry.name))));
        if rows.is_empty() {
            rows.push(View::text("No folders here").color(Color::Muted).padding(16.0, 16.0));
        }
        let place = View::text(format!("{}/{target}", HOME.rsplit('/').next().unwrap_or_default()));
        let place = place.id("ui__filesystem_dialog__subtitle").text_style(TextStyle::BodySmall).color(Color::Muted);
        let list = View::list("ui__filesystem_dialog__list", rows).height(Size::Dp(320.0));
        let buttons = vec![
            button("CANCEL", "navigate_up", "android:id/button2"),
            button("Select folder", "transfer", "android:id/button1"),
        ];
        overlays::dialog(if *copies { "Copy" } else { "Move" }, vec![place, list], buttons)
    }

    pub(super) fn sort_choice(&self) -> View {
        let wanted = &self.settings;
        let mut rows: Vec<View> = [("Name", Sort::Name), ("Date", Sort::Date), ("Size", Sort::Size)]
            .into_iter()
            .map(|(text, sort)| widgets::radio_row(text, wanted.sort == sort, Event::with("sort_by", text)))
            .collect();
        rows.push(View::new(Kind::Divider));
        for (text, on, event) in [
            ("Reverse order", wanted.reverse, "reverse"),
            ("Folders first", wanted.folders_first, "folders_first"),
            ("Show hidden files", wanted.hidden, "hidden"),
        ] {
            let tick = View::new(Kind::CheckBox { on }).description(text);
            rows.push(Row::new(text).lead(tick).on(Event::new(event)).view());
        }
        let list = View::list("sort_list", rows).height(Size::Wrap);
        overlays::dialog("Sort by", vec![list], vec![button("OK", "navigate_up", "android:id/button1")])
    }

    /// Handles an event in a dialog.
    pub(super) fn dialog_event(&mut self, (screen, about): (&str, &str), event: &Event, cx: &mut Cx<'_>) {
        let chosen = event.value.parse::<usize>().ok();
        match (screen, event.name.as_ref()) {
            (_, "name") => self.form.name = event.value.chars().take(super::LONGEST_NAME).collect(),
            (_, "extension") => self.form.extension = event.value.chars().take(LONGEST_EXTENSION).collect(),
            (_, "kinds") => cx.push("kind"),
            (_, "templates") => cx.push("template"),
            ("kind", "choose") => {
                if let Some((place, (_, ending))) = chosen.and_then(|place| Some((place, KINDS.get(place)?))) {
                    (self.form.kind, self.form.extension) = (place, (*ending).to_owned());
                }
                cx.pop();
            }
            ("template", "choose") => {
                self.form.template = chosen.filter(|place| *place < TEMPLATES.len()).unwrap_or(0);
                cx.pop();
            }
            (_, "create") => self.create(false, cx),
            (_, "create_folder") => self.create(true, cx),
            (_, "delete") => {
                self.delete(cx);
                // The note that was open is deleted with it.
                if about == "note" {
                    cx.pop();
                }
            }
            (_, "rename") => self.rename(cx),
            (_, "target") => self.form.target.clone_from(&event.value),
            (_, "transfer") => self.transfer(cx),
            (_, "sort_by") => {
                self.settings.sort = match event.value.as_str() {
                    "Date" => Sort::Date,
                    "Size" => Sort::Size,
                    _ => Sort::Name,
                };
            }
            (_, "reverse") => self.settings.reverse = !self.settings.reverse,
            (_, "folders_first") => self.settings.folders_first = !self.settings.folders_first,
            (_, "hidden") => self.settings.hidden = !self.settings.hidden,
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    /// Creates the note or folder with the typed name.
    fn create(&mut self, folder: bool, cx: &mut Cx<'_>) {
        let now = cx.shared.clock.now_ms;
        let mut name = disk::file_name(&self.form.name);
        if name.is_empty() {
            name = cx.shared.clock.local(now).strftime("note_%Y%m%d_%H%M%S").to_string();
        }
        if !folder {
            name = disk::file_name(&format!("{name}{}", self.form.extension.trim()));
        }
        let below = disk::join(&self.form.folder, &name);
        let Some(path) = disk::path(&below) else { return };
        if cx.shared.files.stat(&path).is_ok() {
            return cx.toast("There is one of that name already");
        }
        let template = TEMPLATES.get(self.form.template).map_or("", |(_, text)| *text);
        let begin = if self.form.begin.is_empty() { template.to_owned() } else { self.form.begin.clone() };
        let files = &mut cx.shared.files;
        let made = match folder {
            true => files.make_dirs(&path, now),
            false => files.make_dirs(HOME, now).and_then(|()| files.write(&path, begin.clone().into_bytes(), now)),
        };
        if let Err(error) = made {
            return cx.toast(format!("Cannot create: {error}"));
        }
        self.form = Form { text: begin, ..Form::default() };
        if folder {
            cx.pop();
        } else {
            cx.effects.push(Effect::Replace(format!("note/{below}")));
            cx.effects.push(Effect::Focus(super::screens::EDITOR.to_owned()));
        }
    }

    fn delete(&mut self, cx: &mut Cx<'_>) {
        let now = cx.shared.clock.now_ms;
        let mut problem = None;
        for place in std::mem::take(&mut self.selected) {
            let removed = disk::path(&place).filter(|path| path != HOME);
            if let Some(Err(error)) = removed.map(|path| cx.shared.files.remove_all(&path, now)) {
                problem = Some(format!("Cannot delete {}: {error}", disk::name_of(&place)));
            }
        }
        if let Some(problem) = problem {
            cx.toast(problem);
        }
        self.form = Form::default();
        cx.pop();
    }

    fn rename(&mut self, cx: &mut Cx<'_>) {
        let name = disk::file_name(&self.form.name);
        let Some(place) = self.selected.first().cloned().filter(|_| !name.is_empty()) else {
            return cx.toast("A name is needed");
        };
        let new = disk::join(disk::parent(&place), &name);
        let (Some(from), Some(to)) = (disk::path(&place), disk::path(&new)) else { return };
        if new != place && cx.shared.files.stat(&to).is_ok() {
            return cx.toast("There is one of that name already");
        }
        let now = cx.shared.clock.now_ms;
        if let Err(error) = cx.shared.files.rename(&from, &to, now) {
            return cx.toast(format!("Cannot rename: {error}"));
        }
        self.selected.clear();
        self.form = Form::default();
        cx.pop();
    }

    /// Moves or copies the selection into the chosen folder.
    fn transfer(&mut self, cx: &mut Cx<'_>) {
        let Form { target, copies, .. } = std::mem::take(&mut self.form);
        let mut problem = None;
        for place in std::mem::take(&mut self.selected) {
            if let Err(why) = disk::transfer(&place, &target, copies, cx.shared) {
                problem = Some(why);
            }
        }
        if let Some(problem) = problem {
            cx.toast(problem);
        }
        cx.pop();
    }
}
