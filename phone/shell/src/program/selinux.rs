//! `restorecon` and `chcon`: SELinux labels of files.
//!
//! Every simulated file has the label that the policy assigns to its path, so there is nothing to restore. A label set
//! by root is not stored, since nothing checks labels.

use super::call::Call;
use machine::files::{FileError, ROOT};

pub(super) fn restorecon(call: &mut Call<'_>) -> i32 {
    let options = match call.options("DFRrnv") {
        Ok(options) => options,
        Err(status) => return status,
    };
    if options.operands.is_empty() {
        return call.fail("Needs 1 argument (see \"restorecon --help\")");
    }
    for name in &options.operands {
        if let Err(error) = there(call, name) {
            call.fail(format!("restorecon failed: {name}: {error}"));
        }
    }
    call.status
}

pub(super) fn chcon(call: &mut Call<'_>) -> i32 {
    let options = match call.options("hRv") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let [label, names @ ..] = options.operands.as_slice() else {
        return call.fail("Needs 2 arguments (see \"chcon --help\")");
    };
    if names.is_empty() {
        return call.fail("Needs 2 arguments (see \"chcon --help\")");
    }
    for name in names {
        let set = match there(call, name) {
            // `user:role:type:level`
            Ok(()) if label.split(':').count() < 4 => Err(FileError::Invalid),
            Ok(()) if call.os.user() != ROOT => Err(FileError::Denied),
            other => other,
        };
        match set {
            Ok(()) if options.has('v') => call.io.out(format!("chcon '{name}' to {label}\n")),
            Ok(()) => {}
            Err(error) => _ = call.fail(format!("'{name}' to {label}: {error}")),
        }
    }
    call.status
}

fn there(call: &mut Call<'_>, name: &str) -> Result<(), FileError> {
    let path = call.path(name);
    call.os.with_files(|files| files.lstat(&path)).map(drop)
}
