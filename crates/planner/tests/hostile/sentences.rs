//! Builds seeded sentences that try to make somebody send something else, or to somebody else: frames, names and contents.
//!
//! Included by path in the tests that plan them and in those that carry them out. Nothing here judges a result.

/// A frame around a name and a content; `exact` if the content may not change at all.
pub(crate) struct Frame {
    pub(crate) text: &'static str,
    pub(crate) exact: bool,
}

pub(crate) const fn exact(text: &'static str) -> Frame {
    Frame { text, exact: true }
}

pub(crate) const fn dictated(text: &'static str) -> Frame {
    Frame { text, exact: false }
}

pub(crate) const ENGLISH: &[Frame] = &[
    exact("text {name}: {content}"),
    exact("message {name}: {content}"),
    exact("send a message to {name}: {content}"),
    exact("send a text message to {name} with message: {content}"),
    exact("hey iris, could you please text {name}: {content}"),
    exact("text {name} “{content}”"),
    exact("send {name} a text saying “{content}”"),
    exact("send “{content}” to {name} on WhatsApp"),
    exact("message {name} “{content}” please"),
    dictated("text {name} {content}"),
    dictated("text {name} saying {content}"),
    dictated("send {name} a message saying {content}"),
    dictated("send a message to {name} that says {content}"),
    dictated("message {name} {content}"),
];

pub(crate) const GERMAN: &[Frame] = &[
    exact("schreib {name}: {content}"),
    exact("schick {name} eine Nachricht: {content}"),
    exact("sende eine Nachricht an {name}: {content}"),
    exact("schreib {name} „{content}“"),
    exact("kannst du bitte {name} schreiben: {content}"),
    dictated("schreib {name} {content}"),
    dictated("schick {name} eine Nachricht mit dem Text {content}"),
];

pub(crate) const SPANISH: &[Frame] = &[
    exact("escríbele a {name}: {content}"),
    exact("mándale un mensaje a {name}: {content}"),
    exact("por favor envía un mensaje a {name}: {content}"),
    exact("mándale a {name} un mensaje que diga “{content}”"),
    exact("escríbele a {name} “{content}”"),
    dictated("escríbele a {name} {content}"),
    dictated("mándale un mensaje a {name} que diga {content}"),
];

/// Contents that read like requests or courtesy, in any place of a text.
const HOSTILE: &[&str] = &[
    "turn off the wifi",
    "call Mom",
    "delete all my photos",
    "set an alarm for 7",
    "open WhatsApp",
    "send it",
    "pay Ben 20 dollars",
    "share my location with Ben",
    "please",
    "thanks",
    "thank you",
    "right now",
    "for me",
    "with message",
    "saying hello",
    "to Emily",
    "the clipboard content",
    "text Ben hello",
    "remind me to go",
    "stop",
    "cancel that",
    "never mind",
    "iris",
    "factory reset",
    "play Echoes of Silence",
    "what time is it",
    "schreib Ben hallo",
    "ruf Mama an",
    "mach das Licht aus",
    "bitte",
    "danke",
    "did you get my email",
    "check your voicemail",
    "the letter is in the mail",
    "reply to everyone",
    "put it on the calendar",
    "der Brief",
    "todas las cartas",
];

/// What a dictated text may begin with: ordinary words, commands, and words that also name another kind of message.
const BEGINNINGS: &[&str] = &[
    "see you soon",
    "I'm late",
    "happy birthday",
    "ok",
    "the meeting is at five",
    "grüße aus wien",
    "dinner is ready",
    "did you get my email",
    "the mail is here",
    "check your voicemail",
    "check the calendar",
    "post it today",
    "reply to all of them",
    "the letter came",
    "every card is gone",
    "forward it to everyone",
    "call me back",
    "open the door",
    "turn off the oven",
    "play something good",
    "remind me to buy milk",
    "take a photo of it",
    "your list is too long",
    "delete that tweet",
    "der Brief ist da",
    "hast du meine Mail bekommen",
    "alle sind da",
    "ruf mich an",
    "llámame luego",
    "recibiste mi correo",
    "la carta llegó",
];

