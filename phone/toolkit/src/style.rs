//! The style of views: sizes, alignment, colour and text roles, and the names of the icons. Data only; `theme` has the
//! colours and type sizes, `icons` the shapes.

/// Declares the icons and the list of them.
macro_rules! icons {
    ($($name:ident),+) => {
        /// The toolkit's icons.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum Icon { $($name),+ }

        impl Icon {
            /// All icons.
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

/// The size and appearance of a view.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The width.
    pub width: Size,
    /// The height.
    pub height: Size,
    /// The padding inside its edges: left, top, right, bottom.
    pub padding: [f32; 4],
    /// The margin outside its edges: left, top, right, bottom.
    pub margin: [f32; 4],
    /// The gap between its children.
    pub gap: f32,
    /// The alignment of its children across the layout direction (in a stack, on both axes).
    pub align: Align,
    /// The background; `None` is transparent.
    pub background: Option<Color>,
    /// The corner radius.
    pub radius: f32,
    /// The text style.
    pub text: TextStyle,
    /// The colour of its text or icon; `None` uses the theme's.
    pub color: Option<Color>,
    /// The elevation in dp, drawn as a shadow.
    pub elevation: f32,
    /// The maximum number of text lines before an ellipsis; 0 is unlimited.
    pub max_lines: usize,
}

/// A length along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// As large as the content.
    Wrap,
    /// As large as the parent.
    Fill,
    /// A fixed size in dp.
    Dp(f32),
    /// A share of the remaining room in the parent's layout direction.
    Weight(f32),
}

/// The alignment within the available room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Align {
    Start,
    Center,
    End,
}

/// Text roles of Material design.
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

/// Colours by role; the theme resolves them for light and dark.
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
    /// An app's own colour: red, green, blue.
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
    /// Returns the weight, if the size is a share of the remaining room.
    pub(super) fn weight(self) -> Option<f32> {
        match self {
            Self::Fill => Some(1.0),
            Self::Weight(weight) => Some(if weight.is_finite() { weight.max(0.0) } else { 0.0 }),
            Self::Wrap | Self::Dp(_) => None,
        }
    }
}
