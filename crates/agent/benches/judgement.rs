//! Measures the cost of a judgement: collecting the evidence from a tree, and the verdict. No look, no picture.
//!
//! `cargo bench -p agent --bench judgement` prints the cost of every gesture on every shape of screen, for 1,000 and
//! for 10,000 elements, and the worst case. It fails if a judgement on 1,000 elements takes 2 ms or more, or if ten
//! times the elements cost much more than ten times as much. The word lists are loaded once per process, before the
//! first judgement; that time is printed but has no limit. `cargo bench -p agent --bench judgement -- form` measures only
//! rows with this word. To add a shape, add a function to `SHAPES`.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program that prints and fails")]

use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use action::phone::AgentAction;
use device::Tree;
use device::tree::{Bounds, Node, State};
use serde_json::{Value, json};

const SCREEN: (u32, u32) = (1080, 2400);
const LIMIT: Duration = Duration::from_millis(2);
/// Ten times the elements may cost at most this many times as much: more than ten, because they no longer fit into a
/// cache, and far less than the hundred of nested loops.
const GROWTH: f64 = 20.0;
/// Below this, fixed costs dominate and growth is not checked.
const LEAST: Duration = Duration::from_micros(200);
/// The fastest of so many judgements counts, in so many rounds over all rows, to exclude other load on the machine.
const TIMES: usize = 5;
const ROUNDS: usize = 10;

fn bounds(left: i32, top: i32, right: i32, bottom: i32) -> Bounds {
    Bounds { left, top, right, bottom }
}

fn whole() -> Bounds {
    bounds(0, 0, 1080, 2400)
}

fn node(parent: Option<usize>, kind: &str, text: String, bounds: Bounds) -> Node {
    let button = kind.ends_with("Button");
    let state = State { clickable: button, enabled: true, scrollable: kind == "ListView", ..State::default() };
    let (class, package) = (format!("android.widget.{kind}"), "com.example.notes".to_owned());
    Node { parent, text, class, package, bounds, state, ..Node::default() }
}

fn root() -> Tree {
    Tree { nodes: vec![node(None, "FrameLayout", String::new(), whole())], ..Tree::default() }
}

/// Rows of a list, each with a text beside it.
fn flat(count: usize) -> Tree {
    let mut tree = root();
    tree.nodes.push(node(Some(0), "ListView", String::new(), whole()));
    for number in 0..count / 2 {
        let top = i32::try_from(number % 60).unwrap() * 40;
        let row = bounds(0, top, 1080, top + 40);
        tree.nodes.push(node(Some(1), "Button", format!("Open note {number}"), row));
        tree.nodes.push(node(Some(1), "TextView", format!("Edited on day {number}, in the evening"), row));
    }
    tree
}

/// Nested elements, as deep as the parser reads, over and over; small, so that each may be the part that asks.
fn deep(count: usize) -> Tree {
    let mut tree = root();
    for number in 1..count {
        let parent = if number % 500 == 1 { 0 } else { number - 1 };
        let kind = if number % 50 == 0 { "ImageButton" } else { "LinearLayout" };
        tree.nodes.push(node(Some(parent), kind, String::new(), bounds(100, 1100, 800, 1900)));
    }
    tree
}

/// A dialog with many choices over a list.
fn dialog(count: usize) -> Tree {
    let mut tree = flat(count / 2);
    let window = tree.nodes.len();
    tree.nodes.push(node(None, "FrameLayout", String::new(), bounds(90, 400, 990, 2000)));
    tree.nodes.push(node(Some(window), "TextView", "Choose the country of this note".to_owned(), whole()));
    for number in 0..count / 2 {
        let place = bounds(90, 1150, 990, 1250);
        tree.nodes.push(node(Some(window), "Button", format!("Country number {number}"), place));
    }
    tree
}

/// All elements overlap.
fn heap(count: usize) -> Tree {
    let mut tree = root();
    tree.nodes.extend((1..count).map(|number| node(Some(0), "Button", format!("Leaf {number}"), whole())));
    tree
}

