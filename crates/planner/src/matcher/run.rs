//! Runs one sentence over the words: the cheapest path, by dynamic programming over (step, word).

use super::cost::{MISHEARD, PASSED_OVER, TOO_DEAR, UNEXPLAINED};
use super::slots::Candidate;
use super::{Filled, MatchInput, Use};
use crate::grammar::{Instruction, Kind, List, Sentence};

/// The result of running a sentence.
pub(super) struct Run {
    pub(super) filled: Vec<Filled>,
    pub(super) uses: Vec<Use>,
    pub(super) cost: f32,
    pub(super) doubt: f32,
}

/// Memory that is reused for the next sentence.
#[derive(Default)]
pub(super) struct Scratch {
    cells: Vec<Cell>,
    candidates: super::slots::Cache,
}

/// The cheapest path from a step at a word: its cost, and the next cell.
#[derive(Clone, Copy)]
struct Cell {
    cost: f32,
    doubt: f32,
    step: u32,
    word: u32,
}

const UNSEEN: Cell = Cell { cost: f32::NAN, doubt: 0.0, step: 0, word: 0 };
const NONE: Cell = Cell { cost: f32::INFINITY, doubt: 0.0, step: 0, word: 0 };

/// Returns the cheapest path through `sentence`, if it is cheap enough.
pub(super) fn run(
    input: &MatchInput<'_>,
    sentence: &Sentence,
    beginnings: &[usize],
    endings: &[Option<f32>],
    scratch: &mut Scratch,
) -> Option<Run> {
    let steps = &sentence.program.steps;
    let width = input.words.len() + 1;
    scratch.cells.clear();
    scratch.cells.resize(steps.len() * width, UNSEEN);
    // What follows a colon is a text, never a word of a sentence that has one.
    let texts = steps.iter().any(|step| matches!(step, Instruction::Slot { kind, .. } if kind.is_text()));
    let begin = beginnings.last().copied().unwrap_or_default();
    let colon =
        (begin..input.words.len()).find(|at| texts && input.words[*at].colon && input.words[*at].quotation.is_none());
    let wall = colon.map_or(input.words.len(), |at| at + 1);
    let (cells, candidates) = (&mut scratch.cells, &mut scratch.candidates);
    let cased = input.words.iter().any(|word| !word.capital);
    let mut runner = Runner { input, steps, endings, width, wall, cased, cells, candidates };
    let mut best: Option<(Cell, usize)> = None;
    for begin in beginnings {
        let cell = runner.solve(0, *begin);
        if best.is_none_or(|(least, _)| cell.cost < least.cost) {
            best = Some((cell, *begin));
        }
    }
    let (cell, begin) = best.filter(|(cell, _)| cell.cost <= TOO_DEAR)?;
    let (filled, uses) = runner.trace(begin);
    Some(Run { filled, uses, cost: cell.cost, doubt: cell.doubt })
}

struct Runner<'r, 'a> {
    input: &'r MatchInput<'a>,
    steps: &'r [Instruction],
    endings: &'r [Option<f32>],
    width: usize,
    /// The index from which no word may be one of the sentence.
    wall: usize,
    /// Whether some words have no capital, so that a capital means something.
    cased: bool,
    cells: &'r mut Vec<Cell>,
    candidates: &'r mut super::slots::Cache,
}

impl Runner<'_, '_> {
    fn solve(&mut self, step: usize, word: usize) -> Cell {
        let place = step * self.width + word;
        let known = self.cells[place];
        if !known.cost.is_nan() {
            return known;
        }
        // A program only goes forward, so no cell depends on itself.
        let cell = match &self.steps[step] {
            Instruction::Accept => self.accept(word),
            Instruction::Jump(to) => self.onward(NONE, *to, word, 0.0, 0.0),
            Instruction::Split(branches) => {
                branches.iter().fold(NONE, |best, branch| self.onward(best, *branch, word, 0.0, 0.0))
            }
            Instruction::Words(ids) => self.words(ids, step, word),
            Instruction::Slot { kind, .. } => {
                let mut best = NONE;
                let candidates = self.candidates.take(self.input, *kind, word);
                for Candidate { end, cost, doubt } in &candidates {
                    if !self.cuts(*kind, word, *end) {
                        best = self.onward(best, step + 1, *end, *cost, *doubt);
                    }
                }
                self.candidates.put(*kind, word, candidates);
                // Nothing before a dictated text is dropped.
                if !kind.is_text() && self.is_filler(word) || (kind.is_measured() && self.is_article(word)) {
                    best = self.onward(best, step, word + 1, PASSED_OVER, 0.0);
                }
                best
            }
        };
        self.cells[place] = cell;
        cell
    }

    /// Matches one of these words, here or after skipped words, as long as that can be the cheapest.
    fn words(&mut self, ids: &[u16], step: usize, word: usize) -> Cell {
        let mut best = NONE;
        let (mut cost, mut doubt) = (0.0, 0.0);
        for at in word..self.wall {
            let found = self.input.ids[at];
            let title = self.input.words[at].quotation.is_some() || self.begins_title(at);
            if let Some((_, guess)) = found.filter(|(id, _)| !title && ids.binary_search(id).is_ok()) {
                let price = if guess { MISHEARD } else { 0.0 };
                best = self.onward(best, step + 1, at + 1, cost + price, doubt + price);
            }
            if self.is_filler(at) || self.is_article(at) {
                cost += PASSED_OVER;
            } else {
                (cost, doubt) = (cost + UNEXPLAINED, doubt + UNEXPLAINED);
            }
            if best.cost <= cost || cost > TOO_DEAR {
                break;
            }
        }
        best
    }

