//! `phone_list`: the phones, and who has them.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use task::Holder;

use super::super::answer::{Answer, Problem};
use super::super::catalogue::{Hints, Tool};
use super::super::handler::Call;

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
    /// What `device` is given to mean this one.
    id: String,
    name: String,
    /// Who has it: `free`, `you`, `person`, `task`, or another agent.
    held_by: String,
    /// What is in the way of working with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
}

impl Tool for PhoneList {
    type Arguments = Arguments;
    type Output = Phones;
    const NAME: &'static str = "phone_list";
    const TITLE: &'static str = "List the phones";
    const ABOUT: &'static str =
        "The phones, and who has each. `device` elsewhere is one of their ids; leave it out for the usual one.";
    const HINTS: Hints = Hints::Looks;

    async fn call(_: Arguments, call: Arc<Call>) -> Result<Answer<Phones>, Problem> {
        let mine: Vec<String> = {
            let phones = call.client.phones.lock().await;
            phones.values().filter(|held| !held.is_over()).map(|held| held.task.clone()).collect()
        };
        let held_by = |holder: Option<Holder>| match holder {
            None => "free".to_owned(),
            Some(Holder::Person) => "person".to_owned(),
            Some(Holder::Task(task)) if mine.contains(&task) => "you".to_owned(),
            // Of other people's tasks an agent learns nothing but that there is one.
            Some(Holder::Task(_)) => "task".to_owned(),
            Some(Holder::Client(name)) => name,
        };
        let phones = call.shared.service.phones().await?;
        let phones = phones.into_iter().map(|phone| Phone {
            id: phone.id,
            name: phone.name,
            held_by: held_by(phone.holder),
            trouble: phone.trouble,
        });
        Ok(Answer::of(Phones { phones: phones.collect() }))
    }
}
