//! `monkey`: starts an app and injects pseudo-random events: touches, swipes, keys, switches of apps.
//!
//! The events are real: they reach the screen like those of `input`. The same seed on the same screen injects the same
//! events. With `-p`, an event that leaves the named apps is answered by starting one of them again, as Android's
//! monkey does.

use super::{Exit, Gesture, Io, System, intent, keycodes::key};
use state::app::Intent;

const USAGE: &str = "\
usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]
              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]
              [--ignore-crashes] [--ignore-timeouts]
              [--ignore-security-exceptions]
              [--monitor-native-crashes] [--ignore-native-crashes]
              [--kill-process-after-error] [--hprof]
              [--pct-touch PERCENT] [--pct-motion PERCENT]
              [--pct-syskeys PERCENT] [--pct-anyevent PERCENT]
              [-s SEED] [-v [-v] ...]
              [--throttle MILLISEC] [--randomize-throttle]
              COUNT";

/// How many events one run injects at most. A longer run is aborted and says after how many events.
const MOST: u32 = 5_000;

/// The kinds of events, with their options and usual shares in percent (`MonkeySourceRandom`).
const KINDS: &[(Kind, &str, f64)] = &[
    (Kind::Touch, "--pct-touch", 15.0),
    (Kind::Motion, "--pct-motion", 10.0),
    (Kind::Trackball, "--pct-trackball", 15.0),
    (Kind::Navigation, "--pct-nav", 25.0),
    (Kind::MajorNavigation, "--pct-majornav", 15.0),
    (Kind::SystemKey, "--pct-syskeys", 2.0),
    (Kind::AppSwitch, "--pct-appswitch", 2.0),
    (Kind::AnyKey, "--pct-anyevent", 13.0),
];

/// The kinds that this phone cannot inject: they take no share.
const UNSUPPORTED: &[&str] = &["--pct-rotation", "--pct-permission", "--pct-pinchzoom", "--pct-flip"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Touch,
    Motion,
    Trackball,
    Navigation,
    MajorNavigation,
    SystemKey,
    AppSwitch,
    AnyKey,
}

/// A parsed command line.
#[derive(Default)]
struct Request<'a> {
    packages: Vec<&'a str>,
    categories: Vec<&'a str>,
    seed: Option<u64>,
    throttle_ms: u64,
    verbose: bool,
    /// The shares that were given, by option.
    shares: Vec<(&'a str, f64)>,
    count: Option<u32>,
}

/// Parses the words; none if one is not understood.
fn parse(args: &[String]) -> Option<Request<'_>> {
    let mut request = Request::default();
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-p" => request.packages.extend(words.next()),
            "-c" => request.categories.extend(words.next()),
            "-s" => request.seed = Some(words.next()?.parse().ok()?),
            "--throttle" => request.throttle_ms = words.next()?.parse().ok()?,
            "--port" | "-f" | "--setup" | "--pkg-blacklist-file" | "--pkg-whitelist-file" => _ = words.next(),
            "-v" => request.verbose = true,
            _ if word.starts_with("--pct-") => request.shares.push((word, words.next()?.parse().ok()?)),
            _ if word.starts_with('-') => {}
            _ => request.count = Some(word.parse().ok()?),
        }
    }
    Some(request)
}

/// `monkey -p PACKAGE -c CATEGORY COUNT`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    for word in args {
        io.out(format!("  bash arg: {word}"));
    }
    io.err(format!("args: [{}]", args.join(", ")));
    for word in args {
        io.err(format!(" arg: \"{word}\""));
    }
    let request = parse(args);
    for category in request.iter().flat_map(|request| &request.categories) {
        io.err(format!("data=\"{category}\""));
    }
    let Some((request, count)) = request.and_then(|request| request.count.map(|count| (request, count))) else {
        io.err("** Error: Count not specified");
        io.err(USAGE);
        return Exit::Status(255);
    };
    let allowed: Vec<Intent> = request.packages.iter().filter_map(|package| main_of(package, system)).collect();
    if allowed.is_empty() && !request.packages.is_empty() {
        io.out("** No activities found to run, monkey aborted.");
        return Exit::Status(252);
    }
    let seed = request.seed.unwrap_or_else(|| system.shared().clock.now_ms.unsigned_abs());
    if request.verbose {
        io.out(format!(":Monkey: seed={seed} count={count}"));
        request.packages.iter().for_each(|package| io.out(format!(":AllowPackage: {package}")));
        io.out(":IncludeCategory: android.intent.category.LAUNCHER\n:IncludeCategory: android.intent.category.MONKEY");
    }
    let mut monkey = Monkey { random: Random(seed), shares: shares(&request.shares), allowed };
    let mut injected = 0;
    while injected < count.min(MOST) {
        // The first event starts an app.
        let kind = if injected == 0 { Kind::AppSwitch } else { monkey.choose() };
        if !monkey.inject(kind, request.verbose, io, system) {
            io.out("** No activities found to run, monkey aborted.");
            return Exit::Status(252);
        }
        monkey.come_back(io, system);
        io.takes_ms = io.takes_ms.saturating_add(request.throttle_ms);
        injected += 1;
    }
    if injected < count {
        io.out("** Monkey aborted due to error.");
    }
    io.out(format!("Events injected: {injected}"));
    io.out("## Network stats: elapsed time=24ms (0ms mobile, 0ms wifi, 24ms not connected)");
    if injected < count {
        io.out(format!("** System appears to have crashed at event {injected} of {count} using seed {seed}"));
        return Exit::Status(1);
    }
    if request.verbose {
        io.out("// Monkey finished");
    }
    Exit::Status(0)
}

