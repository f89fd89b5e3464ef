//! `screencap`: the screen as a PNG or as raw pixels.

use super::{Exit, Io, System, defaults, done};

const USAGE: &str = "\
usage: screencap [-ahp] [-d display-id] [FILENAME]
   -h: this message
   -a: captures all the active physical displays. This appends an id to FILENAME.
   -p: outputs in png format.
   -d: specify the physical display ID to capture
       see \"dumpsys SurfaceFlinger --display-id\" for valid display IDs.
   --hint-for-seamless If set will use the hintForSeamless path in SF

If FILENAME ends with .png it will be saved as a png.
If FILENAME is not given, the results will be printed to stdout.";

/// `screencap [-p] [-d ID] [FILE]`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let (mut png, mut path) = (false, None);
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-p" => png = true,
            "-a" | "--hint-for-seamless" | "-j" => {}
            "-d" => {
                let id = words.next().unwrap_or_default();
                if id != defaults::DISPLAY_ID && id != "0" {
                    io.err(format!("Display Id '{id}' is not valid."));
                    return Exit::Status(1);
                }
            }
            "-h" | "-?" => {
                io.err(USAGE);
                return Exit::Status(1);
            }
            _ if word.starts_with('-') && word.len() > 1 => {
                io.err(format!("screencap: unknown option -- {}\n{USAGE}", &word[1..]));
                return Exit::Status(1);
            }
            _ => path = Some(word),
        }
    }
    png |= path.is_some_and(|path| path.to_ascii_lowercase().ends_with(".png"));
    let bytes = if png { system.screen_png() } else { raw(system) };
    match path {
        None | Some("-" | "/dev/stdout") => io.stdout.extend_from_slice(&bytes),
        Some(path) => {
            if let Err(why) = system.write_file(path, &bytes) {
                io.err(format!("Error opening file: {path} ({why})"));
                return Exit::Status(1);
            }
        }
    }
    done()
}

/// Width, height, format (1 is `RGBA_8888`) and colour space (1 is sRGB), then the pixels.
fn raw(system: &mut dyn System) -> Vec<u8> {
    let pixels = system.screen_pixels();
    let mut bytes = Vec::with_capacity(16 + pixels.rgba.len());
    for word in [pixels.width, pixels.height, 1, 1] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.extend_from_slice(&pixels.rgba);
    bytes
}
