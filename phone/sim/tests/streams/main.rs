//! Streams of the shell, packet for packet on real sockets: what goes in reaches the command while it runs, what it
//! writes comes at once, and what ends one ends the other.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod answers;
mod ends;
mod flow;
mod host;
mod many;
mod terminal;
