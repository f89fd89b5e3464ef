//! The line discipline of a Linux pseudo-terminal: it echoes typed bytes, lets the user edit a line before it is read,
//! turns some keys into signals, and writes a newline as two characters. It does no I/O: the session connects it to the
//! client and to the processes.

/// The longest line that can be typed, as on Linux.
const MAX_LINE: usize = 4095;

/// A setting's name, and the function that returns its value.
type Setting<T> = (&'static str, fn(&mut Settings) -> &mut T);

/// The flags, under their `stty` names.
pub(in super::super) const FLAGS: &[Setting<bool>] = &[
    ("icrnl", |settings| &mut settings.icrnl),
    ("opost", |settings| &mut settings.opost),
    ("onlcr", |settings| &mut settings.onlcr),
    ("isig", |settings| &mut settings.isig),
    ("icanon", |settings| &mut settings.icanon),
    ("echo", |settings| &mut settings.echo),
    ("echoctl", |settings| &mut settings.echoctl),
];

/// The special keys, in the order of `stty -a`.
pub(in super::super) const KEYS: &[Setting<u8>] = &[
    ("intr", |settings| &mut settings.intr),
    ("quit", |settings| &mut settings.quit),
    ("erase", |settings| &mut settings.erase),
    ("kill", |settings| &mut settings.kill),
    ("eof", |settings| &mut settings.eof),
    ("susp", |settings| &mut settings.susp),
    ("werase", |settings| &mut settings.werase),
];

/// The settings of a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Settings {
    icrnl: bool,
    opost: bool,
    onlcr: bool,
    isig: bool,
    icanon: bool,
    echo: bool,
    echoctl: bool,
    intr: u8,
    quit: u8,
    erase: u8,
    kill: u8,
    eof: u8,
    susp: u8,
    werase: u8,
    pub(in super::super) rows: u16,
    pub(in super::super) columns: u16,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            icrnl: true,
            opost: true,
            onlcr: true,
            isig: true,
            icanon: true,
            echo: true,
            echoctl: true,
            intr: 0x03,
            quit: 0x1c,
            erase: 0x7f,
            kill: 0x15,
            eof: 0x04,
            susp: 0x1a,
            werase: 0x17,
            rows: 0,
            columns: 0,
        }
    }
}

/// A terminal.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Terminal {
    pub(in super::super) settings: Settings,
    /// The line that is being typed.
    line: Vec<u8>,
}

/// The effects of typed bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Typed {
    /// Bytes that are now ready to be read.
    pub(super) input: Vec<u8>,
    /// The echo.
    pub(super) shown: Vec<u8>,
    /// Whether a reader finds the end of its input.
    pub(super) end: bool,
    /// The signal for the foreground job.
    pub(super) signal: Option<u32>,
}

impl Terminal {
    /// Parses a window size such as `24x80,0x0`; anything else is ignored.
    pub(super) fn resize(&mut self, size: &[u8]) -> bool {
        let size = std::str::from_utf8(size).unwrap_or_default();
        let parsed = size.split(',').next().and_then(|size| size.split_once('x'));
        let Some((Ok(rows), Ok(columns))) = parsed.map(|(rows, columns)| (rows.parse(), columns.parse())) else {
            return false;
        };
        let changed = (self.settings.rows, self.settings.columns) != (rows, columns);
        (self.settings.rows, self.settings.columns) = (rows, columns);
        changed
    }

    /// Processes one typed byte.
    pub(super) fn typed(&mut self, byte: u8) -> Typed {
        let mut typed = Typed::default();
        let settings = &self.settings;
        let byte = if byte == b'\r' && settings.icrnl { b'\n' } else { byte };
        if settings.isig
            && let Some((_, signal)) =
                [(settings.intr, 2), (settings.quit, 3), (settings.susp, 20)].iter().find(|(key, _)| *key == byte)
        {
            self.line.clear();
            typed.signal = Some(*signal);
            self.show(byte, &mut typed.shown);
            return typed;
        }
        if !settings.icanon {
            self.show(byte, &mut typed.shown);
            typed.input.push(byte);
            return typed;
        }
        if byte == settings.erase {
            let from = self.line.len();
            self.rub_out(self.before_last(from), &mut typed.shown);
        } else if byte == settings.werase {
            let is_space = |byte: &u8| byte.is_ascii_whitespace();
            let word = self.line.iter().rposition(|byte| !is_space(byte)).unwrap_or(0);
            let start = self.line.get(..word).and_then(|before| before.iter().rposition(is_space));
            self.rub_out(start.map_or(0, |space| space + 1), &mut typed.shown);
        } else if byte == settings.kill {
            self.rub_out(0, &mut typed.shown);
        } else if byte == settings.eof {
            typed.end = self.line.is_empty();
            typed.input = std::mem::take(&mut self.line);
        } else if byte == b'\n' {
            self.line.push(byte);
            typed.input = std::mem::take(&mut self.line);
            self.show(byte, &mut typed.shown);
        } else if self.line.len() < MAX_LINE {
            self.line.push(byte);
            self.show(byte, &mut typed.shown);
        }
        typed
    }

    /// Returns the start of the last character before `end`.
    fn before_last(&self, end: usize) -> usize {
        let part = self.line.get(..end).unwrap_or_default();
        part.iter().rposition(|byte| byte & 0xc0 != 0x80).unwrap_or(0)
    }

