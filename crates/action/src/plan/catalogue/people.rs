//! Operations about other people: who they are, and what they get beyond text messages.

use super::super::kind::ArgumentKind::{Boolean, OneOf, State, Text};
use super::super::kind::{CONTACT_DETAILS, MAILS};
use super::super::{Choice, Operation};
use super::{ALWAYS_ASK, HARMLESS, IN_APP, OUTWARD, needs, takes};

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
    Operation {
        name: "edit_contact",
        sentence: "Change or add a number or an e-mail address of a contact.",
        arguments: &[
            needs("name", Text, "The person's name, as it was said."),
            takes("number", Text, "The telephone number that the contact has afterwards."),
            takes("email", Text, "The e-mail address that the contact has afterwards."),
            takes("old", Text, "The number or address that is replaced; the only one, if absent."),
            takes("add", Boolean, "Whether it is added to those the contact has, instead of replacing one."),
        ],
        choice: Choice::OneOf(&["number", "email"]),
        ..ALWAYS_ASK
    },
    Operation {
        name: "block_number",
        sentence: "Block a number, so that it can neither call nor write, or let it through again.",
        arguments: &[
            takes("name", Text, "The person's name, as it was said."),
            takes("number", Text, "The telephone number."),
            needs("state", State, "Whether it is blocked afterwards."),
        ],
        choice: Choice::AnyOf(&["name", "number"]),
        ..ALWAYS_ASK
    },
    Operation {
        name: "read_mail",
        sentence: "Read out the newest e-mail, or say which ones are not read yet.",
        arguments: &[
            takes("contact", Text, "Whose e-mails; everybody's, if absent."),
            needs("which", OneOf { values: MAILS }, "Which ones."),
        ],
        ..HARMLESS
    },
    Operation {
        name: "search_mail",
        sentence: "Search the e-mails, and say which ones fit.",
        arguments: &[needs("query", Text, "What to search for.")],
        ..HARMLESS
    },
];
