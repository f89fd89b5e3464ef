//! The table of operations: the specification's own first, then those that real requests need.
//!
//! The planner writes steps from it, the executor has an arm for each row, and the reader and the confirmation policy
//! look up rows. A row says what a plan may contain, never how it is carried out.

use std::sync::LazyLock;

use super::kind::ArgumentKind::{
    Boolean, Date, Days, Direction, Duration, Level, OneOf, Setting, State, Text, Time, Url, Whole,
};
use super::kind::{
    MEDIA_COMMANDS, RINGER_MODES, SPANS, STOPWATCH_COMMANDS, STREAMS, TEXT_SIZES, TIMER_COMMANDS, UNITS,
};
use super::{Argument, ArgumentKind, Choice, Operation, Risk, SEND_MESSAGE, UNKNOWN};

mod files;
mod people;
mod phone;

/// The table: the rows here, then those about people, about the phone itself and about files.
static TABLE: LazyLock<Vec<Operation>> =
    LazyLock::new(|| [OPERATIONS, people::ROWS, phone::ROWS, files::ROWS].concat());

/// Every operation.
pub fn operations() -> &'static [Operation] {
    &TABLE
}

/// The operation of that name.
pub fn operation(name: &str) -> Option<&'static Operation> {
    TABLE.iter().find(|row| row.name == name)
}

/// Every intent: the operations' names, `send_message` and `unknown`.
pub fn intents() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|row| row.name).chain([SEND_MESSAGE, UNKNOWN])
}

const fn needs(name: &'static str, kind: ArgumentKind, sentence: &'static str) -> Argument {
    Argument { name, kind, required: true, sentence }
}

const fn takes(name: &'static str, kind: ArgumentKind, sentence: &'static str) -> Argument {
    Argument { name, kind, required: false, sentence }
}

/// The defaults of a row.
const HARMLESS: Operation =
    Operation { name: "", sentence: "", arguments: &[], choice: Choice::Free, risk: Risk::Harmless, reversible: true };
/// Leaves something behind that the person can remove.
const LASTING: Operation = Operation { risk: Risk::Outward, ..HARMLESS };
/// Reaches other people and cannot be undone.
const OUTWARD: Operation = Operation { risk: Risk::Outward, reversible: false, ..HARMLESS };
/// Always needs a yes.
const ALWAYS_ASK: Operation = Operation { risk: Risk::AlwaysAsk, reversible: false, ..HARMLESS };
/// Always needs a yes, for which one word is enough.
const EMERGENCY: Operation = Operation { risk: Risk::Emergency, reversible: false, ..HARMLESS };

const IN_APP: Argument = takes("app", Text, "The app to do it in, when the person named one.");

