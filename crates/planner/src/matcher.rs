//! Runs the grammar's sentences over the words of one request and finds the cheapest explanation.
//!
//! Every repair has a price: a skipped filler, a misheard word, an unexplained word. The price (`cost`) decides between
//! sentences, and its doubt reduces the confidence. The work is bounded by (words × steps of the sentences whose own
//! words occur).

mod cost;
mod run;
mod slots;

pub(crate) use self::slots::without_relation;

use jiff::civil::DateTime;

use crate::grammar::{Grammar, Kind, List, Meaning, SURE, Sentence, Tokens, WordId};
use crate::index::Index;
use crate::role::{Accounted, Role};
use crate::text::Word;

/// The confidence from which a discarded word matters: below it the person is asked anyway.
const CONFIDENCE_OF_ALL: f32 = 0.7;

/// The words of an utterance, with everything needed to interpret them.
pub(crate) struct MatchInput<'a> {
    pub(crate) grammar: &'a Grammar,
    pub(crate) utterance: &'a str,
    pub(crate) words: Vec<Word>,
    /// The known word for each word, and whether that is a guess.
    ids: Vec<Option<(WordId, bool)>>,
    pub(crate) now: DateTime,
    pub(crate) index: &'a Index,
    /// The intent of the request that these words follow in one utterance.
    pub(crate) following: Option<&'static str>,
}

/// A filled slot: its words and its kind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Filled {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The use that a sentence made of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// A word of the sentence itself.
    Operation,
    /// A word of a filled slot, by its index.
    Slot(usize),
    /// An opening, an ending, a filler or an article.
    Politeness,
    /// Nothing.
    LeftOver,
}

/// The best interpretation of one request.
#[derive(Clone, Debug)]
pub(crate) struct Interpretation<'g> {
    pub(crate) sentence: &'g Sentence,
    pub(crate) filled: Vec<Filled>,
    /// The use of each word.
    pub(crate) uses: Vec<Use>,
    pub(crate) confidence: f32,
    /// Its cost; lower is better.
    pub(crate) cost: f32,
}

impl Interpretation<'_> {
    /// Returns the cost by which it competes with sentences outside the catalogue. Those are as loose as can be, so a
    /// weak sentence that names every word is better: it requires confirmation anyway.
    fn explained(&self) -> f32 {
        let loose = self.filled.iter().any(|slot| slot.kind == Kind::Anything && slot.name == "_");
        self.cost - if loose { 0.0 } else { (SURE - self.sentence.confidence) * cost::WEAKNESS }
    }

    /// Returns the cost by which sentences of the same intent compete.
    fn rank(&self) -> f32 {
        let discarded =
            self.filled.iter().filter(|slot| slot.kind == Kind::Anything && self.sentence.confidence >= SURE);
        #[expect(clippy::cast_precision_loss, reason = "there are at most a few hundred words")]
        let words = discarded.map(|slot| slot.end - slot.start).sum::<usize>() as f32;
        self.cost + words * cost::DISCARDED
    }
}

impl<'a> MatchInput<'a> {
    /// Looks up every word.
    pub(crate) fn new(
        grammar: &'a Grammar,
        utterance: &'a str,
        words: Vec<Word>,
        now: DateTime,
        index: &'a Index,
    ) -> Self {
        let words = parted(grammar, utterance, plain_verbs(grammar, words));
        let exact: Vec<Option<WordId>> = words.iter().map(|word| grammar.vocabulary.id(&word.plain)).collect();
        let (words, exact) = merged(grammar, words, exact);
        let ids = words
            .iter()
            .zip(exact)
            .map(|(word, id)| match id {
                Some(id) => Some((id, false)),
                None => grammar.vocabulary.near(&word.plain).map(|id| (id, true)),
            })
            .collect();
        Self { grammar, utterance, words, ids, now, index, following: None }
    }

