//! The device over the real adb client, with adb's own packets to a phone in memory.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use action::phone::AgentAction;
use adb::daemon::{Services, serve};
use adb::shell::ShellPacket;
use adb::{Banner, Client, Stream};
use device::clock::SystemClock;
use device::wire::{Connect, Reached, WireError};
use device::{Acted, Actuator, AdbDevice, DeviceError, Options};
use tokio::io::AsyncWriteExt;
use tokio::sync::Notify;

/// The phone's behaviour at one service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trick {
    Cut,
    Silence,
}

#[derive(Default)]
struct Phone {
    services: Mutex<Vec<String>>,
    tricks: Mutex<Vec<(usize, Trick)>>,
    cut: Notify,
}

impl Services for Phone {
    async fn open(&self, service: &str, mut stream: Stream) -> adb::Result<()> {
        let count = {
            let mut services = self.services.lock().unwrap();
            services.push(service.to_owned());
            services.len()
        };
        let trick = self.tricks.lock().unwrap().iter().find(|(at, _)| *at == count).map(|(_, trick)| *trick);
        match trick {
            Some(Trick::Cut) => {
                self.cut.notify_one();
                return std::future::pending().await;
            }
            Some(Trick::Silence) => return std::future::pending().await,
            None => {}
        }
        if let Some(command) = service.strip_prefix("shell,v2,raw:") {
            let (stdout, stderr, status) = answer(command);
            ShellPacket::Stdout(stdout.into()).write(&mut stream).await?;
            ShellPacket::Stderr(stderr.into()).write(&mut stream).await?;
            ShellPacket::Exit(status).write(&mut stream).await?;
        } else if let Some(command) = service.strip_prefix("shell:") {
            stream.write_all(answer(command).0.as_bytes()).await?;
        } else {
            return Err(adb::Error::Refused("no such service".to_owned()));
        }
        Ok(())
    }
}

fn answer(command: &str) -> (String, String, u8) {
    match command {
        "wm size" => ("Physical size: 1080x2400\n".to_owned(), String::new(), 0),
        "big" => ("x".repeat(100_000), "y".repeat(70_000), 3),
        _ => (String::new(), String::new(), 0),
    }
}

struct InMemory {
    phone: Arc<Phone>,
    features: &'static [&'static str],
}

impl Connect for InMemory {
    type Wire = Reached;

    async fn connect(&self) -> Result<Reached, WireError> {
        let (near, far) = tokio::io::duplex(1 << 16);
        let (phone, features) = (Arc::clone(&self.phone), self.features);
        tokio::spawn(async move {
            let banner = Banner::device("sdk", "Pixel", "emu", features);
            tokio::select! {
                _ = serve(far, &banner, Arc::clone(&phone)) => {}
                () = phone.cut.notified() => {}
            }
        });
        let client = Client::over(near, "memory", adb::Options::default()).await;
        Ok(Reached::over(client.map_err(|error| WireError::Unreachable(error.to_string()))?))
    }
}

fn device(features: &'static [&'static str], tricks: &[(usize, Trick)]) -> (AdbDevice<InMemory>, Arc<Phone>) {
    let phone = Arc::new(Phone::default());
    phone.tricks.lock().unwrap().extend(tricks);
    let connect = InMemory { phone: Arc::clone(&phone), features };
    (AdbDevice::new("memory", connect, Arc::new(SystemClock::default()), Options::default()), phone)
}

fn tap() -> AgentAction {
    AgentAction::tap(540.into(), 1200.into())
}

#[tokio::test(start_paused = true)]
async fn a_tap_is_this_service() {
    for (features, prefix) in [(&["shell_v2", "cmd"][..], "shell,v2,raw:"), (&["cmd"][..], "shell:")] {
        let (device, phone) = device(features, &[]);
        assert_eq!(device.act(&tap()).await, Ok(Acted::Touched));
        let services = phone.services.lock().unwrap().clone();
        assert_eq!(services, [format!("{prefix}wm size"), format!("{prefix}input tap 540 1200")]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_answer_is_cut_and_says_so() {
    let (device, _) = device(&["shell_v2"], &[]);
    let shell = serde_json::from_str(r#"{"type":"shell","command":"big"}"#).unwrap();
    let Acted::Ran(ran) = device.act(&shell).await.unwrap() else { panic!() };
    assert_eq!((ran.status, ran.stdout.len(), ran.stderr.len(), ran.cut), (Some(3), 65_536, 65_536, true));
}

#[tokio::test(start_paused = true)]
async fn a_cut_wire_is_told_apart_and_mended() {
    let (device, phone) = device(&["shell_v2"], &[(1, Trick::Cut), (3, Trick::Cut)]);
    // The query is repeated, the action is not.
    let error = device.act(&tap()).await.unwrap_err();
    assert!(matches!(error, DeviceError::MaybeSent { why: WireError::Dropped(_), .. }), "{error}");
    assert_eq!(phone.services.lock().unwrap().len(), 3);
    assert_eq!(device.act(&tap()).await, Ok(Acted::Touched));
    assert_eq!(phone.services.lock().unwrap().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_phone_that_never_answers_is_left_in_time() {
    let (device, phone) = device(&["shell_v2"], &[(2, Trick::Silence)]);
    let began = tokio::time::Instant::now();
    let error = device.act(&tap()).await.unwrap_err();
    assert!(matches!(error, DeviceError::MaybeSent { why: WireError::Timeout { .. }, .. }), "{error}");
    assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
    assert_eq!(device.act(&tap()).await, Ok(Acted::Touched), "the connection goes on");
    assert_eq!(phone.services.lock().unwrap().len(), 3);
}
