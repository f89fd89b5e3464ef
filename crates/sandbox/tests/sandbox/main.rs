//! The sandbox from outside: what becomes of scripts, and attacks on the walls.

mod attacks;
mod machine;
mod runs;
