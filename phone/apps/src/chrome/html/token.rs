//! Splits a page into tags and text with html5ever's tokenizer, and passes them to a [`TagHandler`].

use std::cell::RefCell;

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

/// Feeds a page to the handler. Broken markup is read as browsers read it.
pub(super) fn feed<H: TagHandler>(source: &str, handler: H) -> H {
    let tokenizer = Tokenizer::new(Sink(RefCell::new(handler)), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(source));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

struct Sink<H>(RefCell<H>);

impl<H: TagHandler> TokenSink for Sink<H> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut handler = self.0.borrow_mut();
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
