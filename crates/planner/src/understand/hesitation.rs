//! Sounds of hesitation inside a spoken request: `uh text um Sam that uh I'll be late`.
//!
//! They are not part of the request. The module never removes quoted text, text after a colon, or a sound that is a
//! word in its context: `um acht` inside an English request, `uh oh`.

use crate::grammar::List;
use crate::matcher::MatchInput;

/// Returns the indices of the words that are only sounds.
pub(super) fn hesitations(input: &MatchInput<'_>) -> Vec<usize> {
    let (tokens, words) = (input.tokens(), &input.words);
    let sound = |at: usize| tokens.is(at, List::Hesitation);
    let plain = |at: usize| words.get(at).map(|word| word.plain.as_str());
    let known = |at: usize| input.exact(at).is_some() || input.index.name_at(|offset| plain(at + offset)).is_some();
    let number = |at: usize| crate::read::number(tokens, at).is_some();
    let belongs = |at: usize| tokens.is(at + 1, List::SoundWord) || at > 0 && tokens.is(at - 1, List::SoundWord);
    let spoken = |at: usize| {
        let apart = at == 0 || words[at].pause || words[at - 1].pause || words[at - 1].stop || sound(at - 1);
        apart || at + 1 < words.len() && !number(at + 1) && known(at - 1) && known(at + 1)
    };
    let literal = words.iter().position(|word| word.colon).map_or(words.len(), |colon| colon + 1);
    let found: Vec<usize> = (0..literal)
        .filter(|at| sound(*at) && words[*at].quotation.is_none() && !belongs(*at) && spoken(*at))
        .collect();
    // Sounds alone request nothing, and are not a request without them either.
    if found.len() == words.len() { Vec::new() } else { found }
}
