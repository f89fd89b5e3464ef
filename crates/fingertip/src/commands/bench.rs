//! `fingertip bench`: measures what a touch, an observation, a live picture, a task and a plain-language request cost,
//! compared in one run with how other tools do them.

mod phone;
mod task;
mod words;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use action::AgentAction;
use adb::Client;
use adb::host::Server;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use device::wire::Adb;
use device::{Actuator, AdbDevice, Observer};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

/// Measure performance
#[derive(Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    what: Subcommands,
}

#[derive(Subcommand)]
enum Subcommands {
    Device(BenchDevice),
    Phone(phone::BenchPhone),
    Task(task::BenchTask),
    Words(words::BenchWords),
}

/// Measure what phone actions cost, compared with one `adb` process per command
#[derive(Args)]
#[command(after_help = "\
Starts its own simulated phone (on a free port and its own thread) and its own adb server, then measures in one run:
a tap and an observe-and-tap step by our client, direct and through the adb server, and the same by the `adb` binary,
one process per command. Subtracts the time the phone itself takes, which the phone measures. The comparison needs
`adb`.

Examples:
  fingertip bench device
  fingertip bench device --times 500 --json")]
struct BenchDevice {
    /// How often to repeat each measurement
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(10..=100_000))]
    times: u32,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        match self.what {
            Subcommands::Device(bench) => bench.run().await,
            Subcommands::Phone(bench) => bench.run().await,
            Subcommands::Task(bench) => bench.run().await,
            Subcommands::Words(bench) => bench.run().await,
        }
    }
}

/// The cost of one repetition, without the phone's own time.
struct Cost {
    name: &'static str,
    micros: f64,
}

impl BenchDevice {
    /// Measures on its own thread, because the way a runtime spreads tasks over threads must not count.
    async fn run(self) -> Result<ExitCode> {
        let measuring = tokio::task::spawn_blocking(move || -> Result<ExitCode> {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(self.measure())
        });
        measuring.await.context("the measurement was cut off")?
    }

