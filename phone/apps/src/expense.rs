//! Pro Expense (`com.arduia.expense`): expenses, in its own database.
//!
//! Routes: `home`, `expenses` (the log by date), `detail/ID` (a sheet), `delete/ID` (a dialog; `delete/selected` for
//! the selection), `edit/new`, `edit/ID`, `date` (a dialog of the form), `statistics`, `backup`, `settings`, `about`.
//! The unsaved form and the selection are the app's own state.

mod form;
mod screens;
mod store;

use kit::widgets;
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Database, DatabaseFile, Effect, Intent, Layer, Manifest, Store};
use state::shared::Shared;
use toolkit::{Event, Icon, View};

use self::form::Form;
use self::store::{Accounting, Expense};
use crate::notices;

const PACKAGE: &str = "com.arduia.expense";
const COLOR: (u8, u8, u8) = (40, 53, 147);

/// The state of Pro Expense.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ProExpense {
    form: Form,
    /// The expenses selected in the log.
    selected: Vec<i64>,
    /// The category the log is filtered by; `None` shows all.
    shown: Option<i64>,
    drawer: bool,
    #[serde(skip)]
    store: Store<Accounting>,
}

impl App for ProExpense {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Pro Expense",
            icon: Icon::Wallet,
            color: COLOR,
            version_name: "1.0.0-beta05",
            version_code: 7,
            system: false,
            activities: &[Activity {
                class: "com.arduia.expense.ui.MainActivity",
                route: "home",
                actions: &[],
                schemes: &[],
            }],
            launchable: true,
            permissions: &[],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("expenses", _) => self.log(shared),
            ("filter", _) => self.filter(),
            ("detail", id) => self.detail(id, shared),
            ("delete", what) => self.confirm(what),
            ("edit", id) => self.editor(id, shared),
            ("date", _) => self.form.picker.view(shared),
            ("statistics", _) => self.statistics(shared),
            ("settings", _) => screens::settings(),
            ("about", _) => screens::about(),
            _ => self.home(shared),
        }
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "detail" => Layer::Sheet,
            "delete" | "date" | "filter" => Layer::Dialog,
            _ => Layer::Screen,
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (screen, subject) = widgets::split(route);
        let value = event.value.as_str();
        if screen == "date" {
            return self.date_event(event, cx);
        }
        if self.form.change(event) {
            return;
        }
        if event.name != "drawer" {
            self.drawer = false;
        }
        match event.name.as_ref() {
            "drawer" => self.drawer = value == "open",
            "new" => {
                self.form = Form::on(cx.shared.clock.now_ms);
                cx.push("edit/new");
            }
            "edit" => {
                let known = self.store.rows_or_none(cx.shared);
                if let Some(expense) = known.iter().find(|expense| expense.id.to_string() == value) {
                    self.form = Form::of(expense);
                    cx.effects.push(Effect::Replace(format!("edit/{value}")));
                }
            }
            "date" => self.choose_date(cx),
            "save" => self.save_expense(subject, cx),
            "row" if self.selected.is_empty() => cx.push(format!("detail/{value}")),
            "row" | "select" => {
                let Ok(id) = value.parse::<i64>() else { return };
                if self.selected.contains(&id) {
                    self.selected.retain(|known| *known != id);
                } else {
                    self.selected.push(id);
                }
            }
            "unselect" => self.selected.clear(),
            "delete_ask" if screen == "detail" => cx.effects.push(Effect::Replace(format!("delete/{value}"))),
            "delete_ask" => cx.push("delete/selected"),
            "delete" => {
                let ids = match subject {
                    "selected" => std::mem::take(&mut self.selected),
                    id => id.parse().into_iter().collect(),
                };
                let deleted = self.store.change(cx.shared, |database| store::delete(&ids, database));
                if notices::saved(deleted, cx).is_some() {
                    cx.toast(if ids.len() == 1 { "Deleted" } else { "Items deleted" });
                }
                cx.pop();
            }
            "show" => {
                self.shown = value.parse().ok().filter(|number| *number != 0);
                cx.pop();
            }
            "place" => {
                self.selected.clear();
                match value {
                    "home" if screen == "home" => {}
                    "home" => cx.pop(),
                    place if place == screen => {}
                    place if screen == "home" => cx.push(place),
                    place => cx.effects.push(Effect::Replace(place.to_owned())),
                }
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, _intent: &Intent, _route: &'static str, _cx: &mut Cx<'_>) -> String {
        "home".to_owned()
    }

    fn back(&mut self, route: &str, _cx: &mut Cx<'_>) -> bool {
        let open = std::mem::take(&mut self.drawer);
        let selected = route == "expenses" && !std::mem::take(&mut self.selected).is_empty();
        open || selected
    }

    fn optional(&self) -> bool {
        true
    }

    fn databases(&self) -> &'static [DatabaseFile] {
        &[<Accounting as Database>::FILE]
    }

    fn stop(&mut self, _shared: &mut Shared) {
        *self = Self::default();
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl ProExpense {
    fn save_expense(&mut self, id: &str, cx: &mut Cx<'_>) {
        let Some(expense) = self.form.expense() else {
            self.form.refused = true;
            return cx.toast("Amount is required");
        };
        let expense = Expense { id: id.parse().unwrap_or(0), ..expense };
        let now_ms = cx.shared.clock.now_ms;
        let saved = self.store.change(cx.shared, |database| store::put(&expense, now_ms, database));
        if notices::saved(saved, cx).is_some() {
            cx.toast(if id == "new" { "Expense saved" } else { "Expense updated" });
            self.form = Form::default();
            cx.pop();
        }
    }
}
