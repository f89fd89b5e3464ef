//! Operations about the phone itself.

use super::super::Operation;
use super::super::kind::ArgumentKind::Text;
use super::{ALWAYS_ASK, HARMLESS, needs};

pub(super) static ROWS: &[Operation] = &[
    Operation { name: "tell_storage", sentence: "Say how much storage is free.", ..HARMLESS },
    Operation {
        name: "install_app",
        sentence: "Install an app from the store.",
        arguments: &[needs("name", Text, "The app's name in the store, or its package.")],
        ..ALWAYS_ASK
    },
];
