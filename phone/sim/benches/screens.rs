//! Measures the cost of a screen. For the first screen of every app: drawing a frame (built, laid out and painted),
//! encoding it as PNG, and dumping its tree. Also for the contact screens with 50 and 50,000 people, and for the
//! conversations with 50 and 5,000 of them. `cargo bench -p sim --bench screens`.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints its results")]

use std::time::{Duration, Instant};

use commands::{self, Io, System};
use sim::phone::Phone;
use sim::profile::Profile;
use state::shared::{Contact, Message};

const START: i64 = 1_794_650_400_000;
/// How often each cost is measured.
const TIMES: usize = 9;

/// The costs of a screen, each as the median of [`TIMES`] runs and the worst.
struct Cost {
    draw: [Duration; 2],
    encode: [Duration; 2],
    dump: [Duration; 2],
}

fn main() {
    // `cargo test --benches` only checks that it builds.
    if std::env::args().any(|word| word == "--test") {
        return;
    }
    // Measures only some screens: `-- OsmAnd Maps`.
    let only: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    first_screens(&only);
    if only.is_empty() {
        many_people();
        many_conversations();
    }
}

fn first_screens(only: &[String]) {
    let mut profile = Profile::built_in("user").unwrap().running_ahead();
    let manifests: Vec<_> = apps::all().iter().map(|make| make().manifest()).filter(|it| it.launchable).collect();
    for manifest in &manifests {
        profile.apps.insert(manifest.package.to_owned(), manifest.label.to_owned());
    }
    let mut phone = sim::phone_of(profile, START);
    println!("{:28} draw ms (worst)  encode ms (worst)  draw/encode  dump ms (worst)", "first screen of");
    let mut costs: Vec<(&str, Cost)> = Vec::new();
    let asked = |label: &str| only.is_empty() || only.iter().any(|word| label.contains(word.as_str()));
    for manifest in manifests.iter().filter(|manifest| asked(manifest.label)) {
        open(&mut phone, manifest.package);
        let cost = measure(&mut phone);
        print(manifest.label, &cost);
        costs.push((manifest.label, cost));
    }
    let over = |is: fn(&Cost) -> bool| costs.iter().filter(move |(_, cost)| is(cost)).map(|(label, _)| *label);
    let slow: Vec<&str> = over(|cost| cost.draw[0] > cost.encode[0]).collect();
    println!("{} screens; drawn more slowly than encoded: {slow:?}", costs.len());
    let long: Vec<&str> = over(|cost| cost.dump[0] > Duration::from_millis(5)).collect();
    println!("dumps of more than 5 ms: {long:?}");
    let of = |of: fn(&Cost) -> Duration| {
        let mut all: Vec<Duration> = costs.iter().map(|(_, cost)| of(cost)).collect();
        all.sort();
        format!("{:.2}, worst {:.2}", ms(all[all.len() / 2]), ms(all[all.len() - 1]))
    };
    println!(
        "medians of all screens in ms: draw {}; encode {}; dump {}",
        of(|cost| cost.draw[0]),
        of(|cost| cost.encode[0]),
        of(|cost| cost.dump[0])
    );
}

const MESSAGES: (&str, &str) = ("com.google.android.apps.messaging", "Messages");
const SMS_MESSENGER: (&str, &str) = ("com.simplemobiletools.smsmessenger", "Simple SMS Messenger");

fn many_people() {
    let contacts = ("com.google.android.contacts", "Contacts");
    let dialer = ("com.google.android.dialer", "Phone");
    compare("people", [50, 50_000], &[contacts, MESSAGES, SMS_MESSENGER, dialer], |people| {
        populated(people, people.min(5_000))
    });
}

