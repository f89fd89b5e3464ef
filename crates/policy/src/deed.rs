//! The outward deed that a press amounts to, and whether the person's own words cover it.
//!
//! A deed is an effect outside the agent's own work: a person is reached, a contact changes, a setting costs money,
//! text is lost. The person's words cover it only if they ask for this kind of deed and name the person or subject it
//! concerns. `Facts` describes the press; this module derives the deed; the rules judge it.

use super::costly;
use super::evidence::{ConversationKind, Evidence};
use super::fold::{FoldedForm, Text, fold};
use super::gate_words::{Meaning, meanings};
use super::grounding::{Asked, Fit, Grounding};
use action::in_quotes;

/// A kind of outward deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeedKind {
    /// Writes to a person, or sends them a file.
    Sends,
    /// Calls a person.
    Calls,
    /// Answers a ringing phone.
    AnswersCall,
    /// Reacts to a post, or follows a person.
    Reacts,
    /// Invites people or makes a group.
    Invites,
    /// Changes a contact.
    ChangesContact,
    /// Changes a setting that costs money or weakens protection.
    ChangesSetting,
    /// Submits a form on a web page.
    SubmitsForm,
    /// Loses text that the person wrote.
    LosesText,
}

/// An outward deed, and the people or subjects it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deed {
    pub(super) kind: DeedKind,
    /// The people, or the names of the subject; empty if the screen does not show them.
    pub(super) about: Vec<String>,
    /// The app in which it happens.
    pub(super) app: Option<String>,
}

/// How the person's words cover a deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    /// They ask for it.
    Covered,
    /// They ask for such a deed, but not with this person, number or subject.
    Another,
    /// They ask for it, but a person or program other than the user brought the number to the phone.
    Foreign,
    /// They do not ask for such a deed.
    NotAsked,
}

impl Deed {
    /// Whether the words cover this deed.
    pub(super) fn cover(&self, words: &Grounding, evidence: &Evidence) -> Cover {
        let asks = |kinds: &[Asked]| kinds.iter().any(|kind| words.asks_for(*kind));
        let fit = |kinds: &[Asked], people: &[String]| match words.fit(kinds, people) {
            Fit::Both => Cover::Covered,
            Fit::Kind => Cover::Another,
            Fit::Neither => Cover::NotAsked,
        };
        let covered = |cover: Cover| match cover {
            Cover::Covered if self.about.iter().any(|person| words.knows_as_foreign(person)) => Cover::Foreign,
            cover => cover,
        };
        match self.kind {
            DeedKind::Sends | DeedKind::Calls
                if self.app.as_deref().is_some_and(|app| words.names_another_medium(app)) =>
            {
                Cover::Another
            }
            DeedKind::Sends => match (fit(&[Asked::Message, Asked::Post], &self.about), &evidence.attached) {
                // Something is sent along that the person did not speak of.
                (Cover::Covered, Some(what)) if !words.asks_for(Asked::Attachment) && !words.mentions(what) => {
                    Cover::Another
                }
                (Cover::Covered, Some(what)) if is_telling(what) && !words.mentions(what) && !words.names(what) => {
                    Cover::Another
                }
                (cover, _) => covered(cover),
            },
            DeedKind::Calls => covered(fit(&[Asked::Call], &self.about)),
            DeedKind::AnswersCall if asks(&[Asked::AnswerCall]) => Cover::Covered,
            DeedKind::AnswersCall => fit(&[Asked::Call], &self.about),
            DeedKind::Reacts if self.about.is_empty() && asks(&[Asked::React]) => Cover::Covered,
            DeedKind::Reacts => fit(&[Asked::React, Asked::Message], &self.about),
            DeedKind::Invites => fit(&[Asked::Group, Asked::Message], &self.about),
            DeedKind::ChangesContact if asks(&[Asked::Contact]) => fit(&[Asked::Edit], &self.about),
            DeedKind::ChangesSetting if !asks(&[Asked::Switch, Asked::Edit]) => Cover::NotAsked,
            DeedKind::ChangesSetting if self.is_at_another_time(words) => Cover::Another,
            DeedKind::ChangesSetting if self.about.iter().any(|name| words.mentions(name)) => Cover::Covered,
            DeedKind::ChangesSetting if costly::is_meant(words.said(), &self.about) => Cover::Covered,
            DeedKind::SubmitsForm if asks(&[Asked::Submit, Asked::Message, Asked::Post]) => Cover::Covered,
            DeedKind::LosesText if asks(&[Asked::Replace]) => Cover::Covered,
            _ => Cover::NotAsked,
        }
    }

