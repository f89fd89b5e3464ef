//! The list of tracks, search, statistics, and settings.

use std::collections::BTreeMap;

use kit::{clock, widgets};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Size, TextStyle, View};

use super::OpenTracks;
use super::database::Track;
use super::units::{Units, length};
use crate::notices::{self, MOST_ROWS};

/// Formats a time as `Thu, Oct 12, 2023, 14:30`.
pub(super) fn moment(ms: i64, shared: &Shared) -> String {
    let date = shared.clock.local(ms).date();
    format!("{}, {}", date.strftime("%a, %b %-d, %-Y"), clock::time(ms, shared))
}

impl OpenTracks {
    pub(super) fn units(&self, shared: &Shared) -> Units {
        match self.metric {
            Some(true) => Units::Metric,
            Some(false) => Units::Imperial,
            None => Units::usual(shared),
        }
    }

    pub(super) fn list(&self, shared: &Shared) -> View {
        let bar = if self.marked.is_empty() {
            let actions = vec![
                View::icon_button(Icon::Search, "Search", Event::new("search")).id("track_list_search"),
                widgets::menu_button(),
            ];
            widgets::home_bar("OpenTracks", actions)
        } else {
            let count = View::text(self.marked.len().to_string()).text_style(TextStyle::Title);
            let close = View::icon_button(Icon::Close, "Done", Event::new("unmark")).id("action_mode_close_button");
            let delete = View::icon_button(Icon::Delete, "Delete", Event::new("delete_marked"));
            let all = View::icon_button(Icon::Check, "Select all", Event::new("mark_all"));
            widgets::bar(Some(close), count.width(Size::Weight(1.0)), vec![all, delete])
        };
        let rows = match self.store.rows(shared) {
            Ok(tracks) => {
                let mut rows = self.rows(tracks.iter().collect(), shared);
                rows.push(notices::below_button());
                rows
            }
            Err(error) => vec![notices::unreadable(&error)],
        };
        let list = View::list("track_list", rows);
        let content = if self.recording.is_some() {
            let open = Event::with("open", "recording");
            widgets::with_fab(list, "track_list_fab_action", Icon::Timer, "Show recording", open)
        } else {
            widgets::with_fab(list, "track_list_fab_action", Icon::Play, "Record", Event::new("record"))
        };
        let items = vec![
            ("Aggregated statistics", Event::new("statistics")),
            ("Settings", Event::new("settings")),
            ("Help", Event::new("help")),
        ];
        widgets::with_menu(widgets::screen(vec![bar, content]), self.menu, items)
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let tracks = self.store.rows_or_none(shared);
        let has = |track: &&Track| {
            [&track.name, &track.description, &track.activity].iter().any(|it| widgets::matches(it, &self.query))
        };
        let rows = self.rows(tracks.iter().filter(has).collect(), shared);
        let bar = widgets::search_bar("search_src_text", &self.query, "Search");
        widgets::screen(vec![bar, View::list("track_list", rows)])
    }

    fn rows(&self, tracks: Vec<&Track>, shared: &Shared) -> Vec<View> {
        if tracks.is_empty() {
            let text =
                if self.query.is_empty() { "Start recording your next adventure here" } else { "No track found" };
            return vec![widgets::empty(Icon::Location, text)];
        }
        let mut rows: Vec<View> = tracks.iter().take(MOST_ROWS).map(|track| self.row(track, shared)).collect();
        rows.extend(notices::rest(tracks.len()));
        rows
    }

    fn row(&self, track: &Track, shared: &Shared) -> View {
        let (number, unit) = self.units(shared).distance(track.meters);
        let small = |text: String, id: &str| {
            let text = View::text(text).id(id).text_style(TextStyle::BodySmall).color(Color::Muted);
            text.style(|style| style.max_lines = 1)
        };
        let name = if track.name.is_empty() { "(no name)" } else { &track.name };
        let name = View::text(name).id("list_item_name").style(|style| style.max_lines = 1);
        let mut texts = vec![name, small(moment(track.start_ms, shared), "list_item_date")];
        texts.push(small(track.activity.clone(), "list_item_category"));
        let distance = View::text(format!("{number} {unit}")).id("list_item_distance").text_style(TextStyle::Label);
        let time = small(length(track.total_ms), "list_item_total_time");
        let right = View::new(toolkit::Kind::Column).children(vec![distance, time]).align(toolkit::Align::End).gap(4.0);
        let id = track.id.to_string();
        let marked = self.marked.contains(&track.id);
        let face = widgets::avatar(&track.activity).description(&track.activity).id("list_item_icon");
        View::row(vec![face, View::column(texts).width(Size::Weight(1.0)).gap(2.0), right])
            .id("list_item")
            .gap(16.0)
            .padding(16.0, 10.0)
            .selected(marked)
            .background(if marked { Color::PrimaryContainer } else { Color::Surface }, 12.0)
            .style(|style| style.margin = [8.0, 3.0, 8.0, 3.0])
            .on_click(Event::with("track", &id))
            .on_long_click(Event::with("mark", id))
    }

    /// Builds the statistics of each activity.
    pub(super) fn statistics(&self, shared: &Shared) -> View {
        let tracks = self.store.rows_or_none(shared);
        let mut sums: BTreeMap<&str, (usize, f64, i64)> = BTreeMap::new();
        for track in tracks.iter() {
            let sum = sums.entry(&track.activity).or_default();
            (sum.0, sum.1, sum.2) = (sum.0 + 1, sum.1 + track.meters, sum.2.saturating_add(track.total_ms));
        }
        let mut rows: Vec<View> = Vec::new();
        for (activity, (count, meters, ms)) in sums.into_iter().take(MOST_ROWS) {
            let (number, unit) = self.units(shared).distance(meters);
            let tracks = if count == 1 { "1 track".to_owned() } else { format!("{count} tracks") };
            let name = if activity.is_empty() { "No activity" } else { activity };
            let row = widgets::Row::new(name).summary(format!("{tracks} · {number} {unit} · {}", length(ms)));
            rows.push(row.ids("aggregated_stats_type_label", "").lead(widgets::avatar(name)).view());
        }
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Info, "No tracks yet"));
        }
        widgets::screen(vec![widgets::top_bar("Aggregated statistics", Vec::new()), View::list("aggregated", rows)])
    }

    pub(super) fn settings(&self, shared: &Shared) -> View {
        let units = self.units(shared);
        let rows = vec![
            widgets::section("Unit system"),
            widgets::radio_row("Imperial (mi, ft)", units == Units::Imperial, Event::with("units", "imperial")),
            widgets::radio_row("Metric (km, m)", units == Units::Metric, Event::with("units", "metric")),
            widgets::section("About"),
            widgets::Row::new("OpenTracks").summary("Version 4.11.0").view(),
        ];
        widgets::screen(vec![widgets::top_bar("Settings", Vec::new()), View::list("recycler_view", rows)])
    }
}

pub(super) fn help() -> View {
    let text = |text: &str| View::text(text).color(Color::Muted).padding(16.0, 8.0);
    let rows = vec![
        text("Touch the round button to record a track, and stop it when you are done."),
        text("Touch a track to see what it amounts to; hold it to choose several."),
        text("Everything stays on this phone."),
    ];
    widgets::screen(vec![widgets::top_bar("Help", Vec::new()), View::list("help", rows)])
}
