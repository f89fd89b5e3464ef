//! A phone in this process, over adb's own packets in a pipe: time can be paused, and every command is recorded.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use adb::Client;
use device::clock::SystemClock;
use device::wire::{Connect, Limit, Output, Reached, Wire, WireError};
use device::{AdbDevice, Options};
use serde_json::Value;
use sim::adbd::Adbd;
use sim::profile::{Profile, Screen};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

/// The time at which every test starts.
pub(crate) const MORNING_MS: i64 = 1_788_999_960_000;

#[derive(Clone)]
pub(crate) struct Phone {
    pub(crate) adbd: Arc<Adbd>,
    pub(crate) commands: Arc<Mutex<Vec<String>>>,
    /// The next command that contains this is carried out, and the connection breaks before its answer.
    pub(crate) lost: Arc<Mutex<Option<String>>>,
    /// Whether connecting fails.
    pub(crate) gone: Arc<AtomicBool>,
}

impl Phone {
    /// A phone with a small screen: these tests are about the loop.
    pub(crate) fn new(profile: Profile) -> Self {
        Self::with_screen(Screen { width: 360, height: 640, density: 160 }, profile)
    }

    /// A phone with this screen.
    pub(crate) fn with_screen(screen: Screen, profile: Profile) -> Self {
        Self::made(sim::bare_phone, Profile { screen, ..profile })
    }

    /// A phone with the screen of its profile and all apps.
    pub(crate) fn with_apps(profile: Profile) -> Self {
        Self::made(sim::phone_of, profile)
    }

    fn made(make: impl FnOnce(Profile, i64) -> sim::phone::Phone, profile: Profile) -> Self {
        let began = tokio::time::Instant::now();
        let now = move || MORNING_MS + i64::try_from(began.elapsed().as_millis()).unwrap();
        let phone = make(Profile { clock_ms: Some(MORNING_MS), run_ahead: true, ..profile }, now());
        Self {
            adbd: Adbd::new(phone, Arc::new(now)),
            commands: Arc::default(),
            lost: Arc::default(),
            gone: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Our device, with its commands recorded.
    pub(crate) fn device(&self) -> Arc<AdbDevice<LoggedConnect>> {
        self.reached(true)
    }

    /// A second connection to the same phone, whose commands are not recorded.
    pub(crate) fn eyes(&self) -> Arc<AdbDevice<LoggedConnect>> {
        self.reached(false)
    }

    fn reached(&self, kept: bool) -> Arc<AdbDevice<LoggedConnect>> {
        let connect = LoggedConnect { phone: self.clone(), kept };
        Arc::new(AdbDevice::new("pipe", connect, Arc::new(SystemClock::default()), Options::default()))
    }

    async fn client(&self) -> Result<Client, WireError> {
        let (near, far) = tokio::io::duplex(1 << 20);
        let adbd = Arc::clone(&self.adbd);
        tokio::spawn(async move { adbd.serve(far).await });
        let client = Client::over(near, "pipe", adb::Options::default()).await;
        client.map_err(|error| WireError::Unreachable(error.to_string()))
    }

    /// Calls the control service.
    pub(crate) async fn control(&self, request: &Value) -> Value {
        let client = self.client().await.unwrap();
        let mut stream = BufReader::new(client.open(sim::adbd::CONTROL).await.unwrap());
        stream.write_all(format!("{request}\n").as_bytes()).await.unwrap();
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer.get("error"), None, "{request}");
        answer
    }

    /// The commands that changed the phone, without queries.
    pub(crate) fn done(&self) -> Vec<String> {
        let commands = self.commands.lock().unwrap();
        let verbs = ["input ", "monkey ", "am start", "echo "];
        // `echo @` is part of the query for the names of all apps.
        let does =
            |command: &&String| verbs.iter().any(|verb| command.starts_with(verb)) && !command.starts_with("echo @");
        commands.iter().filter(does).cloned().collect()
    }
}

pub(crate) struct LoggedConnect {
    phone: Phone,
    kept: bool,
}

impl Connect for LoggedConnect {
    type Wire = Logged;

    async fn connect(&self) -> Result<Logged, WireError> {
        if self.kept && self.phone.gone.load(Ordering::Relaxed) {
            return Err(WireError::Unreachable("no route to the phone".to_owned()));
        }
        let log = self.kept.then(|| Arc::clone(&self.phone.commands));
        let lost = Arc::clone(&self.phone.lost);
        Ok(Logged { wire: Reached::over(self.phone.client().await?), log, lost })
    }
}

pub(crate) struct Logged {
    wire: Reached,
    log: Option<Arc<Mutex<Vec<String>>>>,
    lost: Arc<Mutex<Option<String>>>,
}

impl Logged {
    fn keep(&self, command: &str) {
        if let Some(log) = &self.log {
            log.lock().unwrap().push(command.to_owned());
        }
    }
}

impl Wire for Logged {
    type Stream = <Reached as Wire>::Stream;

    async fn shell(&self, command: &str, limit: Limit) -> Result<Output, WireError> {
        self.keep(command);
        let answer = self.wire.shell(command, limit).await;
        let mut lost = self.lost.lock().unwrap();
        if self.log.is_some() && lost.as_ref().is_some_and(|part| command.contains(part)) {
            *lost = None;
            return Err(WireError::Dropped("the answer was lost".to_owned()));
        }
        answer
    }

    async fn exec(&self, command: &str, limit: Limit) -> Result<Vec<u8>, WireError> {
        self.keep(command);
        self.wire.exec(command, limit).await
    }

    async fn open(&self, service: &str, limit: Limit) -> Result<Self::Stream, WireError> {
        self.wire.open(service, limit).await
    }

    async fn is_lost(&self) -> bool {
        self.wire.is_lost().await
    }
}
