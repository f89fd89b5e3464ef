//! What a screen is made of, as data. An app builds a fresh tree from its state whenever it is asked
//! (nothing here is kept), and the toolkit lays it out, draws it, describes it and finds what is touched.
//!
//! Lengths are in dp (density-independent pixels); the toolkit scales them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::graphic::Graphic;
use super::picture::Picture;
use super::sketch::Sketch;
use super::style::{Align, Color, Icon, Size, Style, TextStyle};

/// What an app is told when a view is touched, changed or submitted: a name of its own choice and a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What happened, in the app's own words: `open_chat`, `toggle_wifi`, `query_changed`.
    pub name: Cow<'static, str>,
    /// With what: an id, a new text, `true` or `false`, a position; empty if there is nothing to say.
    pub value: String,
}

impl Event {
    /// An event with nothing to say.
    pub fn new(name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), value: String::new() }
    }

    /// An event about something.
    pub fn with(name: &'static str, value: impl Into<String>) -> Self {
        Self { name: Cow::Borrowed(name), value: value.into() }
    }
}

/// The way a finger is drawn over something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Swipe {
    Left,
    Right,
    Up,
    Down,
}

/// One node of a screen.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What it is.
    pub kind: Kind,
    /// The entry name of its resource id (`send` becomes `com.whatsapp:id/send`); empty for none. It also
    /// keeps scroll position, focus and text selection over rebuilds, so views that have those need one
    /// that is unique on the screen.
    pub id: String,
    /// Its text, as shown and as accessibility reads it.
    pub text: String,
    /// What accessibility says of it instead of a text (`content-desc`).
    pub description: String,
    /// How it looks and how large it is.
    pub style: Style,
    /// What the app is told when it is touched; `None` for what cannot be touched.
    pub on_click: Option<Event>,
    /// What the app is told when it is held.
    pub on_long_click: Option<Event>,
    /// What the app is told, with how much, when two fingers move apart or together on it.
    pub on_pinch: Option<&'static str>,
    /// What the app is told when a finger is drawn over it and let go, by the way it went.
    pub on_swipe: Vec<(Swipe, Event)>,
    /// What the app is told when a list that stands at its top is pulled down.
    pub on_refresh: Option<&'static str>,
    /// What the app is told when the end of a list comes near, so that it can add more.
    pub on_end: Option<&'static str>,
    /// Whether it reacts at all.
    pub enabled: bool,
    /// Whether it is the chosen one of several (a tab, a row).
    pub selected: bool,
    /// Whether it is a switch to accessibility, whatever it looks like, and how it stands: a tile of the shade.
    pub toggled: Option<bool>,
    /// Whether a key would press it. Fields have the focus by their state instead.
    pub focused: bool,
    /// Whether it is laid out from left to right in every language: a number pad, a player's buttons.
    pub left_to_right: bool,
    /// What is inside, in order.
    pub children: Vec<View>,
}

