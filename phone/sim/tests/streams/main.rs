//! Shell streams, packet by packet on real sockets: input reaches the command while it runs, output arrives at once,
//! and the end of one side ends the other.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod answers;
mod ends;
mod flow;
mod host;
mod many;
mod terminal;
