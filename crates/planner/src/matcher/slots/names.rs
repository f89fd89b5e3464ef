//! Computes where a person's name may end: by the directory, by its form, or by the words around it.

use super::super::{MatchInput, cost};
use super::Candidate;
use crate::grammar::Grammar;
use crate::index::{Index, LookupResult, Match};
use crate::read::{self, List};

/// The most words of a name: given names, particle and family name (`Maria de la Cruz`).
const LONGEST_NAME: usize = 4;
/// The most words of a row of names: eight people.
const LONGEST_ROW: usize = 16;

/// Returns the ends of a person's name: a contact, a number, a pronoun, or a few words that can be a name.
pub(super) fn candidates(input: &MatchInput<'_>, start: usize) -> Vec<Candidate> {
    let mut candidates = all(input, start);
    // "Anna-Lena" is one name.
    let split = |at: usize| {
        let (Some(before), Some(after)) = (input.words.get(at - 1), input.words.get(at)) else { return false };
        input.utterance.get(before.end..after.start) == Some("-")
    };
    candidates.retain(|candidate| !split(candidate.end));
    candidates
}

fn all(input: &MatchInput<'_>, start: usize) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    if let Some((_, end)) = read::telephone(input.tokens(), start) {
        // "text 555 0177 10 minutes": the last digits may begin the text.
        let digits = |word: &str| word.bytes().filter(u8::is_ascii_digit).count();
        let short = end > start + 1 && end < input.words.len() && digits(&input.words[end - 1].plain) < 3;
        let long = input.words[start..end - 1].iter().map(|word| digits(&word.plain)).sum::<usize>() > 6;
        let doubt = if short && long && !input.words[end - 1].colon { cost::NAME_GOES_ON_DOUBT } else { 0.0 };
        candidates.push(Candidate { end, cost: 0.0, doubt });
    }
    let tokens = input.tokens();
    let owned = tokens.is(start, List::Owner);
    let begin = if owned { start + 1 } else { start };
    candidates.extend(known(input, begin));
    if owned {
        // "text The Boss": an article may belong to the contact's name.
        candidates.extend(known(input, start));
    }
    // Words that sound like a contact's whole name are that name, even if spelt differently.
    for end in (begin + 2..=(begin + 3).min(input.words.len())).filter(|_| !input.index.knows_nobody()) {
        let name: Vec<&str> = input.words[begin..end].iter().map(|word| word.plain.as_str()).collect();
        if input.index.is_name(&name) {
            // "schreib Alex komm runter" with an Alex Kim: the last word may be the first of the text.
            let known = input.index.name_at(|offset| name.get(offset).copied());
            let word = known.is_some_and(|known| known.whole.is_none() && known.begun + 1 == name.len())
                && input.exact(end - 1).is_some()
                && !input.words[end - 1].capital;
            let (cost, doubt) = if word { (cost::NAME_GOES_ON, cost::NAME_GOES_ON_DOUBT) } else { (0.0, 0.0) };
            candidates.push(Candidate { end, cost, doubt });
        }
    }
    if let Some(end) = many(input, start) {
        candidates.push(Candidate { end, cost: 0.0, doubt: 0.0 });
    }
    let titled = owned || start > 0 && tokens.is(start - 1, List::Owner) || tokens.is(begin, List::KinTitle);
    candidates.extend(related(input, begin, titled));
    let cased = input.words.iter().any(|word| !word.capital);
    let mut cost = cost::NAME;
    // The start of the last name in a row.
    let mut since = begin;
    for end in begin + 1..=(begin + LONGEST_ROW).min(input.words.len()) {
        if end - since > LONGEST_NAME {
            break;
        }
        let word = &input.words[end - 1];
        let no_name = |at: usize| input.exact(at).is_some_and(|id| input.grammar.not_names.contains(id));
        // "Ben and Jerry" are two names; "Ben and put him on hold" is one, followed by a word of a sentence.
        let other = |at: usize| {
            let known = input.exact(at).is_some();
            let kin = input.grammar.kin.at(at, |at| input.exact(at)).next().is_some();
            !no_name(at) && (!known || kin || (cased && input.words[at].capital))
        };
        let mine = tokens.is(end, List::MyOrThe) && end + 1 < input.words.len() && other(end + 1);
        let joined = end < input.words.len() && (other(end) || mine);
        if tokens.is(end - 1, List::And) && end > begin + 1 && joined && !word.pause {
            cost += if cased && input.words[end].capital { cost::CAPITALS_JOINED } else { cost::NAMES_JOINED };
            since = end;
            continue;
        }
        // "my wife and my brother"
        if end > begin + 2 && tokens.is(end - 1, List::MyOrThe) && tokens.is(end - 2, List::And) {
            continue;
        }
        // "mother-in-law"
        let law = matches!((word.plain.as_str(), tokens.at(end)), ("in", "law")) && end > begin + 1;
        if law || (word.plain == "law" && tokens.at(end.wrapping_sub(2)) == "in") {
            if !law {
                candidates.push(Candidate { end, cost: 0.0, doubt: 0.0 });
            }
            continue;
        }
        // "Will" and "May" are names if they are capitalised like one.
        let written = end == begin + 1 && end > 1 && cased && word.capital && tokens.is(end - 1, List::NameInCapitals);
        let barred = no_name(end - 1) && !written;
        let number = word.plain.bytes().all(|byte| byte.is_ascii_digit());
        if barred || number || word.quote {
            break;
        }
        // "the address of the event" names no person, but "tell the wife of my plans" does.
        let kin = input.grammar.kin.at(end - 1, |at| input.exact(at)).next().is_some();
        if kin || !(owned && tokens.is(end, List::Of)) {
            candidates.push(Candidate { end, cost, doubt: 0.0 });
        }
        // In a text with lower-case letters, two capitalised words in a row are one name.
        let named = cased && word.capital && input.words.get(end).is_some_and(|next| next.capital);
        cost += if named { cost::CAPITAL_WORD } else { cost::NAME_WORD };
        // "Ann, Ben and Jerry": a comma ends a name, but not a row of names.
        let row = word.pause && (end..(end + 3).min(input.words.len())).any(|at| tokens.is(at, List::And));
        if (word.pause && !row) || word.stop {
            break;
        }
        if row {
            since = end;
        }
    }
    candidates
}