/// What a view is. The class that accessibility reports follows from it.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Children below each other (`android.widget.LinearLayout`).
    Column,
    /// Children beside each other (`android.widget.LinearLayout`).
    Row,
    /// Children below each other, or beside each other where the room is wide and low: what a screen has to show, and what
    /// it is operated with (`android.widget.LinearLayout`).
    Panes,
    /// Children on top of each other, the last one on top (`android.widget.FrameLayout`).
    Stack,
    /// Children below each other, more than fit: dragged, flung, scrolled into view
    /// (`androidx.recyclerview.widget.RecyclerView`). Needs an id.
    List,
    /// Children beside each other in rows of so many (`android.view.ViewGroup`).
    Grid {
        /// How many in a row.
        columns: usize,
    },
    /// A text (`android.widget.TextView`).
    Text,
    /// A drawing from the toolkit's own set (`android.widget.ImageView`).
    Icon(Icon),
    /// A picture, as large as fits (`android.widget.ImageView`).
    Picture(Picture),
    /// Shapes and words around the middle of the view (`android.view.View`).
    Graphic(Graphic),
    /// A round picture with initials in it, coloured by its text (`android.widget.ImageView`).
    Avatar,
    /// A button with a text (`android.widget.Button`); `primary` is filled.
    Button {
        /// Whether it is the main one.
        primary: bool,
    },
    /// A round button with an icon that floats above the rest (`android.widget.ImageButton`).
    Fab(Icon),
    /// An icon that can be touched (`android.widget.ImageButton`).
    IconButton(Icon),
    /// A switch (`android.widget.Switch`, checkable).
    Switch {
        /// Whether it is on.
        on: bool,
    },
    /// A box to tick (`android.widget.CheckBox`, checkable).
    CheckBox {
        /// Whether it is ticked.
        on: bool,
    },
    /// One of several choices (`android.widget.RadioButton`, checkable).
    Radio {
        /// Whether it is the chosen one.
        on: bool,
    },
    /// A slider from 0 to `max` (`android.widget.SeekBar`); `on_change` gets the new value.
    Slider {
        /// Where it stands.
        value: u32,
        /// Where it ends.
        max: u32,
        /// The event, whose value is the number.
        on_change: &'static str,
    },
    /// A field for text (`android.widget.EditText`). `text` of the view is what it holds. Needs an id.
    Field {
        /// What stands there while it is empty.
        hint: String,
        /// Whether its text is hidden.
        password: bool,
        /// Whether Enter makes a line break; otherwise Enter submits.
        multiline: bool,
        /// The event with the whole new text, sent at every change.
        on_change: &'static str,
        /// The event when Enter is pressed in a field of one line.
        on_submit: Option<&'static str>,
    },
    /// Something to draw on with a finger (`android.view.View`). The app keeps the lines.
    Canvas {
        /// What was drawn.
        sketch: Sketch,
        /// The event whose value is what the finger does there: a [`Pointer`](super::Pointer).
        on_draw: &'static str,
    },
    /// A bar from 0 to 100 (`android.widget.ProgressBar`).
    Progress(u8),
    /// A line between things (`android.view.View`).
    Divider,
    /// Empty room that takes what is left (`weight`), or its size (`android.view.View`).
    Space,
}

