//! Builds the views of a pop-up.

use super::{Button, Class, Item, ItemRef, KEY, Layout, PRESS, PopUp, SUBMIT, TEXT};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View, Window, WindowKind};

/// The side of an element without content, in dp.
const SIDE: f32 = 48.0;
/// The height of a scrolling element, in dp.
const SCROLLED: f32 = 200.0;

impl PopUp {
    /// Builds the window; `focus` is the number of the element with the key focus.
    pub(in super::super) fn window(&self, focus: Option<usize>) -> Window {
        let mut making = ViewBuilder { focus, next: 0, over: Vec::new() };
        let dialog = self.layout == Layout::Dialog;
        let id = |view: View, id: &str| if dialog { view.id(id) } else { view };
        let mut card = Vec::new();
        if !self.title.is_empty() {
            let title = View::text(&self.title).text_style(TextStyle::Headline).style(|style| style.margin[3] = 8.0);
            card.push(id(title, "alertTitle"));
        }
        if !self.message.is_empty() {
            let message = View::text(&self.message).text_style(TextStyle::BodySmall).color(Color::Muted);
            card.push(id(message, "android:id/message"));
        }
        card.extend(self.items.iter().filter_map(|item| making.item(item)));
        let buttons = self.buttons(&mut making);
        let below = matches!(self.layout, Layout::Sheet | Layout::Screen);
        if !buttons.is_empty() {
            let row = if below {
                View::column(buttons).align(Align::Center).gap(8.0)
            } else {
                let space = View::new(Kind::Space).width(Size::Weight(1.0));
                View::row([space].into_iter().chain(buttons).collect()).gap(4.0)
            };
            card.push(row.style(|style| style.margin[1] = 16.0));
        }
        let card = View::column(card).gap(4.0).background(Color::Surface, 28.0).style(|style| {
            style.padding = [24.0, 20.0, 16.0, 16.0];
            style.elevation = 6.0;
        });
        let view = match self.layout {
            Layout::Dialog => over(card.id("parentPanel"), making.over),
            Layout::Bare => over(card, making.over),
            Layout::Sheet => {
                let space = View::new(Kind::Space).height(Size::Weight(1.0));
                let sheet = View::column(vec![space, card.id("design_bottom_sheet")]).height(Size::Fill);
                over(sheet, making.over)
            }
            Layout::Screen => {
                let screen = card.background(Color::Background, 0.0).height(Size::Fill);
                over(screen, making.over).height(Size::Fill)
            }
        };
        let kind = if self.layout == Layout::Screen { WindowKind::App } else { WindowKind::Dialog };
        Window { key: KEY.to_owned(), package: self.package.clone(), view, kind }
    }

    fn buttons(&self, making: &mut ViewBuilder) -> Vec<View> {
        let count = self.buttons.len();
        let below = matches!(self.layout, Layout::Sheet | Layout::Screen);
        let view = |(number, button): (usize, &Button)| {
            let mut view = match button {
                Button::Text(text) => making.button(text),
                Button::Item(item) => making.item(item)?,
            };
            if self.layout == Layout::Dialog && view.id.is_empty() {
                // Android's ids: button1 is the positive button, button2 the negative, button3 the neutral.
                view = view.id(&format!("android:id/button{}", count - number));
            }
            Some(if below { view.width(Size::Fill) } else { view })
        };
        self.buttons.iter().enumerate().filter_map(view).collect()
    }

    /// Returns the number of the field with this id.
    pub(super) fn field_number(&self, id: &str) -> Option<usize> {
        let mut items = self.numbered().into_iter().enumerate();
        items.find_map(|(number, item)| match item {
            ItemRef::Item(item) if item.field.is_some() && field_id(item, number) == id => Some(number),
            _ => None,
        })
    }
}

/// Returns the id of a field, which it needs to get the focus.
fn field_id(item: &Item, number: usize) -> String {
    if item.resource_id.is_empty() { format!("field_{number}") } else { item.resource_id.clone() }
}

fn over(view: View, over: Vec<View>) -> View {
    if over.is_empty() {
        return view;
    }
    View::stack([view].into_iter().chain(over).collect()).width(Size::Fill)
}

/// Builds views, numbering the elements as [`PopUp::numbered`] does.
struct ViewBuilder {
    focus: Option<usize>,
    next: usize,
    /// Elements with explicit bounds, drawn over the rest.
    over: Vec<View>,
}

impl ViewBuilder {
    fn number(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    fn button(&mut self, text: &str) -> View {
        let number = self.number();
        View::button(text, Event::with(PRESS, number.to_string())).focused(self.focus == Some(number))
    }

    /// Builds the view of an element; `None` for one with explicit bounds.
    fn item(&mut self, item: &Item) -> Option<View> {
        let number = self.number();
        let mut view = View::new(kind(item)).id(&item.resource_id).description(&item.description);
        view.text.clone_from(&item.text);
        if item.field.is_some() {
            view = view.id(&field_id(item, number)).width(Size::Fill);
        }
        if item.scrollable {
            if view.id.is_empty() {
                view = view.id(&format!("list_{number}"));
            }
            view = view.width(Size::Fill).height(Size::Dp(SCROLLED));
        }
        if item.is_pressable() {
            view = view.on_click(Event::with(PRESS, number.to_string()));
        }
        let inside: Vec<View> = item.inside.iter().filter_map(|inside| self.item(inside)).collect();
        if !inside.is_empty() && matches!(view.kind, Kind::Column) {
            view = view.width(Size::Fill);
        }
        let shows = !item.text.is_empty() || !inside.is_empty() || item.field.is_some() || item.scrollable;
        if !shows && !matches!(view.kind, Kind::CheckBox { .. } | Kind::Switch { .. } | Kind::Radio { .. }) {
            view = view.width(Size::Dp(SIDE)).height(Size::Dp(SIDE));
        } else if matches!(view.kind, Kind::Space) {
            view = view.width(Size::Fill).height(Size::Dp(SIDE));
        }
        let view = view.children(inside).focused(self.focus == Some(number));
        let Some([left, top, right, bottom]) = item.bounds else { return Some(view) };
        let view = view.width(Size::Dp(right - left)).height(Size::Dp(bottom - top));
        self.over.push(view.style(|style| style.margin = [left, top, 0.0, 0.0]));
        None
    }
}

fn kind(item: &Item) -> Kind {
    if let Some(field) = &item.field {
        let on_submit = field.submits.then_some(SUBMIT);
        let (hint, password) = (field.hint.clone(), field.password);
        return Kind::Field { hint, password, multiline: false, on_change: TEXT, on_submit };
    }
    if item.scrollable {
        return Kind::List;
    }
    let on = item.checked.unwrap_or(false);
    match item.class {
        Some(Class::Switch) => Kind::Switch { on },
        Some(Class::RadioButton) => Kind::Radio { on },
        Some(Class::CheckBox) => Kind::CheckBox { on },
        None if item.checked.is_some() => Kind::CheckBox { on },
        Some(Class::Button) => Kind::Button { primary: false },
        Some(Class::TextView) => Kind::Text,
        Some(Class::ImageView) => Kind::Icon(Icon::More),
        Some(Class::ImageButton) => Kind::IconButton(Icon::More),
        Some(Class::View) => Kind::Space,
        Some(Class::LinearLayout) => Kind::Column,
        Some(Class::FrameLayout) => Kind::Stack,
        None if !item.inside.is_empty() => Kind::Column,
        None if item.is_pressable() => Kind::Button { primary: false },
        None => Kind::Text,
    }
}
