//! The system's own windows, built from ordinary views: status bar, navigation bar, dialogs, toasts and the
//! notification shade. Each builder documents the events of its window.

use super::keyboard::{self, Keyboard};
use super::style::{Align, Color, Icon, Size, TextStyle};
use super::view::{Event, Kind, Swipe, View};
use super::window::{Window, WindowKind};

/// The package that owns the bars and the shade.
pub const SYSTEM_UI: &str = "com.android.systemui";
/// The package that owns system dialogs.
pub const ANDROID: &str = "android";

/// The contents of the status bar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusBar {
    /// The formatted time, such as `10:24`.
    pub clock: String,
    /// Whether Wi-Fi is connected.
    pub wifi: bool,
    /// Whether there is a mobile network.
    pub mobile: bool,
    /// Whether aeroplane mode is on.
    pub airplane: bool,
    /// Whether Bluetooth is on.
    pub bluetooth: bool,
    /// The charge of the battery in percent.
    pub battery: u8,
    /// Icons of apps that have notifications.
    pub notifications: Vec<Icon>,
}

/// A dialog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DialogSpec {
    /// The title; may be empty.
    pub title: String,
    /// The text of the dialog.
    pub message: String,
    /// The buttons from left to right; the last is the positive button.
    pub buttons: Vec<String>,
    /// The index of the button with the keyboard focus.
    pub focus: Option<usize>,
}

/// A notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotificationSpec {
    /// The key of the notification; its events carry this value.
    pub key: String,
    /// The name of the app.
    pub app: String,
    /// The app's icon.
    pub icon: Icon,
    /// The first line.
    pub title: String,
    /// The text below the title.
    pub text: String,
    /// The formatted age, such as `2 min`.
    pub when: String,
    /// The colour behind the icon, if the app has one.
    pub color: Option<(u8, u8, u8)>,
    /// The labels of the action buttons.
    pub actions: Vec<String>,
    /// The text typed so far, while the user is writing an inline reply.
    pub reply: Option<String>,
}

/// All notifications of one app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupSpec {
    /// The key of the group; its event carries this value.
    pub key: String,
    /// The name of the app.
    pub app: String,
    /// The notifications that are shown.
    pub notifications: Vec<NotificationSpec>,
    /// The number of notifications that are collapsed.
    pub hidden: usize,
}

/// The media session shown in the shade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaSpec {
    /// The name of the app.
    pub app: String,
    /// The title of the track.
    pub title: String,
    /// The artist of the track.
    pub artist: String,
    /// Whether it is playing now.
    pub playing: bool,
}

/// A quick-settings tile at the top of the shade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The key of the tile; its event carries this value.
    pub key: String,
    /// The label of the tile.
    pub label: String,
    /// The icon of the tile.
    pub icon: Icon,
    /// Whether it is on.
    pub on: bool,
}

/// Builds the status bar. It has no events; pulling it down gives [`super::Outcome::PullShade`].
pub fn status_bar(status: &StatusBar) -> Window {
    let sign = |icon: Icon, id: &str, description: &str| {
        View::icon(icon)
            .id(id)
            .description(description)
            .width(Size::Dp(16.0))
            .height(Size::Dp(16.0))
            .color(Color::OnSurface)
    };
    let mut row = vec![View::text(status.clock.clone()).id("clock").text_style(TextStyle::Label)];
    row.extend(
        status
            .notifications
            .iter()
            .take(4)
            .map(|&icon| sign(icon, "notification_icon", "").style(|s| s.margin[0] = 4.0)),
    );
    row.push(View::new(Kind::Space).width(Size::Weight(1.0)));
    if status.bluetooth {
        row.push(sign(Icon::Bluetooth, "bluetooth", "Bluetooth on."));
    }
    if status.airplane {
        row.push(sign(Icon::AirplaneMode, "airplane", "Airplane mode."));
    }
    if status.wifi {
        row.push(sign(Icon::Wifi, "wifi_signal", "Wifi signal full."));
    }
    if status.mobile && !status.airplane {
        row.push(sign(Icon::MobileData, "mobile_signal", "Phone signal full."));
    }
    row.push(sign(Icon::Battery, "battery", &format!("Battery {} percent.", status.battery)));
    row.push(View::text(format!("{}%", status.battery)).id("battery_percentage_view").text_style(TextStyle::Caption));
    let view = View::row(row).id("status_bar").padding(20.0, 0.0).gap(5.0);
    system("status_bar", view, WindowKind::Status)
}

