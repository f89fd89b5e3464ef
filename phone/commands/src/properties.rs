//! `getprop` and `setprop`.

use super::{Exit, Io, System, done, reboot};

/// `getprop [-T] [NAME [DEFAULT]]`
pub(super) fn getprop(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut kinds = false;
    let mut names = Vec::new();
    for word in args {
        match word.as_str() {
            "-T" => kinds = true,
            "-Z" => {}
            word if word.starts_with("--") => {
                io.err(format!("getprop: Unknown option '{}'", &word[2..]));
                return Exit::Status(1);
            }
            word => names.push(word),
        }
    }
    let props = &system.shared().props;
    match names.as_slice() {
        [] => {
            for (key, value) in props {
                let value = if kinds { "string" } else { value.as_str() };
                io.out(format!("[{key}]: [{value}]"));
            }
        }
        [_] if kinds => io.out("string"),
        [name, default @ ..] => {
            let fallback = default.first().copied().unwrap_or_default();
            io.out(props.get(*name).map_or(fallback, String::as_str));
        }
    }
    done()
}

/// `setprop NAME VALUE`
pub(super) fn setprop(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let [name, value] = args else {
        let why = if args.len() < 2 { "Need 2 arguments" } else { "Max 2 arguments" };
        io.err(format!("setprop: {why} (see \"setprop --help\")"));
        return Exit::Status(1);
    };
    let fixed = name.starts_with("ro.") && system.shared().props.contains_key(name);
    let legal = !name.is_empty()
        && !name.starts_with('.')
        && !name.ends_with('.')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-@:".contains(c));
    if !legal {
        io.err(format!("setprop: illegal property name '{name}'"));
    } else if value.len() > 91 && !name.starts_with("ro.") {
        io.err(format!("setprop: value '{value}' too long; try '{}'", value.chars().take(91).collect::<String>()));
    } else if name == "sys.powerctl" && (value.starts_with("reboot") || value.starts_with("shutdown")) {
        // `init` acts on it and does not keep it.
        let reason = value.split_once(',').map_or("", |(_, reason)| reason).to_owned();
        return reboot::go_down(&reason, system);
    } else if fixed || name.starts_with("ro.") || name.starts_with("ctl.") {
        // Only the system may start and stop services.
        io.err(format!("Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason."));
    } else {
        system.shared_mut().props.insert(name.clone(), value.clone());
        return done();
    }
    Exit::Status(1)
}
