//! A fake phone with one text field, on our side of the wire: it accepts exactly what a real one would.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use device::clock::Clock;
use device::wire::{Connect, Limit, Output, Wire, WireError};
use device::{AdbDevice, Options};
use tokio::io::DuplexStream;

use crate::shell::split;

pub(crate) const GBOARD: &str = "com.google.android.inputmethod.latin/.LatinIME";
pub(crate) const ADB_IME: &str = "com.android.adbkeyboard/.AdbIME";
pub(crate) const U2_IME: &str = "com.github.uiautomator/.AdbKeyboard";

/// The fault at the n-th command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The wire breaks before the phone receives it.
    DropBefore,
    /// The phone carries it out, and the wire breaks before its answer.
    DropAfter,
    /// The phone refuses.
    Refuse,
}

#[derive(Default)]
pub(crate) struct State {
    /// Every command; `exec:` and opened services with their prefix.
    pub(crate) log: Vec<String>,
    pub(crate) connects: usize,
    pub(crate) unreachable: bool,
    pub(crate) fault: Option<(usize, Fault)>,
    pub(crate) now: Duration,
    /// The content of the field; `None` after it lost the focus.
    pub(crate) field: Option<String>,
    pub(crate) submitted: Vec<String>,
    pub(crate) hint: String,
    pub(crate) multi_line: bool,
    pub(crate) password: bool,
    pub(crate) no_tree: bool,
    pub(crate) deaf: bool,
    pub(crate) shouting: bool,
    pub(crate) no_combinations: bool,
    /// `get text` or `get-text`, on phones that have it.
    pub(crate) clipboard_command: Option<&'static str>,
    pub(crate) clipboard: String,
    pub(crate) forgetful_clipboard: bool,
    pub(crate) installed: Vec<&'static str>,
    pub(crate) enabled: Vec<String>,
    pub(crate) keyboard: String,
    /// Answers to commands with this prefix, which take precedence.
    pub(crate) answers: Vec<(&'static str, Vec<u8>)>,
    /// The duration of commands with this prefix.
    pub(crate) costs: Vec<(&'static str, Duration)>,
    /// The answer of a server on 9008, if there is one.
    pub(crate) server: Option<String>,
}

#[derive(Clone)]
pub(crate) struct Fake(pub(crate) Arc<Mutex<State>>);

impl Fake {
    pub(crate) fn new(set: impl FnOnce(&mut State)) -> Self {
        let mut state = State {
            field: Some(String::new()),
            multi_line: true,
            installed: vec![GBOARD],
            enabled: vec![GBOARD.to_owned()],
            keyboard: GBOARD.to_owned(),
            ..State::default()
        };
        set(&mut state);
        Self(Arc::new(Mutex::new(state)))
    }

    pub(crate) fn device(&self) -> AdbDevice<Self> {
        AdbDevice::new("fake", self.clone(), Arc::new(self.clone()), Options::default())
    }

    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.lock().unwrap())
    }

    pub(crate) fn log(&self) -> Vec<String> {
        self.with(|state| state.log.clone())
    }
}

impl Clock for Fake {
    fn now(&self) -> Duration {
        self.with(|state| state.now)
    }
}

impl Connect for Fake {
    type Wire = Connection;

    async fn connect(&self) -> Result<Connection, WireError> {
        self.with(|state| {
            if state.unreachable {
                return Err(WireError::Unreachable("no route".to_owned()));
            }
            state.connects += 1;
            Ok(())
        })?;
        Ok(Connection { phone: self.clone(), lost: AtomicBool::new(false) })
    }
}

pub(crate) struct Connection {
    phone: Fake,
    lost: AtomicBool,
}

impl Connection {
    fn call<T>(&self, logged: String, work: impl FnOnce(&mut State) -> T, refused: T) -> Result<T, WireError> {
        assert!(!self.lost.load(Ordering::SeqCst), "used after it was lost");
        self.phone.with(|state| {
            state.log.push(logged);
            let fault = state.fault.filter(|(at, _)| *at == state.log.len()).map(|(_, fault)| fault);
            let dropped = || {
                self.lost.store(true, Ordering::SeqCst);
                Err(WireError::Dropped("unplugged".to_owned()))
            };
            match fault {
                None => Ok(work(state)),
                Some(Fault::Refuse) => Ok(refused),
                Some(Fault::DropBefore) => dropped(),
                Some(Fault::DropAfter) => {
                    work(state);
                    dropped()
                }
            }
        })
    }
}

