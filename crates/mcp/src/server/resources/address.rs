//! What the address of a resource means. Pure: whether the resource exists, and whose it is, is decided elsewhere.

use reqwest::Url;
use task::ListFilter;

pub(super) const ROOT: &str = "fingertip://";

/// A parsed resource address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Address {
    Screen(String),
    /// The picture with its size, app, phone and time.
    Snapshot(String),
    Elements(String),
    Trajectory(String),
    Report(String),
    /// Why a task ended.
    Why(String),
    /// One step of a task, by its number.
    Step(String, u32, StepPart),
    /// Two tasks compared.
    Diff(String, String),
    /// The agent's tasks that fit.
    Tasks(ListFilter),
    Desktop,
    DesktopSchema,
}

/// A part of what is on record about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepPart {
    Everything,
    Tree,
    Picture,
    Prompt,
}

impl Address {
    pub(super) fn read(uri: &str) -> Option<Self> {
        let rest = uri.strip_prefix(ROOT)?;
        if let Some(rest) = rest.strip_prefix("phone/") {
            let (device, what) = rest.rsplit_once('/')?;
            return match what {
                "screen" => Some(Self::Screen(device.to_owned())),
                "snapshot" => Some(Self::Snapshot(device.to_owned())),
                "elements" => Some(Self::Elements(device.to_owned())),
                _ => None,
            };
        }
        if let Some(rest) = rest.strip_prefix("task/") {
            return Self::of_task(&rest.split('/').collect::<Vec<_>>());
        }
        match rest {
            "desktop/state" => Some(Self::Desktop),
            "desktop/schema" => Some(Self::DesktopSchema),
            "tasks" => Some(Self::Tasks(ListFilter::default())),
            _ if rest.starts_with("tasks?") => filter(uri).map(Self::Tasks),
            _ => None,
        }
    }

    fn of_task(parts: &[&str]) -> Option<Self> {
        Some(match *parts {
            [task, "why"] => Self::Why(task.to_owned()),
            [task, "trajectory"] => Self::Trajectory(task.to_owned()),
            [task, "report"] => Self::Report(task.to_owned()),
            [task, "diff", other] => Self::Diff(task.to_owned(), other.to_owned()),
            [task, "step", number] => Self::Step(task.to_owned(), number.parse().ok()?, StepPart::Everything),
            [task, "step", number, part] => {
                let part = match part {
                    "tree" => StepPart::Tree,
                    "picture" => StepPart::Picture,
                    "prompt" => StepPart::Prompt,
                    _ => return None,
                };
                Self::Step(task.to_owned(), number.parse().ok()?, part)
            }
            _ => return None,
        })
    }
}

/// Reads the filter of a list. Each field may be there once, and no other.
fn filter(uri: &str) -> Option<ListFilter> {
    let url = Url::parse(uri).ok()?;
    let (mut status, mut since, mut grep) = (None, None, None);
    for (field, value) in url.query_pairs() {
        let place = match &*field {
            "status" => &mut status,
            "since" => &mut since,
            "grep" => &mut grep,
            _ => return None,
        };
        if place.replace(value.into_owned()).is_some() {
            return None;
        }
    }
    ListFilter::parse(status.as_deref(), since.as_deref(), grep.as_deref()).ok()
}

#[cfg(test)]
mod tests {
    use task::State;

    use super::*;

    #[test]
    fn an_address_means_one_thing_or_nothing() {
        let check = |path: &str, expected: Option<Address>| assert_eq!(Address::read(path), expected, "{path}");
        let step = |part| Some(Address::Step("t-1".to_owned(), 9, part));
        check("fingertip://phone/sim/screen", Some(Address::Screen("sim".to_owned())));
        check("fingertip://phone/sim/snapshot", Some(Address::Snapshot("sim".to_owned())));
        check("fingertip://phone/127.0.0.1:5555/elements", Some(Address::Elements("127.0.0.1:5555".to_owned())));
        check("fingertip://task/t-1/report", Some(Address::Report("t-1".to_owned())));
        check("fingertip://task/t-1/why", Some(Address::Why("t-1".to_owned())));
        check("fingertip://task/t-1/step/9", step(StepPart::Everything));
        check("fingertip://task/t-1/step/9/tree", step(StepPart::Tree));
        check("fingertip://task/t-1/step/9/picture", step(StepPart::Picture));
        check("fingertip://task/t-1/step/9/prompt", step(StepPart::Prompt));
        check("fingertip://task/t-1/diff/t-2", Some(Address::Diff("t-1".to_owned(), "t-2".to_owned())));
        check("fingertip://desktop/state", Some(Address::Desktop));
        check("fingertip://tasks", Some(Address::Tasks(ListFilter::default())));
        check("fingertip://tasks?", Some(Address::Tasks(ListFilter::default())));
        let fits = ListFilter {
            states: vec![State::Failed, State::Timeout],
            since: Some("2026-07-29T14:15:00Z".parse().unwrap()),
            text: Some("a & b".to_owned()),
        };
        check(
            "fingertip://tasks?status=failed,timeout&since=2026-07-29T14%3A15%3A00Z&grep=a%20%26%20b",
            Some(Address::Tasks(fits)),
        );
        for none in [
            "",
            "fingertip://",
            "fingertip://phone/sim",
            "fingertip://task/x/../y",
            "fingertip://task/t-1/step/x",
            "fingertip://task/t-1/step/9/gate",
            "fingertip://task/t-1/step/9/tree/1",
            "fingertip://task/t-1/diff",
            "fingertip://tasks?status=lost",
            "fingertip://tasks?since=yesterday",
            "fingertip://tasks?limit=5",
            "fingertip://tasks?grep=a&grep=b",
            "fingertip://tasksy",
            "file:///etc/passwd",
        ] {
            check(none, None);
        }
    }
}
