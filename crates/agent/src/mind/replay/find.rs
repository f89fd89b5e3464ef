//! Finds the element of a step on the current screen, by what it is and by what is around it. Pure.
//!
//! Words and id decide. Of several equal elements, the one with the same surroundings is meant; without such a sign none
//! is. An element with another name or another id counts only if everything else agrees and no other one fits.

use action::macros::{Side as RecordedSide, Target};
use device::Tree;
use device::tree::{Names, Node, Role};

use crate::affordance::{folded, means_the_same};
use crate::identity::{ElementIdentity, Side};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// This element.
    Found(Found),
    /// So many elements fit equally well.
    Several(usize),
    /// None fits.
    Missing,
}

/// An element of the tree, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) place: usize,
    pub(super) how: How,
}

/// How an element was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum How {
    /// It is the only one with this id, these words and this role.
    Exactly,
    /// Several have them, and the surroundings tell them apart.
    BySurroundings,
    /// Several have them, and only its place tells them apart.
    ByPlace,
    /// It has another name, and everything else agrees.
    Renamed,
    /// It has another id, and everything else agrees.
    OtherId,
}

impl How {
    /// Whether no other element can be meant, so that a step that reaches people needs no question.
    pub(super) fn is_exact(self) -> bool {
        self <= Self::BySurroundings
    }
}

/// The search on one screen.
struct Screen<'s> {
    tree: &'s Tree,
    names: Names,
    target: &'s Target,
    size: (u32, u32),
}

/// Finds the target. `same_layout` says whether the screen is built of the same parts as the recorded one.
pub(super) fn find(tree: &Tree, target: &Target, size: (u32, u32), same_layout: bool) -> Search {
    let screen = Screen { tree, names: tree.names(), target, size };
    let of_kind: Vec<usize> = (0..tree.nodes.len()).filter(|place| screen.is_of_kind(*place)).collect();
    let same_id = |place: &usize| target.id.is_empty() || tree.nodes[*place].resource_id == target.id;
    let with_id: Vec<usize> = of_kind.iter().copied().filter(same_id).collect();
    for words in [Words::All, Words::First] {
        let fitting: Vec<usize> = with_id.iter().copied().filter(|place| screen.words(*place) >= words).collect();
        if !fitting.is_empty() {
            return screen.choose(&fitting, words);
        }
    }
    screen.renamed(&with_id, same_layout).or_else(|| screen.other_id(&of_kind)).map_or(Search::Missing, Search::Found)
}

/// How far the words of an element are those of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Words {
    Others,
    /// The title of a row is the same, and what stands below it is not.
    First,
    All,
}

