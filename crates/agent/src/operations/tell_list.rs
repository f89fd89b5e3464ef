//! `tell_list`: says what is on a list. Precondition: an app that keeps lists. Strategies: the list's file, where lists
//! are files; otherwise the app's own screens. Changes nothing.

use async_trait::async_trait;

use super::lists::{self, Keeper};
use super::operation::{Begin, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::deadline::Halt;

/// `tell_list`.
pub(super) struct TellList;

/// How many entries are told at once.
const MOST: usize = 20;
/// Keys: the app, its name, and how it keeps lists.
const APP: &str = "lists app";
const LABEL: &str = "lists app name";

fn told(work: &Work<'_>, title: &str, entries: &[String]) -> String {
    if entries.is_empty() {
        return work.told("list empty", &[("title", title)]);
    }
    let list = entries.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if entries.len() > MOST { "yes" } else { "" };
    work.told("on list", &[("title", title), ("list", &list), ("more", more)])
}

fn missing(work: &Work<'_>) -> Problem {
    let title = lists::title(work);
    work.problem("no_list", "no list", &[("title", &title), ("app", work.kept_text(LABEL))])
}

#[async_trait]
impl Operation for TellList {
    fn only_answers(&self) -> bool {
        true
    }

    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let app = match lists::app(work).await? {
            Ok(app) => app,
            Err(problem) => return Ok(problem.into()),
        };
        work.keep(APP, app.package.clone());
        work.keep(LABEL, app.label.clone());
        Ok(match app.keeper {
            Keeper::Files(folder) => {
                let file = lists::file(work, folder).await?;
                if !file.exists {
                    return Ok(missing(work).into());
                }
                let entries: Vec<String> = file.text.lines().filter_map(lists::entry).map(str::to_owned).collect();
                Begin::Done(told(work, &file.title, &entries))
            }
            Keeper::Notes => {
                let titles = lists::titles(work);
                Begin::Go(Ways::default().or_touches(lists::open_note(&app.package, &titles)))
            }
            Keeper::Tasks => {
                let mut moves = to_the_top(&app.package);
                moves.push(Move::UnlessDone);
                Begin::Go(Ways::default().or_touches(moves))
            }
        })
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        if work.kept_text(APP).is_empty() || work.front().await?.as_deref() != Some(work.kept_text(APP)) {
            return Ok(Check::NotYet);
        }
        let Some(tree) = work.look().await? else { return Ok(Check::NotYet) };
        if let Some(list) = lists::shown(&tree, &lists::titles(work)) {
            return Ok(Check::Done(told(work, &list.title, &list.open)));
        }
        let label = work.kept_text(LABEL).to_owned();
        Ok(match lists::tasks(&tree) {
            Some(tasks) => Check::Done(told(work, &label, &tasks)),
            None => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn lasts(&self) -> bool {
        false
    }

    fn no_way(&self, work: &Work<'_>) -> Option<Problem> {
        Some(missing(work))
    }
}
