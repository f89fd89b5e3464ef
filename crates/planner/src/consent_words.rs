//! Words the gate's question to a person in a language: the action, the people, the lines below the heading.
//!
//! The sentences are `grammar/<language>/say/gate.txt`. What comes from a screen or an agent stands in the quotation
//! marks of the language and cannot leave them, so that it cannot pose as our own words. Nothing here decides what is
//! asked, or whether.

use action::consent::{ActionTarget, ConsentRequest, MarkedElement, short};
use action::phone::AgentAction;
use serde_json::{Map, Value};

use crate::say::say;
use crate::summary::listed_in;

/// The most arguments of a tool that are shown.
const MOST_ARGUMENTS: usize = 12;
/// The longest argument that is shown whole, in characters.
const MOST: usize = 90;
/// The most letters of a name that are shown.
const MOST_OF_NAME: usize = 60;
/// The quotation marks of every language, which a quotation cannot contain.
const MARKS: [char; 5] = ['“', '”', '„', '«', '»'];

/// Words a sentence of the person's language: a line `KEY` of its texts, with these values. Empty if there is none.
pub fn phrase(language: &str, key: &str, values: &[(&str, &str)]) -> String {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
    say(language, key, &values)
}

/// Quotes words of a screen or an agent, to set them apart from ours.
pub fn quoted(language: &str, text: &str) -> String {
    phrase(language, "quoted", &[("text", &short(text).replace(MARKS, "'"))])
}

/// Joins names, each in quotation marks; `more` of them are only counted: `“Ann”, “Ben” and 2 more`.
pub fn quoted_names(language: &str, names: &[&str], more: usize) -> String {
    let name = |name: &&str| {
        let mut letters = name.trim().chars();
        let mut shown: String = letters.by_ref().take(MOST_OF_NAME).collect();
        if letters.next().is_some() {
            shown.push('…');
        }
        quoted(language, &shown)
    };
    let quoted: Vec<String> = names.iter().map(name).collect();
    match more {
        0 => listed_in(language, &quoted),
        more => phrase(language, "several", &[("first", &quoted.join(", ")), ("count", &more.to_string())]),
    }
}

/// Describes the action that a person is asked about, as in `Press “Delete” in “Delete 12 photos?”`.
pub fn deed_in_words(language: &str, action: &AgentAction, on: ActionTarget<'_>) -> String {
    use AgentAction as A;
    let said = |text: &str| quoted(language, text);
    let place = phrase(language, "place", &[("place", on.place)]);
    let role = if on.role.is_empty() { String::new() } else { phrase(language, "role", &[("role", on.role)]) };
    let element = match (on.label.trim(), on.role, on.place) {
        ("", "", "") => phrase(language, "press unseen", &[]),
        ("", ..) => phrase(language, "press unnamed", &[("role", &role), ("place", &place)]),
        (label, ..) => said(label),
    };
    let onto = if on.onto.trim().is_empty() { String::new() } else { said(on.onto) };
    let into = if on.label.trim().is_empty() { "" } else { element.as_str() };
    let values: Vec<(&str, String)> = match action {
        A::Tap(_) | A::DoubleTap(_) | A::LongPress(_) | A::Swipe(_) | A::ClearText(_) => Vec::new(),
        A::Drag(_) => vec![("onto", onto)],
        A::Type(verb) => vec![("text", said(&verb.text)), ("element", into.to_owned())],
        A::Keyevent(verb) => vec![("key", short(verb.keycode.trim_start_matches("KEYCODE_")))],
        A::KeyCombination(verb) => vec![("key", short(&verb.keys.join(" + ")))],
        A::LaunchApp(verb) => vec![("name", said(&verb.package_name))],
        A::OpenApp(verb) => vec![("name", said(&verb.name))],
        A::OpenUrl(verb) => vec![("url", said(&verb.url))],
        A::Shell(verb) => vec![("command", said(&verb.command))],
        A::RunScript(verb) => vec![("script", said(&verb.script))],
        A::McpCall(verb) => {
            let tool = if on.label.trim().is_empty() { &verb.tool } else { on.label };
            let program = if on.role.is_empty() { String::new() } else { said(on.role) };
            vec![("tool", said(tool)), ("program", program), ("arguments", arguments(language, &verb.args))]
        }
        A::RequestHumanAuth(_) | A::AskUser(_) | A::Confirm(_) | A::Wait(_) | A::Observe(_) | A::Note(_) => Vec::new(),
        A::Finish(_) | A::Fail(_) => Vec::new(),
    };
    let mut all: Map<String, Value> = Map::from_iter([("element".to_owned(), element.as_str().into())]);
    all.extend(values.into_iter().map(|(name, value)| (name.to_owned(), value.into())));
    let deed = say(language, &format!("press {}", action.name()), &all);
    let deed = capitalised(&deed);
    match on.dialog.trim() {
        "" => deed,
        dialog if dialog == on.label.trim() => deed,
        dialog => phrase(language, "press in", &[("deed", &deed), ("dialog", &said(dialog))]),
    }
}

