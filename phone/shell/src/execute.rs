//! Runs the syntax tree: lists, pipelines, loops and conditions.

use std::time::Duration;

use tokio::time::Instant;

use super::limits::MAX_DEPTH;
use super::pattern::matches;
use super::state::{AT_ERROR, Flow, PID};
use super::streams::{Buffer, Sink};
use super::syntax::{Arm, Command, CommandKind, Join, List, Pipeline, Statement, Word};
use super::{Input, Os, Shell, builtin};

impl Shell {
    pub(super) fn list(&mut self, list: &[Statement], os: &mut dyn Os) -> Flow {
        for statement in list {
            let flow =
                if statement.background { self.background(statement, os) } else { self.statement(statement, os) };
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    /// `command &`: runs the command on its own thread if possible. Otherwise it runs to completion at once, and its
    /// sleeps do not count towards the script's time.
    fn background(&mut self, statement: &Statement, os: &mut dyn Os) -> Flow {
        if let Some(pid) = self.start_background(statement, os) {
            self.last_background = Some(pid);
            self.status = 0;
            return Flow::Next;
        }
        let waits_ms = self.waits_ms;
        self.in_subshell(os, |shell, os| {
            shell.streams.stdin = Input::default();
            shell.statement(statement, os)
        });
        self.waits_ms = waits_ms;
        self.long_running = None;
        self.last_background = Some(self.last_background.unwrap_or(PID + 2) + 1);
        if self.killed {
            return Flow::Exit;
        }
        self.status = 0;
        Flow::Next
    }

    pub(super) fn statement(&mut self, statement: &Statement, os: &mut dyn Os) -> Flow {
        let joined = !statement.rest.is_empty();
        self.testing += usize::from(joined);
        let mut flow = self.pipeline(&statement.first, os);
        self.testing -= usize::from(joined);
        for (index, (join, pipeline)) in statement.rest.iter().enumerate() {
            if flow != Flow::Next {
                return flow;
            }
            if (self.status == 0) != (*join == Join::And) {
                continue;
            }
            let more = index + 1 < statement.rest.len();
            self.testing += usize::from(more);
            flow = self.pipeline(pipeline, os);
            self.testing -= usize::from(more);
        }
        flow
    }

    fn pipeline(&mut self, pipeline: &Pipeline, os: &mut dyn Os) -> Flow {
        let (waits_ms, begun) = (self.waits_ms, Instant::now());
        self.testing += usize::from(pipeline.negated);
        let flow = match pipeline.commands.as_slice() {
            [command] => {
                let flow = self.command(command, os);
                self.pipe_status = vec![self.status];
                flow
            }
            commands => self.pipe(commands, os),
        };
        self.testing -= usize::from(pipeline.negated);
        if pipeline.timed {
            let waited = Duration::from_millis(self.waits_ms - waits_ms);
            let seconds = (begun.elapsed() + waited).as_secs_f64();
            let (minutes, seconds) = ((seconds / 60.0).floor(), seconds % 60.0);
            let text = format!("    {minutes}m{seconds:05.2}s real     0m00.00s user     0m00.00s system\n");
            let sink = self.streams.stderr.clone();
            self.write(&sink, text.as_bytes(), os);
        }
        if flow != Flow::Next {
            return flow;
        }
        if pipeline.negated {
            self.status = i32::from(self.status == 0);
        } else if self.status != 0 && self.testing == 0 {
            let status = self.status;
            self.run_trap(AT_ERROR, os);
            self.status = status;
            if self.scope.stop_on_error {
                return Flow::Exit;
            }
        }
        Flow::Next
    }

    fn pipe(&mut self, commands: &[Command], os: &mut dyn Os) -> Flow {
        if let Some(flow) = self.pipe_threads(commands, os) {
            return flow;
        }
        let stdin = self.streams.stdin.clone();
        let last = commands.len() - 1;
        let mut statuses = Vec::with_capacity(commands.len());
        for (index, command) in commands.iter().enumerate() {
            let between = Buffer::default();
            let before = self.long_running.take();
            self.in_subshell(os, |shell, os| {
                if index < last {
                    shell.streams.stdout = Sink::Buffer(between.clone());
                }
                shell.command(command, os)
            });
            statuses.push(self.status);
            if index < last {
                // A command that never ends by itself stops here when another command reads its output.
                self.long_running = before;
                self.streams.stdin = Input::new(between.take());
            }
        }
        self.streams.stdin = stdin;
        self.piped(statuses);
        if self.killed || self.long_running.is_some() { Flow::Exit } else { Flow::Next }
    }

    pub(super) fn command(&mut self, command: &Command, os: &mut dyn Os) -> Flow {
        if self.step(os) == Flow::Exit {
            return Flow::Exit;
        }
        if self.budget.depth >= MAX_DEPTH {
            self.complain("can't fork - try again", os);
            self.status = 1;
            return Flow::Exit;
        }
        self.budget.depth += 1;
        let saved = self.streams.clone();
        let flow = match self.redirect(&command.redirects, os) {
            Ok(()) => self.kind(&command.kind, os),
            Err(()) => {
                self.status = 1;
                // POSIX: a failed redirection of a special builtin ends the shell.
                match builtin::is_special(&command.kind) {
                    true => {
                        self.syntax_error = true;
                        self.fail("redirection failure", os)
                    }
                    false => Flow::Next,
                }
            }
        };
        self.budget.depth -= 1;
        // A bare `exec >file` keeps its redirections.
        if !builtin::is_bare_exec(&command.kind) {
            self.streams = saved;
        }
        flow
    }

    fn kind(&mut self, kind: &CommandKind, os: &mut dyn Os) -> Flow {
        match kind {
            CommandKind::Simple { assigns, words } => self.simple(assigns, words, os),
            CommandKind::Group(list) => self.list(list, os),
            CommandKind::Subshell(list) => {
                self.in_subshell(os, |shell, os| shell.list(list, os));
                if self.killed || self.long_running.is_some() { Flow::Exit } else { Flow::Next }
            }
            CommandKind::If { arms, otherwise } => {
                for (test, body) in arms {
                    let flow = self.test(test, os);
                    if flow != Flow::Next {
                        return flow;
                    }
                    if self.status == 0 {
                        return self.list(body, os);
                    }
                }
                self.status = 0;
                otherwise.as_ref().map_or(Flow::Next, |list| self.list(list, os))
            }
            CommandKind::Loop { until, test, body } => self.repeat(*until, test, body, os),
            CommandKind::For { name, words, body } => self.each(name, words.as_deref(), body, os),
            CommandKind::Case { subject, arms } => self.case(subject, arms, os),
            CommandKind::Function { name, body } => {
                self.scope.functions.insert(name.clone(), body.clone());
                self.status = 0;
                Flow::Next
            }
            CommandKind::Test(words) => match self.double_test(words, os) {
                Ok(status) => {
                    self.status = status;
                    Flow::Next
                }
                Err(message) => self.fail(&message, os),
            },
            CommandKind::Arithmetic(expression) => {
                let value = self.expand_text(expression, os).and_then(|text| self.arithmetic(&text));
                match value {
                    Ok(value) => {
                        self.status = i32::from(value == 0);
                        Flow::Next
                    }
                    Err(message) => self.fail(&message, os),
                }
            }
        }
    }

    /// Writes an error message and ends the script, as a failed expansion does.
    pub(super) fn fail(&mut self, message: &str, os: &mut dyn Os) -> Flow {
        self.complain(message, os);
        self.status = 1;
        Flow::Exit
    }

    fn test(&mut self, list: &List, os: &mut dyn Os) -> Flow {
        self.testing += 1;
        let flow = self.list(list, os);
        self.testing -= 1;
        flow
    }

    fn repeat(&mut self, until: bool, test: &List, body: &List, os: &mut dyn Os) -> Flow {
        let mut status = 0;
        self.loops_running += 1;
        let flow = loop {
            if self.step(os) == Flow::Exit {
                break Flow::Exit;
            }
            let flow = self.test(test, os);
            if flow != Flow::Next {
                break flow;
            }
            if (self.status == 0) == until {
                self.status = status;
                break Flow::Next;
            }
            if let Some(flow) = leave(self.list(body, os)) {
                break flow;
            }
            status = self.status;
        };
        self.loops_running -= 1;
        flow
    }

    fn each(&mut self, name: &str, words: Option<&[Word]>, body: &List, os: &mut dyn Os) -> Flow {
        let values = match words {
            None => self.scope.args.clone(),
            Some(words) => match self.expand_words(words, os) {
                Ok(values) => values,
                Err(message) => return self.fail(&message, os),
            },
        };
        self.status = 0;
        self.loops_running += 1;
        let mut flow = Flow::Next;
        for value in values {
            if self.step(os) == Flow::Exit {
                flow = Flow::Exit;
                break;
            }
            if let Err(message) = self.assign(name, value) {
                flow = self.fail(&message, os);
                break;
            }
            if let Some(left) = leave(self.list(body, os)) {
                flow = left;
                break;
            }
        }
        self.loops_running -= 1;
        flow
    }

    fn case(&mut self, subject: &Word, arms: &[Arm], os: &mut dyn Os) -> Flow {
        let subject: Vec<char> = match self.expand_text(subject, os) {
            Ok(text) => text.chars().collect(),
            Err(message) => return self.fail(&message, os),
        };
        self.status = 0;
        let mut falls = false;
        for arm in arms {
            let mut chosen = falls;
            for pattern in arm.patterns.iter().filter(|_| !falls) {
                match self.expand_pattern(pattern, os) {
                    Ok(pattern) => chosen |= matches(&pattern, &subject),
                    Err(message) => return self.fail(&message, os),
                }
                if chosen {
                    break;
                }
            }
            if chosen {
                let flow = self.list(&arm.body, os);
                falls = arm.falls;
                if flow != Flow::Next || !falls {
                    return flow;
                }
            }
        }
        Flow::Next
    }
}

/// Maps the flow of a loop's body to the loop: none to continue, otherwise how the loop ends.
fn leave(flow: Flow) -> Option<Flow> {
    match flow {
        Flow::Next | Flow::Continue(1) => None,
        Flow::Break(1) => Some(Flow::Next),
        Flow::Break(levels) => Some(Flow::Break(levels - 1)),
        Flow::Continue(levels) => Some(Flow::Continue(levels - 1)),
        Flow::Return | Flow::Exit => Some(flow),
    }
}
