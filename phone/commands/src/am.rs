//! `am` (`cmd activity`): starts and stops apps, sends broadcasts.

pub(super) mod apps;

use super::arguments::{Arguments, exception, hash};
use super::{Component, Display, Exit, Io, StartError, System, TaskInfo, broadcast, instrument, intent, note};
use state::packages::ComponentKind;

const HELP: &str = "\
Activity manager (activity) commands:
  help
      Print this help text.
  start-activity [-D] [-N] [-W] [-P <FILE>] [--start-profiler <FILE>]
          [--sampling INTERVAL] [--streaming] [-R COUNT] [-S]
          [--track-allocation] [--user <USER_ID> | current] <INTENT>
      Start an Activity.
  start-service [--user <USER_ID> | current] <INTENT>
  stop-service [--user <USER_ID> | current] <INTENT>
  broadcast [-R] [--user <USER_ID> | all | current] <INTENT>
      Send a broadcast Intent.
  force-stop [--user <USER_ID> | all | current] <PACKAGE>
      Completely stop the given application package.
  kill [--user <USER_ID> | all | current] <PACKAGE>
      Kill all background processes associated with the given application.
  kill-all
      Kill all processes that are safe to kill (cached, etc).
  instrument [-r] [-e <NAME> <VALUE>] [-p <FILE>] [-w] <COMPONENT>
      Start an Instrumentation.
  get-current-user
      Returns id of the current foreground user.
  stack [COMMAND] [...]: sub-commands for operating on activity stacks.
       list
           List all of the activity stacks and their sizes.";

/// `am …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let Some(verb) = words.next() else {
        io.out(HELP);
        return Exit::Status(255);
    };
    let result = match verb {
        "start" | "start-activity" => start(verb, &mut words, io, system),
        "startservice" | "start-service" => service(&mut words, io, system, Service::Start),
        "startforegroundservice" | "start-foreground-service" => {
            service(&mut words, io, system, Service::StartForeground)
        }
        "stopservice" | "stop-service" => service(&mut words, io, system, Service::Stop),
        "broadcast" => broadcast::run(&mut words, io, system),
        "force-stop" | "stop-app" | "kill" => stop(verb, &mut words, system),
        "crash" => crash(&mut words, system),
        "instrument" => match instrument::run(&mut words, io, system) {
            Ok(Exit::Status(status)) => Ok(status),
            Ok(going_on) => return going_on,
            Err(thrown) => Err(thrown),
        },
        "stack" | "task" => stack(verb, &mut words, io, system),
        "to-uri" | "to-intent-uri" | "to-app-uri" => intent::parse(&mut words).map(|wanted| {
            let data = wanted.intent.data.unwrap_or_default();
            io.out(format!("{data}#Intent;end"));
            0
        }),
        "monitor" | "hang" => return Exit::LongRunning(super::LongRunning::Forever),
        _ => match apps::run(verb, &mut words, io, system) {
            Some(Ok(Exit::Status(status))) => Ok(status),
            Some(Ok(going_on)) => return going_on,
            Some(Err(thrown)) => Err(thrown),
            None => simple(verb, io, system),
        },
    };
    match result {
        Ok(status) => Exit::Status(status),
        Err(thrown) => {
            let frame = "com.android.server.am.ActivityManagerShellCommand.onCommand(ActivityManagerShellCommand.java)";
            io.err(exception(verb, &thrown, frame));
            Exit::Status(255)
        }
    }
}

/// Runs verbs whose arguments are ignored.
fn simple(verb: &str, io: &mut Io, system: &dyn System) -> Result<i32, String> {
    match verb {
        "get-current-user" => io.out("0"),
        "get-config" => {
            let display = system.display();
            io.out(format!("config: {}", configuration_name(system.shared().locale.as_str(), &display)));
            io.out("abi: arm64-v8a");
        }
        "get-started-user-state" => io.out("RUNNING_UNLOCKED"),
        "is-user-stopped" => io.out("false"),
        "supports-multiwindow" | "supports-split-screen-multi-window" => io.out("true"),
        "wait-for-broadcast-idle" | "wait-for-broadcast-barrier" => io.out("All broadcast queues are idle!"),
        "help" | "-h" => {
            io.out(HELP);
            return Ok(255);
        }
        _ => {
            io.out(format!("Unknown command: {verb}"));
            return Ok(255);
        }
    }
    Ok(0)
}

