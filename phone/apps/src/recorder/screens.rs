//! Audio Recorder's screens: the recorder, the list, the rename dialog, a recording's details.

use kit::widgets::{self, Row};
use kit::{clock, overlays};
use state::documents;
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::{Record, Recorder, records};

/// The most recordings in the list.
const MOST_SHOWN: usize = 500;
const RED: Color = Color::Rgb(211, 47, 47);

impl Recorder {
    pub(super) fn main(&self, shared: &Shared) -> View {
        let passed = self.recording.as_ref().map_or(0, |clock| clock.passed(shared.clock.now_ms));
        let held = self.recording.as_ref().is_some_and(|clock| clock.since_ms.is_none());
        let time = View::text(reads(passed)).id("txt_progress").text_style(TextStyle::Display);
        let state = match (&self.recording, held) {
            (None, _) => "Tap the red button to record",
            (Some(_), false) => "Recording",
            (Some(_), true) => "Paused",
        };
        let state = View::text(state).id("txt_record_info").color(Color::Muted);
        let middle = View::column(vec![wave(self.recording.is_some(), passed), time, state])
            .height(Size::Weight(1.0))
            .align(Align::Center)
            .gap(20.0)
            .padding(24.0, 48.0);
        let going = self.recording.is_some();
        let (icon, text) = if going { (Icon::Stop, "Stop recording") } else { (Icon::Mic, "Start recording") };
        let record =
            View::new(Kind::Fab(icon)).id(if going { "btn_record_stop" } else { "btn_record" }).description(text);
        let record = record.on_click(Event::new("record")).background(RED, 36.0).color(Color::Rgb(255, 255, 255));
        let record = record.width(Size::Dp(72.0)).height(Size::Dp(72.0));
        let side = |view: View| View::column(vec![view]).width(Size::Weight(1.0)).align(Align::Center);
        let button = |icon, text: &str, id: &str, event: Event| View::icon_button(icon, text, event).id(id);
        let (left, right) = if going {
            let (icon, text) = if held { (Icon::Play, "Resume recording") } else { (Icon::Pause, "Pause recording") };
            (
                button(Icon::Delete, "Delete recording", "btn_record_delete", Event::new("discard")),
                button(icon, text, "btn_record_pause", Event::new("pause")),
            )
        } else {
            (
                View::new(Kind::Space).width(Size::Dp(48.0)),
                button(Icon::Menu, "Records", "btn_records_list", Event::with("open", "records")),
            )
        };
        let controls = View::row(vec![side(left), record, side(right)]).id("controls").padding(24.0, 32.0);
        let last = records(shared).into_iter().next().map(|record| self.row(&record, shared));
        let mut parts = vec![widgets::home_bar("Audio Recorder", Vec::new()), middle];
        parts.extend(last.filter(|_| !going));
        parts.push(controls);
        widgets::screen(parts)
    }

    pub(super) fn records(&self, shared: &Shared) -> View {
        let records = records(shared);
        let mut rows: Vec<View> = records.iter().take(MOST_SHOWN).map(|record| self.row(record, shared)).collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Mic, "No records"));
        }
        let mut parts = vec![widgets::top_bar("Records", Vec::new()), View::list("recycler_view", rows)];
        let playing = self.playing.as_ref().and_then(|(file, clock)| {
            let record = records.iter().find(|record| record.file == *file)?;
            Some(player(record, clock.passed(shared.clock.now_ms), clock.since_ms.is_some()))
        });
        parts.extend(playing);
        widgets::screen(parts)
    }

    fn row(&self, record: &Record, shared: &Shared) -> View {
        let playing =
            self.playing.as_ref().is_some_and(|(file, clock)| *file == record.file && clock.since_ms.is_some());
        let (icon, text) = if playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
        let event = |name| Event::with(name, &*record.file);
        let small = |icon, text: &str, name| View::icon_button(icon, text, event(name));
        let summary = format!(
            "{} · {} · {}",
            reads(record.length_ms),
            documents::size(record.size),
            clock::stamp(record.modified_ms, shared)
        );
        Row::new(record.name())
            .summary(summary)
            .ids("list_item_name", "list_item_description")
            .lead(small(icon, text, "play").id("list_item_play").color(RED))
            .trailing(small(Icon::Edit, "Rename", "rename_ask").id("list_item_rename"))
            .trailing(
                View::icon_button(Icon::Delete, "Delete", Event::with("open", format!("delete/{}", record.file)))
                    .id("list_item_delete"),
            )
            .on(Event::with("open", format!("info/{}", record.file)))
            .id("list_item_container")
            .view()
    }

    pub(super) fn rename_dialog(&self, file: &str) -> View {
        let field = View::field("input_name", &self.name, "Name", "name");
        let kind =
            View::text(format!("The record is kept as {file}")).text_style(TextStyle::Caption).color(Color::Muted);
        let buttons = vec![
            View::button("CANCEL", Event::new("navigate_up")).id("dialog_negative_btn"),
            View::button("SAVE", Event::new("save_name"))
                .id("dialog_positive_btn")
                .enabled(!self.name.trim().is_empty()),
        ];
        overlays::dialog("Rename", vec![widgets::submits(field, "save_name"), kind], buttons)
    }
}

