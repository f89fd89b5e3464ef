//! A music player modelled on YouTube Music (`com.google.android.apps.youtube.music`): a library, search, playback.
//!
//! Routes: `home`, `search`, `playing`. Playback is the phone's media session ([`Shared::media`]), which media keys and
//! `dumpsys media_session` share. The library is fictional and small ([`LIBRARY`]). The real app streams anything, so
//! with a network a search without results plays one track with the requested name.

use serde::{Deserialize, Serialize};

use kit::widgets::{self, Row};
use kit::{clock, icons};
use state::app::{Activity, App, Cx, Effect, Intent, Manifest};
use state::shared::{Shared, Track};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

const PACKAGE: &str = "com.google.android.apps.youtube.music";
const MAIN: &str = ".activities.MusicActivity";
/// The longest query, in characters.
const LONGEST: usize = 200;

/// Title, artist, album with the genre, and length in seconds.
const LIBRARY: &[(&str, &str, &str, i64)] = &[
    ("Harbour Lights", "The Tidelines", "Salt (Folk)", 214),
    ("Paper Boats", "The Tidelines", "Salt (Folk)", 187),
    ("Blue Hour", "Nina Okoro Trio", "After Rain (Jazz)", 326),
    ("Stairwell", "Nina Okoro Trio", "After Rain (Jazz)", 281),
    ("Static Summer", "Neon Orchard", "Overpass (Rock)", 203),
    ("Run the Ridge", "Neon Orchard", "Overpass (Rock)", 231),
    ("Nocturne in Grey", "Elias Hartmann", "Piano Pieces (Classical)", 402),
    ("Glass Garden", "Mira Sol", "Slow Light (Ambient)", 355),
    ("Weekend Static", "DJ Kestrel", "Night Bus (Dance)", 248),
    ("Morning Raga", "Asha Rao", "Courtyard (World)", 517),
];

fn track(number: usize) -> Option<Track> {
    let (title, artist, album, seconds) = LIBRARY.get(number)?;
    let owned = |text: &str| text.to_owned();
    Some(Track { title: owned(title), artist: owned(artist), album: owned(album), length_ms: seconds * 1000 })
}

/// Returns the tracks that match a query, best first: those with every word in their title, artist or album.
fn found(query: &str) -> Vec<Track> {
    let words: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let matches = |track: &Track| {
        let all = format!("{} {} {}", track.title, track.artist, track.album).to_lowercase();
        words.iter().all(|word| all.contains(word))
    };
    (0..LIBRARY.len()).filter_map(track).filter(matches).collect()
}

/// The state of the player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Player {
    query: String,
}

