//! The page of a task: its title, due and start dates, priority, repetition.

use kit::pickers::{DatePicker, TimePicker};
use kit::{overlays, widgets};
use state::app::{Cx, Effect};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

use super::database::{self, REPETITIONS};
use super::list::{circle, date_name, priority};
use super::{LONGEST, Tasks, day_ms};

impl Tasks {
    pub(super) fn page(&self, shared: &Shared) -> View {
        let form = &self.form;
        let mut actions = vec![View::icon_button(Icon::Check, "Save", Event::new("save")).id("menu_save")];
        if form.id != 0 {
            actions.push(View::icon_button(Icon::Delete, "Delete task", Event::new("delete")).id("menu_delete"));
        }
        let bar = widgets::top_bar(if form.id == 0 { "New task" } else { "Task" }, actions);
        let plain = |id: &str, text: &str, hint: &str, event: &'static str| {
            let mut field = View::field(id, text, hint, event).background(Color::Transparent, 0.0);
            if let Kind::Field { multiline, .. } = &mut field.kind {
                *multiline = true;
            }
            field.width(Size::Weight(1.0))
        };
        let title = plain("title", &form.title, "Task name", "title").text_style(TextStyle::Title);
        let title = View::row(vec![circle(form.completed > 0, form.priority, Event::new("complete")), title]);
        let repeats = REPETITIONS.iter().find(|(rule, _)| *rule == form.recurrence);
        let repeats = repeats.map_or_else(|| form.recurrence.clone(), |(_, name)| (*name).to_owned());
        let line = || View::new(Kind::Divider).width(Size::Fill);
        let row = |text: String, id: &str, icon, route: &str| {
            widgets::Row::new(text).ids(id, "").icon(icon).opens(route).view()
        };
        let mut rows = vec![
            title.padding(4.0, 4.0),
            line(),
            row(self.day_text(form.due, "No due date", shared), "due_date", Icon::Calendar, "due"),
            row(self.day_text(form.start, "No start date", shared), "start_date", Icon::Clock, "start"),
            row(repeats, "display_row_edit", Icon::Refresh, "repeat"),
            line(),
            self.priorities(),
            line(),
        ];
        let notes = plain("notes", &form.notes, "Description", "notes");
        let icon = View::icon(Icon::Edit).style(|style| style.margin = [16.0, 0.0, 0.0, 0.0]);
        rows.push(View::row(vec![icon, notes]));
        if form.id != 0 {
            rows.push(line());
            let small = |text: String| View::text(text).text_style(TextStyle::BodySmall).color(Color::Muted);
            let created =
                small(format!("Created {}", date_name(form.created - form.created.rem_euclid(60_000), shared)));
            rows.push(created.id("creation_date").padding(16.0, 8.0));
            if form.completed > 0 {
                let done = small(format!("Completed {}", date_name(form.completed, shared)));
                rows.push(done.id("completion_date").padding(16.0, 8.0));
            }
        }
        widgets::screen(vec![bar, View::list("edit_scroll", rows)])
    }

    fn day_text(&self, ms: i64, none: &str, shared: &Shared) -> String {
        if ms > 0 { date_name(ms, shared) } else { none.to_owned() }
    }

    /// Builds the four priorities side by side.
    fn priorities(&self) -> View {
        let choice = |of: i64| {
            let ((red, green, blue), word) = priority(of);
            let on = self.form.priority == of;
            let side = |view: View, dp: f32| view.width(Size::Dp(dp)).height(Size::Dp(dp));
            let inner =
                View::new(Kind::Space).background(if on { Color::Rgb(red, green, blue) } else { Color::Surface }, 8.0);
            let gap = side(View::stack(vec![side(inner, 12.0)]).align(toolkit::Align::Center), 18.0);
            let gap = gap.background(Color::Surface, 9.0);
            let ring = side(View::stack(vec![gap]).align(toolkit::Align::Center), 24.0);
            let ring = ring.background(Color::Rgb(red, green, blue), 12.0);
            side(View::stack(vec![ring]).align(toolkit::Align::Center), 48.0)
                .id(&format!("priority_{of}"))
                .description(word)
                .selected(on)
                .on_click(Event::with("priority", of.to_string()))
        };
        let label = View::text("Priority").width(Size::Weight(1.0));
        let mut parts = vec![View::icon(Icon::Star), label.style(|style| style.margin = [16.0, 0.0, 0.0, 0.0])];
        parts.extend((0..4).map(choice));
        View::row(parts).padding(16.0, 4.0)
    }

    /// Builds the sheet of dates: near days, a picker for others, and none.
    pub(super) fn day_sheet(&self, which: &'static str, none: &str, now: i64, shared: &Shared) -> View {
        let day = |days: i64| Event::with("day", day_ms(shared.clock.now_ms, days, shared).to_string());
        let weekday = shared.clock.local(shared.clock.now_ms).date().weekday().to_monday_zero_offset();
        let row = |text: &str, icon, event: Event| widgets::Row::new(text).icon(icon).on(event).view();
        let mut rows = vec![
            widgets::section(if which == "due" { "Due date" } else { "Start date" }),
            row("Today", Icon::Calendar, day(0)),
            row("Tomorrow", Icon::Next, day(1)),
            row("Next Monday", Icon::Calendar, day(7 - i64::from(weekday))),
            row("Pick a date", Icon::Edit, Event::new("pick_date")),
        ];
        if now > 0 {
            rows.push(row("Pick a time", Icon::Clock, Event::new("pick_time")));
        }
        rows.push(row(none, Icon::Close, Event::with("day", "0")));
        overlays::sheet(vec![View::list("day_sheet", rows).height(Size::Wrap)])
    }

    pub(super) fn repeat_dialog(&self) -> View {
        let chosen = REPETITIONS.iter().position(|(rule, _)| *rule == self.form.recurrence);
        overlays::choice("Repeats", &REPETITIONS.map(|(_, name)| name.to_owned()), chosen, "repeat_choice")
    }

    /// Handles an event of the page or its overlays. Returns whether it was one.
    pub(super) fn page_event(&mut self, screen: &str, event: &Event, cx: &mut Cx<'_>) -> bool {
        let text = || event.value.chars().take(LONGEST).collect::<String>();
        let number = event.value.parse::<i64>().ok();
        let field = if screen == "start" { &mut self.form.start } else { &mut self.form.due };
        match (event.name.as_ref(), number) {
            ("title", _) => self.form.title = text(),
            ("notes", _) => self.form.notes = text(),
            ("priority", Some(priority @ 0..=3)) => self.form.priority = priority,
            ("complete", _) => {
                self.form.completed = if self.form.completed > 0 { 0 } else { cx.shared.clock.now_ms };
            }
            ("day", Some(ms)) => {
                *field = ms.max(0);
                cx.pop();
            }
            ("pick_date", _) => {
                let from = if *field > 0 { *field } else { cx.shared.clock.now_ms };
                self.date = DatePicker::new(cx.shared.clock.local(from).date());
                cx.effects.push(Effect::Replace(format!("date/{screen}")));
            }
            ("pick_time", _) => {
                let from = if *field > 0 { *field } else { cx.shared.clock.now_ms };
                self.time = TimePicker::new(cx.shared.clock.local(from).time());
                cx.effects.push(Effect::Replace(format!("time/{screen}")));
            }
            ("repeat_choice", _) => {
                let chosen = event.value.parse().ok().and_then(|at: usize| REPETITIONS.get(at));
                if let Some((rule, _)) = chosen {
                    (*rule).clone_into(&mut self.form.recurrence);
                }
                cx.pop();
            }
            ("save", _) => {
                if self.save_form(cx) {
                    cx.pop();
                }
            }
            ("delete", _) => widgets::ask(cx, "Delete this task?", "", "OK", Event::new("deleted")),
            ("deleted", _) => {
                let (id, now_ms) = (self.form.id, cx.shared.clock.now_ms);
                match self.store.change(cx.shared, |database| database::delete(database, id, now_ms)) {
                    Ok(()) => {
                        cx.toast("Task deleted");
                        cx.pop();
                    }
                    Err(error) => cx.toast(error.to_string()),
                }
            }
            ("discard", _) => {
                self.form = self.opened.clone();
                cx.pop();
            }
            ("navigate_up", _) if screen == "task" => {
                if !self.leave_page(cx) {
                    cx.pop();
                }
            }
            _ => return false,
        }
        true
    }

    /// Saves the form. Returns whether it succeeded.
    fn save_form(&mut self, cx: &mut Cx<'_>) -> bool {
        let mut task = self.form.task();
        if task.title.is_empty() {
            task.title = "(No title)".to_owned();
        }
        let now_ms = cx.shared.clock.now_ms;
        match self.store.change(cx.shared, |database| database::put(database, &task, now_ms)) {
            Ok(_) => {
                self.opened = self.form.clone();
                true
            }
            Err(error) => {
                cx.toast(error.to_string());
                false
            }
        }
    }

    /// Leaves the page, asking for confirmation if there are unsaved changes. Returns whether it stays open.
    pub(super) fn leave_page(&mut self, cx: &mut Cx<'_>) -> bool {
        if self.form == self.opened {
            return false;
        }
        let buttons = vec![("Discard".to_owned(), Event::new("discard")), ("Save".to_owned(), Event::new("save"))];
        let (title, message) = ("Discard changes?".to_owned(), "What you typed is not saved yet.".to_owned());
        cx.effects.push(Effect::Dialog { title, message, buttons });
        true
    }
}
