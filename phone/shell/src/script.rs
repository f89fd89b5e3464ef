//! Runs scripts in a shell: parses and runs a text, runs traps and counts steps.

use super::limits::Budget;
use super::state::Flow;
use super::streams::{Sink, Streams};
use super::{Os, Outcome, Shell, parser};

impl Shell {
    /// Runs a script to its end. Variables, functions and the directory persist for the next one.
    pub fn run(&mut self, script: &str, os: &mut dyn Os, stdin: &[u8]) -> Outcome {
        self.collect(stdin, |shell| {
            shell.run_text(script, os);
            shell.run_exit_trap(os);
        })
    }

    /// Runs `act` in this shell and returns the output.
    pub(super) fn collect(&mut self, stdin: &[u8], act: impl FnOnce(&mut Self)) -> Outcome {
        self.streams = Streams::collected(stdin);
        self.budget = Budget::default();
        self.begin();
        let (stdout, stderr) = (self.streams.stdout.clone(), self.streams.stderr.clone());
        act(self);
        let taken = |sink| if let Sink::Buffer(buffer) = sink { buffer.take() } else { Vec::new() };
        Outcome {
            status: self.status & 0xff,
            stdout: taken(stdout),
            stderr: taken(stderr),
            waits_ms: self.waits_ms,
            long_running: self.long_running.take(),
        }
    }

    /// Parses and runs a text in this shell.
    pub(super) fn run_text(&mut self, script: &str, os: &mut dyn Os) -> Flow {
        self.budget.charge(script.len());
        let mut lines = parser::lines(script);
        loop {
            match lines.next() {
                Ok(None) => return Flow::Next,
                Ok(Some(list)) => match self.list(&list, os) {
                    Flow::Next => {}
                    flow => return flow,
                },
                Err(error) => {
                    self.complain(&error.0, os);
                    self.status = 1;
                    self.syntax_error = true;
                    return Flow::Exit;
                }
            }
        }
    }

    pub(super) fn run_exit_trap(&mut self, os: &mut dyn Os) {
        if let Some(script) = self.scope.at_exit.take().filter(|_| !self.killed) {
            let status = self.status;
            if self.run_text(&script, os) != Flow::Exit {
                self.status = status;
            }
        }
    }

    /// Writes `/system/bin/sh: message` to the shell's stderr.
    pub(super) fn complain(&mut self, message: &str, os: &mut dyn Os) {
        let text = format!("{}: {message}\n", self.scope.name);
        let sink = self.streams.stderr.clone();
        self.write(&sink, text.as_bytes(), os);
    }

    /// Counts a step. Ends the script after too many steps or if it was killed.
    pub(super) fn step(&mut self, os: &mut dyn Os) -> Flow {
        self.budget.steps += 1;
        if let Some(process) = self.budget.process.clone() {
            if let Some(signal) = process.take_signal(|signal| self.scope.traps.contains_key(&signal)) {
                self.run_trap(signal, os);
                if self.killed {
                    return Flow::Exit;
                }
            }
            process.step();
            if let Some(status) = process.stopped() {
                (self.killed, self.status) = (true, status);
                return Flow::Exit;
            }
        }
        if !self.budget.spent() {
            return Flow::Next;
        }
        if !self.killed {
            self.killed = true;
            let sink = self.streams.stderr.clone();
            self.write(&sink, b"Killed \n", os);
        }
        self.status = 137;
        Flow::Exit
    }

    pub(super) fn run_trap(&mut self, signal: u32, os: &mut dyn Os) {
        let Some(script) = self.scope.traps.get(&signal).cloned() else { return };
        let status = self.status;
        if self.run_text(&script, os) == Flow::Exit {
            self.killed = true;
        } else {
            self.status = status;
        }
    }
}
