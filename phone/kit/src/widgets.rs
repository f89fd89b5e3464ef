//! Widgets shared by the apps, so that each app stays small and all look alike: bars, rows, switches, sections, search,
//! empty states, menus. Also navigation between an app's screens ([`navigate`]) and its saved state ([`save`],
//! [`load`]).
//!
//! An id with a colon (`android:id/title`) is a complete resource id, not an entry of the app's own.

use serde::Serialize;
use serde::de::DeserializeOwned;

use state::app::{Cx, Effect, Intent};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// A whole screen: children below each other.
pub fn screen(children: Vec<View>) -> View {
    View::column(children).height(Size::Fill).background(Color::Background, 0.0)
}

/// The top bar of a screen with a back button.
pub fn top_bar(title: &str, actions: Vec<View>) -> View {
    let up = View::icon_button(Icon::ArrowBack, "Navigate up", Event::new("navigate_up"));
    let title = if title.is_empty() { View::new(Kind::Space) } else { View::text(title).text_style(TextStyle::Title) };
    bar(Some(up), title.width(Size::Weight(1.0)), actions)
}

/// The top bar of an app's first screen.
pub fn home_bar(title: &str, actions: Vec<View>) -> View {
    let title = View::text(title).text_style(TextStyle::Headline).width(Size::Weight(1.0));
    bar(None, title.style(|style| style.margin[0] = 12.0), actions)
}

/// A bar with any view in its middle.
pub fn bar(lead: Option<View>, middle: View, actions: Vec<View>) -> View {
    let mut children: Vec<View> = lead.into_iter().collect();
    children.push(middle.style(|style| style.max_lines = 1));
    children.extend(actions);
    View::row(children).id("toolbar").height(Size::Dp(64.0)).padding(4.0, 4.0).gap(4.0)
}

/// The top bar of a search screen: back, and a field with the query.
pub fn search_bar(id: &str, query: &str, hint: &str) -> View {
    let up = View::icon_button(Icon::ArrowBack, "Navigate up", Event::new("navigate_up"));
    let field = submits(View::field(id, query, hint, "query"), "submit").width(Size::Weight(1.0));
    let mut actions = Vec::new();
    if !query.is_empty() {
        actions.push(View::icon_button(Icon::Clear, "Clear text", Event::new("query")).id("search_clear"));
    }
    bar(Some(up), field, actions)
}

/// A button that looks like a field and opens the search.
pub fn search_button(id: &str, text: &str) -> View {
    let text = View::text(text).id("search_bar_title").color(Color::Muted).width(Size::Weight(1.0));
    View::row(vec![View::icon(Icon::Search).color(Color::Muted), text])
        .id(id)
        .on_click(Event::new("search"))
        .height(Size::Dp(52.0))
        .padding(16.0, 8.0)
        .gap(16.0)
        .background(Color::SurfaceVariant, 26.0)
        .style(|style| style.margin = [16.0, 8.0, 16.0, 8.0])
}

/// Sets the submit event of a field.
pub fn submits(mut field: View, event: &'static str) -> View {
    if let Kind::Field { on_submit, .. } = &mut field.kind {
        *on_submit = Some(event);
    }
    field
}

/// A builder for a list row.
pub struct Row {
    title: View,
    summary: Option<View>,
    lead: Option<View>,
    trail: Vec<View>,
    row: View,
}

impl Row {
    /// Creates a row with a title.
    pub fn new(title: impl Into<String>) -> Self {
        let title = View::text(title).id("android:id/title").style(|style| style.max_lines = 2);
        let row = View::row(Vec::new()).padding(16.0, 12.0).gap(16.0);
        Self { title, summary: None, lead: None, trail: Vec::new(), row }
    }

    /// Sets the summary below the title; none if empty.
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        let summary = View::text(summary).id("android:id/summary");
        let summary = summary.text_style(TextStyle::BodySmall).color(Color::Muted).style(|style| style.max_lines = 2);
        self.summary = (!summary.text.is_empty()).then_some(summary);
        self
    }

    /// Sets the resource ids of title and summary, if an app has its own.
    pub fn ids(mut self, title: &str, summary: &str) -> Self {
        self.title = self.title.id(title);
        self.summary = self.summary.map(|view| view.id(summary));
        self
    }

    /// Adds a leading icon.
    pub fn icon(self, icon: Icon) -> Self {
        self.lead(View::icon(icon).id("android:id/icon").color(Color::Muted))
    }

    /// Adds any leading view.
    pub fn lead(mut self, view: View) -> Self {
        self.lead = Some(view);
        self
    }

    /// Adds a leading avatar.
    pub fn face(self, name: &str) -> Self {
        self.lead(avatar(name))
    }

    /// Adds a trailing view; several are placed side by side.
    pub fn trailing(mut self, view: View) -> Self {
        self.trail.push(view);
        self
    }

    /// Sets the event of a tap.
    pub fn on(mut self, event: Event) -> Self {
        self.row = self.row.on_click(event);
        self
    }

    /// Sets the event of a long press.
    pub fn hold(mut self, event: Event) -> Self {
        self.row = self.row.on_long_click(event);
        self
    }

    /// Opens another screen on tap.
    pub fn opens(self, route: impl Into<String>) -> Self {
        self.on(Event::with("open", route))
    }

    /// Enables or disables it.
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.row.enabled = enabled;
        self
    }

    /// Sets the resource id of the row.
    pub fn id(mut self, id: &str) -> Self {
        self.row = self.row.id(id);
        self
    }

    /// Builds the row.
    pub fn view(self) -> View {
        let mut title = self.title;
        if !self.row.enabled {
            title = title.color(Color::Muted);
        }
        let texts: Vec<View> = std::iter::once(title).chain(self.summary).collect();
        let mut children: Vec<View> = self.lead.into_iter().collect();
        children.push(View::column(texts).width(Size::Weight(1.0)).gap(2.0));
        children.extend(self.trail);
        self.row.children(children)
    }
}