/// Builds the navigation bar; its events are `back`, `home` and `recents`.
pub fn navigation_bar() -> Window {
    let button = |icon: Icon, id: &str, description: &str, event: &'static str| {
        View::icon_button(icon, description, Event::new(event)).id(id).width(Size::Dp(80.0)).height(Size::Fill)
    };
    let space = || View::new(Kind::Space).width(Size::Weight(1.0));
    let view = View::row(vec![
        space(),
        button(Icon::NavBack, "back", "Back", "back"),
        space(),
        button(Icon::NavHome, "home", "Home", "home").on_long_click(Event::new("assist")),
        space(),
        button(Icon::NavRecents, "recent_apps", "Overview", "recents"),
        space(),
    ]);
    system("navigation_bar", view.id("navigation_bar"), WindowKind::Navigation)
}

/// Builds a dialog. Its event is `dialog_button` with the button's index. A touch outside the dialog gives
/// [`super::Outcome::Outside`].
pub fn dialog(key: &str, package: &str, spec: &DialogSpec) -> Window {
    let mut card = Vec::new();
    if !spec.title.is_empty() {
        card.push(View::text(spec.title.clone()).id("alertTitle").text_style(TextStyle::Headline).style(|style| {
            style.max_lines = 3;
            style.margin[3] = 16.0;
        }));
    }
    if !spec.message.is_empty() {
        let message = View::text(spec.message.clone()).id("message").text_style(TextStyle::BodySmall);
        // The panel that shrinks and scrolls if there is too little room.
        card.push(View::column(vec![message.color(Color::Muted)]).id("contentPanel"));
    }
    let mut buttons = vec![View::new(Kind::Space).width(Size::Weight(1.0))];
    for (number, label) in spec.buttons.iter().enumerate() {
        // Android's ids: button1 is the positive button, button2 the negative, button3 the neutral.
        let id = format!("button{}", spec.buttons.len() - number);
        let event = Event::with("dialog_button", number.to_string());
        let button = View::button(label.clone(), event).id(&id).focused(spec.focus == Some(number));
        buttons.push(button.style(|style| style.padding = [16.0, 0.0, 16.0, 0.0]));
    }
    if !spec.buttons.is_empty() {
        card.push(View::row(buttons).gap(4.0).style(|style| style.margin[1] = 24.0));
    }
    let view = View::column(card).id("parentPanel").background(Color::Surface, 28.0).style(|style| {
        style.padding = [24.0, 24.0, 16.0, 20.0];
        style.elevation = 6.0;
    });
    Window { key: key.to_owned(), package: package.to_owned(), view, kind: WindowKind::Dialog }
}

/// Builds a toast.
pub fn toast(package: &str, text: &str) -> Window {
    let message = View::text(text).id("message").text_style(TextStyle::BodySmall).style(|style| style.max_lines = 2);
    let mut view = View::new(Kind::Row).children(vec![message]).padding(20.0, 12.0).background(Color::Surface, 24.0);
    view.style.elevation = 4.0;
    Window { key: "toast".to_owned(), package: package.to_owned(), view, kind: WindowKind::Toast }
}

/// Builds the keyboard's window; touches on it arrive as [`super::Outcome::Key`].
pub fn ime(keyboard: &Keyboard) -> Window {
    Window {
        key: keyboard::KEY.to_owned(),
        package: keyboard::PACKAGE.to_owned(),
        view: keyboard.view(),
        kind: WindowKind::Ime,
    }
}

