//! `app_process`: Java programs that clients push to the phone. It knows three: the uiautomator2 server, yadb and
//! scrcpy's server (which has nothing to encode here).

use super::{Exit, Gesture, Io, LongRunning, System, done};

/// `app_process [-D…] DIR CLASS …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = args.iter().map(String::as_str).filter(|word| *word != "--").peekable();
    let mut jar = None;
    while let Some(option) = words.next_if(|word| word.starts_with('-')) {
        jar = option.strip_prefix("-Djava.class.path=").or(jar);
    }
    words.next();
    while words.next_if(|word| word.starts_with("--")).is_some() {}
    let Some(class) = words.next() else {
        io.err("Error: no class name or --zygote supplied.");
        io.err("app_process: no class name or --zygote supplied.");
        return Exit::Status(10);
    };
    let rest: Vec<&str> = words.collect();
    match class {
        "com.wetest.uia2.Main" if system.read_file(jar.unwrap_or("/data/local/tmp/u2.jar")).is_ok() => {
            let port = rest.iter().position(|word| *word == "-p").and_then(|at| rest.get(at + 1)?.parse().ok());
            Exit::LongRunning(LongRunning::Server { port: port.unwrap_or(9008) })
        }
        "com.ysbing.yadb.Main" if system.read_file(jar.unwrap_or("/data/local/tmp/yadb")).is_ok() => {
            yadb(&rest, io, system)
        }
        "com.genymobile.scrcpy.Server" if has_scrcpy(jar, system) => {
            let props = &system.shared().props;
            let prop = |name: &str| props.get(name).cloned().unwrap_or_default();
            io.out(format!(
                "[server] INFO: Device: [{}] {} {} (Android {})",
                prop("ro.product.manufacturer"),
                prop("ro.product.brand"),
                prop("ro.product.model"),
                prop("ro.build.version.release")
            ));
            io.err(
                "[server] ERROR: Could not create default video encoder for h264\nList of video encoders:\n    (none)",
            );
            Exit::Status(1)
        }
        _ => {
            let path = jar.unwrap_or(".");
            io.err(format!("java.lang.ClassNotFoundException: Didn't find class \"{class}\" on path: DexPathList[[zip file \"{path}\"]]"));
            io.err("Aborted ");
            Exit::Status(134)
        }
    }
}

fn has_scrcpy(jar: Option<&str>, system: &dyn System) -> bool {
    let usual = ["/data/local/tmp/scrcpy-server", "/data/local/tmp/scrcpy-server.jar"];
    jar.into_iter().chain(usual).any(|path| system.read_file(path).is_ok())
}

/// Runs ysbing/YADB, as far as agents use it.
fn yadb(words: &[&str], io: &mut Io, system: &mut dyn System) -> Exit {
    match words {
        ["-keyboard", text] => system.commit_text(&text.replace("~~CLEAR~~", "")),
        ["-keyboardClear"] => system.clear_text(),
        ["-screenshot", rest @ ..] => {
            let png = system.screen_png();
            let path = rest.first().copied().unwrap_or("/data/local/tmp/yadb_screenshot.png");
            if let Err(why) = system.write_file(path, &png) {
                io.err(format!("java.io.FileNotFoundException: {path}: open failed: {why}"));
                return Exit::Status(1);
            }
        }
        ["-layout", rest @ ..] => {
            let path = rest.first().copied().unwrap_or("/data/local/tmp/yadb_layout_dump.xml");
            let written = system.hierarchy_xml(false).ok().map(|xml| system.write_file(path, xml.as_bytes()));
            if !matches!(written, Some(Ok(()))) {
                io.err("layout dump failed");
                return Exit::Status(1);
            }
            io.out(format!("layout dumped to:{path}"));
        }
        ["-touch", x, y, rest @ ..] => {
            let ms = rest.first().map_or(Some(50), |word| word.parse::<u64>().ok());
            let (Ok(x), Ok(y), Some(ms)) = (x.parse::<f32>(), y.parse::<f32>(), ms) else {
                io.err(format!("java.lang.NumberFormatException: For input string: \"{x}\""));
                return Exit::Status(1);
            };
            if x.is_finite() && y.is_finite() {
                system.gesture(Gesture::Swipe(x, y, x, y, ms));
            }
        }
        ["-readClipboard"] => io.out(system.shared().clipboard.clone().unwrap_or_default()),
        ["-writeClipboard", text] => system.shared_mut().clipboard = Some((*text).to_owned()),
        ["-pinch", ..] => {}
        _ => io.out("yadb: -touch x y ms | -keyboard text | -keyboardClear | -layout | -screenshot | -readClipboard"),
    }
    done()
}
