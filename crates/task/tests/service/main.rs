//! The task service as its callers use it: simulated phones over real sockets, scripted models.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

mod adopted;
mod ends;
mod events;
mod old_runs;
mod people;
mod phones;
mod pruned;
mod restart;
mod rig;
mod secrets;
mod snackbar;
mod undo;
mod world;
