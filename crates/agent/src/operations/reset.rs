//! `factory_reset`. No shell command: only the page of Settings, where the gate asks at each button. Done when the
//! phone has no contacts and no messages; a phone that erases itself is gone before it can report that.

use async_trait::async_trait;

use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `factory_reset`.
pub(super) struct FactoryReset;

#[async_trait]
impl Operation for FactoryReset {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let summary = work.told("erase", &[]);
        work.keep("summary", summary);
        let page = Move::run(&["am", "start", "-a", "com.android.settings.action.FACTORY_RESET"]);
        let erase = Move::Press(Sought::Named("erase"));
        Ok(Begin::Go(Ways::default().or_touches(vec![page, erase.clone(), erase])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let people = work.rows("content://com.android.contacts/contacts", &["_id"], None).await?;
        let messages = work.rows("content://sms", &["_id"], None).await?;
        Ok(match people.is_empty() && messages.is_empty() {
            true => Check::Done(work.told("erased", &[])),
            false => Check::Unclear,
        })
    }
}
