//! The view tree of a screen, as data. An app builds a new tree from its state on every request and keeps none of it.
//! The toolkit lays it out, draws it, describes it to accessibility and hit-tests it.
//!
//! Lengths are in dp (density-independent pixels); the toolkit scales them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::graphic::Graphic;
use super::picture::Picture;
use super::sketch::Sketch;
use super::style::{Align, Color, Icon, Size, Style, TextStyle};

/// The event an app receives when a view is touched, changed or submitted: a name of the app's choice and a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The name, chosen by the app: `open_chat`, `toggle_wifi`, `query_changed`.
    pub name: Cow<'static, str>,
    /// The value: an id, a new text, `true` or `false`, a position; may be empty.
    pub value: String,
}

impl Event {
    /// Creates an event without a value.
    pub fn new(name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), value: String::new() }
    }

    /// Creates an event with a value.
    pub fn with(name: &'static str, value: impl Into<String>) -> Self {
        Self { name: Cow::Borrowed(name), value: value.into() }
    }
}

/// The direction of a swipe.
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
    /// The kind.
    pub kind: Kind,
    /// The entry name of its resource id (`send` becomes `com.whatsapp:id/send`); empty for none. Scroll position,
    /// focus and text selection are stored under it across rebuilds, so views that have those need an id that is unique
    /// on the screen.
    pub id: String,
    /// Its text, as shown and as accessibility reads it.
    pub text: String,
    /// The content description that accessibility reads instead of a text (`content-desc`).
    pub description: String,
    /// The style and size.
    pub style: Style,
    /// The event of a tap; `None` if the view is not clickable.
    pub on_click: Option<Event>,
    /// The event of a long press.
    pub on_long_click: Option<Event>,
    /// The event of a pinch, whose value is the scale factor.
    pub on_pinch: Option<&'static str>,
    /// The events of swipes, by direction.
    pub on_swipe: Vec<(Swipe, Event)>,
    /// The event when a list at its top is pulled down.
    pub on_refresh: Option<&'static str>,
    /// The event when the end of a list comes near, so that the app can add more.
    pub on_end: Option<&'static str>,
    /// Whether it reacts to input.
    pub enabled: bool,
    /// Whether it is the selected one of several (a tab, a row).
    pub selected: bool,
    /// The state reported to accessibility for a view that is a switch but looks different, such as a quick-settings
    /// tile.
    pub toggled: Option<bool>,
    /// Whether it has the keyboard focus. The focus of fields is part of the state instead.
    pub focused: bool,
    /// Whether it is laid out from left to right in every language: a number pad, a player's buttons.
    pub left_to_right: bool,
    /// The children, in order.
    pub children: Vec<View>,
}

/// The kind of a view. It determines the class that accessibility reports.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Children below each other (`android.widget.LinearLayout`).
    Column,
    /// Children beside each other (`android.widget.LinearLayout`).
    Row,
    /// Children below each other, or side by side if the room is wide and low: the content of a screen and its controls
    /// (`android.widget.LinearLayout`).
    Panes,
    /// Children on top of each other, the last one on top (`android.widget.FrameLayout`).
    Stack,
    /// Children below each other that scroll (`androidx.recyclerview.widget.RecyclerView`). Needs an id.
    List,
    /// Children in rows of `columns` cells (`android.view.ViewGroup`).
    Grid {
        /// The number of cells in a row.
        columns: usize,
    },
    /// A text (`android.widget.TextView`).
    Text,
    /// An icon from the toolkit's own set (`android.widget.ImageView`).
    Icon(Icon),
    /// A picture, as large as fits (`android.widget.ImageView`).
    Picture(Picture),
    /// Shapes and labels around the middle of the view (`android.view.View`).
    Graphic(Graphic),
    /// A round image with initials, coloured by its text (`android.widget.ImageView`).
    Avatar,
    /// A button with a text (`android.widget.Button`); `primary` is filled.
    Button {
        /// Whether it is the main button.
        primary: bool,
    },
    /// A floating action button: round, with an icon, above the rest (`android.widget.ImageButton`).
    Fab(Icon),
    /// A clickable icon (`android.widget.ImageButton`).
    IconButton(Icon),
    /// A switch (`android.widget.Switch`, checkable).
    Switch {
        /// Whether it is on.
        on: bool,
    },
    /// A checkbox (`android.widget.CheckBox`, checkable).
    CheckBox {
        /// Whether it is checked.
        on: bool,
    },
    /// One of several choices (`android.widget.RadioButton`, checkable).
    Radio {
        /// Whether it is the selected one.
        on: bool,
    },
    /// A slider from 0 to `max` (`android.widget.SeekBar`); `on_change` gets the new value.
    Slider {
        /// The value.
        value: u32,
        /// The maximum.
        max: u32,
        /// The event, whose value is the number.
        on_change: &'static str,
    },
    /// A text field (`android.widget.EditText`). The view's `text` is its content. Needs an id.
    Field {
        /// The hint shown while it is empty.
        hint: String,
        /// Whether its text is hidden.
        password: bool,
        /// Whether Enter inserts a line break; otherwise Enter submits.
        multiline: bool,
        /// The event with the whole new text, sent at every change.
        on_change: &'static str,
        /// The event when Enter is pressed in a single-line field.
        on_submit: Option<&'static str>,
    },
    /// A canvas for freehand drawing (`android.view.View`). The app keeps the strokes.
    Canvas {
        /// The strokes.
        sketch: Sketch,
        /// The event whose value is a [`Pointer`](super::Pointer).
        on_draw: &'static str,
    },
    /// A progress bar from 0 to 100 (`android.widget.ProgressBar`).
    Progress(u8),
    /// A dividing line (`android.view.View`).
    Divider,
    /// An empty space of a fixed size or a weight (`android.view.View`).
    Space,
}

