//! Tests that the scripted pages behave as their scripts would.

use super::*;

fn page(title: &str, seed: &str) -> Option<ScriptedPage> {
    of(title, &format!("<title>{title}</title><script>const rng = new SeededRNG({seed});</script>"))
}

#[test]
fn only_pages_that_are_known_are() {
    assert!(matches!(page("Maze Puzzle", "7"), Some(ScriptedPage::Maze(_))));
    assert!(matches!(page("Memory Task", " 4294967295 "), Some(ScriptedPage::Multiply(_))));
    for (title, seed) in [("Maze", "7"), ("Maze Puzzle", "seed"), ("Maze Puzzle", "-1"), ("Maze Puzzle", "")] {
        assert_eq!(page(title, seed), None, "{title} {seed}");
    }
    assert_eq!(of("Maze Puzzle", "new SeededRNG("), None);
}

#[test]
fn numbers_are_those_of_the_generator() {
    // 1013904223 / 2³² is 0.236…, the next is 0.278….
    let mut random = Random::new(0);
    assert_eq!([random.below(10), random.below(10)], [2, 2]);
    let Some(ScriptedPage::Multiply(multiply)) = page("Memory Task", "0") else { panic!("not recognised") };
    assert_eq!(multiply.numbers[..2], [3, 3]);
}

#[test]
fn every_maze_can_be_walked() {
    for seed in 0..200_u64 {
        let Some(page @ ScriptedPage::Maze(_)) = page("Maze Puzzle", &(seed * 21_474_836).to_string()) else {
            panic!()
        };
        let mut reached = vec![Progress::default()];
        let mut at = 0;
        while at < reached.len() {
            for step in ["Up", "Down", "Left", "Right"] {
                let mut next = reached[at].clone();
                assert!(page.event(&mut next, &Event::with("step", step)));
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
            at += 1;
        }
        assert!(reached.iter().any(|progress| progress.at == (3, 3)), "the maze of {seed} has no way");
    }
}

#[test]
fn the_product_is_asked_after_five_numbers() {
    let page = page("Memory Task", "12345").unwrap();
    let ScriptedPage::Multiply(multiply) = &page else { panic!() };
    let mut progress = Progress::default();
    let product: u64 = multiply.numbers.iter().product();
    page.event(&mut progress, &Event::with("answer", product.to_string()));
    page.event(&mut progress, &Event::new("answer_submit"));
    assert!(!progress.right, "there is no form yet");
    for _ in 0..7 {
        page.event(&mut progress, &Event::new("click"));
    }
    page.event(&mut progress, &Event::with("answer", (product + 1).to_string()));
    page.event(&mut progress, &Event::new("answer_submit"));
    assert!(!progress.right);
    page.event(&mut progress, &Event::with("answer", product.to_string()));
    page.event(&mut progress, &Event::new("answer_submit"));
    assert!(progress.right);
}

#[test]
fn a_drawing_needs_all_three_colours() {
    let colors: Vec<String> = (1..=24).map(|number| format!("'#{:06x}'", number * 0x0a0b0c % 0xff_ffff)).collect();
    let script = format!("const rng = new SeededRNG(99); const availableColors = [{}];", colors.join(", "));
    let page = of("Color Challenge", &script).unwrap();
    let ScriptedPage::Draw(draw) = &page else { panic!("not the drawing page") };
    assert_eq!((draw.palette.len(), draw.asked.len()), (24, 3));
    assert_eq!(of("Color Challenge", "new SeededRNG(1)"), None, "there is no palette");
    let mut progress = Progress::default();
    let mut send = |name: &'static str, value: &str| page.event(&mut progress, &Event::with(name, value));
    for (line, color) in draw.asked.iter().enumerate() {
        send("submit_drawing", "");
        let number = draw.palette.iter().position(|other| other == color).unwrap();
        send("color", &number.to_string());
        let y = 20 + 40 * line;
        for value in [format!("down 20 {y} 300 300"), format!("move 200 {y} 300 300"), format!("up 200 {y} 300 300")] {
            assert!(send("draw", &value));
        }
    }
    send("draw", "nonsense");
    send("submit_drawing", "");
    assert!(progress.right);
    page.event(&mut progress, &Event::new("clear_drawing"));
    page.event(&mut progress, &Event::new("submit_drawing"));
    assert!(!progress.right);
}
