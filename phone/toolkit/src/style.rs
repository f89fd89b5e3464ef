//! How views look: sizes, alignment, the roles of colours and text, and the names of the drawings. Data only; `theme`
//! has the colours and type sizes, `icons` the shapes.

/// Declares the drawings, and the list of them.
macro_rules! icons {
    ($($name:ident),+) => {
        /// Drawings of the toolkit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum Icon { $($name),+ }

        impl Icon {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),+];
        }
    };
}

icons! {
    Add, AirplaneMode, Alarm, Apps, ArrowBack, Attach, Backspace, Battery, Bluetooth, Brightness, Calendar,
    Call, Camera, Chat, Check, ChevronRight, Clear, Clock, Close, Contact, Contacts, DarkMode, Delete,
    Display, Edit, Email, Emoji, Enter, Files, Flashlight, Gallery, Gear, Group, Home, Info, Location, Lock,
    Map, Message, Mic, MobileData, More, Music, NavBack, NavHome, NavRecents, Next, Notifications, Pause, Person,
    Phone, Play, Previous, Refresh, Search, Send, Settings, Share, Shift, Star, Stop, Stopwatch, Storage, Sun, Timer,
    Video, Volume, Wallet, Web, Wifi,
    ChevronLeft, ExpandMore, Menu, Album, Bowl, Chart, Heart, HeartOutline, Notebook, PlaylistAdd, Queue, Repeat, Shuffle, Sort, TaskBox,
    Brush, Download, Folder, Redo, Undo, Copy, Document, Eye, Save, Remove
}

/// How a view looks and how large it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Its width.
    pub width: Size,
    /// Its height.
    pub height: Size,
    /// Room inside its edges: left, top, right, bottom.
    pub padding: [f32; 4],
    /// Room outside its edges: left, top, right, bottom.
    pub margin: [f32; 4],
    /// Room between its children.
    pub gap: f32,
    /// Where its children stand across the direction they are laid in (and, in a stack, both ways).
    pub align: Align,
    /// Its background; `None` shows what is behind.
    pub background: Option<Color>,
    /// The radius of its corners.
    pub radius: f32,
    /// How its text looks.
    pub text: TextStyle,
    /// The colour of its text or icon; `None` takes the theme's.
    pub color: Option<Color>,
    /// A shadow below it, in dp of height.
    pub elevation: f32,
    /// At most so many lines of text, then an ellipsis; 0 for all of them.
    pub max_lines: usize,
}

/// A length along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// As much as its content needs.
    Wrap,
    /// As much as its parent has.
    Fill,
    /// So many dp.
    Dp(f32),
    /// A share of what is left in the direction its parent lays its children in.
    Weight(f32),
}

/// Where something stands in the room it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Align {
    Start,
    Center,
    End,
}

/// The roles of text in Material design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum TextStyle {
    Display,
    Headline,
    Title,
    Body,
    BodySmall,
    Label,
    Caption,
}

/// Colours by role, so that light and dark are the theme's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Color {
    Background,
    Surface,
    SurfaceVariant,
    Primary,
    OnPrimary,
    PrimaryContainer,
    OnSurface,
    Muted,
    Error,
    Outline,
    Transparent,
    /// A colour of an app's own, red, green, blue.
    Rgb(u8, u8, u8),
}

impl Default for Style {
    fn default() -> Self {
        Self {
            width: Size::Wrap,
            height: Size::Wrap,
            padding: [0.0; 4],
            margin: [0.0; 4],
            gap: 0.0,
            align: Align::Start,
            background: None,
            radius: 0.0,
            text: TextStyle::Body,
            color: None,
            elevation: 0.0,
            max_lines: 0,
        }
    }
}

impl Size {
    /// The share of what is left that it asks for.
    pub(super) fn weight(self) -> Option<f32> {
        match self {
            Self::Fill => Some(1.0),
            Self::Weight(weight) => Some(if weight.is_finite() { weight.max(0.0) } else { 0.0 }),
            Self::Wrap | Self::Dp(_) => None,
        }
    }
}
