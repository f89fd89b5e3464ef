//! Parts shared by the players: the position of a track over time, and the transport buttons. Playback is the phone's
//! media session, so media keys, the shade and `dumpsys media_session` agree.

use kit::clock;
use state::shared::{MediaSession, Shared, Track};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// The slider's event, with the position in seconds.
pub(crate) const SEEK: &str = "seek";

/// Whether the media session belongs to a package, playing or paused.
pub(crate) fn is_ours(package: &str, shared: &Shared) -> bool {
    shared.media.package == package && shared.media.track().is_some()
}

/// Seeks to a position in seconds.
pub(crate) fn seek(media: &mut MediaSession, seconds: &str, now_ms: i64) {
    let Ok(seconds) = seconds.parse::<i64>() else { return };
    let playing = media.is_playing();
    media.set_playing(false, now_ms);
    media.position_ms = seconds.saturating_mul(1000).clamp(0, media.track().map_or(0, |track| track.length_ms));
    media.set_playing(playing, now_ms);
}

/// Handles an event of these buttons. Returns whether it was one.
pub(crate) fn event(event: &Event, shared: &mut Shared) -> bool {
    let now = shared.clock.now_ms;
    let media = &mut shared.media;
    match event.name.as_ref() {
        "toggle_play" => media.set_playing(!media.is_playing(), now),
        "skip_next" => media.skip(true, now),
        "skip_previous" => media.skip(false, now),
        SEEK => seek(media, &event.value, now),
        _ => return false,
    }
    true
}

/// Builds the position: a slider, the elapsed time and the duration.
pub(crate) fn position(shared: &Shared) -> View {
    let seconds = |ms: i64| u32::try_from(ms / 1000).unwrap_or(0);
    let length = shared.media.track().map_or(0, |track| track.length_ms);
    let gone = shared.media.position(shared.clock.now_ms);
    let slider = View::new(Kind::Slider { value: seconds(gone), max: seconds(length).max(1), on_change: SEEK });
    let slider = slider.id("seek_bar").description("Seek").width(Size::Fill).height(Size::Dp(48.0));
    let time = |ms: i64, id: &str| View::text(clock::length(ms / 1000)).id(id).text_style(TextStyle::Caption);
    let times = View::row(vec![
        time(gone, "time_elapsed"),
        View::new(Kind::Space).width(Size::Weight(1.0)),
        time(length, "time_total"),
    ]);
    View::column(vec![slider, times])
}

/// Builds the buttons: previous, play or pause, next.
pub(crate) fn buttons(shared: &Shared) -> View {
    let (icon, word) = if shared.media.is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    let side = |icon, words: &str, event: &'static str, id: &str| {
        View::icon_button(icon, words, Event::new(event)).id(id).width(Size::Dp(56.0)).height(Size::Dp(56.0))
    };
    let play = View::icon_button(icon, word, Event::new("toggle_play")).id("play_pause_button");
    let play = play.width(Size::Dp(72.0)).height(Size::Dp(72.0)).background(Color::Primary, 36.0);
    View::row(vec![
        View::new(Kind::Space).width(Size::Weight(1.0)),
        side(Icon::Previous, "Previous", "skip_previous", "previous_button"),
        play.color(Color::OnPrimary),
        side(Icon::Next, "Next", "skip_next", "next_button"),
        View::new(Kind::Space).width(Size::Weight(1.0)),
    ])
    .gap(16.0)
}

/// Builds the mini player over the tabs; a tap opens the screen at `route`.
pub(crate) fn mini(package: &str, route: &'static str, shared: &Shared) -> Option<View> {
    let track = shared.media.track().filter(|_| is_ours(package, shared))?;
    let (icon, word) = if shared.media.is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    let one = |view: View| view.style(|style| style.max_lines = 1);
    let texts = View::column(vec![
        one(View::text(&track.title).id("mini_title").text_style(TextStyle::Label)),
        one(View::text(&track.artist).id("mini_artist").text_style(TextStyle::Caption).color(Color::Muted)),
    ]);
    let bar = View::row(vec![
        art(track, 40.0),
        texts.width(Size::Weight(1.0)),
        View::icon_button(icon, word, Event::new("toggle_play")).id("mini_play_pause"),
    ]);
    let bar = bar.id("now_playing_bar").description("Now playing").gap(12.0).padding(12.0, 8.0);
    let bar = bar.background(Color::SurfaceVariant, 12.0).on_click(Event::with("open", route));
    Some(bar.style(|style| style.margin = [8.0, 4.0, 8.0, 4.0]))
}

/// Builds the artwork of a track: its album's colour and a note.
pub(crate) fn art(track: &Track, side: f32) -> View {
    let note = View::icon(Icon::Music).color(Color::Rgb(255, 255, 255));
    let note = note.width(Size::Dp(side * 0.45)).height(Size::Dp(side * 0.45));
    let square = View::stack(vec![note]).align(Align::Center).width(Size::Dp(side)).height(Size::Dp(side));
    square.background(tint(&track.album), (side / 8.0).min(16.0))
}

/// Returns a colour derived from a name.
pub(crate) fn tint(name: &str) -> Color {
    let hash = name.bytes().fold(17_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)));
    let part = |shift: u32| 40 + u8::try_from((hash >> shift) % 130).unwrap_or(0);
    Color::Rgb(part(0), part(8), part(16))
}
