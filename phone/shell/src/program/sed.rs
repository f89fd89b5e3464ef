//! `sed`: parses the options and the script, and runs the editor on each file. It supports everything that toybox's
//! `sed --help` lists, plus the addresses `first~step` and `,~N` of other systems.

mod editor;
mod script;

use self::editor::{Editor, Lines};
use super::call::Call;

pub(super) fn sed(call: &mut Call<'_>) -> i32 {
    let options = match call.options("nErsi;e:f:z") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let mut operands = options.operands.clone();
    let mut scripts: Vec<String> = options.values('e').map(str::to_owned).collect();
    for file in options.values('f') {
        let Some(bytes) = call.read(file) else { return call.status };
        let text = String::from_utf8_lossy(&bytes);
        scripts.push(text.strip_suffix('\n').unwrap_or(&text).to_owned());
    }
    if scripts.is_empty() {
        if operands.is_empty() {
            return call.fail("no pattern");
        }
        scripts.push(operands.remove(0));
    }
    let extended = options.has('E') || options.has('r');
    let mut commands = match script::read(&scripts.join("\n"), extended) {
        Ok(commands) => commands,
        Err(message) => return call.fail(message),
    };
    let end = if options.has('z') { b'\0' } else { b'\n' };
    let mut editor = Editor::new(options.has('n'), end);
    editor.open_files(call, &commands);
    if options.has('i') {
        let backup = options.value('i').unwrap_or_default();
        for operand in operands {
            let Some(before) = call.read(&operand) else { continue };
            let mut lines = Lines::of_bytes(before.clone(), end);
            commands.iter_mut().for_each(script::Command::forget);
            let mut inside = editor.of_one_file();
            inside.run(call, &mut commands, &mut lines);
            let (path, now_ms) = (call.path(&operand), call.io.now_ms);
            if !backup.is_empty()
                && let Err(error) = call.os.with_files(|files| files.write(&format!("{path}{backup}"), before, now_ms))
            {
                call.fail(format!("{operand}{backup}: {error}"));
            }
            let out = inside.into_output(call, &mut lines);
            if let Err(error) = call.os.with_files(|files| files.write(&path, out, now_ms)) {
                call.fail(format!("{operand}: {error}"));
            }
        }
        return call.status;
    }
    if operands.is_empty() {
        operands.push("-".to_owned());
    }
    let groups: Vec<Vec<String>> = match options.has('s') {
        true => operands.into_iter().map(|operand| vec![operand]).collect(),
        false => vec![operands],
    };
    for group in groups {
        editor.run(call, &mut commands, &mut Lines::of_files(group, end));
        if editor.has_quit() {
            break;
        }
    }
    editor.finish(call)
}