/// Constructors, then builder methods.
impl View {
    /// Creates a view of a kind with defaults.
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

    /// Children below each other, filling the width.
    pub fn column(children: Vec<Self>) -> Self {
        Self::new(Kind::Column).children(children).width(Size::Fill)
    }

    /// Children beside each other, filling the width, centred vertically.
    pub fn row(children: Vec<Self>) -> Self {
        Self::new(Kind::Row).children(children).width(Size::Fill).align(Align::Center)
    }

    /// Parts of a screen that take the remaining room: below each other, or side by side if it is wide and low.
    pub fn panes(children: Vec<Self>) -> Self {
        Self::new(Kind::Panes).children(children).width(Size::Fill).height(Size::Weight(1.0))
    }

    /// Children on top of each other.
    pub fn stack(children: Vec<Self>) -> Self {
        Self::new(Kind::Stack).children(children)
    }

    /// A scrolling list that takes the remaining room.
    pub fn list(id: &str, children: Vec<Self>) -> Self {
        Self::new(Kind::List).children(children).id(id).width(Size::Fill).height(Size::Weight(1.0))
    }

    /// Content that takes the remaining room, and scrolls if that is too little.
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

    /// A button with a text.
    pub fn button(text: impl Into<String>, event: Event) -> Self {
        let mut view = Self::new(Kind::Button { primary: false });
        view.text = text.into();
        view.on_click(event)
    }

    /// A clickable icon; the description is its accessible name.
    pub fn icon_button(icon: Icon, description: &str, event: Event) -> Self {
        Self::new(Kind::IconButton(icon)).description(description).on_click(event)
    }

    /// A single-line text field.
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

    /// Sets the content description.
    #[must_use]
    pub fn description(mut self, description: &str) -> Self {
        description.clone_into(&mut self.description);
        self
    }

    /// Keeps the layout from left to right in every language.
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

    /// Sets the event of a tap.
    #[must_use]
    pub fn on_click(mut self, event: Event) -> Self {
        self.on_click = Some(event);
        self
    }

    /// Sets the event of a long press.
    #[must_use]
    pub fn on_long_click(mut self, event: Event) -> Self {
        self.on_long_click = Some(event);
        self
    }

    /// Sets the event of a pinch.
    #[must_use]
    pub fn on_pinch(mut self, name: &'static str) -> Self {
        self.on_pinch = Some(name);
        self
    }

    /// Sets the event of a swipe in this direction.
    #[must_use]
    pub fn on_swipe(mut self, way: Swipe, event: Event) -> Self {
        self.on_swipe.push((way, event));
        self
    }

    /// Sets the event of pulling this list down at its top.
    #[must_use]
    pub fn on_refresh(mut self, name: &'static str) -> Self {
        self.on_refresh = Some(name);
        self
    }

    /// Sets the event of coming near the end of this list.
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

    /// Sets the padding: left and right, top and bottom.
    #[must_use]
    pub fn padding(mut self, sides: f32, ends: f32) -> Self {
        self.style.padding = [sides, ends, sides, ends];
        self
    }

    /// Sets the gap between children.
    #[must_use]
    pub fn gap(mut self, gap: f32) -> Self {
        self.style.gap = gap;
        self
    }

    /// Sets the alignment of the children.
    #[must_use]
    pub fn align(mut self, align: Align) -> Self {
        self.style.align = align;
        self
    }

    /// Sets the background and the corner radius.
    #[must_use]
    pub fn background(mut self, color: Color, radius: f32) -> Self {
        self.style.background = Some(color);
        self.style.radius = radius;
        self
    }

    /// Sets the text style.
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

    /// Changes any other part of the style.
    #[must_use]
    pub fn style(mut self, change: impl FnOnce(&mut Style)) -> Self {
        change(&mut self.style);
        self
    }

    /// Enables or disables it.
    #[must_use]
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// Gives it the keyboard focus.
    #[must_use]
    pub fn focused(mut self, focused: bool) -> Self {
        self.focused = focused;
        self
    }

    /// Reports it to accessibility as a switch in this state.
    pub fn toggled(mut self, on: bool) -> Self {
        self.toggled = Some(on);
        self
    }

    /// Marks it as selected.
    #[must_use]
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }
}
