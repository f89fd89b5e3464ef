//! The size limits of a prompt's parts.

use crate::{Picture, Traits};

/// How many bytes each part of a prompt may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// The screen's elements.
    pub(super) screen: usize,
    /// The answers of tools and people.
    pub(super) results: usize,
    /// The agent's notes.
    pub(super) notes: usize,
    /// Older steps, a line each.
    pub(super) history: usize,
    /// One earlier reply.
    pub(super) reply: usize,
    /// The descriptions of tools.
    pub(super) tools: usize,
    /// One line, one label.
    pub(super) line: usize,
    /// How many earlier pictures.
    pub(super) pictures: usize,
}

impl Budget {
    const FULL: Self = Self {
        screen: 24 * 1024,
        results: 16 * 1024,
        notes: 8 * 1024,
        history: 6 * 1024,
        reply: 4 * 1024,
        tools: 16 * 1024,
        line: 400,
        pictures: usize::MAX,
    };
    /// The budget for a model: the full one, or its share of a smaller context.
    pub(super) fn of(traits: &Traits, picture: Option<&Picture>) -> Self {
        let context = traits.context_tokens.unwrap_or(Traits::FULL_CONTEXT).min(Traits::FULL_CONTEXT);
        let share = |bytes: usize| {
            let shared = bytes as u64 * context / Traits::FULL_CONTEXT;
            usize::try_from(shared).unwrap_or(bytes).max(256)
        };
        let full = Self::FULL;
        Self {
            screen: share(full.screen),
            results: share(full.results),
            notes: share(full.notes),
            history: share(full.history),
            reply: share(full.reply),
            tools: share(full.tools),
            line: full.line,
            pictures: pictures(traits, picture),
        }
    }
}

/// How many earlier pictures fit: as many as configured, while all of them take no more than half of a known context.
/// Models differ in the tokens per picture; 750 pixels a token holds for the thriftier ones.
fn pictures(traits: &Traits, picture: Option<&Picture>) -> usize {
    const PIXELS: u64 = 750;
    if !traits.vision {
        return 0;
    }
    let (Some(context), Some(picture)) = (traits.context_tokens, picture) else { return traits.history_pictures };
    let tokens = (u64::from(picture.width) * u64::from(picture.height) / PIXELS).max(1);
    let fitting = usize::try_from(context / 2 / tokens).unwrap_or(usize::MAX);
    // The current picture comes first.
    traits.history_pictures.min(fitting.saturating_sub(1))
}
