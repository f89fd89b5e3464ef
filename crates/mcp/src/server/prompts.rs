//! Prompts for common jobs, as clients offer them to people.

use rmcp::ErrorData;
use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

/// A prompt: its name, its purpose, its one argument, and the words around it.
struct Job {
    name: &'static str,
    about: &'static str,
    argument: &'static str,
    what: &'static str,
    words: &'static str,
}

const JOBS: &[Job] = &[
    Job {
        name: "use_phone",
        about: "Do something on the phone, step by step",
        argument: "goal",
        what: "what to do",
        words: "Do this on my phone with the phone_ tools: {}\nLook with phone_observe, act by element numbers, check after each step that it did what you wanted, and tell me when it is done. If something needs my yes I am asked; do not look for a way around it.",
    },
    Job {
        name: "check_app",
        about: "Try an app and report what is wrong with it",
        argument: "app",
        what: "the app's name",
        words: "Open the app {} on the phone with phone_app and try its main screens with the phone_ tools. Note what is broken, unclear, unlabelled or slow, with the screen it is on. Show the findings in a window with desktop_apply (Markdown), the worst first.",
    },
    Job {
        name: "catch_up",
        about: "Sum up what is new on the phone",
        argument: "since",
        what: "since when",
        words: "Look at the notifications and messages on my phone since {} with the phone_ tools, without opening or answering anything that marks it as read where you can avoid it, and show me a short summary in a window with desktop_apply.",
    },
    Job {
        name: "ask_me",
        about: "Ask the person something on their desktop",
        argument: "question",
        what: "the question",
        words: "Ask me this on my desktop with a dialog.confirm through desktop_apply, wait for my answer with desktop_wait_event, and go on accordingly: {}",
    },
];

/// Returns all prompts.
pub(super) fn list() -> Vec<Prompt> {
    let prompt = |job: &Job| {
        let argument = PromptArgument::new(job.argument).with_description(job.what).with_required(true);
        Prompt::new(job.name, Some(job.about), Some(vec![argument]))
    };
    JOBS.iter().map(prompt).collect()
}

/// Returns one, with its argument filled in.
pub(super) fn get(name: &str, arguments: Option<&JsonObject>) -> Result<GetPromptResult, ErrorData> {
    let Some(job) = JOBS.iter().find(|job| job.name == name) else {
        let name: String = name.chars().take(60).collect();
        return Err(ErrorData::invalid_params(format!("there is no prompt `{name}`"), None));
    };
    let given = arguments.and_then(|arguments| arguments.get(job.argument)).and_then(Value::as_str);
    let Some(given) = given else {
        return Err(ErrorData::invalid_params(format!("`{}` is missing: {}", job.argument, job.what), None));
    };
    let words = job.words.replace("{}", given);
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, words)]).with_description(job.about))
}
