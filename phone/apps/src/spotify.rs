//! A music player modelled on Spotify (`com.spotify.music`): playlists and albums, search, liked songs, playback.
//!
//! Routes: `home`, `search`, `library`, `list/NUMBER`, `liked`, `playing`. Playback is the phone's media session; the
//! catalogue is fictional.

use std::collections::BTreeSet;

use kit::{clock, widgets};
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Intent, Manifest};
use state::shared::{Shared, Track};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use crate::playback;

const PACKAGE: &str = "com.spotify.music";
const MAIN: &str = ".MainActivity";
const TABS: &[(Icon, &str, &str)] =
    &[(Icon::Home, "Home", "home"), (Icon::Search, "Search", "search"), (Icon::Files, "Your Library", "library")];

/// Title, artist, album, length in seconds.
const TRACKS: &[(&str, &str, &str, i64)] = &[
    ("Northern Windows", "Halden", "Snowlines", 221),
    ("Lantern Street", "Halden", "Snowlines", 198),
    ("Slow Ferry", "Halden", "Snowlines", 254),
    ("Copper Sun", "Ada Marsh", "Copper Sun", 187),
    ("Borrowed Coat", "Ada Marsh", "Copper Sun", 203),
    ("Ninety Steps", "The Paper Kites Club", "Rooftops", 176),
    ("Second Balcony", "The Paper Kites Club", "Rooftops", 240),
    ("Deep Field", "Orbitals", "Signal", 312),
    ("Quiet Engine", "Orbitals", "Signal", 288),
    ("Salt and Lemon", "Rosa Vega", "Verano", 194),
    ("Calle Luna", "Rosa Vega", "Verano", 209),
    ("Rain on Tin", "Focus Room", "Study Sounds", 600),
];

/// Playlists: name, owner, indices of their tracks.
const LISTS: &[(&str, &str, &[usize])] = &[
    ("Daily Mix 1", "Made for you", &[0, 3, 5, 9, 7]),
    ("Chill Evening", "Playlist", &[2, 4, 8, 11]),
    ("Running", "Playlist", &[5, 10, 7, 1]),
    ("Snowlines", "Album · Halden", &[0, 1, 2]),
    ("Copper Sun", "Album · Ada Marsh", &[3, 4]),
    ("Verano", "Album · Rosa Vega", &[9, 10]),
];

fn track(place: usize) -> Option<Track> {
    let (title, artist, album, seconds) = TRACKS.get(place)?;
    let owned = |text: &str| text.to_owned();
    Some(Track { title: owned(title), artist: owned(artist), album: owned(album), length_ms: seconds * 1000 })
}

/// Returns the indices of the tracks that match a query.
fn found(query: &str) -> Vec<usize> {
    let words: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let matches = |(title, artist, album, _): &&(&str, &str, &str, i64)| {
        let all = format!("{title} {artist} {album}").to_lowercase();
        words.iter().all(|word| all.contains(word))
    };
    TRACKS.iter().enumerate().filter(|(_, track)| matches(track)).map(|(place, _)| place).collect()
}

/// The state of the player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Spotify {
    query: String,
    /// The titles of liked tracks.
    liked: BTreeSet<String>,
    shuffle: bool,
}

