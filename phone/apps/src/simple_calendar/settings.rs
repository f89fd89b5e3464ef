//! Settings, the event types, and the about page.

use kit::widgets::{self, Row};
use serde::{Deserialize, Serialize};
use state::app::Cx;
use state::shared::Shared;
use toolkit::{Color, Event, Icon, TextStyle, View};

use super::events;
use super::{SimpleCalendar, dialogs};

/// The preset durations of a new event, in minutes.
const LENGTHS: [i64; 5] = [0, 15, 30, 60, 120];

/// The user's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Options {
    /// Whether weeks begin on Sunday.
    pub(super) sunday_first: bool,
    /// Whether tasks can be created.
    pub(super) tasks: bool,
    /// The duration of a new event, in minutes.
    pub(super) length_min: i64,
}

impl Default for Options {
    fn default() -> Self {
        Self { sunday_first: true, tasks: true, length_min: 0 }
    }
}

impl SimpleCalendar {
    pub(super) fn settings(&self, shared: &Shared) -> View {
        let options = &self.options;
        let types = self.known_types(&self.store.rows_or_none(shared)).len();
        let length = match options.length_min {
            0 => "As long as you say".to_owned(),
            minutes => format!("{minutes} minutes"),
        };
        let sunday = widgets::switch_row("Start week on Sunday", "", options.sunday_first, Event::new("sunday_first"));
        let tasks = widgets::switch_row("Allow creating tasks", "", options.tasks, Event::new("allow_tasks"));
        let rows = vec![
            widgets::section("General"),
            sunday.view(),
            tasks.view(),
            widgets::section("New events"),
            Row::new("Default duration").summary(length).on(Event::new("next_length")).view(),
            widgets::section("Event types"),
            Row::new("Manage event types").summary(format!("{types} of them")).opens("types").view(),
            Row::new("Filter events by type").summary(filtered(self.hidden.len())).opens("filter").view(),
        ];
        widgets::screen(vec![widgets::top_bar("Settings", Vec::new()), View::list("settings_nested_scrollview", rows)])
    }

    pub(super) fn types(&self, shared: &Shared) -> View {
        let rows = self.store.rows_or_none(shared);
        let list = self.known_types(&rows).into_iter().map(|known| {
            let count = rows.entries.iter().filter(|entry| entry.event_type == known.id).count();
            let row =
                Row::new(&known.title).ids("event_type_title", "event_type_count").lead(dialogs::dot(known.color));
            let row = row.summary(if count == 1 { "1 event".to_owned() } else { format!("{count} events") });
            if known.id == events::REGULAR {
                return row.view();
            }
            let word = format!("Delete {}", known.title);
            row.trailing(View::icon_button(Icon::Delete, &word, Event::with("delete_type", known.id.to_string())))
                .view()
        });
        let content = View::list("manage_event_types_list", list.collect());
        let content = widgets::with_fab(content, "add_event_type", Icon::Add, "Add a new type", Event::new("new_type"));
        widgets::screen(vec![widgets::top_bar("Event types", Vec::new()), content])
    }

    /// Handles an event of these screens. Returns whether it was one.
    pub(super) fn settings_event(&mut self, event: &Event, cx: &mut Cx<'_>) -> bool {
        match event.name.as_ref() {
            "sunday_first" => self.options.sunday_first = !self.options.sunday_first,
            "allow_tasks" => self.options.tasks = !self.options.tasks,
            "next_length" => {
                let at = LENGTHS.iter().position(|length| *length == self.options.length_min).unwrap_or(0);
                self.options.length_min = LENGTHS.get(at + 1).copied().unwrap_or(0);
            }
            "delete_type" => {
                let id = event.value.parse().unwrap_or(events::REGULAR);
                self.hidden.retain(|hidden| *hidden != id);
                if let Err(error) = self.store.change(cx.shared, |database| events::delete_type(database, id)) {
                    cx.toast(error.to_string());
                }
            }
            _ => return false,
        }
        true
    }
}

fn filtered(hidden: usize) -> String {
    if hidden == 0 { "All are shown".to_owned() } else { format!("{hidden} hidden") }
}

pub(super) fn about() -> View {
    let text = |text: &str| View::text(text).color(Color::Muted).padding(16.0, 6.0);
    let rows = vec![
        View::text("Simple Calendar Pro").text_style(TextStyle::Headline).padding(16.0, 12.0),
        text("Version 6.22.1"),
        text("A calendar that keeps everything on the phone: events, tasks, repetition, reminders."),
    ];
    widgets::screen(vec![widgets::top_bar("About", Vec::new()), View::list("about", rows)])
}