fn start(verb: &str, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Result<i32, String> {
    let wanted = intent::parse(words)?;
    let shown = intent::text(&wanted.intent, wanted.flags);
    for _ in 0..wanted.repeat.max(1) {
        if wanted.stop_first {
            // With a component, Android stops its package without a check. Otherwise it resolves the intent.
            let named = wanted.intent.component.as_ref().map(|(package, _)| package.clone());
            let package = named.or_else(|| system.resolve(&wanted.intent).first().map(|found| found.package.clone()));
            if let Some(package) = package {
                io.out(format!("Stopping: {package}"));
                system.stop(&package);
            } else {
                io.err(format!("Error: Intent does not match any activities: {shown}"));
                return Ok(1);
            }
        }
        io.out(format!("Starting: {shown}"));
        match system.start(&wanted.intent) {
            Ok(started) => {
                let name = started.component.short();
                note(
                    system.shared_mut(),
                    "ActivityTaskManager",
                    format!("START u0 {} from uid 2000", shown.trim_start_matches("Intent ")),
                );
                let warning = match (started.already_front, started.cold) {
                    (true, _) => Some(
                        "Warning: Activity not started, intent has been delivered to currently running top-most instance.",
                    ),
                    (false, false) => {
                        Some("Warning: Activity not started, its current task has been brought to the front")
                    }
                    (false, true) => None,
                };
                if let Some(warning) = warning {
                    say(io, wanted.wait, warning);
                }
                if wanted.wait {
                    let (state, ms) = match (started.already_front, started.cold) {
                        (true, _) => ("UNKNOWN (0)", 0),
                        (false, true) => ("COLD", 420 + hash(&name) % 300),
                        (false, false) => ("HOT", 60 + hash(&name) % 60),
                    };
                    io.takes_ms = ms.into();
                    io.out(format!("Status: ok\nLaunchState: {state}\nActivity: {name}\nTotalTime: {ms}"));
                    io.out(format!("WaitTime: {}\nComplete", ms + 4));
                }
            }
            Err(StartError::NoSuchClass) => {
                let name =
                    wanted.intent.component.as_ref().map(|(package, class)| Component::new(package, class).long());
                say(io, wanted.wait, "Error type 3");
                let name = name.unwrap_or_default();
                say(io, wanted.wait, &format!("Error: Activity class {{{name}}} does not exist."));
            }
            Err(StartError::Unresolved) => {
                say(io, wanted.wait, &format!("Error: Activity not started, unable to resolve {shown}"));
            }
            Err(StartError::NotExported) => {
                let package = wanted.intent.component.map(|(package, _)| package).unwrap_or_default();
                let owner = system.shared().packages.uid_of(&package);
                return Err(format!(
                    "java.lang.SecurityException: Permission Denial: {verb}ing {shown} from null (pid=4711, uid=2000) not exported from uid {owner}"
                ));
            }
        }
    }
    Ok(0)
}

/// Prints a line of `am start`'s report: to stdout with `-W`, otherwise to stderr.
fn say(io: &mut Io, wait: bool, line: &str) {
    if wait { io.out(line) } else { io.err(line) }
}

/// What to do with a service.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Service {
    Start,
    StartForeground,
    Stop,
}

/// `am startservice`, `am start-foreground-service` and `am stopservice`.
fn service(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System, act: Service) -> Result<i32, String> {
    let start = act != Service::Stop;
    let wanted = intent::parse(words)?;
    let shown = intent::text(&wanted.intent, wanted.flags);
    io.out(format!("{} service: {shown}", if start { "Starting" } else { "Stopping" }));
    let named = wanted.intent.component.as_ref().map(|(package, class)| Component::new(package, class));
    let package = named.as_ref().map(|named| named.package.clone()).or(wanted.intent.package).unwrap_or_default();
    let found = system.shared().packages.get(&package);
    // The services of preinstalled packages are not known.
    let there = found.is_some_and(|found| match (&found.apk, &named) {
        (Some(apk), Some(named)) => apk.of_kind(ComponentKind::Service).any(|service| service.class == named.class),
        _ => true,
    });
    let class = named.map(|named| named.class).unwrap_or_default();
    // A service without a name is found by its intent filters, which are known only for installed APKs.
    let known = !class.is_empty();
    match (start, there) {
        (true, true) if known => system.start_service(&package, &class, act == Service::StartForeground),
        (true, _) => {
            io.err("Error: Not found; no service started.");
            return Ok(255);
        }
        (false, true) if known && system.shared_mut().services.stop(&package, &class) => {
            io.err("Service stopped");
        }
        (false, _) => {
            io.err("Service not stopped: was not running.");
            return Ok(255);
        }
    }
    Ok(0)
}

/// `am crash PACKAGE`: prints nothing if the package is not running.
fn crash(words: &mut Arguments<'_>, system: &mut dyn System) -> Result<i32, String> {
    while words.option().is_some_and(|option| option == "--user") {
        words.next();
    }
    let package = words
        .next()
        .ok_or_else(|| "java.lang.IllegalArgumentException: Argument expected after \"crash\"".to_owned())?;
    if system.pid(package).is_some() {
        system.crash(package);
    }
    Ok(0)
}

