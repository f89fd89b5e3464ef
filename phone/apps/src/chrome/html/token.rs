//! Splits a page into tags and text with html5ever's tokenizer, and passes them to a [`TagHandler`].

use std::cell::{Cell, RefCell};

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

/// The attributes of a tag, in the order of the page.
pub(super) type Attributes = Vec<(String, String)>;

/// Builds something from a page.
pub(super) trait TagHandler {
    /// Text with its character references decoded and its whitespace unchanged.
    fn text(&mut self, text: &str);
    /// `<name …>`, in lower case.
    fn open(&mut self, name: &str, attributes: &Attributes);
    /// `</name>`.
    fn close(&mut self, name: &str);
}

/// How much of a page the tokenizer gets at once, in bytes.
const PIECE: usize = 4 << 10;
/// How much of a page may pass without a token, in bytes. The tokenizer compares each attribute of a tag with all others,
/// so that a tag without an end would take seconds. Pieces without a space do not count: they belong to one long value,
/// such as a picture in a `data:` address.
const LONGEST_TOKEN: usize = 64 << 10;

/// Feeds a page to the handler. Broken markup is read as browsers read it. A tag or comment that is too long is skipped.
pub(super) fn feed<H: TagHandler>(source: &str, handler: H) -> H {
    let mut sink = Sink { handler: RefCell::new(handler), got: Cell::new(false) };
    let mut rest = source;
    while !rest.is_empty() {
        let (read, skip_past);
        (sink, read, skip_past) = feed_until_too_long(rest, sink);
        let after = rest.get(read..).unwrap_or_default();
        rest = after.find(skip_past).and_then(|at| after.get(at + skip_past.len()..)).unwrap_or_default();
    }
    sink.handler.into_inner()
}

/// Feeds the page up to its end or within a token that is too long. Returns how much was read, and what ends that token.
fn feed_until_too_long<H: TagHandler>(source: &str, sink: Sink<H>) -> (Sink<H>, usize, &'static str) {
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let input = BufferQueue::default();
    let (mut read, mut token_began, mut passed) = (0, 0, 0);
    while read < source.len() && passed <= LONGEST_TOKEN {
        let end = source.ceil_char_boundary(read + PIECE);
        let piece = source.get(read..end).unwrap_or_default();
        input.push_back(StrTendril::from_slice(piece));
        let _ = tokenizer.feed(&input);
        if tokenizer.sink.got.take() {
            (token_began, passed) = (read, 0);
        } else if piece.contains(char::is_whitespace) {
            passed += piece.len();
        }
        read = end;
    }
    if passed <= LONGEST_TOKEN {
        tokenizer.end();
    }
    let comment = source.get(token_began..read).unwrap_or_default().contains("<!--");
    (tokenizer.sink, read, if comment { "-->" } else { ">" })
}

struct Sink<H> {
    handler: RefCell<H>,
    /// Whether a token has come.
    got: Cell<bool>,
}

impl<H: TagHandler> TokenSink for Sink<H> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut handler = self.handler.borrow_mut();
        if !matches!(token, Token::ParseError(_)) {
            self.got.set(true);
        }
        match token {
            Token::CharacterTokens(text) => handler.text(&text),
            Token::TagToken(Tag { kind: TagKind::EndTag, name, .. }) => handler.close(&name),
            Token::TagToken(Tag { kind: TagKind::StartTag, name, attrs, .. }) => {
                let attributes = attrs.iter().map(|it| (it.name.local.to_string(), it.value.to_string())).collect();
                handler.open(&name, &attributes);
                // The tree builder would say this; without it, the sink does.
                match &*name {
                    "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
                    "style" => return TokenSinkResult::RawData(RawKind::Rawtext),
                    "textarea" | "title" => return TokenSinkResult::RawData(RawKind::Rcdata),
                    _ => {}
                }
            }
            Token::DoctypeToken(_)
            | Token::CommentToken(_)
            | Token::NullCharacterToken
            | Token::EOFToken
            | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}
