//! Pro Expense's screens: the weekly overview, the log by date, an expense's details, statistics.

use kit::drawer::{Entry, drawer_bar, with_drawer};
use kit::widgets::{self, Row};
use kit::{clock, overlays};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::store::{self, CATEGORIES, DAY_MS, Expense, INCOME};
use super::{COLOR, ProExpense};
use crate::notices;

const WHITE: Color = Color::Rgb(255, 255, 255);
const INDIGO: Color = Color::Rgb(COLOR.0, COLOR.1, COLOR.2);
/// The number of recent expenses on the first screen.
const RECENT: usize = 8;
/// The maximum height of the graph's bars, in dp.
const BARS: f32 = 96.0;

/// Builds the icon of a category on its colour.
fn badge(category: i64) -> View {
    let (_, icon, color) = store::category(category);
    let icon = View::icon(icon).color(WHITE).width(Size::Dp(22.0)).height(Size::Dp(22.0));
    View::stack(vec![icon]).align(Align::Center).width(Size::Dp(44.0)).height(Size::Dp(44.0)).background(color, 22.0)
}

fn row(expense: &Expense, selected: bool, shared: &Shared) -> View {
    let name = if expense.name.is_empty() { store::category(expense.category).0 } else { &expense.name };
    let income = expense.category == INCOME;
    let amount = View::text(store::dollars(expense.amount)).id("tv_amount").text_style(TextStyle::Label);
    let amount = if income { amount.color(Color::Rgb(46, 125, 50)) } else { amount };
    let row = Row::new(name).summary(clock::short_date(expense.created_ms, shared)).ids("tv_name", "tv_date");
    let row = row.lead(badge(expense.category)).trailing(amount).id("cd_expense");
    let row = row.on(Event::with("row", expense.id.to_string())).hold(Event::with("select", expense.id.to_string()));
    let row = row.view().selected(selected);
    if selected { row.background(Color::PrimaryContainer, 0.0) } else { row }
}

pub(super) fn settings() -> View {
    let rows = vec![
        Row::new("Currency").summary("$ US dollar").icon(Icon::Wallet).view(),
        Row::new("Language").summary("English").icon(Icon::Web).view(),
    ];
    widgets::screen(vec![widgets::top_bar("Settings", Vec::new()), View::list("settings", rows)])
}

pub(super) fn about() -> View {
    let rows = vec![Row::new("Pro Expense").summary("Version 1.0.0-beta05").icon(Icon::Wallet).view()];
    widgets::screen(vec![widgets::top_bar("About", Vec::new()), View::list("about", rows)])
}

/// Builds the graph of a week: a bar for each day's spending.
fn graph(expenses: &[Expense], shared: &Shared) -> View {
    let today = store::day(shared.clock.now_ms, shared);
    let monday = store::monday(today);
    let mut days = [0_i64; 7];
    for expense in expenses.iter().filter(|expense| expense.category != INCOME) {
        let place = store::day(expense.created_ms, shared) - monday;
        if let Some(sum) = usize::try_from(place).ok().and_then(|place| days.get_mut(place)) {
            *sum = sum.saturating_add(expense.amount.max(0));
        }
    }
    let most = days.iter().copied().max().unwrap_or(0).max(1);
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let columns = days.iter().zip(names).zip(monday..).map(|((sum, name), day)| {
        let high = (*sum as f32 / most as f32 * BARS).max(2.0);
        let above = View::new(Kind::Space).height(Size::Dp(BARS - high.min(BARS)));
        let bar = View::new(Kind::Space).width(Size::Dp(18.0)).height(Size::Dp(high));
        let bar = bar.background(if day == today { WHITE } else { Color::Rgb(159, 168, 218) }, 6.0);
        let name = View::text(name).text_style(TextStyle::Caption).color(WHITE);
        let column = View::column(vec![above, bar, name]).align(Align::Center).gap(6.0).width(Size::Weight(1.0));
        column.description(&format!("{}: {}", name_of(day, monday), store::dollars(*sum)))
    });
    View::row(columns.collect()).id("graph")
}

/// Returns the name of a day of the week that begins on `monday`.
fn name_of(day: i64, monday: i64) -> &'static str {
    let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    usize::try_from(day - monday).ok().and_then(|place| names.get(place).copied()).unwrap_or_default()
}

/// Returns the sum of the expenses (or incomes), in hundredths.
fn sum<'a>(expenses: impl Iterator<Item = &'a Expense>) -> i64 {
    expenses.fold(0_i64, |sum, expense| sum.saturating_add(expense.amount))
}

