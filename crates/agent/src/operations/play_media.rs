//! `play_media`. Precondition: a player. Strategies: the media key if something can continue, Android's intent to play
//! from a search if something is named, then the player's own search. Done when the phone's media session plays
//! something new, or what was named.

use action::plan::Step;
use async_trait::async_trait;
use serde_json::{Value, json};

use super::media_session::session;
use super::operation::{Begin, Change, Check, Operation};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `play_media`.
pub(super) struct PlayMedia;

/// The key of the app that must play; empty if any may.
const PLAYER: &str = "player";
const PLAY_FROM_SEARCH: &str = "android.media.action.MEDIA_PLAY_FROM_SEARCH";
/// The title in a query of the form "title by artist", as a list shows it.
fn title(query: &str) -> &str {
    query.split_once(" by ").map_or(query, |(title, _)| title).trim()
}

/// The strategies for playing the query, or anything if it is empty.
fn ways(query: &str, package: Option<&str>, goes_on: bool) -> Ways {
    let mut ways = Ways::default();
    if goes_on && query.is_empty() {
        ways = ways.or_command(&["cmd", "media_session", "dispatch", "play"]);
        ways = ways.or_moves(vec![Move::Key("KEYCODE_MEDIA_PLAY")]);
    }
    let mut words = vec!["am", "start", "-a", PLAY_FROM_SEARCH, "--es", "query", query];
    if let Some(package) = package {
        words.extend(["-p", package]);
    }
    ways = ways.or_command(&words);
    let Some(package) = package else { return ways };
    let mut touches = to_the_top(package);
    if query.is_empty() {
        touches.push(Move::Press(Sought::Named("play_this")));
    } else {
        touches.push(Move::Press(Sought::Named("search")));
        touches.push(Move::Write(Sought::Named("search_field"), query.to_owned()));
        touches.push(Move::Key("KEYCODE_ENTER"));
        touches.push(Move::UnlessDone);
        // A search result has a play button, or is pressed itself.
        touches.push(Move::PressIfThere(Sought::Named("play_this")));
        touches.push(Move::UnlessDone);
        touches.push(Move::Press(Sought::Says(title(query).to_owned())));
    }
    ways.or_touches(touches)
}

#[async_trait]
impl Operation for PlayMedia {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (query, wanted) = (work.text("query").to_owned(), work.text("app").to_owned());
        let package = match wanted.as_str() {
            "" => work.handler(PLAY_FROM_SEARCH, None).await?,
            wanted => {
                let Some(app) = work.app(wanted).await? else {
                    let mut plain = work.step.clone();
                    plain.args.remove("app");
                    let problem = work.problem("app_not_installed", "not installed", &[("app", wanted)]);
                    return Ok(problem.or(work.told("another app to play", &[]), Change::Step(plain)).into());
                };
                Some(app.package)
            }
        };
        let now = session(work).await?;
        let of_app = now.as_ref().filter(|now| wanted.is_empty() || Some(&now.package) == package.as_ref());
        if let Some(now) = of_app.filter(|now| now.playing && (query.is_empty() || now.is(&query))) {
            return Ok(Begin::Done(
                work.told("already playing", &[("title", &now.title()), ("artist", &now.artist())]),
            ));
        }
        let goes_on = of_app.is_some();
        if package.is_none() && !goes_on {
            return Ok(work.problem("no_player", "no player", &[]).into());
        }
        let before = now.filter(|now| now.playing).unwrap_or_default();
        // What played before begins anew.
        work.can_be_undone_by(&match before.title().as_str() {
            "" => Step::new("control_media").with("command", "pause"),
            title => Step::new("play_media").with("query", title),
        });
        work.keep_before(json!({"description": before.description, "position": before.position}));
        work.keep(PLAYER, if wanted.is_empty() { String::new() } else { package.clone().unwrap_or_default() });
        Ok(Begin::Go(ways(&query, package.as_deref(), goes_on)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let Some(now) = session(work).await?.filter(|now| now.playing) else { return Ok(Check::NotYet) };
        let package = work.kept_text(PLAYER);
        if !package.is_empty() && package != now.package {
            return Ok(Check::NotYet);
        }
        let before = work.kept.get("before").cloned().unwrap_or_default();
        let known = before.get("description").and_then(Value::as_str).unwrap_or_default();
        let position = before.get("position").and_then(Value::as_i64).unwrap_or_default();
        let is_new = known != now.description || now.position < position;
        Ok(match is_new || now.is(work.text("query")) {
            true => Check::Done(work.told("playing", &[("title", &now.title()), ("artist", &now.artist())])),
            false => Check::NotYet,
        })
    }

    /// A repeated request starts the media again and leaves nothing behind.
    fn repeats(&self) -> bool {
        true
    }
}