/// A row with a switch; the row is the touch target.
pub fn switch_row(title: &str, summary: &str, on: bool, event: Event) -> Row {
    let switch = View::new(Kind::Switch { on }).id("android:id/switch_widget").description(title);
    Row::new(title).summary(summary).trailing(switch).on(event)
}

/// The large switch at the top of a screen: `Use Bluetooth`.
pub fn main_switch(title: &str, on: bool, event: Event) -> View {
    let switch = View::new(Kind::Switch { on }).id("android:id/switch_widget").description(title);
    let mut row = Row::new(title).ids("switch_text", "").trailing(switch).on(event).id("main_switch_bar").view();
    row.style.margin = [16.0, 8.0, 16.0, 8.0];
    row.background(Color::PrimaryContainer, 28.0)
}

/// A row with a radio button.
pub fn radio_row(title: &str, on: bool, event: Event) -> View {
    Row::new(title).lead(View::new(Kind::Radio { on }).description(title)).on(event).view()
}

/// A title with a slider below it, which sends `on_change`. The slider's id must be unique on the screen.
pub fn slider_row(title: &str, summary: &str, id: &str, at: (u32, u32), on_change: &'static str) -> View {
    let slider = View::new(Kind::Slider { value: at.0.min(at.1), max: at.1, on_change });
    let slider = slider.id(id).description(title).width(Size::Fill);
    let mut texts = vec![View::text(title).id("android:id/title")];
    if !summary.is_empty() {
        let summary = View::text(summary).id("android:id/summary").text_style(TextStyle::BodySmall);
        texts.push(summary.color(Color::Muted));
    }
    texts.push(slider);
    View::column(texts).padding(16.0, 10.0).gap(4.0)
}

/// A heading above rows.
pub fn section(title: impl Into<String>) -> View {
    View::text(title).text_style(TextStyle::Label).color(Color::Primary).padding(16.0, 10.0)
}

/// An empty state: icon and text.
pub fn empty(icon: Icon, text: &str) -> View {
    View::column(vec![
        View::icon(icon).color(Color::Muted).width(Size::Dp(48.0)).height(Size::Dp(48.0)),
        View::text(text).id("empty_text").color(Color::Muted),
    ])
    .padding(32.0, 64.0)
    .gap(16.0)
    .align(Align::Center)
}

/// A round avatar with initials.
pub fn avatar(name: &str) -> View {
    let mut view = View::new(Kind::Avatar).width(Size::Dp(40.0)).height(Size::Dp(40.0));
    name.clone_into(&mut view.text);
    view
}

/// Adds a floating action button at the lower right corner of scrolling content.
pub fn with_fab(content: View, id: &str, icon: Icon, description: &str, event: Event) -> View {
    let fab = View::new(Kind::Fab(icon)).id(id).description(description).on_click(event);
    let fab = fab.style(|style| style.margin = [16.0; 4]);
    let content = content.height(Size::Fill);
    View::stack(vec![content, fab]).width(Size::Fill).height(Size::Weight(1.0)).align(Align::End)
}

/// The button that opens a menu ([`with_menu`]): three dots.
pub fn menu_button() -> View {
    View::icon_button(Icon::More, "More options", Event::with("menu", "open")).id("menuitem_overflow")
}

/// Adds a menu at the upper right corner of a screen, if it is open. A touch beside it closes it.
pub fn with_menu(screen: View, open: bool, items: Vec<(&str, Event)>) -> View {
    if !open {
        return screen;
    }
    let rows = items
        .into_iter()
        .map(|(text, event)| View::row(vec![View::text(text).id("title")]).on_click(event).padding(16.0, 14.0));
    let menu = View::column(rows.collect())
        .id("menu")
        .width(Size::Dp(196.0))
        .padding(0.0, 8.0)
        .background(Color::Surface, 4.0)
        .style(|style| style.elevation = 8.0);
    let beside = View::column(vec![menu]).height(Size::Fill).align(Align::End).padding(8.0, 8.0);
    let beside = beside.description("Close menu");
    View::stack(vec![screen, beside.on_click(Event::new("menu"))]).width(Size::Fill).height(Size::Fill)
}

