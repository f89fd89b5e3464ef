//! The dialogs: repetition, its end and its weekdays; reminders; event types; views; deletion.

use kit::pickers::DatePicker;
use kit::{overlays, widgets};
use state::app::{Cx, Effect};
use state::shared::Shared;
use toolkit::{Color, Event, Kind, Size, TextStyle, View};

use super::events::{self, DAY, EventType, MONTH, Rows, WEEK, YEAR, day_code};
use super::{SimpleCalendar, VIEWS, form};

/// The preset repetitions, with their intervals in seconds.
const REPETITIONS: [(&str, i64); 5] =
    [("No repetition", 0), ("Daily", DAY), ("Weekly", WEEK), ("Monthly", MONTH), ("Yearly", YEAR)];
/// The units of a custom repetition.
const UNITS: [(&str, i64); 4] = [("Days", DAY), ("Weeks", WEEK), ("Months", MONTH), ("Years", YEAR)];
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/// The preset reminders, in minutes before the start.
const REMINDERS: [i64; 8] = [-1, 0, 5, 10, 30, 60, 120, 1440];
/// The colours of event types, with their names.
pub(super) const COLORS: [(&str, (u8, u8, u8)); 8] = [
    ("Blue", (13, 110, 210)),
    ("Green", (46, 125, 50)),
    ("Red", (198, 40, 40)),
    ("Orange", (216, 90, 0)),
    ("Purple", (106, 27, 154)),
    ("Teal", (0, 121, 107)),
    ("Brown", (109, 76, 65)),
    ("Grey", (84, 110, 122)),
];

/// Which occurrences of a repeating entry are deleted.
pub(super) enum DeletedOccurrences {
    /// The selected one.
    This,
    /// The selected one and all later ones.
    Future,
    /// All of them.
    All,
}

/// Describes a repetition.
pub(super) fn repetition(interval: i64) -> String {
    if let Some((name, _)) = REPETITIONS.iter().find(|(_, seconds)| *seconds == interval.max(0)) {
        return (*name).to_owned();
    }
    for (unit, seconds) in UNITS.iter().rev() {
        if interval % seconds == 0 {
            return format!("Every {} {}", interval / seconds, unit.to_lowercase());
        }
    }
    "Custom".to_owned()
}

/// Describes the weekdays of a repetition.
pub(super) fn weekdays(rule: i64) -> String {
    let on = WEEKDAYS.iter().enumerate().filter(|(number, _)| rule & (1 << number) != 0);
    let names: Vec<&str> = on.map(|(_, name)| name.get(..3).unwrap_or(name)).collect();
    if names.len() == 7 { "Every day".to_owned() } else { names.join(", ") }
}

/// Describes the end of a repetition.
pub(super) fn until(limit: i64, shared: &Shared) -> String {
    match limit {
        0 => "Forever".to_owned(),
        until @ 1.. => super::lists::day_name(form::wall(until, shared).date(), shared),
        times => format!("{} times", times.saturating_neg()),
    }
}

/// Describes a reminder.
pub(super) fn reminder(minutes: i64) -> String {
    let so_many = |count: i64, unit: &str| format!("{count} {unit}{} before", if count == 1 { "" } else { "s" });
    match minutes {
        ..0 => "No reminder".to_owned(),
        0 => "At start".to_owned(),
        days if days % 1440 == 0 => so_many(days / 1440, "day"),
        hours if hours % 60 == 0 => so_many(hours / 60, "hour"),
        minutes => so_many(minutes, "minute"),
    }
}

fn ok_and_cancel(event: &'static str) -> Vec<View> {
    vec![
        View::button("Cancel", Event::new("navigate_up")).id("android:id/button2"),
        View::button("OK", Event::new(event)).id("android:id/button1"),
    ]
}

/// Builds the dialog that asks which occurrences to delete.
pub(super) fn delete_repeating() -> View {
    let row = |text: &str, which: &str| widgets::Row::new(text).on(Event::with("delete_which", which)).view();
    let rows = vec![
        row("The selected occurrence only", "this"),
        row("This and all future occurrences", "future"),
        row("All occurrences", "all"),
    ];
    let list = View::list("delete_event_radio_view", rows);
    let no = View::button("No", Event::new("navigate_up")).id("android:id/button2");
    overlays::dialog("Delete this repeating event?", vec![list], vec![no])
}

