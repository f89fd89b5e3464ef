//! The screens of Maps: the map, search results, a place, directions, navigation.

use super::places::{self, CHIPS, Place};
use super::{MODES, Maps};
use kit::cartography::{self, Coordinates, Mark, MarkKind, Viewport, town};
use kit::widgets::{self, Row};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// The initial zoom.
const ZOOM: f32 = 14.2;
const RED: Color = Color::Rgb(217, 48, 37);
const BLUE: Color = Color::Rgb(26, 115, 232);

fn primary(text: &str, id: &str, event: Event) -> View {
    let mut button = View::button(text, event).id(id).description(text).height(Size::Dp(48.0));
    button.kind = Kind::Button { primary: true };
    button
}

/// Builds a secondary button: an icon and a word.
fn pill(icon: Icon, text: &str, id: &str, event: Event) -> View {
    let word = View::text(text).text_style(TextStyle::Label);
    View::new(Kind::Row)
        .children(vec![View::icon(icon).color(Color::Primary).width(Size::Dp(20.0)).height(Size::Dp(20.0)), word])
        .id(id)
        .description(text)
        .on_click(event)
        .align(Align::Center)
        .gap(6.0)
        .padding(14.0, 12.0)
        .height(Size::Dp(48.0))
        .background(Color::SurfaceVariant, 24.0)
}

/// Builds the card below the map.
fn card(children: Vec<View>) -> View {
    View::column(children).padding(20.0, 16.0).gap(8.0).background(Color::Surface, 0.0)
}

fn pin(at: Coordinates, label: &str) -> Mark {
    Mark { at, kind: MarkKind::Pin, color: RED, label: label.to_owned() }
}

/// Formats a rating as `4.6 stars`.
fn stars(place: &Place) -> String {
    format!("{}.{} stars", place.stars / 10, place.stars % 10)
}

impl Maps {
    /// Builds the map around a place, with marks and an optional route.
    fn map(&self, middle: Coordinates, mut marks: Vec<Mark>, way: Option<Vec<Coordinates>>, shared: &Shared) -> View {
        let dark = shared.settings.is_dark();
        let larger = (f32::from(self.form.zoom.unwrap_or(100)) / 100.0).log2();
        let all = way.as_ref().and_then(|points| Viewport::around(points, ZOOM, dark));
        let port = all.unwrap_or(Viewport { middle, zoom: ZOOM, dark });
        let port = Viewport { zoom: port.zoom + larger, ..port };
        marks.push(Mark { at: places::here(shared), kind: MarkKind::Position, color: BLUE, label: String::new() });
        let routes: Vec<(Color, Vec<Coordinates>)> = way.into_iter().map(|points| (BLUE, points)).collect();
        let graphic = cartography::draw(&town::MAP, &port, &routes, &marks);
        let said = self.form.zoom.map_or_else(|| "Map".to_owned(), |zoom| format!("Map, {zoom} %"));
        View::new(Kind::Graphic(graphic))
            .id("mainmap_container")
            .description(&said)
            .on_pinch("zoom")
            .width(Size::Fill)
            .height(Size::Weight(1.0))
    }

