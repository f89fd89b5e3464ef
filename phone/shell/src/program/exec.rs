//! Programs that run others: `xargs`, `timeout`, `nohup`, `env`, `toybox`; and `expr`.

use std::time::Duration;

use tokio::time::Instant;

use super::super::session::ShellProcess;
use super::super::signals::signal;
use super::super::state::Variable;
use super::super::{Input, format, regex, variables};
use super::call::Call;
use super::help;

impl Call<'_> {
    /// Runs a command with this program's streams.
    fn launch(&mut self, words: &[String], stdin: Input) -> i32 {
        self.flush();
        if let Some(name) = words.first()
            && self.locate(name).is_none()
        {
            self.fail(format!("exec {name}: No such file or directory"));
            return 127;
        }
        let status = self.shell.run_inside(words, stdin, self.os);
        // A long-running command keeps running for the caller.
        self.io.long_running = self.shell.long_running.take();
        status
    }

    pub(super) fn hand_on(&mut self, words: &[String]) -> i32 {
        let stdin = std::mem::take(&mut self.io.stdin);
        self.launch(words, stdin)
    }
}

pub(super) fn xargs(call: &mut Call<'_>) -> i32 {
    let options = match call.options("+0prtn:s:I:L:P:E:o") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let bytes = call.io.stdin.take();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let replace = options.value('I').map(str::to_owned);
    let words: Vec<String> = if options.has('0') {
        text.split('\0').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    } else if replace.is_some() {
        text.lines().map(|line| line.trim_start().to_owned()).filter(|line| !line.is_empty()).collect()
    } else {
        text.split_whitespace().map(str::to_owned).collect()
    };
    let command = if options.operands.is_empty() { vec!["echo".to_owned()] } else { options.operands.clone() };
    if words.is_empty() && (options.has('r') || replace.is_some()) {
        return 0;
    }
    let size = match (&replace, options.number('n')) {
        (Some(_), _) => 1,
        (None, Ok(count)) => count.map_or(usize::MAX, |count| count.max(1) as usize),
        (None, Err(message)) => return call.fail(message),
    };
    let groups: Vec<&[String]> =
        if words.is_empty() { vec![&[]] } else { words.chunks(size.min(words.len())).collect() };
    let mut status = 0;
    for group in groups {
        if call.exhausted() {
            break;
        }
        let line: Vec<String> = match &replace {
            Some(mark) => {
                let value = group.first().map_or("", String::as_str);
                command.iter().map(|word| word.replace(mark.as_str(), value)).collect()
            }
            None => command.iter().chain(group).cloned().collect(),
        };
        if options.has('t') {
            call.io.err(format!("{} \n", line.join(" ")));
        }
        status = match call.launch(&line, Input::default()) {
            0 => status,
            127 => return 127,
            126 => return 126,
            255 => return 124,
            _ => 123,
        };
    }
    status
}

pub(super) fn timeout(call: &mut Call<'_>) -> i32 {
    let options = match call.options("+fk:s:iv") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let [limit, command @ ..] = options.operands.as_slice() else {
        call.fail("Need 2 arguments (see \"timeout --help\")");
        return 125;
    };
    let digits = limit.trim_end_matches(['s', 'm', 'h', 'd']);
    let factor = match limit.get(digits.len()..) {
        Some("m") => 60.0,
        Some("h") => 3600.0,
        Some("d") => 86_400.0,
        _ => 1.0,
    };
    let Some(limit_ms) = digits.parse::<f64>().ok().map(|seconds| (seconds * factor * 1000.0) as u64) else {
        return call.fail(format!("bad time '{limit}'"));
    };
    if command.is_empty() {
        call.fail("Need 2 arguments (see \"timeout --help\")");
        return 125;
    }
    if let Some(process) = call.shell.budget.process.clone() {
        let killed = options.value('s').and_then(signal) == Some(9);
        return limited(call, &process, limit_ms, killed, command);
    }
    let before = call.shell.waits_ms;
    let status = call.hand_on(command);
    let waited = call.shell.waits_ms.saturating_sub(before);
    // The time limit also ends a command that would run forever.
    if waited > limit_ms || call.io.long_running.take().is_some() {
        call.shell.waits_ms = before.saturating_add(limit_ms);
        return 124;
    }
    status
}

/// Runs a command with a time limit.
fn limited(call: &mut Call<'_>, process: &ShellProcess, limit_ms: u64, killed: bool, command: &[String]) -> i32 {
    let deadline = Instant::now().checked_add(Duration::from_millis(limit_ms));
    let before = process.set_deadline(deadline);
    let status = call.hand_on(command);
    let over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
    process.set_deadline(before);
    if !over {
        return status;
    }
    // Only the command was killed, not the shell that started it.
    (call.shell.killed, call.shell.broken) = (false, false);
    if killed { 137 } else { 124 }
}

