//! What is on record about an agent's tasks: why one ended, its steps with their files, two of them compared, a filtered
//! list. Others' tasks are not found; nothing here changes a record.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use history::{Run, RunStep};
use rmcp::ErrorData;
use rmcp::model::ResourceContents;
use serde::Serialize;
use task::{ListFilter, View};

use super::address::{Address, StepPart};
use super::{MOST_TASKS, Shared, own, screen, unknown, wrong};

/// How many tasks are looked at for a list, at once and altogether.
const PAGE: usize = 100;
const MOST_PAGES: usize = 10;

/// Reads one of these resources.
pub(super) async fn read(
    shared: &Shared,
    agent: &str,
    address: &Address,
    uri: &str,
) -> Result<ResourceContents, ErrorData> {
    match address {
        Address::Why(task) => {
            own(shared, agent, task).await?;
            let alive = !shared.service.show(task).await.map_err(wrong)?.state.is_over();
            json(&history::why(&run(shared, task).await?, alive), uri)
        }
        Address::Step(task, number, part) => {
            own(shared, agent, task).await?;
            let (run, folder) = (run(shared, task).await?, shared.service.task_folder(task).map_err(wrong)?);
            let (number, part, uri) = (*number, *part, uri.to_owned());
            let read = tokio::task::spawn_blocking(move || match run.step(number) {
                Some(step) => of_step(step, &folder, part, &uri),
                None => Err(unknown(&uri)),
            });
            read.await.map_err(wrong)?
        }
        Address::Diff(one, other) => {
            own(shared, agent, one).await?;
            own(shared, agent, other).await?;
            let (one, other) = (run(shared, one).await?, run(shared, other).await?);
            // Two long runs take a moment to align.
            let compared = tokio::task::spawn_blocking(move || history::compare(&one, &other));
            json(&compared.await.map_err(wrong)?, uri)
        }
        Address::Tasks(filter) => json(&tasks(shared, agent, filter).await?, uri),
        _ => Err(unknown(uri)),
    }
}

fn of_step(step: &RunStep, folder: &std::path::Path, part: StepPart, uri: &str) -> Result<ResourceContents, ErrorData> {
    let text = |text: String| Ok(ResourceContents::text(text, uri).with_mime_type("text/plain"));
    match part {
        StepPart::Everything => json(step, uri),
        StepPart::Tree => text(screen::lines(&step.tree(folder).map_err(wrong)?)),
        StepPart::Prompt => text(step.prompts(folder).map_err(wrong)?.join("\n\n")),
        StepPart::Picture => {
            let png = step.picture(folder).map_err(wrong)?;
            Ok(ResourceContents::blob(STANDARD.encode(png), uri).with_mime_type("image/png"))
        }
    }
}

/// The agent's latest tasks that fit.
async fn tasks(shared: &Shared, agent: &str, filter: &ListFilter) -> Result<Vec<View>, ErrorData> {
    let (mut found, mut before) = (Vec::new(), None);
    for _ in 0..MOST_PAGES {
        let page = shared.service.list_where(filter.clone(), PAGE, before.as_deref()).await.map_err(wrong)?;
        found.extend(page.tasks.into_iter().filter(|task| task.asked_by.as_deref() == Some(agent)));
        before = page.before;
        if before.is_none() || found.len() >= MOST_TASKS {
            break;
        }
    }
    found.truncate(MOST_TASKS);
    Ok(found)
}

fn json(value: &impl Serialize, uri: &str) -> Result<ResourceContents, ErrorData> {
    Ok(ResourceContents::text(serde_json::to_string(value).map_err(wrong)?, uri).with_mime_type("application/json"))
}

/// Reads the record of a task.
async fn run(shared: &Shared, task: &str) -> Result<Run, ErrorData> {
    let folder = shared.service.task_folder(task).map_err(wrong)?;
    let read = tokio::task::spawn_blocking(move || Run::read(&folder));
    read.await.map_err(wrong)?.map_err(wrong)
}
