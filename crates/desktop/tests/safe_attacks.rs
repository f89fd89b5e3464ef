//! Public attack payloads against every sink. The output is parsed again as a browser parses it: only known elements,
//! attributes and addresses may be in it, and nothing that is fetched from elsewhere. The same files are tested in a
//! real browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;

use action::os::{
    Component, ComponentLayout, DesktopShortcut, IframeContent, ImageComponent, StyleValue, TableContentData,
    WindowContent,
};
use desktop::safe::{Rendered, shortcut, style};
use desktop::wire::{SafeComponent, SafeContent};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use serde::Deserialize;

#[derive(Deserialize)]
struct Attack {
    name: String,
    payload: String,
    sink: String,
}

fn attacks(file: &str) -> Vec<Attack> {
    let path = format!("{}/../../scenarios/attacks/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let attacks: Vec<Attack> =
        fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(attacks.len() >= 30, "{file} has only {}", attacks.len());
    attacks
}

fn html_of(content: &WindowContent) -> String {
    match Rendered::default().whole(content) {
        SafeContent::Markup { blocks, .. } => blocks.into_iter().map(|block| block.html).collect(),
        other => panic!("not markup: {other:?}"),
    }
}

const ELEMENTS: &str = " a abbr address article aside b bdi bdo blockquote br caption center cite code col colgroup dd del \
    details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd li main mark nav ol p \
    pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr ";
const ATTRIBUTES: &str = " align alt checked class colspan datetime dir disabled height href lang open rel reversed rowspan \
    scope span src start style target title type value width ";

/// Records forbidden constructs that a browser's tokenizer finds.
#[derive(Default)]
struct Judge {
    wrong: RefCell<Vec<String>>,
}

impl TokenSink for Judge {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut wrong = self.wrong.borrow_mut();
        match token {
            Token::TagToken(tag) => {
                let name = tag.name.to_string();
                if !ELEMENTS.contains(&format!(" {name} ")) {
                    wrong.push(format!("<{name}>"));
                }
                if tag.kind == TagKind::StartTag && name == "input" {
                    let has = |wanted: &str| tag.attrs.iter().find(|attr| *attr.name.local == *wanted);
                    if has("disabled").is_none() || has("type").is_none_or(|attr| &*attr.value != "checkbox") {
                        wrong.push("a field".to_owned());
                    }
                }
                for attr in &tag.attrs {
                    let (attribute, value) = (attr.name.local.to_string(), attr.value.to_string());
                    let good = match attribute.as_str() {
                        "href" => ["https://", "http://", "mailto:", "tel:"].iter().any(|good| value.starts_with(good)),
                        "src" => {
                            let own = value.starts_with("/files/") || value.starts_with("/apps/");
                            own && !value.contains("..") && !value.contains("//")
                                || value.starts_with("data:image/png;base64,")
                        }
                        "style" => !value.contains(['(', '\\', '@', '!', '{', '<', '&']) && !value.contains("fixed"),
                        "class" => name == "code" && value.starts_with("language-") && !value.contains(' '),
                        "target" => value == "_blank",
                        "rel" => value == "noopener noreferrer nofollow",
                        _ => ATTRIBUTES.contains(&format!(" {attribute} ")),
                    };
                    if !good {
                        wrong.push(format!("{attribute}={value:?}"));
                    }
                }
            }
            Token::CommentToken(_) | Token::DoctypeToken(_) | Token::NullCharacterToken => {
                wrong.push("a comment, declaration or null".to_owned());
            }
            Token::CharacterTokens(_) | Token::ParseError(_) | Token::EOFToken => {}
        }
        TokenSinkResult::Continue
    }
}

fn judge(name: &str, html: &str) {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Judge::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    let wrong = tokenizer.sink.wrong.take();
    assert!(wrong.is_empty(), "{name}: {wrong:?} in {html}");
    let again = html_of(&WindowContent::Html(html.to_owned()));
    assert_eq!(again, html, "{name}: a second time gives something else");
}

#[test]
fn no_payload_survives_in_html_or_markdown() {
    for file in ["html", "markdown", "text", "urls", "styles"] {
        for Attack { name, payload, sink } in attacks(file) {
            assert!(["html", "markdown", "text", "url", "style"].contains(&sink.as_str()));
            judge(&name, &html_of(&WindowContent::Html(payload.clone())));
            judge(&name, &html_of(&WindowContent::Markdown(payload.clone())));
            // Inside an open element, and after a cut.
            for before in
                ["<div><table><tr><td>", "<details><summary>", "<svg><p>", "text <a href='https://example.com/'>"]
            {
                judge(&name, &html_of(&WindowContent::Html(format!("{before}{payload}"))));
                judge(&name, &html_of(&WindowContent::Markdown(format!("- {before}{payload}"))));
            }
        }
    }
}

#[test]
fn no_bad_address_is_framed_shown_or_opened() {
    for Attack { name, payload, .. } in attacks("urls") {
        let SafeContent::Frame { url, sandbox, blocked, .. } =
            Rendered::default().whole(&WindowContent::Iframe(IframeContent::Url(payload.clone())))
        else {
            panic!("not a frame")
        };
        assert!(url.is_empty() && (blocked.is_some() || payload.is_empty()), "{name}: {url}");
        assert!(!sandbox.contains("same-origin") && !sandbox.contains("top-navigation"));
        let image = ImageComponent { src: payload.clone(), width: None, height: None, fit: None };
        let layout = ComponentLayout { components: vec![Component::Image(image)], ..ComponentLayout::default() };
        let SafeContent::Layout { layout } = Rendered::default().whole(&WindowContent::Component(layout)) else {
            panic!("not a layout")
        };
        assert!(matches!(layout.components[..], [SafeComponent::Blocked { .. }]), "{name}");
        for kind in ["url", "file"] {
            let sent = serde_json::json!({"id": "x", "label": "x", "icon": payload, "iconType": "image", "type": kind,
                "target": payload, "createdAt": 0});
            let sent: DesktopShortcut = serde_json::from_value(sent).unwrap();
            let safe = shortcut(&sent);
            let harmless = kind == "file" && !payload.contains([':', '\\', '%']) && !payload.contains("..");
            assert!(safe.icon.is_empty() && (safe.target.is_empty() || harmless), "{name}: {:?}", safe.target);
        }
    }
}

#[test]
fn no_bad_style_is_set() {
    for Attack { name, payload, .. } in attacks("styles") {
        let (property, value) = payload.split_once(':').unwrap_or((&payload, ""));
        let set = style(&BTreeMap::from([(property.to_owned(), StyleValue::Text(value.to_owned()))]));
        assert!(set.is_empty(), "{name}: {set:?}");
    }
}

#[test]
fn texts_stay_what_they_are() {
    for Attack { payload, .. } in attacks("text") {
        let text = SafeContent::Text { text: payload.clone() };
        assert_eq!(Rendered::default().whole(&WindowContent::Text(payload.clone())), text);
        let data = TableContentData { headers: vec![payload.clone()], rows: vec![vec![payload.clone()]] };
        let SafeContent::Table { headers, rows } = Rendered::default().whole(&WindowContent::Table(data)) else {
            panic!("not a table")
        };
        assert_eq!((&headers[0], &rows[0][0]), (&payload, &payload));
    }
}
