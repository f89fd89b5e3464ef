//! Tests screens: masked elements and painted areas, in this run and in the next.

use device::tree::{Node, State as NodeState};

use super::*;

const SCREEN: (u32, u32) = (100, 200);

fn front(window: &str) -> Foreground {
    let (package, activity) = window.split_once('/').unwrap();
    Foreground { package: package.to_owned(), activity: Some(activity.to_owned()) }
}

/// A screen of lines, one below the other: `text`, `field:…`, `field#id:…`, `password:…`, `key:…`, `box:…`; a leading
/// `*` has the focus.
fn tree(lines: &[&str]) -> Tree {
    let (width, height) = (i32::try_from(SCREEN.0).unwrap(), i32::try_from(SCREEN.1).unwrap());
    let root = Node { bounds: Bounds { left: 0, top: 0, right: width, bottom: height }, ..Node::default() };
    let mut tree = Tree { nodes: vec![root], ..Tree::default() };
    let mut boxes = 0;
    for (at, line) in lines.iter().enumerate() {
        let (focused, line) = line.strip_prefix('*').map_or((false, *line), |line| (true, line));
        let (kind, text) = line.split_once(':').filter(|(kind, _)| !kind.contains(' ')).unwrap_or(("text", line));
        let (kind, id) = kind.split_once('#').unwrap_or((kind, ""));
        let top = i32::try_from(at).unwrap() * 10;
        let mut bounds = Bounds { left: 0, top, right: width, bottom: top + 10 };
        if kind == "box" {
            bounds = Bounds { left: boxes * 10, top: 190, right: boxes * 10 + 10, bottom: 200 };
            boxes += 1;
        }
        let class = match kind {
            "field" | "password" | "box" => "android.widget.EditText",
            "key" => "android.widget.Button",
            _ => "android.widget.TextView",
        };
        let state = NodeState {
            password: kind == "password",
            clickable: kind == "key",
            focused,
            enabled: true,
            ..NodeState::default()
        };
        let (class, text, resource_id) = (class.to_owned(), text.to_owned(), id.to_owned());
        let package = "com.example".to_owned();
        tree.nodes.push(Node { parent: Some(0), text, resource_id, class, package, bounds, state, ..Node::default() });
    }
    tree
}

/// The shown text of each line, with `#` in front of painted ones.
fn shown(redactor: &Redactor, window: &str, lines: &[&str]) -> Vec<String> {
    let covered = redactor.cover(tree(lines), Some(&front(window)), SCREEN);
    let line = |node: &Node| {
        let painted = covered.painted.contains(&node.bounds);
        format!("{}{}", if painted { "#" } else { "" }, node.text)
    };
    covered.tree.nodes[1..].iter().map(line).collect()
}

fn check(redactor: &Redactor, window: &str, lines: &[&str], expected: &[&str]) {
    assert_eq!(shown(redactor, window, lines), expected, "{window} {lines:?}");
}

const HERE: &str = "com.example/.Login";

#[test]
fn codes_are_found_beside_the_words_that_name_them() {
    for (lines, expected) in [
        (&["Messages", "Your code is 482913", "at 10:24"][..], &["Messages", "#Your code is [code 1]", "at 10:24"][..]),
        (&["Enter the code", "field:482913"], &["Enter the code", "#[code 1]"]),
        (&["Your verification code", "482 913", "Done"], &["Your verification code", "#[code 1]", "Done"]),
        (&["482913", "is your code: 482913"], &["#[code 1]", "#is your code: [code 1]"]),
        // The sender's number is not a code.
        (&["72000", "Your code is 482913"], &["72000", "#Your code is [code 1]"]),
        (&["Photos", "4821", "Videos"], &["Photos", "4821", "Videos"]),
        (&["password:•••", "hint"], &["#[secret]", "hint"]),
        (&["password:", "hint"], &["#", "hint"]),
        (&["box:4", "box:8", "box:2", "box:", "x"], &["#[secret]", "#[secret]", "#[secret]", "#", "x"]),
        (&["box:", "box:", "box:", "box:"], &["", "", "", ""]),
        (&["box:4", "box:8", "x"], &["4", "8", "x"]),
    ] {
        check(&Redactor::default(), HERE, lines, expected);
    }
}

#[test]
fn a_known_code_is_found_digit_by_digit_but_keys_stay() {
    let redactor = Redactor::default();
    redactor.add(&Secret::new("4829"));
    check(
        &redactor,
        HERE,
        &["1", "4", "8", "2", "9", "x"],
        &["1", "#[secret]", "#[secret]", "#[secret]", "#[secret]", "x"],
    );
    check(&redactor, HERE, &["key:4", "key:8", "key:2", "key:9"], &["4", "8", "2", "9"]);
    check(&redactor, HERE, &["4829 accepted"], &["#[secret] accepted"]);
}

