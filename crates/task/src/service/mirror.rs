//! What happens to tasks of other processes, told here as if they ran here: the same events, the same questions.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::oneshot;

use super::Service;
use crate::elsewhere::{Elsewhere, Steer};
use crate::error::TaskError;
use crate::event::What;
use crate::questions::Reply;
use crate::view::View;

impl Service {
    /// From now on the tasks of others are shown and steered here too. The first counts.
    pub fn set_elsewhere(&self, elsewhere: Arc<dyn Elsewhere>) {
        let _ = self.elsewhere.set(elsewhere);
    }

    /// Something happened to a task of another process. For a question: whoever waits on what comes back has the
    /// person's answer, and passes it on; nothing if it is asked here already.
    pub fn mirror(&self, task: &str, at: Timestamp, what: What) -> Option<oneshot::Receiver<Reply>> {
        match what {
            What::Question { question } => return self.questions.mirror(*question, at),
            What::QuestionClosed { id, how } => self.questions.close(&id, how),
            What::Ended(summary) => {
                self.questions.settle(task, crate::question::Outcome::Cancelled);
                self.events.append(task, at, What::Ended(summary));
            }
            what => self.events.append(task, at, what),
        }
        None
    }

    /// Whether a task is another process's, and told so.
    pub(super) fn steer_elsewhere(&self, id: &str, steer: Steer) -> bool {
        let found = self.elsewhere.get().filter(|elsewhere| elsewhere.task(id).is_some());
        found.inspect(|elsewhere| elsewhere.steer(id, steer)).is_some()
    }

    /// A picture of a task of another process.
    pub async fn picture_elsewhere(&self, id: &str, number: u64) -> Option<Vec<u8>> {
        let elsewhere = self.elsewhere.get().filter(|elsewhere| elsewhere.task(id).is_some())?;
        elsewhere.picture(id, number).await
    }

    /// A task of another process.
    pub(super) fn view_elsewhere(&self, id: &str) -> Result<View, TaskError> {
        let view = self.elsewhere.get().and_then(|elsewhere| elsewhere.task(id));
        let mut view = view.ok_or_else(|| TaskError::NoTask(crate::text::shown(id)))?;
        view.questions = self.questions.waiting(id);
        Ok(view)
    }
}
