//! The page of a track, the recording in progress, and the form with a track's name.

use kit::widgets;
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::database::Track;
use super::units::length;
use super::{ACTIVITIES, OpenTracks, list};

/// The tabs of a track.
const TABS: [(&str, &str); 3] = [("stats", "Stats"), ("intervals", "Intervals"), ("details", "Details")];

/// Builds a value with its name and unit.
fn figure(name: &str, value: &str, unit: &str) -> View {
    let name = View::text(name).id("stats_description_main").text_style(TextStyle::Label).color(Color::Muted);
    let value = View::text(value).id("stats_value").text_style(TextStyle::Headline);
    let unit = View::text(unit).id("stats_unit").text_style(TextStyle::BodySmall).color(Color::Muted);
    let value = View::row(vec![value, unit]).gap(6.0).align(Align::End);
    View::column(vec![name, value]).gap(2.0).padding(16.0, 12.0).background(Color::Surface, 12.0)
}

fn grid(figures: Vec<View>) -> View {
    let grid = View::new(Kind::Grid { columns: 2 }).children(figures).width(Size::Fill).gap(8.0);
    View::column(vec![grid]).padding(12.0, 8.0)
}

impl OpenTracks {
    pub(super) fn page(&self, id: &str, tab: &str, shared: &Shared) -> View {
        let tracks = self.store.rows_or_none(shared);
        let Some(track) = tracks.iter().find(|track| track.id.to_string() == id) else {
            let bar = widgets::top_bar("", Vec::new());
            return widgets::screen(vec![bar, widgets::empty(Icon::Location, "This track is gone")]);
        };
        let actions = vec![
            View::icon_button(Icon::Edit, "Edit", Event::with("edit", id)).id("track_detail_edit"),
            View::icon_button(Icon::Delete, "Delete", Event::with("delete", id)).id("track_detail_delete"),
        ];
        let tab = if tab.is_empty() { "stats" } else { tab };
        let tabs = TABS.iter().map(|(route, name)| {
            let on = *route == tab;
            let color = if on { Color::Primary } else { Color::Muted };
            let text = View::text(*name).text_style(TextStyle::Label).color(color).align(Align::Center);
            text.height(Size::Dp(48.0))
                .width(Size::Weight(1.0))
                .selected(on)
                .on_click(Event::with("tab", format!("track/{id}/{route}")))
        });
        let tabs = View::row(tabs.collect()).id("tab_layout");
        let body = match tab {
            "intervals" => self.intervals(track, shared),
            "details" => details(track, shared),
            _ => self.stats(track, shared),
        };
        let bar = widgets::top_bar(&track.name, actions);
        widgets::screen(vec![bar, tabs, View::new(Kind::Divider).width(Size::Fill), View::list("stats", body)])
    }

    fn stats(&self, track: &Track, shared: &Shared) -> Vec<View> {
        let units = self.units(shared);
        let (distance, unit) = units.distance(track.meters);
        let (average, speed) = units.speed(track.meters, track.total_ms);
        let (moving, _) = units.speed(track.meters, track.moving_ms);
        let (fastest, _) = units.speed(track.max_speed * 3600.0, 3_600_000);
        let (gain, height) = units.height(track.gain);
        let (loss, _) = units.height(track.loss);
        let kind = widgets::Row::new(&track.activity).ids("stats_activity_type_label", "").summary("Activity type");
        let when = widgets::Row::new(list::moment(track.start_ms, shared)).ids("stats_start_datetime_value", "");
        vec![
            kind.lead(widgets::avatar(&track.activity)).view(),
            when.summary("Start").icon(Icon::Calendar).view(),
            grid(vec![
                figure("Distance", &distance, unit),
                figure("Total time", &length(track.total_ms), ""),
                figure("Moving time", &length(track.moving_ms), ""),
                figure("Avg. speed", &average, speed),
                figure("Avg. moving speed", &moving, speed),
                figure("Max. speed", &fastest, speed),
                figure("Gain", &gain, height),
                figure("Loss", &loss, height),
            ]),
        ]
    }