impl Screen<'_> {
    fn node(&self, place: usize) -> &Node {
        &self.tree.nodes[place]
    }

    /// Whether the node belongs to the same app and has the same role.
    fn is_of_kind(&self, place: usize) -> bool {
        let (node, target) = (self.node(place), self.target);
        let same_role = target.role.is_empty() || node.role().as_str() == target.role;
        let same_class = !target.class.is_empty() && node.class == target.class;
        !node.bounds.is_empty()
            && (target.package.is_empty() || node.package == target.package)
            && (same_role || same_class)
    }

    fn words(&self, place: usize) -> Words {
        let (node, target) = (self.node(place), self.target);
        // What a field says is its content; its id says which one it is.
        if node.role() == Role::Field && !target.id.is_empty() {
            return Words::All;
        }
        let wanted = [&target.name, &target.text, &target.description].map(|text| folded(text));
        let Some(first) = wanted.iter().find(|text| !text.is_empty()) else { return Words::All };
        let name = folded(self.names.name(place));
        let own = [&node.text, &node.description, &node.hint].map(|text| folded(text));
        let says = |text: &String| !text.is_empty() && (*text == name || own.contains(text));
        if says(first) {
            return Words::All;
        }
        let title = |text: &str| text.split(", ").next().unwrap_or_default().to_owned();
        let is_row = first.contains(", ") || name.contains(", ");
        let other = wanted.iter().skip(1).any(says);
        if other || is_row && !title(first).is_empty() && title(first) == title(&name) {
            return Words::First;
        }
        Words::Others
    }

    /// Chooses one of several elements with the same words.
    fn choose(&self, fitting: &[usize], words: Words) -> Search {
        let fitting = self.without_inner(fitting);
        // Of two people of one name, neither is known to be meant.
        if words == Words::First && fitting.len() > 1 {
            return Search::Several(fitting.len());
        }
        let repeated = self.target.place.is_some_and(|[_, of]| of > 1);
        if let [only] = fitting.as_slice() {
            // One of several is left: it must be the right one.
            let strange = repeated && self.has_labels_around() && self.agreement(*only).labels == 0;
            let found = Found { place: *only, how: How::Exactly };
            return if strange { Search::Missing } else { Search::Found(found) };
        }
        let scored: Vec<(usize, usize)> =
            fitting.iter().map(|place| (self.agreement(*place).score(), *place)).collect();
        let best = scored.iter().map(|(score, _)| *score).max().unwrap_or_default();
        let best: Vec<usize> = scored.iter().filter(|(score, _)| *score == best).map(|(_, place)| *place).collect();
        match best.as_slice() {
            [one] => Search::Found(Found { place: *one, how: How::BySurroundings }),
            several => match self.by_place(several) {
                Some(place) => Search::Found(Found { place, how: How::ByPlace }),
                None => Search::Several(several.len()),
            },
        }
    }

    /// Leaves out elements inside others of the list: a row and its title are one element.
    fn without_inner(&self, places: &[usize]) -> Vec<usize> {
        let is_inside = |place: usize, outer: usize| {
            let mut above = self.node(place).parent;
            while let Some(at) = above.filter(|at| *at >= outer) {
                if at == outer {
                    return true;
                }
                above = self.node(at).parent;
            }
            false
        };
        places.iter().copied().filter(|place| !places.iter().any(|outer| is_inside(*place, *outer))).collect()
    }

    /// The n-th of as many, otherwise the one at the recorded position.
    fn by_place(&self, places: &[usize]) -> Option<usize> {
        let of_place = |place: &&usize| self.target.place.is_some_and(|at| self.identity(**place).place == at);
        let mut same = places.iter().filter(of_place);
        if let (Some(one), None) = (same.next(), same.next()) {
            return Some(*one);
        }
        let [left, top, right, bottom] = self.target.bounds?.map(action::Finite::get);
        let (x, y) = ((left + right) / 2.0 * f64::from(self.size.0), (top + bottom) / 2.0 * f64::from(self.size.1));
        let contains = |place: &&usize| {
            let bounds = self.node(**place).bounds;
            let within = |at: f64, from: i32, to: i32| at >= f64::from(from) && at < f64::from(to);
            within(x, bounds.left, bounds.right) && within(y, bounds.top, bounds.bottom)
        };
        let mut here = places.iter().filter(contains);
        here.next().filter(|_| here.next().is_none()).copied()
    }

    /// The only element with the target's id, under another name.
    fn renamed(&self, with_id: &[usize], same_layout: bool) -> Option<Found> {
        let [place] = with_id else { return None };
        if self.target.id.is_empty() || self.is_in_list() || self.is_elsewhere(*place) {
            return None;
        }
        let agreement = self.agreement(*place);
        let translated = means_the_same(&self.target.name, self.names.name(*place));
        let surrounded = agreement.neighbours > 0 && agreement.neighbours * 2 >= self.target.neighbours.len();
        let agrees = agreement.same_containers && (surrounded || same_layout || translated);
        agrees.then_some(Found { place: *place, how: How::Renamed })
    }

    /// The only element with the target's words, under another id.
    fn other_id(&self, of_kind: &[usize]) -> Option<Found> {
        let has_words =
            [&self.target.name, &self.target.text, &self.target.description].iter().any(|one| !one.is_empty());
        let is_field = self.target.role == Role::Field.as_str();
        if self.target.id.is_empty() || !has_words || is_field {
            return None;
        }
        let fitting: Vec<usize> = of_kind.iter().copied().filter(|place| self.words(*place) == Words::All).collect();
        let [place] = self.without_inner(&fitting)[..] else { return None };
        let agreement = self.agreement(place);
        let nothing_known = self.target.neighbours.is_empty() && self.target.containers.is_empty();
        let agrees = agreement.labels > 0 || agreement.containers > 0 || nothing_known;
        agrees.then_some(Found { place, how: How::OtherId })
    }

    /// Whether another element has the target's name: then the one with its id means something else now.
    fn is_elsewhere(&self, place: usize) -> bool {
        let wanted = folded(&self.target.name);
        let says =
            |other: usize| folded(self.names.name(other)) == wanted || folded(self.node(other).label()) == wanted;
        !wanted.is_empty() && (0..self.tree.nodes.len()).any(|other| other != place && says(other))
    }

    /// Whether the target is part of a list's content, where ids and positions say nothing about a row.
    fn is_in_list(&self) -> bool {
        let lists = ["RecyclerView", "ListView", "GridView"];
        self.target.containers.iter().any(|container| lists.iter().any(|list| container.class.contains(list)))
    }

    fn has_labels_around(&self) -> bool {
        !self.target.neighbours.is_empty() || self.target.containers.iter().any(|one| !one.label.is_empty())
    }

    fn identity(&self, place: usize) -> ElementIdentity {
        ElementIdentity::of(self.tree, place, &self.names, self.size).unwrap_or_default()
    }

    fn agreement(&self, place: usize) -> Agreement {
        let now = self.identity(place);
        let side = |side: RecordedSide| match side {
            RecordedSide::Left => Side::Left,
            RecordedSide::Right => Side::Right,
            RecordedSide::Above => Side::Above,
            RecordedSide::Below => Side::Below,
        };
        // Another element of the same name says nothing.
        let name = folded(&self.target.name);
        let is_there = |one: &&action::macros::Neighbour| {
            if folded(&one.label) == name {
                return false;
            }
            let same = |other: &crate::identity::Neighbour| {
                other.side == side(one.side) && folded(&other.label) == folded(&one.label)
            };
            now.neighbours.iter().any(same)
        };
        let neighbours = self.target.neighbours.iter().filter(is_there).count();
        let pairs = || self.target.containers.iter().zip(&now.containers);
        let labelled = pairs().filter(|(was, is)| !was.label.is_empty() && folded(&was.label) == folded(&is.label));
        let containers = pairs().filter(|(was, is)| !was.id.is_empty() && was.id == is.id).count();
        let ids = |ids: &mut dyn Iterator<Item = &String>| -> Vec<String> {
            ids.filter(|id| !id.is_empty()).cloned().collect()
        };
        let same_containers = ids(&mut self.target.containers.iter().map(|one| &one.id))
            == ids(&mut now.containers.iter().map(|one| &one.id));
        Agreement { neighbours, containers, same_containers, labels: neighbours + labelled.count() }
    }
}

