//! Finds elements on screens made for these tests.

use device::tree::{Bounds, State};

use super::*;

struct Draw(Tree);

impl Draw {
    fn new() -> Self {
        let root = Node { bounds: Bounds { left: 0, top: 0, right: 1080, bottom: 2400 }, ..Node::default() };
        Self(Tree { nodes: vec![root], ..Tree::default() })
    }

    fn add(mut self, parent: usize, class: &str, text: &str, description: &str, id: &str, clickable: bool) -> Self {
        let top = i32::try_from(self.0.nodes.len()).unwrap() * 100;
        let resource_id = if id.is_empty() { String::new() } else { format!("a.b:id/{id}") };
        let checkable = class == "Switch";
        self.0.nodes.push(Node {
            parent: Some(parent),
            text: text.to_owned(),
            description: description.to_owned(),
            resource_id,
            class: format!("android.widget.{class}"),
            package: "a.b".to_owned(),
            bounds: Bounds { left: 0, top, right: 1080, bottom: top + 100 },
            state: State { enabled: true, clickable, checkable, ..State::default() },
            ..Node::default()
        });
        self
    }
}

#[test]
fn what_things_are_for_is_found_in_apps_that_nobody_described() {
    let screen = Draw::new()
        .add(0, "EditText", "", "Search chats", "query", false)
        .add(0, "TextView", "Send money to Bob", "", "", false)
        .add(0, "EditText", "", "", "entry", false)
        .add(0, "ImageButton", "", "Senden", "btn", true)
        .add(0, "ImageView", "", "", "icon_search", true)
        .0;
    let check = |sought: Sought, expected: Option<usize>| {
        assert_eq!(find(&screen, &sought, FindMethod::Search), expected, "{sought:?}");
    };
    check(Sought::Named("send"), Some(4));
    check(Sought::Named("message_field"), Some(3));
    check(Sought::Named("search_field"), Some(1));
    check(Sought::Named("search"), Some(5));
    check(Sought::Named("shutter"), None);
    check(Sought::Named("no such name"), None);
    assert_eq!(find(&screen, &Sought::Named("send"), FindMethod::Layout), None, "nobody described `a.b`");
}

#[test]
fn what_something_says_is_found_as_a_person_would() {
    let screen = Draw::new()
        .add(0, "LinearLayout", "", "", "", true)
        .add(1, "TextView", "Sam Miller", "", "", false)
        .add(0, "LinearLayout", "", "", "", true)
        .add(3, "TextView", "Sam", "", "", false)
        .add(0, "TextView", "Samsung", "", "", false)
        .add(0, "EditText", "Sam", "", "", true)
        .0;
    let check = |text: &str, expected: Option<usize>| {
        assert_eq!(find(&screen, &Sought::Says(text.to_owned()), FindMethod::Search), expected, "{text:?}");
    };
    check("sam", Some(4));
    check("Sam Miller", Some(2));
    check("Samsung", Some(5));
    check("miller", Some(2));
    check("sams", None);
    check("", None);
    assert_eq!(pressed(&screen, 4), Some(screen.nodes[3].bounds.centre()), "the row that the words stand in");
    assert_eq!(find(&screen, &Sought::Item(2), FindMethod::Search), Some(3));
    assert_eq!(find(&screen, &Sought::Item(0), FindMethod::Search), None);
}

#[test]
fn a_switch_belongs_to_the_label_beside_it_and_to_no_other() {
    let screen = Draw::new()
        .add(0, "LinearLayout", "", "", "", true)
        .add(1, "TextView", "Wi-Fi", "", "", false)
        .add(1, "Switch", "", "", "", true)
        .add(0, "LinearLayout", "", "", "", true)
        .add(4, "TextView", "Bluetooth", "", "", false)
        .add(4, "Switch", "", "", "", true)
        .0;
    let of = |text: &str| switch_of(&screen, find(&screen, &Sought::Says(text.to_owned()), FindMethod::Search)?);
    assert_eq!(of("Wi-Fi"), Some((3, false)));
    assert_eq!(of("bluetooth"), Some((6, false)));
    let two = Draw::new()
        .add(0, "TextView", "Both", "", "", false)
        .add(0, "Switch", "", "", "", true)
        .add(0, "Switch", "", "", "", true)
        .0;
    assert_eq!(switch_of(&two, 1), None, "nobody knows which of the two");
}

#[test]
fn a_day_is_found_by_its_description_and_a_part_of_an_id_by_its_words() {
    let screen = Draw::new()
        .add(0, "TextView", "11", "11 September 2026", "", true)
        .add(0, "TextView", "11 September 2026", "", "header", true)
        .add(0, "TextView", "Fri", "", "event_start_date", true)
        .add(0, "TextView", "restart_dated", "", "restart_dated", true);
    let found = |sought: Sought| find(&screen.0, &sought, FindMethod::Search);
    assert_eq!(found(Sought::Described("11 september 2026".to_owned())), Some(1));
    assert_eq!(found(Sought::Described(String::new())), None);
    assert_eq!(found(Sought::Named("start_date")), Some(3));
}
