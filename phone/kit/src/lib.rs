//! What the apps of the simulated phone are built from: parts that several of them show.
//!
//! The next part is one file and one line here. What only one app shows stays in its folder of `apps`.

pub mod cartography;
pub mod clock;
pub mod conversations;
pub mod drawer;
pub mod home;
pub mod icons;
pub mod overlays;
pub mod pages;
pub mod people;
pub mod pickers;
pub mod placeholder;
pub mod resolver;
pub mod widgets;
