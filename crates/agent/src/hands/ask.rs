//! The gate's question to a person, and what their answer means. Whatever is no clear yes is a no.
//!
//! `gate` judges and calls this where a person must be asked. Nothing is judged here.

use action::phone::AgentAction;
use action::policy::Pattern;

use super::Hands;
use super::gate::{Case, Passage};
use crate::deadline::Halt;
use crate::human::{Answer, Asks, GateQuestion};

impl Hands {
    /// Asks the person whether this may happen.
    pub(super) async fn ask_gate(
        &mut self,
        action: &AgentAction,
        case: Case,
        remember: Option<Pattern>,
    ) -> Result<Passage, Halt> {
        let question = GateQuestion {
            reason: case.decision.reason.clone(),
            rule: case.decision.rule.to_owned(),
            action: action.clone(),
            target: case.target.clone(),
            package: case.package.clone(),
            remember: remember.clone(),
        };
        let answer = self.ask(Asks::Gate(Box::new(question)), self.settings.ask_timeout).await;
        let answer = match answer {
            Ok(answer) => answer,
            Err(halt) => {
                self.write_verdict(action, &case, false, "stopped", None).await?;
                return Err(halt);
            }
        };
        let reason = &case.decision.reason;
        let (by, shut) = match answer {
            Some(Answer::Yes { remember: keep }) => {
                let kept = remember.filter(|_| keep);
                if let Some(pattern) = &kept {
                    self.memory.remember(pattern);
                }
                self.write_verdict(action, &case, true, "person", kept).await?;
                return self.still_there(action, case).await;
            }
            Some(Answer::No { why }) => {
                let why = why.map_or_else(String::new, |why| format!(": {why}"));
                ("person", format!("the person said no to this ({reason}){why}"))
            }
            Some(Answer::Unavailable) => ("nobody", format!("nobody is there to allow this ({reason})")),
            None => ("timeout", format!("the person did not answer in time, so this is not allowed ({reason})")),
            // An answer to another question is no yes.
            Some(Answer::Text(_) | Answer::Approved { .. } | Answer::Cancel) => {
                ("person", format!("the person did not say yes to this ({reason})"))
            }
        };
        self.write_verdict(action, &case, false, by, None).await?;
        Ok(Passage::Shut(shut))
    }
}