/// What around an element is as it was around the target.
struct Agreement {
    /// How many neighbours.
    neighbours: usize,
    /// How many containers, by their ids.
    containers: usize,
    /// Whether all containers have the same ids.
    same_containers: bool,
    /// How many neighbours and containers, by their labels.
    labels: usize,
}

impl Agreement {
    fn score(&self) -> usize {
        self.labels * 2 + self.containers
    }
}

#[cfg(test)]
mod tests {
    use device::tree::{Bounds, State};

    use super::*;

    /// Each line is an id, a text and the top of a button, side by side with a label of the given text.
    fn screen(lines: &[(&str, &str, i32, &str)]) -> Tree {
        let mut nodes = vec![Node {
            class: "android.widget.FrameLayout".to_owned(),
            bounds: Bounds { left: 0, top: 0, right: 400, bottom: 800 },
            ..Node::default()
        }];
        for (id, text, top, beside) in lines {
            let node = |class: &str, text: &str, left: i32| Node {
                parent: Some(0),
                class: class.to_owned(),
                text: text.to_owned(),
                package: "app".to_owned(),
                bounds: Bounds { left, top: *top, right: left + 100, bottom: top + 40 },
                ..Node::default()
            };
            let state = State { clickable: true, enabled: true, ..State::default() };
            let button = Node { resource_id: (*id).to_owned(), state, ..node("android.widget.Button", text, 200) };
            nodes.push(button);
            if !beside.is_empty() {
                nodes.push(node("android.widget.TextView", beside, 0));
            }
        }
        Tree { nodes, ..Tree::default() }
    }

    /// The target of the first button whose text this is.
    fn target(tree: &Tree, text: &str) -> Target {
        let place = tree.nodes.iter().position(|node| node.text == text && node.role() == Role::Button).unwrap();
        let was = ElementIdentity::of(tree, place, &tree.names(), (400, 800)).unwrap();
        let value = serde_json::json!({
            "id": was.id, "name": was.name, "role": was.role, "class": was.class, "package": was.package,
            "place": was.place, "neighbours": was.neighbours, "bounds": was.bounds,
        });
        serde_json::from_value(value).unwrap()
    }

