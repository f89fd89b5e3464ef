//! `call_contact`, `answer_call`, `end_call`. Preconditions: the contact has a number, no call is in progress, the
//! radio is on. Strategies: Android's intent, the key pad, the buttons of the call. Done when the phone reports a call
//! in progress, or none.

use action::plan::Step;
use async_trait::async_trait;
use device::{Reading, Table};

use super::messages::{digits, find_person, same_number};
use super::operation::{Begin, Change, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `call_contact`.
pub(super) struct CallContact;
/// `answer_call`.
pub(super) struct AnswerCall;
/// `end_call`.
pub(super) struct EndCall;

const CALL: &str = "android.intent.action.CALL";
const DIAL: &str = "android.intent.action.DIAL";

/// The state of the telephone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Line {
    Idle,
    Ringing,
    /// Dialled or answered.
    Busy,
}

/// Reads the state of the telephone, across all its lines.
pub(super) async fn line(work: &mut Work<'_>) -> Result<Line, Halt> {
    let said = work.read(Reading::Service("telephony.registry")).await?;
    let state =
        said.lines().filter_map(|line| line.trim().strip_prefix("mCallState=")).map(|state| match state.trim() {
            "1" => Line::Ringing,
            "2" => Line::Busy,
            _ => Line::Idle,
        });
    Ok(state.max().unwrap_or(Line::Idle))
}

/// Counts the calls to this number.
pub(super) async fn calls_to(work: &mut Work<'_>, number: &str) -> Result<i64, Halt> {
    let rows = work.rows("content://call_log/calls", &["_id", "type", "number"], Some("type=2")).await?;
    let to = rows.iter().filter(|row| row.get(2).is_some_and(|to| same_number(to, number)));
    Ok(i64::try_from(to.count()).unwrap_or(i64::MAX))
}

/// Why nobody can be called now.
pub(super) async fn not_now(work: &mut Work<'_>, who: &str) -> Result<Option<Problem>, Halt> {
    if line(work).await? != Line::Idle {
        return Ok(Some(work.problem("call_in_progress", "call in progress", &[("name", who)])));
    }
    if work.setting(Table::Global, "airplane_mode_on").await?.is_some_and(|on| on != "0") {
        let off = Step::new("toggle_setting").with("setting", "airplane_mode").with("state", "off");
        let problem = work.problem("airplane_mode", "aeroplane mode", &[]);
        return Ok(Some(problem.or(work.told("off first", &[]), Change::First(vec![off]))));
    }
    Ok(None)
}

/// The strategies for calling a number.
pub(super) async fn ways(work: &mut Work<'_>, number: &str) -> Result<Ways, Halt> {
    let address = format!("tel:{}", number.replace(' ', ""));
    let dialler = work.handler(DIAL, Some("tel:")).await?;
    let call = Sought::Named("call");
    let mut ways = Ways::command(&["am", "start", "-a", CALL, "-d", &address])
        .or_moves(vec![Move::run(&["am", "start", "-a", DIAL, "-d", &address]), Move::Press(call.clone())]);
    if let Some(dialler) = dialler {
        ways = ways.or_touches(vec![
            Move::Launch(dialler),
            Move::PressIfThere(Sought::Named("key_pad")),
            Move::Write(Sought::Named("dial_field"), number.to_owned()),
            Move::Press(call),
        ]);
    }
    Ok(ways)
}

