use std::io::BufRead as _;
fn main() {
    let planner = planner::Planner::new().unwrap();
    let index = match std::env::args().nth(1) {
        Some(file) => planner::Index::new(serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()),
        None => planner::Index::default(),
    };
    let now = jiff::civil::date(2026, 3, 5).at(10, 7, 0, 0);
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let turn = planner::Turn { utterance: &line, directory: &index, now, always_confirm: false };
        let plan = planner.plan(&turn, &planner::Dialogue::default()).plan;
        println!("{}", serde_json::json!({"utterance": line, "summary": planner::summary(&plan), "plan": plan}));
    }
}
