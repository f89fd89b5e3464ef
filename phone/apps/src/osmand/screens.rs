//! The map and its screens: search, a place, a new favourite.

use kit::cartography::{self, Coordinates, Mark, MarkKind, Viewport, liechtenstein};
use kit::widgets::{self, Row};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, Sketch, TextStyle, View};

use super::{OsmAnd, folder, in_route, places};

/// The colours of favourites, markers and routes.
const STAR: Color = Color::Rgb(229, 124, 0);
const FLAG: Color = Color::Rgb(0, 131, 143);
pub(super) const TRACK: Color = Color::Rgb(123, 31, 162);

/// Builds a round button over the map.
pub(super) fn round(icon: Icon, description: &str, id: &str, event: Event) -> View {
    let button = View::icon_button(icon, description, event).id(id).background(Color::Surface, 24.0);
    button.style(|style| style.elevation = 3.0)
}

/// Builds a button of a place's menu: an icon above a word.
fn action(icon: Icon, text: &str, id: &str, event: Event) -> View {
    let word = View::text(text).text_style(TextStyle::Caption).style(|style| style.max_lines = 1);
    View::column(vec![View::icon(icon).color(Color::Primary), word])
        .id(id)
        .on_click(event)
        .width(Size::Weight(1.0))
        .padding(4.0, 12.0)
        .gap(6.0)
        .align(Align::Center)
}

impl OsmAnd {
    /// Builds the map with favourites, markers and routes, and buttons over it.
    pub(super) fn map(
        &self,
        shared: &Shared,
        mut marks: Vec<Mark>,
        routes: &[(Color, Vec<Coordinates>)],
        port: Option<Viewport>,
        over: Vec<View>,
    ) -> View {
        let dark = shared.settings.is_dark();
        let fixed = port.is_some();
        let port = port.unwrap_or(Viewport { middle: self.middle, zoom: self.zoom, dark });
        let mut kept = Vec::new();
        if !self.hidden.favorites {
            for favorite in folder::favorites(shared).unwrap_or_default() {
                let label = if port.zoom > 12.0 { favorite.name } else { String::new() };
                kept.push(Mark { at: favorite.at, kind: MarkKind::Dot, color: STAR, label });
            }
        }
        if !self.hidden.markers {
            for marker in self.markers.rows_or_none(shared).iter().filter(|marker| marker.active) {
                kept.push(Mark { at: marker.at, kind: MarkKind::Flag, color: FLAG, label: String::new() });
            }
        }
        kept.append(&mut marks);
        let graphic = cartography::draw(&liechtenstein::MAP, &port, routes, &kept);
        let map = View::new(Kind::Graphic(graphic)).id("map_view_with_layers").on_pinch("pinch");
        let mut layers = vec![map.width(Size::Fill).height(Size::Fill)];
        if !fixed {
            let glass = View::new(Kind::Canvas { sketch: Sketch::default(), on_draw: "pan" }).description("Map");
            layers.push(glass.id("map_touch").width(Size::Fill).height(Size::Fill));
        }
        layers.extend(over);
        View::stack(layers).width(Size::Fill).height(Size::Weight(1.0)).align(Align::Center)
    }

    /// Builds the zoom buttons.
    pub(super) fn zoom_buttons() -> View {
        let column = View::new(Kind::Column).children(vec![
            round(Icon::Add, "Zoom in", "map_zoom_in_button", Event::new("zoom_in")),
            round(Icon::Remove, "Zoom out", "map_zoom_out_button", Event::new("zoom_out")),
        ]);
        column.gap(8.0)
    }

    pub(super) fn map_screen(&self, shared: &Shared) -> View {
        let space = || View::new(Kind::Space).width(Size::Weight(1.0));
        let top = View::row(vec![
            round(Icon::Map, "Configure map", "map_layers_button", Event::with("open", "configure")),
            round(Icon::Search, "Search", "map_search_button", Event::new("search")),
            space(),
        ]);
        let bottom = View::row(vec![
            round(Icon::Apps, "Menu", "map_menu_button", Event::with("open", "menu")),
            space(),
            round(Icon::Location, "Move to the middle of the map", "map_my_location_button", Event::new("center")),
            Self::zoom_buttons(),
        ]);
        let over = View::column(vec![
            top.gap(12.0),
            View::new(Kind::Space).height(Size::Weight(1.0)),
            bottom.gap(12.0).align(Align::End),
        ]);
        let over = over.height(Size::Fill).padding(12.0, 12.0);
        widgets::screen(vec![self.map(shared, Vec::new(), &[], None, vec![over])])
    }

