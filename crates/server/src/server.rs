//! What the server is made of, and the seams through which others take part.

use std::sync::Arc;

use action::{Code, Finding};
pub use desktop::agents::Clock;
use desktop::hub::Hub;
use desktop::wire::HumanAnswer;
use task::folder::Paths;
use task::permissions::Permissions;
use task::{Reply, Service, TaskError};

use crate::config::Config;
use crate::keys::Keys;
use crate::mcp::MakeMcp;
use crate::setup::Setup;
use crate::tls::Tls;

/// Everything that [`crate::run()`] serves.
pub struct Server {
    /// The desktop.
    pub hub: Arc<Hub>,
    /// The places of the data folder: its apps and files are served.
    pub places: Paths,
    /// Who is who.
    pub keys: Keys,
    /// Choices that people want remembered.
    pub permissions: Arc<Permissions>,
    /// Who takes the answers to open questions.
    pub answers: Arc<dyn Answers>,
    /// What runs tasks; where there is none, the desktop is all that is served.
    pub tasks: Option<Arc<Service>>,
    /// How everything is set up; where nobody knows, there are no settings.
    pub setup: Option<Arc<dyn Setup>>,
    /// What answers at `/mcp`; where there is nothing, nobody does.
    pub mcp: Option<MakeMcp>,
    /// The certificate to serve with; without one it is served in clear.
    pub tls: Option<Tls>,
    /// The time.
    pub clock: Clock,
    /// The bounds.
    pub config: Config,
}

/// Who takes what people answer to open questions of tasks.
pub trait Answers: Send + Sync {
    /// Takes the answer to the question `id`; why not, if not. The answer may hold a secret.
    fn answer(&self, id: &str, answer: HumanAnswer) -> Result<(), Finding>;
}

/// Nobody asks anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoQuestions;

impl Answers for NoQuestions {
    fn answer(&self, id: &str, _: HumanAnswer) -> Result<(), Finding> {
        let shown: String = id.chars().take(60).collect();
        Err(Finding::new(Code::UnknownId, "id", format!("there is no open question `{shown}`")))
    }
}

impl Answers for Service {
    fn answer(&self, id: &str, answer: HumanAnswer) -> Result<(), Finding> {
        let reply = match answer {
            HumanAnswer::Approve { text, remember } => Reply::Approve { text, remember },
            HumanAnswer::Reject { why } => Reply::Reject { why },
            HumanAnswer::Myself => Reply::Myself {},
            HumanAnswer::Cancel => Reply::Cancel {},
        };
        Self::answer(self, id, reply).map_err(|error| match &error {
            TaskError::TooLong { .. } | TaskError::Invalid { .. } => {
                Finding::new(Code::OutOfRange, "answer.text", error.to_string())
            }
            _ => Finding::new(Code::UnknownId, "id", error.to_string()),
        })
    }
}
