//! The commands as a person or a script runs them: the real binary, its streams and its exit code.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "harness/binary.rs"]
mod binary;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use serde_json::{Value, json};

struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn codes(&self) -> Vec<Value> {
        self.lines().iter().map(|line| line["error"]["code"].clone()).collect()
    }
}

fn spawn(arguments: &[&str]) -> Child {
    binary::alone(binary::PATH)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the binary with these arguments and this input.
fn run(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = spawn(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // From another thread: a long answer fills its pipe before all of the input is read.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    _ = writer.join();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn parse_answers_every_line() {
    let raw = "<think>go</think><answer>do(action=\"Tap\", element=[500,500])</answer>";
    let elements = json!([{"index": 3, "bounds": [0, 0, 100, 50]}]);
    let input = [
        json!({"raw": raw, "dialect": "autoglm", "screen": [1080, 2400], "class": "ok"}).to_string(),
        String::new(),
        json!({"raw": "do(action=\"Fly\")", "dialect": "autoglm"}).to_string(),
        json!({"raw": "{\"action_type\": \"click\", \"index\": 3}", "elements": elements}).to_string(),
    ];
    let ran = run(&["parse"], input.join("\n").as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines = ran.lines();
    assert_eq!(lines.len(), 3, "a blank line is no line");
    assert_eq!(lines[0]["action"], json!({"type": "tap", "x": 540, "y": 1200}));
    assert_eq!(lines[0]["actions"], json!([{"type": "tap", "x": 540, "y": 1200}]));
    assert_eq!((&lines[0]["thought"], &lines[0]["raw"], &lines[0]["repairs"]), (&json!("go"), &json!(raw), &json!([])));
    assert_eq!(lines[1]["error"]["code"], "unknown_verb");
    assert_eq!(lines[1]["raw"], "do(action=\"Fly\")");
    assert_eq!(lines[2]["action"], json!({"type": "tap", "x": 50, "y": 25}));
}

#[test]
fn parse_takes_its_defaults_from_the_options() {
    let input = br#"{"raw":"{'action':'tap','coordinate':[0.5,0.5]}"}"#;
    let ran = run(&["parse", "--dialect", "executor", "--screen", "100x200"], input);
    assert_eq!(ran.lines()[0]["action"], json!({"type": "tap", "x": 50, "y": 100}));
    assert_ne!(ran.lines()[0]["repairs"], json!([]));
    let ran = run(&["parse", "--dialect", "executor", "--screen", "100x200", "--strict"], input);
    assert_eq!((ran.code, ran.codes()), (0, vec![json!("repaired")]));
}

#[test]
fn normalize_repairs_or_with_strict_refuses() {
    let input = b"{\"type\":\"TAP\",\"x\":1,\"y\":\"2\"}\nnull\n{\"type\":\"wait\",\"durationMs\":1e999}\n{\"type\":\"tap\",\"x\":1,\"x\":3,\"y\":2}\n";
    let ran = run(&["normalize"], input);
    let actions: Vec<Value> = ran.lines().iter().map(|line| line["action"].clone()).collect();
    let expected = [
        json!({"type": "tap", "x": 1, "y": 2}),
        json!({"type": "wait", "durationMs": 1000}),
        json!({"type": "wait", "durationMs": 1000}),
        json!({"type": "tap", "x": 3, "y": 2}),
    ];
    assert_eq!(actions, expected);
    assert!(ran.lines().iter().all(|line| line["repairs"] != json!([])), "{}", ran.out);
    let ran = run(&["normalize", "--strict"], input);
    assert!(ran.codes().iter().all(|code| code == "repaired"), "{}", ran.out);
    let ran = run(&["normalize", "--strict"], b"{\"type\":\"tap\",\"x\":1,\"y\":2}\n");
    assert_eq!(ran.lines()[0], json!({"action": {"type": "tap", "x": 1, "y": 2}, "repairs": []}));
}

/// Bad lines are answered in their place, the others as usual, and the exit code reports them.
#[test]
fn bad_lines_are_answered_and_make_the_exit_code_two() {
    let mut input = b"{\"type\":\"observe\"}\nnot json\n\xff\xfe\n".to_vec();
    input.extend(vec![b'['; 100 << 20]);
    input.extend(b"\n{\"type\":\"home\"");
    let ran = run(&["normalize"], &input);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.codes(), [json!(null), json!("not_json"), json!("not_utf8"), json!("too_long"), json!("not_json")]);
    assert_eq!(ran.lines()[3]["error"]["line"], 4);
    assert!(ran.out.len() < 10_000, "a bad line is not repeated whole");
    let input = b"[]\n{\"raw\":1}\n{\"raw\":\"x\",\"dialect\":\"klingon\"}\n{\"raw\":\"x\",\"screen\":[0,5]}\n";
    let ran = run(&["parse"], input);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.codes(), [json!("bad_line"), json!("bad_line"), json!("unknown_dialect"), json!("bad_line")]);
}

/// A reply with a million actions, with nested brackets, or with nothing gets a quick, short answer.
#[test]
fn a_hostile_reply_is_answered() {
    let replies = [
        "do(action=\"Back\")\n".repeat(50_000),
        "[".repeat(1 << 20),
        "{\"action\":".repeat(90_000),
        "<think>".repeat(140_000),
        String::new(),
    ];
    for dialect in ["auto", "autoglm", "executor", "claude", "mobilerun"] {
        let input: Vec<String> =
            replies.iter().map(|raw| json!({"raw": raw, "dialect": dialect}).to_string()).collect();
        let ran = run(&["parse", "--screen", "1080x2400"], input.join("\n").as_bytes());
        assert_eq!(ran.code, 0);
        for (line, raw) in ran.lines().iter().zip(&replies) {
            // Only a dialect whose plain text is its answer may read it at all.
            assert!(
                line["error"]["code"].is_string() || dialect == "claude",
                "{dialect}: {}",
                &raw[..raw.len().min(40)]
            );
        }
    }
}

/// A partner that sends one line and waits for its answer gets it before it sends the next.
#[test]
fn a_line_is_answered_before_the_next_is_sent() {
    let mut child = spawn(&["normalize"]);
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for _ in 0..3 {
        stdin.write_all(b"{\"type\":\"observe\"}\n").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, "{\"action\":{\"type\":\"observe\"},\"repairs\":[]}\n");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// `fingertip normalize | head -1`: a reader that closes the pipe causes no error.
#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = spawn(&["normalize"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The program stops reading as soon as it cannot write.
    while stdin.write_all(b"{\"type\":\"observe\"}\n").is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}

#[test]
fn schema_prints_what_is_committed() {
    let list = run(&["schema", "--json"], b"");
    let names: Vec<Value> = serde_json::from_str(&list.out).unwrap();
    assert!(names.len() >= 8);
    for name in names.iter().filter_map(|entry| entry["name"].as_str()) {
        let printed: Value = serde_json::from_str(&run(&["schema", name], b"").out).unwrap();
        let path = format!("{}/../../schema/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let mut committed: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        committed.as_object_mut().unwrap().remove("$comment");
        assert_eq!(printed, committed, "{name}");
        assert!(run(&["schema"], b"").out.contains(name));
    }
    let ran = run(&["schema", "agent-axtion"], b"");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("`agent-axtion`") && ran.err.contains("agent-action"), "{}", ran.err);
}

#[test]
fn wrong_usage_is_explained() {
    let rows: &[(&[&str], &str)] = &[
        (&[], "Usage: fingertip <COMMAND>"),
        (&["fly"], "unrecognized subcommand 'fly'"),
        (&["parse", "--screen", "12"], "expected WIDTHxHEIGHT"),
        (&["parse", "--screen", "0x5"], "from 1 to 65535"),
        (&["parse", "--dialect", "qwen3vl"], "did you mean `qwen3-vl`?"),
    ];
    for (arguments, message) in rows {
        let ran = run(arguments, b"");
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(ran.err.contains(message), "{arguments:?}: {}", ran.err);
        assert_eq!(ran.out, "", "{arguments:?}");
    }
}

#[test]
fn every_command_explains_itself_with_an_example() {
    for command in ["parse", "normalize", "schema", "sim", "devices", "screenshot", "tree", "act"] {
        let ran = run(&[command, "--help"], b"");
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains("Examples:\n") && ran.out.contains(&format!("fingertip {command}")), "{}", ran.out);
    }
    let prompt = run(&["parse", "--dialect", "aguvis", "--prompt"], b"");
    assert!(prompt.out.contains("pyautogui.click(x=0.5, y=0.5)"), "{}", prompt.out);
}

