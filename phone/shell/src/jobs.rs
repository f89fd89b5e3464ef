//! Shells on threads: whole sessions, the parts of a pipeline, and background commands.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use super::job::{Job, PipedCommand};
use super::limits::Budget;
use super::session::ShellProcess;
use super::state::Flow;
use super::streams::{Sink, Streams};
use super::syntax::{Command, CommandKind, Join, Part, RedirectKind, Statement, Word};
use super::{Input, Io, LongRunning, Os, Shell, builtin, parser, threads};

/// Commands that finish at once.
const QUICK: &[&str] =
    &["dumpsys", "echo", "getprop", "ime", "ls", "pidof", "pm", "printf", "ps", "settings", "stat", "wm"];

/// The source of a session's script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Script {
    /// A complete script.
    Text(String),
    /// A script read from stdin, line by line.
    Lines {
        /// Whether the shell prints a prompt, as on a terminal.
        prompts: bool,
    },
}

impl Shell {
    /// Runs a session to its end on the current thread.
    pub fn run_session(mut self, script: &Script, os: &mut dyn Os, process: &Arc<ShellProcess>) {
        self.streams = Streams::session();
        self.budget = Budget { process: Some(Arc::clone(process)), ..Budget::default() };
        self.begin();
        os.begun(process);
        process.lead(matches!(script, Script::Lines { prompts: true }));
        if process.session().has_terminal() {
            self.set_env("HOSTNAME", &os.host_name());
        }
        match script {
            Script::Text(text) => _ = self.run_text(text, os),
            Script::Lines { prompts } => self.run_lines(*prompts, os),
        }
        self.run_exit_trap(os);
        process.end(self.status);
        if process.session().has_terminal() {
            // The remaining jobs lose their terminal.
            for job in &self.jobs {
                job.process.kill(job.process.pid, 1);
            }
        }
        process.wait_for_attached();
        process.session().end(self.status & 0xff);
    }

    /// Runs the input: each line as soon as it arrives, or several lines if a command spans them.
    pub(super) fn run_lines(&mut self, prompts: bool, os: &mut dyn Os) {
        let mut text = String::new();
        loop {
            if prompts {
                self.tell_of_jobs(os);
                let prompt = if text.is_empty() { self.prompt(os) } else { "> ".to_owned() };
                self.show(&prompt, os);
            }
            let mut input = self.streams.stdin.read_by(self.budget.process.as_ref());
            let line = input.line();
            if prompts && self.was_interrupted(os) {
                text.clear();
                continue;
            }
            let Some((line, _)) = line else { break };
            self.budget.renew();
            text.push_str(&String::from_utf8_lossy(&line));
            text.push('\n');
            match parser::parse(&text) {
                Err(error) if error.is_incomplete() && text.len() < super::limits::MAX_WORD => continue,
                _ => {}
            }
            self.syntax_error = false;
            let flow = self.run_line(&std::mem::take(&mut text), prompts, os);
            if prompts && self.was_interrupted(os) {
                continue;
            }
            if self.killed || (flow == Flow::Exit && !(prompts && std::mem::take(&mut self.syntax_error))) {
                return;
            }
        }
        if !text.is_empty() {
            self.run_text(&text, os);
        }
    }

