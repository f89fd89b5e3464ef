//! The platform of a phone over the wire: its identity, root, keys, its clock, recordings, and the commands of a
//! benchmark's set-up before each task.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "platform/android_world.rs"]
mod android_world;
#[path = "platform/identity.rs"]
mod identity;
#[path = "platform/processes.rs"]
mod processes;
#[path = "platform/recording.rs"]
mod recording;
#[path = "platform/rig.rs"]
mod rig;
#[path = "platform/root.rs"]
mod root;
#[path = "platform/storage.rs"]
mod storage;
#[path = "platform/time.rs"]
mod time;
