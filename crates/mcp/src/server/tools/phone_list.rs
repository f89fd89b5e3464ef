//! `phone_list`: the phones and their holders.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use task::Holder;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tool::{Hints, Tool, written};

/// Lists the phones.
pub(crate) struct PhoneList;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {}

/// The phones.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Phones {
    phones: Vec<Phone>,
}

#[derive(Serialize, JsonSchema)]
struct Phone {
    id: String,
    name: String,
    held_by: HeldBy,
    /// The other agent that holds it
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    /// Why it cannot be used now
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
}

// The holder of a phone; `task` is a person's own.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum HeldBy {
    Free,
    You,
    Person,
    Agent,
    Task,
}

impl Tool for PhoneList {
    type Arguments = Arguments;
    type Output = Phones;
    const NAME: &'static str = "phone_list";
    const TITLE: &'static str = "List the phones";
    const ABOUT: &'static str = "Lists the phones and who holds each. Other tools take an id as `device`; without it they use the default phone.";
    const HINTS: Hints = Hints::Looks;

    fn output() -> Option<Value> {
        Some(written::<Phones>())
    }

    async fn call(_: Arguments, call: Arc<Call>) -> Result<Answer<Phones>, Problem> {
        let mut phones = Vec::new();
        for phone in call.shared.service.phones().await? {
            let (held_by, agent) = holder(&call, phone.holder).await;
            phones.push(Phone { id: phone.id, name: phone.name, held_by, agent, trouble: phone.trouble });
        }
        Ok(Answer::of(Phones { phones }))
    }
}

/// Returns the holder of a phone; an agent by its name. An agent learns nothing more about other people's tasks.
async fn holder(call: &Call, holder: Option<Holder>) -> (HeldBy, Option<String>) {
    let agent = match holder {
        None => return (HeldBy::Free, None),
        Some(Holder::Person) => return (HeldBy::Person, None),
        Some(Holder::Client(name)) => Some(name),
        Some(Holder::Task(task)) => call.shared.service.show(&task).await.ok().and_then(|task| task.asked_by),
    };
    match agent {
        Some(agent) if agent == call.agent => (HeldBy::You, None),
        Some(agent) => (HeldBy::Agent, Some(agent)),
        None => (HeldBy::Task, None),
    }
}
