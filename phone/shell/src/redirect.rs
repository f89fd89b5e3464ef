//! Redirections (`>`, `<`, `2>&1`, here-documents), and writing to the target of a stream.

use super::streams::Sink;
use super::syntax::{Redirect, RedirectKind};
use super::{Input, Os, Shell};
use machine::files::Kind;

impl Shell {
    /// Writes to a sink.
    pub(super) fn write(&mut self, sink: &Sink, bytes: &[u8], os: &mut dyn Os) {
        match sink {
            Sink::Null => {}
            Sink::Closed => self.write_failed |= !bytes.is_empty(),
            Sink::Buffer(buffer) => {
                self.budget.charge(bytes.len());
                buffer.extend(bytes);
            }
            Sink::Pipe(pipe) => {
                if let Some(process) = &self.budget.process {
                    self.broken |= pipe.write(bytes, process).is_err();
                }
            }
            Sink::Session { stderr } => {
                if let Some(process) = &self.budget.process {
                    self.broken |= process.write_session(*stderr, bytes).is_err();
                }
            }
            Sink::File(path) => {
                self.budget.charge(bytes.len());
                let now_ms = self.now_ms(os);
                if !bytes.is_empty()
                    && let Err(error) = os.with_files(|files| files.append(path, bytes, now_ms))
                {
                    self.write_failed = true;
                    let text = format!("{}: write error: {error}\n", self.scope.name);
                    let stderr = self.streams.stderr.clone();
                    if !matches!(stderr, Sink::File(_)) {
                        self.write(&stderr, text.as_bytes(), os);
                    }
                }
            }
        }
    }

    /// Applies redirections to the streams. Failures are reported to stderr.
    pub(super) fn redirect(&mut self, redirects: &[Redirect], os: &mut dyn Os) -> Result<(), ()> {
        for redirect in redirects {
            if let Err(message) = self.redirect_one(redirect, os) {
                self.complain(&message, os);
                return Err(());
            }
        }
        Ok(())
    }

    fn redirect_one(&mut self, redirect: &Redirect, os: &mut dyn Os) -> Result<(), String> {
        let fd = redirect.fd;
        match &redirect.kind {
            RedirectKind::Text(word) => {
                let text = self.expand_text(word, os)?;
                self.streams.set_input(fd, Input::new(text));
            }
            RedirectKind::Here(slot) => {
                let text = match slot.get() {
                    Some(word) => self.expand_text(word, os)?,
                    None => String::new(),
                };
                self.streams.set_input(fd, Input::new(text));
            }
            RedirectKind::Read(word) => {
                let name = self.expand_text(word, os)?;
                match name.as_str() {
                    "/dev/stdin" => return Ok(()),
                    "/dev/tty" => {
                        self.streams.set_input(fd, self.terminal_input.clone());
                        return Ok(());
                    }
                    _ => {}
                }
                let path = self.absolute(&name);
                let bytes = os.files().read(&path).map_err(|error| format!("can't open {name}: {error}"))?;
                self.budget.charge(bytes.len());
                self.streams.set_input(fd, Input::new(bytes.to_vec()));
            }
            RedirectKind::Write(word) | RedirectKind::Clobber(word) => {
                let name = self.expand_text(word, os)?;
                let keeps = self.scope.no_clobber && matches!(redirect.kind, RedirectKind::Write(_));
                let path = self.absolute(&name);
                if keeps && os.files().stat(&path).is_ok_and(|stat| stat.kind == Kind::File) {
                    return Err(format!("can't create {name}: File exists"));
                }
                let sink = self.open_sink(&name, false, os)?;
                self.streams.set(fd, sink);
            }
            RedirectKind::Append(word) => {
                let name = self.expand_text(word, os)?;
                let sink = self.open_sink(&name, true, os)?;
                self.streams.set(fd, sink);
            }
            RedirectKind::Both(word) => {
                let name = self.expand_text(word, os)?;
                let sink = self.open_sink(&name, false, os)?;
                self.streams.set(1, sink.clone());
                self.streams.set(2, sink);
            }
            RedirectKind::Duplicate(word) | RedirectKind::DuplicateInput(word) => {
                let to = self.expand_text(word, os)?;
                let (sign, usual) =
                    if matches!(redirect.kind, RedirectKind::Duplicate(_)) { (">&", 1) } else { ("<&", 0) };
                let number = if fd == usual { String::new() } else { fd.to_string() };
                // mksh prints a redirection with a space after it.
                self.duplicate(fd, &to).ok_or_else(|| format!("{number}{sign}{to} : bad file descriptor"))?;
            }
        }
        Ok(())
    }

    /// Makes a descriptor a duplicate of another, or closes it; none if the other is not open.
    fn duplicate(&mut self, fd: u32, to: &str) -> Option<()> {
        if to == "-" {
            match fd {
                0 => self.streams.stdin = Input::default(),
                1 | 2 => self.streams.set(fd, Sink::Closed),
                _ => _ = self.streams.others.remove(&fd),
            }
            return Some(());
        }
        let number = to.parse::<u32>().ok()?;
        if let Some(input) = self.streams.input(number) {
            self.streams.set_input(fd, input);
            return Some(());
        }
        let sink = self.streams.sink(number)?;
        self.streams.set(fd, sink);
        Some(())
    }

    fn open_sink(&mut self, name: &str, append: bool, os: &mut dyn Os) -> Result<Sink, String> {
        match name {
            "/dev/null" => return Ok(Sink::Null),
            "/dev/tty" => return Ok(self.outer.clone()),
            "/dev/stdout" | "/proc/self/fd/1" => return Ok(self.streams.stdout.clone()),
            "/dev/stderr" | "/proc/self/fd/2" => return Ok(self.streams.stderr.clone()),
            _ => {}
        }
        let path = self.absolute(name);
        let now_ms = self.now_ms(os);
        let mask = self.scope.umask;
        let opened = os.with_files(|files| {
            let is_new = mask != 0 && files.stat(&path).is_err();
            match append {
                true => files.append(&path, &[], now_ms),
                false => files.write(&path, Vec::new(), now_ms),
            }?;
            if is_new { files.chmod(&path, 0o666 & !mask) } else { Ok(()) }
        });
        opened.map_err(|error| format!("can't create {name}: {error}"))?;
        Ok(Sink::File(path))
    }

    /// Makes `path` absolute.
    pub(super) fn absolute(&self, path: &str) -> String {
        if path.starts_with('/') || path.is_empty() {
            return path.to_owned();
        }
        format!("{}/{path}", self.scope.cwd.trim_end_matches('/'))
    }
}
