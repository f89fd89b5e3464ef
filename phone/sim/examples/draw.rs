//! Draws sample screens as PNG files into a folder: `cargo run --release -p sim --example draw -- FOLDER`.

use std::path::Path;
use std::time::Instant;

use toolkit::chrome::{self, DialogSpec, GroupSpec, NotificationSpec, StatusBar, Tile};
use toolkit::keyboard::Keyboard;
use toolkit::{Align, Color, Display, Event, Frame, Icon, Kind, Size, TextStyle, UiStates, View, Window, WindowKind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("say into which folder")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let light = Display::default();
    let dark = Display { dark: true, ..Display::default() };
    let wide = Display { rotation: 1, ..Display::default() };
    let mut focus = UiStates::default();
    focus.of("app").focus_on("entry");
    let none = UiStates::default();
    let asking = DialogSpec {
        title: "Delete this conversation?".to_owned(),
        message: "Messages in this chat will be removed from this phone. This cannot be undone.".to_owned(),
        buttons: vec!["Cancel".to_owned(), "Delete".to_owned()],
        ..DialogSpec::default()
    };
    let dialog = || chrome::dialog("dialog", "com.whatsapp", &asking);
    let ime = || chrome::ime(&Keyboard::default());
    for (name, windows, display, states) in [
        ("settings-light", vec![settings()], &light, &none),
        ("settings-dark", vec![settings()], &dark, &none),
        ("settings-wide", vec![settings()], &wide, &none),
        ("chat-keyboard", vec![chat(), ime()], &light, &focus),
        ("chat-dark", vec![chat()], &dark, &none),
        ("dialog", vec![contacts(), dialog()], &light, &none),
        ("dialog-dark", vec![contacts(), dialog()], &dark, &none),
        ("contacts", vec![contacts(), chrome::toast("android", "Contact saved")], &light, &none),
        ("shade", vec![contacts(), shade()], &light, &none),
        ("controls", vec![controls()], &light, &focus),
        ("controls-dark", vec![controls()], &dark, &focus),
        ("icons", vec![icons()], &light, &none),
        (
            "small",
            vec![settings()],
            &Display { width: 480, height: 800, density_dpi: 240, ..Display::default() },
            &none,
        ),
    ] {
        let mut windows: Vec<Window> = windows;
        windows.push(chrome::navigation_bar());
        windows.push(status());
        let started = Instant::now();
        let pixels = Frame::default().render(&windows, display, states, 0);
        let drawn = started.elapsed();
        let png = pixels.to_png()?;
        let all = started.elapsed();
        std::fs::write(folder.join(format!("{name}.png")), &png)?;
        let line = format!("{name}: drawn in {drawn:?}, with PNG {all:?}, {} bytes\n", png.len());
        std::io::Write::write_all(&mut std::io::stdout(), line.as_bytes())?;
    }
    Ok(())
}

fn app(view: View) -> Window {
    Window { key: "app".to_owned(), package: "com.example".to_owned(), view, kind: WindowKind::App }
}

fn status() -> Window {
    chrome::status_bar(&StatusBar {
        clock: "10:24".to_owned(),
        wifi: true,
        mobile: true,
        bluetooth: true,
        battery: 86,
        notifications: vec![Icon::Chat, Icon::Email],
        ..StatusBar::default()
    })
}

fn settings() -> Window {
    let row = |icon, title: &str, summary: &str, end: Option<View>| {
        let lines = View::column(vec![
            View::text(title).style(|style| style.max_lines = 1),
            View::text(summary).text_style(TextStyle::BodySmall).color(Color::Muted),
        ]);
        let badge = View::icon(icon).width(Size::Dp(40.0)).height(Size::Dp(40.0)).padding(8.0, 8.0);
        let mut parts = vec![badge.background(Color::PrimaryContainer, 20.0).color(Color::OnSurface), lines];
        parts.extend(end);
        View::row(parts).gap(16.0).padding(16.0, 14.0).on_click(Event::with("open", title))
    };
    let switch = |on| View::new(Kind::Switch { on }).id("switch").on_click(Event::new("toggle"));
    let card = |rows: Vec<View>| {
        View::column(rows).background(Color::Surface, 24.0).style(|style| style.margin = [16.0, 0.0, 16.0, 0.0])
    };
    let search = View::row(vec![View::icon(Icon::Search), View::text("Search settings").color(Color::Muted)])
        .padding(20.0, 0.0)
        .height(Size::Dp(52.0))
        .gap(16.0)
        .background(Color::SurfaceVariant, 26.0)
        .style(|style| style.margin = [16.0, 0.0, 16.0, 0.0]);
    let title = View::text("Settings").text_style(TextStyle::Headline).padding(24.0, 16.0);
    let list = View::list(
        "list",
        vec![
            title,
            search,
            card(vec![
                row(Icon::Wifi, "Wi-Fi", "Connected to HomeNet-5G", Some(switch(true))),
                row(Icon::Bluetooth, "Bluetooth", "Off", Some(switch(false))),
                row(Icon::AirplaneMode, "Aeroplane mode", "Off", Some(switch(false))),
                row(Icon::MobileData, "Mobile data", "Telekom.de, 5G", None),
            ]),
            card(vec![
                row(Icon::Apps, "Apps", "Recent apps, default apps", None),
                row(Icon::Notifications, "Notifications", "Notification history, conversations", None),
                row(Icon::Battery, "Battery", "86 % – about 1 day, 4 hours left", None),
                row(Icon::Storage, "Storage", "42 % used – 74 GB free", None),
            ]),
            card(vec![
                row(Icon::Volume, "Sound and vibration", "Volume, haptics, Do Not Disturb", None),
                row(Icon::Brightness, "Display", "Dark theme, font size, brightness", None),
                row(Icon::Lock, "Security and privacy", "App security, device lock, permissions", None),
                row(Icon::Info, "About phone", "Fingertip Phone", None),
            ]),
        ],
    );
    app(View::column(vec![list.gap(16.0)]).background(Color::Background, 0.0))
}