impl Wire for Connection {
    type Stream = DuplexStream;

    async fn shell(&self, command: &str, _: Limit) -> Result<Output, WireError> {
        tokio::task::yield_now().await;
        let refused = Output { status: Some(1), stderr: b"Error: refused\n".to_vec(), ..Output::default() };
        self.call(command.to_owned(), |state| state.shell(command), refused)
    }

    async fn exec(&self, command: &str, _: Limit) -> Result<Vec<u8>, WireError> {
        tokio::task::yield_now().await;
        self.call(format!("exec:{command}"), |state| state.exec(command), b"Error: refused\n".to_vec())
    }

    async fn open(&self, service: &str, _: Limit) -> Result<DuplexStream, WireError> {
        let answer = self.call(format!("open:{service}"), |state| state.server.clone(), None)?;
        let answer = answer.ok_or_else(|| WireError::Refused("closed".to_owned()))?;
        let (near, mut far) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            use tokio::io::{AsyncReadExt, AsyncWriteExt};
            let mut read = Vec::new();
            while !read.ends_with(b"}") {
                far.read_buf(&mut read).await.unwrap();
            }
            far.write_all(answer.as_bytes()).await.unwrap();
        });
        Ok(near)
    }

    async fn is_lost(&self) -> bool {
        self.lost.load(Ordering::SeqCst)
    }
}

impl State {
    fn answer(&self, command: &str) -> Option<Vec<u8>> {
        let fits = |(beginning, _): &&(&str, Vec<u8>)| command.starts_with(beginning);
        self.answers.iter().find(fits).map(|(_, answer)| answer.clone())
    }

    fn exec(&mut self, command: &str) -> Vec<u8> {
        let cost = self.costs.iter().find(|(of, _)| *of == command).map(|(_, cost)| *cost);
        self.now += cost.unwrap_or_default();
        if let Some(answer) = self.answer(command) {
            return answer;
        }
        assert!(command.starts_with("uiautomator dump"), "exec {command}");
        if self.no_tree {
            return b"ERROR: could not get idle state.\n".to_vec();
        }
        let escape = |text: &str| {
            let text = text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;");
            text.replace('\n', "&#10;").replace('\t', "&#9;").replace('\r', "&#13;")
        };
        let field = self.field.as_ref().map(|text| match text {
            text if self.password => "•".repeat(text.chars().count()),
            text if text.is_empty() => escape(&self.hint),
            text => escape(text),
        });
        let node = field.map_or_else(String::new, |text| {
            let password = self.password;
            format!("<node class=\"android.widget.EditText\" focused=\"true\" password=\"{password}\" text=\"{text}\" bounds=\"[0,0][9,9]\" />")
        });
        format!("<?xml version='1.0' ?><hierarchy rotation=\"0\">{node}</hierarchy>UI hierchary dumped to: /dev/tty\n")
            .into_bytes()
    }

    fn shell(&mut self, line: &str) -> Output {
        if let Some(answer) = self.answer(line) {
            return Output::ok(answer);
        }
        let mut output = Output::ok("");
        for simple in split(line) {
            let words: Vec<&str> = simple.words.iter().map(String::as_str).collect();
            output = match words.as_slice() {
                ["grep", "-E", pattern] => grep(&output.text(), &pattern.split('|').collect::<Vec<_>>()),
                ["grep", pattern] => grep(&output.text(), &[pattern]),
                words => self.run(words),
            };
            if simple.then == "&&" && output.status != Some(0) {
                break;
            }
        }
        output
    }