/// A bottom navigation bar: icon, name, route. Touching a tab replaces the screen.
pub fn tabs(tabs: &[(Icon, &str, &str)], current: &str) -> View {
    let tabs = tabs.iter().map(|(icon, name, route)| {
        let chosen = *route == current;
        let color = if chosen { Color::Primary } else { Color::Muted };
        View::column(vec![
            View::icon(*icon).color(color),
            View::text(*name).id("navigation_bar_item_label").text_style(TextStyle::Label).color(color),
        ])
        .id(&format!("tab_{route}"))
        .description(name)
        .width(Size::Weight(1.0))
        .padding(4.0, 12.0)
        .gap(4.0)
        .align(Align::Center)
        .selected(chosen)
        .on_click(Event::with("tab", *route))
    });
    View::row(tabs.collect()).id("bottom_navigation").background(Color::Surface, 0.0)
}

/// Handles the navigation events of all apps: `navigate_up` leaves the screen, `open` pushes another, `tab` replaces
/// it. Returns whether the event was one of these.
pub fn navigate(event: &Event, cx: &mut Cx<'_>) -> bool {
    match event.name.as_ref() {
        "navigate_up" => cx.pop(),
        "open" => cx.push(event.value.clone()),
        "tab" => cx.effects.push(Effect::Replace(event.value.clone())),
        _ => return false,
    }
    true
}

/// Shows a confirmation: `Cancel` first, then the action.
pub fn ask(cx: &mut Cx<'_>, title: &str, message: &str, yes: &str, event: Event) {
    let buttons = vec![("Cancel".to_owned(), Event::new("cancel")), (yes.to_owned(), event)];
    cx.effects.push(Effect::Dialog { title: title.to_owned(), message: message.to_owned(), buttons });
}

/// Splits a route into its name and argument: `chat/12` is `chat` and `12`.
pub fn split(route: &str) -> (&str, &str) {
    route.split_once('/').unwrap_or((route, ""))
}

/// Returns the label of a package.
pub fn label(package: &str, shared: &Shared) -> String {
    match shared.packages.get(package) {
        Some(found) if !found.label.is_empty() => found.label.clone(),
        _ => package.to_owned(),
    }
}

/// Returns the intent with which the launcher starts a package.
pub fn launch(package: &str, shared: &Shared) -> Intent {
    let class = shared.packages.get(package).and_then(|found| found.activities.first());
    Intent {
        action: Some("android.intent.action.MAIN".to_owned()),
        categories: vec!["android.intent.category.LAUNCHER".to_owned()],
        component: class.map(|class| (package.to_owned(), class.clone())),
        package: Some(package.to_owned()),
        ..Intent::default()
    }
}

/// Creates an intent from an action and data: call `tel:…`, write to `smsto:…`.
pub fn intent(action: &str, data: impl Into<String>) -> Intent {
    Intent { action: Some(action.to_owned()), data: Some(data.into()), ..Intent::default() }
}

/// Whether a text contains the query, ignoring case.
pub fn matches(text: &str, query: &str) -> bool {
    text.to_lowercase().contains(&query.trim().to_lowercase())
}

/// Decodes the escapes of a URI (`%20`, `+` in a query).
pub fn unescape(text: &str) -> String {
    // In a query, `+` is a space; a literal plus is escaped.
    percent_encoding::percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
}

/// Returns a parameter of a URI's query.
pub fn query_value(uri: &str, name: &str) -> Option<String> {
    let (_, query) = uri.split_once('?')?;
    query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')).map(unescape)
}

/// Serialises an app's state as JSON.
pub fn save<T: Serialize>(state: &T) -> serde_json::Value {
    serde_json::to_value(state).unwrap_or_default()
}

/// Loads an app's state from JSON, if it is readable.
pub fn load<T: DeserializeOwned>(state: &mut T, json: &serde_json::Value) {
    if let Ok(read) = T::deserialize(json) {
        *state = read;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_a_uri_are_undone_and_broken_ones_kept() {
        for (text, reads) in
            [("a%20b+c", "a b c"), ("%C3%A4", "ä"), ("100%", "100%"), ("%zz%4%", "%zz%4%"), ("%é1", "%é1")]
        {
            assert_eq!(unescape(text), reads);
        }
        assert_eq!(query_value("x:y?phone=1&text=a%26b", "text").as_deref(), Some("a&b"));
        assert_eq!(query_value("x:y?context=1", "text"), None);
    }
}
