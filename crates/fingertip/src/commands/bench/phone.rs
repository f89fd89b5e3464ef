//! `fingertip bench phone`: measures the cost of a phone's live picture, and the delay from a change to its frame.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use action::AgentAction;
use action::dialect::DialectName;
use agent::{NoReader, NoTools, SystemClock};
use anyhow::{Context, Result};
use async_trait::async_trait;
use clap::Args;
use device::{AdbDevice, Device, Observer};
use model::Model;
use serde_json::json;
use task::folder::Paths;
use task::permissions::Permissions;
use task::{Environment, Models, NoModel, Options, Phone, PhoneNews, PhoneWatch, Phones, Service, Unreachable};

/// Measure a phone's live picture
#[derive(Args)]
#[command(after_help = "\
Starts its own simulated phone and watches it as a page does, all in this process: the phone, the loop that observes it
and the frame encoder. Prints the frames per second while the phone moves, the delay from a change to its frame (for
changes that a person makes through us, and changes that the phone makes by itself), the size of frames, and how much of
one processor an idle phone costs while it is watched.

Examples:
  fingertip bench phone
  fingertip bench phone --times 100 --json")]
pub(super) struct BenchPhone {
    /// How often to measure each delay
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(5..=10_000))]
    times: u32,
    /// How many seconds to watch the moving and the idle phone
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// A device source with a single phone.
struct One(Arc<AdbDevice>);

#[async_trait]
impl Phones for One {
    async fn reach(&self, _: Option<&str>) -> Result<Arc<dyn Device>, Unreachable> {
        Ok(Arc::<AdbDevice>::clone(&self.0))
    }

    async fn list(&self) -> Result<Vec<Phone>, Unreachable> {
        let id = self.0.id().to_owned();
        Ok(vec![Phone { name: id.clone(), id, trouble: None }])
    }
}

impl Models for One {
    fn find(&self, _: Option<&str>, _: Option<DialectName>) -> Result<Option<Arc<dyn Model>>, NoModel> {
        Ok(None)
    }

    fn has(&self, _: &str) -> bool {
        false
    }
}

impl BenchPhone {
    #[expect(clippy::print_stderr, reason = "progress")]
    pub(super) async fn run(self) -> Result<ExitCode> {
        let scratch = std::env::temp_dir().join(format!("fingertip-bench-{}", std::process::id()));
        let reached = crate::phones::fresh().await?;
        let address = reached.address.clone().context("the phone has no address")?;
        let service = service(&reached.device, &scratch)?;
        let hand = adb::Client::direct(&address, adb::Options::default()).await?;
        let mut page = Page { watch: service.watch_phone("sim").await, has: None, frames: 0, bytes: 0 };
        let whole = page.frame().await?;

        eprintln!("watching an idle phone …");
        let resting = self.rest(&mut page).await?;
        eprintln!("measuring changes that a person makes …");
        let made = self.made(&service, &mut page).await?;
        eprintln!("measuring changes that the phone makes by itself …");
        let own = self.own(&hand, &mut page).await?;
        eprintln!("watching a moving phone …");
        let moving = self.movement(&hand, &mut page).await?;
        drop(page);
        _ = std::fs::remove_dir_all(&scratch);
        self.print(whole, &resting, &moving, &[("made by a person", made), ("by itself", own)]);
        Ok(ExitCode::SUCCESS)
    }

    /// Measures the cost of an idle phone.
    async fn rest(&self, page: &mut Page) -> Result<Watched> {
        let (begun, cpu) = (Instant::now(), cpu_time());
        let (frames, bytes) = (page.frames, page.bytes);
        let until = tokio::time::Instant::now() + Duration::from_secs(self.seconds.into());
        while let Ok(frame) = tokio::time::timeout_at(until, page.frame()).await {
            frame?;
        }
        Ok(Watched::since(page, frames, bytes, begun, cpu))
    }

    /// Measures a list under a finger that keeps moving.
    async fn movement(&self, hand: &adb::Client, page: &mut Page) -> Result<Watched> {
        run(hand, "am start -n com.android.settings/.Settings").await?;
        let hand = hand.clone();
        let moves = tokio::spawn(async move {
            run(&hand, "input motionevent DOWN 540 1900").await?;
            let mut tick = tokio::time::interval(Duration::from_millis(16));
            for step in 0_u32.. {
                tick.tick().await;
                let place = step * 12 % 1200;
                let y = 1900 - if place < 600 { place } else { 1200 - place };
                run(&hand, &format!("input motionevent MOVE 540 {y}")).await?;
            }
            anyhow::Ok(())
        });
        let (begun, cpu) = (Instant::now(), cpu_time());
        let (frames, bytes) = (page.frames, page.bytes);
        while begun.elapsed() < Duration::from_secs(self.seconds.into()) {
            page.frame().await?;
        }
        moves.abort();
        Ok(Watched::since(page, frames, bytes, begun, cpu))
    }

    /// Measures from a person's input to its frame.
    async fn made(&self, service: &Arc<Service>, page: &mut Page) -> Result<Vec<Duration>> {
        let mut delays = Vec::new();
        for time in 0..self.times {
            page.rest(time).await?;
            let action = match time % 2 {
                0 => AgentAction::key("KEYCODE_NOTIFICATION"),
                _ => AgentAction::key("KEYCODE_HOME"),
            };
            let begun = Instant::now();
            let acted = service.input(Some("sim"), &action);
            let (acted, frame) = tokio::join!(acted, page.frame());
            acted?;
            frame?;
            delays.push(begun.elapsed());
        }
        Ok(delays)
    }

