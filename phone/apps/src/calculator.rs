//! Calculator (`com.google.android.calculator`): a formula with a live result, a key pad, and a history of results.
//!
//! Routes: `pad`, `history`. `arithmetic` evaluates formulas.

mod arithmetic;

use kit::{clock, widgets};
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Manifest};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

const PACKAGE: &str = "com.google.android.calculator";
/// The longest formula, in characters.
const LONGEST: usize = 200;
/// The most results kept in the history.
const MOST: usize = 200;

/// The keys of the pad, row by row: label, id, content description.
const KEYS: &[(&str, &str, &str)] = &[
    ("AC", "clr", "clear"),
    ("( )", "parens", "parentheses"),
    ("%", "op_pct", "percent"),
    ("÷", "op_div", "divide"),
    ("7", "digit_7", "7"),
    ("8", "digit_8", "8"),
    ("9", "digit_9", "9"),
    ("×", "op_mul", "multiply"),
    ("4", "digit_4", "4"),
    ("5", "digit_5", "5"),
    ("6", "digit_6", "6"),
    ("−", "op_sub", "minus"),
    ("1", "digit_1", "1"),
    ("2", "digit_2", "2"),
    ("3", "digit_3", "3"),
    ("+", "op_add", "plus"),
    ("0", "digit_0", "0"),
    (".", "dec_point", "point"),
    ("", "del", "delete"),
    ("=", "eq", "equals"),
];

/// The function keys above the pad.
const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("√", "op_sqrt", "square root"),
    ("π", "const_pi", "pi"),
    ("^", "op_pow", "power"),
    ("!", "op_fact", "factorial"),
    ("e", "const_e", "euler's number"),
];

/// The state of Calculator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Calculator {
    formula: String,
    /// Whether the formula is a result, which the next digit replaces.
    done: bool,
    problem: String,
    /// Past results, oldest first.
    history: Vec<Entry>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Entry {
    formula: String,
    result: String,
    date: i64,
}

impl App for Calculator {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Calculator",
            icon: Icon::Add,
            color: (26, 115, 232),
            version_name: "8.5 (588914120)",
            version_code: 85_000_000,
            system: false,
            activities: &[Activity {
                class: "com.android.calculator2.Calculator",
                route: "pad",
                actions: &[],
                schemes: &[],
            }],
            launchable: true,
            permissions: &[],
        }
    }

    fn optional(&self) -> bool {
        true
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        if route == "history" { self.history(shared) } else { self.pad() }
    }

    fn event(&mut self, _route: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "key" => self.press(&event.value, cx.shared.clock.now_ms),
            "clear_history" => self.history.clear(),
            "take" => {
                self.formula = event.value.chars().take(LONGEST).collect();
                self.done = true;
                self.problem.clear();
                cx.pop();
            }
            _ => _ = widgets::navigate(event, cx),
        }
    }

    fn stop(&mut self, _shared: &mut Shared) {
        self.formula.clear();
        self.problem.clear();
        self.done = false;
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
        self.history.truncate(MOST);
    }
}

impl Calculator {
    fn press(&mut self, key: &str, now_ms: i64) {
        self.problem.clear();
        let done = std::mem::replace(&mut self.done, false);
        match key {
            "AC" => self.formula.clear(),
            "" => drop(self.formula.pop()),
            "=" => self.work_out(now_ms),
            "( )" => {
                let bracket = self.bracket();
                self.add(bracket);
            }
            digit if done && (digit == "." || digit.bytes().all(|byte| byte.is_ascii_digit())) => {
                self.formula.clear();
                self.add(digit);
            }
            sign @ ("+" | "×" | "÷") => {
                // A new operator replaces the last one, and a formula cannot start with one.
                while self.formula.ends_with(['+', '−', '×', '÷']) {
                    self.formula.pop();
                }
                if !self.formula.is_empty() {
                    self.add(sign);
                }
            }
            other => self.add(other),
        }
    }

    fn add(&mut self, text: &str) {
        let known = KEYS.iter().chain(FUNCTIONS).any(|(key, ..)| *key == text) || matches!(text, "(" | ")");
        if known && self.formula.chars().count() < LONGEST {
            self.formula.push_str(text);
        }
    }

