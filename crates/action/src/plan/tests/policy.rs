//! The table, the schema made from the types, and when the person is asked.

use serde_json::json;

use super::super::*;

#[test]
fn the_table_is_whole() {
    let specified = "open_app find_contact open_conversation type_text send call_contact toggle_setting read_screen \
        launch_vision_mode set_alarm set_timer cancel_alarm change_alarm snooze_alarm tell_alarms cancel_timer control_timer change_timer tell_stopwatch tell_timer control_stopwatch \
        search_web open_url take_photo set_volume set_ringer set_text_size take_screenshot lock_screen \
        set_brightness play_media control_media add_contact create_note create_event cancel_event move_event tell_events navigate_to \
        set_reminder read_messages search_messages reply tell_calls call_back read_notifications tell_time tell_date tell_setting \
        calculate convert_units tell_battery tell_help undo_last answer_call end_call go_back go_home scroll tap_label pay \
        delete_items uninstall_app share_location factory_reset call_emergency \
        tell_contact send_photo write_mail edit_contact block_number read_mail search_mail \
        tell_storage install_app control_call add_to_list tell_list join_network \
        record_video record_audio move_file create_folder delete_file edit_note replace_note";
    let names: Vec<&str> = operations().iter().map(|row| row.name).collect();
    assert_eq!(names, specified.split_whitespace().collect::<Vec<_>>());
    for row in operations() {
        assert!(row.sentence.ends_with('.') && row.arguments.iter().all(|argument| argument.sentence.ends_with('.')));
        if let Choice::AnyOf(names) | Choice::OneOf(names) = row.choice {
            assert!(
                names.iter().all(|name| row.argument(name).is_some_and(|argument| !argument.required)),
                "{}",
                row.name
            );
        }
    }
    let always = operations().iter().filter(|row| row.risk.is_always_confirmed()).map(|row| row.name);
    let expected = [
        "cancel_event",
        "pay",
        "delete_items",
        "uninstall_app",
        "share_location",
        "factory_reset",
        "call_emergency",
        "edit_contact",
        "block_number",
        "install_app",
        "delete_file",
        "replace_note",
    ];
    assert_eq!(always.collect::<Vec<_>>(), expected);
}

#[test]
fn the_schema_is_closed() {
    let schema = schemars::schema_for!(ActionPlan).to_value();
    let properties = &schema["properties"];
    assert_eq!(properties["intent"]["enum"].as_array().unwrap().len(), operations().len() + 2);
    assert_eq!(properties["confidence"]["maximum"], json!(1));
    assert_eq!(properties["steps"]["maxItems"], json!(MAX_STEPS));
    assert_eq!(schema["$defs"]["Step"]["properties"]["op"]["enum"][0], json!("open_app"));
}

#[test]
fn when_the_person_is_asked() {
    let at = |intent: &str, confidence: f64| ActionPlan::new(intent, Finite::new(confidence).unwrap());
    let step = |op: &str| ActionPlan { steps: vec![Step::new(op)], ..at("go_home", 1.0) };
    let later = Request { intent: "factory_reset".to_owned(), slots: Map::new() };
    let rows = [
        (at("send_message", 0.7), false, None),
        (at("send_message", 0.7), true, Some("the settings say to ask every time")),
        (
            at("send_message", 0.69),
            false,
            Some("the planner is not sure that you meant this: confidence 0.69, and below 0.7 it asks first"),
        ),
        (at("pay", 1.0), false, Some("`pay` always needs your approval")),
        (at("uninstall_app", 0.1), true, Some("`uninstall app` always needs your approval")),
        (step("delete_items"), false, Some("`delete items` always needs your approval")),
        (step("send"), false, None),
        (at("call_emergency", 1.0), false, Some("`call emergency` always needs your approval")),
        (
            ActionPlan { requests: vec![later], ..at("go_home", 1.0) },
            false,
            Some("`factory reset` always needs your approval"),
        ),
        (ActionPlan { confirm: true, ..at("go_home", 1.0) }, false, Some("the plan says to ask first")),
    ];
    for (plan, always_confirm, expected) in rows {
        let why = needs_confirmation(&plan, always_confirm).map(|why| why.to_string());
        assert_eq!(why.as_deref(), expected, "{plan:?}");
    }
}