/// Returns the end of a contact's name after a relation (`sister Emily`), and of the people joined to it (`Ben and my
/// sister Emily`). If a contact is called by the relation itself, the name may also begin a text, so the person is
/// asked.
fn related(input: &MatchInput<'_>, begin: usize, titled: bool) -> Option<Candidate> {
    let tokens = input.tokens();
    let first = related_name(input, begin).filter(|_| titled);
    let called = first.is_some_and(|(name, _)| {
        let said: Vec<&str> = input.words[begin..name].iter().map(|word| word.plain.as_str()).collect();
        is_called(input.grammar, input.index, &said.join(" "))
    });
    let (mut found, mut end) = match first {
        Some((_, end)) => (true, end),
        None => (false, contact(input, begin)?),
    };
    // "text my son Tom is sick": a verb after the name makes it a subject.
    let says = |end: usize| tokens.is(end, List::StatementVerb);
    while !says(end) && tokens.is(end, List::And) && !input.words[end - 1].stop {
        let next = end + 1 + usize::from(tokens.is(end + 1, List::Owner));
        let named = related_name(input, next).map(|(_, end)| end);
        let kin = || input.grammar.kin.at(next, |at| input.exact(at)).map(|(length, _)| next + length).max();
        let Some(further) = named.or_else(|| contact(input, next)).or_else(kin) else { break };
        (found, end) = (found || named.is_some(), further);
    }
    let doubt = if called { cost::NAME_GOES_ON_DOUBT } else { 0.0 };
    (found && !says(end)).then_some(Candidate { end, cost: 0.0, doubt })
}

/// Returns the start and the end of the contact's name after a relation.
fn related_name(input: &MatchInput<'_>, begin: usize) -> Option<(usize, usize)> {
    let kin = input.grammar.kin.at(begin, |at| input.exact(at)).map(|(length, _)| begin + length).max();
    let name = kin.or_else(|| input.tokens().find(begin, List::Friend).map(|(_, end)| end))?;
    // "text The Boss the meeting is at five": no name continues with an article.
    let barred = input.exact(name).is_some_and(|id| input.grammar.not_names.contains(id));
    let paused = input.words[name - 1].pause || input.words[name - 1].stop;
    (!barred && !paused).then_some(())?;
    Some((name, contact(input, name)?))
}

/// Returns the end of a contact's name, or of its first words.
fn contact(input: &MatchInput<'_>, at: usize) -> Option<usize> {
    let known = input.index.name_at(|offset| input.words.get(at + offset).map(|word| word.plain.as_str()))?;
    Some(at + known.whole.or((known.begun > 0).then_some(known.begun))?)
}

/// Whether a contact is called by a relation: `Mum` by `mother`.
fn is_called(grammar: &Grammar, index: &Index, relation: &str) -> bool {
    let kin = |name: &str| {
        let id = grammar.vocabulary.id(name);
        grammar.kin.at(0, move |at| if at == 0 { id } else { None }).map(|(_, value)| value.to_owned()).next()
    };
    let wanted = kin(relation);
    let names =
        index.directory().contacts.iter().flat_map(|contact| std::iter::once(&contact.name).chain(&contact.aliases));
    wanted.is_some() && names.into_iter().any(|name| kin(&crate::text::plain(name)) == wanted)
}

