//! `uiautomator`: writes the accessibility tree to a file. Its spelling is AOSP's (`DumpCommand.java`), and its errors
//! go to stderr with status 0.

use super::{DumpError, Exit, Io, LongRunning, System, done};

const USAGE: &str = "\
Usage: uiautomator <subcommand> [options]

Available subcommands:

help: displays help message

runtest: executes UI automation tests
    runtest <class spec> [options]

dump: creates an XML dump of current UI hierarchy
    dump [--verbose][file]
      [--compressed]: dumps compressed layout information.
      [file]: the location where the dumped XML should be stored, default is
      /sdcard/window_dump.xml

events: prints out accessibility events until terminated
";

/// `uiautomator …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    match args.first().map(String::as_str) {
        Some("dump") => dump(&args[1..], io, system),
        Some("events") => Exit::LongRunning(LongRunning::Forever),
        Some("help") => {
            io.err(USAGE);
            done()
        }
        Some("runtest") => {
            io.out("INSTRUMENTATION_STATUS: stream=Error: no test class found\nINSTRUMENTATION_STATUS_CODE: -1");
            Exit::Status(1)
        }
        _ => {
            io.err(USAGE);
            Exit::Status(1)
        }
    }
}

fn dump(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let compressed = args.iter().any(|word| word == "--compressed");
    let named = args.iter().rfind(|word| !word.starts_with('-'));
    let path = match named.map(String::as_str) {
        None => "/sdcard/window_dump.xml".to_owned(),
        Some(path) if path.starts_with('/') => path.to_owned(),
        Some(path) => format!("/{path}"),
    };
    let xml = match system.hierarchy_xml(compressed) {
        Ok(xml) => xml,
        Err(DumpError::NotIdle) => {
            io.err("ERROR: could not get idle state.");
            return done();
        }
        Err(DumpError::NoRoot) => {
            io.err("ERROR: null root node returned by UiTestAutomationBridge.");
            return done();
        }
        Err(DumpError::Busy) => {
            io.err(
                "java.lang.IllegalStateException: UiAutomationService \
                 android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@2b3c4d already registered!\n\tat \
                 android.os.Parcel.createExceptionOrNull(Parcel.java:3069)\nKilled ",
            );
            return Exit::Status(137);
        }
    };
    match path.as_str() {
        "/dev/tty" | "/dev/stdout" | "/proc/self/fd/1" => io.put(xml),
        "/dev/null" => {}
        // On an error here, DumpCommand logs it and still reports success.
        _ => {
            if let Err(why) = system.write_file(&path, xml.as_bytes()) {
                system.shared_mut().log('E', "uiautomator", format!("failed to dump window to file: {path} ({why})"));
            }
        }
    }
    io.out(format!("UI hierchary dumped to: {path}"));
    done()
}
