//! The toolkit describes a screen as a tree of [`View`]s. Layout, pixels, the accessibility XML and hit testing are all
//! derived from that tree. It knows no app, no clock and no I/O: time is passed in.
//!
//! ```text
//! View ──lay_out──► Laid ──► Scene (windows in z-order)
//!                              ├─► Frame::render   pixels, PNG
//!                              ├─► tree::dump      accessibility nodes, XML
//!                              └─► Touch, type_key touch and key input
//! ```
//!
//! Beside it: `selection` handles selected text in a field, `sketch` a canvas for finger drawing, `decode` pictures
//! (decoded when drawn, within bounds), `inspect` the defects of a screen. `reveal` scrolls the focused field above the
//! keyboard. `languages` holds the system's texts as one table, `video` H.264 and MP4 for `screenrecord`.

mod caret;
pub mod chrome;
mod decode;
mod draw;
mod edit;
mod field;
mod frame;
mod graphic;
mod icons;
mod inspect;
pub mod jpeg;
pub mod keyboard;
pub mod languages;
mod layout;
mod paint;
mod picture;
mod reveal;
mod scene;
mod screen;
mod selection;
mod sketch;
mod state;
mod still;
mod style;
mod text;
pub mod text_toolbar;
pub mod theme;
mod touch;
pub mod tree;
pub mod video;
mod view;
mod window;

pub use raster::{Pixels, PngError, Rect};

pub use self::decode::{Fit, Pictures, decode, picture_size, resized};
pub use self::edit::{focused, type_key};
pub use self::field::caret_at;
pub use self::frame::Frame;
pub use self::graphic::{Graphic, Point, Shape};
pub use self::inspect::inspect;
pub use self::keyboard::KeyPress;
pub use self::layout::{Laid, Placed, Scrolled, lay_out};
pub use self::picture::Picture;
pub use self::reveal::{Reveal, reveal};
pub use self::scene::{LaidOutWindow, Scene};
pub use self::screen::Display;
pub use self::selection::{range as selected_range, word_at};
pub use self::sketch::{Phase, Pointer, Sketch, Stroke};
pub use self::state::{Fling, Focus, Scroll, UiState, UiStates};
pub use self::style::{Align, Color, Icon, Size, Style, TextStyle};
pub use self::touch::{Outcome, Touch, hit, pinched};
pub use self::view::{Event, Kind, Swipe, View};
pub use self::window::{Window, WindowKind};