impl SimpleCalendar {
    pub(super) fn repeat_dialog(&self) -> View {
        let mut choices: Vec<String> = REPETITIONS.iter().map(|(name, _)| (*name).to_owned()).collect();
        choices.push("Custom".to_owned());
        let chosen = REPETITIONS.iter().position(|(_, seconds)| *seconds == self.form.repeat_interval).unwrap_or(5);
        overlays::choice("Repetition", &choices, Some(chosen), "repeat_choice")
    }

    pub(super) fn repeat_on_dialog(&self) -> View {
        let rows = WEEKDAYS.iter().enumerate().map(|(number, name)| {
            let mut day = View::new(Kind::CheckBox { on: self.form.repeat_rule & (1 << number) != 0 });
            (*name).clone_into(&mut day.text);
            let day = day.id(&format!("weekday_{number}")).width(Size::Fill).height(Size::Dp(48.0));
            day.on_click(Event::with("weekday", number.to_string()))
        });
        let list = View::list("weekdays", rows.collect());
        overlays::dialog("Repeat on", vec![list], ok_and_cancel("navigate_up"))
    }

    pub(super) fn until_dialog(&self) -> View {
        let choices = ["Forever", "Till a date", "Stop repeating after x repetitions"].map(str::to_owned);
        let chosen = match self.form.repeat_limit {
            0 => 0,
            1.. => 1,
            _ => 2,
        };
        overlays::choice("Repeat till", &choices, Some(chosen), "until_choice")
    }

    pub(super) fn number_dialog(&self, title: &str, unit: &str, event: &'static str) -> View {
        let field = View::field("dialog_number", &self.number, "1", "number").width(Size::Dp(96.0));
        let unit = View::text(unit).width(Size::Weight(1.0));
        overlays::dialog(title, vec![View::row(vec![field, unit]).gap(16.0)], ok_and_cancel(event))
    }

    pub(super) fn every_dialog(&self) -> View {
        let field = View::field("dialog_custom_repeat_interval_value", &self.number, "1", "number");
        let unit = |(name, seconds): &(&str, i64)| {
            let on = self.form.repeat_interval > 0 && unit_of(self.form.repeat_interval) == *seconds;
            widgets::radio_row(name, on, Event::with("unit", seconds.to_string()))
        };
        let mut body = vec![field];
        body.push(View::list("dialog_radio_view", UNITS.iter().map(unit).collect()));
        overlays::dialog("Repeat every", body, ok_and_cancel("every_ok"))
    }

    pub(super) fn reminder_dialog(&self, which: &str) -> View {
        let now = which.parse().ok().and_then(|which: usize| self.form.reminders.get(which)).copied().unwrap_or(-1);
        let choices = REMINDERS.map(reminder);
        let chosen = REMINDERS.iter().position(|minutes| *minutes == now.max(-1));
        overlays::choice("Reminder", &choices, chosen, "reminder_choice")
    }

    pub(super) fn type_dialog(&self, shared: &Shared) -> View {
        let rows = self.store.rows_or_none(shared);
        let mut list: Vec<View> = self
            .known_types(&rows)
            .iter()
            .map(|known| {
                let on = known.id == self.form.event_type;
                let event = Event::with("type_choice", known.id.to_string());
                let radio = View::new(Kind::Radio { on }).description(&known.title);
                widgets::Row::new(&known.title).lead(radio).trailing(dot(known.color)).on(event).view()
            })
            .collect();
        list.push(widgets::Row::new("Add a new type").icon(toolkit::Icon::Add).on(Event::new("new_type")).view());
        let list = View::list("dialog_radio_group", list);
        let cancel = View::button("Cancel", Event::new("navigate_up")).id("android:id/button2");
        overlays::dialog("Event type", vec![list], vec![cancel])
    }

    pub(super) fn new_type_dialog(&self) -> View {
        let swatch = |(number, (name, color)): (usize, &(&str, (u8, u8, u8)))| {
            let on = number == self.type_color;
            let tick =
                if on { View::icon(toolkit::Icon::Check).color(Color::Rgb(255, 255, 255)) } else { View::text("") };
            let (red, green, blue) = *color;
            let swatch = View::stack(vec![tick]).align(toolkit::Align::Center);
            swatch
                .width(Size::Fill)
                .height(Size::Dp(48.0))
                .background(Color::Rgb(red, green, blue), 24.0)
                .description(name)
                .selected(on)
                .on_click(Event::with("type_color", number.to_string()))
        };
        let body = vec![
            View::field("type_title", &self.type_name, "Title", "type_name"),
            View::text("Color").text_style(TextStyle::Label).color(Color::Muted),
            View::new(Kind::Grid { columns: 4 })
                .children(COLORS.iter().enumerate().map(swatch).collect())
                .width(Size::Fill)
                .gap(12.0),
        ];
        let body = View::column(body).gap(16.0);
        overlays::dialog("Event type", vec![View::list("type_scroll", vec![body])], ok_and_cancel("type_ok"))
    }

