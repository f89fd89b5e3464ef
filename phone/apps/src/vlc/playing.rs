//! VLC's playback: files one after the other, as passing time. There is no decoder, so a video shows its name.

use kit::{clock, widgets};
use serde::{Deserialize, Serialize};
use state::app::Cx;
use state::documents;
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::files::Lengths;

const WHITE: Color = Color::Rgb(255, 255, 255);
const GREY: Color = Color::Rgb(189, 189, 189);

/// The playback state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Player {
    /// Paths and lengths in milliseconds; 0 if unknown.
    files: Vec<(String, i64)>,
    at: usize,
    /// When it started, less the time played before; `None` while paused.
    since_ms: Option<i64>,
    position_ms: i64,
}

impl Player {
    /// Plays these files and shows the player.
    pub(super) fn begin(&mut self, paths: Vec<String>, at: usize, lengths: &Lengths, cx: &mut Cx<'_>) {
        if paths.is_empty() {
            return cx.toast("Nothing to play");
        }
        self.set(paths, at, lengths, cx.shared);
        cx.push("play");
    }

    /// Plays these files from one of them on.
    pub(super) fn set(&mut self, paths: Vec<String>, at: usize, lengths: &Lengths, shared: &Shared) {
        let length = |path: String| {
            let length = lengths.of(&path, shared).unwrap_or(0);
            (path, length)
        };
        let files: Vec<(String, i64)> = paths.into_iter().take(500).map(length).collect();
        let at = at.min(files.len().saturating_sub(1));
        *self = Self { files, at, since_ms: Some(shared.clock.now_ms), position_ms: 0 };
    }

    pub(super) fn stop(&mut self, shared: &Shared) {
        self.position_ms = self.position(shared);
        self.since_ms = None;
    }

    fn length(&self) -> i64 {
        self.files.get(self.at).map_or(0, |(_, length)| *length)
    }

    fn position(&self, shared: &Shared) -> i64 {
        let position = self.since_ms.map_or(self.position_ms, |since| shared.clock.now_ms.saturating_sub(since));
        position.clamp(0, if self.length() > 0 { self.length() } else { i64::MAX })
    }

    fn is_playing(&self, shared: &Shared) -> bool {
        self.since_ms.is_some() && (self.length() == 0 || self.position(shared) < self.length())
    }

    /// Handles the player's buttons. Returns whether it was one.
    pub(super) fn control(&mut self, event: &Event, shared: &Shared) -> bool {
        let now = shared.clock.now_ms;
        match event.name.as_ref() {
            "toggle" if self.is_playing(shared) => self.stop(shared),
            "toggle" => {
                let ended = self.length() > 0 && self.position(shared) >= self.length();
                let from = if ended { 0 } else { self.position(shared) };
                self.since_ms = Some(now.saturating_sub(from));
            }
            "seek" => {
                let to = event.value.parse::<i64>().unwrap_or(0).saturating_mul(1000).clamp(0, self.length());
                self.position_ms = to;
                self.since_ms = self.since_ms.map(|_| now.saturating_sub(to));
            }
            "next" | "previous" => {
                let at = if event.name == "next" { self.at + 1 } else { self.at.saturating_sub(1) };
                if at < self.files.len() {
                    (self.at, self.position_ms, self.since_ms) = (at, 0, Some(now));
                }
            }
            _ => return false,
        }
        true
    }

    /// Builds the player: black, with the name of the current file and its position.
    pub(super) fn view(&self, shared: &Shared) -> View {
        let name = self.files.get(self.at).map_or("", |(path, _)| documents::name(path));
        let (position, length) = (self.position(shared), self.length());
        let playing = self.is_playing(shared);
        let up = View::icon_button(Icon::ArrowBack, "Navigate up", Event::new("navigate_up")).color(WHITE);
        let title = View::text(name).id("player_overlay_title").text_style(TextStyle::Title).color(WHITE);
        let bar = widgets::bar(Some(up), title.width(Size::Weight(1.0)), Vec::new());
        let film = View::icon(Icon::Video).color(GREY).width(Size::Dp(72.0)).height(Size::Dp(72.0));
        let film = View::stack(vec![film]).id("player_surface").align(Align::Center).width(Size::Fill);
        let seconds = |ms: i64| u32::try_from(ms / 1000).unwrap_or(0);
        let slider = View::new(Kind::Slider {
            value: seconds(position).min(seconds(length)),
            max: seconds(length),
            on_change: "seek",
        });
        let time =
            |ms: i64, id: &str| View::text(clock::length(ms / 1000)).id(id).text_style(TextStyle::Caption).color(WHITE);
        let times = View::row(vec![
            time(position, "player_overlay_time").width(Size::Weight(1.0)),
            time(length, "player_overlay_length"),
        ]);
        let button =
            |icon, word: &str, event, on| View::icon_button(icon, word, Event::new(event)).color(WHITE).enabled(on);
        let (icon, word) = if playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
        let buttons = View::row(vec![
            button(Icon::Previous, "Previous", "previous", self.at > 0),
            button(icon, word, "toggle", !self.files.is_empty()).id("player_overlay_play"),
            button(Icon::Next, "Next", "next", self.at + 1 < self.files.len()),
        ]);
        let foot = View::column(vec![
            slider.id("player_overlay_seekbar").description("Position").width(Size::Fill),
            times,
            buttons.width(Size::Wrap).gap(32.0),
        ]);
        let foot = foot.align(Align::Center).padding(24.0, 16.0).gap(8.0);
        let screen = View::column(vec![bar, film.height(Size::Weight(1.0)), foot]).height(Size::Fill);
        screen.background(Color::Rgb(0, 0, 0), 0.0)
    }
}