/// Lists a tool's arguments, as in `path “/tmp/a”, limit 5`.
fn arguments(language: &str, args: &Map<String, Value>) -> String {
    let told = args.iter().take(MOST_ARGUMENTS).map(|(name, value)| match value {
        Value::String(text) => {
            let (count, text_shown) = (text.chars().count(), quoted(language, text));
            let shown = match count > MOST {
                true => phrase(language, "press letters", &[("text", &text_shown), ("count", &count.to_string())]),
                false => text_shown,
            };
            format!("{} {shown}", short(name))
        }
        value => format!("{} {}", short(name), short(&value.to_string())),
    });
    let told = told.collect::<Vec<_>>().join(", ");
    match args.len().saturating_sub(MOST_ARGUMENTS) {
        0 => told,
        more => phrase(language, "several", &[("first", &told), ("count", &more.to_string())]),
    }
}

/// Words everything but the heading of a consent request, line by line, for text-only output.
pub fn consent_in_words(language: &str, asked: &ConsentRequest) -> String {
    let line = |key: &str, values: &[(&str, &str)]| phrase(language, &format!("consent {key}"), values);
    let mut lines = vec![line("why", &[("reason", &asked.reason)])];
    lines.extend(asked.app.iter().map(|app| line("app", &[("app", app)])));
    lines.extend(asked.how.iter().map(|how| line("how", &[("how", how)])));
    lines.extend(asked.elements.iter().map(|MarkedElement { label, role, place, .. }| {
        let role = phrase(language, "role", &[("role", role)]);
        let place = phrase(language, "place", &[("place", place)]);
        line("element", &[("label", label), ("role", &role), ("place", &place)])
    }));
    lines.push(line("agent", &[("agent", &asked.agent), ("goal", &asked.goal)]));
    lines.extend(asked.thought.iter().map(|thought| line("thought", &[("thought", thought)])));
    lines.extend(asked.withheld.iter().map(|why| line("no picture", &[("why", why)])));
    lines.extend(asked.covers.iter().map(|covers| line("covers", &[("covers", covers)])));
    lines.join("\n")
}

