//! Looks up the names in a wish: people, apps, and the referents of `her` and `it`.

use std::collections::BTreeSet;

use action::plan::Ask;
use serde_json::{Value, json};

use super::{Context, Part};
use crate::grammar::{List, Tokens, WordSet};
use crate::index::{LookupResult, Match};
use crate::say::say;
use crate::text;
use crate::understand::{ASKED, Wish};

/// The doubt about a name that matches several people, resolved to the one the person contacts most. Without other
/// doubts the plan runs (0.85).
const BY_HABIT: f32 = 0.1;
/// The doubt about a name found by its sound. It is always confirmed (0.67), because `Marie` may be another person than
/// `Mary`.
const PHONETIC: f32 = ASKED;
/// The doubt about a name found by similar spelling. It is always confirmed (0.65), because it may be another person.
const FUZZY: f32 = 0.3;
/// The same doubt for an app, which can be closed again: it runs (0.75).
const FUZZY_APP: f32 = 0.2;

/// The most names that a question offers: as many as can be read out or taken in at a glance.
const MOST_CHOICES: usize = 6;

/// The default app for messages.
const MESSAGES: &str = "Messages";

/// The separator in a choice that means each of the names.
pub(crate) const EACH: &str = ", then ";

/// Looks up every name in the part's slots.
pub(super) fn resolve(wish: &Wish, context: &Context<'_>, part: &mut Part) {
    if part.slots.get("setting").is_some_and(|setting| setting == "it") {
        match &context.memory.setting {
            Some(setting) => {
                part.slots.insert("setting".to_owned(), setting.clone().into());
            }
            None => {
                part.slots.remove("setting");
            }
        }
    }
    if wish.intent == "delete_items" && part.slots.get("query").is_some_and(|query| query == "it") {
        part.slots.remove("query");
    }
    app(wish, context, part);
    let addressed = matches!(
        wish.intent,
        "send_message"
            | "call_contact"
            | "find_contact"
            | "tell_contact"
            | "open_conversation"
            | "read_messages"
            | "search_messages"
            | "share_location"
            | "send_photo"
            | "write_mail"
            | "edit_contact"
            | "block_number"
            | "read_mail"
            | "pay"
    );
    if addressed {
        recipient(wish, context, part);
    }
}

