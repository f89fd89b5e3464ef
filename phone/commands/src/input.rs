//! `input`: fingers, keys and text, as in Android 14's `InputShellCommand`.
//!
//! Text goes through the virtual keyboard's key map, so it must be ASCII. Any other character ends in a
//! `NullPointerException` and nothing is typed, as on every real phone.

use super::arguments::{Arguments, exception};
use super::{Exit, Gesture, Io, Motion, System, done, keycodes};

const SOURCES: &[&str] = &[
    "touchnavigation",
    "touchscreen",
    "joystick",
    "stylus",
    "touchpad",
    "gamepad",
    "dpad",
    "mouse",
    "keyboard",
    "trackball",
    "rotaryencoder",
];

const COMMANDS: &str = "\
The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress|--duration <duration to hold key down in ms>] [--doubletap] [--async] [--delay \
<duration between keycodes in ms>] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      scroll (Default: rotaryencoder). Has the following syntax:
            scroll <x> <y> [axis_value] (for pointer-based sources)
            scroll [axis_value] (for non-pointer-based sources)
            Axis options: SCROLL, HSCROLL, VSCROLL
            None or one or multiple axis value options can be specified.
            To specify multiple axes, use one axis option for per axis.
            Example: `scroll --axis VSCROLL,2 --axis SCROLL,-2.4`
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard, the key order is important here.)";

/// A Java exception: the class with its message, and the stack frame.
struct Thrown(String, &'static str);

/// `input …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let Some(first) = words.peek() else {
        help(io);
        return done();
    };
    match act(&mut words, io, system) {
        Ok(()) => done(),
        Err(Thrown(what, frame)) => {
            io.err(exception(first, &what, frame));
            Exit::Status(255)
        }
    }
}

fn act(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Result<(), Thrown> {
    let mut word = required(words, "input")?;
    if SOURCES.contains(&word) {
        word = required(words, word)?;
    }
    if word == "-d" {
        let display = required(words, "-d")?;
        if !matches!(display, "DEFAULT_DISPLAY" | "INVALID_DISPLAY") && display.parse::<i32>().is_err() {
            return Err(illegal("Error: Invalid arguments for display ID."));
        }
        word = required(words, display)?;
    }
    let numbers = |_| illegal(&format!("Error: Invalid arguments for command: {word}"));
    match word {
        "text" => return text(required(words, word)?, system),
        "keyevent" => keyevent(words, system)?,
        "tap" => {
            let [x, y] = points(words, word)?.map_err(numbers)?;
            system.gesture(Gesture::Tap(x, y));
        }
        "swipe" | "draganddrop" => {
            let [x1, y1, x2, y2] = points(words, word)?.map_err(numbers)?;
            let given = words.next().map_or(Ok(-1), str::parse::<i32>).map_err(|_| numbers(NotANumber))?;
            let ms = u64::try_from(given).unwrap_or(300);
            system.gesture(match word {
                "swipe" => Gesture::Swipe(x1, y1, x2, y2, ms),
                _ => Gesture::DragAndDrop(x1, y1, x2, y2, ms),
            });
        }
        "press" => system.gesture(Gesture::Press),
        "roll" => {
            let [x, y] = points(words, word)?.map_err(numbers)?;
            system.gesture(Gesture::Roll(x, y));
        }
        "scroll" => scroll(words, system)?.map_err(numbers)?,
        "motionevent" => {
            let name = required(words, word)?;
            let motion = match name.to_ascii_uppercase().as_str() {
                "DOWN" => Motion::Down,
                "MOVE" => Motion::Move,
                "UP" => Motion::Up,
                "CANCEL" => Motion::Cancel,
                _ => return Err(illegal(&format!("Unknown action: {name}"))),
            };
            let [x, y] = match motion {
                Motion::Cancel if words.rest().len() < 2 => [0.0, 0.0],
                _ => points(words, name)?.map_err(numbers)?,
            };
            system.gesture(Gesture::Motion(motion, x, y));
        }
        "keycombination" => combination(words, system)?,
        "help" | "-h" => help(io),
        _ => io.out(format!("Unknown command: {word}")),
    }
    Ok(())
}

fn help(io: &mut Io) {
    io.out("Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n\nThe sources are: ");
    for source in SOURCES {
        io.out(format!("      {source}"));
    }
    io.out("\n[-d]: specify the display ID.\n      (Default: -1 for key event, 0 for motion event if not specified.)");
    io.out(COMMANDS);
}

fn illegal(message: &str) -> Thrown {
    Thrown(
        format!("java.lang.IllegalArgumentException: {message}"),
        "com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java:209)",
    )
}

/// Returns the next word, or the exception of `getNextArgRequired`.
fn required<'a>(words: &mut Arguments<'a>, after: &str) -> Result<&'a str, Thrown> {
    words.next().ok_or_else(|| {
        Thrown(
            format!("java.lang.IllegalArgumentException: Argument expected after \"{after}\""),
            "com.android.modules.utils.BasicShellCommandHandler.getNextArgRequired(BasicShellCommandHandler.java:295)",
        )
    })
}

