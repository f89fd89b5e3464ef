//! A video app modelled on YouTube (`com.google.android.youtube`): an endless feed with pull to refresh, search, a
//! watch page with a player, subscriptions, a library of watched and liked videos.
//!
//! Routes: `home`, `search`, `subscriptions`, `library`, `watch/NUMBER`. A video is time passing in the phone's media
//! session. The videos are fictional and generated from parts; there are more than a user scrolls through.

use std::collections::BTreeSet;

use kit::{clock, widgets};
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Effect, Intent, Manifest};
use state::shared::{Shared, Track};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use crate::playback;

const PACKAGE: &str = "com.google.android.youtube";
const MAIN: &str = ".app.honeycomb.Shell$HomeActivity";
const WATCH: &str = "com.google.android.apps.youtube.app.WatchWhileActivity";
const TABS: &[(Icon, &str, &str)] =
    &[(Icon::Home, "Home", "home"), (Icon::Video, "Subscriptions", "subscriptions"), (Icon::Person, "You", "library")];
/// The number of videos, and the number shown before more are loaded.
const VIDEOS: usize = 240;
const PAGE: usize = 12;

const CHANNELS: &[&str] = &[
    "Kitchen Notes",
    "Trail Diaries",
    "Fixing Things",
    "Pocket Physics",
    "Harbour Sessions",
    "Garden Year",
    "Map Room",
];
/// The subjects of each channel.
const SUBJECTS: &[&[&str]] = &[
    &[
        "One-pan dinner in 20 minutes",
        "How to bake bread at home",
        "Three soups for winter",
        "Knife skills for beginners",
    ],
    &["Across the ridge in two days", "What I pack for a week", "Night hike to the lake", "Solo in the rain"],
    &["Mending a dripping tap", "A bicycle brake that squeaks", "Why your door sticks", "Soldering for beginners"],
    &["Why is the sky blue?", "How a fridge moves heat", "The pendulum that never agrees", "What is a wave?"],
    &["Live: The Tidelines", "Live: Nina Okoro Trio", "Acoustic set at sunset", "Jazz for a quiet evening"],
    &["Pruning roses", "Compost in four weeks", "Tomatoes from seed", "A pond in a barrel"],
    &["How maps lie", "The oldest street in town", "Rivers that moved", "Drawing borders"],
];

/// A video.
struct Video {
    number: usize,
    title: String,
    channel: &'static str,
    seconds: i64,
    views: usize,
    days: usize,
}

fn video(number: usize) -> Option<Video> {
    if number >= VIDEOS {
        return None;
    }
    let mixed = number.wrapping_mul(2_654_435_761) >> 4;
    let place = number % CHANNELS.len();
    let subjects = SUBJECTS.get(place)?;
    let subject = subjects.get((number / CHANNELS.len()) % subjects.len())?;
    let part = number / (CHANNELS.len() * subjects.len());
    let title = if part == 0 { (*subject).to_owned() } else { format!("{subject} (part {})", part + 1) };
    Some(Video {
        number,
        title,
        channel: CHANNELS.get(place)?,
        seconds: 120 + i64::try_from(mixed % 1500).unwrap_or(0),
        views: 800 + mixed % 900_000,
        days: 1 + mixed % 700,
    })
}

fn views(count: usize) -> String {
    match count {
        0..=999 => format!("{count} views"),
        1_000..=999_999 => format!("{}K views", count / 1000),
        _ => format!("{}M views", count / 1_000_000),
    }
}