    /// Returns the bracket that the combined key types at this position.
    fn bracket(&self) -> &'static str {
        let open = self.formula.matches('(').count() > self.formula.matches(')').count();
        let after_value = self.formula.ends_with(|last: char| last.is_ascii_digit() || ")%!πe".contains(last));
        if open && after_value { ")" } else { "(" }
    }

    fn work_out(&mut self, now_ms: i64) {
        if self.formula.is_empty() {
            return;
        }
        match arithmetic::evaluate(&self.formula).and_then(arithmetic::Number::text) {
            Ok(result) => {
                let formula = std::mem::replace(&mut self.formula, result.clone());
                if formula != result {
                    self.history.push(Entry { formula, result, date: now_ms });
                }
                if self.history.len() > MOST {
                    self.history.remove(0);
                }
                self.done = true;
            }
            Err(problem) => problem.text().clone_into(&mut self.problem),
        }
    }

    fn pad(&self) -> View {
        let worth = arithmetic::evaluate(&self.formula).and_then(arithmetic::Number::text).ok();
        let worth = worth.filter(|worth| !self.done && *worth != self.formula).unwrap_or_default();
        let (below, color) =
            if self.problem.is_empty() { (worth, Color::Muted) } else { (self.problem.clone(), Color::Error) };
        let formula_id = if self.done { "result_final" } else { "formula" };
        let line = |text: &str, id: &str, style: TextStyle, color: Color| {
            let text = View::text(text).id(id).text_style(style).color(color).width(Size::Fill).align(Align::End);
            text.style(|style| style.max_lines = 2)
        };
        let display = View::column(vec![
            View::new(Kind::Space).height(Size::Weight(1.0)),
            line(&self.formula, formula_id, TextStyle::Display, Color::OnSurface),
            line(&below, "result_preview", TextStyle::Headline, color),
        ]);
        let display = display.id("display").height(Size::Weight(2.0)).padding(24.0, 12.0).gap(8.0);
        let history = View::icon_button(Icon::Clock, "History", Event::with("open", "history")).id("history_button");
        let functions = FUNCTIONS.iter().map(|(text, id, words)| {
            let key = View::button(*text, Event::with("key", *text)).id(id).description(words);
            key.color(Color::OnSurface).text_style(TextStyle::Title).width(Size::Weight(1.0)).height(Size::Dp(48.0))
        });
        let shown = vec![
            widgets::home_bar("", vec![history]),
            display.background(Color::Surface, 24.0),
            View::row(functions.collect()).id("pad_advanced").padding(12.0, 4.0).left_to_right(),
        ];
        let lines = KEYS.chunks(4).map(|line| View::row(line.iter().map(key).collect()).gap(10.0));
        let keys = lines.map(|line| line.height(Size::Weight(1.0))).collect();
        // The display takes two fifths of the height, as on a phone in portrait.
        let pane = |parts: Vec<View>, share: f32| View::column(parts).height(Size::Weight(share)).gap(8.0);
        let mut screen = View::panes(vec![pane(shown, 2.0), pane(keys, 3.0).left_to_right()]);
        screen = screen.height(Size::Fill).background(Color::Background, 0.0).gap(8.0);
        screen.style.padding = [12.0, 0.0, 12.0, 12.0];
        screen
    }

    fn history(&self, shared: &Shared) -> View {
        let clear =
            View::icon_button(Icon::Delete, "Clear history", Event::new("clear_history")).id("menu_clear_history");
        let bar = widgets::top_bar("History", if self.history.is_empty() { Vec::new() } else { vec![clear] });
        let mut rows: Vec<View> = self
            .history
            .iter()
            .rev()
            .map(|entry| {
                widgets::Row::new(format!("= {}", entry.result))
                    .summary(format!("{} · {}", entry.formula, clock::stamp(entry.date, shared)))
                    .ids("history_result", "history_formula")
                    .on(Event::with("take", entry.result.as_str()))
                    .view()
            })
            .collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Clock, "No history"));
        }
        widgets::screen(vec![bar, View::list("history_recycler_view", rows)])
    }
}

/// Builds a key of the pad.
fn key((text, id, words): &(&'static str, &'static str, &'static str)) -> View {
    let event = Event::with("key", *text);
    let view = match *text {
        "" => View::icon_button(Icon::Backspace, words, event),
        _ => View::button(*text, event).description(words).text_style(TextStyle::Headline),
    };
    let (back, ink) = match *id {
        "eq" => (Color::Primary, Color::OnPrimary),
        "clr" => (Color::PrimaryContainer, Color::OnSurface),
        _ if id.starts_with("digit") || matches!(*id, "dec_point" | "del") => (Color::Surface, Color::OnSurface),
        _ => (Color::SurfaceVariant, Color::OnSurface),
    };
    view.id(id).color(ink).background(back, 28.0).width(Size::Weight(1.0)).height(Size::Fill)
}
