//! How much of what goes into a prompt.

use crate::Traits;

/// How many bytes each part of a prompt may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// What the screen holds.
    pub(super) screen: usize,
    /// What tools and people answered.
    pub(super) results: usize,
    /// What the agent noted.
    pub(super) notes: usize,
    /// Older steps, a line each.
    pub(super) history: usize,
    /// One earlier reply.
    pub(super) reply: usize,
    /// What the tools are.
    pub(super) tools: usize,
    /// One line, one label.
    pub(super) line: usize,
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
    };
    /// The context for which the full budget is made.
    const CONTEXT: u64 = 32 * 1024;

    /// The budget for a model: the full one, or its share of a smaller context.
    pub(super) fn of(traits: &Traits) -> Self {
        let context = traits.context_tokens.unwrap_or(Self::CONTEXT).min(Self::CONTEXT);
        let share = |bytes: usize| {
            let shared = bytes as u64 * context / Self::CONTEXT;
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
        }
    }
}
