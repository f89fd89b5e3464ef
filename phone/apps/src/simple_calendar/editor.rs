//! The editor of an event or a task: its fields and its events.

use kit::pickers::{DatePicker, TimePicker};
use kit::{clock, widgets};
use state::app::{Cx, Effect, Intent};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

use super::events::{MONTH, WEEK, YEAR};
use super::{SimpleCalendar, dialogs, form, lists};

impl SimpleCalendar {
    pub(super) fn editor(&self, shared: &Shared) -> View {
        let form = &self.form;
        let heading = match (form.id == 0, form.task) {
            (true, false) => "New Event",
            (true, true) => "New Task",
            (false, false) => "Edit Event",
            (false, true) => "Edit Task",
        };
        let mut actions = vec![View::icon_button(Icon::Check, "Save", Event::new("save")).id("save")];
        if form.id != 0 {
            actions.push(View::icon_button(Icon::Delete, "Delete", Event::new("delete")).id("delete"));
            actions.push(widgets::menu_button());
        }
        let bar = widgets::top_bar(heading, actions).id("event_toolbar");
        let title = View::field("event_title", &form.title, "Title", "title");
        let title = title.text_style(TextStyle::Title).background(Color::Transparent, 0.0);
        let plain = |id: &str, text: &str, hint: &str, event: &'static str| {
            View::field(id, text, hint, event).background(Color::Transparent, 0.0).width(Size::Weight(1.0))
        };
        let mut description = plain("event_description", &form.description, "Description", "description");
        if let Kind::Field { multiline, .. } = &mut description.kind {
            *multiline = true;
        }
        let mut rows = vec![title];
        if !form.task {
            rows.push(with_icon(Icon::Location, plain("event_location", &form.location, "Location", "location")));
        }
        rows.push(with_icon(Icon::Edit, description));
        rows.push(line());
        rows.extend(self.moments(shared));
        rows.push(line());
        rows.extend(self.reminder_rows());
        rows.push(line());
        rows.extend(self.repetition_rows(shared));
        rows.push(line());
        let known = self.store.rows_or_none(shared).event_type(form.event_type);
        let kind = widgets::Row::new(&known.title).ids("event_type", "").icon(Icon::Contact);
        rows.push(kind.trailing(dialogs::dot(known.color)).id("event_type_holder").opens("type").view());
        if form.task && form.id != 0 {
            let text = if form.completed { "Mark incomplete" } else { "Mark completed" };
            let button = View::button(text, Event::new("complete")).id("toggle_mark_complete").width(Size::Fill);
            let mut button = button.height(Size::Dp(48.0)).style(|style| style.margin = [16.0, 12.0, 16.0, 12.0]);
            button.kind = Kind::Button { primary: !form.completed };
            rows.push(button);
        }
        let screen = widgets::screen(vec![bar, View::list("event_nested_scrollview", rows)]);
        let items = vec![("Duplicate event", Event::new("duplicate")), ("Share", Event::new("share"))];
        widgets::with_menu(screen, self.menu, items)
    }

    fn moments(&self, shared: &Shared) -> Vec<View> {
        let form = &self.form;
        let switch = widgets::switch_row("All-day", "", form.all_day, Event::new("all_day"));
        let mut rows = vec![switch.ids("event_all_day", "").icon(Icon::Clock).id("event_all_day_holder").view()];
        let moment = |which: &str, at: i64| {
            let day = lists::day_name(form::wall(at, shared).date(), shared);
            let date = View::text(day).id(&format!("event_{which}_date")).padding(12.0, 12.0);
            let date = date.width(Size::Weight(1.0)).on_click(Event::with("pick_date", which));
            let mut parts = vec![View::new(Kind::Space).width(Size::Dp(44.0)), date];
            if !form.all_day {
                let time = View::text(clock::time(at.saturating_mul(1000), shared)).id(&format!("event_{which}_time"));
                parts.push(time.padding(16.0, 12.0).on_click(Event::with("pick_time", which)));
            }
            View::row(parts)
        };
        rows.push(moment("start", form.start));
        if !form.task {
            rows.push(moment("end", form.end));
        }
        rows
    }

    fn reminder_rows(&self) -> Vec<View> {
        // One more than are set, so that another can be added.
        let set = self.form.reminders.iter().filter(|minutes| **minutes >= 0).count();
        let row = |(number, minutes): (usize, &i64)| {
            let text = match minutes {
                ..0 if number > 0 => "Add another reminder".to_owned(),
                minutes => dialogs::reminder(*minutes),
            };
            let row = widgets::Row::new(text).ids(&format!("event_reminder_{}", number + 1), "");
            let row = if number == 0 { row.icon(Icon::Notifications) } else { row.lead(indent()) };
            row.opens(format!("reminder/{number}")).view()
        };
        self.form.reminders.iter().enumerate().take(set + 1).map(row).collect()
    }

    fn repetition_rows(&self, shared: &Shared) -> Vec<View> {
        let form = &self.form;
        let value = |text: String, id: &str| View::text(text).id(id).color(Color::Muted);
        let row = widgets::Row::new(dialogs::repetition(form.repeat_interval)).ids("event_repetition", "");
        let mut rows = vec![row.icon(Icon::Refresh).id("event_repetition_holder").opens("repeat").view()];
        if form.repeat_interval > 0 {
            let until = value(dialogs::until(form.repeat_limit, shared), "event_repetition_limit");
            let row = widgets::Row::new("Repeat till").lead(indent()).trailing(until);
            rows.push(row.id("event_repetition_limit_holder").opens("until").view());
            if has_weekdays(form.repeat_interval) {
                let on = value(dialogs::weekdays(form.repeat_rule), "event_repetition_rule");
                let row = widgets::Row::new("Repeat on").lead(indent()).trailing(on);
                rows.push(row.id("event_repetition_rule_holder").opens("repeat_on").view());
            }
        }
        rows
    }

    /// Handles an event of the editor. Returns whether it was one.
    pub(super) fn editor_event(&mut self, event: &Event, cx: &mut Cx<'_>) -> bool {
        let text = || event.value.chars().take(10_000).collect::<String>();
        match event.name.as_ref() {
            "title" => self.form.title = text(),
            "location" => self.form.location = text(),
            "description" => self.form.description = text(),
            "all_day" => self.form.all_day = !self.form.all_day,
            "pick_date" => {
                let at = if event.value == "start" { self.form.start } else { self.form.end };
                self.date = DatePicker::new(form::wall(at, cx.shared).date());
                cx.effects.push(Effect::HideKeyboard);
                cx.push(format!("date/{}", event.value));
            }
            "pick_time" => {
                let at = if event.value == "start" { self.form.start } else { self.form.end };
                self.time = TimePicker::new(form::wall(at, cx.shared).time());
                cx.effects.push(Effect::HideKeyboard);
                cx.push(format!("time/{}", event.value));
            }
            "complete" => {
                self.form.completed = !self.form.completed;
                if self.save_form(cx) {
                    cx.pop();
                }
            }
            "save" => {
                if self.save_form(cx) {
                    cx.toast(if self.form.task { "Task saved" } else { "Event saved" });
                    cx.pop();
                }
            }
            "delete" => {
                self.marked = vec![(self.form.id, self.form.opened)];
                self.ask_delete(cx);
            }
            "deleted" => self.delete_marked(dialogs::DeletedOccurrences::All, cx),
            "keep" => self.marked.clear(),
            "discard" => {
                self.form = self.opened.clone();
                cx.pop();
            }
            "menu" => self.menu = event.value == "open",
            "duplicate" => {
                self.menu = false;
                self.form = self.form.copy();
                self.opened = self.form.clone();
                cx.effects.push(Effect::Replace("event/new".to_owned()));
            }
            "share" => {
                self.menu = false;
                let when = lists::day_name(form::wall(self.form.start, cx.shared).date(), cx.shared);
                let text = format!("{}\n{when}\n{}", self.form.title, self.form.location);
                let extras = vec![("android.intent.extra.TEXT".to_owned(), text.trim().to_owned())];
                let action = Some("android.intent.action.SEND".to_owned());
                let kind = Some("text/plain".to_owned());
                cx.effects.push(Effect::Start(Intent { action, kind, extras, ..Intent::default() }));
            }
            "navigate_up" => {
                if !self.leave_editor(cx) {
                    cx.pop();
                }
            }
            _ => return false,
        }
        true
    }

    /// Leaves the editor, asking for confirmation if there are unsaved changes. Returns whether it stays open.
    pub(super) fn leave_editor(&mut self, cx: &mut Cx<'_>) -> bool {
        self.marked.clear();
        if std::mem::take(&mut self.menu) {
            return true;
        }
        if self.form == self.opened {
            return false;
        }
        let buttons = vec![("Discard".to_owned(), Event::new("discard")), ("Save".to_owned(), Event::new("save"))];
        let title = "Your changes are not saved".to_owned();
        let message = "Save them before you leave?".to_owned();
        cx.effects.push(Effect::Dialog { title, message, buttons });
        true
    }
}

/// Whether a repetition with this interval can be limited to weekdays.
fn has_weekdays(interval: i64) -> bool {
    interval % WEEK == 0 && interval % YEAR != 0 && interval % MONTH != 0
}

fn with_icon(icon: Icon, field: View) -> View {
    let icon = View::icon(icon).style(|style| style.margin = [16.0, 0.0, 0.0, 0.0]);
    View::row(vec![icon, field])
}

/// Builds the indent of a row that belongs to the one above it.
fn indent() -> View {
    View::new(Kind::Space).width(Size::Dp(24.0)).height(Size::Dp(24.0))
}

fn line() -> View {
    View::new(Kind::Divider).width(Size::Fill)
}