/// Returns the intent that starts a package's main activity.
fn main_of(package: &str, system: &dyn System) -> Option<Intent> {
    let found = intent::launcher_activity(package, system)?;
    let component = Some((found.package.clone(), found.class));
    Some(Intent { component, ..intent::launcher(&found.package) })
}

/// Returns the share of each kind: the given ones, and the rest as usual in proportion.
fn shares(given: &[(&str, f64)]) -> Vec<(Kind, f64)> {
    let given_for = |option: &str| given.iter().rfind(|(known, _)| *known == option).map(|(_, share)| share.max(0.0));
    let taken: f64 = given.iter().filter(|(option, _)| !UNSUPPORTED.contains(option)).map(|(_, share)| share).sum();
    let usual: f64 = KINDS.iter().filter(|(_, option, _)| given_for(option).is_none()).map(|(_, _, share)| share).sum();
    let rest = (100.0 - taken).max(0.0) / usual.max(1.0);
    KINDS.iter().map(|(kind, option, share)| (*kind, given_for(option).unwrap_or(share * rest))).collect()
}

/// splitmix64
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        let at = self.below(from.len() as u64);
        from.get(usize::try_from(at).unwrap_or(0)).copied()
    }
}

struct Monkey {
    random: Random,
    shares: Vec<(Kind, f64)>,
    /// The apps that may be on the screen; empty for all.
    allowed: Vec<Intent>,
}

impl Monkey {
    fn choose(&mut self) -> Kind {
        let total: f64 = self.shares.iter().map(|(_, share)| share).sum();
        let mut at = self.random.below(10_000) as f64 / 10_000.0 * total;
        for (kind, share) in &self.shares {
            if at < *share {
                return *kind;
            }
            at -= share;
        }
        Kind::Touch
    }

    /// Injects one event; `false` if no app can be started.
    fn inject(&mut self, kind: Kind, verbose: bool, io: &mut Io, system: &mut dyn System) -> bool {
        let (width, height) = system.display().current_size();
        let mut point = || {
            let (x, y) = (self.random.below(u64::from(width)), self.random.below(u64::from(height)));
            (x as f32, y as f32)
        };
        match kind {
            Kind::Touch => {
                let (x, y) = point();
                if verbose {
                    io.out(format!(":Sending Touch (ACTION_DOWN): 0:({x:.1},{y:.1})"));
                }
                system.gesture(Gesture::Tap(x, y));
            }
            Kind::Motion => {
                let ((x1, y1), (x2, y2)) = (point(), point());
                if verbose {
                    io.out(format!(":Sending Touch (ACTION_DOWN): 0:({x1:.1},{y1:.1})"));
                }
                system.gesture(Gesture::Swipe(x1, y1, x2, y2, 100));
            }
            Kind::Trackball => {
                let (x, y) = (self.random.below(10) as f32 - 5.0, self.random.below(10) as f32 - 5.0);
                system.gesture(Gesture::Roll(x, y));
            }
            Kind::Navigation => self.press(&[19, 20, 21, 22], verbose, io, system),
            Kind::MajorNavigation => self.press(&[82, 23], verbose, io, system),
            Kind::SystemKey => self.press(&[key::HOME, key::BACK, 24, 25, 91], verbose, io, system),
            // Every key but those that switch the phone off or lock it (`MonkeySourceRandom` leaves them out too).
            Kind::AnyKey => {
                let code = self.random.below(288) as u32;
                let code = if matches!(code, 6 | 26 | 223 | 224 | 276) { key::BACK } else { code };
                self.press(&[code], verbose, io, system);
            }
            Kind::AppSwitch => return self.switch(verbose, io, system),
        }
        true
    }

    fn press(&mut self, codes: &[u32], verbose: bool, io: &mut Io, system: &mut dyn System) {
        let Some(code) = self.random.pick(codes) else { return };
        if verbose {
            io.out(format!(":Sending Key (ACTION_DOWN): {code}"));
        }
        system.key(code, false, 0);
    }

    fn switch(&mut self, verbose: bool, io: &mut Io, system: &mut dyn System) -> bool {
        let mut targets = self.allowed.clone();
        if targets.is_empty() {
            let packages = &system.shared().packages.installed;
            let listed = packages.iter().filter(|(_, package)| package.launchable && package.enabled);
            targets = listed.filter_map(|(name, _)| main_of(name, system)).collect();
        }
        let at = usize::try_from(self.random.below(targets.len() as u64)).unwrap_or(0);
        let Some(target) = targets.get(at) else { return false };
        if verbose {
            let (package, class) = target.component.clone().unwrap_or_default();
            io.out(format!(":Switch: #Intent;component={package}/{class};end"));
        }
        system.start(target).is_ok()
    }

    /// Starts an allowed app again if another one is on the screen.
    fn come_back(&self, io: &mut Io, system: &mut dyn System) {
        let Some(first) = self.allowed.first() else { return };
        let front = system.front().map(|front| front.component.package);
        let allowed = |package: &String| {
            self.allowed.iter().any(|known| known.component.as_ref().is_some_and(|(name, _)| name == package))
        };
        if let Some(package) = front.filter(|package| !allowed(package)) {
            io.out(format!("    // Rejecting start of Intent {{ pkg={package} }}"));
            _ = system.start(first);
        }
    }
}