fn chat() -> Window {
    let bubble = |text: &str, time: &str, mine: bool| {
        let paper = if mine { Color::PrimaryContainer } else { Color::Surface };
        let time = View::text(time).text_style(TextStyle::Caption).color(Color::Muted);
        let inside = vec![View::text(text), time];
        let bubble =
            View::column(inside).width(Size::Wrap).align(Align::End).padding(14.0, 8.0).background(paper, 18.0);
        let side = if mine { [56.0, 0.0, 0.0, 0.0] } else { [0.0, 0.0, 56.0, 0.0] };
        View::column(vec![bubble.style(|style| style.margin = side)]).align(if mine {
            Align::End
        } else {
            Align::Start
        })
    };
    let bar = View::row(vec![
        View::icon_button(Icon::ArrowBack, "Back", Event::new("back")),
        avatar("Anna Berg"),
        View::column(vec![
            View::text("Anna Berg").text_style(TextStyle::Title),
            View::text("online").text_style(TextStyle::Caption).color(Color::Muted),
        ])
        .style(|style| style.margin[0] = 12.0),
        View::icon_button(Icon::Video, "Video call", Event::new("video")),
        View::icon_button(Icon::Call, "Call", Event::new("call")),
        View::icon_button(Icon::More, "More options", Event::new("more")),
    ])
    .height(Size::Dp(64.0))
    .padding(4.0, 0.0);
    let list = View::list(
        "messages",
        vec![
            bubble("Hi! Are you coming to the climbing hall tonight?", "18:02", false),
            bubble("Yes, at seven. Shall I bring your shoes?", "18:05", true),
            bubble("Oh yes please 😀🎉", "18:05", false),
            bubble("ok", "18:06", true),
            bubble("你好，今天晚上见！", "18:07", false),
            bubble("שלום, see you مرحبا", "18:09", true),
        ],
    )
    .gap(8.0)
    .padding(12.0, 8.0);
    let entry = View::field("entry", "See you th", "Message", "typed").background(Color::Surface, 26.0);
    let line = View::row(vec![
        entry.height(Size::Dp(52.0)).padding(20.0, 0.0),
        View::icon_button(Icon::Send, "Send", Event::new("send"))
            .background(Color::Primary, 26.0)
            .color(Color::OnPrimary)
            .width(Size::Dp(52.0))
            .height(Size::Dp(52.0)),
    ]);
    app(View::column(vec![bar, list, line.gap(8.0).padding(8.0, 8.0)]).background(Color::Background, 0.0))
}

fn avatar(name: &str) -> View {
    let mut view = View::new(Kind::Avatar);
    name.clone_into(&mut view.text);
    view
}