/// Types into the focused field, and is killed. Returns the state of the next run.
fn resumed(lines: &[&str]) -> Redactor {
    let redactor = Redactor::default();
    let before = redactor.cover(tree(lines), Some(&front(HERE)), SCREEN).tree;
    redactor.add(&Secret::new("482913"));
    redactor.hide(SecretLocation::focused(Some(&before), Some(&front(HERE))));
    let hidden = redactor.take_unwritten().unwrap();
    let text = serde_json::to_string(&hidden).unwrap();
    assert!(!text.contains("482913"), "{text}");
    let next = Redactor::default();
    next.restore(&serde_json::from_str(&text).unwrap());
    next
}

#[test]
fn after_a_resume_the_place_is_hidden_until_it_is_gone() {
    let named = resumed(&["Sign in", "*field#pin:"]);
    check(&named, HERE, &["Sign in", "*field#pin:482913"], &["Sign in", "#[secret]"]);
    // It moved, and another window has been in front meanwhile.
    check(&named, HERE, &["Sign in", "x", "field#pin:hunter2"], &["Sign in", "#x", "#[secret]"]);
    check(&named, "com.other/.Main", &["Sign in", "field#pin:mine"], &["Sign in", "mine"]);
    check(&named, HERE, &["Sign in", "x", "field#pin:hunter2"], &["Sign in", "x", "#[secret]"]);
    // Scrolled away and back.
    check(&named, HERE, &["Sign in", "x", "y"], &["Sign in", "x", "#y"]);
    check(&named, HERE, &["Sign in", "x", "y"], &["Sign in", "x", "y"]);
    check(&named, HERE, &["Sign in", "x", "field#pin:hunter2"], &["Sign in", "x", "#[secret]"]);
    // The app's text about it, without a word that names a code.
    check(&named, HERE, &["482913 is fine", "x", "field#pin:hunter2"], &["#[code 1] is fine", "x", "#[secret]"]);
    // Cleared by the app: painted once more, because the picture may be older, and then gone.
    check(&named, HERE, &["Sign in", "x", "field#pin:"], &["Sign in", "x", "#"]);
    check(&named, HERE, &["Sign in", "x", "field#pin:new"], &["Sign in", "x", "new"]);
    check(&named, HERE, &["777888 is fine"], &["#[code 2] is fine"]);
    assert!(named.take_unwritten().unwrap().places[0].gone);

    let nameless = resumed(&["Sign in", "*field:"]);
    check(&nameless, HERE, &["Sign in", "x", "field:482913", "field:b"], &["Sign in", "#x", "#[secret]", "#[secret]"]);

    let unseen = resumed(&["Sign in"]);
    check(&unseen, HERE, &["Sign in", "field:hunter2"], &["Sign in", "#[secret]"]);
}

#[test]
fn without_elements_a_picture_is_withheld_where_a_secret_may_be() {
    let redactor = resumed(&["Sign in", "*field#pin:"]);
    let rows = [(Some(front(HERE)), true), (Some(front("com.other/.Main")), false), (None, true)];
    for (front, expected) in rows {
        assert_eq!(redactor.must_withhold(front.as_ref()), expected, "{front:?}");
    }
    let redactor = Redactor::default();
    assert!(!redactor.must_withhold(None));
    check(&redactor, HERE, &["Your code is 482913"], &["#Your code is [code 1]"]);
    assert!(redactor.must_withhold(Some(&front(HERE))) && !redactor.must_withhold(Some(&front("com.other/.Main"))));
}

#[test]
fn what_was_painted_stays_painted_behind_a_dialog() {
    let redactor = Redactor::default();
    let under = redactor.cover(tree(&["x", "password:•••"]), Some(&front(HERE)), SCREEN).painted;
    let mut dialog = tree(&["Sure?"]);
    dialog.nodes[0].bounds = Bounds { left: 10, top: 80, right: 90, bottom: 120 };
    let painted = redactor.cover(dialog, Some(&front("android/.Dialog")), SCREEN).painted;
    assert_eq!((under.len(), &painted), (1, &under));
    assert_eq!(redactor.cover(tree(&["x"]), Some(&front(HERE)), SCREEN).painted, Vec::new());
}

#[test]
fn a_huge_screen_is_quick() {
    let lines: Vec<String> = (0..50_000).map(|number| format!("{}", number % 10)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let redactor = Redactor::default();
    redactor.add(&Secret::new("98765432"));
    let began = std::time::Instant::now();
    assert_eq!(redactor.cover(tree(&lines), None, SCREEN).painted.len(), 0);
    let long = "code 4 8 1 ".repeat(100_000);
    redactor.text(&long);
    assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
}