impl App for Spotify {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Spotify",
            icon: Icon::Music,
            color: (29, 185, 84),
            version_name: "8.9.18.512",
            version_code: 116_450_000,
            system: false,
            activities: &[
                Activity {
                    class: MAIN,
                    route: "home",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["spotify", "https://open.spotify.com"],
                },
                Activity {
                    class: ".MediaPlayFromSearchActivity",
                    route: "playing",
                    actions: &["android.media.action.MEDIA_PLAY_FROM_SEARCH"],
                    schemes: &[],
                },
            ],
            launchable: true,
            permissions: &[],
        }
    }

    fn optional(&self) -> bool {
        true
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("search", _) => self.search(shared),
            ("library", _) => self.library(shared),
            ("liked", _) => self.tracks("Liked Songs", "Playlist", &self.liked_places(), shared),
            ("list", number) => match number.parse().ok().and_then(|number: usize| LISTS.get(number)) {
                Some((name, kind, places)) => self.tracks(name, kind, places, shared),
                None => self.home(shared),
            },
            ("playing", _) => self.playing(shared),
            _ => self.home(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "query" => self.query = event.value.chars().take(200).collect(),
            "play" => self.play(route, event.value.parse().unwrap_or(0), cx),
            "play_all" => self.play(route, usize::MAX, cx),
            "shuffle" => self.shuffle = !self.shuffle,
            "like" => {
                if !self.liked.remove(&event.value) && TRACKS.iter().any(|(title, ..)| *title == event.value) {
                    self.liked.insert(event.value.clone());
                    cx.toast("Added to Liked Songs");
                }
            }
            _ => _ = playback::event(event, cx.shared) || widgets::navigate(event, cx),
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        if route == "playing" {
            let query = intent.extra("query").unwrap_or_default();
            let places = found(query);
            let queue: Vec<Track> = places.into_iter().filter_map(track).collect();
            if queue.is_empty() {
                cx.toast(format!("Nothing found for “{query}”"));
                return "home".to_owned();
            }
            cx.shared.media.play(PACKAGE, queue, 0, cx.shared.clock.now_ms);
        }
        route.to_owned()
    }

    fn stop(&mut self, shared: &mut Shared) {
        self.query.clear();
        if playback::is_ours(PACKAGE, shared) {
            shared.media.set_playing(false, shared.clock.now_ms);
        }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Spotify {
    fn liked_places(&self) -> Vec<usize> {
        let liked = |(_, (title, ..)): &(usize, &(&str, &str, &str, i64))| self.liked.contains(*title);
        TRACKS.iter().enumerate().filter(liked).map(|(place, _)| place).collect()
    }

    /// Returns the indices of the tracks that a screen lists.
    fn places(&self, route: &str) -> Vec<usize> {
        match widgets::split(route) {
            ("list", number) => {
                let list = number.parse().ok().and_then(|number: usize| LISTS.get(number));
                list.map(|(.., places)| places.to_vec()).unwrap_or_default()
            }
            ("liked", _) => self.liked_places(),
            ("search", _) => found(&self.query),
            _ => (0..TRACKS.len()).collect(),
        }
    }

    /// Plays the tracks that a screen lists, from this one on.
    fn play(&self, route: &str, from: usize, cx: &mut Cx<'_>) {
        if !cx.shared.settings.is_online() {
            return cx.toast("You're offline. Go online to play this.");
        }
        let mut places = self.places(route);
        if self.shuffle && from == usize::MAX {
            // The order varies with time, but is deterministic.
            let turn = usize::try_from(cx.shared.clock.now_ms.rem_euclid(97)).unwrap_or(0);
            places.sort_by_key(|place| (place * 31 + turn * 7) % 13);
        }
        let at = places.iter().position(|place| *place == from).unwrap_or(0);
        let queue: Vec<Track> = places.into_iter().filter_map(track).collect();
        if !queue.is_empty() {
            cx.shared.media.play(PACKAGE, queue, at, cx.shared.clock.now_ms);
        }
    }

    fn screen(&self, route: &str, mut rows: Vec<View>, shared: &Shared) -> View {
        rows.extend(playback::mini(PACKAGE, "playing", shared));
        rows.push(widgets::tabs(TABS, route));
        widgets::screen(rows)
    }

    fn home(&self, shared: &Shared) -> View {
        let hour = clock::formatted(shared.clock.now_ms, shared.clock.utc_offset_min, "%H").parse().unwrap_or(12);
        let greeting = match hour {
            5..=11 => "Good morning",
            12..=17 => "Good afternoon",
            _ => "Good evening",
        };
        let mut rows = vec![widgets::section("Made for you"), shelf(0..3), widgets::section("Albums"), shelf(3..6)];
        rows.push(widgets::section("Popular now"));
        rows.extend((0..TRACKS.len()).filter_map(|place| self.row(place, shared)));
        let list = View::list("home_list", rows);
        self.screen("home", vec![widgets::home_bar(greeting, Vec::new()), list], shared)
    }

    fn search(&self, shared: &Shared) -> View {
        let field = View::field("query", &self.query, "What do you want to listen to?", "query");
        let field = field.background(Color::SurfaceVariant, 24.0).padding(20.0, 0.0).height(Size::Dp(52.0));
        let mut rows = vec![View::row(vec![field]).padding(16.0, 8.0)];
        let places = found(&self.query);
        if places.is_empty() {
            rows.push(widgets::empty(Icon::Search, &format!("Couldn't find “{}”", self.query)));
        }
        rows.extend(places.into_iter().filter_map(|place| self.row(place, shared)));
        let list = View::list("search_list", rows);
        self.screen("search", vec![widgets::home_bar("Search", Vec::new()), list], shared)
    }

    fn library(&self, shared: &Shared) -> View {
        let songs = format!("Playlist · {} songs", self.liked.len());
        let heart = View::stack(vec![View::icon(Icon::Star).color(Color::Rgb(255, 255, 255))]).align(Align::Center);
        let heart = heart.width(Size::Dp(48.0)).height(Size::Dp(48.0)).background(Color::Rgb(80, 56, 160), 6.0);
        let mut rows = vec![widgets::Row::new("Liked Songs").summary(songs).lead(heart).opens("liked").view()];
        rows.extend(LISTS.iter().enumerate().map(|(number, (name, kind, _))| {
            let square = View::new(Kind::Space).width(Size::Dp(48.0)).height(Size::Dp(48.0));
            let square = square.background(playback::tint(name), 6.0);
            widgets::Row::new(*name).summary(*kind).lead(square).opens(format!("list/{number}")).view()
        }));
        let list = View::list("library_list", rows);
        self.screen("library", vec![widgets::home_bar("Your Library", Vec::new()), list], shared)
    }

    fn tracks(&self, name: &str, kind: &str, places: &[usize], shared: &Shared) -> View {
        let note =
            View::icon(Icon::Music).color(Color::Rgb(255, 255, 255)).width(Size::Dp(64.0)).height(Size::Dp(64.0));
        let cover = View::stack(vec![note]).align(Align::Center).width(Size::Dp(160.0)).height(Size::Dp(160.0));
        let head = View::column(vec![
            cover.background(playback::tint(name), 8.0),
            View::text(name).id("playlist_title").text_style(TextStyle::Headline),
            View::text(kind).text_style(TextStyle::BodySmall).color(Color::Muted),
        ]);
        let mut play = View::button("Play", Event::new("play_all")).id("play_button");
        play.kind = Kind::Button { primary: true };
        let shuffle = View::icon_button(Icon::Refresh, "Shuffle", Event::new("shuffle")).id("shuffle_button");
        let mut rows = vec![
            head.align(Align::Center).gap(8.0).padding(16.0, 8.0),
            View::row(vec![play.enabled(!places.is_empty()), shuffle.selected(self.shuffle)])
                .padding(16.0, 8.0)
                .gap(8.0),
        ];
        if places.is_empty() {
            rows.push(widgets::empty(Icon::Music, "Songs you like will appear here"));
        }
        rows.extend(places.iter().filter_map(|place| self.row(*place, shared)));
        self.screen("library", vec![widgets::top_bar("", Vec::new()), View::list("track_list", rows)], shared)
    }

    fn row(&self, place: usize, shared: &Shared) -> Option<View> {
        let track = track(place)?;
        let plays = playback::is_ours(PACKAGE, shared) && shared.media.track() == Some(&track);
        let liked = self.liked.contains(&track.title);
        let words = if liked { "Remove from Liked Songs" } else { "Add to Liked Songs" };
        let like = View::icon_button(Icon::Star, words, Event::with("like", track.title.as_str())).id("like_button");
        let like = like.color(if liked { Color::Primary } else { Color::Muted });
        let row = widgets::Row::new(&track.title).summary(&track.artist).ids("track_title", "track_artist");
        let row = row.lead(playback::art(&track, 48.0)).trailing(like).on(Event::with("play", place.to_string()));
        Some(row.id("track_row").view().selected(plays))
    }

    fn playing(&self, shared: &Shared) -> View {
        let bar = widgets::top_bar("Now playing", Vec::new());
        let Some(track) = shared.media.track().filter(|_| playback::is_ours(PACKAGE, shared)) else {
            return widgets::screen(vec![bar, widgets::empty(Icon::Music, "Nothing is playing")]);
        };
        let texts = View::column(vec![
            View::text(&track.title).id("track_info_view_title").text_style(TextStyle::Headline),
            View::text(&track.artist).id("track_info_view_subtitle").color(Color::Muted),
        ]);
        let body = View::column(vec![
            View::column(vec![playback::art(track, 280.0)]).align(Align::Center),
            texts,
            playback::position(shared),
            playback::buttons(shared),
        ]);
        let list = View::list("player", vec![body.gap(20.0).padding(24.0, 16.0)]);
        widgets::screen(vec![bar, list])
    }
}

/// Builds a row of playlists.
fn shelf(places: std::ops::Range<usize>) -> View {
    let card = |number: usize| {
        let (name, kind, _) = LISTS.get(number)?;
        let note =
            View::icon(Icon::Music).color(Color::Rgb(255, 255, 255)).width(Size::Dp(36.0)).height(Size::Dp(36.0));
        let cover = View::stack(vec![note]).align(Align::Center).width(Size::Fill).height(Size::Dp(96.0));
        let one = |view: View| view.style(|style| style.max_lines = 1);
        let card = View::column(vec![
            cover.background(playback::tint(name), 8.0),
            one(View::text(*name).id("card_title").text_style(TextStyle::Label)),
            one(View::text(*kind).text_style(TextStyle::Caption).color(Color::Muted)),
        ]);
        Some(card.gap(4.0).on_click(Event::with("open", format!("list/{number}"))))
    };
    let cards = places.filter_map(card).collect();
    View::new(Kind::Grid { columns: 3 }).children(cards).width(Size::Fill).gap(12.0).padding(16.0, 4.0)
}