    /// Whether a text or title that ends at `end` would lose a part of it: the emoji after it, or a final `thanks` of a
    /// dictated text, which cannot be told from politeness.
    fn cuts(&self, kind: Kind, start: usize, end: usize) -> bool {
        let titled = matches!(kind, Kind::Phrase | Kind::Place);
        // "play Me and My Friends": what is written like the title belongs to it.
        if titled && start > 1 && self.cased && self.is_title_word(start - 1) {
            return true;
        }
        let Some(next) = self.input.words.get(end) else { return false };
        if !kind.is_text() && !titled {
            return false;
        }
        let quotation = self.input.words[end - 1].quotation;
        if quotation.is_some() && quotation == self.input.words[start].quotation && quotation != next.quotation {
            return false;
        }
        let politely = self.endings[end].is_some() && (kind.is_text() || self.endings[start].is_some());
        next.symbol || politely
    }

    /// Whether a small word is written like the title that follows it: `play Some Nights`.
    fn begins_title(&self, at: usize) -> bool {
        let (words, tokens) = (&self.input.words, self.input.tokens());
        let capital = |at: usize| words.get(at).is_some_and(|word| word.capital);
        let small = || tokens.is(at, List::Little) || tokens.is(at, List::Indefinite);
        self.cased && at > 0 && capital(at) && capital(at + 1) && !capital(at - 1) && !words[at - 1].stop && small()
    }

    /// Whether a small word inside a sentence is capitalised, as in a title.
    fn is_title_word(&self, at: usize) -> bool {
        let (words, tokens) = (&self.input.words, self.input.tokens());
        let before = &words[at - 1];
        let filler = self.input.exact(at).is_some_and(|id| self.input.grammar.fillers.contains(id));
        let small = filler || tokens.is(at, List::Little) || tokens.is(at, List::Indefinite);
        words[at].capital && words[at].quotation.is_none() && !before.stop && !before.pause && small
    }

    fn is_filler(&self, word: usize) -> bool {
        // "please please me": a word that is said twice means something.
        let same = |other: usize| self.input.words.get(other).map(|other| &other.plain);
        let plain = same(word).filter(|_| word > 0);
        if plain.is_some() && (plain == same(word + 1) || plain == same(word - 1)) {
            return false;
        }
        self.input.words.get(word).is_some_and(|word| word.symbol)
            || self.input.exact(word).is_some_and(|id| self.input.grammar.fillers.contains(id))
    }

    fn is_article(&self, word: usize) -> bool {
        self.input.exact(word).is_some_and(|id| self.input.grammar.articles.contains(id))
    }

    /// The remaining words must be an ending, or each of them counts as unexplained.
    fn accept(&self, word: usize) -> Cell {
        if let Some(cost) = self.endings[word] {
            return Cell { cost, doubt: 0.0, step: u32::MAX, word: 0 };
        }
        #[expect(clippy::cast_precision_loss, reason = "there are at most a few hundred words")]
        let left = (self.input.words.len() - word) as f32 * UNEXPLAINED;
        Cell { cost: left, doubt: left, step: u32::MAX, word: 0 }
    }

    /// Returns the cheaper of `best` and continuing at `step` and `word`.
    fn onward(&mut self, best: Cell, step: usize, word: usize, cost: f32, doubt: f32) -> Cell {
        if word > self.input.words.len() {
            return best;
        }
        let rest = self.solve(step, word);
        if rest.cost + cost < best.cost && rest.cost + cost <= TOO_DEAR {
            let (step, word) = (u32::try_from(step).unwrap_or(u32::MAX), u32::try_from(word).unwrap_or(u32::MAX));
            return Cell { cost: rest.cost + cost, doubt: rest.doubt + doubt, step, word };
        }
        best
    }

    /// Returns the slots on the cheapest path, and the use of each word.
    fn trace(&self, begin: usize) -> (Vec<Filled>, Vec<Use>) {
        let (mut filled, mut uses) = (Vec::new(), vec![Use::Politeness; begin]);
        let (mut step, mut word) = (0_usize, begin);
        loop {
            let cell = self.cells[step * self.width + word];
            if cell.step == u32::MAX {
                let rest = if self.endings[word].is_some() { Use::Politeness } else { Use::LeftOver };
                uses.resize(self.input.words.len(), rest);
                return (filled, uses);
            }
            let (next, end) = (cell.step as usize, cell.word as usize);
            match &self.steps[step] {
                Instruction::Slot { name, kind } if next != step => {
                    uses.resize(end, Use::Slot(filled.len()));
                    filled.push(Filled { name: name.clone(), kind: *kind, start: word, end });
                }
                Instruction::Words(_) => {
                    let skipped = |at: usize| match self.is_filler(at) || self.is_article(at) {
                        true => Use::Politeness,
                        false => Use::LeftOver,
                    };
                    uses.extend((word..end.saturating_sub(1)).map(skipped));
                    uses.push(Use::Operation);
                }
                _ => uses.resize(end, Use::Politeness),
            }
            (step, word) = (next, end);
        }
    }
}