/// A folder for this test, removed at its end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fingertip-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The built-in phone by hand: a command finds what the one before did.
#[test]
fn the_built_in_phone_is_looked_at_and_acted_upon() {
    let data = Folder::new("hands");
    let on = |command: &[&str]| {
        let mut all = command.to_vec();
        all.extend(["--device", "sim", "--data", data.text()]);
        run(&all, b"")
    };
    let tree = on(&["tree"]);
    assert!(tree.out.contains("button    Settings"), "{}{}", tree.out, tree.err);
    let ran = on(&["act", r#"{"type":"shell","command":"settings put global wifi_on 0"}"#]);
    assert_eq!((ran.code, &ran.lines()[0]["acted"]["did"]), (0, &json!("ran")), "{}", ran.err);
    let ran = on(&["act", r#"{"type":"shell","command":"settings get global wifi_on"}"#]);
    assert_eq!(ran.lines()[0]["acted"]["stdout"], "0\n", "the phone's state is kept");
    let ran = on(&["act", r#"{"type":"open_app","name":"settings"}"#]);
    assert_eq!(ran.lines()[0]["effect"]["screen"], "changed", "{}", ran.out);
    let file = data.0.join("screen.png");
    let ran = on(&["screenshot", file.to_str().unwrap(), "--json"]);
    assert_eq!((&ran.lines()[0]["width"], &ran.lines()[0]["height"]), (&json!(1080), &json!(2400)));
    assert!(std::fs::read(&file).unwrap().starts_with(b"\x89PNG"));
    let ran = on(&["act", r#"{"type":"tap"}"#]);
    assert!(ran.code == 2 && ran.err.contains("`x` is missing"), "{}", ran.err);
    // The screen is kept too, and any text can be typed.
    let write = r#"{"type":"shell","command":"am start -a android.intent.action.SENDTO -d smsto:+15550101"}"#;
    on(&["act", write]);
    on(&["act", r#"{"type":"shell","command":"input keyevent 61; echo x > /sdcard/note"}"#]);
    let text = "你好 👋🏽 e\u{301} שלום";
    let ran = on(&["act", &json!({"type": "type", "text": text}).to_string()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let tree = on(&["tree"]);
    assert!(tree.out.contains(text), "{}", tree.out);
    let ran =
        on(&["act", r#"{"type":"shell","command":"cat /sdcard/note; settings get secure default_input_method"}"#]);
    let said = ran.lines()[0]["acted"]["stdout"].as_str().unwrap().to_owned();
    assert!(said.starts_with("x\n") && said.contains("LatinIME"), "{said}");
    let ran = on(&["act", r#"{"type":"open_app","name":"no such app at all"}"#]);
    assert!(ran.code == 2 && ran.err.contains("no such app at all"), "{}", ran.err);
}

/// A link stays and its target is written; a device is written to and not replaced; a folder is rejected.
#[cfg(unix)]
#[test]
fn an_output_respects_what_is_at_its_path() {
    use std::os::unix::fs::{FileTypeExt as _, symlink};
    let data = Folder::new("outputs");
    let at = |name: &str| data.0.join(name);
    let screenshot = |name: &str| {
        run(&["screenshot", at(name).to_str().unwrap(), "--device", "sim", "--data", at("data").to_str().unwrap()], b"")
    };
    std::fs::create_dir_all(at("data")).unwrap();
    std::fs::write(at("real.png"), "old").unwrap();
    symlink("real.png", at("link.png")).unwrap();
    symlink("/dev/null", at("device")).unwrap();
    assert_eq!((screenshot("link.png").code, screenshot("device").code), (0, 0));
    assert!(at("link.png").is_symlink() && std::fs::read(at("real.png")).unwrap().starts_with(b"\x89PNG"));
    let device = std::fs::symlink_metadata("/dev/null").unwrap();
    assert!(at("device").is_symlink() && device.file_type().is_char_device());
    let ran = screenshot("data");
    assert!(ran.code == 2 && ran.err.contains("is a folder"), "{}", ran.err);
    // A configuration file behind a link stays behind it.
    std::fs::write(at("kept.toml"), "").unwrap();
    symlink("../kept.toml", at("data/fingertip.toml")).unwrap();
    let ran = run(&["config", "init", "--force", "--data", at("data").to_str().unwrap()], b"");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(at("data/fingertip.toml").is_symlink() && std::fs::metadata(at("kept.toml")).unwrap().len() > 100);
    let client = ["mcp", "install", "cursor", "--write", "--file"];
    symlink("client.json", at("client")).unwrap();
    let ran = run(&[&client[..], &[at("client").to_str().unwrap()]].concat(), b"");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(at("client").is_symlink() && std::fs::read_to_string(at("client.json")).unwrap().contains("fingertip"));
}

/// A file of a newer version is neither guessed at nor overwritten.
#[test]
fn a_phone_of_a_newer_version_is_refused() {
    let data = Folder::new("newer");
    let file = data.0.join("phone").join("state.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, r#"{"version":99}"#).unwrap();
    let ran = run(&["tree", "--device", "sim", "--data", data.text()], b"");
    assert!(ran.code != 0 && ran.err.contains("format `99` by a newer version"), "{}", ran.err);
    assert!(ran.err.contains("state.json") && ran.err.contains("begin with a fresh one"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), r#"{"version":99}"#);
}

/// `sim` prints its address, and rejects a port in use and an impossible profile.
#[test]
fn the_phone_alone_says_where_it_is() {
    let mut child = spawn(&["sim", "--listen", "127.0.0.1:0", "--seed", "7"]);
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Phone: ").unwrap().to_owned();
    let ran = run(&["sim", "--listen", &address], b"");
    assert!(ran.code == 2 && ran.err.contains("--listen"), "{}", ran.err);
    let ran = run(&["tree", "--device", &address], b"");
    assert!(ran.code == 0 && ran.out.contains("Settings"), "{}", ran.err);
    child.kill().unwrap();
    child.wait().unwrap();
    let folder = Folder::new("profile");
    let profile = folder.0.join("phone.json");
    std::fs::write(&profile, r#"{"battery": 101}"#).unwrap();
    let ran = run(&["sim", "--profile", profile.to_str().unwrap()], b"");
    assert!(ran.code == 2 && ran.err.contains("101 percent"), "{}", ran.err);
}

#[test]
fn an_emulator_has_a_console_and_ends_when_it_is_killed_there() {
    let home = Folder::new("home");
    // The port before adbd's may be in use; then there is no console, and another phone is tried.
    for _ in 0..20 {
        let mut command = binary::alone(binary::PATH);
        command.args(["sim", "--profile", "emulator", "--listen", "127.0.0.1:0"]);
        // A home without a console token.
        command.env("HOME", home.0.as_path()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port: u16 = line.trim().rsplit(':').next().unwrap().parse().unwrap();
        let mut greeting = [0; 15];
        let mut socket = std::net::TcpStream::connect(("127.0.0.1", port - 1)).ok();
        let heard = socket.as_mut().is_some_and(|socket| {
            socket.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
            socket.read_exact(&mut greeting).is_ok() && greeting == *b"Android Console"
        });
        let Some(mut socket) = socket.filter(|_| heard) else {
            child.kill().unwrap();
            child.wait().unwrap();
            continue;
        };
        socket.write_all(b"kill\n").unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0));
        return;
    }
    panic!("no console in twenty tries");
}

/// A screen with a text that is only a description, a named button, and a field.
const SCREEN: &str = r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">
<node class="android.widget.FrameLayout" package="com.example.shop" enabled="true" bounds="[0,0][400,800]">
<node class="android.view.View" package="com.example.shop" content-desc="Basket of Anna" enabled="true" bounds="[10,40][390,80]"/>
<node class="android.widget.ImageView" package="com.example.shop" resource-id="com.example.shop:id/btn_help" clickable="true" enabled="true" bounds="[340,100][390,150]"/>
<node text="Buy now" class="android.widget.Button" package="com.example.shop" clickable="true" enabled="true" bounds="[10,700][390,760]"/>
</node></hierarchy>
UI hierchary dumped to: /dev/tty"#;

#[test]
fn a_screen_is_read_from_anywhere() {
    let said = |arguments: &[&str]| {
        let ran = run(&[&["tree"], arguments].concat(), SCREEN.as_bytes());
        assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
        ran.out
    };
    let listed = said(&["--from", "-"]);
    let lines = ["text      Basket of Anna  @ 200,60", "image     help  @ 365,125", "button    Buy now  @ 200,730"];
    lines.iter().for_each(|line| assert!(listed.contains(line), "{line}: {listed}"));
    assert_eq!(said(&["--from", "-", "--spoken"]), "Shop: Basket of Anna. You can press help; Buy now.\n");
    let gate = said(&["--from", "-", "--gate"]);
    let verdict = |label: &str| gate.lines().find(|line| line.contains(label)).unwrap_or_default().to_owned();
    assert!(verdict("help").ends_with("allowed") && verdict("Buy now").contains("asks ("), "{gate}");
    let all: Value = serde_json::from_str(&said(&["--from", "-", "--json", "--gate"])).unwrap();
    assert_eq!(all["elements"][1]["gate"]["verdict"], "allow", "{all}");
    assert_eq!((&all["elements"][1]["source"], &all["parts"]["title"]), (&json!("id"), &json!(1)), "{all}");
    let redacted = said(&["--redact", "-"]);
    assert!(redacted.contains("Xxxxxx xx Xxxx") && redacted.contains("Buy xxx") && redacted.contains("btn_help"));
    for (input, part) in [("", "is empty"), ("hello", "is no UI dump"), ("ERROR: null root node returned", "no screen")]
    {
        let ran = run(&["tree", "--from", "-"], input.as_bytes());
        assert!(ran.code == 2 && ran.out.is_empty() && ran.err.contains(part), "{input}: {}", ran.err);
    }
}
