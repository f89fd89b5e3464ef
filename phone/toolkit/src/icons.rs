//! The toolkit's icons, of our own design, as strokes and fills on a 24 by 24 grid.
//!
//! The notation is that of SVG paths with absolute coordinates (`M x y`, `L x y`, `C …`, `Q …`, `Z`) and two extra
//! commands: `O x y r` is a circle, `R x y width height radius` a rounded rectangle.

use tiny_skia::{Path, PathBuilder, Rect};

use super::style::Icon;

/// One stroke or fill of an icon.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark {
    /// A fill with the even-odd rule: overlapping parts leave a hole.
    Fill(&'static str),
    /// A stroke two units wide.
    Line(&'static str),
}

use Mark::{Fill, Line};

/// Returns the strokes and fills of an icon.
pub(super) fn marks(icon: Icon) -> &'static [Mark] {
    match icon {
        Icon::Brush => &[
            Fill(
                "M 4 20.5 C 6.6 20.5 9.6 19.8 9.6 16.4 C 9.6 14.8 8.4 13.7 7 13.7 C 5.2 13.7 4.4 15.2 4.4 16.8 C 4.4 18.6 3.8 19.6 2.8 20.2 C 3.1 20.4 3.6 20.5 4 20.5 Z",
            ),
            Line("M 9.6 14.2 L 19.2 4.2 M 10.8 15.4 L 20.2 5.2"),
        ],
        Icon::Download => &[Line("M 12 3.5 L 12 14.5 M 7 10 L 12 15 L 17 10 M 4.5 19.5 L 19.5 19.5")],
        Icon::Folder => &[Fill(
            "M 4 4.5 L 9.6 4.5 L 11.8 6.8 L 20 6.8 C 21.1 6.8 22 7.7 22 8.8 L 22 17.5 C 22 18.6 21.1 19.5 20 19.5 L 4 19.5 C 2.9 19.5 2 18.6 2 17.5 L 2 6.5 C 2 5.4 2.9 4.5 4 4.5 Z",
        )],
        Icon::Redo => &[Line(
            "M 15.5 4.8 L 20 9.3 L 15.5 13.8 M 20 9.3 L 9.5 9.3 C 6.5 9.3 4.3 11.4 4.3 14 C 4.3 16.6 6.5 18.8 9.5 18.8 L 13 18.8",
        )],
        Icon::Undo => &[Line(
            "M 8.5 4.8 L 4 9.3 L 8.5 13.8 M 4 9.3 L 14.5 9.3 C 17.5 9.3 19.7 11.4 19.7 14 C 19.7 16.6 17.5 18.8 14.5 18.8 L 11 18.8",
        )],
        Icon::Add => &[Line("M 12 5 L 12 19 M 5 12 L 19 12")],
        Icon::AirplaneMode => &[Fill(
            "M 12 2 C 13 2 13.6 3 13.6 4.2 L 13.6 9 L 21.5 14 L 21.5 16 L 13.6 13.6 L 13.6 18.4 L 16 20.2 L 16 21.6 L 12 20.4 L 8 21.6 L 8 20.2 L 10.4 18.4 L 10.4 13.6 L 2.5 16 L 2.5 14 L 10.4 9 L 10.4 4.2 C 10.4 3 11 2 12 2 Z",
        )],
        Icon::Alarm => &[Line("O 12 13 7 M 12 9.5 L 12 13 L 14.5 14.8 M 3.5 6.5 L 6.8 3.8 M 20.5 6.5 L 17.2 3.8")],
        Icon::Apps => &[Fill("O 6 6 2 O 12 6 2 O 18 6 2 O 6 12 2 O 12 12 2 O 18 12 2 O 6 18 2 O 12 18 2 O 18 18 2")],
        Icon::ArrowBack => &[Line("M 20 12 L 5 12 M 11.5 5.2 L 4.8 12 L 11.5 18.8")],
        Icon::Attach => &[Line(
            "M 17 8 L 17 16.5 C 17 23 7.5 23 7.5 16.5 L 7.5 6.5 C 7.5 2 14 2 14 6.5 L 14 15.5 C 14 18 10.7 18 10.7 15.5 L 10.7 8",
        )],
        Icon::Backspace => &[Line(
            "M 8.5 5 L 20 5 C 21 5 21.5 5.5 21.5 6.5 L 21.5 17.5 C 21.5 18.5 21 19 20 19 L 8.5 19 L 2.8 12 Z M 11.5 9 L 17 15 M 17 9 L 11.5 15",
        )],
        Icon::Battery => &[Fill(
            "M 9.5 2 L 14.5 2 L 14.5 4 L 16 4 C 16.8 4 17.5 4.7 17.5 5.5 L 17.5 20.5 C 17.5 21.3 16.8 22 16 22 L 8 22 C 7.2 22 6.5 21.3 6.5 20.5 L 6.5 5.5 C 6.5 4.7 7.2 4 8 4 L 9.5 4 Z",
        )],
        Icon::Bluetooth => &[Line("M 6.5 7 L 17 16.5 L 12 21 L 12 3 L 17 7.5 L 6.5 17")],
        Icon::Brightness => &[
            Fill("O 12 12 4.2"),
            Line(
                "M 12 2.5 L 12 4.5 M 12 19.5 L 12 21.5 M 2.5 12 L 4.5 12 M 19.5 12 L 21.5 12 M 5.3 5.3 L 6.7 6.7 M 17.3 17.3 L 18.7 18.7 M 5.3 18.7 L 6.7 17.3 M 17.3 6.7 L 18.7 5.3",
            ),
        ],
        Icon::Calendar => {
            &[Line("R 4 5 16 15.5 2 M 8 2.8 L 8 6 M 16 2.8 L 16 6"), Fill("R 4 5 16 5.5 1.5 R 13 14 4 4 0.8")]
        }
        Icon::Call | Icon::Phone => &[Fill(
            "M 6.2 3 L 9.3 3 C 9.9 3 10.3 3.4 10.4 4 C 10.5 5.2 10.8 6.3 11.1 7.3 C 11.3 7.8 11.2 8.3 10.8 8.7 L 8.8 10.7 C 9.9 12.9 11.4 14.3 13.4 15.3 L 15.4 13.3 C 15.7 12.9 16.2 12.8 16.7 13 C 17.7 13.3 18.8 13.6 20 13.7 C 20.6 13.8 21 14.2 21 14.8 L 21 17.9 C 21 19.6 19.8 21 18 21 C 9.8 20.6 3.4 14.2 3 6 C 3 4.3 4.4 3 6.2 3 Z",
        )],
        Icon::Camera => &[Fill(
            "M 9 4 L 15 4 L 16.8 6 L 20 6 C 21.1 6 22 6.9 22 8 L 22 18 C 22 19.1 21.1 20 20 20 L 4 20 C 2.9 20 2 19.1 2 18 L 2 8 C 2 6.9 2.9 6 4 6 L 7.2 6 Z O 12 13 4.8 O 12 13 2.8",
        )],
        Icon::Chat => &[Fill(
            "M 4 3 L 20 3 C 21.1 3 22 3.9 22 5 L 22 15 C 22 16.1 21.1 17 20 17 L 7 17 L 2 21.5 L 2 5 C 2 3.9 2.9 3 4 3 Z R 6 6.5 12 1.8 0.9 R 6 10.7 8.5 1.8 0.9",
        )],
        Icon::Message => &[Fill(
            "M 4 3 L 20 3 C 21.1 3 22 3.9 22 5 L 22 15 C 22 16.1 21.1 17 20 17 L 7 17 L 2 21.5 L 2 5 C 2 3.9 2.9 3 4 3 Z O 7.5 10 1.3 O 12 10 1.3 O 16.5 10 1.3",
        )],
        Icon::Check => &[Line("M 4.5 12.5 L 9.7 17.6 L 19.8 7")],
        Icon::ChevronRight => &[Line("M 9 5.5 L 15.5 12 L 9 18.5")],
        Icon::Remove => &[Line("M 5 12 L 19 12")],
        Icon::ChevronLeft => &[Line("M 15 5.5 L 8.5 12 L 15 18.5")],
        Icon::ExpandMore => &[Line("M 5.5 9 L 12 15.5 L 18.5 9")],
        Icon::Menu => &[Line("M 4 6.5 L 20 6.5 M 4 12 L 20 12 M 4 17.5 L 20 17.5")],
        Icon::Clear => &[Fill(
            "O 12 12 9.5 M 8.1 7 L 7 8.1 L 10.9 12 L 7 15.9 L 8.1 17 L 12 13.1 L 15.9 17 L 17 15.9 L 13.1 12 L 17 8.1 L 15.9 7 L 12 10.9 Z",
        )],
        Icon::Clock => &[Line("O 12 12 8.6 M 12 7 L 12 12.2 L 15.6 14.4")],
        Icon::Close => &[Line("M 6 6 L 18 18 M 18 6 L 6 18")],
        Icon::Contact => &[Fill("R 3 3 18 18 3 O 12 9.3 3 M 6 18 C 6 14.8 9 13.6 12 13.6 C 15 13.6 18 14.8 18 18 Z")],
        Icon::Person => &[Fill("O 12 7.5 4.2 M 3.8 20 C 3.8 15.6 8 13.8 12 13.8 C 16 13.8 20.2 15.6 20.2 20 Z")],
        Icon::Contacts | Icon::Group => &[Fill(
            "O 8.7 8 3.5 M 2 19 C 2 15 5.2 13.4 8.7 13.4 C 12.2 13.4 15.4 15 15.4 19 Z M 15.2 4.7 C 19.8 4 20.6 10.9 15.4 11.3 C 16.8 9.2 16.8 6.8 15.2 4.7 Z M 16 13.6 C 19.4 13.9 22.2 15.6 22.2 19 L 17.2 19 C 17.2 16.6 16.9 15.2 16 13.6 Z",
        )],
        Icon::DarkMode => &[Fill(
            "M 12 3 C 7 3 3 7 3 12 C 3 17 7 21 12 21 C 16.6 21 20.4 17.6 21 13 C 16 17 9 13 11.5 6.5 C 11.7 5.2 12.2 4 13 3.1 Z",
        )],
        Icon::Delete => &[
            Fill("M 6 8 L 18 8 L 17 20 C 16.9 21.2 16.2 22 15 22 L 9 22 C 7.8 22 7.1 21.2 7 20 Z"),
            Line("M 5 5.4 L 19 5.4 M 9.5 4 L 9.5 3.6 L 14.5 3.6 L 14.5 4"),
        ],
        Icon::Display => &[Line("R 6 2.5 12 19 2.2 M 10.5 18.5 L 13.5 18.5")],
        Icon::Edit => &[Fill(
            "M 3 17.2 L 3 21 L 6.8 21 L 17.8 9.9 L 14.1 6.2 Z M 20.7 7 C 21.1 6.6 21.1 6 20.7 5.6 L 18.4 3.3 C 18 2.9 17.4 2.9 17 3.3 L 15.2 5.1 L 18.9 8.8 Z",
        )],
        Icon::Email => &[Line("R 3 5 18 14 2 M 4 7 L 12 13 L 20 7")],
        Icon::Emoji => &[Line("O 12 12 8.8 M 8 14.2 C 9.5 17 14.5 17 16 14.2"), Fill("O 9 9.8 1.3 O 15 9.8 1.3")],
        Icon::Enter => &[Line("M 19.5 6.5 L 19.5 12 L 5.5 12 M 10 7 L 5 12 L 10 17")],
        Icon::Files | Icon::Storage => &[Fill(
            "M 4 4 L 9.8 4 L 12 6.2 L 20 6.2 C 21.1 6.2 22 7.1 22 8.2 L 22 18 C 22 19.1 21.1 20 20 20 L 4 20 C 2.9 20 2 19.1 2 18 L 2 6 C 2 4.9 2.9 4 4 4 Z",
        )],
        Icon::Flashlight => &[Fill(
            "M 7 2.5 L 17 2.5 L 17 4.8 L 7 4.8 Z M 7 6.4 L 17 6.4 L 17 8 L 14.8 11.4 L 14.8 21.5 L 9.2 21.5 L 9.2 11.4 L 7 8 Z O 12 14 1.4",
        )],
        Icon::Gallery => &[Fill("R 3 3 18 18 2.5 M 5.5 18 L 9.2 12.8 L 11.9 16 L 15 11.8 L 18.7 18 Z O 8.6 8.4 1.7")],
        Icon::Gear | Icon::Settings => &[
            Fill("O 12 12 7.4 O 12 12 3.2"),
            Line(
                "M 12 3.6 L 12 5 M 12 19 L 12 20.4 M 3.6 12 L 5 12 M 19 12 L 20.4 12 M 6.06 6.06 L 7.05 7.05 M 16.95 16.95 L 17.94 17.94 M 6.06 17.94 L 7.05 16.95 M 16.95 7.05 L 17.94 6.06",
            ),
        ],
        Icon::Home => &[Fill(
            "M 12 3 L 22 11.6 L 19 11.6 L 19 20.5 L 14.2 20.5 L 14.2 14.5 L 9.8 14.5 L 9.8 20.5 L 5 20.5 L 5 11.6 L 2 11.6 Z",
        )],
        Icon::Info => &[Line("O 12 12 8.8 M 12 11.4 L 12 16.6"), Fill("O 12 8 1.25")],
        Icon::Location => &[Fill(
            "M 12 2 C 8.1 2 5 5.1 5 9 C 5 14.2 12 22 12 22 C 12 22 19 14.2 19 9 C 19 5.1 15.9 2 12 2 Z O 12 9 2.6",
        )],
        Icon::Lock => &[
            Fill("R 4.5 9.5 15 12 2 O 12 15.5 1.9"),
            Line("M 8.2 9.5 L 8.2 7.2 C 8.2 2.1 15.8 2.1 15.8 7.2 L 15.8 9.5"),
        ],
        Icon::Map => &[Line(
            "M 3.5 6.3 L 9 4 L 15 6.6 L 20.5 4.3 L 20.5 17.7 L 15 20 L 9 17.4 L 3.5 19.7 Z M 9 4.4 L 9 17 M 15 7 L 15 19.6",
        )],
        Icon::Mic => &[Fill("R 9 2.5 6 12 3"), Line("M 5.8 11.5 C 5.8 19.5 18.2 19.5 18.2 11.5 M 12 18 L 12 21")],
        Icon::MobileData => &[Fill("M 2.5 21 L 21 2.5 L 21 21 Z")],
        Icon::More => &[Fill("O 12 5.4 1.9 O 12 12 1.9 O 12 18.6 1.9")],
        Icon::Music => {
            &[Fill("O 8.4 17.4 3.4"), Fill("M 9.8 3.5 L 19 3.5 L 19 7.2 L 11.8 7.2 L 11.8 17.4 L 9.8 17.4 Z")]
        }
        Icon::NavBack => &[Fill(
            "M 17.2 5.4 L 17.2 18.6 C 17.2 19.5 16.4 19.9 15.7 19.4 L 6.2 13 C 5.5 12.5 5.5 11.5 6.2 11 L 15.7 4.6 C 16.4 4.1 17.2 4.5 17.2 5.4 Z",
        )],
        Icon::NavHome => &[Fill("O 12 12 7")],
        Icon::NavRecents => &[Fill("R 5.6 5.6 12.8 12.8 2.2")],
        Icon::Notifications => &[Fill(
            "M 12 2.2 C 12.9 2.2 13.5 2.9 13.5 3.7 L 13.5 4.3 C 16.4 5 18 7.6 18 10.6 L 18 15.6 L 20 17.6 L 20 18.6 L 4 18.6 L 4 17.6 L 6 15.6 L 6 10.6 C 6 7.6 7.6 5 10.5 4.3 L 10.5 3.7 C 10.5 2.9 11.1 2.2 12 2.2 Z M 9.8 19.8 L 14.2 19.8 C 14.2 21 13.2 22 12 22 C 10.8 22 9.8 21 9.8 19.8 Z",
        )],
        Icon::Next => &[Fill("M 5 5 L 15 12 L 5 19 Z R 16.5 5 2.5 14 0.8")],
        Icon::Pause => &[Fill("R 6 4.5 4 15 1 R 14 4.5 4 15 1")],
        Icon::Previous => &[Fill("M 19 5 L 9 12 L 19 19 Z R 5 5 2.5 14 0.8")],
        Icon::Refresh => &[
            Line("M 18.8 8.2 C 16.2 3.6 9.4 3.2 6 7.4 C 2.6 11.6 4.6 18 9.8 19.6 C 14 20.8 18.4 18.4 19.6 14.2"),
            Fill("M 20.8 3.6 L 20.8 10.4 L 14 10.4 Z"),
        ],
        Icon::Stop => &[Fill("R 5.5 5.5 13 13 1.5")],
        Icon::Stopwatch => &[Line("O 12 13.4 7.4 M 12 9.4 L 12 13.6 M 9.6 2.6 L 14.4 2.6 M 18 6.4 L 19.4 5")],
        Icon::Timer => &[Line(
            "M 6 3.2 L 18 3.2 M 6 20.8 L 18 20.8 M 7.4 3.4 C 7.4 9 12 9.6 12 12 C 12 14.4 7.4 15 7.4 20.6 M 16.6 3.4 C 16.6 9 12 9.6 12 12 C 12 14.4 16.6 15 16.6 20.6",
        )],
        Icon::Wallet => &[Line("R 3 6 18 13 2 M 3 10 L 21 10 M 15.5 14.6 L 17.5 14.6")],
        Icon::Play => &[Fill("M 7 4.2 L 19.5 12 L 7 19.8 Z")],
        Icon::Search => &[Line("O 10.2 10.2 6.2 M 14.8 14.8 L 20.2 20.2")],
        Icon::Send => &[Fill("M 2.5 20.8 L 22.5 12 L 2.5 3.2 L 2.5 10 L 15.5 12 L 2.5 14 Z")],
        Icon::Share => {
            &[Fill("O 17.8 5.2 3 O 6.2 12 3 O 17.8 18.8 3"), Line("M 6.2 12 L 17.8 5.2 M 6.2 12 L 17.8 18.8")]
        }
        Icon::Shift => &[Line("M 12 3.8 L 20 12 L 15.6 12 L 15.6 19.5 L 8.4 19.5 L 8.4 12 L 4 12 Z")],
        Icon::Star => &[Fill(
            "M 12 2.4 L 14.9 8.8 L 21.8 9.6 L 16.7 14.3 L 18.1 21.2 L 12 17.7 L 5.9 21.2 L 7.3 14.3 L 2.2 9.6 L 9.1 8.8 Z",
        )],
        Icon::Sun => &[Line(
            "O 12 12 4.2 M 12 2.5 L 12 4.3 M 12 19.7 L 12 21.5 M 2.5 12 L 4.3 12 M 19.7 12 L 21.5 12 M 5.3 5.3 L 6.5 6.5 M 17.5 17.5 L 18.7 18.7 M 5.3 18.7 L 6.5 17.5 M 17.5 6.5 L 18.7 5.3",
        )],
        Icon::Video => &[Fill("R 2.5 6 13.5 12 2 M 17.2 10.2 L 21.8 6.8 L 21.8 17.2 L 17.2 13.8 Z")],
        Icon::Volume => &[
            Fill("M 3 9 L 7 9 L 12 4.2 L 12 19.8 L 7 15 L 3 15 Z"),
            Line("M 14.8 8.4 C 17.2 10 17.2 14 14.8 15.6 M 17.4 5.2 C 22 8.2 22 15.8 17.4 18.8"),
        ],
        Icon::Web => &[Line(
            "O 12 12 8.8 M 3.4 9.2 L 20.6 9.2 M 3.4 14.8 L 20.6 14.8 M 12 3.2 C 6.6 8.4 6.6 15.6 12 20.8 M 12 3.2 C 17.4 8.4 17.4 15.6 12 20.8",
        )],
        Icon::Wifi => &[Fill("M 12 20.6 L 0.8 7.2 C 7.2 2 16.8 2 23.2 7.2 Z")],
        Icon::Copy => &[Line("R 8 7 12 14 1.6 M 16 3.4 L 6 3.4 C 4.8 3.4 4 4.2 4 5.4 L 4 17")],
        Icon::Document => &[Fill(
            "M 6 2.5 L 14 2.5 L 19.5 8 L 19.5 20 C 19.5 21 18.7 21.5 18 21.5 L 6 21.5 C 5.2 21.5 4.5 21 4.5 20 L 4.5 4 C 4.5 3 5.2 2.5 6 2.5 Z R 7.5 11.2 9 1.6 0.8 R 7.5 15.4 9 1.6 0.8",
        )],
        Icon::Eye => &[Line("M 2 12 C 6 5.4 18 5.4 22 12 C 18 18.6 6 18.6 2 12 Z"), Fill("O 12 12 3.2")],
        Icon::Save => &[Fill(
            "M 5 3 L 16.5 3 L 21 7.5 L 21 19 C 21 20.1 20.1 21 19 21 L 5 21 C 3.9 21 3 20.1 3 19 L 3 5 C 3 3.9 3.9 3 5 3 Z R 6 5.2 9 4 0.5 O 12 15.2 3.2",
        )],
        Icon::Album => &[Fill("O 12 12 9.6 O 12 12 4.4 O 12 12 1.6")],
        Icon::Bowl => &[
            Fill(
                "M 2.5 11 L 21.5 11 C 21.5 15.4 19 18.6 15.6 19.8 L 15.6 21 L 8.4 21 L 8.4 19.8 C 5 18.6 2.5 15.4 2.5 11 Z",
            ),
            Line(
                "M 8.2 8 C 7 6.6 9.4 5.4 8.2 3.6 M 12 8 C 10.8 6.6 13.2 5.4 12 3.6 M 15.8 8 C 14.6 6.6 17 5.4 15.8 3.6",
            ),
        ],
        Icon::Chart => &[Fill("R 4 12 4 8.5 0.8 R 10 4 4 16.5 0.8 R 16 8 4 12.5 0.8")],
        Icon::Heart => &[Fill(
            "M 12 20.8 C 4.4 15.2 2.2 12 2.2 8.6 C 2.2 5.6 4.4 3.6 7.2 3.6 C 9.2 3.6 11 4.7 12 6.4 C 13 4.7 14.8 3.6 16.8 3.6 C 19.6 3.6 21.8 5.6 21.8 8.6 C 21.8 12 19.6 15.2 12 20.8 Z",
        )],
        Icon::HeartOutline => &[Line(
            "M 12 19.8 C 5.2 14.8 3.2 11.8 3.2 8.6 C 3.2 6.2 5 4.6 7.2 4.6 C 9.2 4.6 11 5.9 12 7.8 C 13 5.9 14.8 4.6 16.8 4.6 C 19 4.6 20.8 6.2 20.8 8.6 C 20.8 11.8 18.8 14.8 12 19.8 Z",
        )],
        Icon::Notebook => &[Line("R 5 3 14 18 2 M 9 3.2 L 9 20.8 M 12 8 L 16 8 M 12 12 L 16 12")],
        Icon::PlaylistAdd => {
            &[Line("M 3 6 L 15 6 M 3 11 L 15 11 M 3 16 L 10.5 16 M 17.5 12.5 L 17.5 20.5 M 13.5 16.5 L 21.5 16.5")]
        }
        Icon::Queue => &[Line("M 3 6 L 15 6 M 3 11 L 15 11 M 3 16 L 10.5 16"), Fill("M 14 13 L 21 17.2 L 14 21.4 Z")],
        Icon::Repeat => &[
            Line("M 5 11.5 L 5 7 L 18 7 M 19 12.5 L 19 17 L 6 17"),
            Fill("M 16.4 3 L 21 7 L 16.4 11 Z M 7.6 13 L 3 17 L 7.6 21 Z"),
        ],
        Icon::Shuffle => &[
            Line("M 3 6.5 L 6.5 6.5 L 16 17.5 L 18 17.5 M 3 17.5 L 6.5 17.5 L 9.6 13.9 M 12.6 10.2 L 16 6.5 L 18 6.5"),
            Fill("M 17 2.6 L 21.6 6.5 L 17 10.4 Z M 17 13.6 L 21.6 17.5 L 17 21.4 Z"),
        ],
        Icon::Sort => &[Line("M 3.5 6.5 L 20.5 6.5 M 3.5 12 L 14.5 12 M 3.5 17.5 L 9 17.5")],
        Icon::TaskBox => &[Line("R 4 4 16 16 2 M 8 12.2 L 11 15.2 L 16.4 9")],
    }
}

