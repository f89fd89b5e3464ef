//! Operations about files and recordings: what a file manager, a notes app, a camera and a recorder do.

use super::super::kind::ArgumentKind::{Boolean, Duration, OneOf, Text};
use super::super::kind::{FILES_MEANT, NOTE_PLACES};
use super::super::{Argument, Choice, Operation};
use super::{ALWAYS_ASK, IN_APP, LASTING, needs, takes};

const FILE: Argument = needs("file", Text, "The file's name.");
const FOLDER: Argument = takes("folder", Text, "The folder that it is in.");
const STORAGE: Argument = takes("storage", Text, "The storage, as the person named it; the phone's own, if absent.");
const NEW_NAME: Argument = takes("name", Text, "The name that the note gets.");

pub(super) static ROWS: &[Operation] = &[
    Operation {
        name: "record_video",
        sentence: "Record a video of some seconds.",
        arguments: &[takes("duration_s", Duration, "How long it is.")],
        ..LASTING
    },
    Operation {
        name: "record_audio",
        sentence: "Record some seconds of sound.",
        arguments: &[
            takes("duration_s", Duration, "How long it is."),
            takes("title", Text, "The name of the recording."),
            IN_APP,
        ],
        ..LASTING
    },
    Operation {
        name: "move_file",
        sentence: "Move or copy a file to another folder.",
        arguments: &[
            FILE,
            FOLDER,
            needs("destination", Text, "The folder that it gets to."),
            takes("copy", Boolean, "Whether it stays where it is, too."),
            STORAGE,
            IN_APP,
        ],
        ..LASTING
    },
    Operation {
        name: "create_folder",
        sentence: "Make a folder for files or notes.",
        arguments: &[needs("name", Text, "Its name."), takes("folder", Text, "The folder to make it in."), IN_APP],
        ..LASTING
    },
    Operation {
        name: "delete_file",
        sentence: "Delete a file, or notes that are files.",
        arguments: &[
            takes("file", Text, "The file's name."),
            takes("which", OneOf { values: FILES_MEANT }, "Instead of a name: which files."),
            FOLDER,
            STORAGE,
            IN_APP,
        ],
        choice: Choice::OneOf(&["file", "which"]),
        ..ALWAYS_ASK
    },
    Operation {
        name: "edit_note",
        sentence: "Add to a note that is a file.",
        arguments: &[
            FILE,
            needs("text", Text, "What is added, exactly as it should appear."),
            needs("place", OneOf { values: NOTE_PLACES }, "Where it is added."),
            takes("blank_line", Boolean, "Whether a blank line comes between."),
            NEW_NAME,
            IN_APP,
        ],
        ..LASTING
    },
    Operation {
        name: "replace_note",
        sentence: "Replace the text of a note that is a file.",
        arguments: &[FILE, needs("text", Text, "The new text, exactly as it should appear."), NEW_NAME, IN_APP],
        ..ALWAYS_ASK
    },
];
