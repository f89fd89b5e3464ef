//! `install`: copies files with a mode, or creates directories.

use super::call::Call;
use super::modify::mode;
use super::walk::join;

pub(super) fn install(call: &mut Call<'_>) -> i32 {
    let options = match call.options("cdDpsvm:o:g:t:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    if options.operands.is_empty() {
        return call.fail("Needs 1 argument (see \"install --help\")");
    }
    let text = options.value('m').unwrap_or("755");
    let Some(permissions) = mode(text, 0o755, options.has('d')) else {
        return call.fail(format!("bad mode '{text}'"));
    };
    let now_ms = call.io.now_ms;
    if options.has('d') {
        for name in &options.operands {
            let path = call.path(name);
            let made = call.os.with_files(|files| {
                files.make_dirs(&path, now_ms)?;
                files.chmod(&path, permissions)
            });
            if let Err(error) = made {
                call.fail(format!("bad dir '{name}': {error}"));
            }
        }
        return call.status;
    }
    let (sources, target) = match (options.value('t'), options.operands.as_slice()) {
        (Some(target), sources) => (sources, target.to_owned()),
        (None, [sources @ .., target]) if !sources.is_empty() => (sources, target.clone()),
        _ => return call.fail("Needs 2 arguments (see \"install --help\")"),
    };
    let into_directory = call.is_directory(&target);
    if sources.len() > 1 && !into_directory {
        return call.fail(format!("'{target}' not directory"));
    }
    for source in sources {
        let name = source.rsplit('/').next().unwrap_or(source);
        let shown = if into_directory { join(&target, name) } else { target.clone() };
        let (from, to) = (call.path(source), call.path(&shown));
        if options.has('D')
            && let Some((parent, _)) = to.rsplit_once('/')
            && let Err(error) = call.os.with_files(|files| files.make_dirs(parent, now_ms))
        {
            call.fail(format!("{shown}: {error}"));
            continue;
        }
        let bytes = match call.os.with_files(|files| files.read(&from)) {
            Ok(bytes) => bytes,
            Err(error) => {
                call.fail(format!("bad '{source}': {error}"));
                continue;
            }
        };
        call.shell.budget.charge(bytes.len());
        let copied = call.os.with_files(|files| {
            files.write(&to, bytes.to_vec(), now_ms)?;
            files.chmod(&to, permissions)
        });
        match copied {
            Ok(()) if options.has('v') => call.io.err(format!("install '{source}'\n")),
            Ok(()) => {}
            Err(error) => _ = call.fail(format!("{shown}: {error}")),
        }
    }
    call.status
}
