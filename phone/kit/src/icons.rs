//! The icons of packages in the launcher and in lists: a drawing on a colour for well-known packages, the first letter
//! of the name for others. The apps' own manifests use these.

use super::widgets;
use state::shared::{Look, Shared};
use toolkit::{Align, Color, Icon, Kind, Size, View};

const KNOWN: &[(&str, Look)] = &[
    ("com.android.camera2", (Icon::Camera, (66, 66, 66))),
    ("com.android.chrome", (Icon::Web, (26, 115, 232))),
    ("com.android.deskclock", (Icon::Clock, (63, 81, 181))),
    ("com.android.settings", (Icon::Gear, (95, 99, 104))),
    ("com.android.vending", (Icon::Play, (1, 135, 95))),
    ("com.google.android.GoogleCamera", (Icon::Camera, (66, 66, 66))),
    ("com.google.android.apps.docs", (Icon::Storage, (251, 188, 4))),
    ("com.google.android.apps.maps", (Icon::Map, (52, 168, 83))),
    ("com.google.android.apps.messaging", (Icon::Message, (26, 115, 232))),
    ("com.google.android.apps.nbu.files", (Icon::Files, (66, 133, 244))),
    ("com.google.android.apps.nexuslauncher", (Icon::Home, (95, 99, 104))),
    ("com.google.android.apps.photos", (Icon::Gallery, (234, 67, 53))),
    ("com.google.android.apps.youtube.music", (Icon::Music, (255, 0, 0))),
    ("com.google.android.apps.walletnfcrel", (Icon::Wallet, (26, 115, 232))),
    ("com.google.android.calendar", (Icon::Calendar, (66, 133, 244))),
    ("com.google.android.contacts", (Icon::Contacts, (66, 133, 244))),
    ("com.google.android.deskclock", (Icon::Clock, (63, 81, 181))),
    ("com.google.android.dialer", (Icon::Phone, (24, 90, 188))),
    ("com.google.android.gm", (Icon::Email, (234, 67, 53))),
    ("com.google.android.googlequicksearchbox", (Icon::Search, (66, 133, 244))),
    ("com.google.android.youtube", (Icon::Video, (255, 0, 0))),
    ("com.spotify.music", (Icon::Music, (29, 185, 84))),
    ("com.whatsapp", (Icon::Chat, (37, 211, 102))),
    ("net.gsantner.markor", (Icon::Edit, (85, 85, 95))),
];

/// Returns the drawing and the colour of a package.
pub const fn of(package: &str) -> Look {
    let mut at = 0;
    while at < KNOWN.len() {
        if same(KNOWN[at].0, package) {
            return KNOWN[at].1;
        }
        at += 1;
    }
    (Icon::Apps, (95, 99, 104))
}

/// Builds the icon of a package, `size` dp wide.
pub fn picture(package: &str, shared: &Shared, size: f32) -> View {
    let sized = |view: View| view.width(Size::Dp(size)).height(Size::Dp(size));
    let installed = shared.packages.get(package).and_then(|found| found.apk.as_ref());
    if let Some(icon) = installed.and_then(|apk| apk.icon.as_ref()) {
        return sized(View::new(Kind::Picture(icon.picture.clone())));
    }
    let known = KNOWN.iter().find(|(known, _)| *known == package).map(|(_, look)| *look);
    let Some((icon, (red, green, blue))) = shared.packages.looks.get(package).copied().or(known) else {
        return sized(widgets::avatar(&widgets::label(package, shared)));
    };
    let drawing = View::icon(icon).color(Color::Rgb(255, 255, 255));
    let drawing = drawing.width(Size::Dp(size * 0.55)).height(Size::Dp(size * 0.55));
    sized(View::new(Kind::Stack).children(vec![drawing]).align(Align::Center))
        .background(Color::Rgb(red, green, blue), size / 2.0)
}

/// `==` for const contexts.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}
