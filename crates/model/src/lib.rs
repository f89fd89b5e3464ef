//! Those who answer: a model is given what the phone shows and says what to do next.
//!
//! [`Model`] is the seam: the agent asks through it and never learns whether an endpoint, a script or a
//! recording answers. [`prompt`] makes the question, purely; [`picture`] makes the picture small enough;
//! [`Endpoint`] is what a name, an address or `script:FILE` becomes.
//!
//! Laws: a key is in no log, message or recording; what comes over the wire is bounded while it comes in;
//! what stands on a screen goes into a prompt as data. This crate never reads what an answer means: that is
//! `action::dialect`.

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

/// One that answers.
#[async_trait]
pub trait Model: Send + Sync {
    /// What it is called in logs and trajectories.
    fn name(&self) -> &str;

    /// How it wants to be asked.
    fn traits(&self) -> &Traits;

    /// One answer. Dropping the future cancels the request. Who asks again in here says so: only after an error
    /// whose [`ModelError::next`] is [`Next::Retry`] may the caller.
    async fn answer(&self, prompt: &Prompt) -> Result<Answer, ModelError>;
}