    pub(super) fn search_screen(&self) -> View {
        let row = |name: &str, about: &str, at: Coordinates, icon: Icon| {
            let row = Row::new(name).summary(about).ids("title", "subtitle").icon(icon);
            row.on(Event::with("choose", in_route(at, name))).view()
        };
        let mut rows = Vec::new();
        if self.query.trim().is_empty() {
            if !self.found.is_empty() {
                rows.push(widgets::section("History"));
                rows.extend(self.found.iter().map(|(name, at)| row(name, &places::written(*at), *at, Icon::Clock)));
            }
            rows.push(widgets::section("Places of this map"));
        }
        let found = places::find(&self.query);
        if found.is_empty() {
            rows.push(widgets::empty(Icon::Search, "Nothing was found on the maps of this phone"));
        }
        rows.extend(found.iter().map(|place| row(&place.name, &place.about, place.at, Icon::Location)));
        let hint = "Type to search all";
        widgets::screen(vec![widgets::search_bar("searchEditText", &self.query, hint), View::list("list", rows)])
    }

    /// Builds a place with its actions.
    pub(super) fn place_screen(&self, (at, name): (Coordinates, &str), shared: &Shared) -> View {
        let near = |other: Coordinates| (other.0 - at.0).abs() < 1e-5 && (other.1 - at.1).abs() < 1e-5;
        let kept = folder::favorites(shared).unwrap_or_default().iter().any(|favorite| near(favorite.at));
        let marked = self.markers.rows_or_none(shared).iter().any(|marker| near(marker.at) && marker.active);
        let known = places::find(name).into_iter().find(|place| near(place.at));
        let about = known.map_or_else(|| "Point on the map".to_owned(), |place| place.about);
        let title = View::text(name).id("context_menu_line1").text_style(TextStyle::Headline);
        let about = View::text(about).id("context_menu_line2").color(Color::Muted);
        let written = places::written(at);
        let point = View::row(vec![
            View::icon(Icon::Location).color(Color::Muted),
            View::text(&written).id("coordinates").color(Color::Muted).width(Size::Weight(1.0)),
        ]);
        let actions = View::row(vec![
            if kept {
                action(Icon::Star, "Edit", "context_menu_fav_view", Event::with("open", "places"))
            } else {
                action(Icon::Star, "Add", "context_menu_fav_view", Event::new("add_favorite"))
            },
            if marked {
                action(Icon::Location, "Edit marker", "context_menu_waypoint_view", Event::with("open", "markers"))
            } else {
                action(Icon::Location, "Marker", "context_menu_waypoint_view", Event::new("add_marker"))
            },
            action(Icon::Share, "Share", "context_menu_share_view", Event::new("share")),
            action(Icon::Map, "Plan a route", "context_menu_measure_view", Event::new("plan_from")),
        ]);
        let card = View::column(vec![
            title.style(|style| style.max_lines = 2),
            about,
            point.gap(12.0),
            View::new(Kind::Divider),
            actions,
        ]);
        let card = card.id("context_menu_main").padding(20.0, 16.0).gap(8.0).background(Color::Surface, 20.0);
        let pin = Mark { at, kind: MarkKind::Pin, color: Color::Rgb(217, 48, 37), label: String::new() };
        let buttons = View::column(vec![
            View::row(vec![round(Icon::ArrowBack, "Back to map", "back_button", Event::new("navigate_up"))]),
            View::new(Kind::Space).height(Size::Weight(1.0)),
            View::row(vec![View::new(Kind::Space).width(Size::Weight(1.0)), Self::zoom_buttons()]),
        ]);
        let map = self.map(shared, vec![pin], &[], None, vec![buttons.height(Size::Fill).padding(12.0, 12.0)]);
        widgets::screen(vec![map, card])
    }