/// Builds the shade. Its events: `tile` with the key of the tile, `open_notification` and `dismiss_notification` (long
/// press, or swiped away) with the key of the notification, `notification_action` with that key and the index of the
/// button, `reply_text` and `reply_send`, `expand_group` with the key of the group, `media_key` with the number of a
/// media key, `more_tiles`, `fewer_tiles`, `clear_all`, `settings`, `brightness` with the level from 0 to 255.
pub fn shade(date: &str, brightness: u32, tiles: &[Tile], media: Option<&MediaSpec>, groups: &[GroupSpec]) -> Window {
    let head = View::row(vec![
        View::text(date).id("date").width(Size::Weight(1.0)),
        View::icon_button(Icon::Settings, "Open settings.", Event::new("settings")).id("settings_button_container"),
    ]);
    let grid = View::new(Kind::Grid { columns: 2 })
        .id("quick_settings_panel")
        .width(Size::Fill)
        .gap(8.0)
        .children(tiles.iter().map(tile).collect())
        .on_swipe(Swipe::Down, Event::new("more_tiles"));
    let slider = View::new(Kind::Slider { value: brightness.min(255), max: 255, on_change: "brightness" });
    let slider = slider
        .id("brightness_slider")
        .description("Display brightness")
        .width(Size::Weight(1.0))
        .height(Size::Dp(48.0));
    let slider = View::row(vec![View::icon(Icon::Brightness).color(Color::Muted), slider]).gap(12.0).padding(8.0, 0.0);
    let mut children = vec![head, slider.id("brightness_view"), grid];
    children.extend(media.map(media_card));
    if groups.is_empty() {
        let none = View::text("No notifications").id("no_notifications").width(Size::Fill).align(Align::Center);
        children.push(none.padding(0.0, 24.0).color(Color::Muted));
    } else {
        let cards = groups.iter().flat_map(group).collect();
        children.push(View::list("notification_stack_scroller", cards).gap(4.0));
        let clear = View::button("Clear all", Event::new("clear_all")).id("dismiss_text");
        children.push(View::column(vec![clear]).align(Align::End));
    }
    let mut view = View::column(children).id("notification_panel").gap(12.0).background(Color::Background, 0.0);
    view.style.padding = [16.0, 32.0, 16.0, 16.0];
    view.style.elevation = 8.0;
    system("notification_shade", view, WindowKind::Shade)
}

fn tile(tile: &Tile) -> View {
    let (paper, ink) =
        if tile.on { (Color::Primary, Color::OnPrimary) } else { (Color::SurfaceVariant, Color::OnSurface) };
    let label = View::text(tile.label.clone()).id("tile_label").text_style(TextStyle::Label).color(ink);
    let state =
        View::text(if tile.on { "On" } else { "Off" }).id("app_label").text_style(TextStyle::Caption).color(ink);
    View::row(vec![View::icon(tile.icon).color(ink), View::column(vec![one_line(label), state])])
        .id(&format!("tile_{}", tile.key))
        .description(&format!("{}, {}", tile.label, if tile.on { "On" } else { "Off" }))
        .toggled(tile.on)
        .on_click(Event::with("tile", tile.key.clone()))
        .padding(16.0, 12.0)
        .gap(12.0)
        .height(Size::Dp(64.0))
        .background(paper, 24.0)
}

/// Builds the notifications of one app: the app's name above them if there are several, the hidden count below.
fn group(group: &GroupSpec) -> Vec<View> {
    let mut views = Vec::new();
    if group.notifications.len() > 1 {
        let count = group.notifications.len() + group.hidden;
        let name = View::text(format!("{} · {count}", group.app)).id("group_header").text_style(TextStyle::Label);
        views.push(one_line(name.color(Color::Muted)).padding(16.0, 8.0));
    }
    views.extend(group.notifications.iter().map(notification));
    if group.hidden > 0 {
        let more = View::button(format!("{} more", group.hidden), Event::with("expand_group", group.key.clone()));
        views.push(more.id("expand_button").description(&format!("Expand {}", group.app)));
    }
    views
}