fn age(days: usize) -> String {
    let (count, unit) = match days {
        0..=29 => (days, "day"),
        30..=364 => (days / 30, "month"),
        _ => (days / 365, "year"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

fn found(query: &str) -> Vec<Video> {
    let words: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let matches = |video: &Video| {
        let all = format!("{} {}", video.title, video.channel).to_lowercase();
        words.iter().all(|word| all.contains(word))
    };
    (0..VIDEOS).filter_map(video).filter(matches).collect()
}

/// The state of the app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct YouTube {
    query: String,
    /// The number of feed videos shown, and where the feed starts: elsewhere after each refresh.
    shown: usize,
    first: usize,
    liked: BTreeSet<usize>,
    subscribed: BTreeSet<String>,
    /// The numbers of watched videos, newest first.
    history: Vec<usize>,
}

impl App for YouTube {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "YouTube",
            icon: Icon::Video,
            color: (255, 0, 0),
            version_name: "19.05.36",
            version_code: 1_543_780_800,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "home", actions: &[], schemes: &[] },
                Activity {
                    class: WATCH,
                    route: "watch",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["vnd.youtube", "https://youtu.be", "https://www.youtube.com/watch"],
                },
                Activity {
                    class: "com.google.android.apps.youtube.app.SearchActivity",
                    route: "search",
                    actions: &["android.intent.action.SEARCH"],
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
            ("subscriptions", _) => self.subscriptions(shared),
            ("library", _) => self.library(shared),
            ("watch", number) => self.watch(number, shared),
            _ => self.home(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("search_edit_text".to_owned()));
            }
            "query" => self.query = event.value.chars().take(200).collect(),
            "submit" => cx.effects.push(Effect::HideKeyboard),
            "more" => self.shown = (self.shown.max(PAGE) + PAGE).min(VIDEOS),
            "refresh" => (self.first, self.shown) = ((self.first + 31) % VIDEOS, PAGE),
            "watch" => {
                if self.play(event.value.parse().unwrap_or(0), cx) {
                    cx.push(format!("watch/{}", event.value));
                }
            }
            "watch_next" => {
                if self.play(event.value.parse().unwrap_or(0), cx) {
                    cx.effects.push(Effect::Replace(format!("watch/{}", event.value)));
                }
            }
            "like" => {
                if let Ok(number) = widgets::split(route).1.parse() {
                    let added = !self.liked.remove(&number) && self.liked.insert(number);
                    cx.toast(if added { "Added to liked videos" } else { "Removed from liked videos" });
                }
            }
            "subscribe" => {
                let known = CHANNELS.contains(&event.value.as_str());
                let added =
                    known && !self.subscribed.remove(&event.value) && self.subscribed.insert(event.value.clone());
                cx.toast(if added { "Subscription added" } else { "Subscription removed" });
            }
            "clear_history" => self.history.clear(),
            _ => _ = playback::event(event, cx.shared) || widgets::navigate(event, cx),
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        match route {
            "search" => self.query = intent.extra("query").unwrap_or_default().chars().take(200).collect(),
            "watch" => {
                // A link maps to one of our videos, always the same one.
                let data = intent.data.as_deref().unwrap_or_default();
                let number =
                    data.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % VIDEOS;
                self.play(number, cx);
                return format!("watch/{number}");
            }
            _ => {}
        }
        route.to_owned()
    }

    fn class_of(&self, route: &str) -> &'static str {
        if route.starts_with("watch") { WATCH } else { MAIN }
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
        self.history.truncate(VIDEOS);
        self.first %= VIDEOS;
    }
}

impl YouTube {
    /// Plays a video, if there is a network. Returns whether it plays.
    fn play(&mut self, number: usize, cx: &mut Cx<'_>) -> bool {
        let Some(video) = video(number) else { return false };
        if !cx.shared.settings.is_online() {
            cx.toast("You're offline. Check your connection.");
            return false;
        }
        self.history.retain(|watched| *watched != number);
        self.history.insert(0, number);
        let track = Track {
            title: video.title,
            artist: video.channel.to_owned(),
            album: String::new(),
            length_ms: video.seconds * 1000,
        };
        cx.shared.media.play(PACKAGE, vec![track], 0, cx.shared.clock.now_ms);
        true
    }

    fn screen(&self, route: &str, mut rows: Vec<View>) -> View {
        rows.push(widgets::tabs(TABS, route));
        widgets::screen(rows)
    }

