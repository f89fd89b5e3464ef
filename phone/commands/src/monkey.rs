//! `monkey`: clients use it only to start an app by its package, so that is all it does.

use super::{Exit, Io, System, intent};

const USAGE: &str = "\
usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]
              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]
              [--ignore-crashes] [--ignore-timeouts]
              [--ignore-security-exceptions]
              [--monitor-native-crashes] [--ignore-native-crashes]
              [--kill-process-after-error] [--hprof]
              [--pct-touch PERCENT] [--pct-motion PERCENT]
              [--pct-syskeys PERCENT] [--pct-anyevent PERCENT]
              [-s SEED] [-v [-v] ...]
              [--throttle MILLISEC] [--randomize-throttle]
              COUNT";

/// `monkey -p PACKAGE -c CATEGORY COUNT`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    for word in args {
        io.out(format!("  bash arg: {word}"));
    }
    io.err(format!("args: [{}]", args.join(", ")));
    for word in args {
        io.err(format!(" arg: \"{word}\""));
    }
    let (mut packages, mut categories, mut count) = (Vec::new(), Vec::new(), None);
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-p" => packages.extend(words.next()),
            "-c" => categories.extend(words.next()),
            "-s" | "--throttle" | "--port" | "-f" | "--setup" | "--pkg-blacklist-file" | "--pkg-whitelist-file" => {
                _ = words.next();
            }
            _ if word.starts_with("--pct-") => _ = words.next(),
            _ if word.starts_with('-') => {}
            _ => match word.parse::<u32>() {
                Ok(number) => count = Some(number),
                Err(_) => {
                    io.err("** Error: Count not specified");
                    io.err(USAGE);
                    return Exit::Status(255);
                }
            },
        }
    }
    for category in &categories {
        io.err(format!("data=\"{category}\""));
    }
    let Some(count) = count else {
        io.err("** Error: Count not specified");
        io.err(USAGE);
        return Exit::Status(255);
    };
    let wanted = packages.iter().find_map(|package| intent::launcher_activity(package, system));
    if let Some(found) = wanted {
        let mut start = intent::launcher(&found.package);
        start.component = Some((found.package.clone(), found.class.clone()));
        if system.start(&start).is_err() {
            io.out("** No activities found to run, monkey aborted.");
            return Exit::Status(252);
        }
    } else if !packages.is_empty() {
        io.out("** No activities found to run, monkey aborted.");
        return Exit::Status(252);
    }
    io.out(format!("Events injected: {count}"));
    io.out("## Network stats: elapsed time=24ms (0ms mobile, 0ms wifi, 24ms not connected)");
    Exit::Status(0)
}