static OPERATIONS: &[Operation] = &[
    Operation {
        name: "open_app",
        sentence: "Open an app, by its name, its package or a deep link; failing these, search for it on the phone.",
        arguments: &[
            takes("name", Text, "The app's name, as a person says it."),
            takes("package", Text, "The app's package."),
            takes("url", Url, "A deep link into the app."),
        ],
        choice: Choice::AnyOf(&["name", "package", "url"]),
        ..HARMLESS
    },
    Operation {
        name: "find_contact",
        sentence: "Find a person among the contacts.",
        arguments: &[needs("name", Text, "The person's name, as it was said.")],
        ..HARMLESS
    },
    Operation {
        name: "open_conversation",
        sentence: "Open the conversation with the contact that was found, and put the caret in its message field.",
        ..HARMLESS
    },
    Operation {
        name: "type_text",
        sentence: "Put text into the field that has the caret.",
        arguments: &[needs("text", Text, "The text, exactly as it should appear.")],
        ..HARMLESS
    },
    Operation { name: "send", sentence: "Press the button that sends what was typed.", ..OUTWARD },
    Operation {
        name: "call_contact",
        sentence: "Call somebody.",
        arguments: &[
            takes("name", Text, "The person's name, as it was said."),
            takes("number", Text, "The telephone number."),
            takes("video", Boolean, "Whether they are to see each other; a plain call, if absent."),
            IN_APP,
        ],
        choice: Choice::AnyOf(&["name", "number"]),
        ..OUTWARD
    },
    Operation {
        name: "toggle_setting",
        sentence: "Switch a setting of the phone on or off.",
        arguments: &[needs("setting", Setting, "Which setting."), needs("state", State, "What it is afterwards.")],
        ..HARMLESS
    },
    Operation { name: "read_screen", sentence: "Read out what the screen shows.", ..HARMLESS },
    Operation {
        name: "launch_vision_mode",
        sentence: "Switch to Vision Mode, which describes what the camera sees.",
        ..HARMLESS
    },
    Operation {
        name: "set_alarm",
        sentence: "Set an alarm.",
        arguments: &[
            needs("time", Time, "When it rings."),
            takes("date", Date, "The day it rings on; the next time that hour comes, if absent."),
            takes("days", Days, "The days it rings on, every week."),
            takes("label", Text, "What it is for."),
        ],
        ..LASTING
    },
    Operation {
        name: "set_timer",
        sentence: "Start a timer.",
        arguments: &[
            needs("duration_s", Duration, "How long it runs."),
            takes("label", Text, "What it is for."),
            takes("hold", Boolean, "Whether it is only entered, and not started."),
        ],
        ..HARMLESS
    },
    Operation {
        name: "cancel_alarm",
        sentence: "Turn off an alarm that is set.",
        arguments: &[
            takes("time", Time, "When it would ring; the only one that is set, if absent."),
            takes("date", Date, "The day it would ring on; asked about if it rings on other days too."),
            takes("all", Boolean, "Whether to turn off all of them."),
        ],
        ..LASTING
    },
    Operation {
        name: "change_alarm",
        sentence: "Let an alarm that is set ring at another time.",
        arguments: &[
            takes("old_time", Time, "When it would ring; the only one that is set, if absent."),
            takes("old_date", Date, "The day it would ring on; asked about if it rings on other days too."),
            takes("old_days", Days, "The days it rings on, every week."),
            takes("time", Time, "When it rings afterwards."),
            takes("date", Date, "The day it rings on afterwards; the next time that hour comes, if absent."),
            takes("days", Days, "The days it rings on afterwards; an alarm keeps its days, so others are refused."),
            takes("duration_s", Duration, "Instead of a time: how much later, or earlier."),
            takes("earlier", Boolean, "Whether the duration is earlier."),
        ],
        choice: Choice::OneOf(&["time", "duration_s"]),
        ..LASTING
    },
    Operation {
        name: "snooze_alarm",
        sentence: "Let the alarm that is ringing ring again later.",
        arguments: &[takes("duration_s", Duration, "How much later; as the clock app is set, if absent.")],
        ..HARMLESS
    },
    Operation { name: "tell_alarms", sentence: "Say which alarms are set.", ..HARMLESS },
    Operation {
        name: "cancel_timer",
        sentence: "Stop the timers, or one of them.",
        arguments: &[
            takes("label", Text, "The name of the one that is meant; all of them, if absent."),
            takes("duration_s", Duration, "The length that the person named, if only one is meant."),
        ],
        ..HARMLESS
    },
    Operation {
        name: "control_timer",
        sentence: "Pause a timer, or let it go on.",
        arguments: &[
            needs("command", OneOf { values: TIMER_COMMANDS }, "What to do."),
            takes("label", Text, "The name of the one that is meant."),
        ],
        ..HARMLESS
    },
    Operation {
        name: "change_timer",
        sentence: "Let a running timer run longer or shorter.",
        arguments: &[
            needs("duration_s", Duration, "How much longer."),
            takes("shorter", Boolean, "Whether it is to run that much shorter."),
            takes("label", Text, "The name of the one that is meant."),
        ],
        reversible: false,
        ..HARMLESS
    },
    Operation { name: "tell_stopwatch", sentence: "Say how long the stopwatch has been running.", ..HARMLESS },
    Operation { name: "tell_timer", sentence: "Say how long the timers still run.", ..HARMLESS },
    Operation {
        name: "control_stopwatch",
        sentence: "Start, pause or reset the stopwatch.",
        arguments: &[needs("command", OneOf { values: STOPWATCH_COMMANDS }, "What to do.")],
        ..HARMLESS
    },
    Operation {
        name: "search_web",
        sentence: "Search the web, or in an app.",
        arguments: &[needs("query", Text, "What to search for."), IN_APP],
        ..HARMLESS
    },
    Operation {
        name: "open_url",
        sentence: "Open an address in the browser, or in the app that handles it.",
        arguments: &[needs("url", Url, "The address.")],
        ..HARMLESS
    },
    Operation {
        name: "take_photo",
        sentence: "Take a photo.",
        arguments: &[takes("selfie", Boolean, "Whether to use the camera that faces the person.")],
        ..LASTING
    },
    Operation {
        name: "set_volume",
        sentence: "Make the sound louder or softer.",
        arguments: &[
            takes("level", Level, "How loud it is afterwards; 0 is mute."),
            takes("change", CHANGE, "How much louder, or softer when negative."),
            takes("stream", OneOf { values: STREAMS }, "Which sound; music and videos, if absent."),
        ],
        choice: Choice::OneOf(&["level", "change"]),
        ..HARMLESS
    },
    Operation {
        name: "set_ringer",
        sentence: "Let the phone ring, vibrate or be silent when it is called.",
        arguments: &[needs("mode", OneOf { values: RINGER_MODES }, "What it does.")],
        ..HARMLESS
    },
    Operation {
        name: "set_text_size",
        sentence: "Make the texts on the screen larger or smaller.",
        arguments: &[needs("size", OneOf { values: TEXT_SIZES }, "How large they are afterwards.")],
        ..HARMLESS
    },
    Operation { name: "take_screenshot", sentence: "Save a picture of the screen.", ..LASTING },
    Operation { name: "lock_screen", sentence: "Lock the phone.", ..HARMLESS },
    Operation {
        name: "set_brightness",
        sentence: "Make the screen brighter or darker.",
        arguments: &[
            takes("level", Level, "How bright it is afterwards."),
            takes("change", CHANGE, "How much brighter, or darker when negative."),
        ],
        choice: Choice::OneOf(&["level", "change"]),
        ..HARMLESS
    },
    Operation {
        name: "play_media",
        sentence: "Play music, a video or a podcast.",
        arguments: &[takes("query", Text, "What to play; whatever was played last, if absent."), IN_APP],
        ..HARMLESS
    },
    Operation {
        name: "control_media",
        sentence: "Pause or stop what is playing, or go to the next or the previous title.",
        arguments: &[needs("command", OneOf { values: MEDIA_COMMANDS }, "What to do.")],
        ..HARMLESS
    },
    Operation {
        name: "add_contact",
        sentence: "Add a person to the contacts.",
        arguments: &[
            needs("name", Text, "The person's name."),
            takes("number", Text, "The telephone number."),
            takes("email", Text, "The e-mail address."),
        ],
        choice: Choice::AnyOf(&["number", "email"]),
        ..LASTING
    },
    Operation {
        name: "create_note",
        sentence: "Write something down.",
        arguments: &[needs("text", Text, "What to write down."), takes("title", Text, "The note's title."), IN_APP],
        ..LASTING
    },
    Operation {
        name: "create_event",
        sentence: "Put an event into the calendar.",
        arguments: &[
            needs("title", Text, "What it is."),
            needs("date", Date, "The day it is on."),
            takes("time", Time, "When it begins; the whole day, if absent."),
            takes("duration_s", Duration, "How long it lasts."),
            takes("location", Text, "Where it is."),
            takes("description", Text, "What else is to be known about it."),
            IN_APP,
        ],
        ..LASTING
    },
    Operation {
        name: "cancel_event",
        sentence: "Delete an event from the calendar.",
        arguments: &[
            takes("title", Text, "What it is called, as the person said it; the next event, if nothing is given."),
            takes("old_date", Date, "The day it is on."),
            takes("old_time", Time, "When it begins."),
        ],
        ..ALWAYS_ASK
    },
    Operation {
        name: "move_event",
        sentence: "Move an event in the calendar to another time.",
        arguments: &[
            takes("title", Text, "What it is called, as the person said it; the next event, if nothing is given."),
            takes("old_date", Date, "The day it is on."),
            takes("old_time", Time, "When it begins."),
            takes("date", Date, "The day it is on afterwards."),
            takes("time", Time, "When it begins afterwards."),
            takes("duration_s", Duration, "Instead of a time: how much later, or earlier."),
            takes("earlier", Boolean, "Whether the duration is earlier."),
        ],
        choice: Choice::AnyOf(&["date", "time", "duration_s"]),
        ..LASTING
    },
    Operation {
        name: "tell_events",
        sentence: "Say what is in the calendar.",
        arguments: &[
            takes("date", Date, "Which day; what comes next, if absent."),
            takes("span", OneOf { values: SPANS }, "Instead of a day: until when."),
            takes("label", Text, "The title of an event, or who takes part in it: when that one is."),
        ],
        ..HARMLESS
    },
    Operation {
        name: "navigate_to",
        sentence: "Show the way to a place.",
        arguments: &[needs("destination", Text, "The place, as a map would find it."), IN_APP],
        ..HARMLESS
    },
    Operation {
        name: "set_reminder",
        sentence: "Remind the person of something at a time.",
        arguments: &[
            needs("text", Text, "What to be reminded of."),
            takes("time", Time, "When; in the morning of the day, if absent."),
            takes("date", Date, "The day; the next time that hour comes, if absent."),
            takes("days", Days, "The days on which it is said again, every week."),
        ],
        choice: Choice::AnyOf(&["time", "date", "days"]),
        ..LASTING
    },
    Operation {
        name: "read_messages",
        sentence: "Read out the newest messages, or say when somebody last wrote.",
        arguments: &[
            takes("contact", Text, "Whose messages; everybody's that are not read yet, if absent."),
            takes("date", Date, "The day that they came on."),
            takes("only_when", Boolean, "Whether only the time of the last one is asked for."),
            IN_APP,
        ],
        ..HARMLESS
    },
    Operation {
        name: "search_messages",
        sentence: "Find text messages by what they say.",
        arguments: &[
            needs("query", Text, "The words to find."),
            takes("contact", Text, "Whose messages; everybody's, if absent."),
        ],
        ..HARMLESS
    },
    Operation {
        name: "reply",
        sentence: "Answer the newest text message, after the person has agreed to whom.",
        arguments: &[needs("text", Text, "The text, exactly as it should appear."), IN_APP],
        ..OUTWARD
    },
    Operation { name: "tell_calls", sentence: "Say who has called.", ..HARMLESS },
    Operation {
        name: "call_back",
        sentence: "Call the last person again, after the person has agreed to whom.",
        arguments: &[takes("dialled", Boolean, "Whether the last number that was dialled is meant, not who called.")],
        ..OUTWARD
    },
    Operation { name: "read_notifications", sentence: "Read out the notifications.", ..HARMLESS },
    Operation {
        name: "tell_time",
        sentence: "Say what time it is, here or elsewhere.",
        arguments: &[takes("place", Text, "The city, country or time zone; where the phone is, if absent.")],
        ..HARMLESS
    },
    Operation {
        name: "tell_date",
        sentence: "Say which day it is, or which day of the week a date is.",
        arguments: &[takes("date", Date, "The day; today, if absent.")],
        ..HARMLESS
    },
    Operation {
        name: "tell_setting",
        sentence: "Say whether a setting of the phone is on or off.",
        arguments: &[needs("setting", Setting, "Which setting.")],
        ..HARMLESS
    },
    Operation {
        name: "calculate",
        sentence: "Do a calculation.",
        arguments: &[needs("expression", Text, "In digits and `+ - * / ^ ( )`, with spaces: `( 2 + 3 ) * 4`.")],
        ..HARMLESS
    },
    Operation {
        name: "convert_units",
        sentence: "Convert an amount to another unit.",
        arguments: &[
            needs("amount", Text, "How much, in digits."),
            needs("from", OneOf { values: UNITS }, "The unit it is in."),
            needs("to", OneOf { values: UNITS }, "The unit to convert it to."),
        ],
        ..HARMLESS
    },
    Operation { name: "tell_battery", sentence: "Say how full the battery is.", ..HARMLESS },
    Operation { name: "tell_help", sentence: "Say what can be asked for, with examples.", ..HARMLESS },
    Operation { name: "undo_last", sentence: "Undo what the last request did on the phone.", ..LASTING },
    Operation { name: "answer_call", sentence: "Take the call that is ringing.", ..OUTWARD },
    Operation { name: "end_call", sentence: "Hang up.", ..OUTWARD },
    Operation { name: "go_back", sentence: "Go back one screen.", ..HARMLESS },
    Operation { name: "go_home", sentence: "Go to the home screen.", ..HARMLESS },
    Operation {
        name: "scroll",
        sentence: "Show what lies further up, down, left or right.",
        arguments: &[
            needs("direction", Direction, "Where to look: `down` shows what is further down."),
            takes("times", Whole { min: 1, max: 20 }, "How many screens; one, if absent."),
            takes("to_end", Boolean, "Whether to go on to the very end."),
        ],
        ..HARMLESS
    },
    Operation {
        // Outward, because the effect of a button is unknown until it is clear which button is meant.
        name: "tap_label",
        sentence: "Press something on the screen, by what it says or by its place in a list.",
        arguments: &[
            takes("label", Text, "What it says."),
            takes("position", Whole { min: 1, max: 100 }, "Which one from the top, counted from 1."),
        ],
        choice: Choice::AnyOf(&["label", "position"]),
        ..OUTWARD
    },
    Operation {
        name: "pay",
        sentence: "Pay somebody.",
        arguments: &[
            needs("recipient", Text, "Who gets the money."),
            needs("amount", Text, "How much, with the currency."),
            IN_APP,
        ],
        ..ALWAYS_ASK
    },
    Operation {
        name: "delete_items",
        sentence: "Delete something.",
        arguments: &[needs("items", Text, "What is deleted, as the person said it."), IN_APP],
        ..ALWAYS_ASK
    },
    Operation {
        name: "uninstall_app",
        sentence: "Remove an app with all its data.",
        arguments: &[
            takes("name", Text, "The app's name, as a person says it."),
            takes("package", Text, "The app's package."),
        ],
        choice: Choice::AnyOf(&["name", "package"]),
        ..ALWAYS_ASK
    },
    Operation {
        name: "share_location",
        sentence: "Let somebody know where the phone is.",
        arguments: &[
            needs("recipient", Text, "Who gets to know."),
            takes("duration_s", Duration, "For how long; only this once, if absent."),
            IN_APP,
        ],
        ..ALWAYS_ASK
    },
    Operation { name: "factory_reset", sentence: "Erase everything on the phone.", ..ALWAYS_ASK },
    Operation {
        name: "call_emergency",
        sentence: "Call for help: the emergency services of where the phone is.",
        arguments: &[
            takes("number", Text, "The number that was said; the one of where the phone is, if absent."),
            takes("service", Text, "Which service: `ambulance`, `police` or `fire`; any of them, if absent."),
        ],
        ..EMERGENCY
    },
];

/// A step on the scale from 0 to 100, in either direction.
const CHANGE: ArgumentKind = Whole { min: -100, max: 100 };