fn recipient(wish: &Wish, context: &Context<'_>, part: &mut Part) {
    let Some(said) = part.slots.get("recipient").and_then(Value::as_str).map(str::to_owned) else { return };
    let plain: Vec<String> = text::words(&said).unwrap_or_default().into_iter().map(|word| word.plain).collect();
    let words = text::words(&said).unwrap_or_default();
    let tokens = Tokens { words: &words, lexicon: &context.grammar.lexicon };
    let whole = |list: List| tokens.find(0, list).is_some_and(|(_, end)| end == words.len());
    if whole(List::Pronoun) || whole(List::Somebody) {
        match context.memory.person.clone().filter(|_| whole(List::Pronoun)) {
            Some(person) => {
                part.slots.insert("recipient".to_owned(), person.into());
                part.explained.insert("reference".to_owned(), "dialogue".into());
            }
            None => {
                part.slots.remove("recipient");
            }
        }
        return;
    }
    let listed = |list: &WordSet| {
        plain.iter().any(|word| context.grammar.vocabulary.id(word).is_some_and(|id| list.contains(id)))
    };
    part.confirm |= wish.intent == "send_message" && listed(&context.grammar.groups);
    if wish.intent == "send_message" && listed(&context.grammar.institutions) {
        part.doubt += ASKED;
    }
    if let Some((name, number)) = namesake(&said, context) {
        let (recipient, called) = match wish.intent {
            "call_contact" => (name, Some(number)),
            // They change the entry of one of the namesakes, so they need the name as well.
            "edit_contact" | "block_number" => (said.as_str(), None),
            _ => (number, None),
        };
        part.slots.insert("recipient".to_owned(), recipient.into());
        if let Some(number) = called {
            part.slots.insert("number".to_owned(), number.into());
        }
        return;
    }
    if said.starts_with('+') || said.chars().all(|c| c.is_ascii_digit()) {
        if wish.intent == "call_contact" {
            part.slots.insert("number".to_owned(), said.into());
        }
        return;
    }
    let several = crate::understand::people(&said, &context.grammar.lexicon);
    if wish.intent == "call_contact" && !wish.chosen && several.len() > 1 && context.index.knows_nobody() {
        part.ask = Some(Ask {
            slot: Some("recipient".to_owned()),
            question: about(context, "one or each", &said),
            choices: vec![said, several.join(EACH)],
        });
        return;
    }
    // The recipient of a bill is not a contact.
    if context.index.knows_nobody() || wish.intent == "pay" && plain.len() > 3 {
        return;
    }
    // "Sam's mom", "Tommy": the person has said before who that is, and no contact is called so.
    let unknown = |said: &str| context.index.person(said) == LookupResult::Nothing;
    let told = context.memory.people.get(&plain.join(" "));
    let told = told.filter(|_| is_relation(&plain, context) || unknown(&said));
    let mut found = context.index.person(told.unwrap_or(&said));
    // "my son" is not Sonia, and "my daughter" is not the doctor.
    if is_relation(&plain, context) && told.is_none() && !is_named(&plain, &found, context) {
        found = LookupResult::Nothing;
    }
    if found == LookupResult::Nothing {
        found = by_kinship(&plain, context).unwrap_or(LookupResult::Nothing);
    }
    // Mails come from shops and offices too, so a sender who is not clearly a contact is searched for as said.
    let clear = matches!(found, LookupResult::One { how: Match::Exact | Match::Prefix, .. });
    if wish.intent == "read_mail" && !clear {
        return;
    }
    let contacts = &context.index.directory().contacts;
    match found {
        LookupResult::One { at, how, by_habit } => {
            let contact = &contacts[at];
            let explained = json!({"said": said, "found": contact.name, "match": how, "by_habit": by_habit});
            part.explained.insert("contact".to_owned(), explained);
            part.slots.insert("recipient".to_owned(), contact.name.clone().into());
            // "my doctor" may be another than the one contact with that title.
            let role = plain.len() == 1 && how == Match::Prefix && is_relation(&plain, context);
            part.doubt += match how {
                _ if role => PHONETIC,
                Match::Exact | Match::Prefix if by_habit => BY_HABIT,
                Match::Exact | Match::Prefix => 0.0,
                Match::Phonetic => PHONETIC,
                Match::Fuzzy => FUZZY,
            };
            if wish.intent == "call_contact" {
                super::numbers::choose(contact, context, part);
            }
        }
        LookupResult::Several { at, how } => {
            let choices: Vec<String> = at.iter().take(MOST_CHOICES).map(|at| choice(contacts, *at)).collect();
            let mut explained = json!({"said": said, "match": how, "found": choices});
            // More than fit: say how many, and let the person narrow it down.
            let question = if at.len() > MOST_CHOICES {
                explained["count"] = at.len().into();
                let values = json!({"said": said, "count": at.len(), "shown": MOST_CHOICES});
                say(context.grammar.language, "which of many", &values.as_object().cloned().unwrap_or_default())
            } else {
                about(context, "which", &said)
            };
            part.explained.insert("contact".to_owned(), explained);
            part.ask = Some(Ask { slot: Some("recipient".to_owned()), question, choices });
        }
        LookupResult::Nothing => {
            part.explained.insert("contact".to_owned(), json!({"said": said, "found": null}));
            let question = about(context, "nobody", &said);
            part.ask = Some(Ask { slot: Some("recipient".to_owned()), question, choices: Vec::new() });
        }
    }
}

/// Returns the name, with its number if another contact has the same name.
fn choice(contacts: &[action::Contact], at: usize) -> String {
    let contact = &contacts[at];
    let twins = contacts.iter().filter(|other| other.name == contact.name).count();
    match contact.numbers.first() {
        Some(number) if twins > 1 => format!("{} ({number})", contact.name),
        _ => contact.name.clone(),
    }
}