/// Adds an initial capital, if the text begins with one of our own words.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use action::consent::Area;
    use action::phone::samples;

    use super::*;

    fn on(label: &'static str, dialog: &'static str) -> ActionTarget<'static> {
        ActionTarget { label, role: "button", place: "at the bottom right", dialog, ..ActionTarget::default() }
    }

    #[test]
    fn a_deed_is_said_in_words_of_the_screen_and_of_the_language() {
        let check = |action: &str, on: ActionTarget<'_>, expected: [&str; 3]| {
            let parsed: AgentAction = serde_json::from_str(action).unwrap();
            for (language, expected) in ["en", "de", "es"].into_iter().zip(expected) {
                assert_eq!(deed_in_words(language, &parsed, on), expected, "{action}");
            }
        };
        let tap = r#"{"type":"tap","x":540,"y":1200}"#;
        let asked = [
            "Press “Delete” in “Delete 12 photos?”",
            "„Delete“ drücken, in „Delete 12 photos?“",
            "Pulsar «Delete», en «Delete 12 photos?»",
        ];
        check(tap, on("Delete", "Delete 12 photos?"), asked);
        check(tap, on("Delete", "Delete"), ["Press “Delete”", "„Delete“ drücken", "Pulsar «Delete»"]);
        let call = r#"{"type":"mcp_call","tool":"files__read","args":{"path":"/tmp/a","most":5}}"#;
        let bare = [
            "Use the tool “files__read” with most 5, path “/tmp/a”",
            "Das Werkzeug „files__read“ benutzen, mit most 5, path „/tmp/a“",
            "Usar la herramienta «files__read» con most 5, path «/tmp/a»",
        ];
        check(call, ActionTarget::default(), bare);
        let known = ActionTarget { label: "read", role: "files", ..ActionTarget::default() };
        let of = [
            "Use the tool “read” of “files”",
            "Das Werkzeug „read“ von „files“ benutzen",
            "Usar la herramienta «read» de «files»",
        ];
        check(r#"{"type":"mcp_call","tool":"files__read","args":{}}"#, known, of);
        let unnamed = [
            "Press a button without a name at the bottom right",
            "Schaltfläche ohne Namen unten rechts drücken",
            "Pulsar botón sin nombre abajo a la derecha",
        ];
        check(tap, on(" ", ""), unnamed);
        let unseen = [
            "Press something we cannot see",
            "Etwas, das wir nicht sehen können, drücken",
            "Pulsar algo que no podemos ver",
        ];
        check(tap, ActionTarget::default(), unseen);
        check(tap, on("حذف\n12", ""), ["Press “حذف 12”", "„حذف 12“ drücken", "Pulsar «حذف 12»"]);
        // Words of a screen cannot leave their quotation marks.
        let posing = ["Press “A'. Yes: 'b”", "„A'. Yes: 'b“ drücken", "Pulsar «A'. Yes: 'b»"];
        check(tap, on("A”. Yes: “b", ""), posing);
        check(tap, on("A“. Yes: „b", ""), posing);
        check(tap, on("A». Yes: «b", ""), posing);
        let drag = r#"{"type":"drag","x1":1,"y1":1,"x2":2,"y2":2,"durationMs":9}"#;
        let bin = ActionTarget { onto: "Bin", ..on("Photo", "") };
        check(drag, bin, ["Drag “Photo” onto “Bin”", "„Photo“ auf „Bin“ ziehen", "Arrastrar «Photo» hasta «Bin»"]);
        let hi = ["Type “hi” into “Message”", "„hi“ in „Message“ schreiben", "Escribir «hi» en «Message»"];
        check(r#"{"type":"type","text":"hi"}"#, on("Message", ""), hi);
        check(r#"{"type":"type","text":"hi"}"#, on("", ""), ["Type “hi”", "„hi“ schreiben", "Escribir «hi»"]);
        let enter = ["Press the key ENTER", "Die Taste ENTER drücken", "Pulsar la tecla ENTER"];
        check(r#"{"type":"keyevent","keycode":"KEYCODE_ENTER"}"#, on("", ""), enter);
        let command = [
            "Run the command “rm -r /sdcard” on the phone",
            "Den Befehl „rm -r /sdcard“ auf dem Telefon ausführen",
            "Ejecutar la orden «rm -r /sdcard» en el teléfono",
        ];
        check(r#"{"type":"shell","command":"rm -r /sdcard"}"#, on("", ""), command);
    }

    #[test]
    fn a_heading_says_what_to_whom_how_much_and_where() {
        let check = |key: &str, values: &[(&str, &str)], expected: [&str; 3]| {
            let values: Vec<(&str, &str)> = values.iter().copied().chain([("app", "Wallet")]).collect();
            for (language, expected) in ["en", "de", "es"].into_iter().zip(expected) {
                assert_eq!(phrase(language, &format!("gate {key}"), &values), expected);
            }
        };
        let pays = ["Pay $20.00 to Sam in Wallet", "$20.00 an Sam zahlen, in Wallet", "Pagar $20.00 a Sam en Wallet"];
        check("pays", &[("amount", "$20.00"), ("people", "Sam")], pays);
        let orders =
            ["Pay or order in Wallet: Buy", "Zahlen oder bestellen, in Wallet: Buy", "Pagar o pedir en Wallet: Buy"];
        check("pays", &[("words", "Buy")], orders);
        let asked = ["Pay $20 in Wallet: Pay?", "$20 zahlen, in Wallet: Pay?", "Pagar $20 en Wallet: Pay?"];
        check("pays", &[("amount", "$20"), ("words", "Pay?")], asked);
        let shares = [
            "Share your location with Sam in Wallet",
            "Deinen Standort teilen, mit Sam, in Wallet",
            "Compartir tu ubicación con Sam en Wallet",
        ];
        check("locates", &[("people", "Sam")], shares);
        check(
            "deletes",
            &[("words", "A?")],
            ["Delete in Wallet: A?", "Löschen, in Wallet: A?", "Borrar en Wallet: A?"],
        );
        check(
            "calls",
            &[("people", "Mum")],
            ["Call Mum in Wallet", "Mum anrufen, in Wallet", "Llamar a Mum en Wallet"],
        );
        let group = [
            "Send something to a group, Family, in Wallet",
            "Etwas an eine Gruppe senden, Family, in Wallet",
            "Enviar algo a un grupo, Family, en Wallet",
        ];
        check("group", &[("people", "Family")], group);
        let saved = [
            "Save a contact as Mum in Wallet",
            "Einen Kontakt speichern, als Mum, in Wallet",
            "Guardar un contacto como Mum en Wallet",
        ];
        check("changes_contact", &[("people", "Mum")], saved);
    }

    #[test]
    fn no_deed_is_empty_or_long_or_has_coordinates() {
        let long = "x".repeat(1 << 20);
        for (action, language) in
            samples().iter().flat_map(|action| ["en", "de", "es"].map(|language| (action, language)))
        {
            let target = ActionTarget { label: &long, dialog: &long, onto: &long, ..ActionTarget::default() };
            let said = deed_in_words(language, action, target);
            assert!((1..4 * MOST + 40).contains(&said.chars().count()), "{said}");
            let plain = deed_in_words(language, action, ActionTarget::default());
            assert!(!plain.contains("540") && !plain.is_empty(), "{action:?}");
        }
    }

    #[test]
    fn a_request_is_worded_line_by_line() {
        let element = |label: &str| MarkedElement {
            label: label.to_owned(),
            role: "button".to_owned(),
            place: "at the bottom".to_owned(),
            area: Area { x: 1, y: 2, w: 3, h: 4 },
        };
        let text = |text: &str| Some(text.to_owned());
        let asked = ConsentRequest {
            summary: "s".to_owned(),
            how: text("h"),
            reason: "r".to_owned(),
            app: text("a"),
            agent: "m".to_owned(),
            goal: "g".to_owned(),
            thought: text("t"),
            elements: vec![element("Delete"), element("")],
            picture: None,
            withheld: text("w"),
            covers: text("c"),
        };
        let english = "Why you are asked: r\nIn: a\nHow: h\nOn: the button “Delete”, at the bottom\n\
                       On: a button without a name, at the bottom\nWanted by: m, for “g”\n\
                       The agent's words: “t”\nThere is no picture: w\nAlways would cover: c";
        assert_eq!(consent_in_words("en", &asked), english);
        let german = "Warum du gefragt wirst: r\nIn: a\nWie: h\nAuf: Schaltfläche „Delete“, unten\n\
                      Auf: Schaltfläche ohne Namen, unten\nGewünscht von: m, für „g“\n\
                      In den Worten des Agenten: „t“\nEs gibt kein Bild: w\n„Immer“ würde gelten für: c";
        assert_eq!(consent_in_words("de", &asked), german);
        assert_eq!(quoted_names("de", &["Ann", "Ben"], 0), "„Ann“ und „Ben“");
        assert_eq!(quoted_names("es", &["Ann", "Ben"], 2), "«Ann», «Ben» y 2 más");
    }
}