impl App for Player {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "YouTube Music",
            icon,
            color,
            version_name: "6.39.50",
            version_code: 63_950_240,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "home", actions: &["android.intent.action.MUSIC_PLAYER"], schemes: &[] },
                Activity {
                    class: ".activities.PlayFromSearchActivity",
                    route: "playing",
                    actions: &["android.media.action.MEDIA_PLAY_FROM_SEARCH"],
                    schemes: &[],
                },
            ],
            launchable: true,
            permissions: &["android.permission.POST_NOTIFICATIONS"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match route {
            "search" => self.search(shared),
            "playing" => playing(shared),
            _ => home(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let now = cx.shared.clock.now_ms;
        match event.name.as_ref() {
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("search_edit_text".to_owned()));
            }
            "query" => self.query = event.value.chars().take(LONGEST).collect(),
            "submit" => {
                let query = self.query.clone();
                if play(&query, cx) {
                    cx.push("playing");
                }
            }
            "play" => {
                let listed = if route == "search" { found(&self.query) } else { found("") };
                let at = listed.iter().position(|track| track.title == event.value).unwrap_or(0);
                cx.shared.media.play(PACKAGE, listed, at, now);
                cx.push("playing");
            }
            "pause" => _ = cx.shared.media.key(85, now),
            "next" => _ = cx.shared.media.key(87, now),
            "previous" => _ = cx.shared.media.key(88, now),
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        if route != "playing" {
            return "home".to_owned();
        }
        let query: String = intent.extra("query").unwrap_or_default().chars().take(LONGEST).collect();
        if play(&query, cx) { "playing".to_owned() } else { "home".to_owned() }
    }

    fn tick(&mut self, shared: &mut Shared) {
        shared.media.tick(shared.clock.now_ms);
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

/// Plays the tracks that match a query; any track if it is empty. Returns whether something plays.
fn play(query: &str, cx: &mut Cx<'_>) -> bool {
    let query = query.trim();
    let mut queue = found(query);
    if queue.is_empty() && cx.shared.settings.is_online() {
        queue = vec![Track {
            title: query.to_owned(),
            artist: "Various artists".to_owned(),
            album: "Streamed".to_owned(),
            length_ms: 240_000,
        }];
    }
    if queue.is_empty() {
        cx.toast("You're offline, and nothing here matches");
        return false;
    }
    cx.shared.media.play(PACKAGE, queue, 0, cx.shared.clock.now_ms);
    true
}

fn row(track: &Track) -> View {
    let art = widgets::avatar(&track.album);
    let row = Row::new(&track.title).summary(format!("{} · {}", track.artist, clock::length(track.length_ms / 1000)));
    row.ids("title", "subtitle").lead(art).on(Event::with("play", &track.title)).view()
}

/// Builds the mini player at the bottom of other screens.
fn mini(shared: &Shared) -> Option<View> {
    let track = shared.media.track()?;
    let texts = View::column(vec![
        View::text(&track.title)
            .id("mini_player_title")
            .text_style(TextStyle::Label)
            .style(|style| style.max_lines = 1),
        View::text(&track.artist).text_style(TextStyle::Caption).color(Color::Muted),
    ]);
    let (icon, word) =
        if shared.media.is_playing() { (Icon::Pause, "Pause video") } else { (Icon::Play, "Play video") };
    let button = View::icon_button(icon, word, Event::new("pause")).id("mini_player_play_pause_replay_button");
    let bar = View::row(vec![texts.width(Size::Weight(1.0)), button]).id("mini_player").description("Now playing");
    Some(bar.padding(16.0, 8.0).background(Color::SurfaceVariant, 0.0).on_click(Event::with("open", "playing")))
}

fn home(shared: &Shared) -> View {
    let search = View::icon_button(Icon::Search, "Search", Event::new("search")).id("action_search_button");
    let rows = (0..LIBRARY.len()).filter_map(track).map(|track| row(&track)).collect();
    let mut parts = vec![widgets::home_bar("Music", vec![search]), View::list("results", rows)];
    parts.extend(mini(shared));
    widgets::screen(parts)
}

/// Builds the full-screen player.
fn playing(shared: &Shared) -> View {
    let bar = widgets::top_bar("Now playing", Vec::new());
    let Some(track) = shared.media.track() else {
        return widgets::screen(vec![bar, widgets::empty(Icon::Music, "Nothing is playing")]);
    };
    let (now, media) = (shared.clock.now_ms, &shared.media);
    let (red, green, blue) = icons::of(PACKAGE).1;
    let note = View::icon(Icon::Music).color(Color::Rgb(255, 255, 255)).width(Size::Dp(96.0)).height(Size::Dp(96.0));
    let art =
        View::stack(vec![note]).id("player_view").align(Align::Center).width(Size::Dp(240.0)).height(Size::Dp(240.0));
    let art = art.background(Color::Rgb(red, green, blue), 20.0);
    let position = media.position(now);
    let percent = u8::try_from(position.saturating_mul(100) / track.length_ms.max(1)).unwrap_or(100).min(100);
    let times = View::row(vec![
        View::text(clock::length(position / 1000))
            .id("time_elapsed")
            .text_style(TextStyle::Caption)
            .width(Size::Weight(1.0)),
        View::text(clock::length(track.length_ms / 1000)).id("time_total").text_style(TextStyle::Caption),
    ]);
    let (icon, word) = if media.is_playing() { (Icon::Pause, "Pause video") } else { (Icon::Play, "Play video") };
    let button =
        |icon, word: &str, id: &str, event: &'static str| View::icon_button(icon, word, Event::new(event)).id(id);
    let play = View::new(Kind::Fab(icon)).id("player_control_play_pause_replay_button").description(word);
    let buttons = View::row(vec![
        button(Icon::Previous, "Previous track", "player_control_previous_button", "previous").enabled(media.at > 0),
        play.on_click(Event::new("pause")),
        button(Icon::Next, "Next track", "player_control_next_button", "next")
            .enabled(media.at + 1 < media.queue.len()),
    ]);
    let title = View::text(&track.title).id("title").text_style(TextStyle::Headline).align(Align::Center);
    let content = View::column(vec![
        art,
        title.style(|style| style.max_lines = 2),
        View::text(&track.artist).id("subtitle").color(Color::Muted),
        View::text(&track.album).id("album").text_style(TextStyle::Caption).color(Color::Muted),
        View::new(Kind::Progress(percent)).width(Size::Fill),
        times,
        buttons.width(Size::Wrap).gap(24.0).padding(8.0, 8.0),
    ]);
    let content = content.align(Align::Center).padding(32.0, 16.0).gap(12.0);
    widgets::screen(vec![bar, View::scroll("player_page", content)])
}

impl Player {
    fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("search_edit_text", &self.query, "Search songs, artists, albums");
        let mut rows = Vec::new();
        if !self.query.trim().is_empty() {
            rows.extend(found(&self.query).iter().map(row));
            if rows.is_empty() {
                let text = if shared.settings.is_online() { "Press Enter to stream it" } else { "No results" };
                rows.push(widgets::empty(Icon::Music, text));
            }
        }
        let mut parts = vec![bar, View::list("results", rows)];
        parts.extend(mini(shared));
        widgets::screen(parts)
    }
}
