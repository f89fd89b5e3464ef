//! The parts of the server, and the seams through which others take part.

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
    /// The paths of the data folder: its apps and files are served.
    pub places: Paths,
    /// The credentials.
    pub keys: Keys,
    /// The remembered choices.
    pub permissions: Arc<Permissions>,
    /// Receives the answers to open questions.
    pub answers: Arc<dyn Answers>,
    /// The task service; without one, only the desktop is served.
    pub tasks: Option<Arc<Service>>,
    /// The settings; without them, there are no settings routes.
    pub setup: Option<Arc<dyn Setup>>,
    /// The MCP server behind `/mcp`, if any.
    pub mcp: Option<MakeMcp>,
    /// The certificate to serve with; without one there is no encryption.
    pub tls: Option<Tls>,
    /// Appends further metrics to the page of `/metrics`, in Prometheus' format.
    pub more_metrics: Option<MoreMetrics>,
    /// The clock.
    pub clock: Clock,
    /// The limits.
    pub config: Config,
}

/// Appends metrics to a page.
pub type MoreMetrics = Box<dyn Fn(&mut String) + Send + Sync>;

/// Receives people's answers to open questions of tasks.
pub trait Answers: Send + Sync {
    /// Takes the answer to the question `id`, or returns why not. The answer may contain a secret.
    fn answer(&self, id: &str, answer: HumanAnswer) -> Result<(), Finding>;
}

/// For a server without questions.
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
