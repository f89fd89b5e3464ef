//! Where streams lead: buffers, files, nowhere.

use std::collections::BTreeMap;

use super::limits::MAX_OUTPUT;
use super::syntax::{Redirect, RedirectKind};
use super::{Input, Shell, World};

/// Where written bytes go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sink {
    /// A buffer of the shell: 0 its output, 1 its complaints, others of pipes and substitutions.
    Buffer(usize),
    /// The end of a file.
    File(String),
    Null,
}

/// The streams of a command.
#[derive(Clone, Debug)]
pub(super) struct Streams {
    /// Number of the input.
    pub(super) stdin: usize,
    pub(super) stdout: Sink,
    pub(super) stderr: Sink,
    /// Descriptors from 3 on.
    pub(super) others: BTreeMap<u32, Sink>,
}

impl Streams {
    pub(super) fn outer() -> Self {
        Self { stdin: 0, stdout: Sink::Buffer(0), stderr: Sink::Buffer(1), others: BTreeMap::new() }
    }

    fn sink(&self, fd: u32) -> Option<Sink> {
        match fd {
            1 => Some(self.stdout.clone()),
            2 => Some(self.stderr.clone()),
            _ => self.others.get(&fd).cloned(),
        }
    }

    fn set(&mut self, fd: u32, sink: Sink) {
        match fd {
            0 => {}
            1 => self.stdout = sink,
            2 => self.stderr = sink,
            _ => {
                self.others.insert(fd, sink);
            }
        }
    }
}

impl Shell {
    /// Writes to a sink.
    pub(super) fn write(&mut self, sink: &Sink, bytes: &[u8], world: &mut dyn World) {
        self.budget.charge(bytes.len());
        match sink {
            Sink::Null => {}
            Sink::Buffer(number) => {
                if let Some(buffer) = self.buffers.get_mut(*number) {
                    let room = MAX_OUTPUT.saturating_sub(buffer.len());
                    buffer.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
                }
            }
            Sink::File(path) => {
                let now_ms = self.now_ms(world);
                if !bytes.is_empty()
                    && let Err(error) = world.with_files(|files| files.append(path, bytes, now_ms))
                {
                    let text = format!("{}: write error: {error}\n", self.scope.name);
                    let stderr = self.streams.stderr.clone();
                    if !matches!(stderr, Sink::File(_)) {
                        self.write(&stderr, text.as_bytes(), world);
                    }
                }
            }
        }
    }

    /// A new buffer, to be taken back with [`Shell::close_buffer`] in reverse order.
    pub(super) fn open_buffer(&mut self) -> usize {
        self.buffers.push(Vec::new());
        self.buffers.len() - 1
    }

    pub(super) fn close_buffer(&mut self) -> Vec<u8> {
        self.buffers.pop().unwrap_or_default()
    }

    /// A new input with these bytes, to be dropped with `inputs.truncate`.
    pub(super) fn open_input(&mut self, bytes: Vec<u8>) -> usize {
        self.inputs.push(Input::new(bytes));
        self.inputs.len() - 1
    }

    /// Applies redirections to the streams; on failure the complaint is written.
    pub(super) fn redirect(&mut self, redirects: &[Redirect], world: &mut dyn World) -> Result<(), ()> {
        for redirect in redirects {
            if let Err(message) = self.redirect_one(redirect, world) {
                self.complain(&message, world);
                return Err(());
            }
        }
        Ok(())
    }

    fn redirect_one(&mut self, redirect: &Redirect, world: &mut dyn World) -> Result<(), String> {
        let fd = redirect.fd;
        match &redirect.kind {
            RedirectKind::Text(word) => {
                let text = self.expand_text(word, world)?;
                self.streams.stdin = self.open_input(text.into_bytes());
            }
            RedirectKind::Here(slot) => {
                let text = match slot.get() {
                    Some(word) => self.expand_text(word, world)?,
                    None => String::new(),
                };
                self.streams.stdin = self.open_input(text.into_bytes());
            }
            RedirectKind::Read(word) => {
                let name = self.expand_text(word, world)?;
                if name == "/dev/stdin" || name == "/dev/tty" {
                    return Ok(());
                }
                let path = self.absolute(&name);
                let bytes = world.files().read(&path).map_err(|error| format!("can't open {name}: {error}"))?;
                self.budget.charge(bytes.len());
                if fd == 0 {
                    self.streams.stdin = self.open_input(bytes.to_vec());
                }
            }
            RedirectKind::Write(word) => {
                let name = self.expand_text(word, world)?;
                let sink = self.open_sink(&name, false, world)?;
                self.streams.set(fd, sink);
            }
            RedirectKind::Append(word) => {
                let name = self.expand_text(word, world)?;
                let sink = self.open_sink(&name, true, world)?;
                self.streams.set(fd, sink);
            }
            RedirectKind::Both(word) => {
                let name = self.expand_text(word, world)?;
                let sink = self.open_sink(&name, false, world)?;
                self.streams.set(1, sink.clone());
                self.streams.set(2, sink);
            }
            RedirectKind::Duplicate(word) => {
                let to = self.expand_text(word, world)?;
                self.duplicate(fd, &to)?;
            }
        }
        Ok(())
    }

    fn duplicate(&mut self, fd: u32, to: &str) -> Result<(), String> {
        if to == "-" {
            if fd == 0 {
                self.streams.stdin = self.open_input(Vec::new());
            }
            self.streams.set(fd, Sink::Null);
            return Ok(());
        }
        let number = to.parse::<u32>().map_err(|_| format!("{to}: bad file descriptor"))?;
        if number == 0 {
            return Ok(());
        }
        let sink = self.streams.sink(number).ok_or_else(|| format!("{to}: bad file descriptor"))?;
        self.streams.set(fd, sink);
        Ok(())
    }

    fn open_sink(&mut self, name: &str, append: bool, world: &mut dyn World) -> Result<Sink, String> {
        match name {
            "/dev/null" => return Ok(Sink::Null),
            "/dev/tty" => return Ok(Sink::Buffer(0)),
            "/dev/stdout" | "/proc/self/fd/1" => return Ok(self.streams.stdout.clone()),
            "/dev/stderr" | "/proc/self/fd/2" => return Ok(self.streams.stderr.clone()),
            _ => {}
        }
        let path = self.absolute(name);
        let now_ms = self.now_ms(world);
        let opened = world.with_files(|files| match append {
            true => files.append(&path, &[], now_ms),
            false => files.write(&path, Vec::new(), now_ms),
        });
        opened.map_err(|error| format!("can't create {name}: {error}"))?;
        Ok(Sink::File(path))
    }

    /// `path` from the root on.
    pub(super) fn absolute(&self, path: &str) -> String {
        if path.starts_with('/') || path.is_empty() {
            return path.to_owned();
        }
        format!("{}/{path}", self.scope.cwd.trim_end_matches('/'))
    }
}
