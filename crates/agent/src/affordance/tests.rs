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

/// Class, text, description, id, whether it can be pressed, and its sides.
type Drawn = (&'static str, &'static str, &'static str, &'static str, bool, [i32; 4]);

/// A screen of 1080 by 2400 pixels.
fn drawn(nodes: &[Drawn]) -> Tree {
    let mut tree = Draw::new().0;
    for (class, text, description, id, clickable, [left, top, right, bottom]) in nodes.iter().copied() {
        tree = Draw(tree).add(0, class, text, description, id, clickable).0;
        if let Some(node) = tree.nodes.last_mut() {
            node.bounds = Bounds { left, top, right, bottom };
        }
    }
    tree
}

#[test]
fn a_message_is_written_only_where_one_can_be_sent() {
    let check = |story: &str, nodes: &[Drawn], field: usize, send: usize| {
        let tree = drawn(nodes);
        let found = |name| find(&tree, &Sought::Named(name), FindMethod::Search).unwrap_or_default();
        assert_eq!((found("message_field"), found("send")), (field, send), "{story}");
    };
    let (entry, button) = ([100, 2200, 900, 2320], [920, 2200, 1060, 2320]);
    let top = [100, 100, 980, 220];
    check("a hint", &[("EditText", "Type a message…", "", "x1", true, entry)], 1, 0);
    check("a row", &[("EditText", "", "", "", true, entry), ("Button", "发送", "", "", true, button)], 1, 2);
    check(
        "nothing but its place",
        &[("EditText", "", "", "ie7", true, entry), ("ImageView", "", "", "", true, button)],
        1,
        0,
    );
    check("a search", &[("EditText", "Search contacts", "", "", true, top)], 0, 0);
    check("an address bar", &[("EditText", "example.com", "", "url_bar", true, top)], 0, 0);
    check("a code", &[("EditText", "", "", "verify_sms_code_input", true, top)], 0, 0);
    check("a number", &[("EditText", "", "", "digits", true, entry), ("ImageView", "", "", "", true, button)], 0, 0);
    check("a formula", &[("EditText", "7+8", "", "formula", true, top), ("Button", "=", "", "eq", true, button)], 0, 0);
    let gifts = [
        ("EditText", "Add comment...", "", "bmz", true, entry),
        ("ImageView", "", "Send Gift to creator", "fbm", true, button),
    ];
    check("a present is no message", &gifts, 1, 0);
    check("money is no message", &[("Button", "Send", "", "send", true, button)], 0, 0);
    let media = [
        ("EditText", "", "", "message_edit_text", true, entry),
        ("Button", "", "Open media", "media_send_layout", true, button),
    ];
    check("an id that contradicts its label", &media, 1, 0);
    let mail = [
        ("EditText", "Subject", "", "subject", true, [40, 500, 1040, 600]),
        ("EditText", "Compose email", "", "", true, [40, 700, 1040, 900]),
        ("TextView", "", "Send", "send", true, top),
    ];
    check("a mail", &mail, 2, 3);
}

#[test]
fn a_field_that_waits_is_known_but_not_written_in() {
    let mut tree = drawn(&[
        ("EditText", "", "", "", true, [30, 1890, 880, 2040]),
        ("Button", "Send", "", "", true, [900, 1890, 1040, 2040]),
    ]);
    tree.nodes[1].state.enabled = false;
    assert_eq!(find(&tree, &Sought::Named("message_field"), FindMethod::Search), None);
    assert_eq!(message_parts(&tree), (Some(1), Some(2)));
}

#[test]
fn of_similar_names_only_the_one_that_was_meant_is_pressed() {
    let list = Draw::new()
        .add(0, "TextView", "Duolingo Plus", "", "", true)
        .add(0, "TextView", "Duolingo", "", "", true)
        .add(0, "Button", "Install", "", "", true)
        .add(0, "Button", "Install", "", "", true);
    let page = Draw::new().add(0, "TextView", "Duolingo", "", "", false).add(0, "Button", "Install", "", "", true);
    let check = |screen: &Draw, sought: Sought, expected: Option<usize>| {
        assert_eq!(find(&screen.0, &sought, FindMethod::Search), expected, "{sought:?}");
    };
    let install = |title: &str| Sought::OnPageOf("install", title.to_owned());
    check(&list, Sought::Exactly("duolingo".to_owned()), Some(2));
    check(&list, Sought::Exactly("Duo".to_owned()), None);
    let namesakes =
        Draw::new().add(0, "TextView", "Sam Carter", "", "", true).add(0, "TextView", "Sam Carter", "", "", true);
    check(&namesakes, Sought::Exactly("Sam Carter".to_owned()), None);
    check(&list, install("Duolingo"), None);
    check(&page, install("Duolingo"), Some(2));
    check(&page, install("Duolingo Plus"), None);
    let searched = page.add(0, "EditText", "Duolingo", "", "", true);
    check(&searched, install("Duolingo"), None);
}
