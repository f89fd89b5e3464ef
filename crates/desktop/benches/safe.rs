//! Measures sanitising markup: a whole document, and an append to a long one, which must cost the same however long it
//! is.

use action::os::WindowContent;
use desktop::safe::Rendered;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Typical agent output: headings, text, lists, code, a table.
fn document(bytes: usize) -> String {
    const PART: &str = "## Results of run 17\n\nThe *third* attempt took **4.2 s**, see [the log](https://example.com/log?id=17) for \
                        more.\n\n- opened `Settings`\n- found the switch\n  - it was off\n- turned it on\n\n```rust\nlet switch = \
                        screen.find(\"Wi-Fi\")?;\nswitch.tap().await?;\n```\n\n| step | time |\n|------|-----:|\n| find | 1.2 s |\n\
                        | tap  | 3.0 s |\n\n> It works now, mostly & always.\n\n";
    PART.repeat(bytes / PART.len() + 1)
}

#[divan::bench]
fn whole_48_kb(bencher: Bencher) {
    let content = WindowContent::Markdown(document(48 << 10));
    bencher.bench(|| Rendered::default().whole(black_box(&content)));
}

#[divan::bench(args = [1 << 10, 1_000_000, 10_000_000], sample_count = 100, sample_size = 1)]
fn append_100_bytes(bencher: Bencher, bytes: usize) {
    const MORE: &str =
        "And then one more sentence was written by the agent, with *some* weight, to be shown at once to all.\n\n";
    let mut rendered = Rendered::default();
    let mut content = WindowContent::Markdown(document(bytes));
    rendered.whole(&content);
    bencher.bench_local(|| {
        let WindowContent::Markdown(text) = &mut content else { return None };
        let from = text.len();
        text.push_str(MORE);
        Some(rendered.grown(black_box(&content), from))
    });
}
