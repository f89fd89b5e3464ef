//! Models: given the current screen, a model says what to do next.
//!
//! [`Model`] is the interface: the agent does not know whether an endpoint, a script or a recording answers. [`prompt`]
//! builds the request, without I/O; [`picture`] scales the picture down; [`Endpoint`] is the model that a name, an
//! address or `script:FILE` resolves to.
//!
//! Invariants: a key appears in no log, message or recording; network input is bounded while it arrives; text on a
//! screen goes into a prompt as data. This crate never interprets an answer: `action::dialect` does.

pub mod config;
mod endpoint;
mod environment;
mod error;
mod exchange;
mod key;
mod openai;
pub mod picture;
pub mod prompt;
pub mod record;
mod script;
mod stored_keys;
mod traits;

use async_trait::async_trait;

pub use self::config::ModelConfig;
pub use self::endpoint::{Choice, Endpoint};
pub use self::environment::{Environment, System};
pub use self::error::{ModelError, Next, Phase};
pub use self::exchange::{Answer, Ending, Message, Part, Prompt, Role, Tool, Usage};
pub use self::key::Key;
pub use self::openai::OpenAi;
pub use self::picture::Picture;
pub use self::prompt::{Element, Observation, Past, Source, ToolResult};
pub use self::record::{Record, Recorded, Replay};
pub use self::script::Script;
pub use self::stored_keys::StoredKeys;
pub use self::traits::{PictureRule, ToolStyle, Traits};

/// A model that answers requests.
#[async_trait]
pub trait Model: Send + Sync {
    /// Its name in logs and trajectories.
    fn name(&self) -> &str;

    /// Its traits, for building prompts.
    fn traits(&self) -> &Traits;

    /// Returns one answer. Dropping the future cancels the request. An implementation that retries internally reports
    /// its attempts; the caller may retry only after an error whose [`ModelError::next`] is [`Next::Retry`].
    async fn answer(&self, prompt: &Prompt) -> Result<Answer, ModelError>;
}
