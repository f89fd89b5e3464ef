//! A growing text: however it is split into appends, the blocks are those of the whole text, and blocks that stay are
//! those that a page already has. Also hostile shapes, long and deep, which must terminate.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use action::os::{Renderer, WindowContent};
use desktop::safe::{Rendered, Update};
use desktop::wire::{Block, SafeContent};
use proptest::prelude::*;

fn content(renderer: Renderer, text: &str) -> WindowContent {
    match renderer {
        Renderer::Html => WindowContent::Html(text.to_owned()),
        _ => WindowContent::Markdown(text.to_owned()),
    }
}

fn blocks_of(safe: SafeContent) -> Vec<Block> {
    match safe {
        SafeContent::Markup { blocks, .. } => blocks,
        other => panic!("not markup: {other:?}"),
    }
}

/// Appends the parts one by one as a page would see them; the page must end up with the blocks of the whole text.
fn check(renderer: Renderer, parts: &[String]) {
    let mut grown = Rendered::default();
    let mut text = String::new();
    let mut page = blocks_of(grown.whole(&content(renderer, "")));
    for part in parts {
        let from = text.len();
        text.push_str(part);
        match grown.grown(&content(renderer, &text), from) {
            Update::Blocks { keep, blocks } => {
                page.truncate(usize::try_from(keep).unwrap());
                page.extend(blocks);
            }
            other => panic!("expected blocks: {other:?}"),
        }
        let whole = blocks_of(Rendered::default().whole(&content(renderer, &text)));
        assert_eq!(page, whole, "{renderer:?} {parts:?}");
        assert_eq!(blocks_of(grown.now(&content(renderer, &text))), whole);
    }
}

/// Building blocks of Markdown and HTML, so that random texts have structure.
const PIECES: &[&str] = &[
    "word ",
    "\n",
    "\n\n",
    "    ",
    "- item\n",
    "1. one\n",
    "> quote\n",
    "```\n",
    "```rust\n",
    "~~~\n",
    "# Head\n",
    "===\n",
    "---\n",
    "| a | b |\n",
    "|---|---|\n",
    "[name]",
    "[name]: https://a.example/\n",
    "[other]: <https://b.example/> \"t\"\n",
    "[x][other]",
    "![p](/files/a.png)",
    "*em*",
    "**",
    "`",
    "<details>\n",
    "</details>\n",
    "<div>",
    "</div>",
    "<p>",
    "<b>",
    "</b>",
    "<!--",
    "-->",
    "<script>",
    "</script>",
    "<table><tr><td>",
    "</table>",
    "<li>",
    "<ul>",
    "</ul>",
    "<hr>",
    "<",
    ">",
    "&amp;",
    "&",
    "é",
    "\u{202e}",
    "\r\n",
    "\t",
    "<img src=\"/files/a.png\" alt='x'>",
    "<a href=\"javascript:x\">",
    "</a>",
    "\\",
    "<svg>",
    "</svg>",
    "\0",
    "<!-",
    "</",
    "<![CDATA[",
    "]]>",
];

fn parts() -> impl Strategy<Value = Vec<String>> {
    let piece = prop_oneof![8 => prop::sample::select(PIECES).prop_map(str::to_owned), 1 => ".{0,8}"];
    prop::collection::vec(prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat()), 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn markdown_grows_to_what_it_is(parts in parts()) {
        check(Renderer::Markdown, &parts);
    }

    #[test]
    fn html_grows_to_what_it_is(parts in parts()) {
        check(Renderer::Html, &parts);
    }
}

#[test]
fn long_blocks_are_cut_and_grow_alike() {
    let fence = format!("```rust\n{}```\nafter\n", "let a = 1; // <x>\n".repeat(2_000));
    let table = format!("| a | b |\n|---|---|\n{}\nafter", "| 1 | 2 |\n".repeat(4_000));
    let list = format!("{}\nafter", "- item\n\n  more\n".repeat(3_000));
    let line = "word ".repeat(20_000);
    let joined = "x".repeat(100_000);
    let rows = format!("<div><table>{}</table></div>after", "<tr><td>1<td>é".repeat(4_000));
    let comment = format!("a<!--{}-->b", "-x".repeat(40_000));
    let script = format!("a<script>{}</script>b", "x</s".repeat(20_000));
    let wide = format!("<div title=\"{}\">{}</div>", "t".repeat(60_000), "word <b>b</b> ".repeat(6_000));
    for (renderer, text) in [
        (Renderer::Markdown, &fence),
        (Renderer::Markdown, &table),
        (Renderer::Markdown, &list),
        (Renderer::Markdown, &line),
        (Renderer::Markdown, &joined),
        (Renderer::Html, &rows),
        (Renderer::Html, &comment),
        (Renderer::Html, &script),
        (Renderer::Html, &wide),
        (Renderer::Html, &line),
        (Renderer::Html, &joined),
    ] {
        for step in [20_001] {
            let mut parts = Vec::new();
            let mut rest = text.as_str();
            while !rest.is_empty() {
                let (part, more) = rest.split_at(rest.floor_char_boundary(step));
                parts.push(part.to_owned());
                rest = more;
            }
            check(renderer, &parts);
        }
    }
}

