//! The player: shows the media session, with buttons that control it.

use kit::{clock, widgets};
use state::app::Cx;
use state::shared::{MediaSession, Shared};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::library::Song;
use super::song_row::{art, song_row};
use super::{PACKAGE, Retro, store};

/// Handles the player's buttons. Returns whether it was one.
pub(super) fn control(event: &Event, cx: &mut Cx<'_>) -> bool {
    let now = cx.shared.clock.now_ms;
    let media = &mut cx.shared.media;
    if media.package != PACKAGE {
        return false;
    }
    match event.name.as_ref() {
        "toggle" => media.set_playing(!media.is_playing(), now),
        "next" => media.skip(true, now),
        "previous" => media.skip(false, now),
        "seek" => {
            let length = media.track().map_or(0, |track| track.length_ms);
            let at = event.value.parse::<i64>().unwrap_or(0).saturating_mul(1000).clamp(0, length.max(0));
            let playing = media.is_playing();
            (media.position_ms, media.since_ms) = (at, playing.then(|| now.saturating_sub(at)));
        }
        "jump" => {
            if let Some(place) = event.value.parse::<usize>().ok().filter(|place| *place < media.queue.len()) {
                (media.at, media.position_ms, media.since_ms) = (place, 0, Some(now));
            }
        }
        _ => return false,
    }
    true
}

/// Updates the session after a change of the queue, without interrupting the current song. Another app's session stays.
pub(super) fn follow(songs: &[Song], shared: &mut Shared) {
    if shared.media.package != PACKAGE {
        if !shared.media.is_playing() {
            let queue = songs.iter().map(store::track).collect();
            shared.media = MediaSession { package: PACKAGE.to_owned(), queue, ..MediaSession::default() };
        }
        return;
    }
    let current = shared.media.track().cloned();
    shared.media.queue = songs.iter().map(store::track).collect();
    let near = shared.media.at;
    let found = shared.media.queue.iter().enumerate().filter(|(_, track)| Some(*track) == current.as_ref());
    match found.min_by_key(|(place, _)| place.abs_diff(near)).map(|(place, _)| place) {
        Some(place) => shared.media.at = place,
        None => (shared.media.at, shared.media.position_ms, shared.media.since_ms) = (0, 0, None),
    }
}

/// Builds the mini player at the bottom of other screens.
pub(super) fn mini(shared: &Shared) -> Option<View> {
    let media = &shared.media;
    let track = media.track().filter(|_| media.package == PACKAGE)?;
    let one = |text: View| text.style(|style| style.max_lines = 1);
    let texts = View::column(vec![
        one(View::text(&track.title).id("miniPlayerTitle").text_style(TextStyle::Label)),
        one(View::text(&track.artist).text_style(TextStyle::Caption).color(Color::Muted)),
    ]);
    let (icon, word) = if media.is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    let bar = View::row(vec![
        art(&track.album, 40.0),
        texts.width(Size::Weight(1.0)),
        View::icon_button(icon, word, Event::new("toggle")).id("miniPlayerPlayPauseButton"),
        View::icon_button(Icon::Next, "Next", Event::new("next")).id("actionNext"),
    ]);
    let bar = bar.id("miniPlayer").description("Now playing").padding(16.0, 6.0).gap(12.0);
    Some(bar.background(Color::SurfaceVariant, 0.0).on_click(Event::with("open", "playing")))
}

impl Retro {
    /// Builds the full-screen player.
    pub(super) fn now_playing(&self, shared: &Shared) -> View {
        let queue = View::icon_button(Icon::Queue, "Playing queue", Event::with("open", "queue")).id("action_queue");
        let bar = widgets::top_bar("Now playing", vec![queue]);
        let media = &shared.media;
        let Some(track) = media.track().filter(|_| media.package == PACKAGE) else {
            return widgets::screen(vec![bar, widgets::empty(Icon::Music, "Nothing is playing")]);
        };
        let position = media.position(shared.clock.now_ms);
        let seconds = |ms: i64| u32::try_from(ms / 1000).unwrap_or(0);
        let (at, end) = (seconds(position), seconds(track.length_ms).max(1));
        let slider = View::new(Kind::Slider { value: at.min(end), max: end, on_change: "seek" });
        let slider = slider.id("progressSlider").description("Position").width(Size::Fill);
        let caption = |text: String| View::text(text).text_style(TextStyle::Caption).color(Color::Muted);
        let times = View::row(vec![
            caption(clock::length(position / 1000)).id("songCurrentProgress").width(Size::Weight(1.0)),
            caption(clock::length(track.length_ms / 1000)).id("songTotalTime"),
        ]);
        let (icon, word) = if media.is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
        let button = |icon, word: &str, event| View::icon_button(icon, word, Event::new(event));
        let buttons = View::row(vec![
            button(Icon::Previous, "Previous", "previous").enabled(media.at > 0),
            View::new(Kind::Fab(icon)).id("playPauseButton").description(word).on_click(Event::new("toggle")),
            button(Icon::Next, "Next", "next").enabled(media.at + 1 < media.queue.len()),
        ]);
        let center = |text: View| text.align(Align::Center).style(|style| style.max_lines = 2);
        let content = View::column(vec![
            art(&track.album, 240.0),
            center(View::text(&track.title).id("title").text_style(TextStyle::Headline)),
            center(View::text(&track.artist).id("text").color(Color::Muted)),
            center(caption(track.album.clone()).id("songInfo")),
            slider,
            times,
            buttons.width(Size::Wrap).gap(28.0).padding(8.0, 8.0),
        ]);
        let content = content.align(Align::Center).padding(32.0, 16.0).gap(12.0);
        widgets::screen(vec![bar, View::list("player", vec![content])])
    }

    /// Builds the queue.
    pub(super) fn queue_page(&self, shared: &Shared) -> View {
        let songs = self.queue.rows_or_none(shared);
        let clear = View::icon_button(Icon::Delete, "Clear playing queue", Event::new("clear_queue"));
        let ours = shared.media.package == PACKAGE;
        let mut rows: Vec<View> = songs
            .iter()
            .enumerate()
            .map(|(place, song)| {
                let current = ours && shared.media.at == place;
                song_row(song, Event::with("jump", place.to_string()), &format!("queued/{place}"), current)
            })
            .collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Queue, "The playing queue is empty"));
        }
        let actions = if songs.is_empty() { Vec::new() } else { vec![clear.id("action_clear")] };
        widgets::screen(vec![widgets::top_bar("Playing queue", actions), View::list("queue", rows)])
    }
}