/// A word that should have been a number.
struct NotANumber;

/// Parses `N` coordinates. A missing word and an invalid number fail differently.
fn points<const N: usize>(words: &mut Arguments<'_>, after: &str) -> Result<Result<[f32; N], NotANumber>, Thrown> {
    let mut values = [0.0; N];
    let mut before = after;
    for value in &mut values {
        let word = required(words, before)?;
        let Some(number) = float(word) else { return Ok(Err(NotANumber)) };
        *value = number;
        before = word;
    }
    Ok(Ok(values))
}

/// Parses a number like `Float.parseFloat`, but rejects infinities, which are not screen positions.
fn float(word: &str) -> Option<f32> {
    let digits = word.trim().trim_end_matches(['f', 'F', 'd', 'D']);
    digits.parse::<f32>().ok().filter(|value| value.is_finite())
}

/// `text`: `%s` is a space, and every character must be on the key map.
fn text(word: &str, system: &mut dyn System) -> Result<(), Thrown> {
    let mut typed = String::with_capacity(word.len());
    for character in word.chars() {
        if character == 's' && typed.ends_with('%') {
            typed.pop();
            typed.push(' ');
        } else {
            typed.push(character);
        }
    }
    if typed.chars().any(|character| !is_on_key_map(character)) {
        return Err(Thrown(
            "java.lang.NullPointerException: Attempt to get length of null array".to_owned(),
            "com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:351)",
        ));
    }
    if !typed.is_empty() {
        system.text(&typed);
    }
    Ok(())
}

/// Whether the virtual keyboard (`Virtual.kcm`) has a key for the character.
fn is_on_key_map(character: char) -> bool {
    matches!(character, ' '..='~' | '\n' | '\t')
}

fn keyevent(words: &mut Arguments<'_>, system: &mut dyn System) -> Result<(), Thrown> {
    let (mut long_press, mut twice) = (false, false);
    let mut word = required(words, "keyevent")?;
    while word.starts_with("--") {
        match word {
            "--longpress" => long_press = true,
            "--doubletap" => twice = true,
            "--async" => {}
            "--delay" | "--duration" => {
                let value = required(words, word)?;
                if value.parse::<i32>().is_err() {
                    return Err(illegal("Error: Invalid arguments for command: keyevent"));
                }
            }
            _ => break,
        }
        word = required(words, word)?;
    }
    let mut next = Some(word);
    while let Some(word) = next {
        let code = keycodes::from_text(word);
        system.key(code, long_press, 0);
        if twice {
            system.key(code, long_press, 0);
        }
        next = words.next();
    }
    Ok(())
}

fn combination(words: &mut Arguments<'_>, system: &mut dyn System) -> Result<(), Thrown> {
    let mut word = required(words, "keycombination")?;
    if word == "-t" {
        let ms = required(words, word)?;
        if ms.parse::<i32>().is_err() {
            return Err(illegal("Error: Invalid arguments for command: keycombination"));
        }
        word = required(words, ms)?;
    }
    let mut codes = Vec::new();
    let mut next = Some(word);
    while let Some(word) = next {
        match keycodes::from_text(word) {
            0 => return Err(illegal(&format!("Unknown keycode: {word}"))),
            code => codes.push(code),
        }
        next = words.next();
    }
    if codes.len() < 2 {
        return Err(illegal("keycombination requires at least 2 keycodes"));
    }
    system.key_combination(&codes);
    Ok(())
}

/// `scroll X Y --axis VSCROLL,-2`; without a position it scrolls at the middle of the screen.
fn scroll(words: &mut Arguments<'_>, system: &mut dyn System) -> Result<Result<(), NotANumber>, Thrown> {
    let (width, height) = system.display().current_size();
    let [mut x, mut y] = [width as f32 / 2.0, height as f32 / 2.0];
    if words.peek().is_some_and(|word| float(word).is_some()) {
        match points(words, "scroll")? {
            Ok(point) => [x, y] = point,
            Err(error) => return Ok(Err(error)),
        }
    }
    let (mut right, mut up) = (0.0, 0.0);
    while let Some(word) = words.next() {
        if word != "--axis" {
            return Err(illegal(&format!("Unsupported option: {word}")));
        }
        let axis = required(words, word)?;
        let (name, value) = axis.split_once(',').unwrap_or((axis, ""));
        let Some(value) = float(value) else { return Ok(Err(NotANumber)) };
        match name {
            "HSCROLL" => right = value,
            "VSCROLL" | "SCROLL" => up = value,
            _ => return Err(illegal(&format!("Unsupported axis: {name}"))),
        }
    }
    system.gesture(Gesture::Scroll(x, y, right, up));
    Ok(Ok(()))
}
