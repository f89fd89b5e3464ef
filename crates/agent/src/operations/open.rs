//! `open_app` and `open_url`. Precondition: the app is installed. Done when that app is in front.

use action::App;
use async_trait::async_trait;

use super::operation::{Begin, Change, Check, Operation, Problem};
use super::ways::{Direction, Move, Ways};
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `open_app`.
pub(super) struct OpenApp;
/// `open_url`.
pub(super) struct OpenUrl;

/// Common names for apps that have another name on each phone.
const COMMON: &[(&str, &str)] = &[
    ("messages", "android.intent.action.SENDTO smsto:"),
    ("phone", "android.intent.action.DIAL tel:"),
    ("browser", "android.intent.action.VIEW https://example.com"),
    ("maps", "android.intent.action.VIEW geo:0,0"),
];

#[async_trait]
impl Operation for OpenApp {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let url = work.text("url").to_owned();
        if !url.is_empty() {
            return open_address(work, &url).await;
        }
        let wanted = match work.text("package") {
            "" => work.text("name").to_owned(),
            package => package.to_owned(),
        };
        let texts = text_messages(work).await?;
        let found = match texts {
            Some(app) => Some(app),
            None => work.app(&wanted).await?,
        };
        let found = match found {
            Some(app) => Some((app.package, app.label)),
            None => common(work, &wanted).await?.map(|package| (package, wanted.clone())),
        };
        let Some((package, label)) = found else { return Ok(missing(work, &wanted).await?.into()) };
        work.keep("package", package.clone());
        work.keep("app", label.clone());
        let ways = Ways::default().or_moves(vec![Move::Launch(package)]);
        let (home, icon) = (Move::Key("KEYCODE_HOME"), Move::Press(Sought::Says(label)));
        // An app that is not on the home screen is in the app drawer, which opens from below.
        let all = vec![home.clone(), home.clone(), Move::Scroll(Direction::Down), icon.clone()];
        Ok(Begin::Go(ways.or_touches(vec![home, icon]).or_touches(all)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let wanted = work.kept_text("package").to_owned();
        Ok(match work.front().await? {
            // An app may open another screen first, such as a prompt. It only matters that the launcher is gone.
            Some(front) if front == wanted || is_prompt(&front) => {
                Check::Done(work.told("open", &[("app", work.kept_text("app"))]))
            }
            _ => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }
}

fn is_prompt(package: &str) -> bool {
    package.ends_with(".permissioncontroller")
}

/// The phone's own app for text messages, if a message is to be sent and no other app was named: what plans call
/// `Messages` is the default app for messages.
async fn text_messages(work: &mut Work<'_>) -> Result<Option<App>, Halt> {
    let sends = work.plan.steps.iter().any(|step| step.op == "open_conversation");
    if !sends || !work.text("name").eq_ignore_ascii_case("messages") {
        return Ok(None);
    }
    match common(work, "messages").await? {
        Some(package) => work.app(&package).await,
        None => Ok(None),
    }
}

/// Finds an app by its purpose: the one that handles such an intent.
async fn common(work: &mut Work<'_>, wanted: &str) -> Result<Option<String>, Halt> {
    let wanted = wanted.to_lowercase();
    let Some((_, intent)) = COMMON.iter().find(|(name, _)| *name == wanted) else { return Ok(None) };
    let (action, data) = intent.split_once(' ').unwrap_or((intent, ""));
    work.handler(action, (!data.is_empty()).then_some(data)).await
}

/// The app is not installed: suggests an alternative.
async fn missing(work: &mut Work<'_>, wanted: &str) -> Result<Problem, Halt> {
    let problem = work.problem("app_not_installed", "not installed", &[("app", wanted)]);
    let sends = work.plan.steps.iter().any(|step| step.op == "send" || step.op == "type_text");
    if !sends {
        return Ok(problem);
    }
    let messages = work.handler("android.intent.action.SENDTO", Some("smsto:")).await?;
    let directory = work.directory().await?;
    let label = messages.and_then(|package| directory.apps.iter().find(|app| app.package == package).cloned());
    Ok(match label {
        Some(app) if app.label != wanted => problem.or(work.told("text message instead", &[]), Change::App(app.label)),
        _ => problem,
    })
}

#[async_trait]
impl Operation for OpenUrl {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let url = work.text("url").to_owned();
        open_address(work, &url).await
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        opened(work).await
    }

    fn repeats(&self) -> bool {
        true
    }
}

/// Opens an address in the app that handles it.
async fn open_address(work: &mut Work<'_>, url: &str) -> Result<Begin, Halt> {
    let Some(package) = work.handler("android.intent.action.VIEW", Some(url)).await? else {
        let scheme = url.split(':').next().unwrap_or_default();
        return Ok(work.problem("no_app_for_address", "no app for address", &[("scheme", scheme)]).into());
    };
    work.keep("package", package);
    work.keep("app", url.to_owned());
    Ok(Begin::Go(Ways::default().or_moves(vec![Move::Open(url.to_owned())])))
}

async fn opened(work: &mut Work<'_>) -> Result<Check, Halt> {
    let wanted = work.kept_text("package").to_owned();
    Ok(match work.front().await? {
        Some(front) if front == wanted => Check::Done(work.told("open", &[("app", work.kept_text("app"))])),
        _ => Check::NotYet,
    })
}
