//! The facts about a question: its subject, and whether it is understood at all. It states facts; the rules judge them.

use std::rc::Rc;

use super::hazard_words::says_hazard;
use super::label_facts::{Answer, COMMAND_WORDS, answer};
use crate::evidence::Question;
use crate::fold::FoldedForm;
use crate::gate_words::{Meaning, Meanings, known_words};
use crate::lexicon::{Hazard, lexicon};
use crate::text_cache::{AnalyzedText, TextCache};

/// One word in this many must be known for a sentence to count as understood: any sentence, and one with an unknown
/// answer.
pub(super) const FIFTH: usize = 5;
pub(super) const HALF: usize = 2;
/// The share of known words from which a question counts as understood. Measured on sentences from phones: known
/// languages have more than half of their words known, others less.
const UNDERSTOOD: (usize, usize) = (3, 5);
/// A question with fewer words is read together with its neighbours.
const SENTENCE: usize = 4;

/// The longest sentence that is joined from several elements, in bytes.
const LONGEST_IN_PIECES: usize = 400;
/// From this many other choices on, they are options of a list.
const OPTIONS: usize = 3;

/// The facts about a question on the screen.
#[derive(Default)]
pub(super) struct QuestionFacts {
    pub(super) dialog: bool,
    pub(super) asks: bool,
    pub(super) half_known: bool,
    /// Whether the asking text is in an unknown language.
    pub(super) unread: bool,
    pub(super) choices_known: bool,
    /// Whether another choice decides, so that ticking this one only selects it.
    pub(super) decided_by_another: bool,
    pub(super) floats: bool,
    pub(super) there: bool,
    pub(super) says: Meanings,
    pub(super) amount: bool,
    pub(super) contract: bool,
    /// Whether an app asks for access to something.
    access: bool,
    /// Whether a refusal loses something: "Keep the photos?"
    pub(super) keeps: bool,
    /// Whether it contains more than is understood.
    pub(super) unreadable: bool,
    /// Whether it speaks of an invitation.
    pub(super) invites: bool,
    /// Whether it goes to several people, where the text says so.
    pub(super) many: bool,
    /// Whether the choice only repeats words of the question: then it names the subject.
    pub(super) repeated: bool,
}

impl QuestionFacts {
    /// Analyses a question and the label of the choice that answers it.
    pub(super) fn of(question: &Question, label: &AnalyzedText, cache: &TextCache) -> Self {
        let texts: Vec<Rc<AnalyzedText>> = question.texts.iter().map(|text| cache.label(text)).collect();
        let choices: Vec<Rc<AnalyzedText>> = question.choices.iter().map(|choice| cache.label(choice)).collect();
        let together = cache.label(&in_one_piece(&question.texts));
        let says = texts
            .iter()
            .chain([&together])
            .fold(Meanings::default(), |found, said| found.and(said.signs()).and(said.meanings()));
        let whole = choices.iter().fold(Meanings::default(), |found, choice| found.and(choice.whole()));
        let choices_say = choices.iter().fold(whole, |found, choice| found.and(choice.meanings()));
        let count = texts.iter().filter_map(|said| said.largest_number()).max();
        let asking: Vec<usize> =
            question.texts.iter().enumerate().filter(|(_, text)| asks(text)).map(|(place, _)| place).collect();
        let asks = !asking.is_empty();
        let (known, all) = known_of(&texts);
        let foreign = texts.iter().any(|said| said.is_foreign());
        Self {
            dialog: question.dialog,
            there: true,
            says,
            amount: texts.iter().chain([&together]).any(|said| said.has_amount()),
            access: choices.iter().any(|choice| refuses_access(choice.raw()))
                || asks && texts.iter().chain([&together]).any(|said| said.text().says(&lexicon().access)),
            contract: texts.iter().chain([&together]).any(|said| said.has_contract()),
            keeps: texts.iter().chain([&together]).any(|said| said.keeps()),
            // A sentence must contain a known word; its choices may explain a shorter text.
            unreadable: (is_unread((known, all), choices_say, asks, FIFTH) && (!question.choices.is_empty() || asks))
                || foreign,
            asks,
            unread: asking.into_iter().any(|place| is_question_unread(&texts, place)),
            half_known: known * HALF <= all,
            choices_known: whole.any(),
            decided_by_another: choices.len() >= OPTIONS || choices.iter().any(|choice| decides(choice)),
            floats: question.floats,
            invites: question.texts.iter().any(|text| speaks_of_invitations(text)),
            repeated: repeats(label, &texts),
            many: says.has(Meaning::Recipients) && count.is_some_and(|count| count > 1),
        }
    }

    pub(super) fn is_about(&self, hazard: Hazard) -> bool {
        match hazard {
            Hazard::Pays => {
                says_hazard(self.says, hazard) || (self.amount && (self.dialog || self.says.has(Meaning::Amount)))
            }
            Hazard::Agrees => self.contract,
            Hazard::Grants => self.access || says_hazard(self.says, hazard),
            Hazard::SendsToMany => {
                let sends =
                    self.says.has(Meaning::Send) || self.says.has(Meaning::Forward) || self.says.has(Meaning::Post);
                says_hazard(self.says, hazard) || (sends && self.many)
            }
            Hazard::Deletes => says_hazard(self.says, hazard) || self.says.has(Meaning::Irreversible),
            _ => says_hazard(self.says, hazard),
        }
    }
}

