//! The element of a step, from its identity on record.

use action::Finite;
use action::macros::{Container, Neighbour, Side, Target, escaped};
use agent::{ElementIdentity, Intent};

/// The role of a field, whose text is its content.
const FIELD: &str = "field";

/// Describes an element; `None` if it has neither an id nor words.
pub(super) fn target(element: &ElementIdentity) -> Option<Target> {
    let is_field = element.role == FIELD;
    let own = if is_field && element.name == element.text { &element.hint } else { &element.name };
    let differs = |text: &String| !is_field && !text.is_empty() && text != own;
    let side = |side: agent::Side| match side {
        agent::Side::Left => Side::Left,
        agent::Side::Right => Side::Right,
        agent::Side::Above => Side::Above,
        agent::Side::Below => Side::Below,
    };
    let neighbours =
        element.neighbours.iter().map(|one| Neighbour { label: escaped(&one.label), side: side(one.side) });
    let containers = element.containers.iter().map(|one| Container {
        id: one.id.clone(),
        class: one.class.clone(),
        label: escaped(&one.label),
    });
    let bounds = element.bounds.map(Finite::new);
    let target = Target {
        id: element.id.clone(),
        name: escaped(own),
        text: Some(&element.text).filter(|text| differs(text)).map_or_else(String::new, |text| escaped(text)),
        description: Some(&element.description)
            .filter(|text| differs(text))
            .map_or_else(String::new, |text| escaped(text)),
        role: element.role.clone(),
        class: element.class.clone(),
        package: element.package.clone(),
        place: Some(element.place).filter(|[_, of]| *of > 1),
        neighbours: neighbours.collect(),
        containers: containers.collect(),
        bounds: match bounds {
            [Some(left), Some(top), Some(right), Some(bottom)] => Some([left, top, right, bottom]),
            _ => None,
        },
    };
    target.is_findable().then_some(target)
}

/// Where in its element a gesture landed, as fractions, if that matters: on a slider.
pub(super) fn point_within(intent: &Intent) -> Option<[f64; 2]> {
    let element = intent.touched.first().filter(|element| element.role == "slider")?;
    let [x, y] = element.point?;
    let [left, top, right, bottom] = element.bounds;
    let part = |at: f64, from: f64, to: f64| {
        let part = (at - from) / (to - from).max(f64::EPSILON);
        ((part * 1000.0).round() / 1000.0).clamp(0.0, 1.0)
    };
    Some([part(x, left, right), part(y, top, bottom)])
}
