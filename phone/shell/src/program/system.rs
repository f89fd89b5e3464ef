//! Identity and paths: `id`, `whoami`, `uname`, `pwd`, `which`, `basename`, `realpath` and similar programs.

use super::call::Call;

use machine::files::{FileError, SHELL, SHELL_GROUPS, group_name, user_name};

pub(super) fn id(call: &mut Call<'_>) -> i32 {
    let options = match call.options("nGgruZ") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let name = options.has('n');
    let user = call.os.user();
    let context = match user {
        SHELL => "u:r:shell:s0".to_owned(),
        APPS..=LAST_APP => app_context(user),
        _ => "u:r:su:s0".to_owned(),
    };
    let groups = groups_of(user);
    let text = if options.has('u') || options.has('g') {
        if name { user_name(user) } else { user.to_string() }
    } else if options.has('G') {
        let groups = groups.iter().map(|gid| if name { group_name(*gid) } else { gid.to_string() });
        groups.collect::<Vec<_>>().join(" ")
    } else if options.has('Z') {
        context
    } else {
        let groups: Vec<String> = groups.iter().map(|gid| format!("{gid}({})", group_name(*gid))).collect();
        let name = user_name(user);
        format!("uid={user}({name}) gid={user}({name}) groups={} context={context}", groups.join(","))
    };
    call.print(format!("{text}\n"))
}

/// The range of app uids (`AID_APP_START`, `AID_APP_END`), and the offsets that Android adds to them for the cache
/// groups and for the groups shared by all Android users of the app.
const APPS: u32 = 10_000;
const LAST_APP: u32 = 19_999;
const CACHE: u32 = 10_000;
const ALL_PERSONS: u32 = 40_000;
/// The groups of an app entered by `run-as`: `everybody`, and the network group, which nearly every app requests.
const INET: u32 = 3003;
const EVERYBODY: u32 = 9997;

/// Returns the SELinux context of an app entered by `run-as`. Its categories encode the app's uid and the Android user.
fn app_context(user: u32) -> String {
    let app = user - APPS;
    format!("u:r:runas_app:s0:c{},c{},c512,c768", app & 0xff, 256 + (app >> 8 & 0xff))
}

/// Returns the groups of a user. adbd gives the shell's groups to root too.
fn groups_of(user: u32) -> Vec<u32> {
    if (APPS..=LAST_APP).contains(&user) {
        return vec![user, INET, EVERYBODY, user + CACHE, user + ALL_PERSONS];
    }
    std::iter::once(user).chain(SHELL_GROUPS.into_iter().filter(|gid| *gid != user && *gid != SHELL)).collect()
}

pub(super) fn groups(call: &mut Call<'_>) -> i32 {
    let names: Vec<String> = groups_of(call.os.user()).into_iter().map(group_name).collect();
    call.print(format!("{}\n", names.join(" ")))
}

pub(super) fn whoami(call: &mut Call<'_>) -> i32 {
    let name = user_name(call.os.user());
    call.print(format!("{name}\n"))
}

pub(super) fn uname(call: &mut Call<'_>) -> i32 {
    let options = match call.options("amnoprsvi") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let mut kernel = |name: &str| {
        let path = format!("/proc/sys/kernel/{name}");
        let text = call.os.with_files(|files| files.as_system(|files| files.read(&path)));
        text.map(|text| String::from_utf8_lossy(&text).trim_end().to_owned()).unwrap_or_default()
    };
    let (node, release, version) = (kernel("hostname"), kernel("osrelease"), kernel("version"));
    let machine = match call.os.property("ro.product.cpu.abi").as_deref() {
        Some("x86_64") => "x86_64",
        _ => "aarch64",
    };
    let fields = [
        ('s', "Linux".to_owned()),
        ('n', node),
        ('r', release),
        ('v', version),
        ('m', machine.to_owned()),
        ('o', "Toybox".to_owned()),
    ];
    let any = fields.iter().any(|(letter, _)| options.has(*letter));
    let shown = |letter: char| options.has('a') || options.has(letter) || (!any && letter == 's');
    let words: Vec<String> = fields.into_iter().filter(|(letter, _)| shown(*letter)).map(|(_, text)| text).collect();
    call.print(format!("{}\n", words.join(" ")))
}

