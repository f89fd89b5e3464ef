//! The operations of the catalogue as deeds: one file each, all in the same form.
//!
//! An [`Operation`] says three things: what must be there first and what is so already ([`Operation::begin`]), the ways
//! to do it ([`Ways`]), and how to tell from the phone itself that it is done ([`Operation::check`]). The plan mind
//! climbs the ways one after the other; what they amount to are [`Move`]s, which become actions and pass the gate.
//!
//! Nothing here acts: an operation reads the phone through [`Work`] and names moves. To add one: its row in
//! `action::plan`, its file here, its line in [`find`].

mod add_contact;
mod calls;
mod clock_app;
mod create_event;
mod create_note;
mod delete_items;
mod emergency;
mod levels;
mod messages;
mod navigate;
mod notifications;
mod open;
mod pay;
mod photo;
mod pickers;
mod play_media;
mod read_messages;
mod reset;
mod screen;
mod search_web;
mod set_alarm;
mod set_reminder;
mod set_timer;
mod share_location;
mod tell;
mod toggle_setting;
mod uninstall_app;
mod vision;
mod work;

use std::time::Duration;

use action::plan::Step;
use async_trait::async_trait;

pub(crate) use self::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// One operation.
#[async_trait]
pub(crate) trait Operation: Send + Sync {
    /// What must be there first, and the ways to do it. Called once a step, and again when a task goes on: what was
    /// kept in [`Work`] the first time is there then, so that "one more than before" still means the same before.
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt>;

    /// Whether it is done, by the phone's own state. Asked after each way, for as long as [`Self::patience`] says, and
    /// before a task goes on.
    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt>;

    /// How long the phone may take to show it.
    fn patience(&self) -> Duration {
        Duration::from_secs(3)
    }

    /// Whether doing it twice does no more than doing it once, so that the next way may be tried when the phone does
    /// not show that this one worked.
    fn repeats(&self) -> bool {
        false
    }

    /// Whether it goes on from the screen that the steps before it left, so that they are taken again where that
    /// screen is gone.
    fn goes_on_from_screen(&self) -> bool {
        false
    }

    /// Whether the phone shows that it is done also later, on another screen. Where it does not, only who did it knows.
    fn lasts(&self) -> bool {
        true
    }

    /// What is said where no way leads there; in general words, unless the operation has better ones.
    fn no_way(&self, step: &Step) -> Option<Problem> {
        let _ = step;
        None
    }

    /// Whether the screen must be unlocked for it.
    fn needs_screen(&self) -> bool {
        true
    }
}

/// What there is to do.
#[derive(Debug)]
pub(crate) enum Begin {
    /// These ways.
    Go(Ways),
    /// Nothing: it is so already, or was a question; what is said.
    Done(String),
    /// It cannot be done.
    Stop(Problem),
}

/// The ways to do something, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    /// What Android offers to a shell or as a public intent; each is a way of its own.
    pub(crate) commands: Vec<Vec<Move>>,
    /// What a finger does, each another form that apps have for it: first by the known layouts, then by a search of the
    /// screen.
    pub(crate) touches: Vec<Vec<Move>>,
}

impl Ways {
    /// One command.
    pub(crate) fn command(words: &[&str]) -> Self {
        Self::default().or_command(words)
    }

    /// One more command, for where those before do not work.
    pub(crate) fn or_command(mut self, words: &[&str]) -> Self {
        self.commands.push(vec![Move::run(words)]);
        self
    }

    /// One more way by commands and touches on what they open.
    pub(crate) fn or_moves(mut self, moves: Vec<Move>) -> Self {
        self.commands.push(moves);
        self
    }

    /// The same for a step that was cut off: an app that is left in the middle, with a form half filled in say, shows
    /// that again when it is opened. It is left by Back before it is; some apps keep what was filled in when they are
    /// left, and then it is done.
    pub(crate) fn begun_again(mut self) -> Self {
        for touches in &mut self.touches {
            if let Some(Move::Launch(package)) = touches.first() {
                // A dialog, its screen, and the app's first one.
                let leave = vec![Move::BackIn(package.clone()); 3];
                let first = std::iter::once(Move::Launch(package.clone()));
                *touches = first.chain(leave).chain([Move::UnlessDone]).chain(touches.drain(..)).collect();
            }
        }
        self
    }

    /// What a finger does; where that does not work, what it does in apps of another form.
    pub(crate) fn or_touches(mut self, touches: Vec<Move>) -> Self {
        self.touches.push(touches);
        self
    }
}

/// Something to do on the phone. Where it lands is found on the screen as it then is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Move {
    /// A command of Android's own.
    Run(String),
    /// An app is started.
    Launch(String),
    /// An address is opened.
    Open(String),
    /// Something is pressed.
    Press(Sought),
    /// The same, where it is there; else the way goes on without it.
    PressIfThere(Sought),
    /// The first is pressed until the second is there.
    PressUntil(Sought, Sought),
    /// A text is put into a field, instead of what stands there.
    Write(Sought, String),
    /// The switch beside a label is put so.
    Switch(Sought, bool),
    /// One of these must stand on the screen, or the way is not gone.
    See(Vec<String>),
    /// A key.
    Key(&'static str),
    /// Back, where this app is in front.
    BackIn(String),
    /// The phone is asked whether it is done by now.
    UnlessDone,
    /// The screen is moved so that what lies there is seen.
    Scroll(Direction),
}

