//! `undo_last`. The plan's mind puts the steps that undo the last request in its place; it is only reached if there are
//! none.

use async_trait::async_trait;

use super::operation::{Answer, Begin};
use super::work::Work;
use crate::deadline::Halt;

/// `undo_last`.
pub(super) struct UndoLast;

#[async_trait]
impl Answer for UndoLast {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        Ok(work.problem("nothing_to_undo", "nothing to undo", &[]).into())
    }
}
