//! Carries out the operations of the catalogue: one file each, all of the same form.
//!
//! An [`Operation`] has three parts: its preconditions and whether it is already done ([`Operation::begin`]), its
//! strategies ([`Ways`]), and a check on the phone's own state that it is done ([`Operation::check`]). The plan mind
//! tries the strategies one after the other; they produce [`Move`]s, which become actions and pass the gate.
//!
//! Nothing here acts: an operation reads the phone through [`Work`] and returns moves. To add one: its row in
//! `action::plan`, its file here, its line in [`find`].

mod add_contact;
mod add_to_list;
mod agenda;
mod alarms;
mod block_number;
mod calculate;
mod call_log;
mod calls;
mod change_alarm;
mod change_event;
mod change_timer;
mod clock_app;
mod control_call;
mod control_media;
mod create_event;
mod create_folder;
mod create_note;
mod delete_file;
mod delete_items;
mod device_state;
mod edit_contact;
mod edit_note;
mod emergency;
mod files;
mod install_app;
mod join_network;
mod levels;
mod lists;
mod mails;
mod media_session;
mod messages;
mod move_file;
mod navigate;
mod notes_app;
mod notifications;
mod open;
mod operation;
mod pay;
mod photo;
mod pickers;
mod play_media;
mod problem;
mod read_mail;
mod read_messages;
mod record_audio;
mod record_video;
mod reply;
mod reset;
mod screen;
mod search_mail;
mod search_messages;
mod search_web;
mod send_photo;
mod set_alarm;
mod set_reminder;
mod set_timer;
mod share_location;
mod snooze_alarm;
mod stopwatch;
mod storage;
mod tell;
mod tell_contact;
mod tell_list;
mod timers;
mod toggle_setting;
mod undo_last;
mod uninstall_app;
mod vision;
mod ways;
mod work;
mod write_mail;
mod zone;

pub(crate) use self::operation::{Begin, Change, Check, Operation, Problem};
pub(crate) use self::ways::{Direction, Move, Ways};
pub(crate) use self::work::{WAY_BACK, Work};

/// Finds the operation with this name.
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
        "cancel_alarm" => &alarms::CancelAlarm,
        "change_alarm" => &change_alarm::ChangeAlarm,
        "snooze_alarm" => &snooze_alarm::SnoozeAlarm,
        "tell_alarms" => &alarms::TellAlarms,
        "cancel_timer" => &timers::CancelTimer,
        "tell_timer" => &timers::TellTimer,
        "change_timer" => &change_timer::ChangeTimer,
        "control_timer" => &timers::ControlTimer,
        "tell_stopwatch" => &stopwatch::TellStopwatch,
        "control_stopwatch" => &stopwatch::ControlStopwatch,
        "set_reminder" => &set_reminder::SetReminder,
        "search_web" => &search_web::SearchWeb,
        "take_photo" => &photo::TakePhoto,
        "set_volume" => &levels::SetVolume,
        "set_ringer" => &device_state::SetRinger,
        "set_text_size" => &device_state::SetTextSize,
        "take_screenshot" => &device_state::TakeScreenshot,
        "lock_screen" => &device_state::LockScreen,
        "set_brightness" => &levels::SetBrightness,
        "play_media" => &play_media::PlayMedia,
        "control_media" => &control_media::ControlMedia,
        "add_contact" => &add_contact::AddContact,
        "create_note" => &create_note::CreateNote,
        "create_event" => &create_event::CreateEvent,
        "cancel_event" => &change_event::CancelEvent,
        "move_event" => &change_event::MoveEvent,
        "tell_events" => &agenda::TellEvents,
        "navigate_to" => &navigate::NavigateTo,
        "read_messages" => &read_messages::ReadMessages,
        "search_messages" => &search_messages::SearchMessages,
        "reply" => &reply::Reply,
        "tell_calls" => &call_log::TellCalls,
        "call_back" => &call_log::CallBack,
        "read_notifications" => &notifications::ReadNotifications,
        "tell_time" => &tell::TellTime,
        "tell_date" => &tell::TellDate,
        "tell_setting" => &toggle_setting::TellSetting,
        "calculate" => &calculate::Calculate,
        "convert_units" => &calculate::ConvertUnits,
        "tell_battery" => &tell::TellBattery,
        "tell_help" => &tell::TellHelp,
        "tell_contact" => &tell_contact::TellContact,
        "tell_storage" => &storage::TellStorage,
        "send_photo" => &send_photo::SendPhoto,
        "install_app" => &install_app::InstallApp,
        "write_mail" => &write_mail::WriteMail,
        "edit_contact" => &edit_contact::EditContact,
        "block_number" => &block_number::BlockNumber,
        "read_mail" => &read_mail::ReadMail,
        "search_mail" => &search_mail::SearchMail,
        "control_call" => &control_call::ControlCall,
        "add_to_list" => &add_to_list::AddToList,
        "tell_list" => &tell_list::TellList,
        "join_network" => &join_network::JoinNetwork,
        "record_video" => &record_video::RecordVideo,
        "record_audio" => &record_audio::RecordAudio,
        "move_file" => &move_file::MoveFile,
        "create_folder" => &create_folder::CreateFolder,
        "delete_file" => &delete_file::DeleteFile,
        "edit_note" => &edit_note::EditNote,
        "replace_note" => &edit_note::ReplaceNote,
        "undo_last" => &undo_last::UndoLast,
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

    /// What the catalogue calls reversible although no step takes it back, and why.
    const NO_WAY_BACK: &[(&str, &str)] = &[
        ("open_app", "it only shows a screen"),
        ("open_url", "it only shows a screen"),
        ("find_contact", "it only finds out a number"),
        ("open_conversation", "it only shows a screen"),
        ("search_web", "it only shows a screen"),
        ("navigate_to", "it only shows a screen"),
        ("launch_vision_mode", "it only shows a screen"),
        ("go_back", "it only shows a screen"),
        ("go_home", "it only shows a screen"),
        ("scroll", "it only shows another part of a screen"),
        ("lock_screen", "only the person unlocks the phone"),
        ("snooze_alarm", "an alarm that was silenced rings no more"),
        ("control_stopwatch", "its state before is on no screen once it has changed"),
    ];

    #[test]
    fn what_the_catalogue_calls_reversible_has_a_way_back() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/words/undo.jsonl");
        let rows = std::fs::read_to_string(path).unwrap();
        let rows: Vec<serde_json::Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
        let is_shown = |name: &str| rows.iter().any(|row| row["undoes"] == name);
        for row in action::plan::operations() {
            let only_answers = find(row.name).is_some_and(Operation::only_answers);
            let excused = NO_WAY_BACK.iter().any(|(name, _)| *name == row.name);
            let owes = row.reversible && !only_answers && !excused && row.name != "undo_last";
            assert!(!owes || is_shown(row.name), "no row of undo.jsonl takes back {}", row.name);
            assert!(!(excused && is_shown(row.name)), "{} has a way back", row.name);
        }
    }
}
