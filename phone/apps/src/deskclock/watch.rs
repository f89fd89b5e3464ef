//! The stopwatch: its elapsed time and its laps.

use serde::{Deserialize, Serialize};

use super::DeskClock;
use super::tab::{fab, tab};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Size, TextStyle, View};

/// The most laps kept, as in Android's Clock.
const MOST_LAPS: usize = 98;

/// A stopwatch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Stopwatch {
    /// When it was last started, while it runs.
    since_ms: Option<i64>,
    /// The time it had run before.
    before_ms: i64,
    /// The elapsed time at the end of each lap.
    laps: Vec<i64>,
}

impl Stopwatch {
    fn elapsed(&self, now_ms: i64) -> i64 {
        let running = self.since_ms.map_or(0, |since| now_ms.saturating_sub(since));
        self.before_ms.saturating_add(running).max(0)
    }

    /// Handles an event of the stopwatch. Returns whether it was one.
    pub(super) fn event(&mut self, event: &Event, now_ms: i64) -> bool {
        match event.name.as_ref() {
            "watch" => {
                let elapsed = self.elapsed(now_ms);
                match self.since_ms.take() {
                    Some(_) => self.before_ms = elapsed,
                    None => self.since_ms = Some(now_ms),
                }
            }
            "lap" if self.laps.len() < MOST_LAPS => self.laps.push(self.elapsed(now_ms)),
            "watch_reset" => *self = Self::default(),
            _ => return false,
        }
        true
    }
}

/// Formats a duration as `1:02:03` or `02:03`.
pub(super) fn reads(seconds: i64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes:02}:{seconds:02}") }
}

fn exact(ms: i64) -> String {
    format!("{}.{:02}", reads(ms / 1000), ms % 1000 / 10)
}

impl DeskClock {
    pub(super) fn watch(&self, shared: &Shared) -> View {
        let watch = &self.stopwatch;
        let elapsed = watch.elapsed(shared.clock.now_ms);
        let time = View::row(vec![
            View::text(reads(elapsed / 1000)).id("stopwatch_time_text").text_style(TextStyle::Display),
            View::text(format!("{:02}", elapsed % 1000 / 10))
                .id("stopwatch_hundredths_text")
                .text_style(TextStyle::Headline),
        ]);
        let time = time.width(Size::Wrap).gap(8.0);
        let mut lap_rows = Vec::new();
        let mut before = 0;
        for (number, lap) in watch.laps.iter().enumerate() {
            let row = View::row(vec![
                View::text(format!("# {}", number + 1)).id("lap_number").color(Color::Muted).width(Size::Weight(1.0)),
                View::text(exact(lap - before)).id("lap_time").width(Size::Weight(1.0)),
                View::text(exact(*lap)).id("lap_total").width(Size::Weight(1.0)),
            ]);
            lap_rows.insert(0, row.padding(24.0, 8.0));
            before = *lap;
        }
        let running = watch.since_ms.is_some();
        let (icon, word) = if running { (Icon::Pause, "Pause") } else { (Icon::Play, "Start") };
        let mut buttons = Vec::new();
        if running || elapsed > 0 {
            buttons.push(View::button("Reset", Event::new("watch_reset")).id("left_button").description("Reset"));
        }
        buttons.push(fab(icon, word, Event::new("watch")));
        if running {
            buttons.push(View::button("Lap", Event::new("lap")).id("right_button").description("Lap"));
        }
        let time = View::column(vec![time]).align(Align::Center).padding(16.0, 48.0);
        let buttons = View::row(buttons).width(Size::Wrap).gap(32.0).padding(8.0, 8.0);
        let buttons = View::column(vec![buttons]).align(Align::Center).padding(16.0, 16.0);
        tab("menu_stopwatch", "Stopwatch", vec![time, View::list("laps_list", lap_rows), buttons])
    }
}