fn stop(verb: &str, words: &mut Arguments<'_>, system: &mut dyn System) -> Result<i32, String> {
    while let Some(option) = words.option() {
        match option {
            "--user" => _ = words.next(),
            _ => return Err(format!("java.lang.IllegalArgumentException: Unknown option: {option}")),
        }
    }
    let package = words
        .next()
        .ok_or_else(|| format!("java.lang.IllegalArgumentException: Argument expected after \"{verb}\""))?;
    // `kill` spares the app on the screen.
    let shown = system.front().is_some_and(|front| front.component.package == package);
    if verb != "kill" || !shown {
        system.stop(package);
    }
    Ok(0)
}

fn stack(verb: &str, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Result<i32, String> {
    match words.next() {
        Some("list") if verb == "stack" => {
            let display = system.display();
            for task in system.tasks() {
                io.out(stack_entry(&task, &display, &system.shared().locale));
            }
        }
        Some("remove") => {
            let id = words.next().and_then(|word| word.parse::<u32>().ok());
            if let Some(task) = system.tasks().into_iter().find(|task| Some(task.id) == id) {
                system.stop(&task.top.package);
            }
        }
        Some("info") if verb == "stack" => {
            let display = system.display();
            let tasks = system.tasks();
            tasks.iter().for_each(|task| io.out(stack_entry(task, &display, &system.shared().locale)));
        }
        Some("focus") => {
            let id = words.next().and_then(|word| word.parse::<u32>().ok());
            let Some(task) = system.tasks().into_iter().find(|task| Some(task.id) == id) else {
                return Err("java.lang.IllegalArgumentException: Task not found".to_owned());
            };
            let component = Some((task.top.package.clone(), task.top.class.clone()));
            io.out(format!("Setting focus to task {}", task.id));
            let focus = state::app::Intent { component, ..Default::default() };
            if system.start(&focus).is_err() {
                return Err("java.lang.IllegalArgumentException: Task cannot be focused".to_owned());
            }
        }
        other => {
            io.out(format!("Error: unknown command '{}'", other.unwrap_or_default()));
            return Ok(255);
        }
    }
    Ok(0)
}

/// Formats one task of `am stack list`.
fn stack_entry(task: &TaskInfo, display: &Display, locale: &str) -> String {
    let (width, height) = display.current_size();
    let bounds = format!("[0,0][{width},{height}]");
    format!(
        "RootTask id={id} bounds={bounds} displayId=0 userId=0\n configuration={{1.0 {config}}}\n  \
         taskId={id}: {base} bounds={bounds} userId=0 visible={visible} topActivity=ComponentInfo{{{top}}}\n",
        id = task.id,
        config = configuration(locale, display),
        base = task.base.long(),
        visible = task.visible,
        top = task.top.long(),
    )
}

/// Formats a configuration for dumps: `?mcc?mnc [en_US] ldltr sw411dp …`.
pub(super) fn configuration(locale: &str, display: &Display) -> String {
    let (width, height) = display.current_size();
    let density = display.current_density().max(1);
    let [wide, high] = [width, height].map(|pixels| u64::from(pixels) * 160 / u64::from(density));
    let orientation = if width > height { "land" } else { "port" };
    let rotation = u32::from(display.rotation) * 90;
    format!(
        "?mcc?mnc [{}] ldltr sw{}dp w{wide}dp h{high}dp {density}dpi nrml long {orientation} finger -keyb/v/h -nav/h \
         winConfig={{ mBounds=Rect(0, 0 - {width}, {height}) mAppBounds=Rect(0, 0 - {width}, {height}) \
         mMaxBounds=Rect(0, 0 - {width}, {height}) mDisplayRotation=ROTATION_{rotation} \
         mWindowingMode=fullscreen mDisplayWindowingMode=fullscreen mActivityType=standard \
         mAlwaysOnTop=undefined mRotation=ROTATION_{rotation}}} s.6 fontWeightAdjustment=0",
        locale.replace('-', "_"),
        wide.min(high),
    )
}

/// Formats a configuration like the name of a resource directory.
fn configuration_name(locale: &str, display: &Display) -> String {
    let (width, height) = display.current_size();
    let density = display.current_density().max(1);
    let [wide, high] = [width, height].map(|pixels| u64::from(pixels) * 160 / u64::from(density));
    let orientation = if width > height { "land" } else { "port" };
    let (language, region) = locale.split_once('-').unwrap_or((locale, "US"));
    format!(
        "{language}-r{region}-ldltr-sw{}dp-w{wide}dp-h{high}dp-normal-long-notround-lowdr-nowidecg-{orientation}-notnight-{density}dpi-finger-keysexposed-nokeys-navhidden-nonav-v34",
        wide.min(high)
    )
}
