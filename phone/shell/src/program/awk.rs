//! `awk`, as far as one-liners use it: patterns, fields, variables, arrays, `printf`.
//!
//! Not supported: user-defined functions, `getline`, output to pipes and files, and an `RS` other than a newline.

mod evaluate;
mod parser;
mod syntax;
mod value;

use std::collections::BTreeMap;

use self::evaluate::{Interpreter, Step};
use self::syntax::{Item, Pattern};
use self::value::Value;
use super::super::Input;
use super::call::Call;

pub(super) fn awk(call: &mut Call<'_>) -> i32 {
    let options = match call.options("+F:v:f:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let mut operands = options.operands.clone();
    let program = match options.value('f') {
        Some(file) => match call.read(file) {
            Some(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            None => return 2,
        },
        None if operands.is_empty() => {
            call.io.err("usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]\n");
            return 2;
        }
        None => operands.remove(0),
    };
    let items = match parser::parse(&program) {
        Ok(items) => items,
        Err(message) => {
            call.io.err(format!("awk: {message} at source line 1\n"));
            return 2;
        }
    };
    let mut interpreter = Interpreter::new();
    let unescape = |text: &str| String::from_utf8_lossy(&super::super::format::unescape(text).bytes).into_owned();
    if let Some(separator) = options.value('F') {
        let separator = if separator == "t" { "\t".to_owned() } else { unescape(separator) };
        interpreter.set("FS", Value::Text(separator));
    }
    for (name, value) in options.values('v').filter_map(|text| text.split_once('=')) {
        interpreter.set(name, Value::Input(unescape(value)));
    }
    let status = run(call, &items, &operands, &mut interpreter);
    let out = std::mem::take(&mut interpreter.out);
    call.io.stdout.extend(out);
    match interpreter.failure.take() {
        Some(message) => {
            call.io.err(format!("awk: {message}\n"));
            2
        }
        None => status,
    }
}

fn run(call: &mut Call<'_>, items: &[Item], operands: &[String], interpreter: &mut Interpreter) -> i32 {
    let mut inside: BTreeMap<usize, bool> = BTreeMap::new();
    let mut stopped = false;
    for item in items.iter().filter(|item| matches!(item.pattern, Pattern::Begin)) {
        stopped = stopped || !matches!(interpreter.block(&item.action), Step::Next | Step::Record);
    }
    let reads = items.iter().any(|item| !matches!(item.pattern, Pattern::Begin));
    let mut files: Vec<String> = Vec::new();
    for operand in operands {
        match operand.split_once('=').filter(|(name, _)| super::super::variables::is_name(name)) {
            Some((name, value)) => interpreter.set(name, Value::Input(value.to_owned())),
            None => files.push(operand.clone()),
        }
    }
    if reads && !stopped {
        let mut number = 0_u32;
        let files = if files.is_empty() { vec!["-".to_owned()] } else { files };
        'files: for name in files {
            let mut file = match name.as_str() {
                "-" => None,
                _ => match call.read(&name) {
                    Some(bytes) => Some(Input::new(bytes)),
                    None => continue,
                },
            };
            interpreter.set("FILENAME", Value::Text(if name == "-" { String::new() } else { name }));
            let mut in_file = 0_u32;
            loop {
                call.io.stdout.append(&mut interpreter.out);
                let line = match &mut file {
                    Some(input) => input.line(),
                    None => call.next_line(),
                };
                let Some((line, _)) = line else { break };
                number += 1;
                in_file += 1;
                interpreter.set("NR", Value::Number(f64::from(number)));
                interpreter.set("FNR", Value::Number(f64::from(in_file)));
                interpreter.record(&String::from_utf8_lossy(&line));
                match record(items, interpreter, &mut inside) {
                    Step::Next | Step::Record => {}
                    _ => break 'files,
                }
                if interpreter.spent() || call.exhausted() {
                    break 'files;
                }
            }
        }
    }
    if !stopped {
        for item in items.iter().filter(|item| matches!(item.pattern, Pattern::End)) {
            if !matches!(interpreter.block(&item.action), Step::Next | Step::Record) {
                break;
            }
        }
    }
    match (interpreter.status, call.status) {
        (0, 0) => 0,
        (0, _) => 2,
        (status, _) => status,
    }
}

/// Runs all items on the current line.
fn record(items: &[Item], interpreter: &mut Interpreter, inside: &mut BTreeMap<usize, bool>) -> Step {
    for (index, item) in items.iter().enumerate() {
        let chosen = match &item.pattern {
            Pattern::Begin | Pattern::End => false,
            Pattern::Always => true,
            Pattern::When(test) => interpreter.evaluate(test).truth(),
            Pattern::Range(first, last) => {
                let open = inside.get(&index).copied().unwrap_or(false) || interpreter.evaluate(first).truth();
                let closes = open && interpreter.evaluate(last).truth();
                inside.insert(index, open && !closes);
                open
            }
        };
        if chosen {
            match interpreter.block(&item.action) {
                Step::Next => {}
                other => return other,
            }
        }
    }
    Step::Next
}