fn contacts() -> Window {
    let names = [
        "Anna Berg",
        "Ben Osei",
        "Chiara Rossi",
        "David Kim",
        "Elif Yılmaz",
        "Farid Haddad",
        "Grace Okafor",
        "Hannah Schmidt",
        "Ivan Petrov",
        "Jun 田中",
        "Karl Ångström",
        "Lena Vogel",
        "Maria da Silva",
        "Noor Khan",
    ];
    let row = |name: &&str| {
        let lines = View::column(vec![
            View::text(*name),
            View::text("+49 171 555 0142").text_style(TextStyle::BodySmall).color(Color::Muted),
        ]);
        View::row(vec![avatar(name), lines, View::icon_button(Icon::Call, "Call", Event::new("call"))])
            .gap(16.0)
            .padding(16.0, 8.0)
            .on_click(Event::with("open", *name))
    };
    let search = View::field("query", "", "Search contacts", "query").background(Color::SurfaceVariant, 28.0);
    let bar = View::row(vec![search.padding(24.0, 0.0).height(Size::Dp(56.0))]).padding(16.0, 8.0);
    let mut add = View::new(Kind::Fab(Icon::Add)).description("Create contact").on_click(Event::new("add"));
    add.style.margin = [0.0, 0.0, 16.0, 16.0];
    let list = View::list("contacts", names.iter().map(row).collect());
    let below = View::stack(vec![list, add]).align(Align::End).width(Size::Fill);
    app(View::column(vec![bar, below]).background(Color::Background, 0.0))
}

fn shade() -> Window {
    let tile = |key: &str, label: &str, icon, on| Tile { key: key.to_owned(), label: label.to_owned(), icon, on };
    let note = |app: &str, icon, title: &str, text: &str| NotificationSpec {
        key: app.to_owned(),
        app: app.to_owned(),
        icon,
        title: title.to_owned(),
        text: text.to_owned(),
        color: None,
        actions: vec!["Reply".to_owned()],
        reply: None,
        when: "2 min".to_owned(),
    };
    chrome::shade(
        "Sun, 15 Nov",
        128,
        &[
            tile("wifi", "Wi-Fi", Icon::Wifi, true),
            tile("bt", "Bluetooth", Icon::Bluetooth, true),
            tile("torch", "Torch", Icon::Flashlight, false),
            tile("airplane", "Aeroplane mode", Icon::AirplaneMode, false),
        ],
        None,
        &[GroupSpec {
            key: "one".to_owned(),
            app: "Messages".to_owned(),
            hidden: 0,
            notifications: vec![
                note("Messenger", Icon::Chat, "Anna Berg", "Hi! Are you coming to the climbing hall tonight?"),
                note("Mail", Icon::Email, "Your parcel is on its way", "It will arrive tomorrow between 10 and 14."),
            ],
        }],
    )
}

fn controls() -> Window {
    let titled = |kind: Kind, text: &str| {
        let mut view = View::new(kind).on_click(Event::new("x"));
        text.clone_into(&mut view.text);
        view
    };
    let mut secret = View::field("secret", "hunter2", "Password", "typed");
    if let Kind::Field { password, .. } = &mut secret.kind {
        *password = true;
    }
    let mut note = View::field("note", "A field of many lines,\nof which this is the second.", "Note", "typed");
    if let Kind::Field { multiline, .. } = &mut note.kind {
        *multiline = true;
    }
    let button = |text: &str, primary| titled(Kind::Button { primary }, text);
    let children = vec![
        View::text("Display").text_style(TextStyle::Display),
        View::text("Headline").text_style(TextStyle::Headline),
        View::text("Title").text_style(TextStyle::Title),
        View::text("Body text that goes on for so long that it has to be broken into several lines, and then ends.")
            .style(|style| style.max_lines = 2),
        View::row(vec![button("Primary", true), button("Text", false), button("Off", true).enabled(false)]).gap(12.0),
        titled(Kind::Switch { on: true }, "A switch with a text").width(Size::Fill),
        titled(Kind::CheckBox { on: true }, "Ticked"),
        titled(Kind::CheckBox { on: false }, "Not ticked"),
        titled(Kind::Radio { on: true }, "Chosen"),
        titled(Kind::Radio { on: false }, "Not chosen"),
        View::new(Kind::Slider { value: 60, max: 100, on_change: "x" }).width(Size::Fill),
        View::new(Kind::Progress(35)).width(Size::Fill),
        View::new(Kind::Divider),
        View::field("entry", "", "Your name", "typed"),
        secret,
        note,
    ];
    app(View::column(vec![View::list("all", children).gap(12.0).padding(20.0, 16.0)])
        .background(Color::Background, 0.0))
}

fn icons() -> Window {
    let cell = |icon: &Icon| {
        let name = View::text(format!("{icon:?}")).text_style(TextStyle::Caption).style(|style| style.max_lines = 1);
        let icon = View::icon(*icon).width(Size::Dp(36.0)).height(Size::Dp(36.0)).color(Color::OnSurface);
        View::column(vec![icon, name]).align(Align::Center).gap(4.0)
    };
    let grid =
        View::new(Kind::Grid { columns: 6 }).children(Icon::ALL.iter().map(cell).collect()).gap(12.0).width(Size::Fill);
    app(View::column(vec![grid.padding(8.0, 8.0)]).background(Color::Surface, 0.0))
}