/// Returns the name of a contact without the relation in front of it: `Emily` of `sister Emily`. It stays if a contact
/// is called by the relation, because both may be meant.
pub(crate) fn without_relation(input: &MatchInput<'_>, said: &str) -> String {
    let words = crate::text::words(said).unwrap_or_default();
    let (Some(first), Some(second)) = (words.first(), words.get(1)) else { return said.to_owned() };
    let id = input.grammar.vocabulary.id(&first.plain);
    let relation = input.grammar.kin.at(0, move |at| if at == 0 { id } else { None }).next().is_some();
    let rest = said.get(second.start..).filter(|_| relation && !is_called(input.grammar, input.index, &first.plain));
    let known = |name: &&str| {
        matches!(
            input.index.person(name),
            LookupResult::One { how: Match::Exact | Match::Prefix, .. } | LookupResult::Several { .. }
        )
    };
    rest.filter(known).unwrap_or(said).to_owned()
}

/// Returns the ends of names of the directory that begin at `begin`.
fn known(input: &MatchInput<'_>, begin: usize) -> Vec<Candidate> {
    let plain = |offset: usize| input.words.get(begin + offset).map(|word| word.plain.as_str());
    let Some(found) = input.index.name_at(plain) else { return Vec::new() };
    let candidate = |length: usize| Candidate { end: begin + length, cost: 0.0, doubt: 0.0 };
    let mut candidates = Vec::new();
    if let Some(whole) = found.whole {
        let mut candidate = candidate(whole);
        // "text Sam Carter is here" with a Sam and a Sam Carter, "text Mary Ann" with a Mary and a Mary Ann Lee.
        let shorter = found.shorter && input.tokens().is(candidate.end, List::Auxiliary);
        let goes_on = found.begun > whole;
        candidate.cost += if goes_on { cost::NAME_GOES_ON } else { 0.0 };
        candidate.doubt += if goes_on || shorter { cost::NAME_GOES_ON_DOUBT } else { 0.0 };
        candidates.push(candidate);
    }
    if found.begun > 1 && found.whole.is_none_or(|whole| found.begun > whole) {
        // "text Mary Ann is sick" with a Mary and a Mary Ann Lee: nobody knows whose Ann that is.
        let end = begin + found.begun;
        let states = input.tokens().is(end, List::Auxiliary) && !input.tokens().is(end + 1, List::PlainSubject);
        let shorter = found.whole.is_some() && states;
        let doubt = if shorter { cost::NAME_GOES_ON_DOUBT } else { 0.0 };
        candidates.push(Candidate { doubt, ..candidate(found.begun) });
    }
    candidates
}

/// Returns the end of the names that begin at `start` and continue with `and`, or are all there is.
pub(super) fn row_of_names(input: &MatchInput<'_>, start: usize) -> Option<usize> {
    let tokens = input.tokens();
    let cased = input.words.iter().any(|word| !word.capital);
    let named = |at: usize| {
        let kin = input.grammar.kin.at(at, |at| input.exact(at)).next().is_some();
        let known = input.index.name_at(|offset| input.words.get(at + offset).map(|word| word.plain.as_str()));
        let known = known.and_then(|known| known.whole);
        let barred = input.exact(at).is_some_and(|id| input.grammar.not_names.contains(id));
        let capital = cased && input.words[at].capital && !barred;
        input.words[at].quotation.is_none() && (kin || known.is_some() || capital || input.exact(at).is_none())
    };
    let mut end = start;
    let mut joined = false;
    while end < input.words.len() {
        let joint = end > start && tokens.is(end, List::And);
        if !joint && !tokens.is(end, List::Owner) && !named(end) {
            break;
        }
        joined |= joint;
        end += 1;
    }
    let last = end > start && !tokens.is(end - 1, List::And) && !tokens.is(end - 1, List::Owner);
    (last && (joined || end == input.words.len())).then_some(end)
}

/// Matches many people at once: `all my friends`, `the whole team`, `everyone in my family group`.
fn many(input: &MatchInput<'_>, start: usize) -> Option<usize> {
    let tokens = input.tokens();
    let total = |at: usize| tokens.is(at, List::All);
    let group = |at: usize| input.exact(at).is_some_and(|id| input.grammar.groups.contains(id)) && !total(at);
    let mut first = start;
    while total(first) || tokens.is(first, List::AllOf) {
        first += 1;
    }
    // The word that names them, or the next one: `my family group`.
    let second = first > start || tokens.is(first + 1, List::GroupWord);
    let named = group(first).then_some(first).or_else(|| (second && group(first + 1)).then_some(first + 1));
    let counted = (start..first).any(total) && first < input.words.len();
    let mut end = named.or_else(|| counted.then_some(first))? + 1;
    // "my team lead" is a single person.
    if tokens.is(end, List::GroupLead) {
        return None;
    }
    while group(end) {
        end += 1;
    }
    if tokens.is(end, List::InGroup) && tokens.is(end + 1, List::Owner) {
        end = (end + 3).min(input.words.len());
        while group(end) {
            end += 1;
        }
    }
    Some(end)
}