#[test]
fn what_was_cut_still_looks_like_one() {
    let fence = format!("```rust\n{}```\nafter\n", "let a = 1;\n".repeat(3_000));
    let blocks = blocks_of(Rendered::default().whole(&WindowContent::Markdown(fence)));
    let (last, pieces) = blocks.split_last().unwrap();
    assert_eq!(last.html.trim(), "<p>after</p>");
    assert!(
        pieces.len() > 1 && pieces.iter().all(|block| block.html.starts_with("<pre><code class=\"language-rust\">"))
    );
    let rows = format!("<div><table>{}</table></div>after", "<tr><td>1</td></tr>".repeat(4_000));
    let blocks = blocks_of(Rendered::default().whole(&WindowContent::Html(rows)));
    let counted: usize = blocks.iter().map(|block| block.html.matches("<td>1</td>").count()).sum();
    assert!(counted == 4_000 && blocks.len() > 2);
    assert!(blocks.iter().rev().skip(1).all(|block| block.html.starts_with("<div><table>")));
}

#[test]
fn an_append_tells_only_what_is_new() {
    let mut rendered = Rendered::default();
    let mut text = "paragraph\n\n".repeat(1_000);
    rendered.whole(&WindowContent::Markdown(text.clone()));
    let from = text.len();
    text.push_str("the end");
    let Update::Blocks { keep, blocks } = rendered.grown(&WindowContent::Markdown(text), from) else {
        panic!("no blocks")
    };
    assert_eq!((keep, blocks.len(), blocks[0].html.trim()), (1_000, 1, "<p>the end</p>"));
    assert_eq!(blocks[0].id, 1_000);
}

/// Shapes on which parsers have been slow or recursed deeply; each is rendered at the size at which it would hurt.
fn hostile(renderer: Renderer) {
    const SHAPES: &[&str] = &[
        "<div>",
        "<b>",
        "<a>",
        "<p><b>",
        "<ul><li>",
        "<table><tr><td>",
        "<b><p>",
        "<i x=1>",
        "</div>",
        "<!--",
        "<![CDATA[",
        "<?",
        "<!A",
        "a <!--",
        "<script>",
        "<svg><style>",
        "<math><mi>",
        "<a b='",
        "<a b=\"c",
        "<",
        "</",
        "&",
        "&#x",
        ">",
        "> ",
        "- ",
        "1. ",
        "* ",
        "#",
        "[",
        "]",
        "[a](",
        "[](",
        "[a](<b",
        "![",
        "[ (](",
        "]([\n",
        "*",
        "_",
        "**a",
        "*a_ ",
        "`",
        "``a`",
        "~",
        "~~a",
        "|",
        "|-|\n",
        "a|b\n-|-\n",
        "\\",
        "<a@b",
        "http://",
        "&amp;",
        "[a]: b\n",
        "[a]:\n",
        "[^",
        "[^a]:\n",
        "\n[^",
        "<x ",
        "!-- <",
        "a**b",
        "x\r",
        "\t",
        "    a\n",
        ">\t",
        "-\n",
        "- a\n  ",
        "> - ",
        "<details>",
        "<details>\n\n",
        "</details>",
        "\u{0}",
        "é",
        "\u{202e}",
        "|a",
        "a\n=\n",
        "a\n-\n",
        "`a\n",
        "[[a]",
        "[a][b]\n\n",
    ];
    for shape in SHAPES {
        // More than one block: the rest is split into blocks like the first.
        let text = shape.repeat((40 << 10) / shape.len());
        let blocks = blocks_of(Rendered::default().whole(&content(renderer, &text)));
        let size: usize = blocks.iter().map(|block| block.html.len()).sum();
        assert!(size <= text.len() * 30 + (1 << 18), "{shape:?} grew to {size}");
    }
}

#[test]
fn hostile_markdown_comes_to_an_end() {
    hostile(Renderer::Markdown);
}

#[test]
fn hostile_html_comes_to_an_end() {
    hostile(Renderer::Html);
}