    /// Measures from a change that we did not cause to its frame.
    async fn own(&self, hand: &adb::Client, page: &mut Page) -> Result<Vec<Duration>> {
        let mut delays = Vec::new();
        for time in 0..self.times {
            page.rest(time).await?;
            let command = match time % 2 {
                0 => "cmd statusbar expand-notifications",
                _ => "cmd statusbar collapse",
            };
            run(hand, command).await?;
            let begun = Instant::now();
            page.frame().await?;
            delays.push(begun.elapsed());
        }
        Ok(delays)
    }

    #[expect(clippy::print_stdout, reason = "the data of this command")]
    fn print(&self, whole: usize, resting: &Watched, moving: &Watched, delays: &[(&str, Vec<Duration>)]) {
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        let delays = delays.iter().map(|(name, times)| {
            let mut times: Vec<f64> = times.iter().copied().map(millis).collect();
            times.sort_by(f64::total_cmp);
            let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1))).copied();
            (*name, at(50).unwrap_or_default(), at(95).unwrap_or_default())
        });
        let delays: Vec<(&str, f64, f64)> = delays.collect();
        if self.json {
            let delays: Vec<_> =
                delays.iter().map(|(name, p50, p95)| json!({"change": name, "p50_ms": p50, "p95_ms": p95})).collect();
            println!(
                "{}",
                json!({
                    "frames_per_second": moving.rate(), "bytes_per_frame": moving.bytes_each(), "whole_frame_bytes": whole,
                    "moving_cpu_percent": moving.cpu, "idle_cpu_percent": resting.cpu, "idle_bytes": resting.bytes,
                    "delays": delays,
                })
            );
            return;
        }
        println!(
            "moving phone           {:>8.1} frames/s (wanted 15), {:.0} bytes each, {:.0} % of a processor",
            moving.rate(),
            moving.bytes_each(),
            moving.cpu
        );
        println!(
            "idle phone             {:>8} bytes, {:.1} % of a processor, phone included",
            resting.bytes, resting.cpu
        );
        println!("full frame             {whole:>8} bytes");
        for (name, p50, p95) in delays {
            println!("a change {name:<16} becomes a frame after {p50:.1} ms (median, wanted 100), {p95:.1} ms (p95)");
        }
    }
}

/// A viewer that takes every frame at once.
struct Page {
    watch: PhoneWatch,
    has: Option<(u32, (u32, u32))>,
    frames: u64,
    bytes: u64,
}

impl Page {
    /// Waits for the next frame and returns its size.
    async fn frame(&mut self) -> Result<usize> {
        loop {
            let PhoneNews::Seen(seen) = self.watch.next(true).await else { continue };
            let Some(screen) = seen.screen else { continue };
            let after = self.has.filter(|(_, size)| *size == screen.size()).map(|(number, _)| number);
            self.has = Some((screen.number(), screen.size()));
            if let Some(frame) = screen.frame(after).await? {
                self.frames += 1;
                self.bytes += frame.len() as u64;
                return Ok(frame.len());
            }
        }
    }

    /// Waits until no frame comes any more, and then for a delay that differs each time, so that changes fall anywhere
    /// between two observations.
    async fn rest(&mut self, time: u32) -> Result<()> {
        let quiet = Duration::from_millis(1_300 + u64::from(time * 37 % 200));
        while let Ok(frame) = tokio::time::timeout(quiet, self.frame()).await {
            frame?;
        }
        Ok(())
    }
}

/// The totals of watching for a while.
struct Watched {
    frames: u64,
    bytes: u64,
    passed: Duration,
    /// Percentage of one processor.
    cpu: f64,
}

impl Watched {
    fn since(page: &Page, frames: u64, bytes: u64, begun: Instant, cpu: Duration) -> Self {
        let passed = begun.elapsed();
        let cpu = cpu_time().saturating_sub(cpu).as_secs_f64() / passed.as_secs_f64() * 100.0;
        Self { frames: page.frames - frames, bytes: page.bytes - bytes, passed, cpu }
    }

    fn rate(&self) -> f64 {
        self.frames as f64 / self.passed.as_secs_f64()
    }

    fn bytes_each(&self) -> f64 {
        self.bytes as f64 / self.frames.max(1) as f64
    }
}

/// Returns the CPU time of this process.
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

async fn run(hand: &adb::Client, command: &str) -> Result<()> {
    hand.shell(command).await?;
    Ok(())
}

fn service(device: &Arc<AdbDevice>, scratch: &std::path::Path) -> Result<Arc<Service>> {
    let places = Paths::new(scratch);
    let permissions = Arc::new(Permissions::open(&places.permissions())?);
    let environment = Environment {
        phones: Arc::new(One(Arc::clone(device))),
        models: Arc::new(One(Arc::clone(device))),
        tools: Arc::new(NoTools),
        scripts: Arc::new(agent::NoScripts),
        reader: Arc::new(NoReader),
        clock: Arc::new(SystemClock::new()),
        random: Arc::new(crate::machine::random),
    };
    Ok(Service::open(places, permissions, environment, Options::default())?)
}
