//! Touch on the map: a drag moves the map, a tap opens the point.

use kit::cartography::{self, Viewport};
use state::app::{Cx, Effect};
use toolkit::{Phase, Point, Pointer};

use super::{OsmAnd, in_route, places};

/// Movement of less than this many dp does not count.
const SLOP: f32 = 8.0;
/// A tap within this many dp of a place means the place.
const NEAR: f32 = 24.0;

/// The position of the finger, and whether it dragged the map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finger {
    at: Point,
    moved: bool,
}

impl OsmAnd {
    fn viewport(&self) -> Viewport {
        Viewport { middle: self.middle, zoom: self.zoom, dark: false }
    }

    /// Handles a pointer event; `value` is the map's event value.
    pub(super) fn pan(&mut self, route: &str, value: &str, cx: &mut Cx<'_>) {
        let Some(pointer) = Pointer::read(value) else { return };
        let finger = match (pointer.phase, self.finger) {
            (Phase::Down, _) => Finger { at: pointer.at, moved: false },
            (_, Some(finger)) => finger,
            (_, None) => return,
        };
        let (right, down) = (pointer.at.0 - finger.at.0, pointer.at.1 - finger.at.1);
        if finger.moved || right.abs() > SLOP || down.abs() > SLOP {
            let (lat, lon) = self.viewport().coordinates((-right, -down));
            self.middle = (lat.clamp(-85.0, 85.0), lon.clamp(-180.0, 180.0));
            self.finger = Some(Finger { at: pointer.at, moved: true });
        } else {
            self.finger = Some(finger);
        }
        if pointer.phase == Phase::Up && self.finger.take().is_some_and(|finger| !finger.moved) {
            self.tapped((pointer.at.0 - pointer.size.0 / 2.0, pointer.at.1 - pointer.size.1 / 2.0), route, cx);
        }
    }

    /// Handles a tap on a point: shows it, or adds it to the route being planned.
    fn tapped(&mut self, point: Point, route: &str, cx: &mut Cx<'_>) {
        let port = self.viewport();
        let near = |at| {
            let (x, y) = port.place(at);
            (x - point.0).hypot(y - point.1)
        };
        let known = places::find("").into_iter().map(|place| (near(place.at), place));
        let known = known.filter(|(far, _)| *far <= NEAR).min_by(|one, other| one.0.total_cmp(&other.0));
        let (at, name) = match known {
            Some((_, place)) => (place.at, place.name),
            None => {
                let at = port.coordinates(point);
                (at, places::written(at))
            }
        };
        self.middle = at;
        if route == "plan" {
            self.found.retain(|(_, known)| cartography::distance(*known, at) >= 1.0);
            self.found.insert(0, (name, at));
            self.found.truncate(super::REMEMBERED);
            return;
        }
        let place = format!("place/{}", in_route(at, &name));
        cx.effects.push(if route == "map" { Effect::Push(place) } else { Effect::Replace(place) });
    }
}