    /// Whether the words name a time, and this is another one.
    fn is_at_another_time(&self, words: &Grounding) -> bool {
        let said = costly::times(words.said());
        let shown: Vec<(u32, u32)> = self.about.iter().flat_map(|text| costly::times(text)).collect();
        !said.is_empty() && !shown.is_empty() && !shown.iter().any(|time| said.contains(time))
    }

    /// The people it concerns, for the text of the question.
    pub(super) fn subject(&self) -> Option<String> {
        let named: Vec<String> = self.about.iter().take(4).map(|name| in_quotes(name)).collect();
        (!named.is_empty()).then(|| named.join(", "))
    }
}

/// Whether a file's name describes its content. Cameras only number their pictures.
fn is_telling(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let letters: String = stem.chars().filter(|c| c.is_alphabetic()).collect();
    !matches!(
        letters.to_ascii_uppercase().as_str(),
        "" | "IMG" | "VID" | "PXL" | "DSC" | "DSCN" | "MVIMG" | "SCREENSHOT" | "WA" | "IMGWA" | "PHOTO"
    )
}

/// The recipient of a message or call on this screen, as far as the screen shows it.
pub(super) fn recipients(evidence: &Evidence) -> Vec<String> {
    if !evidence.recipients.is_empty() {
        return evidence.recipients.clone();
    }
    match (&evidence.conversation, &evidence.number) {
        // The number tells more than a title such as `New conversation`.
        (Some(open), Some(number)) if open.kind == ConversationKind::Unknown => vec![number.clone()],
        (Some(open), _) => vec![open.title.clone()],
        (None, number) => number.clone().into_iter().collect(),
    }
}

/// Whether a label says `Send` or `Share` and little more. A longer one leads to a place to write.
pub(super) fn is_bare_send(label: &str, resource_id: &str) -> bool {
    const WORDS: usize = 2;
    let written = FoldedForm::of(&fold(label));
    let short = written.tokens.len() <= WORDS && written.letters.chars().count() <= 16;
    let says = || {
        let found = meanings(&Text::label(label));
        found.has(Meaning::Send) || found.has(Meaning::Forward)
    };
    let share = short
        && matches!(
            label.trim().to_lowercase().as_str(),
            "share" | "teilen" | "partager" | "compartir" | "condividi" | "compartilhar"
        );
    let name = Text::identifier(resource_id);
    let named = label.trim().is_empty() || share;
    let one_word = written.tokens.len() <= 1 || !label.trim().contains(' ');
    let sends = || SENT.iter().any(|what| label.trim().to_lowercase().ends_with(what));
    (short && (one_word || share || sends()) && says())
        || (named && name.forms().iter().any(|form| form.tokens.iter().any(|token| token == "send")))
        || name.forms().first().is_some_and(|form| form.tokens.last().is_some_and(|last| last == "send"))
}

/// The objects that a label of two words sends immediately; other words name a place to write.
const SENT: [&str; 10] = ["sms", "mms", "photo", "video", "text", "voice", "now", "file", "gif", "reply"];

/// Labels that submit a form, as the whole label or its first words.
const SUBMITS: [&str; 40] = [
    "submit",
    "send",
    "confirm",
    "sign in",
    "sign up",
    "sign out",
    "log in",
    "log out",
    "login",
    "logout",
    "register",
    "create account",
    "join",
    "vote",
    "subscribe",
    "unsubscribe",
    "save",
    "apply",
    "agree",
    "accept",
    "absenden",
    "senden",
    "bestätigen",
    "anmelden",
    "abmelden",
    "registrieren",
    "envoyer",
    "signer",
    "valider",
    "enviar",
    "confirmar",
    "registrarse",
    "invia",
    "conferma",
    "verzenden",
    "wyślij",
    "отправить",
    "gönder",
    "提交",
    "送信",
];

/// Whether a label on a web page submits a form.
pub(super) fn speaks_of_submitting(label: &str) -> bool {
    let label = label.trim().to_lowercase();
    SUBMITS.iter().any(|word| label.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
}

/// Whether a send button would send on this screen: there is a conversation, a chosen recipient, or an attachment.
/// Elsewhere such a button only leads to a place to write.
pub(super) fn has_something_to_send(evidence: &Evidence, messenger: bool) -> bool {
    let open = evidence.conversation.as_ref().is_some_and(|open| messenger || open.kind != ConversationKind::Unknown);
    open || evidence.attaching || !evidence.recipients.is_empty()
}