#[async_trait]
impl Operation for CallContact {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        // A number that nobody chose is not called.
        if work.text("number").is_empty()
            && let Some(contact) = work.contact(work.text("name").to_owned().as_str()).await?
            && contact.numbers.len() > 1
        {
            let values = [("name", contact.name.as_str()), ("list", &contact.numbers.join(", "))];
            return Ok(work.problem("several_numbers", "several numbers", &values).into());
        }
        let said = match work.text("number") {
            "" => work.text("name").to_owned(),
            number => number.to_owned(),
        };
        let (name, number) = match find_person(work, &said).await? {
            // The message names the contact, whichever of their numbers is called.
            Ok((_, number)) if !work.text("name").is_empty() && !work.text("number").is_empty() => {
                (work.text("name").to_owned(), number)
            }
            Ok(found) => found,
            Err(problem) => return Ok(problem.into()),
        };
        if number.contains(['*', '#']) {
            return Ok(work.problem("service_code", "service code", &[("name", &name)]).into());
        }
        if work.flag("video") {
            let mut plain = work.step.clone();
            plain.args.remove("video");
            let problem = work.problem("no_video_calls", "no video calls", &[]);
            return Ok(problem.or(work.told("call without picture", &[("name", &name)]), Change::Step(plain)).into());
        }
        if let Some(problem) = not_now(work, &name).await? {
            return Ok(problem.into());
        }
        let before = calls_to(work, &number).await?;
        work.keep_before(before);
        work.can_be_undone_by(&Step::new("end_call"));
        work.keep("callee", name);
        work.keep("called", number.clone());
        let app = work.text("app").to_owned();
        if !app.is_empty()
            && let Some(begin) = in_app(work, &app, &number).await?
        {
            return Ok(begin);
        }
        Ok(Begin::Go(ways(work, &number).await?))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (name, number) = (work.kept_text("callee").to_owned(), work.kept_text("called").to_owned());
        let before = work.kept_number("before");
        let called = line(work).await? == Line::Busy || calls_to(work, &number).await? > before;
        Ok(if called { Check::Done(work.told("calling", &[("name", &name)])) } else { Check::NotYet })
    }
}

/// A call in a messenger; `None` if the app is the telephone itself.
async fn in_app(work: &mut Work<'_>, app: &str, number: &str) -> Result<Option<Begin>, Halt> {
    let dialler = work.handler(DIAL, Some("tel:")).await?;
    let Some(found) = work.app(app).await? else {
        let mut plain = work.step.clone();
        plain.args.remove("app");
        let problem = work.problem("app_not_installed", "not installed", &[("app", app)]);
        return Ok(Some(problem.or(work.told("telephone instead", &[]), Change::Step(plain)).into()));
    };
    if dialler.as_deref() == Some(found.package.as_str()) {
        return Ok(None);
    }
    let name = work.kept_text("callee").to_owned();
    let mut ways = Ways::default();
    if found.package == "com.whatsapp" {
        let address = format!("https://wa.me/{}", digits(number));
        let view = ["am", "start", "-a", "android.intent.action.VIEW", "-d", &address, "-p", &found.package];
        ways = ways.or_moves(vec![Move::run(&view), Move::Press(Sought::Named("voice_call"))]);
    }
    Ok(Some(Begin::Go(ways.or_touches(vec![
        Move::Launch(found.package),
        Move::Press(Sought::Named("new_conversation")),
        Move::Press(Sought::Says(name)),
        Move::Press(Sought::Named("voice_call")),
    ]))))
}

#[async_trait]
impl Operation for AnswerCall {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        Ok(match line(work).await? {
            Line::Ringing => {
                // A person who asks to answer the call has already heard who it is.
                let said = work.read(Reading::Service("telephony.registry")).await?;
                let from = said.lines().find_map(|line| line.trim().strip_prefix("mCallIncomingNumber="));
                work.context.was_told(from.unwrap_or_default());
                // The person may have asked in any language, and the gate knows only some of them.
                work.context.was_told("answer the call");
                let ways = Ways::default().or_moves(vec![Move::Key("KEYCODE_CALL")]);
                Begin::Go(ways.or_touches(vec![Move::Press(Sought::Named("answer_call"))]))
            }
            Line::Busy => Begin::Done(work.told("call going on", &[])),
            Line::Idle => work.problem("no_call", "nobody is calling", &[]).into(),
        })
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(match line(work).await? {
            Line::Busy => Check::Done(work.told("call answered", &[])),
            Line::Ringing | Line::Idle => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

#[async_trait]
impl Operation for EndCall {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        if line(work).await? == Line::Idle {
            return Ok(work.problem("no_call", "no call", &[]).into());
        }
        // As for answering: the plan says what the person asked for.
        work.context.was_told("end the call");
        let ways = Ways::default().or_moves(vec![Move::Key("KEYCODE_ENDCALL")]);
        Ok(Begin::Go(ways.or_touches(vec![Move::Press(Sought::Named("end_call"))])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(match line(work).await? {
            Line::Idle => Check::Done(work.told("call over", &[])),
            Line::Ringing | Line::Busy => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}