/// Returns the name and the number of a chosen contact among those of one name; see [`choice`].
fn namesake<'s>(said: &'s str, context: &Context<'_>) -> Option<(&'s str, &'s str)> {
    let (name, number) = said.strip_suffix(')')?.rsplit_once(" (")?;
    let mut contacts = context.index.directory().contacts.iter();
    let is_known = contacts.any(|contact| contact.name == name && contact.numbers.iter().any(|own| own == number));
    is_known.then_some((name, number))
}

/// Whether the words name a person by a relation: `doctor`, `Sam's mom`.
fn is_relation(plain: &[String], context: &Context<'_>) -> bool {
    plain.last().is_some_and(|word| relation(word, context).is_some())
}

/// Whether the contacts found have the last of the words in their names, as it was said.
fn is_named(plain: &[String], found: &LookupResult, context: &Context<'_>) -> bool {
    let contacts = &context.index.directory().contacts;
    let named = |at: &usize| {
        let mut names = std::iter::once(&contacts[*at].name).chain(&contacts[*at].aliases);
        let has = |name: &String| {
            let words = text::words(name).unwrap_or_default();
            words.iter().any(|word| plain.last() == Some(&word.plain) || same_relation(plain, &word.plain, context))
        };
        names.any(has)
    };
    match found {
        LookupResult::One { at, .. } => named(at),
        LookupResult::Several { at, .. } => at.iter().all(named),
        LookupResult::Nothing => true,
    }
}

/// Whether two words name the same relation: `doctor` and `Dr.`
fn same_relation(plain: &[String], word: &str, context: &Context<'_>) -> bool {
    let kin = relation(word, context);
    kin.is_some() && plain.last().and_then(|last| relation(last, context)) == kin
}

/// Returns the common word for a relation: `mom` for `mum`.
fn relation(word: &str, context: &Context<'_>) -> Option<String> {
    let id = context.grammar.vocabulary.id(word);
    let found = context.grammar.kin.at(0, move |at| if at == 0 { id } else { None }).next();
    found.map(|(_, value)| value.to_owned())
}

/// Finds a relative under another word: `mum` finds the contact `Mom`.
fn by_kinship(plain: &[String], context: &Context<'_>) -> Option<LookupResult> {
    let [word] = plain else { return None };
    let kin = |word: &str| relation(word, context);
    let relation = kin(word)?;
    let contacts = &context.index.directory().contacts;
    let names = |at: usize| std::iter::once(&contacts[at].name).chain(&contacts[at].aliases);
    let same = |at: &usize| names(*at).any(|name| kin(&text::plain(name)).as_deref() == Some(relation.as_str()));
    let found: Vec<usize> = (0..contacts.len()).filter(same).take(6).collect();
    match found.as_slice() {
        [] => None,
        [only] => Some(LookupResult::One { at: *only, how: Match::Exact, by_habit: false }),
        _ => Some(LookupResult::Several { at: found, how: Match::Exact }),
    }
}