    pub(super) fn views_dialog(&self) -> View {
        let choices = VIEWS.map(|(_, name)| name.to_owned());
        let chosen = VIEWS.iter().position(|(shown, _)| *shown == self.shown);
        overlays::choice("Change view", &choices, chosen, "view_choice")
    }

    pub(super) fn filter_dialog(&self, shared: &Shared) -> View {
        let rows = self.store.rows_or_none(shared);
        let boxes = self.known_types(&rows).into_iter().map(|known| {
            let mut shown = View::new(Kind::CheckBox { on: !self.hidden.contains(&known.id) });
            shown.text.clone_from(&known.title);
            let shown = shown.id(&format!("type_{}", known.id)).height(Size::Dp(48.0)).width(Size::Weight(1.0));
            let shown = shown.on_click(Event::with("filter_type", known.id.to_string()));
            View::row(vec![shown, dot(known.color)])
        });
        let list = View::list("filter_event_types_list", boxes.collect());
        let done = View::button("OK", Event::new("navigate_up")).id("android:id/button1");
        overlays::dialog("Filter events by type", vec![list], vec![done])
    }

    /// Returns the event types that can be chosen; the regular one always exists.
    pub(super) fn known_types(&self, rows: &Rows) -> Vec<EventType> {
        if rows.types.is_empty() { vec![rows.event_type(events::REGULAR)] } else { rows.types.clone() }
    }

    /// Handles an event of a dialog. Returns whether it was one.
    pub(super) fn dialog_event(&mut self, screen: &str, subject: &str, event: &Event, cx: &mut Cx<'_>) -> bool {
        let number = event.value.parse::<i64>().ok();
        let replace = |cx: &mut Cx<'_>, route: &str| cx.effects.push(Effect::Replace(route.to_owned()));
        match (event.name.as_ref(), number) {
            ("repeat_choice", Some(choice)) => match REPETITIONS.get(usize::try_from(choice).unwrap_or(9)) {
                Some((_, interval)) => {
                    self.form.repeat(*interval, cx.shared);
                    cx.pop();
                }
                None => {
                    if self.form.repeat_interval <= 0 {
                        self.form.repeat(DAY, cx.shared);
                    }
                    self.number = (self.form.repeat_interval / unit_of(self.form.repeat_interval)).to_string();
                    replace(cx, "every");
                }
            },
            ("number", _) => self.number = event.value.chars().filter(char::is_ascii_digit).take(4).collect(),
            ("unit", Some(unit)) if UNITS.iter().any(|(_, seconds)| *seconds == unit) => {
                self.form.repeat(unit, cx.shared);
            }
            ("every_ok", _) => {
                let unit = unit_of(self.form.repeat_interval);
                self.form.repeat(unit * self.number.parse::<i64>().unwrap_or(1).max(1), cx.shared);
                cx.pop();
            }
            ("weekday", Some(day @ 0..7)) => {
                let rule = self.form.repeat_rule ^ (1 << day);
                if rule != 0 {
                    self.form.repeat_rule = rule;
                }
            }
            ("until_choice", Some(0)) => {
                self.form.repeat_limit = 0;
                cx.pop();
            }
            ("until_choice", Some(1)) => {
                let now = if self.form.repeat_limit > 0 { self.form.repeat_limit } else { self.form.start };
                self.date = DatePicker::new(form::wall(now, cx.shared).date());
                replace(cx, "date/until");
            }
            ("until_choice", _) => {
                self.number = self.form.repeat_limit.min(-1).saturating_neg().to_string();
                replace(cx, "times");
            }
            ("times_ok", _) => {
                self.form.repeat_limit = -self.number.parse::<i64>().unwrap_or(1).clamp(1, 9999);
                cx.pop();
            }
            ("reminder_choice", Some(choice)) => {
                let minutes = usize::try_from(choice).ok().and_then(|choice| REMINDERS.get(choice));
                let which = subject.parse().ok().and_then(|which: usize| self.form.reminders.get_mut(which));
                if let (Some(minutes), Some(which)) = (minutes, which) {
                    *which = *minutes;
                }
                cx.pop();
            }
            ("type_choice", Some(id)) => {
                self.form.event_type = id;
                cx.pop();
            }
            ("new_type", _) => {
                (self.type_name, self.type_color) = (String::new(), 1);
                if screen == "type" { replace(cx, "new_type") } else { cx.push("new_type") }
            }
            ("type_name", _) => self.type_name = event.value.chars().take(60).collect(),
            ("type_color", Some(color @ 0..8)) => self.type_color = color.unsigned_abs() as usize,
            ("type_ok", _) => self.add_type(cx),
            ("view_choice", Some(choice)) => {
                if let Some((shown, _)) = usize::try_from(choice).ok().and_then(|choice| VIEWS.get(choice)) {
                    (self.shown, self.day) = (*shown, None);
                    self.marked.clear();
                }
                cx.pop();
            }
            ("filter_type", Some(id)) => match self.hidden.iter().position(|hidden| *hidden == id) {
                Some(at) => drop(self.hidden.remove(at)),
                None => self.hidden.push(id),
            },
            ("delete_which", _) => {
                cx.pop();
                let which = match event.value.as_str() {
                    "this" => DeletedOccurrences::This,
                    "future" => DeletedOccurrences::Future,
                    _ => DeletedOccurrences::All,
                };
                self.delete_marked(which, cx);
            }
            _ => return false,
        }
        true
    }

