//! `uninstall_app`. Precondition: the app is installed. Strategies: the package manager, then Android's own dialog.
//! Done when the package is gone.

use async_trait::async_trait;

use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `uninstall_app`.
pub(super) struct UninstallApp;

#[async_trait]
impl Operation for UninstallApp {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let wanted = match work.text("package") {
            "" => work.text("name").to_owned(),
            package => package.to_owned(),
        };
        let Some(app) = work.app(&wanted).await? else {
            return Ok(Begin::Done(work.told("not installed", &[("app", &wanted)])));
        };
        let address = format!("package:{}", app.package);
        work.keep("package", app.package.clone());
        work.keep("app", app.label.clone());
        let summary = work.told("uninstall", &[("app", &app.label)]);
        work.keep("summary", summary);
        let ask = Move::run(&["am", "start", "-a", "android.intent.action.DELETE", "-d", &address]);
        let ways = Ways::command(&["pm", "uninstall", &app.package]);
        // Some phones show the app's page first.
        let (page, confirm) = (Sought::Named("uninstall"), Sought::Named("confirm"));
        Ok(Begin::Go(ways.or_touches(vec![ask, Move::PressIfThere(page), Move::Press(confirm)])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (package, app) = (work.kept_text("package").to_owned(), work.kept_text("app").to_owned());
        if package.is_empty() || work.installed(&package).await? {
            return Ok(Check::NotYet);
        }
        work.context.forget_directory();
        Ok(Check::Done(work.told("uninstalled", &[("app", &app)])))
    }

    fn repeats(&self) -> bool {
        true
    }
}