    fn home(&self, shared: &Shared) -> View {
        let search = View::icon_button(Icon::Search, "Search", Event::new("search")).id("menu_search");
        let bar = widgets::home_bar("YouTube", vec![search]);
        if !shared.settings.is_online() {
            return self.screen("home", vec![bar, widgets::empty(Icon::Wifi, "Connect to the internet")]);
        }
        let numbers = (0..self.shown.max(PAGE)).map(|place| (self.first + place) % VIDEOS);
        let cards = numbers.filter_map(video).map(|video| card(&video)).collect();
        let list = View::list("results", cards).on_refresh("refresh").on_end("more");
        self.screen("home", vec![bar, list])
    }

    fn search(&self, _shared: &Shared) -> View {
        let bar = widgets::search_bar("search_edit_text", &self.query, "Search YouTube");
        let mut rows = Vec::new();
        if !self.query.trim().is_empty() {
            rows.extend(found(&self.query).iter().take(40).map(card));
            if rows.is_empty() {
                rows.push(widgets::empty(Icon::Search, "No results found"));
            }
        }
        widgets::screen(vec![bar, View::list("results", rows)])
    }

    fn subscriptions(&self, _shared: &Shared) -> View {
        let channels = self.subscribed.iter();
        let mut rows: Vec<View> = channels.map(|name| widgets::Row::new(name).face(name).view()).collect();
        let videos = (0..VIDEOS).filter_map(video).filter(|video| self.subscribed.contains(video.channel));
        rows.extend(videos.take(30).map(|video| card(&video)));
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Video, "Subscribe to channels and their videos appear here"));
        }
        let bar = widgets::home_bar("Subscriptions", Vec::new());
        self.screen("subscriptions", vec![bar, View::list("results", rows)])
    }

    fn library(&self, _shared: &Shared) -> View {
        let listed = |numbers: Vec<usize>| numbers.into_iter().filter_map(video).map(|video| small(&video, "watch"));
        let mut rows = vec![widgets::section("History")];
        rows.extend(listed(self.history.iter().copied().take(30).collect()));
        if self.history.is_empty() {
            rows.push(View::text("Videos you watch appear here").color(Color::Muted).padding(16.0, 8.0));
        } else {
            let clear = widgets::Row::new("Clear all watch history").icon(Icon::Delete).on(Event::new("clear_history"));
            rows.push(clear.view());
        }
        rows.push(widgets::section(format!("Liked videos · {}", self.liked.len())));
        rows.extend(listed(self.liked.iter().copied().take(50).collect()));
        let bar = widgets::home_bar("You", Vec::new());
        self.screen("library", vec![bar, View::list("results", rows)])
    }

    fn watch(&self, number: &str, shared: &Shared) -> View {
        let Some(video) = number.parse().ok().and_then(video) else {
            let gone = widgets::empty(Icon::Video, "This video isn't available anymore");
            return widgets::screen(vec![widgets::top_bar("", Vec::new()), gone]);
        };
        let white = Color::Rgb(255, 255, 255);
        let ours = playback::is_ours(PACKAGE, shared) && shared.media.track().is_some_and(|it| it.title == video.title);
        let (icon, word) =
            if ours && shared.media.is_playing() { (Icon::Pause, "Pause video") } else { (Icon::Play, "Play video") };
        let event = if ours { Event::new("toggle_play") } else { Event::with("watch_next", video.number.to_string()) };
        let play = View::icon_button(icon, word, event).id("player_control_play_pause_replay_button");
        let play = play.color(white).width(Size::Dp(64.0)).height(Size::Dp(64.0));
        let player = View::stack(vec![play]).align(Align::Center).width(Size::Fill).height(Size::Dp(210.0));
        let player = player.id("player_view").background(playback::tint(&video.title), 0.0);
        let liked = self.liked.contains(&video.number);
        let subscribed = self.subscribed.contains(video.channel);
        let like = View::button(if liked { "Liked" } else { "Like" }, Event::new("like")).id("like_button");
        let mut subscribe =
            View::button(if subscribed { "Subscribed" } else { "Subscribe" }, Event::with("subscribe", video.channel));
        subscribe.kind = Kind::Button { primary: !subscribed };
        let channel = View::row(vec![
            widgets::avatar(video.channel),
            View::text(video.channel).id("channel_name").width(Size::Weight(1.0)),
            subscribe.id("subscribe_button"),
        ]);
        let about = format!("{} · {}", views(video.views), age(video.days));
        let mut rows = vec![
            View::text(&video.title).id("video_title").text_style(TextStyle::Title).padding(16.0, 12.0),
            View::text(about).text_style(TextStyle::BodySmall).color(Color::Muted).padding(16.0, 0.0),
            channel.gap(12.0).padding(16.0, 8.0),
            View::row(vec![like.selected(liked)]).padding(16.0, 0.0),
        ];
        if ours {
            rows.push(playback::position(shared).padding(16.0, 8.0));
        }
        rows.push(widgets::section("Up next"));
        let next = (1..=10).filter_map(|step| self::video((video.number + step * 7) % VIDEOS));
        rows.extend(next.map(|video| small(&video, "watch_next")));
        let up = View::icon_button(Icon::ArrowBack, "Navigate up", Event::new("navigate_up"));
        let head = widgets::bar(Some(up), View::new(Kind::Space).width(Size::Weight(1.0)), Vec::new());
        widgets::screen(vec![head, player, View::list("watch_list", rows)])
    }
}

