//! `su [WHO [COMMAND…]]`, as in AOSP's developer builds: no `-c`, and WHO is a number or a name.

use super::call::Call;
use machine::files::ROOT;

pub(super) fn su(call: &mut Call<'_>) -> i32 {
    if !call.os.has_root() {
        let shell = call.shell.scope.name.clone();
        call.io.err(format!("{shell}: su: inaccessible or not found\n"));
        return 127;
    }
    let (who, command) = match call.args.split_first() {
        Some((who, command)) => (who.as_str(), command.to_vec()),
        None => ("root", Vec::new()),
    };
    let Some(user) = user_id(who) else { return call.fail(format!("invalid uid/gid '{who}'")) };
    let before = call.os.user();
    if !matches!(before, ROOT | machine::files::SHELL) {
        return call.fail("not allowed");
    }
    call.os.set_user(user);
    let words = if command.is_empty() { vec!["sh".to_owned()] } else { command };
    let status = call.hand_on(&words);
    call.os.set_user(before);
    status
}

/// Parses a user: `0`, `0,0`, `root`, `u0_a123`.
fn user_id(who: &str) -> Option<u32> {
    let who = who.split(',').next().unwrap_or_default();
    match who {
        "root" => Some(0),
        "system" => Some(1000),
        "radio" => Some(1001),
        "media_rw" => Some(1023),
        "shell" => Some(2000),
        _ => match who.strip_prefix("u0_a") {
            Some(app) => app.parse::<u32>().ok().filter(|app| *app < 10_000).map(|app| app + 10_000),
            None => who.parse().ok(),
        },
    }
}