/// Labels of two thousand letters, in two scripts, on pressable and other elements.
fn long(count: usize) -> Tree {
    let mut tree = root();
    for number in 1..count {
        let word = if number % 3 == 0 {
            "проверка заметки вечером "
        } else {
            "a plain note of the evening "
        };
        let kind = if number % 2 == 0 { "Button" } else { "TextView" };
        tree.nodes.push(node(Some(0), kind, format!("{number} {}", word.repeat(80)), whole()));
    }
    tree
}

/// A form: a focused field, and buttons that may send.
fn form(count: usize) -> Tree {
    let mut tree = flat(count - 1);
    let mut field = node(Some(0), "EditText", "written so far".to_owned(), bounds(0, 100, 1080, 200));
    field.state.focused = true;
    tree.nodes.push(field);
    tree
}

/// A name, and a function that builds a tree of so many elements.
type Shape = (&'static str, fn(usize) -> Tree);

const SHAPES: [Shape; 6] = [
    ("flat list", flat),
    ("deep nesting", deep),
    ("dialog over a list", dialog),
    ("all on one point", heap),
    ("long labels", long),
    ("form", form),
];

fn gestures() -> Vec<(&'static str, AgentAction)> {
    let action = |value: Value| serde_json::from_value(value).unwrap();
    vec![
        ("tap", action(json!({"type": "tap", "x": 540, "y": 1200}))),
        ("Enter", action(json!({"type": "keyevent", "keycode": "KEYCODE_ENTER"}))),
        ("Tab+Enter", action(json!({"type": "key_combination", "keys": ["KEYCODE_TAB", "KEYCODE_ENTER"]}))),
        ("drag", action(json!({"type": "drag", "x1": 540, "y1": 1200, "x2": 300, "y2": 1220, "durationMs": 1000}))),
    ]
}

/// The cost of one judgement: the fastest of a few.
fn cost(action: &AgentAction, tree: &Tree) -> Duration {
    let judge = || {
        let began = Instant::now();
        black_box(agent::judged(black_box(action), black_box(tree), SCREEN, "tidy up my notes"));
        began.elapsed()
    };
    (0..TIMES).map(|_| judge()).min().unwrap()
}

/// A gesture on a shape of screen, and its cost with 1,000 and with 10,000 elements.
struct Row {
    name: String,
    action: AgentAction,
    trees: Rc<[Tree; 2]>,
    costs: [Duration; 2],
}

/// All rows whose name contains the words.
fn rows(words: &[String]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (shape, make) in SHAPES {
        let trees = Rc::new([make(1_000), make(10_000)]);
        for (gesture, action) in gestures() {
            let name = format!("{shape:20} {gesture:10}");
            if words.iter().all(|word| name.contains(word)) {
                rows.push(Row { name, action, trees: Rc::clone(&trees), costs: [Duration::MAX; 2] });
            }
        }
    }
    rows
}

fn main() {
    // `cargo test --all-targets` runs this too, unoptimised and in parallel: it measures only for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let began = Instant::now();
    black_box(agent::judged(&gestures()[0].1, &flat(4), SCREEN, ""));
    println!("the first judgement of a process, word lists included: {:?}", began.elapsed());
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut rows = rows(&words);
    for _ in 0..ROUNDS {
        for row in &mut rows {
            for (tree, least) in row.trees.iter().zip(&mut row.costs) {
                *least = cost(&row.action, tree).min(*least);
            }
        }
    }
    let mut failed: Vec<String> = Vec::new();
    let ms = |cost: Duration| cost.as_secs_f64() * 1_000.0;
    for Row { name, costs: [small, large], .. } in &rows {
        let growth = large.as_secs_f64() / (*small).max(LEAST).as_secs_f64();
        println!("{name} {:7.3} ms with 1,000, {:8.3} ms with 10,000 ({growth:.1}x)", ms(*small), ms(*large));
        if *small >= LIMIT || growth > GROWTH {
            failed.push(format!("{name}: {small:?}, {growth:.1}x"));
        }
    }
    if let Some(worst) = rows.iter().max_by_key(|row| row.costs[0]) {
        println!("the worst: {:.3} ms, {}", ms(worst.costs[0]), worst.name);
    }
    assert!(failed.is_empty(), "too slow: {failed:#?}");
}
