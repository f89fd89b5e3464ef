//! The overview of recent apps: a card for each task, the newest in the middle. Swipe sideways to see the others, up to
//! close one. It opens with its key or button; pressing twice switches to the previous app.

use super::{LAUNCHER, Phone, Task};
use kit::{icons, widgets};
use toolkit::{Align, Color, Event, Kind, Picture, Size, Swipe, TextStyle, View, Window, WindowKind};

/// The key of the overview's window.
pub(super) const KEY: &str = "overview";

impl Phone {
    /// Handles the recents key or button: opens the overview, or switches to the previous app if it is open.
    pub(super) fn recents_pressed(&mut self) {
        if self.display.locked {
            return;
        }
        if self.overlays.system_ui.overview.is_some() {
            let before = {
                let tasks = self.open_tasks();
                tasks.get(1).or(tasks.first()).map(|task| task.id)
            };
            self.overlays.system_ui.overview = None;
            return self.bring_to_front(before);
        }
        self.leave_screen();
        self.overlays.system_ui.overview = Some(0);
    }

    /// Returns the open tasks, the newest first.
    fn open_tasks(&self) -> Vec<&Task> {
        self.activities.tasks.iter().rev().filter(|task| task.package != LAUNCHER && !task.screens.is_empty()).collect()
    }

    fn bring_to_front(&mut self, id: Option<u32>) {
        self.leave_screen();
        let Some(place) = id.and_then(|id| self.activities.tasks.iter().position(|task| task.id == id)) else { return };
        let task = self.activities.tasks.remove(place);
        self.mark_running(&task.package);
        self.activities.tasks.push(task);
        self.ask_permission();
    }

    /// Handles an event in the overview.
    pub(super) fn overview_event(&mut self, event: &Event) {
        let Some(at) = self.overlays.system_ui.overview else { return };
        let most = self.open_tasks().len();
        let id = event.value.parse::<u32>().ok();
        match event.name.as_ref() {
            "task_open" => {
                self.overlays.system_ui.overview = None;
                self.bring_to_front(id);
            }
            "task_away" => {
                let package =
                    self.activities.tasks.iter().find(|task| Some(task.id) == id).map(|task| task.package.clone());
                if let Some(package) = package {
                    self.stop_app(&package);
                }
                self.overlays.system_ui.overview = Some(at.min(self.open_tasks().len().saturating_sub(1)));
                if self.open_tasks().is_empty() {
                    self.go_home();
                }
            }
            "tasks_older" => self.overlays.system_ui.overview = Some((at + 1).min(most.saturating_sub(1))),
            "tasks_newer" => self.overlays.system_ui.overview = Some(at.saturating_sub(1)),
            "tasks_clear" => {
                let packages: Vec<String> = self.open_tasks().iter().map(|task| task.package.clone()).collect();
                packages.iter().for_each(|package| self.stop_app(package));
                self.go_home();
            }
            // A touch beside the cards.
            _ => self.go_home(),
        }
    }

    /// Builds the overview's window.
    pub(super) fn overview_window(&self, at: usize) -> Window {
        let tasks = self.open_tasks();
        let at = at.min(tasks.len().saturating_sub(1));
        let beside = |place: Option<usize>| {
            let card = place.and_then(|place| tasks.get(place)).map(|task| self.peek(task));
            card.unwrap_or_else(|| View::new(Kind::Space)).width(Size::Dp(20.0)).height(Size::Fill)
        };
        let mut rows = Vec::new();
        match tasks.get(at) {
            Some(task) => {
                // Older tasks are to the left.
                let cards = View::row(vec![beside(Some(at + 1)), self.card(task), beside(at.checked_sub(1))]);
                rows.push(cards.id("overview_panel").height(Size::Weight(1.0)).gap(16.0));
                let clear = View::button("Clear all", Event::new("tasks_clear")).id("clear_all");
                rows.push(View::column(vec![clear]).align(Align::Center));
            }
            None => {
                let none = View::text("No recent items").id("empty_text").text_style(TextStyle::Title);
                let none = View::column(vec![none.color(Color::Muted)]).align(Align::Center).padding(16.0, 160.0);
                rows.push(none);
            }
        }
        let view = View::column(rows)
            .id("overview")
            .height(Size::Fill)
            .padding(0.0, 40.0)
            .gap(16.0)
            .background(Color::PrimaryContainer, 0.0)
            .description("Recent apps")
            .on_click(Event::new("overview_beside"))
            .on_swipe(Swipe::Right, Event::new("tasks_older"))
            .on_swipe(Swipe::Left, Event::new("tasks_newer"));
        Window { key: KEY.to_owned(), package: LAUNCHER.to_owned(), view, kind: WindowKind::App }
    }

    /// Builds the card of a task: the app's name and its last screen.
    fn card(&self, task: &Task) -> View {
        let id = task.id.to_string();
        let label = widgets::label(&task.package, &self.shared);
        let head = View::row(vec![
            icons::picture(&task.package, &self.shared, 32.0),
            View::text(&label).id("title").text_style(TextStyle::Title).width(Size::Weight(1.0)),
        ]);
        let shown = match self.last_shown(task) {
            Some(picture) => View::new(Kind::Picture(picture)),
            None => View::stack(vec![icons::picture(&task.package, &self.shared, 96.0)])
                .align(Align::Center)
                .background(Color::SurfaceVariant, 20.0),
        };
        let shown = shown.width(Size::Fill).height(Size::Weight(1.0));
        View::column(vec![head.gap(12.0).padding(8.0, 8.0), shown.id("snapshot")])
            .id("task")
            .description(&label)
            .width(Size::Weight(1.0))
            .height(Size::Fill)
            .padding(12.0, 12.0)
            .gap(8.0)
            .background(Color::Surface, 28.0)
            .style(|style| style.elevation = 4.0)
            .on_click(Event::with("task_open", id.clone()))
            .on_swipe(Swipe::Up, Event::with("task_away", id))
            .on_swipe(Swipe::Right, Event::new("tasks_older"))
            .on_swipe(Swipe::Left, Event::new("tasks_newer"))
    }

    /// Returns a thumbnail of a task; `None` if its screen is secure.
    fn last_shown(&self, task: &Task) -> Option<Picture> {
        let windows = self.app_windows(task);
        if self.display.mishaps.secure || windows.iter().any(|window| self.is_secure_in(task, window)) {
            return None;
        }
        Some(Picture::of_screen(windows, self.display_now(), &self.display.ui, self.ui_now()))
    }

    /// Builds the edge of a card that is not in the middle.
    fn peek(&self, task: &Task) -> View {
        View::column(Vec::new())
            .id("task_edge")
            .description(&widgets::label(&task.package, &self.shared))
            .background(Color::Surface, 12.0)
            .on_click(Event::with("task_open", task.id.to_string()))
            .on_swipe(Swipe::Right, Event::new("tasks_older"))
            .on_swipe(Swipe::Left, Event::new("tasks_newer"))
    }
}
