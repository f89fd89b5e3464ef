//! Operations about the phone itself.

use super::super::Operation;
use super::super::kind::ArgumentKind::{OneOf, Text};
use super::super::kind::CALL_COMMANDS;
use super::{ALWAYS_ASK, HARMLESS, IN_APP, LASTING, needs};

pub(super) static ROWS: &[Operation] = &[
    Operation { name: "tell_storage", sentence: "Say how much storage is free.", ..HARMLESS },
    Operation {
        name: "install_app",
        sentence: "Install an app from the store.",
        arguments: &[needs("name", Text, "The app's name in the store, or its package.")],
        ..ALWAYS_ASK
    },
    Operation {
        name: "control_call",
        sentence: "Switch the speaker or the microphone during a call, or hold the call.",
        arguments: &[needs("command", OneOf { values: CALL_COMMANDS }, "What to do.")],
        ..HARMLESS
    },
    Operation {
        name: "add_to_list",
        sentence: "Put something on a shopping list, a to-do list or another list.",
        arguments: &[
            needs("items", Text, "What is put on it, one entry per line."),
            needs("list", Text, "The list's name, as the person said it."),
            IN_APP,
        ],
        ..LASTING
    },
    Operation {
        name: "tell_list",
        sentence: "Say what is on a list.",
        arguments: &[needs("list", Text, "The list's name, as the person said it."), IN_APP],
        ..HARMLESS
    },
    Operation {
        name: "join_network",
        sentence: "Join a Wi-Fi network that the phone knows.",
        arguments: &[needs("name", Text, "The network's name.")],
        ..HARMLESS
    },
];
