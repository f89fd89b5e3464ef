//! Tests the executor against its specification: a simulated phone over the real wire, a scripted model.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

mod endpoint;
mod ends;
mod fakes;
mod foreign;
mod guests;
mod killed;
mod layouts;
mod pause;
mod prompts;
mod question;
mod read_screen;
mod record;
mod rig;
mod scenarios;
mod secrets;
mod seen;
mod trail;
mod words;
mod words_hostile;
mod words_interrupted;
mod words_killed;