    /// Returns the words, for the value readers.
    pub(crate) fn tokens(&self) -> Tokens<'_> {
        Tokens { words: &self.words, lexicon: &self.grammar.lexicon }
    }

    /// Returns the known word at `at`, including guesses.
    pub(crate) fn id(&self, at: usize) -> Option<WordId> {
        self.ids.get(at).copied().flatten().map(|(id, _)| id)
    }

    /// Returns the known word at `at`, without guesses.
    pub(crate) fn exact(&self, at: usize) -> Option<WordId> {
        self.ids.get(at).copied().flatten().filter(|(_, guess)| !guess).map(|(id, _)| id)
    }

    /// Returns the same input with other words of the utterance.
    pub(crate) fn of(&self, at: &[usize]) -> Self {
        Self {
            grammar: self.grammar,
            utterance: self.utterance,
            words: at.iter().filter_map(|at| self.words.get(*at).cloned()).collect(),
            ids: at.iter().filter_map(|at| self.ids.get(*at).copied()).collect(),
            now: self.now,
            index: self.index,
            following: self.following,
        }
    }

    /// Returns the same input without some words.
    pub(crate) fn without(&self, words: &std::ops::Range<usize>) -> Self {
        self.of(&(0..self.words.len()).filter(|at| !words.contains(at)).collect::<Vec<_>>())
    }

    /// Returns the indices at which the request itself may begin: after each meaningless opening.
    fn beginnings(&self) -> Vec<usize> {
        let mut places = vec![0];
        let mut at = 0;
        // "No, call her": the answer is not part of the new request.
        if self.words.first().is_some_and(|word| word.pause && self.grammar.lexicon.has(&word.plain, List::YesOrNo)) {
            at = 1;
            places.push(at);
        }
        while places.len() < 10 {
            let filler = self.exact(at).is_some_and(|id| self.grammar.fillers.contains(id));
            let lead = self.grammar.leads.at(at, |at| self.exact(at)).next().map(|(length, _)| length);
            let Some(length) = lead.or(filler.then_some(1)) else { break };
            at += length;
            places.push(at);
        }
        places
    }

    /// Whether all words from `at` on are meaningless endings, and their cost.
    fn endings(&self) -> Vec<Option<f32>> {
        let mut costs = vec![None; self.words.len() + 1];
        costs[self.words.len()] = Some(0.0);
        let cased = self.words.iter().any(|word| !word.capital);
        for at in (0..self.words.len()).rev() {
            if self.words[at].symbol {
                costs[at] = costs[at + 1].map(|rest| rest + cost::SOFT_ENDING);
                continue;
            }
            // "play Please Please Please": capitalised words are a title.
            if self.words[at].quotation.is_some()
                || cased && self.words[at].capital && at > 0 && !self.words[at - 1].stop
            {
                continue;
            }
            // "text Mom thank you" has a message.
            let hard = match self.tokens().find(at, List::Gratitude) {
                Some(_) => cost::SOFT_ENDING * 2.0,
                None => cost::ENDING,
            };
            let hard = self.grammar.tails.at(at, |at| self.exact(at)).map(|(length, _)| (length, hard));
            let soft =
                self.grammar.soft_tails.at(at, |at| self.exact(at)).map(|(length, _)| (length, cost::SOFT_ENDING));
            let cheapest = |least: Option<f32>, (length, cost): (usize, f32)| match (least, costs[at + length]) {
                (least, None) => least,
                (None, Some(rest)) => Some(rest + cost),
                (Some(least), Some(rest)) => Some(least.min(rest + cost)),
            };
            costs[at] = hard.chain(soft).fold(None, cheapest);
        }
        costs
    }

    /// Returns the best interpretation of all words as one request.
    pub(crate) fn interpret(&self) -> Option<Interpretation<'a>> {
        let (beginnings, endings) = (self.beginnings(), self.endings());
        let mut scratch = run::Scratch::default();
        let mut best: Vec<(&'static str, Interpretation<'a>)> = Vec::new();
        let mut not: Vec<(&'static str, f32, run::Run)> = Vec::new();
        let mut outside = f32::INFINITY;
        for sentence in self.grammar.sentences_with(self.ids.iter().flatten().map(|(id, _)| *id)) {
            if sentence.after.is_some() && sentence.after.as_deref() != self.following {
                continue;
            }
            let Some(found) = run::run(self, sentence, &beginnings, &endings, &mut scratch) else { continue };
            let cost = found.cost + (SURE - sentence.confidence) * cost::WEAKNESS;
            match sentence.meaning {
                Meaning::Outside => outside = outside.min(cost + cost::OUTSIDE),
                Meaning::Not(intent) => not.push((intent, cost, found)),
                Meaning::Intent(intent) => {
                    let readings = if sentence.asks { cost::TWO_READINGS } else { 0.0 };
                    let confidence = sentence.confidence - found.doubt - readings;
                    let (filled, uses) = (found.filled, found.uses);
                    let interpretation = Interpretation { sentence, filled, uses, confidence, cost };
                    match best.iter_mut().find(|(known, _)| *known == intent) {
                        Some((_, before)) if before.rank() <= interpretation.rank() => {}
                        Some((_, before)) => *before = interpretation,
                        None => best.push((intent, interpretation)),
                    }
                }
            }
        }
        // A sentence that only sounds like an intent removes that intent; the others stay.
        best.retain(|(intent, interpretation)| {
            let rules_out = |found: &run::Run| !self.is_within_text(found, interpretation);
            !not.iter().any(|(other, cost, found)| other == intent && *cost <= interpretation.cost && rules_out(found))
        });
        best.sort_by(|(_, one), (_, other)| one.cost.total_cmp(&other.cost));
        let close = best.get(1).is_some_and(|(_, second)| second.cost - best[0].1.cost < cost::CLOSE);
        let (_, mut first) = best.into_iter().next().filter(|(_, first)| first.explained() < outside)?;
        if close {
            first.confidence -= cost::RIVAL;
        }
        if first.confidence >= CONFIDENCE_OF_ALL && self.ignores(&first) {
            first.confidence -= cost::UNEXPLAINED;
        }
        Some(first)
    }

    /// Whether a sentence that only sounds like an intent found its words in a text of that intent, where they mean
    /// nothing: `text Sam did you get my email`. What a text begins with may still be its object (`send Sam an email`),
    /// unless words were discarded to reach it, or a colon led to the text.
    fn is_within_text(&self, found: &run::Run, interpretation: &Interpretation<'_>) -> bool {
        let own: Vec<usize> = (0..found.uses.len()).filter(|at| found.uses[*at] == Use::Operation).collect();
        let discards =
            |at: usize| matches!(found.uses[at], Use::Slot(slot) if found.filled[slot].kind == Kind::Anything);
        let reached_in = |text: &Filled| {
            let literal = text.start > 0 && self.words[text.start - 1].colon;
            let within = |at: &&usize| (text.start..text.end).contains(*at);
            // A sentence of its own behind the text is no part of it: "… Perform a paste operation in the note".
            let apart = |at: usize| self.words[at].stop;
            let reached = |at: usize| (text.start..at).any(discards) && !(text.start..at).any(apart);
            own.iter().filter(within).any(|at| literal || reached(*at))
        };
        let mut texts = interpretation.filled.iter().filter(|slot| slot.kind.is_text());
        let in_text = |at: &usize| texts.clone().any(|text| (text.start..text.end).contains(at));
        !own.is_empty() && own.iter().all(in_text) || texts.any(reached_in)
    }

    /// Whether the sentence discards a word that may mean something: `turn the radio on in the kitchen`.
    fn ignores(&self, interpretation: &Interpretation<'_>) -> bool {
        let discarded = interpretation.filled.iter().filter(|slot| slot.kind == Kind::Anything && slot.name == "_");
        discarded.flat_map(|slot| slot.start..slot.end).any(|at| !self.is_small(at))
    }

    /// Whether a prohibition is among the words that nothing was made of: `… Do not start the timer.`
    pub(crate) fn forbids(&self, words: &[Accounted]) -> bool {
        let is = |at: usize, roles: &[Role]| words.get(at).is_some_and(|word| roles.contains(&word.role));
        (0..self.words.len()).any(|at| {
            // "ruf Ben nicht an": the word itself was not used.
            let negation = self.tokens().is(at, List::Negation) && !self.tokens().is(at, List::StrongNegation);
            if negation && is(at, &[Role::LeftOver]) {
                return true;
            }
            let forbidden = |end: usize| is(end, &[Role::Operation, Role::LeftOver]);
            let negated = self.tokens().find(at, List::Negation).is_some_and(|(_, end)| forbidden(end));
            let begins = at == 0 || self.words[at - 1].stop || self.words[at - 1].pause;
            negated && begins && is(at, &[Role::Politeness, Role::LeftOver])
        })
    }

    /// Whether a word is small enough to be ignored: a symbol, a filler, an article, a pronoun, courtesy.
    pub(crate) fn is_small(&self, at: usize) -> bool {
        let grammar = self.grammar;
        let listed = |id: WordId| {
            grammar.not_names.contains(id) || grammar.fillers.contains(id) || grammar.articles.contains(id)
        };
        self.words[at].symbol || self.exact(at).is_some_and(listed) || self.tokens().is(at, List::Thanks)
    }
}

