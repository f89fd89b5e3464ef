//! `search_web`, to be written.

use async_trait::async_trait;

use super::{Begin, Check, Operation, Problem, Work};
use crate::deadline::Halt;

pub(super) struct SearchWeb;

#[async_trait]
impl Operation for SearchWeb {
    async fn begin(&self, _: &mut Work<'_>) -> Result<Begin, Halt> {
        Ok(Problem::new("no_way", "I cannot do this yet.").into())
    }

    async fn check(&self, _: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(Check::NotYet)
    }
}