    /// Builds the form of a new favourite.
    pub(super) fn favorite_screen(&self, shared: &Shared) -> View {
        let field = |id: &str, text: &str, hint: &str, event: &'static str| {
            let label = View::text(hint).text_style(TextStyle::Label).color(Color::Muted);
            let field =
                View::field(id, text, hint, event).height(Size::Dp(52.0)).background(Color::SurfaceVariant, 8.0);
            View::column(vec![label, field]).gap(6.0)
        };
        let mut groups: Vec<String> =
            folder::favorites(shared).unwrap_or_default().into_iter().map(|it| it.group).collect();
        groups.retain(|group| !group.is_empty());
        groups.sort();
        groups.dedup();
        groups.truncate(6);
        let mut parts = vec![
            field("name_edit", &self.form.name, "Name", "name"),
            field("description_edit", &self.form.description, "Description", "description"),
            field("group_edit", &self.form.group, "Group (none: Favorites)", "group"),
        ];
        let known = groups
            .iter()
            .map(|group| Row::new(group).icon(Icon::Files).on(Event::with("group", group.as_str())).view());
        parts.extend(known);
        let form = View::list("favorite_form", vec![View::column(parts).padding(20.0, 12.0).gap(16.0)]);
        let mut save =
            View::button("SAVE", Event::new("save_favorite")).id("right_bottom_button").width(Size::Weight(1.0));
        save.kind = Kind::Button { primary: true };
        let cancel = View::button("CANCEL", Event::new("navigate_up")).id("dismiss_button").width(Size::Weight(1.0));
        let buttons =
            View::row(vec![cancel.height(Size::Dp(48.0)), save.height(Size::Dp(48.0))]).padding(20.0, 12.0).gap(12.0);
        widgets::screen(vec![widgets::top_bar("Add favorite", Vec::new()), form, buttons])
    }

    pub(super) fn configure_screen(&self) -> View {
        let rows = vec![
            widgets::section("Show"),
            widgets::switch_row(
                "Favorites",
                "Stars for what you keep",
                !self.hidden.favorites,
                Event::new("hide_favorites"),
            )
            .view(),
            widgets::switch_row(
                "Map markers",
                "Flags for what is to be visited",
                !self.hidden.markers,
                Event::new("hide_markers"),
            )
            .view(),
            widgets::section("Map"),
            Row::new("Liechtenstein").summary("Offline, downloaded").icon(Icon::Map).view(),
        ];
        widgets::screen(vec![widgets::top_bar("Configure map", Vec::new()), View::list("dashboard_list_view", rows)])
    }
}

/// Builds the main menu.
pub(super) fn menu() -> View {
    let item =
        |icon: Icon, text: &str, route: &str| Row::new(text).icon(icon).on(Event::with("menu_item", route)).view();
    let rows = vec![
        item(Icon::Map, "Map", "map"),
        Row::new("Search").icon(Icon::Search).on(Event::new("search")).view(),
        item(Icon::Location, "Map markers", "markers"),
        item(Icon::Star, "My Places", "places"),
        Row::new("Plan a route").icon(Icon::Share).on(Event::new("plan_new")).view(),
        item(Icon::Gear, "Configure map", "configure"),
    ];
    widgets::screen(vec![widgets::top_bar("OsmAnd", Vec::new()), View::list("menu_items", rows)])
}

/// Builds the screen of the first start, which offers map downloads.
pub(super) fn welcome() -> View {
    let center = |view: View| view.align(Align::Center).width(Size::Fill);
    let drawing = View::icon(Icon::Map).color(Color::Primary).width(Size::Dp(72.0)).height(Size::Dp(72.0));
    let body = View::column(vec![
        View::new(Kind::Space).height(Size::Weight(1.0)),
        drawing,
        center(View::text("Get started").id("wizard_title").text_style(TextStyle::Headline)),
        center(
            View::text("Choose a map to use without a network. Liechtenstein is on this phone already.")
                .color(Color::Muted),
        ),
        View::new(Kind::Space).height(Size::Weight(2.0)),
    ]);
    let body = View::scroll("first_run", body.gap(20.0).padding(28.0, 24.0).align(Align::Center));
    let mut download = View::button("Download world map", Event::new("no_download")).id("action_button");
    download.kind = Kind::Button { primary: true };
    let skip = View::button("SKIP DOWNLOAD", Event::new("skip")).id("skip_button");
    let buttons = [download, skip].map(|button| button.height(Size::Dp(48.0)).width(Size::Fill));
    widgets::screen(vec![body, View::column(buttons.to_vec()).padding(24.0, 20.0).gap(12.0)])
}