/// Making views: constructors, then what differs from the default.
impl View {
    /// A view of a kind with nothing in it.
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            id: String::new(),
            text: String::new(),
            description: String::new(),
            style: Style::default(),
            on_click: None,
            on_long_click: None,
            on_pinch: None,
            on_swipe: Vec::new(),
            on_refresh: None,
            on_end: None,
            enabled: true,
            selected: false,
            toggled: None,
            focused: false,
            left_to_right: false,
            children: Vec::new(),
        }
    }

    /// Children below each other, as wide as there is room.
    pub fn column(children: Vec<Self>) -> Self {
        Self::new(Kind::Column).children(children).width(Size::Fill)
    }

    /// Children beside each other, as wide as there is room, centred vertically.
    pub fn row(children: Vec<Self>) -> Self {
        Self::new(Kind::Row).children(children).width(Size::Fill).align(Align::Center)
    }

    /// Parts of a screen that take the room that is left: below each other, or beside each other where it is wide and low.
    pub fn panes(children: Vec<Self>) -> Self {
        Self::new(Kind::Panes).children(children).width(Size::Fill).height(Size::Weight(1.0))
    }

    /// Children on top of each other.
    pub fn stack(children: Vec<Self>) -> Self {
        Self::new(Kind::Stack).children(children)
    }

    /// A list that scrolls and takes the room that is left.
    pub fn list(id: &str, children: Vec<Self>) -> Self {
        Self::new(Kind::List).children(children).id(id).width(Size::Fill).height(Size::Weight(1.0))
    }

    /// Content that takes the room that is left, and scrolls where that is too little.
    pub fn scroll(id: &str, content: Self) -> Self {
        Self::list(id, vec![content.height(Size::Fill)])
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        let mut view = Self::new(Kind::Text);
        view.text = text.into();
        view
    }

    /// An icon.
    pub fn icon(icon: Icon) -> Self {
        Self::new(Kind::Icon(icon))
    }

    /// A button that says something.
    pub fn button(text: impl Into<String>, event: Event) -> Self {
        let mut view = Self::new(Kind::Button { primary: false });
        view.text = text.into();
        view.on_click(event)
    }

    /// An icon that can be touched; the description is what accessibility says of it.
    pub fn icon_button(icon: Icon, description: &str, event: Event) -> Self {
        Self::new(Kind::IconButton(icon)).description(description).on_click(event)
    }

    /// A field for one line of text.
    pub fn field(id: &str, text: impl Into<String>, hint: &str, on_change: &'static str) -> Self {
        let hint = hint.to_owned();
        let mut view = Self::new(Kind::Field { hint, password: false, multiline: false, on_change, on_submit: None });
        view.text = text.into();
        view.id(id).width(Size::Fill)
    }

    /// Sets the id.
    #[must_use]
    pub fn id(mut self, id: &str) -> Self {
        id.clone_into(&mut self.id);
        self
    }

    /// Sets what accessibility says of it.
    #[must_use]
    pub fn description(mut self, description: &str) -> Self {
        description.clone_into(&mut self.description);
        self
    }

    /// Lets it be laid out from left to right in every language.
    #[must_use]
    pub fn left_to_right(mut self) -> Self {
        self.left_to_right = true;
        self
    }

    /// Sets the children.
    #[must_use]
    pub fn children(mut self, children: Vec<Self>) -> Self {
        self.children = children;
        self
    }

    /// Sets what happens when it is touched.
    #[must_use]
    pub fn on_click(mut self, event: Event) -> Self {
        self.on_click = Some(event);
        self
    }

    /// Sets what happens when it is held.
    #[must_use]
    pub fn on_long_click(mut self, event: Event) -> Self {
        self.on_long_click = Some(event);
        self
    }

    /// Sets what happens when two fingers move apart or together on it.
    #[must_use]
    pub fn on_pinch(mut self, name: &'static str) -> Self {
        self.on_pinch = Some(name);
        self
    }

    /// Sets what happens when a finger is drawn over it this way.
    #[must_use]
    pub fn on_swipe(mut self, way: Swipe, event: Event) -> Self {
        self.on_swipe.push((way, event));
        self
    }

    /// Sets what happens when this list is pulled down at its top.
    #[must_use]
    pub fn on_refresh(mut self, name: &'static str) -> Self {
        self.on_refresh = Some(name);
        self
    }

    /// Sets what happens when the end of this list comes near.
    #[must_use]
    pub fn on_end(mut self, name: &'static str) -> Self {
        self.on_end = Some(name);
        self
    }

    /// Sets the width.
    #[must_use]
    pub fn width(mut self, width: Size) -> Self {
        self.style.width = width;
        self
    }

    /// Sets the height.
    #[must_use]
    pub fn height(mut self, height: Size) -> Self {
        self.style.height = height;
        self
    }

    /// Sets the room inside: left and right, top and bottom.
    #[must_use]
    pub fn padding(mut self, sides: f32, ends: f32) -> Self {
        self.style.padding = [sides, ends, sides, ends];
        self
    }

    /// Sets the room between children.
    #[must_use]
    pub fn gap(mut self, gap: f32) -> Self {
        self.style.gap = gap;
        self
    }

    /// Sets where children stand.
    #[must_use]
    pub fn align(mut self, align: Align) -> Self {
        self.style.align = align;
        self
    }

    /// Sets the background and the radius of its corners.
    #[must_use]
    pub fn background(mut self, color: Color, radius: f32) -> Self {
        self.style.background = Some(color);
        self.style.radius = radius;
        self
    }

    /// Sets how the text looks.
    #[must_use]
    pub fn text_style(mut self, style: TextStyle) -> Self {
        self.style.text = style;
        self
    }

    /// Sets the colour of text or icon.
    #[must_use]
    pub fn color(mut self, color: Color) -> Self {
        self.style.color = Some(color);
        self
    }

    /// Changes the style in whatever way the above do not.
    #[must_use]
    pub fn style(mut self, change: impl FnOnce(&mut Style)) -> Self {
        change(&mut self.style);
        self
    }

    /// Switches it off.
    #[must_use]
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// Marks it as what a key would press.
    #[must_use]
    pub fn focused(mut self, focused: bool) -> Self {
        self.focused = focused;
        self
    }

    /// Makes it a switch to accessibility, which stands so.
    pub fn toggled(mut self, on: bool) -> Self {
        self.toggled = Some(on);
        self
    }

    /// Marks it as the chosen one.
    #[must_use]
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }
}
