//! Shells on threads: a session from its first line to its last, the parts of a pipeline, commands in the background.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use super::limits::Budget;
use super::redirect::{Sink, Streams};
use super::session::ShellProcess;
use super::state::Flow;
use super::syntax::{Command, CommandKind, Part, RedirectKind, Statement, Word};
use super::{Input, Io, LongRunning, Os, Shell, parser, threads};

/// What is over in a moment.
const QUICK: &[&str] =
    &["dumpsys", "echo", "getprop", "ime", "ls", "pidof", "pm", "printf", "ps", "settings", "stat", "wm"];

/// What a session runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Script {
    /// This text.
    Text(String),
    /// What comes in, line by line.
    Lines {
        /// Whether the shell prompts, as it does on a terminal.
        prompts: bool,
    },
}

impl Shell {
    /// Runs a session to its end, on this thread.
    pub fn run_session(mut self, script: &Script, os: &mut dyn Os, process: &Arc<ShellProcess>) {
        self.streams = Streams::session();
        self.budget = Budget { process: Some(Arc::clone(process)), ..Budget::default() };
        self.begin();
        os.begun(process);
        match script {
            Script::Text(text) => _ = self.run_text(text, os),
            Script::Lines { prompts } => self.run_lines(*prompts, os),
        }
        self.run_exit_trap(os);
        process.end(self.status);
        process.wait_for_attached();
        process.session().end(self.status & 0xff);
    }

    /// Runs what comes in: a line as soon as it is there, several where a command goes on.
    pub(super) fn run_lines(&mut self, prompts: bool, os: &mut dyn Os) {
        let mut text = String::new();
        loop {
            if prompts {
                let prompt = if text.is_empty() { self.prompt(os) } else { "> ".to_owned() };
                self.show(&prompt, os);
            }
            let mut input = self.streams.stdin.read_by(self.budget.process.as_ref());
            let Some((line, _)) = input.line() else { break };
            self.budget.renew();
            text.push_str(&String::from_utf8_lossy(&line));
            text.push('\n');
            match parser::parse(&text) {
                Err(error) if error.is_incomplete() && text.len() < super::limits::MAX_WORD => continue,
                _ => {}
            }
            let flow = self.run_text(&std::mem::take(&mut text), os);
            if self.killed || (flow == Flow::Exit && !(prompts && std::mem::take(&mut self.syntax_error))) {
                return;
            }
        }
        if !text.is_empty() {
            self.run_text(&text, os);
        }
    }

    fn prompt(&mut self, os: &mut dyn Os) -> String {
        let device = os.property("ro.product.device").unwrap_or_else(|| "localhost".to_owned());
        let status = if self.status == 0 { String::new() } else { format!("{}|", self.status) };
        format!("{status}{device}:{} $ ", self.scope.cwd)
    }

    fn show(&mut self, text: &str, os: &mut dyn Os) {
        let sink = self.outer.clone();
        self.write(&sink, text.as_bytes(), os);
    }

    /// A shell like this one for another thread.
    fn fork(&self, process: Arc<ShellProcess>) -> Self {
        let mut shell = self.clone();
        shell.scope.at_exit = None;
        shell.scope.traps.retain(|_, script| script.is_empty());
        shell.loops_running = 0;
        shell.budget.process = Some(process);
        shell
    }

    /// Runs on this thread until its end, whatever happens.
    fn run_forked(mut self, mut os: Box<dyn Os + Send>, act: impl FnOnce(&mut Self, &mut dyn Os) -> Flow) -> i32 {
        let Some(process) = self.budget.process.clone() else { return 1 };
        let ended = catch_unwind(AssertUnwindSafe(|| {
            act(&mut self, &mut *os);
            self.run_exit_trap(&mut *os);
            self.status
        }));
        // The other ends of its pipes have to know first.
        drop(self);
        let status = ended.unwrap_or(137);
        process.end(status);
        status
    }

    /// Whether a part of a pipeline reads nothing, never waits and says little: it can as well be over before the next
    /// one begins, and that costs no thread. Most of what clients send is one of these before a `grep`.
    fn is_quick(&self, command: &Command) -> bool {
        let CommandKind::Simple { words, .. } = &command.kind else { return false };
        let Some([Part::Plain(name)]) = words.first().map(Vec::as_slice) else { return false };
        let plain = |word: &Word| word.iter().all(|part| matches!(part, Part::Plain(_) | Part::Quoted(_)));
        QUICK.contains(&name.as_str()) && !self.scope.functions.contains_key(name) && words.iter().all(plain)
    }

