//! A phone's platform over the wire: who it says it is, root, keys, its clock, films, and what a benchmark's set-up
//! does before each of its tasks.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "platform/android_world.rs"]
mod android_world;
#[path = "platform/identity.rs"]
mod identity;
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
