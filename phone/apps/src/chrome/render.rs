//! Renders pages as views, with the user's input.

use std::collections::{BTreeMap, BTreeSet};

use super::html::{Button, Document, Group, Input, InputKind, Node, Role, Text};
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

/// The change events of fields, by their number on the page. Fields beyond these cannot be edited.
pub(super) const FIELD_EVENTS: [&str; 24] = [
    "field_0", "field_1", "field_2", "field_3", "field_4", "field_5", "field_6", "field_7", "field_8", "field_9",
    "field_10", "field_11", "field_12", "field_13", "field_14", "field_15", "field_16", "field_17", "field_18",
    "field_19", "field_20", "field_21", "field_22", "field_23",
];
/// The event of Enter in a field.
pub(super) const ENTER: &str = "enter";
/// The horizontal margin of a page.
const SIDE: f32 = 20.0;

/// The user's input on a page, by the number of the input: a text, or `on` for a ticked checkbox.
pub(super) type Filled = BTreeMap<usize, String>;

/// Renders one page.
struct Renderer<'a> {
    document: &'a Document,
    filled: &'a Filled,
    ids: BTreeSet<String>,
}

/// Renders a page.
pub(super) fn page(document: &Document, filled: &Filled) -> View {
    let mut renderer = Renderer { document, filled, ids: BTreeSet::new() };
    let mut parts = renderer.nodes(&document.body);
    parts.push(View::new(Kind::Space).height(Size::Dp(32.0)));
    View::list("webview", parts).description(&document.title)
}

/// Whether a checkbox or a radio button is on.
pub(super) fn is_on(document: &Document, filled: &Filled, number: usize) -> bool {
    let Some(input) = document.inputs.get(number) else { return false };
    match (&input.kind, filled.get(&number)) {
        (InputKind::Check(_) | InputKind::Radio(_), Some(value)) => value == "on",
        (InputKind::Check(on) | InputKind::Radio(on), None) => *on,
        _ => false,
    }
}

/// Returns the value of a field or a list.
pub(super) fn value<'a>(input: &'a Input, filled: &'a Filled, number: usize) -> &'a str {
    filled.get(&number).unwrap_or(&input.value)
}

fn icon(name: &str) -> Option<Icon> {
    match name {
        "sun" => Some(Icon::Sun),
        "moon" => Some(Icon::DarkMode),
        _ => None,
    }
}

