//! The sanitised form of agents' content, as data: one `check` for each kind of content.

use std::collections::BTreeMap;

use action::Finite;
use action::os::{
    Component, ComponentLayout, IframeContent, IframeContentData, ImageComponent, Length, StyleValue, TableContentData,
    WindowContent,
};
use desktop::safe::{Rendered, style};
use desktop::wire::{SafeComponent, SafeContent};

fn html_of(content: WindowContent) -> String {
    match Rendered::default().whole(&content) {
        SafeContent::Markup { blocks, .. } => blocks.into_iter().map(|block| block.html).collect(),
        other => panic!("not markup: {other:?}"),
    }
}

fn markdown(text: &str, expected: &str) {
    assert_eq!(html_of(WindowContent::Markdown(text.to_owned())).trim(), expected, "{text:?}");
}

fn html(text: &str, expected: &str) {
    assert_eq!(html_of(WindowContent::Html(text.to_owned())).trim(), expected, "{text:?}");
}

#[test]
fn markdown_looks_as_it_should() {
    const A: &str = r#"target="_blank" rel="noopener noreferrer nofollow""#;
    markdown("# Hi\n\nThere *you* are.", "<h1>Hi</h1>\n<p>There <em>you</em> are.</p>");
    markdown("~~no~~ `yes`", "<p><del>no</del> <code>yes</code></p>");
    markdown("```rust\nlet a = 1 < 2;\n```", "<pre><code class=\"language-rust\">let a = 1 &lt; 2;\n</code></pre>");
    markdown("- a\n\n- b\n\ntext", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>\n<p>text</p>");
    markdown("- [x] done", "<ul>\n<li><input type=\"checkbox\" disabled=\"\" checked=\"\">\ndone</li>\n</ul>");
    let table = "<table><thead><tr><th>a</th><th align=\"right\">b</th></tr></thead><tbody>\n\
                 <tr><td>1</td><td align=\"right\">2</td></tr>\n</tbody></table>";
    markdown("| a | b |\n|---|--:|\n| 1 | 2 |", table);
    markdown("[a](https://b.example/)", &format!("<p><a href=\"https://b.example/\" {A}>a</a></p>"));
    let linked = format!("<p><a href=\"https://b.example/\" {A}>a</a></p>\n<p>text</p>");
    markdown("[a][x]\n\ntext\n\n[x]: https://b.example/", &linked);
    markdown("![alt](/files/a.png)", "<p><img src=\"/files/a.png\" alt=\"alt\"></p>");
    markdown("![alt](https://x.example/a.png)", "<p><em>[picture not shown: alt]</em></p>");
    markdown(
        "<details>\n<summary>More</summary>\n\nin *here*\n\n</details>\n\nout",
        "<details>\n<summary>More</summary>\n<p>in <em>here</em></p>\n</details>\n<p>out</p>",
    );
    markdown(
        "Title\n=====\n\npara\nlazy\n\n    code\n\n    more\n\n> q\nlazy",
        "<h1>Title</h1>\n<p>para\nlazy</p>\n<pre><code>code\n\nmore\n</code></pre>\n\
         <blockquote>\n<p>q\nlazy</p>\n</blockquote>",
    );
    markdown("", "");
    markdown("\n\n\n", "");
}

#[test]
fn html_keeps_what_documents_are_made_of() {
    html("<h1>A</h1><p>b <b>c</b><p>d", "<h1>A</h1><p>b <b>c</b></p><p>d</p>");
    html("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>");
    html("a <i>b</i> c", "a <i>b</i> c");
    html("é < <i>b</i> ＜", "é &lt; <i>b</i> ＜");
    html("<p style=\"color: red; position: fixed\">x</p>", "<p style=\"color: red\">x</p>");
    html("<table><tr><td>2</table>", "<table><tbody><tr><td>2</td></tr></tbody></table>");
    html("<script>alert(1)</script>a<style>*{}</style>b", "ab");
    html("<p id=x class=y onclick=z>a</p>", "<p>a</p>");
    html("1 < 2 &amp; 3 &lt; 4", "1 &lt; 2 &amp; 3 &lt; 4");
    html("<img src=x onerror=alert(1)>", "<em>[picture not shown]</em>");
}

fn framed(url: &str, sandbox: Option<&str>) -> (String, String, bool) {
    let data = IframeContentData { url: url.to_owned(), sandbox: sandbox.map(str::to_owned) };
    match Rendered::default().whole(&WindowContent::Iframe(IframeContent::Options(data))) {
        SafeContent::Frame { url, sandbox, blocked, .. } => (url, sandbox, blocked.is_some()),
        other => panic!("not a frame: {other:?}"),
    }
}

#[test]
fn frames_are_sandboxed_and_only_some_addresses_are_framed() {
    const BY_DEFAULT: &str = "allow-forms allow-scripts";
    for good in ["https://example.com/", "http://localhost:3000/a?b#c", "/apps/clock/index.html", "/files/a/b.html?v=1"]
    {
        assert_eq!(framed(good, None), (good.to_owned(), BY_DEFAULT.to_owned(), false));
    }
    let asked = "allow-same-origin allow-scripts ALLOW-POPUPS allow-top-navigation allow-popups-to-escape-sandbox x";
    assert_eq!(framed("https://a.example/", Some(asked)).1, "allow-popups allow-scripts");
    assert_eq!(framed("https://a.example/", Some("")).1, "");
    assert_eq!(framed("", None), (String::new(), BY_DEFAULT.to_owned(), false));
}

fn styled(name: &str, value: &str) -> Option<(String, String)> {
    style(&BTreeMap::from([(name.to_owned(), StyleValue::Text(value.to_owned()))])).into_iter().next()
}

#[test]
fn styles_are_those_that_decorate() {
    for (name, css, value) in [
        ("backgroundColor", "background-color", "#1e1e2e"),
        ("background", "background", "linear-gradient(135deg, oklch(0.7 0.1 200 / 50%), #fff 40%)"),
        ("border", "border", "1px solid rgb(0 0 0 / 0.2)"),
        ("boxShadow", "box-shadow", "0 4px 24px rgba(0,0,0,.3), inset 0 0 1px red"),
        ("font-family", "font-family", "\"JetBrains Mono\", Menlo, monospace"),
        ("opacity", "opacity", "0.9"),
        ("backdropFilter", "backdrop-filter", "blur(12px) saturate(1.2)"),
        ("padding", "padding", "4px 1.5em"),
    ] {
        assert_eq!(styled(name, value), Some((css.to_owned(), value.to_owned())));
    }
    let numbers = [("padding", 4.0), ("opacity", 0.5), ("fontWeight", 600.0), ("lineHeight", 1.5), ("zIndex", 9.0)];
    let numbers = numbers.map(|(name, number)| (name.to_owned(), StyleValue::Number(Finite::new(number).unwrap())));
    let expected = [("font-weight", "600"), ("line-height", "1.5"), ("opacity", "0.5"), ("padding", "4px")];
    assert!(style(&BTreeMap::from(numbers)).iter().map(|(name, value)| (name.as_str(), value.as_str())).eq(expected));
}

#[test]
fn components_are_bounded_and_their_pictures_checked() {
    let image = |src: &str, width: &str| {
        let width = Some(Length::Css(width.to_owned()));
        Component::Image(ImageComponent { src: src.to_owned(), width, height: None, fit: None })
    };
    let evil = image("https://evil.example/a.png", "1px");
    let components = vec![image("/files/a.png", "50%"), image("/files/a.png", "calc(1px)"), evil];
    let content = WindowContent::Component(ComponentLayout { components, ..ComponentLayout::default() });
    let SafeContent::Layout { layout } = Rendered::default().whole(&content) else { panic!("not a layout") };
    let [first, second, third] = &layout.components[..] else { panic!("not three") };
    assert_eq!(*first, SafeComponent::Shown(image("/files/a.png", "50%")));
    assert!(matches!(second, SafeComponent::Shown(Component::Image(image)) if image.width.is_none()));
    assert!(matches!(third, SafeComponent::Blocked { .. }));
}

#[test]
fn tables_are_text_and_bounded() {
    let rows = vec![vec!["<b>x</b>".to_owned()]; 10_005];
    let content = WindowContent::Table(TableContentData { headers: vec!["h".to_owned()], rows });
    let SafeContent::Table { rows, .. } = Rendered::default().whole(&content) else { panic!("not a table") };
    let told = (rows.len(), rows[0][0].as_str(), rows[10_000][0].as_str());
    assert_eq!(told, (10_001, "<b>x</b>", "5 more rows are not shown"));
}