fn app(wish: &Wish, context: &Context<'_>, part: &mut Part) {
    let said = part.slots.get("app").and_then(Value::as_str).map(str::to_owned);
    let writes = matches!(wish.intent, "send_message");
    let avoided = |name: &str| wish.avoid.iter().any(|app| app.eq_ignore_ascii_case(name));
    let Some(said) = said.filter(|said| !avoided(said)) else {
        part.slots.remove("app");
        if writes {
            let app = default_app(context, &avoided);
            if app.is_none() {
                part.ask = Some(Ask {
                    slot: Some("app".to_owned()),
                    question: about(context, "other app", ""),
                    choices: Vec::new(),
                });
            }
            part.app = app;
        }
        return;
    };
    if context.index.knows_no_app() || wish.intent == "open_app" && said.contains("://") {
        part.app = Some(said);
        return;
    }
    let apps = &context.index.directory().apps;
    let found = match context.index.app(&said) {
        LookupResult::Nothing => {
            let other = || by_synonym(&said, context);
            without_maker(&said, context).or_else(other).unwrap_or(LookupResult::Nothing)
        }
        found => found,
    };
    match found {
        LookupResult::One { at, how, .. } => {
            part.explained.insert("package".to_owned(), apps[at].package.clone().into());
            part.explained.insert("app_match".to_owned(), json!(how));
            part.slots.insert("app".to_owned(), apps[at].label.clone().into());
            part.app = Some(apps[at].label.clone());
            if how == Match::Fuzzy {
                part.doubt += FUZZY_APP;
            }
        }
        LookupResult::Several { at, .. } => {
            let choices = at.iter().take(MOST_CHOICES).map(|at| apps[*at].label.clone()).collect();
            part.ask = Some(Ask { slot: Some("app".to_owned()), question: about(context, "which", &said), choices });
        }
        // A shop without an app is searched on the web, and the person sees that.
        LookupResult::Nothing if wish.intent == "search_web" => {
            let query = part.slots.get("query").and_then(Value::as_str).unwrap_or_default();
            let query = format!("{query} {said}");
            part.slots.remove("app");
            part.slots.insert("query".to_owned(), query.into());
            part.confirm = true;
        }
        LookupResult::Nothing => {
            // Only an app that the phone has can be used instead.
            let has = |name: &String| apps.iter().any(|app| app.label == *name);
            let other = default_app(context, &avoided).filter(|name| writes && has(name));
            let values = json!({"said": said, "other": other});
            let values = values.as_object().cloned().unwrap_or_default();
            let question = say(context.grammar.language, "no app", &values);
            let choices = other.into_iter().collect();
            part.ask = Some(Ask { slot: Some("app".to_owned()), question, choices });
        }
    }
}

/// Finds an app that the phone labels without its maker: `Google Maps` is `Maps`, of the package
/// `com.google.android.apps.maps`. Any other word in front belongs to the name: `Zebra Notes` is not `Keep Notes`.
fn without_maker(said: &str, context: &Context<'_>) -> Option<LookupResult> {
    let (maker, name) = said.split_once(' ')?;
    let words = text::words(said).unwrap_or_default();
    let owned = Tokens { words: &words, lexicon: &context.grammar.lexicon }.is(0, List::Owner);
    let maker = maker.to_lowercase();
    let found = context.index.app(name);
    let apps = &context.index.directory().apps;
    let made = |at: usize| owned || apps[at].package.to_lowercase().split('.').any(|part| part == maker);
    let fits = match &found {
        LookupResult::One { at, .. } => made(*at),
        LookupResult::Several { at, .. } => at.iter().all(|at| made(*at)),
        LookupResult::Nothing => false,
    };
    fits.then_some(found)
}

/// Finds an app by another common name for it: a `Voice Recorder` may be called `Audio Recorder`.
fn by_synonym(said: &str, context: &Context<'_>) -> Option<LookupResult> {
    let exact = |name: &str| match context.index.app(name) {
        LookupResult::One { at, how: Match::Exact, .. } => Some(at),
        _ => None,
    };
    let found: BTreeSet<usize> = context.grammar.apps.of(said).filter_map(exact).collect();
    match found.len() {
        0 => None,
        1 => found.first().map(|at| LookupResult::One { at: *at, how: Match::Exact, by_habit: false }),
        _ => Some(LookupResult::Several { at: found.into_iter().collect(), how: Match::Exact }),
    }
}

/// Returns a question about a spoken name.
fn about(context: &Context<'_>, key: &str, said: &str) -> String {
    let values = json!({"said": said});
    say(context.grammar.language, key, &values.as_object().cloned().unwrap_or_default())
}

/// Returns the phone's own messages app, unless the person excluded it.
fn default_app(context: &Context<'_>, avoided: &impl Fn(&str) -> bool) -> Option<String> {
    let apps = &context.index.directory().apps;
    let own = apps
        .iter()
        .find(|app| app.package.contains("messaging") || app.package.contains(".mms") || app.label == MESSAGES);
    let name = own.map_or(MESSAGES, |app| app.label.as_str());
    (!avoided(name)).then(|| name.to_owned())
}
