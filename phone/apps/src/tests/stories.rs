//! Stories: user actions, and the state afterwards.

mod messages;
mod people;
mod phone;

use super::driver::World;

/// Plays a story on a new phone.
#[track_caller]
fn check(story: &str) -> World {
    let mut world = World::new();
    for line in story.lines().map(str::trim).filter(|line| !line.is_empty()) {
        world.line(line);
    }
    world
}