/// Restores the verb after `would you mind` and `try` to the grammar's form: `texting` is `text`.
fn plain_verbs(grammar: &Grammar, mut words: Vec<Word>) -> Vec<Word> {
    for at in 1..words.len() {
        if !grammar.lexicon.has(&words[at - 1].plain, List::VerbFollows) {
            continue;
        }
        let Some(stem) = words[at].plain.strip_suffix("ing").filter(|stem| stem.len() > 1) else { continue };
        // `text`, `make` and `set` of `texting`, `making` and `setting`.
        let shorter: String = stem.chars().take(stem.chars().count() - 1).collect();
        let forms = [stem.to_owned(), format!("{stem}e"), shorter];
        if let Some(verb) = forms.into_iter().find(|form| grammar.vocabulary.id(form).is_some()) {
            words[at].plain = verb;
        }
    }
    words
}

/// Splits compounds whose last part is itself a word: `Nudeltimer` is `Nudel` and `timer`. Compounds that the grammar
/// knows stay whole.
fn parted(grammar: &Grammar, utterance: &str, words: Vec<Word>) -> Vec<Word> {
    if grammar.lexicon.words(List::Compound).next().is_none() {
        return words;
    }
    let parts = |word: Word| match compound(grammar, utterance, &word) {
        Some((first, last)) => vec![first, last],
        None => vec![word],
    };
    words.into_iter().flat_map(parts).collect()
}

