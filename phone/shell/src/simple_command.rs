//! Simple commands: assignments, and calls of functions, builtins and programs.

use std::collections::BTreeMap;
use std::time::Duration;

use super::limits::MAX_DEPTH;
use super::session::RunningProgram;
use super::state::{Flow, Variable};
use super::streams::Sink;
use super::syntax::{Assign, Assigned, Word};
use super::{Input, Io, Os, Shell, builtin, format, launch};

impl Shell {
    /// Runs a simple command. Without a command name, its assignments persist.
    pub(super) fn simple(&mut self, assigns: &[Assign], words: &[Word], os: &mut dyn Os) -> Flow {
        // `$?` in the words is the previous status; a substitution replaces it.
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

    /// Performs an assignment.
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

    /// Runs a command by name: a function, a builtin, a program, or a command of Android.
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
            // SIGPIPE has killed the program, or the shell itself if a builtin wrote.
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
        // The command keeps running for this long, unless it is killed.
        let takes_ms = std::mem::take(&mut io.takes_ms);
        if takes_ms > 0 && process.sleep(Duration::from_millis(takes_ms)).is_err() {
            status = process.stopped().unwrap_or(129);
        }
        if let Some(command) = io.long_running.take() {
            status = self.follow(&command, os);
        }
        let signal = process.end_program(before);
        if let Some(signal) = signal {
            // SIGINT is the normal end of a recording, so the video is complete.
            let ends_well = name == "screenrecord" && signal == 2;
            status = if ends_well { 0 } else { 128 + i32::try_from(signal & 0x7f).unwrap_or(0) };
        }
        // A trapped signal for the shell has also ended the program, as terminal keys do.
        if let Some(signal) = process.take_signal(|signal| self.scope.traps.contains_key(&signal)) {
            (self.killed, self.status) = (false, status);
            self.run_trap(signal, os);
            return self.status;
        }
        // The signal that ended the program has not ended the shell.
        if self.killed && signal.is_some() && process.stopped().is_none() {
            self.killed = false;
        }
        status
    }

    /// Sends the output so far to its target; `false` if the reader is gone.
    pub(super) fn flush(&mut self, io: &mut Io, os: &mut dyn Os) -> bool {
        let (stdout, stderr) = (self.streams.stdout.clone(), self.streams.stderr.clone());
        for (bytes, sink) in [(&mut io.stdout, stdout), (&mut io.stderr, stderr)] {
            if !bytes.is_empty() {
                self.write(&sink, &std::mem::take(bytes), os);
            }
        }
        !self.broken
    }

    /// Runs a command inside another one, as `xargs` does, with the same output streams.
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
