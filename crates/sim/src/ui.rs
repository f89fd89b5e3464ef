//! The toolkit: a screen is described as a tree of [`View`]s, and from that one tree come layout,
//! pixels, the accessibility XML and hit-testing. Knows no app.

mod view;

pub use self::view::{Align, Color, Event, Icon, Kind, Size, Style, TextStyle, View};