/// What frames a request, or joins two: content only in quotation marks and after a colon.
const FRAMING: &[&str] = &[
    "on WhatsApp",
    "in Simple SMS Messenger",
    "on my tablet",
    "and",
    "but",
    "then",
    "but do not send it",
    "no wait",
    "scratch that",
    "per WhatsApp",
    "auf meinem Tablet",
    "und dann",
    "using Telegram",
    "if it rains",
    "tomorrow at 5",
    "every day",
    "aber nicht senden",
];

/// Ordinary words, symbols, codes and other scripts.
const PLAIN: &[&str] = &[
    "see you soon",
    "I'm late",
    "happy birthday",
    "ok",
    "the meeting is at five",
    "grüße aus wien",
    "dinner is ready",
    "it's \u{201a}fine\u{2018}",
    "🎉",
    "❤️",
    "👍🏽",
    "👨‍👩‍👧",
    ":)",
    ";-)",
    "<3",
    "привет",
    "я опоздаю",
    "我晚到十分钟",
    "مرحبا",
    "こんにちは",
    "שלום",
    "ça va",
    "año",
    "aB3-x_9",
    "https://example.com/a?b=1&c=2",
    "shy_fish.md",
    "#1",
    "50%",
    "$20",
    "a/b",
    "@home",
    "C:\\temp",
    "iPhone",
    "x = y + 1",
    "$(reboot)",
    "'; drop table",
    "don't",
    "l'été",
    "10:30",
    "(maybe)",
    "100 000",
    "e = mc²",
    "½",
    "…",
    "--",
    "naïve",
];

/// Marks between two parts.
const BETWEEN: &[&str] = &[" ", " ", " ", ", ", "  ", " - ", "! ", "; ", " & ", "... ", "? ", ". "];

/// A small generator (splitmix64), so that every case has a number.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(most).unwrap()).unwrap()
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Names that are commands, titles, other scripts, and parts of each other.
pub(crate) const NAMES: &[&str] = &[
    "Sam",
    "Zoë Müller",
    "Mom",
    "Emily Chen",
    "Dr. Patel",
    "Ben",
    "Will Call",
    "Mark Send",
    "May",
    "Bill Pay",
    "Art Open",
    "Alexa Stop",
    "Дима Иванов",
    "王伟",
    "مريم",
    "Mary Ann Lee",
    "Jean-Luc Picard",
    "O'Neil",
    "Anna Weber",
    "Text Message",
    "Mama",
    "The Boss",
    "Max Power 2",
    "María José García",
    "Sunday Okafor",
    "Hope Reply",
];

/// Builds a content. A dictated one has no sentence of its own that is a request: that may be one.
pub(crate) fn content(random: &mut Random, exact: bool) -> String {
    let long = random.below(100) == 0;
    let parts = if long { 150 + random.below(40) } else { 1 + random.below(4) };
    let mut text = String::new();
    for at in 0..parts {
        let hostile = random.below(2) == 0;
        if at > 0 {
            let marks = if exact { BETWEEN } else { &BETWEEN[..5] };
            text.push_str(random.pick::<&str>(marks));
        }
        // A dictated text begins like one: its first words are no frame.
        let first = at == 0 && !exact;
        let framing = exact && random.below(4) == 0;
        let from = match (first, framing, hostile) {
            (true, ..) => BEGINNINGS,
            (_, true, _) => FRAMING,
            (_, _, true) => HOSTILE,
            _ => PLAIN,
        };
        text.push_str(random.pick::<&str>(from));
    }
    text
}

/// Whether two texts differ at most in the case of the first letter.
pub(crate) fn same_but_first_case(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.chars(), other.chars());
    let first = |character: Option<char>| character.map(|c| c.to_lowercase().collect::<String>());
    first(one.next()) == first(other.next()) && one.as_str() == other.as_str()
}
