//! The screens of saved data: My Places with favourites and tracks, and the markers.

use kit::cartography::{Mark, MarkKind, Viewport};
use kit::clock;
use kit::widgets::{self, Row};
use state::app::Cx;
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Size, TextStyle, View};

use super::plan::{length, metres};
use super::screens::TRACK;
use super::{OsmAnd, folder, in_route, markers, places};

/// The most rows in a list; a line below says how many more there are.
const MAX_ROWS: usize = 500;

fn tabs(current: &str) -> View {
    let tab = |name: &str, route: &str| {
        let color = if route == current { Color::Primary } else { Color::Muted };
        let text = View::text(name).text_style(TextStyle::Label).color(color);
        let tab = View::column(vec![text]).width(Size::Weight(1.0)).padding(8.0, 14.0).align(toolkit::Align::Center);
        tab.selected(route == current).on_click(Event::with("tab", route))
    };
    View::row(vec![tab("Favorites", "places"), tab("Tracks", "tracks")]).id("sliding_tabs")
}

fn delete(name: &str, event: &'static str, value: &str) -> View {
    View::icon_button(Icon::Delete, &format!("Delete {name}"), Event::with(event, value))
}

impl OsmAnd {
    pub(super) fn favorite_list(&self, shared: &Shared) -> View {
        let mut rows = Vec::new();
        match folder::favorites(shared) {
            Err(error) => rows.push(widgets::empty(Icon::Info, &error)),
            Ok(all) if all.is_empty() => rows.push(widgets::empty(Icon::Star, "There are no favorites yet")),
            Ok(all) => {
                let mut sorted: Vec<_> = all.iter().enumerate().collect();
                sorted.sort_by_key(|(_, favorite)| favorite.group.to_lowercase());
                let mut group = None;
                for (number, favorite) in sorted.into_iter().take(MAX_ROWS) {
                    if group != Some(&favorite.group) {
                        group = Some(&favorite.group);
                        rows.push(widgets::section(if favorite.group.is_empty() {
                            "Favorites"
                        } else {
                            &favorite.group
                        }));
                    }
                    let about = if favorite.description.is_empty() {
                        places::written(favorite.at)
                    } else {
                        favorite.description.clone()
                    };
                    let row = Row::new(&favorite.name)
                        .summary(about)
                        .ids("favourite_label", "point_description")
                        .icon(Icon::Star);
                    let row = row.trailing(delete(&favorite.name, "favorite_delete", &number.to_string()));
                    rows.push(row.on(Event::with("show", in_route(favorite.at, &favorite.name))).view());
                }
                if all.len() > MAX_ROWS {
                    rows.push(
                        View::text(format!("and {} more", all.len() - MAX_ROWS))
                            .color(Color::Muted)
                            .padding(16.0, 12.0),
                    );
                }
            }
        }
        widgets::screen(vec![
            widgets::top_bar("My Places", Vec::new()),
            tabs("places"),
            View::list("favorites_list", rows),
        ])
    }

