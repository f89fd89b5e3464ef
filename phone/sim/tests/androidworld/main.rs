//! AndroidWorld's tasks: each is set up as in the benchmark, scored untouched, solved by a person at the screen, and
//! scored by the benchmark's rule. `TASK=NAME` runs the tasks whose name contains NAME.

#![expect(clippy::unwrap_used, clippy::float_cmp, reason = "a test that cannot go on fails, and scores are exact")]
#![expect(clippy::print_stdout, reason = "how long each task took")]

// Included by path, so that its files are in this folder, where the benchmark of `benches` finds them too.
#[path = "tasks.rs"]
mod tasks;

use std::collections::BTreeSet;

use tasks::task::{Random, check};

#[test]
fn every_task_is_there_once() {
    let names: Vec<&str> = tasks::ALL.iter().flat_map(|tasks| tasks.iter()).map(|task| task.name).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    // All of the 116 tasks, except for the one about the content of a video, for which there is no decoder; some in
    // several forms.
    let tasks: BTreeSet<&str> = names.iter().filter_map(|name| name.split(',').next()).collect();
    assert_eq!(tasks.len(), 115);
}

#[test]
fn broccoli() {
    check(tasks::broccoli::TASKS);
}

#[test]
fn calendar() {
    check(tasks::calendar::TASKS);
}

#[test]
fn calendar_questions() {
    check(tasks::calendar::QUESTIONS);
}

#[test]
fn camera() {
    check(tasks::camera::TASKS);
}

#[test]
fn chrome() {
    check(tasks::chrome::TASKS);
}

#[test]
fn clipboard() {
    check(tasks::clipboard::TASKS);
}

#[test]
fn clock() {
    check(tasks::clock::TASKS);
}

#[test]
fn contacts() {
    check(tasks::contacts::TASKS);
}

#[test]
fn draw() {
    check(tasks::draw::TASKS);
}

#[test]
fn expense() {
    check(tasks::expense::TASKS);
}

#[test]
fn files() {
    check(tasks::files::TASKS);
}

#[test]
fn gallery() {
    check(tasks::gallery::TASKS);
}

#[test]
fn joplin() {
    check(tasks::joplin::TASKS);
}

#[test]
fn markor() {
    check(tasks::markor::TASKS);
}

#[test]
fn markor_edits() {
    check(tasks::markor::EDITS);
}

#[test]
fn osmand() {
    check(tasks::osmand::TASKS);
}

#[test]
fn recorder() {
    check(tasks::recorder::TASKS);
}

#[test]
fn retro() {
    check(tasks::retro::TASKS);
}

#[test]
fn settings() {
    check(tasks::settings::TASKS);
}

#[test]
fn sms() {
    check(tasks::sms::TASKS);
}

#[test]
fn sports() {
    check(tasks::sports::TASKS);
}

#[test]
fn to_do() {
    check(tasks::to_do::TASKS);
}

#[test]
fn vlc() {
    check(tasks::vlc::TASKS);
}

#[test]
fn calendar_beyond_the_tasks() {
    tasks::calendar::stories::parts_of_what_repeats();
    tasks::calendar::stories::tasks_and_drafts();
    tasks::calendar::stories::reminders();
    tasks::calendar::stories::garbage();
}

#[test]
fn every_goal_is_a_whole_sentence() {
    for task in tasks::ALL.iter().flat_map(|tasks| tasks.iter()) {
        for seed in 0..20 {
            let goal = (task.draw)(&mut Random(seed)).goal();
            let whole = goal.split(' ').count() >= 3 && !goal.contains('{') && !goal.contains("  ");
            assert!(whole && goal.starts_with(char::is_uppercase), "{}: {goal}", task.name);
        }
    }
}

#[test]
fn a_drawing_is_a_true_file_of_its_kind() {
    tasks::draw::a_drawing_is_a_true_file_of_its_kind();
}

#[test]
fn databases_that_are_garbage() {
    tasks::garbage::check();
}

#[test]
fn messages_beyond_the_tasks() {
    tasks::sms::beyond_the_tasks();
}

#[test]
fn a_track_is_recorded() {
    tasks::sports::a_track_is_recorded();
}

#[test]
fn a_task_is_made_and_done() {
    tasks::to_do::a_task_is_made_and_done();
}
