//! `navigate_to`. Preconditions: a map that navigates, and location switched on. Strategies: the addresses that maps
//! accept, then the map's own search. Done when the map is in front and shows the place as the destination.

use action::plan::Step;
use async_trait::async_trait;
use device::Table;
use device::tree::{Role, Tree};

use super::operation::{Begin, Change, Check, Operation};
use super::search_web::{escaped, shows, touches};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::{FindMethod, Sought, find};
use crate::deadline::Halt;

/// `navigate_to`.
pub(super) struct NavigateTo;

/// The key of the map app.
const MAP: &str = "map";
const VIEW: &str = "android.intent.action.VIEW";

/// Finds the map: the one that Android names for navigation, otherwise for a place.
async fn map(work: &mut Work<'_>) -> Result<Option<String>, Halt> {
    for address in ["google.navigation:q=x", "geo:0,0?q=x"] {
        if let Some(package) = work.handler(VIEW, Some(address)).await? {
            return Ok(Some(package));
        }
    }
    Ok(work.app("Maps").await?.map(|app| app.package))
}

/// Whether the screen shows a route, rather than a place with a button for one.
fn leads(tree: &Tree) -> bool {
    let sought = Sought::Named("directions");
    find(tree, &sought, FindMethod::Layout).or_else(|| find(tree, &sought, FindMethod::Search)).is_none()
}

/// Whether the words are anywhere but in a field.
fn is_named(tree: &Tree, place: &str) -> bool {
    shows(tree.nodes.iter().filter(|node| node.role() != Role::Field), place)
}

#[async_trait]
impl Operation for NavigateTo {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (place, wanted) = (work.text("destination").to_owned(), work.text("app").to_owned());
        let found = match wanted.as_str() {
            "" => map(work).await?,
            wanted => work.app(wanted).await?.map(|app| app.package),
        };
        let Some(package) = found else {
            let (problem, question, instead) = if wanted.is_empty() {
                let url = format!("https://www.google.com/maps/dir/?api=1&destination={}", escaped(&place));
                let problem = work.problem("no_map", "no map", &[]);
                (problem, work.told("way in the browser", &[]), Step::new("open_url").with("url", url))
            } else {
                let mut plain = work.step.clone();
                plain.args.remove("app");
                let problem = work.problem("app_not_installed", "not installed", &[("app", &wanted)]);
                (problem, work.told("another map", &[]), plain)
            };
            return Ok(problem.or(question, Change::Step(instead)).into());
        };
        if work.setting(Table::Secure, "location_mode").await?.as_deref() == Some("0") {
            let on = Step::new("toggle_setting").with("setting", "location").with("state", "on");
            let problem = work.problem("location_off", "location off", &[]);
            return Ok(problem.or(work.told("on first", &[]), Change::First(vec![on])).into());
        }
        work.keep(MAP, package.clone());
        let (way, geo) = (format!("google.navigation:q={}", escaped(&place)), format!("geo:0,0?q={}", escaped(&place)));
        let open = |address: &str| Move::run(&["am", "start", "-a", VIEW, "-d", address, "-p", &package]);
        let go = [Move::Press(Sought::Named("directions")), Move::PressIfThere(Sought::Named("start_navigation"))];
        let mut shown = vec![open(&geo)];
        shown.extend(go.clone());
        let mut touches = touches(&package, &place);
        touches.extend(go);
        // The map may ask for the location, or whether to start.
        let led = vec![open(&way), Move::PressIfThere(Sought::Named("start_navigation"))];
        Ok(Begin::Go(Ways::default().or_moves(led).or_moves(shown).or_touches(touches)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (place, package) = (work.text("destination").to_owned(), work.kept_text(MAP).to_owned());
        let Some(tree) = work.look().await? else { return Ok(Check::NotYet) };
        let in_front = work.front().await?.as_deref() == Some(package.as_str());
        Ok(match in_front && leads(&tree) && is_named(&tree, &place) {
            true => Check::Done(work.told("way", &[("place", &place)])),
            false => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }
}