    fn marks_of_town() -> Vec<Mark> {
        let color = |place: &Place| match place.kind {
            "Park" => Color::Rgb(30, 142, 62),
            kind if kind.contains("restaurant") || kind.contains("Coffee") || kind == "Bakery" => {
                Color::Rgb(232, 113, 10)
            }
            kind if kind.contains("Hosp") || kind == "Pharmacy" => RED,
            _ => Color::Rgb(95, 99, 184),
        };
        let mark = |place: &Place| Mark {
            at: place.at,
            kind: MarkKind::Dot,
            color: color(place),
            label: place.name.to_owned(),
        };
        places::PLACES.iter().map(mark).collect()
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let field = View::field("search_omnibox_edit_text", &self.query, "Search here", "query");
        let field = widgets::submits(field, "submit")
            .background(Color::Surface, 26.0)
            .height(Size::Dp(52.0))
            .padding(20.0, 0.0);
        let bar = View::column(vec![field]).id("search_omnibox_text_box").padding(16.0, 12.0);
        let found = places::find(&self.query, places::here(shared));
        if !self.query.trim().is_empty() && !found.is_empty() {
            let rows = found.iter().map(|place| self.row(place, shared)).collect();
            return widgets::screen(vec![bar, View::list("suggestions", rows)]);
        }
        let chip = |name: &&str| {
            let text = View::text(*name).text_style(TextStyle::Label).style(|style| style.max_lines = 1);
            View::column(vec![text])
                .on_click(Event::with("look_for", *name))
                .align(Align::Center)
                .padding(4.0, 14.0)
                .background(Color::Surface, 24.0)
        };
        let chips = View::new(Kind::Grid { columns: 3 }).children(CHIPS.iter().map(chip).collect());
        let chips = chips.id("chips").width(Size::Fill).gap(8.0).style(|style| style.padding = [16.0, 0.0, 16.0, 12.0]);
        let saved = Row::new("Saved places")
            .summary(format!("{} in your list", self.saved.len()))
            .icon(Icon::Star)
            .opens("saved");
        let map = self.map(town::MIDDLE, Self::marks_of_town(), None, shared);
        // The search bar lies over the map, so that there is room for a map in landscape, too.
        let over = View::column(vec![bar, chips]);
        let stack = View::stack(vec![map.height(Size::Fill), over]).width(Size::Fill).height(Size::Weight(1.0));
        widgets::screen(vec![stack, saved.view().background(Color::Surface, 0.0)])
    }

    fn row(&self, place: &Place, shared: &Shared) -> View {
        let far = places::metres(places::here(shared), place.at);
        let about = format!("{} · {} · {}", stars(place), place.kind, places::length(far));
        let row = Row::new(place.name).summary(about).ids("title", "subtitle").icon(Icon::Location);
        row.on(Event::with("look_at", place.name)).view()
    }

