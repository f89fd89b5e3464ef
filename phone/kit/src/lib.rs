//! Building blocks of the simulated phone's apps that more than one app uses.
//!
//! A new building block is one file and one line here. Anything used by a single app stays in its folder of `apps`.

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
