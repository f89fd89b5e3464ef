//! Sends random touches and keys to phones of every profile, with every app. Nothing may panic, the screen must always
//! be readable, and the phone must be the same after it was saved and loaded.
//!
//! `FINGERTIP_EVENTS` sets the number of events for each profile; the seed is that of the other random tests.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use adb::{Client, Options};
use sim::adbd::Adbd;
use sim::phone::SavedPhone;
use sim::profile::{BUILT_IN, Profile};

const START: i64 = 1_794_650_400_000;
/// How many events one command sends.
const AT_ONCE: u64 = 40;

/// Pseudo-random numbers from a seed: splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end
    }
}

fn events(random: &mut Random, packages: &[String], (width, height): (u64, u64)) -> String {
    const KEYS: &[u32] = &[3, 4, 19, 20, 21, 22, 24, 25, 61, 66, 67, 82, 84, 111, 112, 187];
    const WORDS: &[&str] = &["a", "0", "hello%sthere", "12", "x_y.z", "+1555", "'\"'\"'", "%s", "2023-10-15"];
    let mut script = String::new();
    for _ in 0..AT_ONCE {
        let (x, y) = (random.below(width), random.below(height));
        _ = match random.below(20) {
            0..12 => writeln!(script, "input tap {x} {y}"),
            12..14 => writeln!(script, "input swipe {x} {y} {} {} 120", random.below(width), random.below(height)),
            14 => writeln!(script, "input swipe {x} {y} {x} {y} 900"),
            15 | 16 => writeln!(script, "input keyevent {}", KEYS[random.below(KEYS.len() as u64) as usize]),
            17 => writeln!(script, "input text '{}'", WORDS[random.below(WORDS.len() as u64) as usize]),
            18 => writeln!(script, "am force-stop {}", packages[random.below(packages.len() as u64) as usize]),
            _ => writeln!(script, "monkey -p {} 1 > /dev/null", packages[random.below(packages.len() as u64) as usize]),
        };
    }
    // Wakes the phone, which would otherwise stay locked or asleep.
    script + "input keyevent 224\nuiautomator dump /dev/tty"
}

#[test]
fn whatever_fingers_do_the_phone_goes_on() {
    let number =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (count, seed) = (number("FINGERTIP_EVENTS", 800), number("PROPTEST_RNG_SEED", 17));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    for name in BUILT_IN {
        let began = std::time::Instant::now();
        let mut profile = Profile::built_in(name).unwrap().running_ahead();
        for make in apps::OPTIONAL {
            let manifest = make().manifest();
            profile.apps.insert(manifest.package.to_owned(), manifest.label.to_owned());
        }
        let (clock, size) = (Arc::new(AtomicI64::new(START)), profile.screen);
        let packages: Vec<String> = apps::all().iter().map(|make| make().manifest().package.to_owned()).collect();
        let now = Arc::clone(&clock);
        runtime.block_on(async {
            let now = move || now.load(Ordering::Relaxed);
            let adbd = Adbd::new(sim::phone_of(profile.clone(), START), Arc::new(now));
            let (ours, theirs) = tokio::io::duplex(64 << 10);
            let served = Arc::clone(&adbd);
            tokio::spawn(async move { served.serve(theirs).await });
            let client = Client::over(ours, "sim", Options::default()).await.unwrap();
            let mut random = Random(seed);
            let mut sent = 0;
            while sent < count {
                let script = events(&mut random, &packages, (size.width.into(), size.height.into()));
                clock.fetch_add(i64::try_from(random.below(20_000)).unwrap(), Ordering::Relaxed);
                let seen = client.shell(&script).await.unwrap_or_else(|error| panic!("{name}: {error}\n{script}"));
                let seen = seen.text().into_owned();
                assert!(seen.contains("<hierarchy"), "{name} after {sent} events: {seen}\n{script}");
                sent += AT_ONCE;
            }
            let saved = adbd.save().await.unwrap();
            let json = saved.to_json();
            let at = clock.load(Ordering::Relaxed);
            let loaded = sim::load(profile.clone(), SavedPhone::parse(&json).unwrap(), at).unwrap();
            let parsed = |json: &[u8]| serde_json::from_slice::<serde_json::Value>(json).unwrap()["apps"].clone();
            assert_eq!(parsed(&loaded.save().to_json()), parsed(&json), "{name}");
            let again = sim::load(profile, SavedPhone::parse(&loaded.save().to_json()).unwrap(), at).unwrap();
            assert_eq!(loaded.deeds(), again.deeds(), "{name}");
        });
        println!("{name}: {count} events, {:.1} s", began.elapsed().as_secs_f64());
    }
}
