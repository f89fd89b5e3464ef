//! Any text as Markdown and as HTML, in two appends: the blocks of the whole text, and nothing that runs.
#![no_main]

use action::os::WindowContent;
use desktop::safe::{Rendered, Update};
use desktop::wire::SafeContent;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str)| {
    let (first, second) = input;
    for content in [WindowContent::Markdown, WindowContent::Html] {
        let mut rendered = Rendered::default();
        rendered.whole(&content(first.to_owned()));
        let all = content(format!("{first}{second}"));
        let Update::Blocks { .. } = rendered.grown(&all, first.len()) else { panic!("no blocks") };
        let SafeContent::Markup { blocks, .. } = rendered.now(&all) else { panic!("no markup") };
        assert_eq!(Rendered::default().whole(&all), rendered.now(&all));
        for block in blocks {
            let lower = block.html.to_ascii_lowercase();
            for never in ["<script", "<style", "<svg", "<math", "<iframe", "<!--", "<form", "<template"] {
                assert!(!lower.contains(never), "{never} in {lower}");
            }
        }
    }
});