    fn add_type(&mut self, cx: &mut Cx<'_>) {
        let title = self.type_name.trim().to_owned();
        if title.is_empty() {
            return cx.toast("Title cannot be empty");
        }
        let color = COLORS.get(self.type_color).map_or((13, 110, 210), |(_, color)| *color);
        let wanted = EventType { id: 0, title, color };
        match self.store.change(cx.shared, |database| events::put_type(database, &wanted)) {
            Ok(id) => {
                self.form.event_type = id;
                cx.pop();
            }
            Err(error) => cx.toast(error.to_string()),
        }
    }

    /// Asks whether to delete the selection.
    pub(super) fn ask_delete(&mut self, cx: &mut Cx<'_>) {
        let rows = self.store.rows_or_none(cx.shared);
        if self.marked.iter().any(|(id, _)| rows.entry(*id).is_some_and(|entry| entry.repeat_interval > 0)) {
            return cx.push("delete");
        }
        let message = match self.marked.as_slice() {
            [(id, _)] => rows.entry(*id).map(|entry| entry.title.clone()).unwrap_or_default(),
            marked => format!("{} events", marked.len()),
        };
        let buttons = vec![("No".to_owned(), Event::new("keep")), ("Yes".to_owned(), Event::new("deleted"))];
        let title = "Are you sure you want to delete this?".to_owned();
        cx.effects.push(Effect::Dialog { title, message, buttons });
    }

    /// Deletes the selection.
    pub(super) fn delete_marked(&mut self, which: DeletedOccurrences, cx: &mut Cx<'_>) {
        let rows = self.store.rows_or_none(cx.shared);
        let marked = std::mem::take(&mut self.marked);
        let (now_ms, offset) = (cx.shared.clock.now_ms, cx.shared.clock.utc_offset_min);
        let done = self.store.change(cx.shared, |database| {
            for (id, start) in &marked {
                let Some(entry) = rows.entry(*id) else { continue };
                let mut entry = entry.clone();
                match which {
                    DeletedOccurrences::This if entry.repeat_interval > 0 => {
                        let day = machine::calendar::local(start.saturating_mul(1000), offset).date();
                        entry.exceptions.push(day_code(day));
                        events::put(database, &entry, "", now_ms)?;
                    }
                    DeletedOccurrences::Future if entry.repeat_interval > 0 && *start > entry.start => {
                        entry.repeat_limit = start.saturating_sub(1).max(1);
                        events::put(database, &entry, "", now_ms)?;
                    }
                    _ => events::delete(database, *id)?,
                }
            }
            Ok(())
        });
        if let Err(error) = done {
            cx.toast(error.to_string());
        } else if std::mem::take(&mut self.form.id) != 0 {
            // It was open in the editor.
            cx.pop();
        }
    }
}

/// Returns the unit of an interval.
fn unit_of(interval: i64) -> i64 {
    UNITS.iter().rev().map(|(_, seconds)| *seconds).find(|unit| interval > 0 && interval % unit == 0).unwrap_or(DAY)
}

/// Builds a dot of a colour.
pub(super) fn dot((red, green, blue): (u8, u8, u8)) -> View {
    let dot = View::new(Kind::Space).width(Size::Dp(24.0)).height(Size::Dp(24.0));
    dot.background(Color::Rgb(red, green, blue), 12.0)
}