    fn run(&mut self, words: &[&str]) -> Output {
        let ok = || Output::ok("");
        let get = self.clipboard_command.map(|get| get.split(' ').collect::<Vec<_>>());
        match words {
            ["input", "tap" | "swipe" | "draganddrop", ..] => ok(),
            ["input", "text", text] => {
                assert!(text.is_ascii() && !text.contains('\n'), "a real phone dies of {text:?}");
                self.commit(&text.replace("%s", " "))
            }
            ["input", "keycombination", ..] if self.no_combinations => {
                Output { status: Some(255), stderr: b"Error: Unknown command: keycombination\n".to_vec(), ..ok() }
            }
            ["input", "keycombination", "KEYCODE_CTRL_LEFT", "KEYCODE_A"] => ok(),
            ["input", "keyevent", "KEYCODE_DEL"] if !self.no_combinations => {
                self.field = self.field.take().map(|_| String::new());
                ok()
            }
            ["input", "keyevent", keys @ ..] => {
                keys.iter().for_each(|key| self.key(key));
                ok()
            }
            ["cmd", "clipboard", verb @ ..] => match get {
                Some(get) if *verb == *get.as_slice() => Output::ok(format!("{}\n", self.clipboard)),
                Some(get) if verb.len() == get.len() + 1 && verb[0].replace('s', "g") == get[0] => {
                    if !self.forgetful_clipboard {
                        verb[get.len()].clone_into(&mut self.clipboard);
                    }
                    ok()
                }
                _ => Output::ok("No shell command implementation.\n"),
            },
            ["ime", "list", "-s", "-a"] => Output::ok(self.installed.join("\n")),
            ["ime", "list", "-s"] => Output::ok(self.enabled.join("\n")),
            ["ime", "enable", id] => {
                self.enabled.push((*id).to_owned());
                Output::ok(format!("Input method {id}: now enabled for user #0\n"))
            }
            ["ime", "disable", id] => {
                self.enabled.retain(|enabled| enabled != id);
                ok()
            }
            ["ime", "set", id] if self.enabled.iter().any(|enabled| enabled == id) => {
                (*id).clone_into(&mut self.keyboard);
                Output::ok(format!("Input method {id} selected for user #0\n"))
            }
            ["settings", "get", "secure", "default_input_method"] => Output::ok(format!("{}\n", self.keyboard)),
            ["dumpsys", "input_method"] => {
                let kind = if self.multi_line { "0x20001" } else { "0x1" };
                Output::ok(format!("  mCurMethodId={}\n  inputType={kind} imeOptions=0x0\n", self.keyboard))
            }
            ["am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", text, "-p", "com.android.adbkeyboard"]
                if self.keyboard == ADB_IME =>
            {
                self.commit(&String::from_utf8(STANDARD.decode(text).unwrap()).unwrap());
                Output::ok("Broadcast completed: result=0\n")
            }
            [
                "am",
                "broadcast",
                "-a",
                "ADB_KEYBOARD_INPUT_TEXT",
                "--es",
                "text",
                text,
                "-p",
                "com.github.uiautomator",
            ] if self.keyboard == U2_IME => {
                self.commit(&String::from_utf8(STANDARD.decode(text).unwrap()).unwrap());
                Output::ok("Broadcast completed: result=-1, data=\"success\"\n")
            }
            ["am", "broadcast", ..] => Output::ok("Broadcast completed: result=0\n"),
            words => panic!("executed on the phone: {words:?}"),
        }
    }

    fn key(&mut self, key: &str) {
        match key {
            "KEYCODE_ENTER" if self.multi_line => drop(self.commit("\n")),
            "KEYCODE_ENTER" => self.submitted.extend(self.field.take()),
            "KEYCODE_PASTE" => drop(self.commit(&self.clipboard.clone())),
            "KEYCODE_DEL" => drop(self.field.as_mut().and_then(String::pop)),
            _ => {}
        }
    }

    fn commit(&mut self, text: &str) -> Output {
        if let Some(field) = self.field.as_mut().filter(|_| !self.deaf) {
            field.push_str(&if self.shouting { text.to_uppercase() } else { text.to_owned() });
        }
        Output::ok("")
    }
}

fn grep(text: &str, patterns: &[&str]) -> Output {
    let found: Vec<&str> = text.lines().filter(|line| patterns.iter().any(|pattern| line.contains(pattern))).collect();
    Output { status: Some(i32::from(found.is_empty())), ..Output::ok(found.join("\n")) }
}