fn many_conversations() {
    compare("conversations", [50, 5_000], &[MESSAGES, SMS_MESSENGER], |conversations| populated(50, conversations));
    // The first look after each new message, when the conversations are recomputed.
    for conversations in [50, 5_000] {
        let mut phone = sim::phone_of(populated(50, conversations).running_ahead(), START);
        open(&mut phone, MESSAGES.0);
        let dump = |place: usize| {
            phone.receive_message(&format!("+1555{place:07}"), "New");
            let began = Instant::now();
            phone.hierarchy_xml(false).unwrap();
            began.elapsed()
        };
        let [median, worst] = median_and_worst((0..TIMES).map(dump).collect()).map(ms);
        println!("{conversations} conversations, dump after a new message: {median:.2} ms ({worst:.2})");
    }
}

/// Measures the same screens with few and with many items.
fn compare(what: &str, counts: [usize; 2], apps: &[(&'static str, &'static str)], profile: impl Fn(usize) -> Profile) {
    let mut costs = Vec::new();
    for count in counts {
        let mut phone = sim::phone_of(profile(count).running_ahead(), START);
        for (package, label) in apps {
            open(&mut phone, package);
            let cost = measure(&mut phone);
            print(&format!("{label}, {count} {what}"), &cost);
            costs.push((label, cost));
        }
    }
    let (few, many) = costs.split_at(apps.len());
    for ((label, few), (_, many)) in few.iter().zip(many) {
        let ratio = |few: Duration, many: Duration| many.as_secs_f64() / few.as_secs_f64();
        let (draw, dump) = (ratio(few.draw[0], many.draw[0]), ratio(few.dump[0], many.dump[0]));
        println!("{label}: with {} {what} a frame takes {draw:.2} times, a dump {dump:.2} times as long", counts[1]);
    }
}

/// A phone with this many people and conversations of one message each.
fn populated(people: usize, conversations: usize) -> Profile {
    let number = |place: usize| format!("+1555{:07}", place * 37 % 10_000_000);
    let contact = |place: usize| Contact {
        id: place as i64 + 1,
        name: format!("Person {place:05}"),
        numbers: vec![number(place)],
        ..Contact::default()
    };
    let message = |place: usize| Message {
        id: (people + place) as i64 + 1,
        address: number(place),
        body: format!("Message {place}"),
        date: START - 1000 - place as i64,
        ..Message::default()
    };
    Profile {
        contacts: (0..people).map(contact).collect(),
        messages: (0..conversations).map(message).collect(),
        ..Profile::built_in("androidworld").unwrap()
    }
}

fn print(label: &str, cost: &Cost) {
    let pair = |[median, worst]: [Duration; 2]| format!("{:6.2} ({:6.2})", ms(median), ms(worst));
    let ratio = cost.draw[0].as_secs_f64() / cost.encode[0].as_secs_f64();
    println!("{label:28} {}   {}     {ratio:5.2}        {}", pair(cost.draw), pair(cost.encode), pair(cost.dump));
}

fn open(phone: &mut Phone, package: &str) {
    let words = ["-p", package, "-c", "android.intent.category.LAUNCHER", "1"].map(str::to_owned);
    commands::run("monkey", &words, &mut Io::default(), phone);
}

fn measure(phone: &mut Phone) -> Cost {
    let (mut draws, mut encodings, mut dumps) = (Vec::new(), Vec::new(), Vec::new());
    // Warms up once, so that caches are filled.
    for warm in [true].into_iter().chain([false; TIMES]) {
        // Advances the clock in the status bar by a minute, which invalidates the previous drawing.
        phone.tick(phone.now_ms() + 60_000);
        let began = Instant::now();
        let pixels = phone.screen_pixels();
        let drawn = began.elapsed();
        let began = Instant::now();
        pixels.to_png().unwrap();
        let encoded = began.elapsed();
        let began = Instant::now();
        phone.hierarchy_xml(false).unwrap();
        let dumped = began.elapsed();
        if !warm {
            draws.push(drawn);
            encodings.push(encoded);
            dumps.push(dumped);
        }
    }
    Cost { draw: median_and_worst(draws), encode: median_and_worst(encodings), dump: median_and_worst(dumps) }
}

fn median_and_worst(mut times: Vec<Duration>) -> [Duration; 2] {
    times.sort();
    [times[times.len() / 2], times[times.len() - 1]]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