impl ProExpense {
    fn with_places(&self, screen: View, at: &str) -> View {
        let place = |(icon, name, route): (Icon, &str, &str)| {
            Entry::Place(icon, name.to_owned(), Event::with("place", route), at == route)
        };
        let mut places: Vec<Entry> = [
            (Icon::Home, "Home", "home"),
            (Icon::Wallet, "Expenses", "expenses"),
            (Icon::Chart, "Statistics", "statistics"),
        ]
        .map(place)
        .into();
        places.push(Entry::Line);
        places.extend([(Icon::Settings, "Settings", "settings"), (Icon::Info, "About", "about")].map(place));
        with_drawer(screen, self.drawer, "Pro Expense", COLOR, places)
    }

    pub(super) fn home(&self, shared: &Shared) -> View {
        let list = match self.store.rows(shared) {
            Err(error) => vec![notices::unreadable(&error)],
            Ok(expenses) => {
                let week = store::monday(store::day(shared.clock.now_ms, shared));
                let this_week = |expense: &&Expense| store::day(expense.created_ms, shared) >= week;
                let spent = sum(expenses.iter().filter(this_week).filter(|expense| expense.category != INCOME));
                let earned = sum(expenses.iter().filter(this_week).filter(|expense| expense.category == INCOME));
                let white = |text: String, style| View::text(text).text_style(style).color(WHITE);
                let half = |name: &str, id: &str, amount: i64| {
                    let amount = white(store::dollars(amount), TextStyle::Headline).id(id);
                    View::column(vec![white(name.to_owned(), TextStyle::Caption), amount]).width(Size::Weight(1.0))
                };
                let sums = vec![half("Outcome", "tv_outcome_value", spent), half("Income", "tv_income_value", earned)];
                let card = View::column(vec![
                    white("This week".to_owned(), TextStyle::Label),
                    View::row(sums),
                    graph(&expenses, shared),
                ]);
                let card = card.id("week").padding(20.0, 18.0).gap(12.0).background(INDIGO, 20.0);
                let mut rows = vec![card.style(|style| style.margin = [16.0, 8.0, 16.0, 8.0])];
                let more = View::button("More", Event::with("place", "expenses")).id("btn_more");
                let heading = View::text("Recent expenses").text_style(TextStyle::Title).width(Size::Weight(1.0));
                rows.push(View::row(vec![heading, more.height(Size::Dp(48.0))]).padding(20.0, 4.0));
                rows.extend(expenses.iter().take(RECENT).map(|expense| row(expense, false, shared)));
                if expenses.is_empty() {
                    rows.push(widgets::empty(Icon::Wallet, "No expenses yet"));
                }
                rows.push(View::new(Kind::Space).height(Size::Dp(88.0)));
                rows
            }
        };
        let list = View::list("rv_recent", list);
        let content = widgets::with_fab(list, "fab_main_add", Icon::Add, "Add expense", Event::new("new"));
        self.with_places(widgets::screen(vec![drawer_bar("Pro Expense", Vec::new()), content]), "home")
    }

    /// Builds the log of all expenses by date, newest first.
    pub(super) fn log(&self, shared: &Shared) -> View {
        let mut rows = Vec::new();
        match self.store.rows(shared) {
            Err(error) => rows.push(notices::unreadable(&error)),
            Ok(expenses) => {
                let shown: Vec<&Expense> =
                    expenses.iter().filter(|one| self.shown.is_none_or(|shown| one.category == shown)).collect();
                let mut under = String::new();
                for expense in shown.iter().take(notices::MOST_ROWS) {
                    let date = clock::full_date(expense.created_ms, shared);
                    if date != under {
                        rows.push(widgets::section(&date));
                        under = date;
                    }
                    rows.push(row(expense, self.selected.contains(&expense.id), shared));
                }
                rows.extend(notices::rest(shown.len()));
                if rows.is_empty() {
                    rows.push(widgets::empty(Icon::Wallet, "No expenses here"));
                }
            }
        }
        let bar = if self.selected.is_empty() {
            let filter = View::icon_button(Icon::Sort, "Filter", Event::with("open", "filter")).id("filter");
            drawer_bar("Expense Logs", vec![filter])
        } else {
            let close = View::icon_button(Icon::Close, "Cancel", Event::new("unselect"));
            let count = View::text(format!("{} selected", self.selected.len())).text_style(TextStyle::Title);
            let delete = View::icon_button(Icon::Delete, "Delete", Event::new("delete_ask")).id("delete");
            widgets::bar(Some(close), count.width(Size::Weight(1.0)), vec![delete])
        };
        self.with_places(widgets::screen(vec![bar, View::list("rv_expense", rows)]), "expenses")
    }