/// Whether a choice keeps an app from something, so that the other one grants it.
fn refuses_access(choice: &str) -> bool {
    const CHOICES: [&str; 18] = [
        "don't allow",
        "don’t allow",
        "do not allow",
        "nicht zulassen",
        "nicht erlauben",
        "ne pas autoriser",
        "no permitir",
        "non consentire",
        "não permitir",
        "niet toestaan",
        "nie zezwalaj",
        "не разрешать",
        "не дозволяти",
        "izin verme",
        "不允许",
        "不允許",
        "許可しない",
        "허용 안 함",
    ];
    CHOICES.contains(&choice.trim().to_lowercase().as_str())
}

/// Whether a text speaks of an invitation.
fn speaks_of_invitations(text: &str) -> bool {
    const WORDS: [&str; 18] = [
        "invitation",
        "invite",
        "einladung",
        "einladen",
        "invitación",
        "invitar",
        "invito",
        "convite",
        "uitnodiging",
        "zaproszeni",
        "приглашени",
        "запрошення",
        "davet",
        "دعوة",
        "आमंत्रण",
        "邀请",
        "招待",
        "초대",
    ];
    let text = text.to_lowercase();
    WORDS.iter().any(|word| text.contains(word))
}

/// Joins a short sentence that is split over several elements, or returns an empty text.
pub(super) fn in_one_piece(texts: &[String]) -> String {
    let length: usize = texts.iter().map(String::len).sum();
    if texts.len() > 1 && length < LONGEST_IN_PIECES { texts.join(" ") } else { String::new() }
}

/// Whether a label, in one of its forms, contains only words of the texts.
fn repeats(label: &AnalyzedText, texts: &[Rc<AnalyzedText>]) -> bool {
    let stands = |token: &String| {
        let mut forms = texts.iter().flat_map(|said| said.text().forms());
        forms.any(|form| form.tokens.contains(token))
    };
    // A longer label is not an answer.
    let short = |form: &&FoldedForm| (1..=COMMAND_WORDS).contains(&form.tokens.len());
    label.text().forms().iter().filter(short).any(|form| form.tokens.iter().all(stands))
}

/// Whether a text of the screen asks a question in unknown words.
pub(super) fn asks_unread(screen: &[String], share: usize, cache: &TextCache) -> bool {
    let unread = |text: &String| is_unread(cache.label(text).known(), Meanings::default(), true, share);
    screen.iter().filter(|text| asks(text)).any(unread)
}

/// Whether a choice may decide: it neither refuses nor only informs.
fn decides(choice: &AnalyzedText) -> bool {
    match answer(choice) {
        Answer::Yes => true,
        // A choice that is not understood may also be a refusal.
        Answer::Other => {
            let (known, all) = choice.known();
            known * 2 > all && !choice.text().says(&lexicon().informs)
        }
        Answer::No | Answer::Back | Answer::Nothing => false,
    }
}

/// Whether a text asks a question. Greek uses `;` as its question mark.
pub(crate) fn asks(text: &str) -> bool {
    text.contains(['?', '？', '﹖', '؟', '՞', '¿', '፧', '⸮', '\u{37E}'])
        || (text.contains(';') && text.contains(|c| matches!(c, '\u{370}'..='\u{3FF}')))
}

/// Counts the known words of texts and all their words.
fn known_of(texts: &[Rc<AnalyzedText>]) -> (usize, usize) {
    texts.iter().map(|said| said.known()).fold((0, 0), |(known, all), (more, of)| (known + more, all + of))
}

/// Whether the question at this index among the texts is in an unknown language. A short question is read with each of
/// its neighbours in turn, because one understood text explains nothing about another.
fn is_question_unread(texts: &[Rc<AnalyzedText>], place: usize) -> bool {
    let unit = |from: usize, to: usize| {
        let part = texts.get(from..to.min(texts.len())).unwrap_or_default();
        (part.len() == to - from).then(|| known_words(part.iter().map(|said| said.text())))
    };
    let Some((known, all)) = unit(place, place + 1) else { return false };
    if all >= SENTENCE - 1 && known * UNDERSTOOD.1 >= all * UNDERSTOOD.0 {
        return false;
    }
    let before = place.saturating_sub(1);
    let beside = [unit(place, place + 2), unit(before, place + 1).filter(|_| before < place), unit(before, place + 2)];
    let alone = all >= SENTENCE || beside.iter().all(Option::is_none);
    let units = beside.into_iter().flatten().chain(alone.then_some((known, all)));
    units.into_iter().any(|(known, all)| known * HALF < all)
}

/// Whether texts are in unknown words: too few known words in a sentence, or none in a shorter text whose choices do
/// not reveal the language either.
fn is_unread((known, all): (usize, usize), choices: Meanings, asks: bool, share: usize) -> bool {
    match all {
        0 => false,
        1 | 2 => known == 0 && (asks || !choices.any()),
        _ => known * share < all,
    }
}
