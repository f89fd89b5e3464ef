//! Compares the shell with the programs that Android ships: Debian's `mksh` and `toybox` run the same snippets in a
//! folder like that of the simulated phone. Stdout, stderr and status must be the same. `snippets/*.lines` has one
//! snippet per line, `snippets/*.blocks` longer ones between lines of dashes; `snippets/differences` lists the known
//! differences with reasons.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../../../../crates/adb/tests/wire/absent.rs"]
mod absent;
mod fixture;
mod real;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use adb::{Client, Options};
use sim::adbd::Adbd;
use sim::profile::Profile;

use self::real::{Ran, Real};

/// The minimum percentage of snippets that must agree.
const AGREE_PERCENT: usize = 98;
/// The minimum number of snippets.
const SNIPPETS: usize = 1400;

/// Returns all snippets, and the reasons of those that are known to differ.
fn snippets() -> (Vec<String>, BTreeMap<String, String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compare/snippets");
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let (mut all, mut differences) = (Vec::new(), BTreeMap::new());
    for path in names {
        let text = std::fs::read_to_string(&path).unwrap();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("lines") => {
                all.extend(text.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()).map(str::to_owned));
            }
            Some("blocks") => all.extend(text.split("----\n").map(|block| block.trim_end_matches('\n').to_owned())),
            // A reason after `#`, then the snippets to which it applies.
            _ => {
                let mut reason = String::new();
                for line in text.lines().filter(|line| !line.is_empty()) {
                    match line.strip_prefix("# ") {
                        Some(text) => text.clone_into(&mut reason),
                        None => _ = differences.insert(line.to_owned(), reason.clone()),
                    }
                }
            }
        }
    }
    (all, differences)
}

/// The simulated phone's shell.
struct Simulated {
    client: Client,
}

impl Simulated {
    async fn new() -> Self {
        let now = || {
            let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
            i64::try_from(since.as_millis()).unwrap()
        };
        let adbd = Adbd::new(sim::bare_phone(Profile::default(), now()), Arc::new(now));
        let (ours, theirs) = tokio::io::duplex(64 << 10);
        tokio::spawn(async move { adbd.serve(theirs).await });
        let client = Client::over(ours, "sim", Options::default()).await.unwrap();
        Self { client }
    }

    async fn run(&self, snippet: &str) -> Ran {
        const FOLDER: &str = "/data/local/tmp/folder";
        let made = self.client.shell(&fixture::script(FOLDER)).await.unwrap();
        assert_eq!(made.status, Some(0), "{}", String::from_utf8_lossy(&made.stderr));
        match self.client.shell(&format!("export HOME=/data; cd {FOLDER}\n{snippet}")).await {
            Ok(output) => Ran::new(&output.stdout, &output.stderr, output.status, FOLDER),
            Err(error) => Ran::new(b"", error.to_string().as_bytes(), None, FOLDER),
        }
    }
}

#[tokio::test]
async fn the_shell_answers_as_mksh_and_toybox_do() {
    let Some(real) = Real::new() else { return };
    let simulated = Simulated::new().await;
    let (snippets, differences) = snippets();
    let only = std::env::var("SNIPPET").ok();
    let (mut agreed, mut report, mut surprises) = (0, String::new(), 0);
    for snippet in &snippets {
        if only.as_ref().is_some_and(|only| !snippet.contains(only.as_str())) {
            continue;
        }
        let (expected, got) = (real.run(snippet), simulated.run(snippet).await);
        let same = expected == got;
        agreed += usize::from(same);
        let listed = differences.contains_key(snippet);
        // Listed differences are shown only on request.
        if same == listed || (!same && only.is_some()) {
            surprises += 1;
            let what = match (same, listed) {
                (true, _) => "agrees by now",
                (false, true) => "differs as listed",
                (false, false) => "differs",
            };
            write!(report, "\n{what}: {snippet}\n   real {expected:?}\n   ours {got:?}").unwrap();
        }
    }
    println!("{agreed} of {} snippets agree", snippets.len());
    if only.is_some() {
        panic!("{report}");
    }
    assert_eq!(surprises, 0, "{agreed} of {} agree{report}", snippets.len());
    assert!(snippets.len() >= SNIPPETS);
    assert!(agreed * 100 >= snippets.len() * AGREE_PERCENT, "{agreed} of {}", snippets.len());
    let unknown: Vec<_> = differences.keys().filter(|snippet| !snippets.contains(snippet)).collect();
    assert!(unknown.is_empty(), "listed, but not among the snippets: {unknown:?}");
    assert!(differences.values().all(|reason| !reason.is_empty()));
}