    pub(super) fn filter(&self) -> View {
        let known = CATEGORIES.iter().map(|(number, name, ..)| (*number, *name));
        let choices = std::iter::once((0, "All categories")).chain(known).map(|(number, name)| {
            widgets::radio_row(name, self.shown.unwrap_or(0) == number, Event::with("show", number.to_string()))
        });
        let list = View::list("categories", choices.collect()).height(Size::Wrap);
        overlays::dialog("Filter", vec![list], Vec::new())
    }

    /// Builds an expense's details as a sheet.
    pub(super) fn detail(&self, id: &str, shared: &Shared) -> View {
        let expenses = self.store.rows_or_none(shared);
        let Some(expense) = expenses.iter().find(|expense| expense.id.to_string() == id) else {
            return overlays::sheet(vec![widgets::empty(Icon::Wallet, "This expense is gone")]);
        };
        let (category, ..) = store::category(expense.category);
        let actions = View::row(vec![
            View::text("Expense Detail").text_style(TextStyle::Title).width(Size::Weight(1.0)),
            View::icon_button(Icon::Edit, "Edit", Event::with("edit", id)).id("imv_edit"),
            View::icon_button(Icon::Delete, "Delete", Event::with("delete_ask", id)).id("imv_delete"),
            View::icon_button(Icon::Close, "Close", Event::new("navigate_up")).id("imv_close"),
        ]);
        let line = |id: &str, name: &str, text: String| {
            let name = View::text(name).text_style(TextStyle::Caption).color(Color::Muted);
            View::column(vec![name, View::text(text).id(id)]).padding(20.0, 8.0).gap(2.0)
        };
        let amount = View::text(store::dollars(expense.amount)).id("tv_amount").text_style(TextStyle::Display);
        let date =
            format!("{} {}", clock::full_date(expense.created_ms, shared), clock::time(expense.created_ms, shared));
        let mut body = vec![
            actions.padding(20.0, 4.0),
            View::row(vec![badge(expense.category), amount]).padding(20.0, 8.0).gap(16.0),
            line("tv_name", "Name", if expense.name.is_empty() { "–".to_owned() } else { expense.name.clone() }),
            line("tv_category", "Category", category.to_owned()),
            line("tv_date", "Date", date),
        ];
        if !expense.note.is_empty() {
            body.push(line("tv_note", "Note", expense.note.clone()));
        }
        overlays::sheet(body)
    }

    /// Builds the dialog that confirms deleting one expense or the selection.
    pub(super) fn confirm(&self, what: &str) -> View {
        let title = match (what, self.selected.len()) {
            ("selected", count) if count != 1 => format!("Delete {count} items?"),
            _ => "Delete this item?".to_owned(),
        };
        overlays::question(&title, "It cannot be brought back.", "Delete", Event::new("delete"))
    }

    /// Builds the statistics: each category's share of the last thirty days.
    pub(super) fn statistics(&self, shared: &Shared) -> View {
        let since = shared.clock.now_ms.saturating_sub(30 * DAY_MS);
        let expenses = self.store.rows_or_none(shared);
        let of = |number: i64| sum(expenses.iter().filter(|one| one.category == number && one.created_ms >= since));
        let mut sums: Vec<_> =
            CATEGORIES.iter().filter(|known| known.0 != INCOME).map(|known| (of(known.0), known)).collect();
        sums.sort_by_key(|(sum, _)| std::cmp::Reverse(*sum));
        let total = sums.iter().fold(0_i64, |total, (sum, _)| total.saturating_add(*sum)).max(1);
        let mut rows = vec![widgets::section("Last 30 days")];
        for (sum, (number, name, ..)) in sums.into_iter().filter(|(sum, _)| *sum > 0) {
            let share = u8::try_from(sum.saturating_mul(100) / total).unwrap_or(100);
            let head = View::row(vec![
                View::text(*name).width(Size::Weight(1.0)),
                View::text(format!("{} · {share}%", store::dollars(sum))).text_style(TextStyle::Label),
            ]);
            let bar = View::new(Kind::Progress(share)).width(Size::Fill);
            let texts = View::column(vec![head, bar]).gap(8.0).width(Size::Weight(1.0));
            rows.push(View::row(vec![badge(*number), texts]).padding(20.0, 10.0).gap(16.0));
        }
        if rows.len() == 1 {
            rows.push(widgets::empty(Icon::Chart, "Nothing was spent"));
        }
        let screen = widgets::screen(vec![drawer_bar("Statistics", Vec::new()), View::list("statistics", rows)]);
        self.with_places(screen, "statistics")
    }
}