    /// Runs the parts of a pipeline, each on a thread of its own; none if there can be no more threads, or need not be.
    pub(super) fn pipe_threads(&mut self, commands: &[Command], os: &mut dyn Os) -> Option<Flow> {
        let process = self.budget.process.clone()?;
        let (last, first) = commands.split_last()?;
        if first.iter().all(|command| self.is_quick(command)) {
            return None;
        }
        let systems: Vec<Box<dyn Os + Send>> = first.iter().map_while(|_| os.fork()).collect();
        if systems.len() < first.len() || self.budget.depth >= super::limits::MAX_DEPTH {
            return None;
        }
        let mut stdin = self.streams.stdin.clone();
        let mut children = Vec::with_capacity(first.len());
        for (command, system) in first.iter().zip(systems) {
            let (reader, writer) = process.session().pipe();
            let child = process.child(os.next_pid());
            os.begun(&child);
            let mut shell = self.fork(Arc::clone(&child));
            shell.streams.stdin = std::mem::replace(&mut stdin, Input::pipe(reader));
            shell.streams.stdout = Sink::Pipe(Arc::new(writer));
            let command = command.clone();
            if !threads::run(move || _ = shell.run_forked(system, |shell, os| shell.command(&command, os))) {
                child.end(126);
            }
            children.push(child);
        }
        self.in_subshell(os, |shell, os| {
            shell.streams.stdin = stdin;
            shell.command(last, os)
        });
        // Who is killed waits for nobody: what it started is killed with it.
        let mut statuses: Vec<i32> = children.iter().map(|child| process.wait_for(child).unwrap_or(137)).collect();
        statuses.push(self.status);
        self.budget.renew();
        self.piped(statuses);
        Some(if self.killed { Flow::Exit } else { Flow::Next })
    }

    /// The status of a pipeline from those of its parts.
    pub(super) fn piped(&mut self, statuses: Vec<i32>) {
        if self.scope.pipe_fail
            && let Some(failed) = statuses.iter().rev().find(|status| **status != 0)
        {
            self.status = *failed;
        }
        self.pipe_status = statuses;
    }

    /// Starts a command in the background; its number, or none if it cannot have a thread.
    pub(super) fn start_background(&mut self, statement: &Statement, os: &mut dyn Os) -> Option<u32> {
        let process = self.budget.process.clone()?;
        let system = os.fork()?;
        let attached = self.streams.reach_session() && reaches_out(statement);
        let job = process.background(os.next_pid(), attached);
        os.begun(&job);
        let mut shell = self.fork(Arc::clone(&job));
        shell.streams.stdin = Input::default();
        let statement = statement.clone();
        let run = move || _ = shell.run_forked(system, |shell, os| shell.statement(&statement, os));
        if !threads::run(run) {
            job.end(1);
            return None;
        }
        self.jobs.retain(|job| job.status().is_none());
        self.jobs.push(Arc::clone(&job));
        Some(job.pid)
    }

    /// `wait`: for all that runs in the background, or for these.
    pub(super) fn wait_for_jobs(&mut self, pids: &[u32]) -> i32 {
        let Some(process) = self.budget.process.clone() else { return 0 };
        let mut status = 0;
        let jobs = self.jobs.clone();
        for pid in pids {
            status = match jobs.iter().find(|job| job.pid == *pid) {
                Some(job) => process.wait_for(job).unwrap_or(129),
                None => 127,
            };
        }
        if pids.is_empty() {
            for job in &jobs {
                _ = process.wait_for(job);
            }
            self.jobs.clear();
        }
        status
    }

    /// Goes on with a command that goes on, until it is stopped; its status.
    pub(super) fn follow(&mut self, command: &LongRunning, os: &mut dyn Os) -> i32 {
        let Some(process) = self.budget.process.clone() else { return 0 };
        let status = loop {
            let mut io = Io::default();
            let again = os.follow(command, &mut io);
            let read = self.flush(&mut io, os);
            let Some(pause_ms) = again else { break 0 };
            if !read || process.sleep(Duration::from_millis(pause_ms)).is_err() {
                break process.stopped().unwrap_or(129);
            }
        };
        self.budget.renew();
        os.unfollow(command);
        status
    }
}

/// Whether something that a command in the background writes goes where its shell's output goes.
fn reaches_out(statement: &Statement) -> bool {
    if !statement.rest.is_empty() {
        return true;
    }
    let last = statement.first.commands.len().saturating_sub(1);
    statement.first.commands.iter().enumerate().any(|(index, command)| {
        let (mut out, mut err) = (index == last, true);
        for redirect in &command.redirects {
            match (&redirect.kind, redirect.fd) {
                (RedirectKind::Write(_) | RedirectKind::Clobber(_) | RedirectKind::Append(_), 1) => out = false,
                (RedirectKind::Write(_) | RedirectKind::Clobber(_) | RedirectKind::Append(_), 2) => err = false,
                (RedirectKind::Both(_), _) => (out, err) = (false, false),
                (RedirectKind::Duplicate(word), fd) => match (fd, word.as_slice()) {
                    (1, [Part::Plain(to)]) if to == "2" => out = err,
                    (2, [Part::Plain(to)]) if to == "1" => err = out,
                    (1, [Part::Plain(to)]) if to == "-" => out = false,
                    (2, [Part::Plain(to)]) if to == "-" => err = false,
                    _ => {}
                },
                _ => {}
            }
        }
        out || err
    })
}
