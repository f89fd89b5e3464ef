//! `am instrument`: the instrumentations of installed APKs. It runs those whose protocol is public. Any other crashes
//! at its start, and one that is not installed is not found, both with Android's messages.

use super::arguments::Arguments;
use super::{Component, Exit, Io, LongRunning, System, base64};

/// The port of Appium's server.
const APPIUM: u16 = 6790;
/// How many bytes of a snapshot go into one status, before Base64.
const CHUNK: usize = 2048;

/// A parsed request.
#[derive(Default)]
struct Request<'a> {
    component: Option<&'a str>,
    /// `-e NAME VALUE`
    extras: Vec<(&'a str, &'a str)>,
    /// `-w`: waits for the output.
    wait: bool,
}

/// `am instrument …`
pub(super) fn run(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Result<Exit, String> {
    let mut request = Request::default();
    while let Some(word) = words.next() {
        match word {
            "-e" => {
                let pair = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
                request.extras.push(pair);
            }
            "-p" | "-f" | "--user" | "--abi" => _ = words.next(),
            "-w" => request.wait = true,
            _ if word.starts_with('-') => {}
            _ => request.component = Some(word),
        }
    }
    let name = request.component.ok_or("java.lang.IllegalArgumentException: Argument expected after \"instrument\"")?;
    let wanted = Component::parse(name)
        .ok_or_else(|| format!("java.lang.IllegalArgumentException: Bad component name: {name}"))?;
    let apk = system.shared().packages.get(&wanted.package).and_then(|package| package.apk.as_deref());
    let declared = apk.and_then(|apk| apk.instrumentations.iter().find(|(class, _)| *class == wanted.class));
    let Some((_, target)) = declared else {
        let why = format!("Unable to find instrumentation info for: ComponentInfo{{{}}}", wanted.long());
        return Ok(Exit::Status(refuse(&why, name, io)));
    };
    if !system.shared().packages.is_installed(target) {
        let why = format!("Unable to find instrumentation target package: {target}");
        return Ok(Exit::Status(refuse(&why, name, io)));
    }
    if !request.wait {
        return Ok(Exit::Status(0));
    }
    match wanted.short().as_str() {
        "com.callstack.agentdevice.snapshothelper/.SnapshotInstrumentation" if is_snapshot(&request) => {
            snapshot(&request, io, system);
        }
        "io.appium.uiautomator2.server.test/androidx.test.runner.AndroidJUnitRunner" => {
            return Ok(Exit::LongRunning(LongRunning::Server { port: APPIUM }));
        }
        _ => io.out("INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0"),
    }
    Ok(Exit::Status(0))
}

/// Prints Android's message for an instrumentation that does not start.
fn refuse(why: &str, name: &str, io: &mut Io) -> i32 {
    io.out(format!("INSTRUMENTATION_STATUS: Error={why}"));
    io.out("INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS_CODE: -1");
    io.err(format!("android.util.AndroidException: INSTRUMENTATION_FAILED: {name}"));
    1
}

/// Whether a single snapshot is requested, rather than gestures or a server.
fn is_snapshot(request: &Request<'_>) -> bool {
    const KNOWN: &[&str] = &[
        "waitForIdleTimeoutMs",
        "waitForIdleQuietMs",
        "timeoutMs",
        "maxDepth",
        "maxNodes",
        "outputPath",
        "emitChunks",
    ];
    request.extras.iter().all(|(name, _)| KNOWN.contains(name))
}

/// agent-device's helper (`android-snapshot-helper-v1`): sends the tree in pieces, each as a separate status, then the
/// result.
fn snapshot(request: &Request<'_>, io: &mut Io, system: &mut dyn System) {
    const PROTOCOL: &str = "agentDeviceProtocol=android-snapshot-helper-v1";
    let extra = |name: &str| request.extras.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let Ok(xml) = system.hierarchy_xml(false) else {
        io.out(format!("INSTRUMENTATION_RESULT: {PROTOCOL}\nINSTRUMENTATION_RESULT: ok=false"));
        io.out("INSTRUMENTATION_RESULT: errorType=java.lang.IllegalStateException");
        io.out("INSTRUMENTATION_RESULT: message=No active window root\nINSTRUMENTATION_CODE: 1");
        return;
    };
    if let Some(path) = extra("outputPath") {
        // A client that requested a file checks whether it exists.
        _ = system.write_file(path, xml.as_bytes());
    }
    if extra("emitChunks") != Some("false") {
        let chunks: Vec<&[u8]> = xml.as_bytes().chunks(CHUNK).collect();
        for (index, chunk) in chunks.iter().enumerate() {
            io.out(format!("INSTRUMENTATION_STATUS: {PROTOCOL}"));
            io.out(format!("INSTRUMENTATION_STATUS: chunkCount={}", chunks.len()));
            io.out(format!("INSTRUMENTATION_STATUS: chunkIndex={index}"));
            io.out("INSTRUMENTATION_STATUS: outputFormat=uiautomator-xml");
            io.out(format!("INSTRUMENTATION_STATUS: payloadBase64={}", base64::encode(chunk)));
            io.out("INSTRUMENTATION_STATUS_CODE: 1");
        }
    }
    let nodes = xml.matches("<node ").count();
    let own = ["helperApiVersion=1", "ok=true", "outputFormat=uiautomator-xml", "rootPresent=true", "truncated=false"];
    io.out(format!("INSTRUMENTATION_RESULT: {PROTOCOL}"));
    own.iter().for_each(|line| io.out(format!("INSTRUMENTATION_RESULT: {line}")));
    io.out(format!("INSTRUMENTATION_RESULT: captureMode=active-window\nINSTRUMENTATION_RESULT: nodeCount={nodes}"));
    for name in ["waitForIdleTimeoutMs", "waitForIdleQuietMs", "timeoutMs", "maxDepth", "maxNodes"] {
        if let Some(value) = extra(name) {
            io.out(format!("INSTRUMENTATION_RESULT: {name}={value}"));
        }
    }
    io.out("INSTRUMENTATION_RESULT: windowCount=1\nINSTRUMENTATION_RESULT: elapsedMs=0\nINSTRUMENTATION_CODE: -1");
}
