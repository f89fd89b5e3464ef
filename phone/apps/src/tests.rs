//! What the apps do, told as stories, and what holds on every screen of all of them.

mod driver;
mod phone;
mod properties;
mod stories;
