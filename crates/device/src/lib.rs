//! A phone as we see it: what it shows, what stands on it, and how an action reaches it over adb.
//!
//! Laws: every value that reaches the phone's shell is quoted here, in one place. Nothing sleeps: waiting
//! is settling, and settling looks. What a phone says is data: it is bounded, and it never panics us.

pub mod picture;
pub mod tree;
pub mod typing;