/// Builds the thumbnail of a video: its colour, and an icon for its channel's subject.
fn picture(video: &Video, radius: f32) -> View {
    const DRAWINGS: &[Icon] = &[Icon::Timer, Icon::Location, Icon::Gear, Icon::Star, Icon::Music, Icon::Sun, Icon::Map];
    let icon = DRAWINGS.get(video.number % CHANNELS.len()).copied().unwrap_or(Icon::Video);
    let drawing = View::icon(icon).color(Color::Rgb(255, 255, 255)).width(Size::Dp(40.0)).height(Size::Dp(40.0));
    View::stack(vec![drawing]).align(Align::Center).background(playback::tint(&video.title), radius)
}

/// Builds a video's card in the feed.
fn card(video: &Video) -> View {
    let length =
        View::text(clock::length(video.seconds)).text_style(TextStyle::Caption).color(Color::Rgb(255, 255, 255));
    let length = length.background(Color::Rgb(0, 0, 0), 4.0).padding(4.0, 2.0).style(|style| style.margin = [8.0; 4]);
    let thumbnail = picture(video, 12.0).width(Size::Fill).height(Size::Dp(200.0));
    let thumbnail = View::stack(vec![thumbnail, length]).align(Align::End).width(Size::Fill);
    let about = format!("{} · {} · {}", video.channel, views(video.views), age(video.days));
    let title = View::text(&video.title).id("title").text_style(TextStyle::Label).style(|style| style.max_lines = 2);
    let about = View::text(about).id("details").text_style(TextStyle::Caption).color(Color::Muted);
    let texts = View::column(vec![title, about]).width(Size::Weight(1.0)).gap(2.0);
    let below = View::row(vec![widgets::avatar(video.channel), texts]).gap(12.0);
    View::column(vec![thumbnail, below])
        .id("video_card")
        .description(&format!("{} - {}", video.title, video.channel))
        .gap(10.0)
        .padding(12.0, 10.0)
        .on_click(Event::with("watch", video.number.to_string()))
}

/// Builds a video's row in a list.
fn small(video: &Video, event: &'static str) -> View {
    let picture = picture(video, 8.0).width(Size::Dp(120.0)).height(Size::Dp(68.0));
    let about = format!("{} · {}", video.channel, clock::length(video.seconds));
    let row = widgets::Row::new(&video.title).summary(about).ids("title", "details");
    let row = row.lead(picture);
    row.on(Event::with(event, video.number.to_string())).view()
}