/// The fewest letters before the last part of a compound: `Ei` in `Eitimer`.
const SHORTEST_PART: usize = 2;

/// Returns the two parts of a compound.
fn compound(grammar: &Grammar, utterance: &str, word: &Word) -> Option<(Word, Word)> {
    if grammar.vocabulary.id(&word.plain).is_some() {
        return None;
    }
    let said = utterance.get(word.start..word.end)?;
    let fits = |tail: &&str| {
        let first = word.plain.strip_suffix(*tail).map_or(0, |first| first.chars().count());
        first >= SHORTEST_PART && said.chars().count() == word.plain.chars().count()
    };
    let tail = grammar.lexicon.words(List::Compound).filter(fits).max_by_key(|tail| tail.len())?;
    let plain = word.plain.strip_suffix(tail)?.to_owned();
    let (middle, _) = said.char_indices().nth(plain.chars().count())?;
    let middle = word.start + middle;
    let first = Word { plain, end: middle, after: middle, pause: false, stop: false, colon: false, ..word.clone() };
    let last = Word { plain: tail.to_owned(), start: middle, before: middle, quote: false, ..word.clone() };
    Some((first, last))
}

/// Merges words that speech recognition split: `blue tooth`.
fn merged(grammar: &Grammar, words: Vec<Word>, ids: Vec<Option<WordId>>) -> (Vec<Word>, Vec<Option<WordId>>) {
    let mut joined = Vec::with_capacity(words.len());
    let mut known = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let heard = grammar.heard.at(at, |at| ids.get(at).copied().flatten()).next();
        let (length, word) = match heard {
            Some((length, value)) => (length, Some(value)),
            None => (1, None),
        };
        let last = at + length - 1;
        let mut whole = words[at].clone();
        if let Some(word) = word {
            word.clone_into(&mut whole.plain);
            (whole.end, whole.after) = (words[last].end, words[last].after);
            (whole.pause, whole.stop, whole.colon) = (words[last].pause, words[last].stop, words[last].colon);
        }
        known.push(if word.is_some() { grammar.vocabulary.id(&whole.plain) } else { ids[at] });
        joined.push(whole);
        at += length;
    }
    (joined, known)
}