    /// Runs a line. If the shell prompts on a terminal, every command that is not a builtin becomes a foreground job.
    fn run_line(&mut self, text: &str, prompts: bool, os: &mut dyn Os) -> Flow {
        let on_terminal = self.budget.process.as_ref().is_some_and(|process| process.session().has_terminal());
        let (true, Ok(list)) = (prompts && on_terminal, parser::parse(text)) else { return self.run_text(text, os) };
        for statement in &list {
            let flow = match self.is_job(statement) {
                true => self.run_in_foreground(statement, os),
                false => self.list(std::slice::from_ref(statement), os),
            };
            if statement.background
                && let Some(job) = self.jobs.last()
            {
                let told = format!("[{}] {}\n", job.number, job.process.pid);
                self.show(&told, os);
            }
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    /// Whether a terminal key interrupted the shell's own work. The shell then continues with the next line.
    fn was_interrupted(&mut self, os: &mut dyn Os) -> bool {
        let Some(signal) = self.budget.process.as_ref().and_then(|process| process.take_interruption()) else {
            return false;
        };
        (self.killed, self.broken, self.testing) = (false, false, 0);
        self.status = 128 + i32::try_from(signal & 0x7f).unwrap_or(0);
        self.show("\n", os);
        true
    }

    /// Builds the prompt of Android's mkshrc.
    fn prompt(&mut self, os: &mut dyn Os) -> String {
        let status = if self.status == 0 { String::new() } else { format!("{}|", self.status) };
        let sign = if os.user() == 0 { '#' } else { '$' };
        format!("{status}{}:{} {sign} ", os.host_name(), self.scope.cwd)
    }

    fn show(&mut self, text: &str, os: &mut dyn Os) {
        let sink = self.outer.clone();
        self.write(&sink, text.as_bytes(), os);
    }

    /// Clones this shell for another thread.
    fn fork(&self, process: Arc<ShellProcess>) -> Self {
        let mut shell = self.clone();
        shell.scope.at_exit = None;
        shell.scope.traps.retain(|_, script| script.is_empty());
        shell.loops_running = 0;
        shell.budget.process = Some(process);
        shell
    }

    /// Runs `act` on this thread and always reports the end of the process, even after a panic.
    fn run_forked(mut self, mut os: Box<dyn Os + Send>, act: impl FnOnce(&mut Self, &mut dyn Os) -> Flow) -> i32 {
        let Some(process) = self.budget.process.clone() else { return 1 };
        let ended = catch_unwind(AssertUnwindSafe(|| {
            act(&mut self, &mut *os);
            self.run_exit_trap(&mut *os);
            // A process ended by a signal gets the signal's status, no matter where it was.
            process.stopped().unwrap_or(self.status)
        }));
        // The other ends of its pipes must see the hang-up first.
        drop(self);
        let status = ended.unwrap_or(137);
        process.end(status);
        status
    }

    /// Whether a part of a pipeline reads nothing, never waits and writes little. It can then finish before the next
    /// part starts, which saves a thread. Most pipelines that clients send are such a command before a `grep`.
    fn is_quick(&self, command: &Command) -> bool {
        let CommandKind::Simple { words, .. } = &command.kind else { return false };
        let Some([Part::Plain(name)]) = words.first().map(Vec::as_slice) else { return false };
        let plain = |word: &Word| word.iter().all(|part| matches!(part, Part::Plain(_) | Part::Quoted(_)));
        QUICK.contains(&name.as_str()) && !self.scope.functions.contains_key(name) && words.iter().all(plain)
    }

    /// Runs each part of a pipeline on its own thread; none if no thread is available or needed.
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
        // A killed shell does not wait for its children: they are killed with it.
        let mut statuses: Vec<i32> = children.iter().map(|child| process.wait_for(child).unwrap_or(137)).collect();
        statuses.push(self.status);
        self.budget.renew();
        self.piped(statuses);
        Some(if self.killed { Flow::Exit } else { Flow::Next })
    }

    /// Starts a command with pipes to its input and output; none if no thread is available.
    pub(super) fn start_piped(&mut self, words: &[String], os: &mut dyn Os) -> Option<PipedCommand> {
        let process = self.budget.process.clone()?;
        let system = os.fork()?;
        let (stdin, input) = process.session().pipe();
        let (output, stdout) = process.session().pipe();
        let child = process.child(os.next_pid());
        os.begun(&child);
        let mut shell = self.fork(Arc::clone(&child));
        (shell.streams.stdin, shell.streams.stdout) = (Input::pipe(stdin), Sink::Pipe(Arc::new(stdout)));
        let words = words.to_vec();
        let run = move |shell: &mut Self, os: &mut dyn Os| match words.split_first() {
            Some((name, arguments)) => shell.invoke(name, arguments, os),
            None => Flow::Next,
        };
        if !threads::run(move || _ = shell.run_forked(system, run)) {
            child.end(126);
            return None;
        }
        let output = Input::pipe(output).read_by(Some(&process));
        Some(PipedCommand { process: child, input: Some(input), output })
    }

    /// Sets the status of a pipeline from the statuses of its parts.
    pub(super) fn piped(&mut self, statuses: Vec<i32>) {
        if self.scope.pipe_fail
            && let Some(failed) = statuses.iter().rev().find(|status| **status != 0)
        {
            self.status = *failed;
        }
        self.pipe_status = statuses;
    }

    /// Starts a background command. Returns its pid, or none if no thread is available.
    pub(super) fn start_background(&mut self, statement: &Statement, os: &mut dyn Os) -> Option<u32> {
        let process = self.budget.process.clone()?;
        let system = os.fork()?;
        let attached = !self.on_terminal() && self.streams.reach_session() && reaches_out(statement);
        let job = process.background(os.next_pid(), attached);
        os.begun(&job);
        let mut shell = self.fork(Arc::clone(&job));
        shell.streams.stdin = Input::default();
        let text = shown(statement);
        let statement = statement.clone();
        let run = move || _ = shell.run_forked(system, |shell, os| shell.statement(&statement, os));
        if !threads::run(run) {
            job.end(1);
            return None;
        }
        let pid = job.pid;
        self.keep_job(job, text);
        Some(pid)
    }

    /// Adds a job to the list under the first free number.
    fn keep_job(&mut self, process: Arc<ShellProcess>, text: String) -> usize {
        if !self.on_terminal() {
            self.jobs.retain(|job| job.process.status().is_none());
        }
        let number = self.jobs.last().map_or(1, |job| job.number + 1);
        self.jobs.push(Job { number, process, text });
        number
    }

    fn on_terminal(&self) -> bool {
        self.budget.process.as_ref().is_some_and(|process| process.session().has_terminal())
    }

    /// Whether a statement becomes a job on a terminal. Commands that change the shell itself do not.
    fn is_job(&self, statement: &Statement) -> bool {
        if statement.background || !statement.rest.is_empty() {
            return false;
        }
        match statement.first.commands.as_slice() {
            [Command { kind: CommandKind::Subshell(_), .. }] => true,
            [Command { kind: CommandKind::Simple { words, .. }, .. }] => match words.first().map(Vec::as_slice) {
                Some([Part::Plain(name)]) => {
                    let own = builtin::find(name).is_some() || matches!(name.as_str(), "kill" | "fg" | "bg");
                    !own && !self.scope.functions.contains_key(name) && !self.scope.aliases.contains_key(name)
                }
                _ => false,
            },
            [_] => false,
            _ => true,
        }
    }

    /// Runs a job in the foreground.
    fn run_in_foreground(&mut self, statement: &Statement, os: &mut dyn Os) -> Flow {
        let (Some(process), Some(system)) = (self.budget.process.clone(), os.fork()) else {
            return self.statement(statement, os);
        };
        let job = process.background(os.next_pid(), false);
        os.begun(&job);
        let shell = self.fork(Arc::clone(&job));
        let text = shown(statement);
        let statement = statement.clone();
        if !threads::run(move || _ = shell.run_forked(system, |shell, os| shell.statement(&statement, os))) {
            job.end(1);
            return Flow::Next;
        }
        self.wait_in_foreground(&job, None, text, os);
        Flow::Next
    }

    /// Waits for the foreground job until it has ended or was stopped.
    fn wait_in_foreground(&mut self, job: &Arc<ShellProcess>, number: Option<usize>, text: String, os: &mut dyn Os) {
        let Some(process) = self.budget.process.clone() else { return };
        match process.wait_in_foreground(job) {
            Ok(Some(status)) => {
                self.jobs.retain(|other| !Arc::ptr_eq(&other.process, job));
                self.status = status;
                match status {
                    130 => self.show("\n", os),
                    131 => self.show("Quit \n\n", os),
                    137 => self.show("Killed \n", os),
                    143 => self.show("Terminated \n", os),
                    _ => {}
                }
            }
            Ok(None) => {
                self.status = 148;
                let number = number.unwrap_or_else(|| self.keep_job(Arc::clone(job), text.clone()));
                self.show(&format!("[{number}] + {:<20} {text}\n", "Stopped"), os);
            }
            Err(_) => _ = job.kill(job.pid, 1),
        }
        self.budget.renew();
    }

    /// Reports the jobs that have ended since the last prompt, and forgets them.
    fn tell_of_jobs(&mut self, os: &mut dyn Os) {
        if !self.on_terminal() {
            return;
        }
        let ended: Vec<String> =
            self.jobs.iter().filter(|job| job.process.status().is_some()).map(|job| self.job_line(job)).collect();
        self.jobs.retain(|job| job.process.status().is_none());
        for line in ended {
            self.show(&line, os);
        }
    }

    /// `[1] + Running              sleep 100`
    pub(super) fn job_line(&self, job: &Job) -> String {
        let from_last = self.jobs.iter().rev().position(|other| other.number == job.number);
        let mark = match from_last {
            Some(0) => '+',
            Some(1) => '-',
            _ => ' ',
        };
        let state = match job.process.status() {
            None if job.process.is_suspended() => "Stopped".to_owned(),
            None => "Running".to_owned(),
            Some(0) => "Done".to_owned(),
            Some(129) => "Hangup".to_owned(),
            Some(130) => "Interrupt".to_owned(),
            Some(137) => "Killed".to_owned(),
            Some(143) => "Terminated".to_owned(),
            Some(status) => format!("Done ({status})"),
        };
        format!("[{}] {mark} {state:<20} {}\n", job.number, job.text)
    }

    /// Finds the job that `%1`, `%%`, `%+`, `%-` or `%text` names.
    pub(super) fn find_job(&self, name: &str) -> Option<&Job> {
        match name.strip_prefix('%').unwrap_or(name) {
            "" | "%" | "+" => self.jobs.last(),
            "-" => self.jobs.iter().rev().nth(1).or_else(|| self.jobs.last()),
            name => match name.parse::<usize>() {
                Ok(number) => self.jobs.iter().find(|job| job.number == number),
                Err(_) => self.jobs.iter().rev().find(|job| job.text.starts_with(name)),
            },
        }
    }

    /// Resumes a job in the foreground (`fg`) or in the background (`bg`). Returns `false` if it does not exist.
    pub(super) fn resume_job(&mut self, name: &str, in_foreground: bool, os: &mut dyn Os) -> bool {
        let Some(job) = self.find_job(name).cloned() else { return false };
        job.process.kill(job.process.pid, 18);
        if in_foreground {
            self.show(&format!("{}\n", job.text), os);
            self.wait_in_foreground(&job.process, Some(job.number), job.text, os);
        } else {
            self.show(&format!("[{}] {}\n", job.number, job.text), os);
            self.status = 0;
        }
        true
    }

    /// `wait`: waits for all background jobs, or for the given ones.
    pub(super) fn wait_for_jobs(&mut self, pids: &[u32]) -> i32 {
        let Some(process) = self.budget.process.clone() else { return 0 };
        let mut status = 0;
        let jobs = self.jobs.clone();
        for pid in pids {
            status = match jobs.iter().find(|job| job.process.pid == *pid) {
                Some(job) => process.wait_for(&job.process).unwrap_or(129),
                None => 127,
            };
        }
        if pids.is_empty() {
            for job in &jobs {
                _ = process.wait_for(&job.process);
            }
            self.jobs.clear();
        }
        status
    }

    /// Follows a long-running command until it is stopped. Returns its status.
    pub(super) fn follow(&mut self, command: &LongRunning, os: &mut dyn Os) -> i32 {
        let Some(process) = self.budget.process.clone() else { return 0 };
        let status = loop {
            let mut io = Io::default();
            let again = os.follow(command, &mut io, &process);
            let read = self.flush(&mut io, os);
            let Some(pause_ms) = again else { break 0 };
            if !read || process.sleep_until_nudged(Duration::from_millis(pause_ms)).is_err() {
                break process.stopped().unwrap_or(129);
            }
        };
        self.budget.renew();
        os.unfollow(command);
        status
    }
}

/// Formats a statement for the job list.
fn shown(statement: &Statement) -> String {
    let word = |word: &Word| -> String {
        let part = |part: &Part| match part {
            Part::Plain(text) | Part::Quoted(text) => text.clone(),
            Part::Parameter { name, .. } => format!("${name}"),
            Part::Substitution { .. } | Part::Arithmetic { .. } => "$(...)".to_owned(),
        };
        word.iter().map(part).collect()
    };
    let command = |command: &Command| match &command.kind {
        CommandKind::Simple { words, .. } => words.iter().map(word).collect::<Vec<_>>().join(" "),
        CommandKind::Subshell(list) => {
            format!("( {} )", list.iter().map(shown).collect::<Vec<_>>().join("; "))
        }
        _ => "{ ... }".to_owned(),
    };
    let pipeline = |commands: &[Command]| commands.iter().map(command).collect::<Vec<_>>().join(" | ");
    let rest = statement.rest.iter().map(|(join, other)| {
        let sign = if *join == Join::And { "&&" } else { "||" };
        format!(" {sign} {}", pipeline(&other.commands))
    });
    pipeline(&statement.first.commands) + &rest.collect::<String>()
}

/// Whether any output of a background command reaches its shell's output.
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
