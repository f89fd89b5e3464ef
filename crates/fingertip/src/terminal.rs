//! A task in the terminal: its progress, its questions, its end.
//!
//! Called by `run` and `task resume`. Everything goes to stderr; the command prints the data. Texts of models, pages
//! and phones are shown without control characters, because a terminal obeys those.

mod input;
mod progress;
mod prompt;
mod speech;
mod wrap;

use agent::{StopReason, Summary};
use anyhow::{Context, Result, bail};
use clap::Args;
use task::{EventKind, News, Outcome, Reply, State, View};

use self::progress::Display;
pub(crate) use self::progress::effect_words;
use self::prompt::Prompt;
use self::speech::Speech;
use crate::backend::Backend;
use crate::plain_text::plain;
use crate::signals::Signals;

/// How a task is shown.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Showing {
    /// Read the progress aloud
    #[arg(long)]
    speak: bool,
    /// Show every action as JSON too
    #[arg(long, short)]
    verbose: bool,
}

/// Follows a task to its end: shows it, asks the person, stops it on Ctrl+C.
pub(crate) async fn attend(backend: &Backend, id: &str, showing: Showing, signals: &mut Signals) -> Result<Summary> {
    let mut events = backend.events(id).await?;
    let mut display = Display::new(if showing.speak { Speech::find() } else { None }, showing.verbose);
    let mut prompt: Option<Prompt> = None;
    let mut interrupted = false;
    loop {
        let types = prompt.is_none() && prompt::possible();
        let news = tokio::select! {
            biased;
            () = signals.next() => {
                prompt = None;
                if interrupted {
                    drop(display);
                    // The person wants to leave now. The journal has everything up to here.
                    std::process::exit(130);
                }
                interrupted = true;
                display.line(&display.framed("stopping", &[]));
                // If the task ends at this very moment, its end event is on the way.
                let _ = backend.stop(id, StopReason::Interrupt).await;
                continue;
            }
            reply = answered(&mut prompt) => {
                if let Some(asked) = prompt.take()
                    && let Err(error) = backend.answer(&asked.question.id, reply).await
                {
                    display.line(&display.framed("not accepted", &[("why", &format!("{error:#}"))]));
                }
                continue;
            }
            line = typed(types) => {
                steer(backend, id, line.trim(), &display).await;
                continue;
            }
            news = events.next() => news,
        };
        let event = match news {
            Ok(Some(News::Event(event))) => event,
            Ok(Some(News::Lagged { .. })) => continue,
            Ok(None) => return lost(backend, id, anyhow::anyhow!("the stream of events ended")).await,
            Err(error) => return lost(backend, id, error).await,
        };
        // The end is read aloud when it is shown.
        if let Some(narration) = event.narration.as_ref().filter(|_| !matches!(event.what, EventKind::Ended(_))) {
            display.say(&narration.words);
        }
        match &event.what {
            EventKind::Question { question } => {
                display.pause();
                let linked = backend.questions().await.into_iter().find(|linked| linked.question.id == question.id);
                if let Some(linked) = linked.filter(|_| !interrupted) {
                    let values = [("url", linked.link.url.as_str()), ("note", &linked.link.note)];
                    display.line(&display.framed("link", &values));
                }
                let reply = if interrupted {
                    None
                } else if prompt::possible() {
                    prompt = Some(Prompt::open((**question).clone(), display.language()));
                    None
                } else if let Some(url) = backend.desktop() {
                    display.line(&display.framed("on the desktop", &[("title", &question.title), ("url", url)]));
                    None
                } else {
                    display.line(&format!(
                        "{}: {}\n    {}",
                        question.title,
                        question.message,
                        display.framed("nobody can answer", &[])
                    ));
                    Some(Reply::Nobody)
                };
                if let Some(reply) = reply {
                    // If this is too late, the question has timed out, which is also a no.
                    let _ = backend.answer(&question.id, reply).await;
                }
            }
            EventKind::QuestionClosed { id, how } => {
                if prompt.as_ref().is_some_and(|prompt| prompt.question.id == *id) {
                    prompt = None;
                }
                let key = match how {
                    Outcome::Timeout => "no answer",
                    Outcome::Approved | Outcome::Answered => "answered",
                    Outcome::Rejected => "refused",
                    Outcome::TakenOver => "yours",
                    Outcome::Cancelled => "withdrawn",
                };
                display.line(&display.framed(key, &[]));
            }
            EventKind::Ended(summary) => {
                drop(prompt);
                display.end(summary, event.narration.as_ref());
                return Ok(summary.clone());
            }
            other => display.show(other),
        }
    }
}

/// Waits for a line typed while no question is open; forever without a terminal.
async fn typed(here: bool) -> String {
    let line = if here { input::line().await } else { None };
    match line {
        Some(line) => line,
        None => std::future::pending().await,
    }
}

/// Handles a command that a person types to a running task.
async fn steer(backend: &Backend, id: &str, word: &str, display: &Display) {
    let steered = match word {
        "" => return,
        "pause" => backend.pause(id).await,
        "continue" => backend.go_on(id).await,
        "stop" => backend.stop(id, StopReason::Cancel).await,
        _ => Err(anyhow::anyhow!("type `pause`, `continue` or `stop`; Ctrl+C also stops the task")),
    };
    if let Err(error) = steered {
        display.line(&format!("{error:#}"));
    }
}

async fn answered(prompt: &mut Option<Prompt>) -> Reply {
    match prompt {
        Some(prompt) => prompt.answer().await,
        None => std::future::pending().await,
    }
}

/// Handles a lost connection to the server: either the task is over or the server is.
async fn lost(backend: &Backend, id: &str, error: anyhow::Error) -> Result<Summary> {
    match backend.show(id).await {
        Ok(view) if !matches!(view.state, State::Queued | State::Running | State::Paused) => end_of(view, id),
        _ => Err(error).with_context(|| {
            format!("the task may continue without this terminal; `fingertip task show {id}` shows its state")
        }),
    }
}

/// Builds the summary from the task's state.
fn end_of(view: View, id: &str) -> Result<Summary> {
    let (Some(reason), Some(duration)) = (view.reason, view.duration_sec) else {
        bail!("the task `{id}` ended without a result; `fingertip task resume {id}` continues it");
    };
    Ok(Summary {
        task_id: view.id,
        status: reason.status(),
        reason,
        steps: view.steps,
        duration: std::time::Duration::try_from_secs_f64(duration).unwrap_or_default(),
        message: view.message.unwrap_or_default(),
        error: view.error,
        tokens: 0,
        cost: None,
        read_out: None,
    })
}

/// Asks a yes/no question; `None` without a person to answer. Anything but a clear yes is a no.
pub(crate) async fn confirm(question: &str, reason: &str) -> Option<bool> {
    if !prompt::possible() {
        return None;
    }
    prompt::write(&format!("\n? {}\n  {}\n  y = yes, n = no\n> ", plain(question, 2000), plain(reason, 1000)));
    input::discard();
    let line = input::line().await?;
    Some(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}