/// Parses the notation; unknown commands are skipped.
pub(super) fn path(notation: &str) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let mut words = notation.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<f32>().ok());
        match word {
            "M" => builder.move_to(number()?, number()?),
            "L" => builder.line_to(number()?, number()?),
            "Q" => builder.quad_to(number()?, number()?, number()?, number()?),
            "C" => builder.cubic_to(number()?, number()?, number()?, number()?, number()?, number()?),
            "Z" => builder.close(),
            "O" => builder.push_circle(number()?, number()?, number()?),
            "R" => {
                let (x, y, width, height, radius) = (number()?, number()?, number()?, number()?, number()?);
                rounded(&mut builder, Rect::from_xywh(x, y, width, height)?, radius);
            }
            _ => return None,
        }
    }
    builder.finish()
}

/// Adds a rectangle with rounded corners.
pub(super) fn rounded(builder: &mut PathBuilder, rect: Rect, radius: f32) {
    let radius = radius.min(rect.width() / 2.0).min(rect.height() / 2.0);
    if radius <= 0.0 {
        builder.push_rect(rect);
        return;
    }
    // The distance of the control points that makes a cubic curve approximate a quarter circle.
    let k = radius * (1.0 - 0.552_284_8);
    let (l, t, r, b) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    builder.move_to(l + radius, t);
    builder.line_to(r - radius, t);
    builder.cubic_to(r - k, t, r, t + k, r, t + radius);
    builder.line_to(r, b - radius);
    builder.cubic_to(r, b - k, r - k, b, r - radius, b);
    builder.line_to(l + radius, b);
    builder.cubic_to(l + k, b, l, b - k, l, b - radius);
    builder.line_to(l, t + radius);
    builder.cubic_to(l, t + k, l + k, t, l + radius, t);
    builder.close();
}