pub(super) fn nohup(call: &mut Call<'_>) -> i32 {
    let words: Vec<String> = call.args.iter().skip_while(|arg| arg.starts_with('-')).cloned().collect();
    if words.is_empty() {
        let name = call.name;
        return call.fail(format!("Needs 1 argument (see \"{name} --help\")"));
    }
    call.hand_on(&words)
}

pub(super) fn nice(call: &mut Call<'_>) -> i32 {
    match call.options("+n:") {
        Ok(options) if options.operands.is_empty() => call.print("0\n"),
        Ok(options) => call.hand_on(&options.operands),
        Err(status) => status,
    }
}

pub(super) fn env(call: &mut Call<'_>) -> i32 {
    let options = match call.options("+i0u:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    if call.name == "printenv" && !options.operands.is_empty() {
        for name in &options.operands {
            match call.shell.environment().get(name) {
                Some(value) => call.io.out(format!("{value}\n")),
                None => call.status = 1,
            }
        }
        return call.status;
    }
    let saved = call.shell.scope.variables.clone();
    if options.has('i') {
        call.shell.scope.variables.clear();
    }
    for name in options.values('u') {
        call.shell.scope.variables.remove(name);
    }
    let assigns = options.operands.iter().take_while(|word| word.contains('=')).count();
    let (assigns, command) = options.operands.split_at(assigns);
    for (name, value) in assigns.iter().filter_map(|word| word.split_once('=')) {
        if variables::is_name(name) {
            let variable = Variable { value: value.to_owned(), exported: true, ..Variable::default() };
            call.shell.scope.variables.insert(name.to_owned(), variable);
        }
    }
    let status = if command.is_empty() {
        for (name, value) in call.shell.environment() {
            call.io.out(format!("{name}={value}\n"));
        }
        0
    } else {
        call.hand_on(command)
    };
    call.shell.scope.variables = saved;
    status
}

pub(super) fn toybox(call: &mut Call<'_>) -> i32 {
    let Some((name, _)) = call.args.split_first() else {
        let names: Vec<&str> = call.programs.names().collect();
        return call.print(format!("{}\n", names.join(" ")));
    };
    if name == "--help" || (name == "help" && call.args.len() == 1) {
        return call.print(help::TOYBOX);
    }
    if name == "help"
        && let Some(text) = call.args.get(1).and_then(|asked| help::of(asked))
    {
        return call.print(text);
    }
    if name == "--long" {
        let names: Vec<String> = call.programs.names().map(|name| format!("bin/{name}")).collect();
        return call.print(format!("{}\n", names.join(" ")));
    }
    if name == "--version" {
        return call.print("toybox 0.8.11-android\n");
    }
    if call.programs.find(name).is_none() && !call.programs.names().any(|known| known == name) {
        return match name.starts_with('-') {
            true => 0,
            false => {
                call.fail(format!("Unknown command {name} (see \"toybox --help\")"));
                127
            }
        };
    }
    let words = call.args.to_vec();
    call.hand_on(&words)
}

pub(super) fn expr(call: &mut Call<'_>) -> i32 {
    match call.args {
        [text, colon, pattern] if colon == ":" => {
            let expression = format!("^(?:{})", regex::translate(pattern, false));
            let Some(regex) = regex::compile(&expression) else { return call.fail(format!("bad REGEX '{pattern}'")) };
            let found = regex.captures(text);
            let answer = match (&found, regex.captures_len()) {
                (Some(found), groups) if groups > 1 => found.get(1).map_or("", |part| part.as_str()).to_owned(),
                (Some(found), _) => found.get(0).map_or(0, |part| part.as_str().chars().count()).to_string(),
                (None, groups) if groups > 1 => String::new(),
                (None, _) => "0".to_owned(),
            };
            call.io.out(format!("{answer}\n"));
            i32::from(answer.is_empty() || answer == "0")
        }
        [word, text] if word == "length" => call.print(format!("{}\n", text.chars().count())),
        [left, sign, right] if ["=", "==", "!="].contains(&sign.as_str()) && format::integer(left).is_none() => {
            let truth = (left == right) == (sign != "!=");
            call.io.out(format!("{}\n", i32::from(truth)));
            i32::from(!truth)
        }
        [] => call.fail("Needs 1 argument (see \"expr --help\")"),
        [only] if format::integer(only).is_none() => call.print(format!("{only}\n")),
        words => {
            let expression: Vec<&str> =
                words.iter().map(|word| if word == "=" { "==" } else { word.as_str() }).collect();
            match call.shell.arithmetic(&expression.join(" ")) {
                Ok(value) => {
                    call.io.out(format!("{value}\n"));
                    i32::from(value == 0)
                }
                Err(_) => {
                    call.fail("syntax error");
                    2
                }
            }
        }
    }
}