    /// Builds the intervals, assuming a constant speed: without track points nothing more is known.
    fn intervals(&self, track: &Track, shared: &Shared) -> Vec<View> {
        let units = self.units(shared);
        let one = if units == super::units::Units::Imperial { 1609.344 } else { 1000.0 };
        let whole = (track.meters / one).clamp(0.0, 1000.0);
        let mut rows = vec![widgets::section("Intervals")];
        let mut done = 0.0;
        while done < whole && rows.len() < 201 {
            let part = (whole - done).min(1.0);
            let ms = (track.total_ms as f64 * part / whole) as i64;
            let (distance, unit) = units.distance(part * one);
            let (speed, per) = units.speed(part * one, ms);
            let row = widgets::Row::new(format!("{distance} {unit}")).summary(length(ms));
            rows.push(row.trailing(View::text(format!("{speed} {per}")).color(Color::Muted)).view());
            done += 1.0;
        }
        if rows.len() == 1 {
            rows.push(widgets::empty(Icon::Timer, "The track is too short for intervals"));
        }
        rows
    }

    /// Builds the recording in progress.
    pub(super) fn recording(&self, shared: &Shared) -> View {
        let Some(recording) = &self.recording else {
            let bar = widgets::top_bar("Recording", Vec::new());
            return widgets::screen(vec![bar, widgets::empty(Icon::Timer, "Nothing is being recorded")]);
        };
        let units = self.units(shared);
        let ms = recording.elapsed_ms(shared.clock.now_ms);
        let (distance, unit) = units.distance(recording.meters);
        let (speed, per) = units.speed(recording.meters, ms);
        let located = shared.settings.secure.get("location_mode").is_none_or(|mode| mode != "0");
        let state = if recording.since_ms.is_some() { "Recording" } else { "Paused" };
        let body = vec![
            View::text(length(ms)).id("stats_total_time").text_style(TextStyle::Display).padding(24.0, 16.0),
            grid(vec![
                figure("Distance", &distance, unit),
                figure("Avg. speed", &speed, per),
                figure("Points", &recording.points.to_string(), ""),
                figure("GPS", if located { "On" } else { "Off" }, ""),
            ]),
        ];
        let (icon, word) = if recording.since_ms.is_some() { (Icon::Pause, "Pause") } else { (Icon::Play, "Resume") };
        let round = |icon, word: &str, event: &'static str| {
            View::new(Kind::Fab(icon))
                .description(word)
                .id(&format!("track_controller_{event}"))
                .on_click(Event::new(event))
        };
        let buttons = View::row(vec![
            View::new(Kind::Space).width(Size::Weight(1.0)),
            round(icon, word, "pause"),
            round(Icon::Stop, "Stop", "stop"),
            View::new(Kind::Space).width(Size::Weight(1.0)),
        ]);
        let buttons = buttons.gap(32.0).padding(16.0, 20.0);
        widgets::screen(vec![widgets::top_bar(state, Vec::new()), View::list("stats", body), buttons])
    }

    /// Builds the form with a track's name.
    pub(super) fn edit(&self) -> View {
        let form = &self.form;
        let label = |text: &str| View::text(text).text_style(TextStyle::Label).color(Color::Muted);
        let mut description = View::field("track_edit_description", &form.description, "Description", "description");
        if let Kind::Field { multiline, .. } = &mut description.kind {
            *multiline = true;
        }
        let fields = vec![
            label("Name"),
            View::field("track_edit_name", &form.name, "Name", "name"),
            label("Activity type"),
            View::field("track_edit_activity_type", &form.activity, "Activity type", "activity"),
            View::new(Kind::Grid { columns: 3 })
                .children(ACTIVITIES.iter().map(|it| self.activity(it)).collect())
                .width(Size::Fill)
                .gap(6.0),
            label("Description"),
            description,
        ];
        let fields = View::column(fields).padding(16.0, 8.0).gap(8.0);
        let actions = vec![View::icon_button(Icon::Check, "Save", Event::new("save")).id("track_edit_save")];
        widgets::screen(vec![widgets::top_bar("Edit track", actions), View::list("track_edit", vec![fields])])
    }

    fn activity(&self, name: &'static str) -> View {
        let on = self.form.activity == name;
        let color = if on { Color::PrimaryContainer } else { Color::SurfaceVariant };
        let text = View::text(name).text_style(TextStyle::Caption).align(Align::Center).selected(on);
        text.width(Size::Fill)
            .height(Size::Dp(48.0))
            .background(color, 24.0)
            .style(|style| style.max_lines = 2)
            .on_click(Event::with("activity", name))
    }
}

fn details(track: &Track, shared: &Shared) -> Vec<View> {
    let row = |name: &str, value: String| widgets::Row::new(value).summary(name).view();
    let mut rows = vec![
        row("Start", list::moment(track.start_ms, shared)),
        row("End", list::moment(track.stop_ms, shared)),
        row("Points", track.points.to_string()),
    ];
    if !track.description.is_empty() {
        rows.push(row("Description", track.description.clone()));
    }
    rows
}
