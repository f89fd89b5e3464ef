//! The files of the English grammar, as they are built in.

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../grammar/en/", $name, ".txt")))),*]
    };
}

/// Every file, by its name under `grammar/en/`; a test compares with the folder.
pub(super) const FILES: &[(&str, &str)] = files![
    "shared",
    "add_contact",
    "answer_call",
    "call_contact",
    "create_event",
    "create_note",
    "delete_items",
    "end_call",
    "factory_reset",
    "find_contact",
    "go_back",
    "go_home",
    "launch_vision_mode",
    "list/app",
    "list/article",
    "list/correction",
    "list/filler",
    "list/group",
    "list/heard",
    "list/joint",
    "list/kin",
    "list/lead",
    "list/not_name",
    "list/setting",
    "list/soft_tail",
    "list/tail",
    "navigate_to",
    "open_app",
    "open_conversation",
    "open_url",
    "outside",
    "pay",
    "play_media",
    "read_screen",
    "scroll",
    "search_web",
    "send",
    "send_message",
    "set_alarm",
    "set_brightness",
    "set_timer",
    "set_volume",
    "share_location",
    "take_photo",
    "tap_label",
    "toggle_setting",
    "type_text",
    "uninstall_app",
];
