//! The form of an expense: name, amount, category, note, date.

use kit::pickers::{DatePicker, Picked};
use kit::{clock, widgets};
use machine::calendar;
use serde::{Deserialize, Serialize};
use state::app::Cx;
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::ProExpense;
use super::store::{self, CATEGORIES, Expense};
use crate::notices;

/// The contents of the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Form {
    name: String,
    amount: String,
    category: i64,
    note: String,
    pub(super) date_ms: i64,
    /// The date picker.
    pub(super) picker: DatePicker,
    /// Whether saving was refused because the amount is missing.
    pub(super) refused: bool,
}

impl Default for Form {
    fn default() -> Self {
        let empty = String::new;
        let picker = DatePicker::default();
        Self { name: empty(), amount: empty(), category: 1, note: empty(), date_ms: 0, picker, refused: false }
    }
}

impl Form {
    /// Creates the form of a new expense, dated now.
    pub(super) fn on(now_ms: i64) -> Self {
        Self { date_ms: now_ms, ..Self::default() }
    }

    /// Fills the form with an existing expense.
    pub(super) fn of(expense: &Expense) -> Self {
        Self {
            name: expense.name.clone(),
            amount: store::dollars(expense.amount).replace(['$', ','], ""),
            category: expense.category,
            note: expense.note.clone(),
            date_ms: expense.created_ms,
            picker: DatePicker::default(),
            refused: false,
        }
    }

    /// Returns the expense; `None` if the amount is not valid.
    pub(super) fn expense(&self) -> Option<Expense> {
        let amount = store::amount(&self.amount)?;
        let (name, note) = (self.name.trim().to_owned(), self.note.trim().to_owned());
        Some(Expense { id: 0, name, amount, category: self.category, note, created_ms: self.date_ms })
    }

    /// Applies an edit event. Returns whether it was one.
    pub(super) fn change(&mut self, event: &Event) -> bool {
        match event.name.as_ref() {
            "name" => self.name = notices::cut(&event.value, 200),
            "amount" => (self.amount, self.refused) = (notices::cut(&event.value, 20), false),
            "note" => self.note = notices::cut(&event.value, 2000),
            "category" => self.category = event.value.parse().unwrap_or(1),
            _ => return false,
        }
        true
    }
}

/// Builds a field with a floating label, shown once it has content.
fn field(id: &str, text: &str, name: &str, event: &'static str, lines: bool) -> View {
    let mut field = View::field(id, text, name, event);
    if let Kind::Field { multiline, .. } = &mut field.kind {
        *multiline = lines;
    }
    let label = if text.is_empty() { View::new(Kind::Space).height(Size::Dp(16.0)) } else { View::text(name) };
    let label = label.text_style(TextStyle::Caption).color(Color::Primary);
    View::column(vec![label, field]).padding(20.0, 4.0).gap(4.0)
}

/// Builds a category chip.
fn chip(number: i64, name: &str, icon: Icon, color: Color, chosen: bool) -> View {
    let ink = if chosen { Color::Rgb(255, 255, 255) } else { color };
    let text = View::text(name).id("tv_category").text_style(TextStyle::Caption).style(|style| style.max_lines = 1);
    let text = if chosen { text.color(Color::Rgb(255, 255, 255)) } else { text };
    let chip = View::column(vec![View::icon(icon).color(ink), text]).align(Align::Center).gap(4.0).padding(4.0, 10.0);
    let chip = chip.id("cd_category").selected(chosen).on_click(Event::with("category", number.to_string()));
    chip.background(if chosen { color } else { Color::SurfaceVariant }, 14.0)
}

impl ProExpense {
    pub(super) fn editor(&self, id: &str, shared: &Shared) -> View {
        let form = &self.form;
        let known = CATEGORIES.iter();
        let chips =
            known.map(|(number, name, icon, color)| chip(*number, name, *icon, *color, form.category == *number));
        let chips = View::new(Kind::Grid { columns: 3 }).children(chips.collect()).gap(8.0).width(Size::Fill);
        let category = View::text("Category").text_style(TextStyle::Label).color(Color::Muted);
        let mut rows = vec![
            field("edt_name", &form.name, "Name", "name", false),
            field("edt_amount", &form.amount, "Amount", "amount", false),
        ];
        if form.refused {
            let error = View::text("Amount is required").text_style(TextStyle::Caption).color(Color::Error);
            rows.push(error.padding(36.0, 2.0));
        }
        let date = View::row(vec![
            View::icon(Icon::Calendar).color(Color::Muted),
            View::text(format!("{} {}", clock::full_date(form.date_ms, shared), clock::time(form.date_ms, shared)))
                .id("tv_date")
                .width(Size::Weight(1.0)),
        ]);
        let mut save = View::button("Save", Event::new("save")).id("btn_save").width(Size::Fill).height(Size::Dp(52.0));
        save.kind = Kind::Button { primary: true };
        rows.extend([
            View::column(vec![category, chips]).padding(20.0, 12.0).gap(10.0),
            field("edt_note", &form.note, "Note", "note", true),
            date.height(Size::Dp(56.0)).padding(20.0, 8.0).gap(16.0).on_click(Event::new("date")),
            View::column(vec![save]).padding(20.0, 12.0),
        ]);
        let title = if id == "new" { "Expense Entry" } else { "Update Expense" };
        let calendar = View::icon_button(Icon::Calendar, "Change date", Event::new("date")).id("date");
        widgets::screen(vec![widgets::top_bar(title, vec![calendar]), View::list("entry", rows)])
    }

    /// Opens the date picker.
    pub(super) fn choose_date(&mut self, cx: &mut Cx<'_>) {
        let date = cx.shared.clock.local(self.form.date_ms).date();
        self.form.picker = DatePicker::new(date);
        cx.push("date");
    }

    /// Handles an event of the date picker. The time of day stays.
    pub(super) fn date_event(&mut self, event: &Event, cx: &mut Cx<'_>) {
        let offset = cx.shared.clock.utc_offset_min;
        match self.form.picker.event(event) {
            Picked::Nothing | Picked::Changed => return,
            Picked::Cancelled => {}
            Picked::Chosen(date) => {
                let time = calendar::local(self.form.date_ms, offset).time();
                self.form.date_ms = calendar::at(date.to_datetime(time), offset).unwrap_or(self.form.date_ms);
            }
        }
        cx.pop();
    }
}
