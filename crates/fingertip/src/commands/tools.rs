//! `fingertip tools`: lists and calls the tools of MCP servers by hand, through the gate.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use action::AgentAction;
use action::consent::ActionTarget;
use action::phone::McpCall;
use agent::{Memory, Tools};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use mcp::client::{ServerState, Servers};
use policy::{Action, Actor, Decision, Evidence, KnownTool, Request, Settled, Surface, decide};
use serde_json::{Map, Value, json};
use task::Remembered;
use task::folder::Paths;
use task::permissions::Permissions;

use crate::config::Config;
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;
use crate::terminal::confirm;
use crate::tools;

/// How long servers may take to start while a person waits: some are downloaded first.
const PATIENCE: Duration = Duration::from_secs(60);

/// List and try the tools of other programs (MCP servers)
#[derive(Args)]
#[command(after_help = "\
Servers are read from `mcp.json` in the data folder, in the format that other programs use
({\"mcpServers\": {\"NAME\": {\"command\", \"args\", \"env\"} or {\"url\", \"headers\"}}}), and from the files named in
`[mcp] files` of the configuration. See docs/mcp-client.md.

Examples:
  fingertip tools list
  fingertip tools call files__read_file '{\"path\": \"notes.txt\"}'")]
pub(crate) struct ToolsCommand {
    #[command(subcommand)]
    what: Subcommands,
    #[command(flatten)]
    which: PhoneOptions,
}

#[derive(Subcommand)]
enum Subcommands {
    /// List every server with its state and its tools
    #[command(after_help = "\
Starts the servers and requests their tools. Exit code 0 if all of them answer, else 1.

Examples:
  fingertip tools list
  fingertip tools list --json | jq '.servers[].tools[].name'")]
    List {
        /// Print the servers as JSON
        #[arg(long)]
        json: bool,
    },
    /// Call one tool and print its result
    #[command(after_help = "\
The gate asks first, as in a task, and shows the server, the tool and its arguments. --yes approves everything that can
be approved in advance; the rest still asks, and without a terminal that counts as a no.

Examples:
  fingertip tools call everything__echo '{\"message\": \"hello\"}'
  fingertip tools call files__list_directory '{\"path\": \"/tmp\"}' --yes --json")]
    Call {
        /// The tool's name in the list; the part after `__` is enough if only one server has it
        name: String,
        /// The arguments, as a JSON object
        #[arg(value_name = "JSON", default_value = "{}")]
        args: String,
        /// How many seconds the call may take
        #[arg(long, value_name = "SECONDS", default_value_t = 60)]
        timeout: u64,
        /// Approve everything that can be approved in advance
        #[arg(long)]
        yes: bool,
        /// Print {\"tool\", \"ok\", \"result\" or \"error\"} as JSON
        #[arg(long)]
        json: bool,
    },
}

impl ToolsCommand {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let data = self.which.data()?;
        let config = Config::load(&data)?;
        let servers = tools::servers(&data, &config);
        let done = match self.what {
            Subcommands::List { json } => {
                servers.settled(PATIENCE).await;
                list(&servers, json)
            }
            Subcommands::Call { name, args, timeout, yes, json } => {
                let call = Call { name, args: read_args(&args)?, timeout: Duration::from_secs(timeout), yes, json };
                let permissions = Permissions::open(&Paths::new(&data).permissions())?;
                // Only the server of this tool matters; a slow other one would just delay the call.
                servers.settled_for(&call.name, PATIENCE).await;
                call.run(&servers, Arc::new(permissions)).await
            }
        };
        servers.close().await;
        done
    }
}

fn list(servers: &Servers, json: bool) -> Result<ExitCode> {
    let listed = servers.list();
    let ready = |state: &ServerState| matches!(state, ServerState::Ready { .. });
    let good = servers.mistakes().is_empty() && listed.iter().all(|server| ready(&server.state));
    let code = if good { ExitCode::SUCCESS } else { ExitCode::from(1) };
    if json {
        let each: Vec<Value> = listed
            .iter()
            .map(|server| {
                let (state, trouble) = told(&server.state);
                let tools: Vec<Value> = server
                    .tools
                    .iter()
                    .map(|tool| json!({"name": tool.name, "description": tool.description, "destroys": tool.destroys}))
                    .collect();
                json!({"server": server.name, "state": state, "trouble": trouble, "leftOut": server.left_out, "tools": tools})
            })
            .collect();
        let mistakes: Vec<String> = servers.mistakes().iter().map(ToString::to_string).collect();
        output::json(&json!({"servers": each, "disabled": servers.disabled(), "mistakes": mistakes}))?;
        return Ok(code);
    }
    for server in &listed {
        let (state, trouble) = told(&server.state);
        let count = if ready(&server.state) { format!(", {} tools", server.tools.len()) } else { String::new() };
        let trouble = trouble.map_or_else(String::new, |why| format!(": {}", plain(&why, 500)));
        output::line(format_args!("{}  {state}{count}{trouble}", plain(&server.name, 80)))?;
        for tool in &server.tools {
            let first = tool.description.lines().next().unwrap_or_default();
            output::line(format_args!("  {}  {}", tool.name, plain(first, 100)))?;
        }
        if server.left_out > 0 {
            output::line(format_args!("  ({} more are not shown)", server.left_out))?;
        }
    }
    for name in servers.disabled() {
        output::line(format_args!("{}  switched off", plain(name, 80)))?;
    }
    for mistake in servers.mistakes() {
        output::hint(&plain(&mistake.to_string(), 1000));
    }
    if listed.is_empty() && servers.mistakes().is_empty() {
        output::hint(
            "no servers are configured: add them to `mcp.json` in the data folder, or name a file with `[mcp] files`",
        );
    }
    Ok(code)
}

fn told(state: &ServerState) -> (&'static str, Option<String>) {
    match state {
        ServerState::Idle => ("idle", None),
        ServerState::Starting => ("starting", Some(format!("did not answer within {} s", PATIENCE.as_secs()))),
        ServerState::Ready { .. } => ("ready", None),
        ServerState::Away { why, .. } => ("away", Some(why.clone())),
    }
}

fn read_args(text: &str) -> Result<Map<String, Value>> {
    let value: Value = serde_json::from_str(text).context("the arguments are not valid JSON")?;
    match value {
        Value::Object(args) => Ok(args),
        _ => bail!("the arguments must be a JSON object, as in '{{\"path\": \"notes.txt\"}}'"),
    }
}

/// One call by hand.
struct Call {
    name: String,
    args: Map<String, Value>,
    timeout: Duration,
    yes: bool,
    json: bool,
}

impl Call {
    async fn run(&self, servers: &Servers, permissions: Arc<Permissions>) -> Result<ExitCode> {
        let Some(known) = servers.find(&self.name) else {
            bail!("{}; `fingertip tools list` lists them all", plain(&servers.missing(&self.name), 2000));
        };
        if let Err(why) = self.pass(&known, permissions).await {
            return self.print(Err(why));
        }
        let called = servers.call(&self.name, &self.args, self.timeout).await;
        self.print(called.map_err(|error| error.to_string()))
    }

    /// Passes the gate: asks the questions that a task's call would raise.
    async fn pass(&self, known: &KnownTool, permissions: Arc<Permissions>) -> Result<(), String> {
        let timeout_sec = McpCall::default_timeout();
        let call = McpCall { tool: self.name.clone(), args: self.args.clone(), timeout_sec, reason: None };
        let action = AgentAction::McpCall(call);
        let memory = Remembered::new(permissions, Arc::new(agent::SystemClock::new()));
        let pattern = policy::Pattern::tool(&self.name, &known.fingerprint);
        let remembered = memory.remembered(&pattern);
        let changed = !remembered && memory.remembered_otherwise(&pattern);
        let evidence = Evidence { tool: Some(KnownTool { changed, ..known.clone() }), ..Evidence::default() };
        let decision = decide(&Request {
            who: Actor::Agent("tools call".to_owned()),
            surface: Surface::Tools,
            action: Action::Phone(&action),
            target: None,
            package: None,
            evidence: Some(&evidence),
        });
        match decision.settle(self.yes, remembered) {
            Settled::Go => Ok(()),
            Settled::Refused => Err(format!("the gate refused this: {}", decision.reason)),
            Settled::AskPerson => self.ask(&action, known, &decision).await,
        }
    }

    async fn ask(&self, action: &AgentAction, known: &KnownTool, decision: &Decision) -> Result<(), String> {
        let what = planner::deed_in_words(
            "en",
            action,
            ActionTarget { label: &known.name, role: &known.server, ..ActionTarget::default() },
        );
        match confirm(&format!("{what}?"), &decision.reason).await {
            Some(true) => Ok(()),
            Some(false) => Err("you said no".to_owned()),
            None => Err(format!(
                "nobody can answer, because this is not a terminal; that counts as a no ({}). --yes approves what \
                 can be approved in advance",
                decision.reason
            )),
        }
    }

    fn print(&self, came: Result<String, String>) -> Result<ExitCode> {
        let code = if came.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) };
        match (self.json, came) {
            (true, Ok(result)) => output::json(&json!({"tool": self.name, "ok": true, "result": result}))?,
            (true, Err(error)) => output::json(&json!({"tool": self.name, "ok": false, "error": error}))?,
            (false, Ok(result)) => output::line(result)?,
            (false, Err(error)) => output::hint(&format!("error: {error}")),
        }
        Ok(code)
    }
}