pub(super) fn pwd(call: &mut Call<'_>) -> i32 {
    let cwd = match call.args.first().map(String::as_str) {
        Some("-P") => call.os.files().real_path(&call.io.cwd).unwrap_or_else(|_| call.io.cwd.clone()),
        _ => call.io.cwd.clone(),
    };
    call.print(format!("{cwd}\n"))
}

pub(super) fn basename(call: &mut Call<'_>) -> i32 {
    // With `-s SUFFIX` or `-a`, every operand is a path.
    if let [flag, suffix, paths @ ..] = call.args
        && flag == "-s"
    {
        for path in paths {
            let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            let name = if name == suffix { name } else { name.strip_suffix(suffix.as_str()).unwrap_or(name) };
            call.io.out(format!("{name}\n"));
        }
        return call.status;
    }
    let [path, rest @ ..] = call.args else { return call.fail("Needs 1 argument (see \"basename --help\")") };
    let trimmed = path.trim_end_matches('/');
    let name = match trimmed.rsplit('/').next() {
        Some("") | None => "/",
        Some(name) => name,
    };
    let name = match rest.first() {
        Some(suffix) if name != suffix => name.strip_suffix(suffix.as_str()).unwrap_or(name),
        _ => name,
    };
    call.print(format!("{name}\n"))
}

pub(super) fn dirname(call: &mut Call<'_>) -> i32 {
    if call.args.is_empty() {
        return call.fail("Needs 1 argument (see \"dirname --help\")");
    }
    for path in call.args {
        let parent = match path.trim_end_matches('/').rsplit_once('/') {
            None if path.starts_with('/') => "/",
            None => ".",
            Some((parent, _)) => match parent.trim_end_matches('/') {
                "" => "/",
                parent => parent,
            },
        };
        call.io.out(format!("{parent}\n"));
    }
    call.status
}

pub(super) fn realpath(call: &mut Call<'_>) -> i32 {
    let options = match call.options("eLPRsmqz") {
        Ok(options) => options,
        Err(status) => return status,
    };
    for operand in &options.operands {
        let path = call.path(operand);
        // The last component of a path may be missing.
        let found = call.os.with_files(|files| match files.stat(&path) {
            Ok(_) => files.real_path(&path),
            Err(FileError::Missing) if !options.has('e') => {
                let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
                let folder = if folder.is_empty() { "/" } else { folder };
                files.stat(folder)?;
                let folder = files.real_path(folder)?;
                Ok(format!("{}/{name}", folder.trim_end_matches('/')))
            }
            Err(error) => Err(error),
        });
        match found {
            Ok(real) => call.io.out(format!("{real}\n")),
            Err(error) => {
                call.fail(format!("{operand}: {error}"));
            }
        }
    }
    call.status
}

pub(super) fn readlink(call: &mut Call<'_>) -> i32 {
    let options = match call.options("fenqmz") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let end = if options.has('n') { "" } else { "\n" };
    for operand in &options.operands {
        let path = call.path(operand);
        let real = options.has('f') || options.has('e');
        let target = call.os.with_files(|files| if real { files.real_path(&path) } else { files.read_link(&path) });
        // Like toybox, `readlink` prints nothing for a file that is not a link.
        match target {
            Ok(target) => call.io.out(format!("{target}{end}")),
            Err(_) => call.status = 1,
        }
    }
    call.status
}

pub(super) fn getconf(call: &mut Call<'_>) -> i32 {
    let Some(name) = call.args.first() else { return call.fail("Needs 1 argument (see \"getconf --help\")") };
    let value = match name.as_str() {
        "PAGESIZE" | "PAGE_SIZE" => "4096",
        "_NPROCESSORS_ONLN" | "_NPROCESSORS_CONF" => "8",
        "LONG_BIT" => "64",
        "ARG_MAX" => "131072",
        "CLK_TCK" => "100",
        "PATH_MAX" => "4096",
        "NAME_MAX" => "255",
        _ => return call.fail(format!("bad '{name}'")),
    };
    call.print(format!("{value}\n"))
}

pub(super) fn which(call: &mut Call<'_>) -> i32 {
    let mut missing = call.args.is_empty();
    for name in call.args.iter().filter(|name| *name != "-a") {
        match call.locate(name) {
            Some(path) => call.io.out(format!("{path}\n")),
            None => missing = true,
        }
    }
    i32::from(missing)
}