/// Which way to look on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Move {
    /// Whether it needs what is on the screen.
    pub(crate) fn touches(&self) -> bool {
        match self {
            Self::Press(_) | Self::PressIfThere(_) | Self::PressUntil(..) => true,
            Self::Write(..) | Self::Switch(..) | Self::See(_) => true,
            Self::Run(_) | Self::Launch(_) | Self::Open(_) | Self::Key(_) => false,
            Self::BackIn(_) | Self::UnlessDone | Self::Scroll(_) => false,
        }
    }

    /// A command of these words, each quoted.
    pub(crate) fn run(words: &[&str]) -> Self {
        Self::Run(device::command_line(words))
    }
}

/// What the phone shows of it.
#[derive(Debug)]
pub(crate) enum Check {
    /// It is done; what is said.
    Done(String),
    /// Not yet, or not.
    NotYet,
    /// The phone does not tell: it may be done. Nothing that must not be done twice is done again without asking.
    Unclear,
    /// It went wrong in a way that another try does not mend.
    Stop(Problem),
}

/// Why something cannot be done, and what can be done instead.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    /// For programs.
    pub(crate) code: &'static str,
    /// For people: one sentence.
    pub(crate) message: String,
    /// Whether it may go better in a moment.
    pub(crate) retryable: bool,
    /// What can be done instead, as a question, and what to change when the person agrees.
    pub(crate) instead: Option<Instead>,
}

/// Another way to the same end, which the person may take.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Instead {
    /// `Send it as a text message instead?`
    pub(crate) question: String,
    /// What is planned when they agree.
    pub(crate) change: Change,
}

/// What accepting a way out changes in the plan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    /// It is done in this app.
    App(String),
    /// These steps are taken first.
    First(Vec<Step>),
    /// This step is taken in its place.
    Step(Step),
}

impl Problem {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), retryable: false, instead: None }
    }

    /// It may go better in a moment.
    pub(crate) fn retryable(mut self) -> Self {
        self.retryable = true;
        self
    }

    /// With a way out.
    pub(crate) fn or(mut self, question: impl Into<String>, change: Change) -> Self {
        self.instead = Some(Instead { question: question.into(), change });
        self
    }
}

impl From<Problem> for Begin {
    fn from(problem: Problem) -> Self {
        Self::Stop(problem)
    }
}

/// Who carries this operation out.
pub(crate) fn find(name: &str) -> Option<&'static dyn Operation> {
    Some(match name {
        "open_app" => &open::OpenApp,
        "open_url" => &open::OpenUrl,
        "find_contact" => &messages::FindContact,
        "open_conversation" => &messages::OpenConversation,
        "type_text" => &messages::TypeText,
        "send" => &messages::Send,
        "call_contact" => &calls::CallContact,
        "answer_call" => &calls::AnswerCall,
        "end_call" => &calls::EndCall,
        "toggle_setting" => &toggle_setting::ToggleSetting,
        "read_screen" => &screen::ReadScreen,
        "go_back" => &screen::GoBack,
        "go_home" => &screen::GoHome,
        "scroll" => &screen::Scroll,
        "tap_label" => &screen::TapLabel,
        "launch_vision_mode" => &vision::LaunchVisionMode,
        "set_alarm" => &set_alarm::SetAlarm,
        "set_timer" => &set_timer::SetTimer,
        "set_reminder" => &set_reminder::SetReminder,
        "search_web" => &search_web::SearchWeb,
        "take_photo" => &photo::TakePhoto,
        "set_volume" => &levels::SetVolume,
        "set_brightness" => &levels::SetBrightness,
        "play_media" => &play_media::PlayMedia,
        "add_contact" => &add_contact::AddContact,
        "create_note" => &create_note::CreateNote,
        "create_event" => &create_event::CreateEvent,
        "navigate_to" => &navigate::NavigateTo,
        "read_messages" => &read_messages::ReadMessages,
        "read_notifications" => &notifications::ReadNotifications,
        "tell_time" => &tell::TellTime,
        "tell_battery" => &tell::TellBattery,
        "pay" => &pay::Pay,
        "delete_items" => &delete_items::DeleteItems,
        "uninstall_app" => &uninstall_app::UninstallApp,
        "share_location" => &share_location::ShareLocation,
        "factory_reset" => &reset::FactoryReset,
        "call_emergency" => &emergency::CallEmergency,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_of_the_catalogue_is_carried_out_by_somebody() {
        let missing: Vec<&str> =
            action::plan::operations().iter().map(|row| row.name).filter(|name| find(name).is_none()).collect();
        assert_eq!(missing, Vec::<&str>::new());
        assert!(find("no_such_operation").is_none());
    }
}
