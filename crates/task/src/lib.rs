//! What runs: the task service, its one event bus, questions to people, who holds which phone, what people
//! have allowed once and for all, and the data folder with its owner.
//!
//! [`Service`] is what commands, API and desktop work with; there is one in a process. What it needs of the
//! world it is given ([`Outside`]): phones, models, tools, a clock, randomness. This crate opens no socket.
//!
//! Laws: every event goes over the bus once, and its readers never make it wait. A phone has one holder. A
//! person's answer is in no event, file or log. Nothing starts by itself.

mod bus;
mod error;
mod event;
pub mod folder;
mod id;
mod lease;
mod memory;
mod outside;
pub mod permissions;
mod questions;
mod service;
mod spec;
mod view;

/// What runs a task, for those who may import this crate only.
pub use agent;
/// A phone, for those who may import this crate only.
pub use device;

pub use self::bus::{News, Watching};
pub use self::error::TaskError;
pub use self::event::{Event, What};
pub use self::id::Random;
pub use self::lease::{Holder, Taker};
pub use self::outside::{Models, NoModel, Outside, Phone, Phones, Unreachable};
pub use self::questions::{Kind, Link, Open, Outcome, Reply, Takes};
pub use self::service::{Limits, Options, Service};
pub use self::spec::{MOST_GOAL, Spec};
pub use self::view::{Page, PhoneView, State, View};
