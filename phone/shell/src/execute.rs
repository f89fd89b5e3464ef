//! Running the tree: lists, pipelines, loops, simple commands.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use super::limits::MAX_DEPTH;
use super::pattern::matches;
use super::session::RunningProgram;
use super::state::{AT_ERROR, Flow, PID, Variable};
use super::streams::{Buffer, Sink};
use super::syntax::{Arm, Assign, Assigned, Command, CommandKind, Join, List, Pipeline, Statement, Word};
use super::{Input, Io, Os, Shell, builtin, format, launch};

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

    /// `command &`: on a thread of its own where there can be one; else it runs to its end at once, but its sleeps
    /// cost nobody's time.
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
                // What goes on for ever ends here when another command reads it.
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
                // POSIX: what is part of the shell itself takes the shell with it.
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
        // `exec >file` alone keeps its redirections.
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

    /// Complains and ends the script, as a failed expansion does.
    fn fail(&mut self, message: &str, os: &mut dyn Os) -> Flow {
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

    fn simple(&mut self, assigns: &[Assign], words: &[Word], os: &mut dyn Os) -> Flow {
        // `$?` in the words is the status before; a substitution sets it anew.
        let substituted = self.budget.steps;
        let arguments = match self.expand_words(words, os) {
            Ok(arguments) => arguments,
            Err(message) => return self.fail(&message, os),
        };
        let Some((name, arguments)) = arguments.split_first() else {
            for assign in assigns {
                if let Err(message) = self.set_variable(assign, os) {
                    self.complain(&message, os);
                    self.status = if message.starts_with("read-only") { 2 } else { 1 };
                    return Flow::Exit;
                }
            }
            if self.budget.steps == substituted {
                self.status = 0;
            }
            return if self.killed { Flow::Exit } else { Flow::Next };
        };
        let mut values = Vec::with_capacity(assigns.len());
        for Assign { name, append, value, .. } in assigns {
            let Assigned::Word(word) = value else { continue };
            let before = if *append { self.value(name).unwrap_or_default() } else { String::new() };
            match self.expand_text(word, os) {
                Ok(value) => values.push((name, before + &value)),
                Err(message) => return self.fail(&message, os),
            }
        }
        if self.scope.trace {
            let shown: Vec<String> = [name].into_iter().chain(arguments).map(|word| format::quoted(word)).collect();
            let sink = self.streams.stderr.clone();
            self.write(&sink, format!("+ {}\n", shown.join(" ")).as_bytes(), os);
        }
        let mut before: Vec<(&String, Option<Variable>)> = Vec::with_capacity(values.len());
        for (name, value) in values {
            before.push((name, self.scope.variables.get(name).cloned()));
            let variable = Variable { value, exported: true, ..Variable::default() };
            self.scope.variables.insert(name.clone(), variable);
        }
        let flow = self.invoke(name, arguments, os);
        for (name, variable) in before.into_iter().rev() {
            match variable {
                Some(variable) => self.scope.variables.insert(name.clone(), variable),
                None => self.scope.variables.remove(name),
            };
        }
        flow
    }

    /// Carries an assignment out.
    fn set_variable(&mut self, assign: &Assign, os: &mut dyn Os) -> Result<(), String> {
        let Assign { name, index, append, value } = assign;
        let elements = match value {
            Assigned::Word(word) => {
                let index = match index {
                    Some(word) => {
                        let expression = self.expand_text(word, os)?;
                        self.index(&expression)?
                    }
                    None => 0,
                };
                let value = self.expand_text(word, os)?;
                let integer = self.scope.variables.get(name).is_some_and(|variable| variable.form.integer);
                let value = match (append, integer) {
                    (true, true) => format!("{}+({value})", self.element(name, index).unwrap_or_default()),
                    (true, false) => self.element(name, index).unwrap_or_default() + &value,
                    (false, _) => value,
                };
                return self.assign_element(name, index, value);
            }
            Assigned::List(elements) => elements,
        };
        let mut values = Vec::new();
        let mut next = match append {
            true => self.elements(name).last().map_or(0, |(index, _)| index + 1),
            false => 0,
        };
        for value in self.expand_words(elements, os)? {
            values.push((next, value));
            next = next.wrapping_add(1);
        }
        if !append {
            self.empty_array(name)?;
        }
        for (index, value) in values {
            self.assign_element(name, index, value)?;
        }
        Ok(())
    }

    /// Runs a command by its name: function, part of the shell, program, or Android's.
    pub(super) fn invoke(&mut self, name: &str, arguments: &[String], os: &mut dyn Os) -> Flow {
        if let Some(body) = self.scope.functions.get(name).cloned() {
            let args = std::mem::replace(&mut self.scope.args, arguments.to_vec());
            self.functions_running += 1;
            self.hidden.push(BTreeMap::new());
            let flow = self.command(&body, os);
            for (name, variable) in self.hidden.pop().unwrap_or_default() {
                match variable {
                    Some(variable) => self.scope.variables.insert(name, variable),
                    None => self.scope.variables.remove(&name),
                };
            }
            self.functions_running -= 1;
            self.scope.args = args;
            return if flow == Flow::Return { Flow::Next } else { flow };
        }
        let mut io = Io {
            stdin: self.streams.stdin.read_by(self.budget.process.as_ref()),
            cwd: self.scope.cwd.clone(),
            now_ms: self.now_ms(os),
            ..Io::default()
        };
        let (flow, program) = match builtin::find(name) {
            Some(act) => (act(self, arguments, &mut io, os), false),
            None => {
                self.status = self.run_program(name, arguments, &mut io, os);
                (Flow::Next, true)
            }
        };
        self.flush(&mut io, os);
        if std::mem::take(&mut self.write_failed) && self.status == 0 {
            self.status = 1;
            if matches!(self.streams.stdout, Sink::Closed) {
                let prefix = if program { String::new() } else { format!("{}: ", self.scope.name) };
                let stderr = self.streams.stderr.clone();
                self.write(&stderr, format!("{prefix}{name}: write: Bad file descriptor\n").as_bytes(), os);
                self.write_failed = false;
            }
        }
        if io.long_running.is_some() {
            self.long_running = io.long_running.take();
            return Flow::Exit;
        }
        if std::mem::take(&mut self.broken) {
            // A program was killed for writing what nobody reads; so is the shell itself.
            self.status = 141;
            self.killed |= !program;
        }
        if self.killed { Flow::Exit } else { flow }
    }

    fn run_program(&mut self, name: &str, arguments: &[String], io: &mut Io, os: &mut dyn Os) -> i32 {
        let Some(process) = self.budget.process.clone() else {
            let status = launch::run(self, name, arguments, io, os);
            self.waits_ms = self.waits_ms.saturating_add(std::mem::take(&mut io.takes_ms));
            return status;
        };
        let command = format!("{name} {}", arguments.join(" ")).trim_end().to_owned();
        let before = process.begin_program(RunningProgram { pid: os.next_pid(), command });
        let mut status = launch::run(self, name, arguments, io, os);
        self.flush(io, os);
        // It takes its time, unless it is killed before.
        let takes_ms = std::mem::take(&mut io.takes_ms);
        if takes_ms > 0 && process.sleep(Duration::from_millis(takes_ms)).is_err() {
            status = process.stopped().unwrap_or(129);
        }
        if let Some(command) = io.long_running.take() {
            status = self.follow(&command, os);
        }
        let signal = process.end_program(before);
        if let Some(signal) = signal {
            // A film that is interrupted is whole: that is how it is ended.
            let ends_well = name == "screenrecord" && signal == 2;
            status = if ends_well { 0 } else { 128 + i32::try_from(signal & 0x7f).unwrap_or(0) };
        }
        // A signal for the shell that has a trap has ended the program too, as a terminal's keys do.
        if let Some(signal) = process.take_signal(|signal| self.scope.traps.contains_key(&signal)) {
            (self.killed, self.status) = (false, status);
            self.run_trap(signal, os);
            return self.status;
        }
        // What ended the program has not ended the shell.
        if self.killed && signal.is_some() && process.stopped().is_none() {
            self.killed = false;
        }
        status
    }

    /// Sends what a command has written so far to where it belongs; `false` if nobody reads it.
    pub(super) fn flush(&mut self, io: &mut Io, os: &mut dyn Os) -> bool {
        let (stdout, stderr) = (self.streams.stdout.clone(), self.streams.stderr.clone());
        for (bytes, sink) in [(&mut io.stdout, stdout), (&mut io.stderr, stderr)] {
            if !bytes.is_empty() {
                self.write(&sink, &std::mem::take(bytes), os);
            }
        }
        !self.broken
    }

    /// Runs a command inside another one, as `xargs` does, with the same outputs.
    pub(super) fn run_inside(&mut self, arguments: &[String], stdin: Input, os: &mut dyn Os) -> i32 {
        let Some((name, arguments)) = arguments.split_first() else { return 0 };
        self.budget.depth += 1;
        if self.step(os) == Flow::Next && self.budget.depth < MAX_DEPTH {
            self.in_subshell(os, |shell, os| {
                shell.streams.stdin = stdin;
                shell.invoke(name, arguments, os)
            });
        }
        self.budget.depth -= 1;
        self.status
    }
}

/// What a loop does with what its body did: none to go on, else how it ends.
fn leave(flow: Flow) -> Option<Flow> {
    match flow {
        Flow::Next | Flow::Continue(1) => None,
        Flow::Break(1) => Some(Flow::Next),
        Flow::Break(levels) => Some(Flow::Break(levels - 1)),
        Flow::Continue(levels) => Some(Flow::Continue(levels - 1)),
        Flow::Return | Flow::Exit => Some(flow),
    }
}