    pub(super) fn results(&self, query: &str, shared: &Shared) -> View {
        let found = places::find(query, places::here(shared));
        let marks = found.iter().map(|place| pin(place.at, place.name)).collect();
        let middle = found.first().map_or(town::MIDDLE, |place| place.at);
        let map = self.map(middle, marks, None, shared);
        let mut rows: Vec<View> = found.iter().map(|place| self.row(place, shared)).collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Search, "Nothing was found here"));
        }
        let list = View::list("results", rows).background(Color::Surface, 0.0);
        widgets::screen(vec![widgets::top_bar(query, Vec::new()), map, list])
    }

    pub(super) fn saved_list(&self, shared: &Shared) -> View {
        let row = |name: &String| {
            let far = places::metres(places::here(shared), places::spot(name));
            let remove =
                View::icon_button(Icon::Delete, &format!("Remove {name}"), Event::with("unsave", name.as_str()));
            let row = Row::new(name).summary(places::length(far)).icon(Icon::Star).trailing(remove);
            row.on(Event::with("look_at", name.as_str())).view()
        };
        let mut rows: Vec<View> = self.saved.iter().map(row).collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Star, "Places you save appear here"));
        }
        widgets::screen(vec![widgets::top_bar("Saved", Vec::new()), View::list("saved", rows)])
    }

    pub(super) fn place(&self, place: &str, shared: &Shared) -> View {
        let at = places::spot(place);
        let far = places::metres(places::here(shared), at);
        let name = View::text(place).id("title").text_style(TextStyle::Headline).style(|style| style.max_lines = 3);
        let way = format!("{} · {}", places::duration(far, MODES[0].2), places::length(far));
        let mut parts = vec![name];
        let known = places::named(place);
        if let Some(known) = known {
            let about = format!("{} · {}", stars(known), known.kind);
            parts.push(View::text(about).id("subtitle").color(Color::Muted));
        }
        parts.push(View::text(way).id("distance").color(Color::Muted));
        let detail = |icon: Icon, text: &str| {
            let text = View::text(text).text_style(TextStyle::BodySmall).width(Size::Weight(1.0));
            View::row(vec![View::icon(icon).color(Color::Muted).width(Size::Dp(20.0)).height(Size::Dp(20.0)), text])
                .gap(12.0)
        };
        if let Some(known) = known {
            parts.push(detail(Icon::Location, known.street));
            parts.push(detail(Icon::Clock, known.hours));
            if !known.phone.is_empty() {
                parts.push(detail(Icon::Call, known.phone));
            }
        }
        let kept = self.saved.iter().any(|saved| saved == place);
        let mut buttons = vec![primary("Directions", "directions_button", Event::new("directions"))];
        if known.is_some_and(|known| !known.phone.is_empty()) {
            buttons.push(pill(Icon::Call, "Call", "call_button", Event::new("call")));
        }
        buttons.push(pill(Icon::Star, if kept { "Saved" } else { "Save" }, "save_button", Event::new("save")));
        parts.push(View::row(buttons).gap(8.0));
        let share = View::icon_button(Icon::Share, "Share", Event::new("share")).id("share_button");
        widgets::screen(vec![
            widgets::top_bar(place, vec![share]),
            self.map(at, vec![pin(at, "")], None, shared),
            card(parts),
        ])
    }

    pub(super) fn way(&self, place: &str, shared: &Shared) -> View {
        let (here, there) = (places::here(shared), places::spot(place));
        let from = View::text("Your location").id("directions_startpoint_textbox");
        let to = View::text(place).id("directions_endpoint_textbox").style(|style| style.max_lines = 2);
        let ends = View::column(vec![from, View::new(Kind::Divider), to]).gap(8.0).padding(16.0, 12.0);
        let ends = ends.background(Color::Surface, 12.0).style(|style| style.margin = [16.0, 0.0, 16.0, 8.0]);
        let mode = |(number, (word, _, _)): (usize, &(&str, &str, u64))| {
            let mut choice = View::new(Kind::Radio { on: number == self.form.mode })
                .on_click(Event::with("mode", number.to_string()));
            (*word).clone_into(&mut choice.text);
            choice.width(Size::Weight(1.0)).height(Size::Dp(48.0)).text_style(TextStyle::BodySmall)
        };
        let modes = View::row(MODES.iter().enumerate().map(mode).collect()).padding(12.0, 0.0);
        let (points, steps) = places::way(here, there);
        let far: f64 = steps.iter().map(|(_, far)| far).sum();
        let long = places::duration(far, self.speed());
        let trip =
            View::text(format!("{long} ({})", places::length(far))).id("trip_duration").text_style(TextStyle::Title);
        let turns = steps.iter().filter(|(_, far)| *far >= 10.0).map(|(text, far)| {
            View::text(format!("{text}, {}", places::length(*far)))
                .id("step")
                .text_style(TextStyle::BodySmall)
                .color(Color::Muted)
        });
        let mut below = vec![trip];
        below.extend(turns);
        below.push(View::row(vec![primary("Start", "start_button", Event::new("start"))]));
        widgets::screen(vec![
            widgets::top_bar("Directions", Vec::new()),
            ends,
            modes,
            self.map(there, vec![pin(there, "")], Some(points), shared),
            card(below),
        ])
    }

    pub(super) fn drive(&self, place: &str, shared: &Shared) -> View {
        let (here, there) = (places::here(shared), places::spot(place));
        let (points, steps) = places::way(here, there);
        let first = steps.first().map_or("Head north", |(text, _)| text.as_str());
        let turn = View::text(first).id("nav_instruction").text_style(TextStyle::Headline);
        let to = View::text(format!("toward {place}")).id("nav_destination").style(|style| style.max_lines = 2);
        let white = Color::Rgb(255, 255, 255);
        let head = View::column(vec![turn.color(white), to.color(white)]).padding(20.0, 20.0).gap(4.0);
        let head = head.background(Color::Rgb(15, 107, 68), 0.0);
        let far: f64 = steps.iter().map(|(_, far)| far).sum();
        let left = View::text(format!("{} · {}", places::duration(far, self.speed()), places::length(far)))
            .id("eta")
            .text_style(TextStyle::Title)
            .width(Size::Weight(1.0));
        let exit = View::icon_button(Icon::Close, "Close navigation", Event::new("navigate_up")).id("exit_button");
        let map = self.map(here, vec![pin(there, "")], Some(points), shared);
        widgets::screen(vec![head, map, card(vec![View::row(vec![left, exit])])])
    }

    fn speed(&self) -> u64 {
        MODES.get(self.form.mode).map_or(45, |(_, _, speed)| *speed)
    }
}
