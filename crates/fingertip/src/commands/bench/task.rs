//! `fingertip bench task`: runs a scripted task with our loop, and with one process per command and a sleep per step.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use action::dialect::DialectName;
use agent::record::Folder;
use agent::{Control, Executor, ModelMind, NoTools, Nobody, Settings, Status, Task};
use anyhow::{Context, Result, bail};
use clap::Args;
use device::Observer;
use model::{Script, System, Traits};
use serde_json::json;

use super::{STEP, private_server};

/// Measure a whole task, compared with one `adb` process per command and a sleep per step
#[derive(Args)]
#[command(after_help = "\
Runs the same script on the simulated phone twice and prints the ratio: once with our loop (observe, ask the scripted
model, pass the gate, act, wait for the screen to settle, record everything), and once as other tools do it, with nine
`adb` processes and a sleep of 1.2 s per step. Both are run, so this takes more than a minute. Needs `adb`.

Examples:
  fingertip bench task
  fingertip bench task --steps 10 --json")]
pub(super) struct BenchTask {
    /// How many steps the script has
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    steps: u32,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// How long OpenPocket sleeps after each step, according to its documentation.
const SLEEP: Duration = Duration::from_millis(1200);

/// The actions of the script, repeated. One round is long enough not to look like a loop.
const ROUND: &[&str] = &[
    "com.android.settings",
    "com.google.android.dialer",
    "com.google.android.apps.messaging",
    "com.google.android.contacts",
    "com.whatsapp",
    "com.android.settings",
    "com.whatsapp",
];

impl BenchTask {
    #[expect(clippy::print_stderr, clippy::print_stdout, reason = "progress, and the data of this command")]
    pub(super) async fn run(self) -> Result<ExitCode> {
        let scratch = std::env::temp_dir().join(format!("fingertip-bench-{}", std::process::id()));
        let reached = crate::phones::fresh().await?;
        let address = reached.address.clone().unwrap_or_else(|| reached.device.id().to_owned());
        let device = Arc::new(reached.device);
        // The first look decides how pictures are taken, which must not count.
        device.snapshot().await?;
        eprintln!("{} steps by our loop …", self.steps);
        let ours = self.ours(&device, &scratch).await?;
        eprintln!("{} steps by nine `adb` processes and a sleep each …", self.steps);
        let theirs = self.theirs(&address).await?;
        _ = std::fs::remove_dir_all(&scratch);
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        if self.json {
            let (ours, theirs) = (ours.as_secs_f64(), theirs.as_secs_f64());
            println!(
                "{}",
                json!({"steps": self.steps, "ours_s": ours, "processes_s": theirs, "ratio": ratio, "wanted": 20})
            );
        } else {
            println!("{} steps by our loop                       {:>9.2} s", self.steps, ours.as_secs_f64());
            println!("{} steps by adb processes and sleeps        {:>9.2} s", self.steps, theirs.as_secs_f64());
            println!("our loop is faster by {ratio:.1}x (wanted 20x)");
        }
        Ok(ExitCode::SUCCESS)
    }

    fn packages(&self) -> impl Iterator<Item = &'static str> {
        ROUND.iter().copied().cycle().take(usize::try_from(self.steps).unwrap_or(usize::MAX))
    }

    async fn ours(&self, device: &Arc<device::AdbDevice>, scratch: &std::path::Path) -> Result<Duration> {
        let launch = |package: &str| json!({"raw": json!({"thought": "on", "action": {"type": "launch_app", "packageName": package}}).to_string()});
        let end =
            json!({"raw": json!({"thought": "done", "action": {"type": "finish", "message": "done"}}).to_string()});
        let lines: Vec<String> = self.packages().map(launch).chain([end]).map(|line| line.to_string()).collect();
        let traits = Traits::of(DialectName::find("openpocket")?);
        let model = Arc::new(Script::of("bench", &lines.join("\n"), traits, Arc::new(System))?);
        let record = Folder::create(&scratch.join("tasks").join("bench"))?;
        let settings = Settings { max_steps: self.steps + 1, ..Settings::default() };
        let executor =
            Executor::new(device.clone(), ModelMind::new(model), Arc::new(Nobody), Arc::new(NoTools), settings);
        let task = Task { id: "bench".to_owned(), goal: "open one app after the other".to_owned() };
        let begun = Instant::now();
        let summary = executor.with_journal(record).run(&task, Control::none()).await;
        let took = begun.elapsed();
        if summary.status != Status::Success {
            bail!("the task did not succeed: {}", summary.error.unwrap_or(summary.message));
        }
        Ok(took)
    }

    async fn theirs(&self, address: &str) -> Result<Duration> {
        let private = private_server().await?;
        private.server.connect(address).await.context("the adb server could not connect to the phone")?;
        private.server.wait_for(address, "device", Duration::from_secs(10)).await?;
        let begun = Instant::now();
        for package in self.packages() {
            let start = format!("monkey -p {package} -c android.intent.category.LAUNCHER 1");
            // The last of the nine is the action.
            let looks = STEP.iter().take(STEP.len() - 1).copied();
            for command in looks.chain([["shell", start.as_str()].as_slice()]) {
                super::adb_process(private.port, address, command).await?;
            }
            tokio::time::sleep(SLEEP).await;
        }
        let took = begun.elapsed();
        private.stop().await;
        Ok(took)
    }
}