pub(super) fn delete_dialog(file: &str) -> View {
    overlays::question("Delete record?", file, "Delete", Event::with("delete", file))
}

pub(super) fn info(file: &str, shared: &Shared) -> View {
    let found = records(shared).into_iter().find(|record| record.file == file);
    let rows = match found {
        Some(record) => [
            ("Name", record.name().to_owned()),
            ("Format", "M4a".to_owned()),
            ("Bitrate", "128 kbps".to_owned()),
            ("Sample rate", "44.1 kHz".to_owned()),
            ("Channels", "Mono".to_owned()),
            ("Duration", reads(record.length_ms)),
            ("Size", documents::size(record.size)),
            ("File location", format!("{}/{}", super::RECORDS, record.file)),
            (
                "Created",
                format!(
                    "{}, {}",
                    clock::full_date(record.modified_ms, shared),
                    clock::time(record.modified_ms, shared)
                ),
            ),
        ]
        .map(|(name, value)| Row::new(name).summary(value).view())
        .to_vec(),
        None => vec![widgets::empty(Icon::Info, "The record is not there any more")],
    };
    let share = View::icon_button(Icon::Share, "Share", Event::with("share", file));
    widgets::screen(vec![widgets::top_bar("Information", vec![share]), View::list("info_list", rows)])
}

/// Builds the player at the bottom.
fn player(record: &Record, passed_ms: i64, going: bool) -> View {
    let part = (passed_ms.clamp(0, record.length_ms) * 100).checked_div(record.length_ms).unwrap_or(0);
    let (icon, text) = if going { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    let name = View::text(record.name()).id("txt_name").style(|style| style.max_lines = 1).width(Size::Weight(1.0));
    let time = View::text(format!("{} / {}", reads(passed_ms), reads(record.length_ms))).id("txt_progress");
    let head = View::row(vec![
        View::icon_button(icon, text, Event::with("play", &*record.file)).id("btn_play").color(RED),
        name,
        time.text_style(TextStyle::Caption).color(Color::Muted),
        View::icon_button(Icon::Stop, "Stop playback", Event::new("stop_playing")).id("btn_stop"),
    ]);
    let bar = View::new(Kind::Progress(u8::try_from(part).unwrap_or(100))).id("play_progress").width(Size::Fill);
    View::column(vec![head.gap(8.0), bar]).padding(16.0, 8.0).gap(4.0).background(Color::SurfaceVariant, 0.0)
}

/// Builds the waveform: bars that move with time while recording.
fn wave(going: bool, passed_ms: i64) -> View {
    let step = passed_ms / 200;
    let bars = (0..28_i64).map(|bar| {
        let height = if going { 8 + ((bar * 37 + step * 53) % 97 * 13) % 72 } else { 4 };
        let color = if going { RED } else { Color::Outline };
        View::column(Vec::new()).width(Size::Dp(4.0)).height(Size::Dp(height as f32)).background(color, 2.0)
    });
    let row = View::new(Kind::Row).children(bars.collect()).align(Align::Center).gap(5.0).height(Size::Dp(96.0));
    View::column(vec![row]).id("record_waveform").align(Align::Center)
}

/// Formats a duration as `00:05` or `1:02:03`.
pub(super) fn reads(ms: i64) -> String {
    let seconds = ms.max(0) / 1000;
    match seconds / 3600 {
        0 => format!("{:02}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}