    fn check(
        was: &[(&str, &str, i32, &str)],
        text: &str,
        now: &[(&str, &str, i32, &str)],
        expected: Result<(i32, How), usize>,
    ) {
        let (was, now) = (screen(was), screen(now));
        let found = find(&now, &target(&was, text), (400, 800), false);
        let told = match found {
            Search::Found(found) => Ok((now.nodes[found.place].bounds.top, found.how)),
            Search::Several(count) => Err(count),
            Search::Missing => Err(0),
        };
        assert_eq!(told, expected, "{text} on {now:?}");
    }

    #[test]
    fn an_element_is_found_by_what_it_is_and_what_is_around_it() {
        let was = [("app:id/save", "Save", 100, "Name"), ("app:id/cancel", "Cancel", 200, "")];
        check(&was, "Save", &was, Ok((100, How::Exactly)));
        check(
            &was,
            "Save",
            &[("app:id/cancel", "Cancel", 100, ""), ("app:id/save", "SAVE", 500, "")],
            Ok((500, How::Exactly)),
        );
        // Another name: everything else agrees, or the two words mean the same.
        check(&was, "Save", &[("app:id/save", "Store", 300, "Name")], Ok((300, How::Renamed)));
        check(&was, "Save", &[("app:id/save", "Speichern", 300, "Vorname")], Ok((300, How::Renamed)));
        check(&was, "Save", &[("app:id/save", "Store", 300, "Title")], Err(0));
        check(&was, "Save", &[("app:id/save", "Share", 300, "Name"), ("app:id/other", "Save", 400, "")], Err(0));
        // Another id: the words and the surroundings agree.
        check(&was, "Save", &[("app:id/done", "Save", 300, "Name")], Ok((300, How::OtherId)));
        check(&was, "Save", &[("app:id/done", "Save", 300, "Title")], Err(0));
        check(&was, "Save", &[("app:id/cancel", "Cancel", 100, "")], Err(0));
    }

    #[test]
    fn of_equal_elements_only_the_right_one_is_taken() {
        let was = [("app:id/del", "Delete", 100, "Milk"), ("app:id/del", "Delete", 200, "Bread")];
        let bread = |now: &[(&str, &str, i32, &str)], expected: Result<(i32, How), usize>| {
            let (was, now) = (screen(&was), screen(now));
            let mut bread = target(&was, "Delete");
            let place = was.nodes.iter().rposition(|node| node.role() == Role::Button).unwrap();
            let other = ElementIdentity::of(&was, place, &was.names(), (400, 800)).unwrap();
            bread.place = Some(other.place);
            bread.neighbours = serde_json::from_value(serde_json::to_value(&other.neighbours).unwrap()).unwrap();
            bread.bounds = Some(other.bounds.map(|at| action::Finite::new(at).unwrap()));
            let told = match find(&now, &bread, (400, 800), false) {
                Search::Found(found) => Ok((now.nodes[found.place].bounds.top, found.how)),
                Search::Several(count) => Err(count),
                Search::Missing => Err(0),
            };
            assert_eq!(told, expected, "{now:?}");
        };
        bread(&was, Ok((200, How::BySurroundings)));
        bread(
            &[("app:id/del", "Delete", 100, "Bread"), ("app:id/del", "Delete", 200, "Milk")],
            Ok((100, How::BySurroundings)),
        );
        // The row is gone: the other row's button is not its button.
        bread(&[("app:id/del", "Delete", 100, "Milk")], Err(0));
        bread(&[("app:id/del", "Delete", 400, "Eggs"), ("app:id/del", "Delete", 600, "Eggs")], Ok((600, How::ByPlace)));
        let three = [
            ("app:id/del", "Delete", 400, "Eggs"),
            ("app:id/del", "Delete", 500, "Eggs"),
            ("app:id/del", "Delete", 600, "Eggs"),
        ];
        bread(&three, Err(3));
    }

    #[test]
    fn another_app_of_the_same_name_is_not_touched() {
        let was = screen(&[("app:id/save", "Save", 100, "")]);
        let mut now = was.clone();
        now.nodes.iter_mut().for_each(|node| node.package = "evil".to_owned());
        assert_eq!(find(&now, &target(&was, "Save"), (400, 800), true), Search::Missing);
    }
}