    /// Erases the line from `to` on.
    fn rub_out(&mut self, to: usize, shown: &mut Vec<u8>) {
        while self.line.len() > to {
            let start = self.before_last(self.line.len());
            let control = self.line.get(start).is_some_and(|byte| *byte < 0x20 && *byte != b'\t');
            self.line.truncate(start);
            if self.settings.echo {
                let width = if control && self.settings.echoctl { 2 } else { 1 };
                shown.extend(b"\x08 \x08".repeat(width));
            }
        }
    }

    /// Echoes a typed byte.
    fn show(&self, byte: u8, shown: &mut Vec<u8>) {
        match byte {
            _ if !self.settings.echo => {}
            b'\n' => self.write(b"\n", shown),
            0..0x20 | 0x7f if self.settings.echoctl && byte != b'\t' => shown.extend([b'^', byte ^ 0x40]),
            _ => shown.push(byte),
        }
    }

    /// Converts output bytes for the client.
    pub(super) fn write(&self, bytes: &[u8], out: &mut Vec<u8>) {
        if !self.settings.opost || !self.settings.onlcr {
            return out.extend_from_slice(bytes);
        }
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            match line.strip_suffix(b"\n") {
                Some(line) => {
                    out.extend_from_slice(line);
                    out.extend_from_slice(b"\r\n");
                }
                None => out.extend_from_slice(line),
            }
        }
    }
}

impl Settings {
    /// `stty raw`, `stty -raw`.
    pub(in super::super) fn set_raw(&mut self, raw: bool) {
        for flag in [&mut self.icrnl, &mut self.opost, &mut self.isig, &mut self.icanon] {
            *flag = !raw;
        }
    }

    /// `stty sane`: restores the defaults, except for the size.
    pub(in super::super) fn make_sane(&mut self) {
        *self = Self { rows: self.rows, columns: self.columns, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::Terminal;

    /// Checks the readable input, the echo, the number of ends of input, and the signals.
    fn check(terminal: &mut Terminal, typed: &[u8], expected: (&str, &str, usize, &[u32])) {
        let (mut input, mut shown, mut ends, mut signals) = (Vec::new(), Vec::new(), 0, Vec::new());
        for byte in typed {
            let done = terminal.typed(*byte);
            input.extend(done.input);
            shown.extend(done.shown);
            ends += usize::from(done.end);
            signals.extend(done.signal);
        }
        let (input, shown) = (String::from_utf8_lossy(&input), String::from_utf8_lossy(&shown));
        assert_eq!((&*input, &*shown, ends, signals.as_slice()), expected, "{:?}", String::from_utf8_lossy(typed));
    }

    #[test]
    fn what_is_typed() {
        let mut terminal = Terminal::default();
        for (typed, expected) in [
            (&b"echo hi\n"[..], ("echo hi\n", "echo hi\r\n", 0, &[][..])),
            (b"ls\r", ("ls\n", "ls\r\n", 0, &[])),
            (b"ab\x7fc\x15de\n", ("de\n", "ab\x08 \x08c\x08 \x08\x08 \x08de\r\n", 0, &[])),
            (b"\x7f\x7fx\n", ("x\n", "x\r\n", 0, &[])),
            (
                b"one two\x17\x17t\n",
                ("t\n", "one two\x08 \x08\x08 \x08\x08 \x08\x08 \x08\x08 \x08\x08 \x08\x08 \x08t\r\n", 0, &[]),
            ),
            ("ü\x7f\n".as_bytes(), ("\n", "ü\x08 \x08\r\n", 0, &[])),
            (b"\x01\x7f\n", ("\n", "^A\x08 \x08\x08 \x08\r\n", 0, &[])),
            (b"\x04", ("", "", 1, &[])),
            (b"part\x04\x04", ("part", "part", 1, &[])),
            (b"lost\x03", ("", "lost^C", 0, &[2])),
            (b"\x1a\x1c", ("", "^Z^\\", 0, &[20, 3])),
        ] {
            check(&mut terminal, typed, expected);
        }
        terminal.settings.echo = false;
        check(&mut terminal, b"secret\n", ("secret\n", "", 0, &[]));
        terminal.settings.set_raw(true);
        check(&mut terminal, b"a\r\x03\x7f", ("a\r\x03\x7f", "", 0, &[]));
        terminal.settings.make_sane();
        check(&mut terminal, b"x\x7f", ("", "x\x08 \x08", 0, &[]));
        // The length of a line is limited.
        check(&mut terminal, &[b'y'; 9_000], ("", &"y".repeat(super::MAX_LINE), 0, &[]));
    }

    #[test]
    fn what_is_written_and_sizes() {
        let mut terminal = Terminal::default();
        let mut out = Vec::new();
        terminal.write(b"a\nb\r\n\n", &mut out);
        assert_eq!(out, b"a\r\nb\r\r\n\r\n");
        for (size, changed) in
            [("24x80,0x0", true), ("24x80,1x1", false), ("50x100", true), ("x", false), ("", false), ("-1x3,", false)]
        {
            assert_eq!(terminal.resize(size.as_bytes()), changed, "{size}");
        }
        assert_eq!((terminal.settings.rows, terminal.settings.columns), (50, 100));
    }
}