    pub(super) fn track_list(&self, shared: &Shared) -> View {
        let names = folder::tracks(shared);
        let row = |name: &String| {
            let row = Row::new(name).summary("Track").ids("name", "description").icon(Icon::Map);
            row.trailing(delete(name, "track_delete", name)).on(Event::with("open", format!("track/{name}"))).view()
        };
        let mut rows: Vec<View> = names.iter().take(MAX_ROWS).map(row).collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Map, "There are no tracks yet"));
        }
        widgets::screen(vec![
            widgets::top_bar("My Places", Vec::new()),
            tabs("tracks"),
            View::list("tracks_list", rows),
        ])
    }

    pub(super) fn track_screen(&self, name: &str, shared: &Shared) -> View {
        let Some(gpx) = folder::track(shared, name) else {
            let list = View::list("track", vec![widgets::empty(Icon::Info, "The track cannot be read")]);
            return widgets::screen(vec![widgets::top_bar(name, Vec::new()), list]);
        };
        let port = Viewport::around(&gpx.track, 14.0, shared.settings.is_dark());
        let ends = [gpx.track.first(), gpx.track.last()].into_iter().flatten();
        let ends = ends.map(|at| Mark { at: *at, kind: MarkKind::Dot, color: TRACK, label: String::new() }).collect();
        let map = self.map(shared, ends, &[(TRACK, gpx.track.clone())], port, Vec::new());
        let far = View::text(metres(length(&gpx.track))).id("distance").text_style(TextStyle::Headline);
        let points = View::text(format!("{} points", gpx.track.len())).id("points").color(Color::Muted);
        let card = View::column(vec![far, points]).padding(20.0, 16.0).gap(4.0).background(Color::Surface, 0.0);
        let bar = widgets::top_bar(name, vec![delete(name, "track_delete", name)]);
        widgets::screen(vec![bar, map, card])
    }

    pub(super) fn marker_list(&self, shared: &Shared) -> View {
        let mut rows = Vec::new();
        match self.markers.rows(shared) {
            Err(error) => rows.push(widgets::empty(Icon::Info, &error.to_string())),
            Ok(all) if all.is_empty() => rows.push(widgets::empty(Icon::Location, "There are no markers yet")),
            Ok(all) => {
                for (active, title) in [(true, "Active"), (false, "Passed")] {
                    let mut some = all.iter().filter(|marker| marker.active == active).peekable();
                    if some.peek().is_some() {
                        rows.push(widgets::section(title));
                    }
                    for marker in some {
                        let name =
                            if marker.name.is_empty() { places::written(marker.at) } else { marker.name.clone() };
                        let about =
                            format!("{} · {}", places::written(marker.at), clock::stamp(marker.added_ms, shared));
                        let pass = if active {
                            ("Mark passed", "marker_pass", Icon::Check)
                        } else {
                            ("Make active", "marker_again", Icon::Refresh)
                        };
                        let pass = View::icon_button(
                            pass.2,
                            &format!("{}: {name}", pass.0),
                            Event::with(pass.1, marker.id.as_str()),
                        );
                        let row = Row::new(&name)
                            .summary(about)
                            .ids("marker_title", "marker_description")
                            .icon(Icon::Location);
                        let row = row.trailing(pass).trailing(delete(&name, "marker_delete", &marker.id));
                        rows.push(row.on(Event::with("show", in_route(marker.at, &name))).view());
                    }
                }
            }
        }
        widgets::screen(vec![widgets::top_bar("Map markers", Vec::new()), View::list("markers_list", rows)])
    }

    /// Handles an event in the lists. Returns whether it was one.
    pub(super) fn list_event(&mut self, event: &Event, cx: &mut Cx<'_>) -> bool {
        let now_ms = cx.shared.clock.now_ms;
        let changed = match event.name.as_ref() {
            "show" => {
                (self.middle, self.zoom) = (super::place_of(&event.value).0, super::PLACE_ZOOM);
                cx.push(format!("place/{}", event.value));
                return true;
            }
            "favorite_delete" => {
                let number: usize = event.value.parse().unwrap_or(usize::MAX);
                let removed = folder::change_favorites(cx.shared, |all| {
                    if number < all.len() {
                        all.remove(number);
                    }
                });
                if let Err(error) = removed {
                    cx.toast(error);
                }
                return true;
            }
            "track_delete" => {
                let title = format!("Delete {}?", event.value);
                widgets::ask(cx, &title, "", "Delete", Event::with("track_delete_yes", event.value.as_str()));
                return true;
            }
            "track_delete_yes" => {
                folder::delete_track(cx.shared, &event.value);
                return true;
            }
            "marker_pass" => self.markers.change(cx.shared, |db| markers::set_active(db, &event.value, false, now_ms)),
            "marker_again" => self.markers.change(cx.shared, |db| markers::set_active(db, &event.value, true, now_ms)),
            "marker_delete" => self.markers.change(cx.shared, |db| markers::remove(db, &event.value)),
            _ => return false,
        };
        if let Err(error) = changed {
            cx.toast(error.to_string());
        }
        true
    }
}