    #[expect(clippy::print_stderr, reason = "progress")]
    async fn measure(self) -> Result<ExitCode> {
        let address = start_phone().await?;
        let device = crate::phones::built_in_device(&address);
        let mut control = Control::open(&address).await?;
        let mut costs = Vec::new();

        eprintln!("measuring direct …");
        self.ours(&device, &mut control, "direct", &mut costs).await?;

        let server = private_server().await;
        match &server {
            Ok(private) => {
                eprintln!("measuring through the adb server …");
                private.server.connect(&address).await.context("the adb server could not connect to the phone")?;
                private.server.wait_for(&address, "device", Duration::from_secs(10)).await?;
                let through =
                    AdbDevice::adb(Adb::through(private.server.clone(), address.clone(), adb::Options::default()));
                self.ours(&through, &mut control, "through the adb server", &mut costs).await?;
                eprintln!("measuring one `adb` process per command …");
                self.processes(private.port, &address, &mut control, &mut costs).await?;
            }
            Err(error) => eprintln!("note: not compared with `adb` processes: {error:#}"),
        }
        if let Ok(private) = server {
            private.stop().await;
        }
        self.print(&costs)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Measures a tap, and an observe-and-tap step, by our client.
    async fn ours(
        &self,
        device: &AdbDevice,
        control: &mut Control,
        way: &'static str,
        costs: &mut Vec<Cost>,
    ) -> Result<()> {
        let tap = AgentAction::tap(540.into(), 1200.into());
        // The first picture decides how pictures are taken, which must not count.
        device.snapshot().await?;
        device.act(&tap).await?;
        let direct = way == "direct";
        let tap_name = if direct { "tap, direct" } else { "tap, through the adb server" };
        let touch = async || {
            device.act(&tap).await?;
            Ok(())
        };
        costs.push(cost(tap_name, control, self.times, touch).await?);
        let step_name = if direct { "step, direct" } else { "step, through the adb server" };
        let step = async || {
            device.snapshot().await?;
            device.act(&tap).await?;
            Ok(())
        };
        costs.push(cost(step_name, control, self.times / 10, step).await?);
        Ok(())
    }

    /// Measures the same by processes: a tap, and the nine processes that another tool starts for a step.
    async fn processes(&self, port: u16, address: &str, control: &mut Control, costs: &mut Vec<Cost>) -> Result<()> {
        let adb = async |arguments: &[&str]| adb_process(port, address, arguments).await;
        adb(&["shell", "input tap 540 1200"]).await?;
        let tap = async || adb(&["shell", "input tap 540 1200"]).await;
        costs.push(cost("tap, an adb process", control, self.times / 4, tap).await?);
        let step = async || {
            for command in STEP {
                adb(command).await?;
            }
            Ok(())
        };
        costs.push(cost("step, nine adb processes", control, self.times / 20, step).await?);
        Ok(())
    }

    #[expect(clippy::print_stdout, reason = "the data of this command")]
    fn print(&self, costs: &[Cost]) -> Result<()> {
        let of = |name: &str| costs.iter().find(|cost| cost.name == name).map(|cost| cost.micros);
        // A phone that works on two requests at once counts both. Nothing is left for us then, and there is no ratio.
        let ratio = |slow: &str, fast: &str| Some(of(slow)? / of(fast).filter(|micros| *micros > 0.0)?);
        let ratios = [
            ("a direct tap is cheaper than an adb process by", ratio("tap, an adb process", "tap, direct"), 50.0),
            (
                "a tap through the adb server is cheaper than an adb process by",
                ratio("tap, an adb process", "tap, through the adb server"),
                20.0,
            ),
            (
                "a direct step is cheaper than nine adb processes by",
                ratio("step, nine adb processes", "step, direct"),
                8.0,
            ),
            (
                "a step through the adb server is cheaper than nine adb processes by",
                ratio("step, nine adb processes", "step, through the adb server"),
                8.0,
            ),
        ];
        if self.json {
            let costs: serde_json::Map<String, Value> =
                costs.iter().map(|cost| (cost.name.to_owned(), json!(cost.micros))).collect();
            let ratios: Vec<Value> = ratios
                .iter()
                .map(|(name, ratio, wanted)| json!({"what": name, "ratio": ratio, "wanted": wanted}))
                .collect();
            println!("{}", serde_json::to_string_pretty(&json!({"micros": costs, "ratios": ratios}))?);
            return Ok(());
        }
        println!("client time per repetition, without the phone's own");
        for cost in costs {
            println!("  {:<32}{:>12.1} µs", cost.name, cost.micros);
        }
        for (name, ratio, wanted) in ratios {
            if let Some(ratio) = ratio {
                println!("{name} {ratio:.1}x (wanted {wanted:.0}x)");
            }
        }
        Ok(())
    }
}

/// How often to measure each; odd, so that there is a median.
const ROUNDS: u32 = 15;

/// Nine commands of the kinds that OpenPocket is known to send. That it starts nine processes per step is reported;
/// which nine, and how its steps use them, was not observed.
const STEP: &[&[&str]] = &[
    &["devices"],
    &["shell", "wm size"],
    &["shell", "dumpsys power"],
    &["shell", "dumpsys window policy"],
    &["shell", "dumpsys window windows"],
    &["shell", "dumpsys activity activities"],
    &["exec-out", "screencap -p"],
    &["shell", "getprop ro.product.model"],
    &["shell", "input tap 540 1200"],
];

/// Runs one `adb` process.
async fn adb_process(port: u16, address: &str, arguments: &[&str]) -> Result<()> {
    let output = tokio::process::Command::new("adb")
        .args(["-P", &port.to_string(), "-s", address])
        .args(arguments)
        .stdin(std::process::Stdio::null())
        .output()
        .await
        .context("cannot start `adb`")?;
    if !output.status.success() {
        bail!("`adb {}` failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// Returns the cost without the phone's own time: the median of several rounds, so that other load on the machine
/// counts little.
async fn cost(
    name: &'static str,
    control: &mut Control,
    times: u32,
    mut work: impl AsyncFnMut() -> Result<()>,
) -> Result<Cost> {
    let each = (times / ROUNDS).max(1);
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let (begun, worked) = (Instant::now(), control.worked().await?);
        for _ in 0..each {
            work().await?;
        }
        let all = begun.elapsed();
        let phone = Duration::from_nanos(control.worked().await?.saturating_sub(worked));
        rounds.push(all.saturating_sub(phone).as_secs_f64() * 1e6 / f64::from(each));
    }
    rounds.sort_by(f64::total_cmp);
    Ok(Cost { name, micros: rounds[rounds.len() / 2] })
}

/// Starts a new simulated phone on its own thread, as a phone is a machine of its own, and returns the address of its
/// adbd. It lives as long as this process.
async fn start_phone() -> Result<String> {
    let (tell, told) = tokio::sync::oneshot::channel::<Result<String>>();
    let serve = move || {
        let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => return drop(tell.send(Err(error.into()))),
        };
        runtime.block_on(async {
            let phone = crate::phones::fresh().await;
            drop(tell.send(phone.and_then(|phone| phone.address.context("the simulated phone has no address"))));
            std::future::pending::<()>().await;
        });
    };
    std::thread::Builder::new().name("phone".to_owned()).spawn(serve).context("cannot start a thread for the phone")?;
    told.await.context("the simulated phone did not start")?
}

/// The phone's control service, on its own connection.
struct Control {
    stream: BufReader<adb::Stream>,
    _client: Client,
}

impl Control {
    async fn open(address: &str) -> Result<Self> {
        let client = Client::direct(address, adb::Options::default()).await?;
        let stream = client.open(sim::adbd::CONTROL).await?;
        Ok(Self { stream: BufReader::new(stream), _client: client })
    }

    /// Returns how long the phone itself has worked, in nanoseconds.
    async fn worked(&mut self) -> Result<u64> {
        self.stream.write_all(b"{\"op\":\"worked\"}\n").await?;
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let answer: Value = serde_json::from_str(&line).context("the control service does not answer")?;
        answer["ns"].as_u64().context("the control service does not say how long the phone worked")
    }
}

/// An adb server that no other program uses.
struct Private {
    server: Server,
    port: u16,
    child: tokio::process::Child,
}

impl Private {
    async fn stop(mut self) {
        _ = self.server.kill().await;
        _ = self.child.kill().await;
    }
}

async fn private_server() -> Result<Private> {
    let port = tokio::net::TcpListener::bind("127.0.0.1:0").await?.local_addr()?.port();
    let child = tokio::process::Command::new("adb")
        .args(["-P", &port.to_string(), "nodaemon", "server"])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .context("cannot start `adb`; on Debian: apt-get install adb")?;
    let server = Server::at("127.0.0.1", port);
    let mut tries = tokio::time::interval(Duration::from_millis(20));
    for _ in 0..500 {
        tries.tick().await;
        if tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
            return Ok(Private { server, port, child });
        }
    }
    bail!("the adb server on port {port} did not start")
}
