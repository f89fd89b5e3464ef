//! `run-as PACKAGE [--user USER] [COMMAND…]`: runs a command as a debuggable app, in its data folder. The refusals have
//! the order and the wording of AOSP's `system/core/run-as/run-as.cpp`; developer builds refuse the same.

use super::super::state::Variable;
use super::call::Call;
use machine::files::{ROOT, SHELL, user_name};

/// The first uid of an app, and the range of uids per Android user (`AID_APP`, `AID_USER_OFFSET`).
const FIRST_APP: u32 = 10_000;
const USER_OFFSET: u32 = 100_000;
/// The search path of programs that an app runs (`_PATH_DEFPATH`).
const PATH: &str = "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/apex/com.android.virt/bin:\
                    /system_ext/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin";

pub(super) fn run_as(call: &mut Call<'_>) -> i32 {
    let (package, mut command) = match call.args {
        [] => return call.fail("usage: run-as <package-name> [--user <uid>] <command> [<args>]"),
        [package, command @ ..] => (package.clone(), command),
    };
    if !matches!(call.os.user(), ROOT | SHELL) {
        return call.fail("only 'shell' or 'root' users can run this program");
    }
    let mut person = 0;
    if let [flag, number, rest @ ..] = command
        && flag == "--user"
    {
        match number.parse::<i64>() {
            Ok(number @ 0..) => person = number,
            Ok(number) => return call.fail(format!("negative user id: {number}")),
            Err(_) => return call.fail(format!("invalid user id: {number}")),
        }
        command = rest;
    }
    let Some(app) = call.os.app_user(&package) else { return call.fail(format!("unknown package: {package}")) };
    if person > i64::from((u32::MAX - app.uid) / USER_OFFSET) {
        return call.fail(format!("user ID too big: {person}"));
    }
    if app.uid < FIRST_APP {
        return call.fail(format!("package not an application: {package}"));
    }
    if !app.debuggable {
        return call.fail(format!("package not debuggable: {package}"));
    }
    let folder = format!("/data/user/{person}/{package}");
    let before = call.os.user();
    call.os.set_user(app.uid);
    let status = match call.os.with_files(|files| files.access(&folder, 1)) {
        Err(error) => call.fail(format!("couldn't chdir to package's data directory: {error}")),
        Ok(()) => run_in(call, &folder, app.uid, command),
    };
    call.os.set_user(before);
    status
}

/// Runs a command, or a shell without one, in the app's folder and with its environment.
fn run_in(call: &mut Call<'_>, folder: &str, uid: u32, command: &[String]) -> i32 {
    let shell = ["sh".to_owned()];
    let command = if command.is_empty() { &shell } else { command };
    let name = command.first().map_or("", String::as_str);
    let outside = call.shell.scope.clone();
    folder.clone_into(&mut call.shell.scope.cwd);
    let user = user_name(uid);
    let set =
        [("HOME", folder), ("LOGNAME", &user), ("PATH", PATH), ("PWD", folder), ("SHELL", "/bin/sh"), ("USER", &user)];
    for (name, value) in set {
        let variable = Variable { value: value.to_owned(), exported: true, ..Variable::default() };
        call.shell.scope.variables.insert(name.to_owned(), variable);
    }
    // A program started by `execvp` does not see the functions of the calling shell.
    call.shell.scope.functions.clear();
    call.shell.scope.aliases.clear();
    let status = match call.locate(name) {
        Some(_) => call.hand_on(command),
        None => call.fail(format!("exec failed for {name}: No such file or directory")),
    };
    call.shell.scope = outside;
    status
}