impl Renderer<'_> {
    /// Returns an id that is unique on the page.
    fn id(&mut self, wanted: &str, or: &str) -> String {
        let wanted: String = wanted.chars().filter(|letter| !letter.is_control()).take(80).collect();
        let id =
            if wanted.is_empty() || self.ids.contains(&wanted) || wanted == "webview" { or.to_owned() } else { wanted };
        self.ids.insert(id.clone());
        id
    }

    fn nodes(&mut self, nodes: &[Node]) -> Vec<View> {
        let mut views = Vec::with_capacity(nodes.len());
        let mut pictures = Vec::new();
        for node in nodes {
            if let Node::Button(number) = node
                && let Some(button) = self.document.buttons.get(*number)
                && let Some(icon) = icon(&button.icon)
            {
                pictures.push(picture_button(*number, button, icon));
                continue;
            }
            flush(&mut views, &mut pictures);
            views.push(self.node(node));
        }
        flush(&mut views, &mut pictures);
        views
    }

    fn node(&mut self, node: &Node) -> View {
        match node {
            Node::Text(part) => self.text(part),
            Node::Picture { alt, link } => picture(alt, link.as_deref()),
            Node::Rule => View::new(Kind::Divider).style(|style| style.margin = [SIDE, 12.0, SIDE, 12.0]),
            Node::Group { kind, children } => self.group(*kind, children),
            Node::Button(number) => self.button(*number),
            Node::Input(number) => self.input(*number),
        }
    }

    fn text(&mut self, part: &Text) -> View {
        let style = match part.role {
            Role::Heading(1) => TextStyle::Headline,
            Role::Heading(2 | 3) => TextStyle::Title,
            Role::Heading(_) => TextStyle::Label,
            Role::Small => TextStyle::BodySmall,
            Role::Body | Role::Pre | Role::Quote => TextStyle::Body,
        };
        let mut view = View::text(&part.text).text_style(style);
        if !part.id.is_empty() {
            view = view.id(&self.id(&part.id, ""));
        }
        view = match part.role {
            Role::Small => view.color(Color::Muted),
            Role::Quote => view.color(Color::Muted).background(Color::SurfaceVariant, 8.0),
            Role::Pre => view.background(Color::SurfaceVariant, 8.0),
            Role::Heading(_) | Role::Body => view,
        };
        let boxed = matches!(part.role, Role::Quote | Role::Pre);
        if let Some(link) = &part.link {
            let event = match &part.download {
                Some(_) => Event::with("download", link),
                None => Event::with("link", link),
            };
            view = view.color(Color::Primary).on_click(event).padding(SIDE, 12.0);
        } else if boxed {
            view = view.padding(16.0, 12.0).style(|style| style.margin = [SIDE, 8.0, SIDE, 8.0]);
        } else if part.role == Role::Small {
            view = view.padding(SIDE, 4.0);
        } else {
            view = view.padding(SIDE, 8.0);
        }
        match &part.marker {
            Some(marker) => {
                let view = view.width(Size::Weight(1.0)).style(|style| style.padding[0] = 0.0);
                let marker = View::text(marker).color(Color::Muted).width(Size::Dp(22.0));
                View::row(vec![marker, view]).style(|style| style.padding[0] = SIDE + 4.0)
            }
            None => view.width(Size::Fill),
        }
    }

    fn group(&mut self, kind: Group, children: &[Node]) -> View {
        let inside = self.nodes(children);
        match kind {
            Group::Header => {
                let inside = inside.into_iter().map(|view| {
                    let link = view.on_click.is_some();
                    let view = view.text_style(TextStyle::Title).color(Color::OnPrimary);
                    if link { view } else { view.padding(SIDE, 14.0) }
                });
                View::column(inside.collect()).background(Color::Primary, 0.0)
            }
            Group::Nav | Group::Row => {
                let inside = inside.into_iter().map(|mut view| {
                    if kind == Group::Nav {
                        // Large enough to touch.
                        (view.style.padding[1], view.style.padding[3]) = (14.0, 14.0);
                        view = view.text_style(TextStyle::Label).align(toolkit::Align::Center);
                    }
                    view.style.padding[0] = view.style.padding[0].min(if kind == Group::Nav { 8.0 } else { SIDE });
                    view.style.padding[2] = view.style.padding[0];
                    view.width(Size::Weight(1.0))
                });
                let row = View::row(inside.collect());
                if kind == Group::Nav { row.background(Color::SurfaceVariant, 0.0) } else { row }
            }
            Group::Card => View::column(inside).padding(0.0, 8.0).background(Color::Surface, 12.0).style(|style| {
                style.margin = [12.0, 6.0, 12.0, 6.0];
                style.elevation = 1.0;
            }),
        }
    }

    fn button(&mut self, number: usize) -> View {
        let Some(button) = self.document.buttons.get(number) else { return View::new(Kind::Space) };
        let mut view = View::button(&button.label, Event::with("press", number.to_string()));
        view.kind = Kind::Button { primary: button.form.is_some() && button.description.is_empty() };
        let id = self.id(&button.id, "");
        let view = view.id(&id).description(&button.description).enabled(button.enabled).height(Size::Dp(48.0));
        let view = if button.label.is_empty() { view.width(Size::Dp(96.0)) } else { view };
        view.style(|style| style.margin = [SIDE, 8.0, SIDE, 8.0])
    }

    fn input(&mut self, number: usize) -> View {
        let Some(input) = self.document.inputs.get(number) else { return View::new(Kind::Space) };
        let id = self.id(if input.id.is_empty() { &input.name } else { &input.id }, &format!("field_{number}"));
        let label = if input.label.is_empty() { &input.name } else { &input.label };
        let on = is_on(self.document, self.filled, number);
        let tick = |kind: Kind, event: &'static str| {
            let mut view = View::new(kind).id(&id).on_click(Event::with(event, number.to_string()));
            label.clone_into(&mut view.text);
            view.width(Size::Fill).height(Size::Dp(48.0)).padding(SIDE, 0.0)
        };
        match &input.kind {
            InputKind::Check(_) => tick(Kind::CheckBox { on }, "tick"),
            InputKind::Radio(_) => tick(Kind::Radio { on }, "choose"),
            InputKind::Select(choices) => {
                let chosen = value(input, self.filled, number);
                let text = choices.iter().find(|(value, _)| value == chosen).map_or("", |(_, text)| text.trim());
                let text = View::text(text).width(Size::Weight(1.0));
                let row = View::row(vec![text, View::icon(Icon::ChevronRight)]).padding(16.0, 12.0).gap(8.0);
                let row = row.id(&id).description(label).on_click(Event::with("open", format!("select/{number}")));
                self.labelled(input, row.background(Color::SurfaceVariant, 8.0))
            }
            InputKind::Line | InputKind::Password | InputKind::Area => {
                let hint = if input.hint.is_empty() { &input.label } else { &input.hint };
                let event = FIELD_EVENTS.get(number).copied();
                let mut field = View::field(&id, value(input, self.filled, number), hint, event.unwrap_or(""));
                if let Kind::Field { password, multiline, on_submit, .. } = &mut field.kind {
                    *password = input.kind == InputKind::Password;
                    *multiline = input.kind == InputKind::Area;
                    *on_submit = (!*multiline).then_some(ENTER);
                }
                field.enabled = event.is_some();
                let height = if input.kind == InputKind::Area { Size::Dp(112.0) } else { Size::Dp(52.0) };
                self.labelled(input, field.height(height).background(Color::SurfaceVariant, 8.0))
            }
        }
    }

    /// Adds the label above a field.
    fn labelled(&self, input: &Input, field: View) -> View {
        let label = View::text(&input.label).text_style(TextStyle::Label).color(Color::Muted);
        let parts = if input.label.is_empty() { vec![field] } else { vec![label, field] };
        View::column(parts).gap(6.0).padding(SIDE, 8.0)
    }
}