fn notification(spec: &NotificationSpec) -> View {
    let mut rows = vec![summary(spec)];
    if let Some(typed) = &spec.reply {
        let mut field = View::field("remote_input_text", typed, "Reply", "reply_text").width(Size::Weight(1.0));
        if let Kind::Field { on_submit, .. } = &mut field.kind {
            *on_submit = Some("reply_send");
        }
        let send = View::icon_button(Icon::Send, "Send", Event::new("reply_send")).id("remote_input_send");
        rows.push(View::row(vec![field, send]).id("remote_input").gap(4.0));
    } else if !spec.actions.is_empty() {
        rows.push(actions(spec));
    }
    View::column(rows)
        .id("expandableNotificationRow")
        .padding(16.0, 12.0)
        .background(Color::Surface, 20.0)
        .on_click(Event::with("open_notification", spec.key.clone()))
        .on_long_click(Event::with("dismiss_notification", spec.key.clone()))
        .on_swipe(Swipe::Left, Event::with("dismiss_notification", spec.key.clone()))
        .on_swipe(Swipe::Right, Event::with("dismiss_notification", spec.key.clone()))
}

/// Builds the app's icon, the title and the text of a notification.
fn summary(spec: &NotificationSpec) -> View {
    let app = View::text(format!("{} · {}", spec.app, spec.when)).id("app_name_text");
    let lines = View::column(vec![
        one_line(app.text_style(TextStyle::Caption).color(Color::Muted)),
        one_line(View::text(spec.title.clone()).id("title").text_style(TextStyle::Label)),
        View::text(spec.text.clone()).id("text").text_style(TextStyle::BodySmall).style(|style| style.max_lines = 2),
    ]);
    let (paper, ink) = match spec.color {
        Some((red, green, blue)) => (Color::Rgb(red, green, blue), Color::Rgb(255, 255, 255)),
        None => (Color::Primary, Color::OnPrimary),
    };
    let icon = View::icon(spec.icon).color(ink).width(Size::Dp(36.0)).height(Size::Dp(36.0));
    View::row(vec![icon.background(paper, 18.0).padding(8.0, 8.0), lines]).gap(16.0)
}

fn actions(spec: &NotificationSpec) -> View {
    let button = |(place, text): (usize, &String)| {
        let event = Event::with("notification_action", format!("{}/{place}", spec.key));
        View::button(text.clone(), event).id(&format!("action{place}"))
    };
    let buttons = spec.actions.iter().enumerate().map(button).collect();
    View::row(buttons).id("actions").gap(4.0).style(|style| style.padding = [40.0, 4.0, 0.0, 0.0])
}

/// Builds a notification for the lock screen, where it cannot be operated.
pub fn lock_notification(spec: &NotificationSpec) -> View {
    summary(spec).id("notification").padding(16.0, 12.0).background(Color::Surface, 20.0)
}

/// Builds the heads-up banner of a new notification; its events are those of the shade.
pub fn heads_up(spec: &NotificationSpec) -> Window {
    let view = notification(spec).style(|style| style.elevation = 8.0);
    let view = view.on_swipe(Swipe::Up, Event::with("dismiss_notification", spec.key.clone()));
    system("heads_up", view, WindowKind::HeadsUp)
}

fn media_card(media: &MediaSpec) -> View {
    let key = |icon: Icon, description: &str, id: &str, code: &str| {
        View::icon_button(icon, description, Event::with("media_key", code)).id(id)
    };
    let (icon, word) = if media.playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    let title = View::text(media.title.clone()).id("header_title").text_style(TextStyle::Label);
    let artist = View::text(format!("{} · {}", media.artist, media.app)).id("header_artist");
    let lines = View::column(vec![one_line(title), one_line(artist.text_style(TextStyle::Caption))]);
    View::row(vec![
        lines.width(Size::Weight(1.0)),
        key(Icon::Previous, "Previous track", "actionPrev", "88"),
        key(icon, word, "actionPlayPause", "85"),
        key(Icon::Next, "Next track", "actionNext", "87"),
    ])
    .id("qs_media_controls")
    .padding(16.0, 8.0)
    .background(Color::PrimaryContainer, 24.0)
}

fn one_line(view: View) -> View {
    view.style(|style| style.max_lines = 1)
}

fn system(key: &str, view: View, kind: WindowKind) -> Window {
    Window { key: key.to_owned(), package: SYSTEM_UI.to_owned(), view, kind }
}
