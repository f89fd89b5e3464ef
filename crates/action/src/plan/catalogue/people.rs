//! Operations about other people: who they are, and what they get beyond text messages.

use super::super::kind::ArgumentKind::{OneOf, Text};
use super::super::kind::CONTACT_DETAILS;
use super::super::{Choice, Operation};
use super::{HARMLESS, IN_APP, OUTWARD, needs, takes};

pub(super) static ROWS: &[Operation] = &[
    Operation {
        name: "tell_contact",
        sentence: "Say whose number it is, or what the contacts have of a person.",
        arguments: &[
            takes("number", Text, "The number whose owner is asked for."),
            takes("name", Text, "The person's name, as it was said."),
            takes("detail", OneOf { values: CONTACT_DETAILS }, "What to say of the person; the number, if absent."),
        ],
        choice: Choice::AnyOf(&["number", "name"]),
        ..HARMLESS
    },
    Operation {
        name: "send_photo",
        sentence: "Send somebody the newest photo of the phone.",
        arguments: &[needs("recipient", Text, "Who gets it."), IN_APP],
        ..OUTWARD
    },
    Operation {
        name: "write_mail",
        sentence: "Send somebody an e-mail.",
        arguments: &[
            takes("recipient", Text, "Who gets it, by the name in the contacts."),
            takes("address", Text, "The e-mail address, instead of a name."),
            needs("subject", Text, "The subject."),
            needs("text", Text, "The text, exactly as it should appear."),
        ],
        choice: Choice::AnyOf(&["recipient", "address"]),
        ..OUTWARD
    },
];
