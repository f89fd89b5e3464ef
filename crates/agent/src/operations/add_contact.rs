//! `add_contact`, to be written.

use async_trait::async_trait;

use super::{Begin, Check, Operation, Problem, Work};
use crate::deadline::Halt;

pub(super) struct AddContact;

#[async_trait]
impl Operation for AddContact {
    async fn begin(&self, _: &mut Work<'_>) -> Result<Begin, Halt> {
        Ok(Problem::new("no_way", "I cannot do this yet.").into())
    }

    async fn check(&self, _: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(Check::NotYet)
    }
}
