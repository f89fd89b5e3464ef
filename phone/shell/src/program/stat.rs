//! `stat`

use super::calendar;
use super::call::Call;
use machine::files::{Kind, Stat, group_name, mode_text, user_name};

const LONG: &str = "  File: %N\n  Size: %s\t Blocks: %b\t IO Blocks: %B\t%F\nDevice: fd35h/64821d\t Inode: %i\t \
                    Links: %h\nAccess: (%a/%A)\tUid: (%u/%U)\tGid: (%g/%G)\nAccess: %x\nModify: %y\nChange: %z";

pub(super) fn stat(call: &mut Call<'_>) -> i32 {
    let options = match call.options("c:fLt") {
        Ok(options) => options,
        Err(status) => return status,
    };
    if options.operands.is_empty() {
        return call.fail("Needs 1 argument (see \"stat --help\")");
    }
    let format = options.value('c').unwrap_or(LONG).to_owned();
    for operand in &options.operands {
        let path = call.path(operand);
        let files = call.os.files();
        let found = if options.has('L') { files.stat(&path) } else { files.lstat(&path) };
        let target = files.read_link(&path).ok();
        drop(files);
        match found {
            Ok(stat) => {
                let line = fill(call, &format, operand, &stat, target.as_deref());
                call.io.out(format!("{line}\n"));
            }
            Err(error) => {
                call.fail(format!("'{operand}': {error}"));
            }
        }
    }
    call.status
}

fn fill(call: &Call<'_>, format: &str, name: &str, stat: &Stat, target: Option<&str>) -> String {
    let offset = call.os.utc_offset_minutes();
    let time = || calendar::format("%Y-%m-%d %H:%M:%S.%N %z", stat.mtime_ms, offset);
    let mut out = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push_str(name),
            Some('N') => match target {
                Some(target) => out.push_str(&format!("{name} -> '{target}'")),
                None => out.push_str(name),
            },
            Some('s') => out.push_str(&stat.size.to_string()),
            Some('a') => out.push_str(&format!("{:o}", stat.permissions)),
            Some('A') => out.push_str(&mode_text(stat)),
            Some('f') => out.push_str(&format!("{:x}", stat.mode())),
            Some('u') => out.push_str(&stat.uid.to_string()),
            Some('U') => out.push_str(&user_name(stat.uid)),
            Some('g') => out.push_str(&stat.gid.to_string()),
            Some('G') => out.push_str(&group_name(stat.gid)),
            Some('x' | 'y' | 'z') => out.push_str(&time()),
            Some('X' | 'Y' | 'Z') => out.push_str(&stat.mtime_ms.div_euclid(1000).to_string()),
            Some('i') => out.push_str(&stat.inode.to_string()),
            Some('h') => out.push_str(&stat.links.to_string()),
            Some('b') => out.push_str(&(stat.size.div_ceil(4096) * 8).to_string()),
            Some('B' | 'o') => out.push_str("4096"),
            Some('F') => out.push_str(match stat.kind {
                Kind::File if stat.size == 0 => "regular empty file",
                Kind::File => "regular file",
                Kind::Directory => "directory",
                Kind::Link => "symbolic link",
                Kind::Device => "character device",
            }),
            Some('%') => out.push('%'),
            Some(other) => out.extend(['%', other]),
            None => out.push('%'),
        }
    }
    out
}