/// Puts consecutive picture buttons side by side.
fn flush(views: &mut Vec<View>, pictures: &mut Vec<View>) {
    if !pictures.is_empty() {
        let grid = View::new(Kind::Grid { columns: 3 }).children(std::mem::take(pictures)).gap(16.0);
        views.push(grid.width(Size::Fill).padding(SIDE, 24.0));
    }
}

/// Builds a picture button; it has no accessible name unless the page gives one.
fn picture_button(number: usize, button: &Button, icon: Icon) -> View {
    let lit = icon == Icon::Sun;
    let color = if lit { Color::Rgb(120, 70, 0) } else { Color::Muted };
    let drawing = View::icon(icon).color(color).width(Size::Dp(44.0)).height(Size::Dp(44.0));
    let paper = if lit { Color::Rgb(255, 213, 79) } else { Color::SurfaceVariant };
    View::stack(vec![drawing])
        .description(&button.description)
        .on_click(Event::with("press", number.to_string()))
        .width(Size::Fill)
        .height(Size::Dp(104.0))
        .align(toolkit::Align::Center)
        .background(paper, 20.0)
}

/// Builds the placeholder of a web image: a tinted card, because the phone has no such images.
fn picture(alt: &str, link: Option<&str>) -> View {
    let mut tile = View::new(Kind::Avatar).width(Size::Dp(72.0)).height(Size::Dp(72.0));
    alt.clone_into(&mut tile.text);
    let view = View::stack(vec![tile]).description(alt).width(Size::Fill).height(Size::Dp(120.0));
    let view = view.align(toolkit::Align::Center).background(Color::SurfaceVariant, 12.0);
    let view = view.style(|style| style.margin = [SIDE, 8.0, SIDE, 8.0]);
    match link {
        Some(link) => view.on_click(Event::with("link", link)),
        None => view,
    }
}
