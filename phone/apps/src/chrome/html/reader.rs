//! Turns the tokens of an HTML page into nodes, in a single pass.

use super::token::{Attributes, TagHandler, feed};
use super::{Button, Document, Form, Group, Input, InputKind, LONGEST, MAX_NODES, Node, Role, Text};

/// The deepest nesting of groups.
const MAX_DEPTH: usize = 12;
/// The longest text of one node, in bytes.
const LONGEST_TEXT: usize = 20_000;

/// Parses a page.
pub(in super::super) fn read(source: &str) -> Document {
    let end = source.floor_char_boundary(LONGEST);
    feed(source.get(..end).unwrap_or_default(), Reader::default()).finish()
}

/// The parser's state.
#[derive(Default)]
struct Reader {
    document: Document,
    /// Open groups: the tag, the group, and the nodes before it.
    open: Vec<(String, Group, Vec<Node>)>,
    body: Vec<Node>,
    nodes: usize,
    /// The text being collected, and its style.
    pending: Text,
    form: Option<usize>,
    /// The element being skipped: its tag and nesting depth.
    skipped: Option<(String, usize)>,
    /// Open lists: the next number, or `None` for bullets.
    lists: Vec<Option<u32>>,
    /// The target of text that is not shown in place.
    capture: Option<Capture>,
    /// The texts of labels, by the id of their input.
    labels: Vec<(String, String)>,
}

/// The target of collected text.
enum Capture {
    Title,
    /// A button, by its number.
    Button(usize),
    /// The text of a multi-line field.
    Area(usize),
    /// An option of a list, by the list's number.
    Choice(usize),
    /// A label: the id it is for, the input inside it, its text.
    Label {
        wanted: String,
        input: Option<usize>,
        text: String,
    },
}

fn value<'a>(attributes: &'a [(String, String)], name: &str) -> Option<&'a str> {
    attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// Collapses whitespace as HTML does.
fn squeeze(text: &str, out: &mut String) {
    for letter in text.chars() {
        let blank = matches!(letter, ' ' | '\n' | '\r' | '\t' | '\u{c}');
        if letter.is_control() && !blank {
            continue;
        }
        if !blank {
            out.push(letter);
        } else if !out.is_empty() && !out.ends_with([' ', '\n']) {
            out.push(' ');
        }
        if out.len() > LONGEST_TEXT {
            return;
        }
    }
}

impl TagHandler for Reader {
    fn text(&mut self, text: &str) {
        if self.nodes <= MAX_NODES {
            self.add_text(text);
        }
    }

    fn open(&mut self, name: &str, attributes: &Attributes) {
        if self.nodes <= MAX_NODES {
            self.open_tag(name, attributes);
        }
    }

    fn close(&mut self, name: &str) {
        if self.nodes <= MAX_NODES {
            self.close_tag(name);
        }
    }
}

impl Reader {
    fn push(&mut self, node: Node) {
        self.nodes += 1;
        self.body.push(node);
    }

    /// Finishes the text being collected.
    fn flush(&mut self) {
        let text = self.pending.text.trim_end().to_owned();
        if text.trim().is_empty() {
            self.pending.text.clear();
            return;
        }
        let kept = Text { text: String::new(), id: String::new(), marker: None, ..self.pending.clone() };
        let done = std::mem::replace(&mut self.pending, kept);
        self.push(Node::Text(Text { text, ..done }));
    }

    fn add_text(&mut self, text: &str) {
        if self.skipped.is_some() {
            return;
        }
        match &mut self.capture {
            Some(Capture::Title) => squeeze(text, &mut self.document.title),
            Some(Capture::Button(number)) => {
                if let Some(button) = self.document.buttons.get_mut(*number) {
                    squeeze(text, &mut button.label);
                }
            }
            Some(Capture::Area(number)) => {
                if let Some(input) = self.document.inputs.get_mut(*number) {
                    input.value.extend(text.chars().take(LONGEST_TEXT));
                }
            }
            Some(Capture::Choice(number)) => {
                if let Some(Input { kind: InputKind::Select(choices), .. }) = self.document.inputs.get_mut(*number)
                    && let Some((_, label)) = choices.last_mut()
                {
                    squeeze(text, label);
                }
            }
            Some(Capture::Label { text: said, .. }) => squeeze(text, said),
            None if self.pending.role == Role::Pre => {
                let room = LONGEST_TEXT.saturating_sub(self.pending.text.len());
                self.pending.text.push_str(text.get(..text.floor_char_boundary(room)).unwrap_or_default());
            }
            None => squeeze(text, &mut self.pending.text),
        }
    }

    fn group(&mut self, tag: &str, kind: Group) {
        self.flush();
        if self.open.len() < MAX_DEPTH {
            self.open.push((tag.to_owned(), kind, std::mem::take(&mut self.body)));
        }
    }

    fn open_tag(&mut self, name: &str, attributes: &[(String, String)]) {
        if let Some((skipped, depth)) = &mut self.skipped {
            *depth += usize::from(skipped == name);
            return;
        }
        let attribute = |name: &str| value(attributes, name).unwrap_or_default();
        let style = attribute("style").replace(' ', "").to_ascii_lowercase();
        let hidden = value(attributes, "hidden").is_some() || style.contains("display:none");
        let void = matches!(name, "input" | "img" | "br" | "hr" | "meta" | "link" | "source" | "wbr" | "area" | "base");
        if matches!(name, "script" | "style" | "noscript" | "template" | "svg" | "iframe") || (hidden && !void) {
            self.flush();
            self.skipped = Some((name.to_owned(), 0));
            return;
        }
        match name {
            "title" => self.capture = Some(Capture::Title),
            "header" => self.group(name, Group::Header),
            "nav" => self.group(name, Group::Nav),
            "article" | "section" | "fieldset" => self.group(name, Group::Card),
            "tr" => self.group(name, Group::Row),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.flush();
                self.pending.role = Role::Heading(name.get(1..).and_then(|rank| rank.parse().ok()).unwrap_or(6));
            }
            "p" | "div" | "main" | "footer" | "aside" | "table" | "td" | "th" | "dl" | "dt" | "dd" | "body" => {
                self.flush();
            }
            "blockquote" => {
                self.flush();
                self.pending.role = Role::Quote;
            }
            "pre" => {
                self.flush();
                self.pending.role = Role::Pre;
            }
            "small" => {
                self.flush();
                self.pending.role = Role::Small;
            }
            "br" => self.flush(),
            "hr" => {
                self.flush();
                self.push(Node::Rule);
            }
            "ul" => {
                self.flush();
                self.lists.push(None);
            }
            "ol" => {
                self.flush();
                self.lists.push(Some(1));
            }
            "li" => {
                self.flush();
                let marker = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    _ => "•".to_owned(),
                };
                self.pending.marker = Some(marker);
            }
            "a" => {
                self.flush();
                self.pending.link = value(attributes, "href").map(str::to_owned);
                self.pending.download = value(attributes, "download").map(str::to_owned);
            }
            "img" => {
                self.flush();
                let (alt, link) = (attribute("alt").to_owned(), self.pending.link.clone());
                self.push(Node::Picture { alt, link });
            }
            "form" => {
                self.flush();
                let post = attribute("method").eq_ignore_ascii_case("post");
                self.document.forms.push(Form { action: attribute("action").to_owned(), post, hidden: Vec::new() });
                self.form = Some(self.document.forms.len() - 1);
            }
            "label" => {
                self.flush();
                let wanted = attribute("for").to_owned();
                self.capture = Some(Capture::Label { wanted, input: None, text: String::new() });
            }
            "button" => {
                self.flush();
                self.button(attributes);
                let number = self.document.buttons.len() - 1;
                self.capture = Some(Capture::Button(number));
            }
            "textarea" => {
                let number = self.input(attributes, InputKind::Area);
                self.capture = Some(Capture::Area(number));
            }
            "select" => {
                self.input(attributes, InputKind::Select(Vec::new()));
            }
            "option" => self.choice(attributes),
            "input" => self.input_tag(attributes, hidden),
            _ => {}
        }
        if self.pending.text.is_empty()
            && let Some(id) = value(attributes, "id").filter(|_| !void && name != "form")
        {
            id.clone_into(&mut self.pending.id);
        }
    }

    fn button(&mut self, attributes: &[(String, String)]) {
        let attribute = |name: &str| value(attributes, name).unwrap_or_default().to_owned();
        self.document.buttons.push(Button {
            form: self.form,
            id: attribute("id"),
            label: String::new(),
            description: attribute("aria-label"),
            icon: attribute("data-icon"),
            name: attribute("name"),
            value: attribute("value"),
            enabled: value(attributes, "disabled").is_none(),
        });
        let number = self.document.buttons.len() - 1;
        self.push(Node::Button(number));
    }

    fn input_tag(&mut self, attributes: &[(String, String)], hidden: bool) {
        let attribute = |name: &str| value(attributes, name).unwrap_or_default();
        let kind = attribute("type").to_ascii_lowercase();
        let on = value(attributes, "checked").is_some();
        match kind.as_str() {
            _ if hidden || kind == "hidden" => {
                let pair = (attribute("name").to_owned(), attribute("value").to_owned());
                if let Some(form) = self.form.and_then(|number| self.document.forms.get_mut(number)) {
                    form.hidden.push(pair);
                }
            }
            "submit" | "button" | "image" => {
                self.flush();
                self.button(attributes);
                let label = if attribute("value").is_empty() { "Submit" } else { attribute("value") };
                if let Some(button) = self.document.buttons.last_mut() {
                    label.clone_into(&mut button.label);
                }
            }
            "checkbox" => drop(self.input(attributes, InputKind::Check(on))),
            "radio" => drop(self.input(attributes, InputKind::Radio(on))),
            "password" => drop(self.input(attributes, InputKind::Password)),
            _ => drop(self.input(attributes, InputKind::Line)),
        }
    }

    fn input(&mut self, attributes: &[(String, String)], kind: InputKind) -> usize {
        let attribute = |name: &str| value(attributes, name).unwrap_or_default().to_owned();
        let number = self.document.inputs.len();
        if let Some(Capture::Label { input, .. }) = &mut self.capture {
            *input = Some(number);
        } else {
            self.flush();
        }
        let hint = attribute("placeholder");
        let (id, name, label) = (attribute("id"), attribute("name"), attribute("aria-label"));
        let value = attribute("value");
        self.document.inputs.push(Input { form: self.form, id, name, label, hint, value, kind });
        self.push(Node::Input(number));
        number
    }

    fn choice(&mut self, attributes: &[(String, String)]) {
        let Some(number) = self.document.inputs.len().checked_sub(1) else { return };
        let given = value(attributes, "value").unwrap_or_default().to_owned();
        let chosen = value(attributes, "selected").is_some();
        let Some(input) = self.document.inputs.get_mut(number) else { return };
        let InputKind::Select(choices) = &mut input.kind else { return };
        if chosen || choices.is_empty() {
            input.value.clone_from(&given);
        }
        choices.push((given, String::new()));
        self.capture = Some(Capture::Choice(number));
    }

    fn close_tag(&mut self, name: &str) {
        if let Some((skipped, depth)) = &mut self.skipped {
            if skipped != name {
                return;
            }
            match depth.checked_sub(1) {
                Some(left) => *depth = left,
                None => self.skipped = None,
            }
            return;
        }
        match name {
            "title" | "button" | "textarea" | "option" => self.capture = None,
            "select" => self.capture = None,
            "label" => self.close_label(),
            "a" => {
                self.flush();
                (self.pending.link, self.pending.download) = (None, None);
            }
            "ul" | "ol" => {
                self.flush();
                self.pending.marker = None;
                self.lists.pop();
            }
            "form" => {
                self.flush();
                self.form = None;
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "blockquote" | "pre" | "small" => {
                self.flush();
                self.pending.role = Role::Body;
            }
            "li" => {
                self.flush();
                self.pending.marker = None;
            }
            "p" | "div" | "main" | "footer" | "aside" | "td" | "th" | "dt" | "dd" | "table" => self.flush(),
            _ => {
                let Some(at) = self.open.iter().rposition(|(tag, ..)| tag == name) else { return };
                self.flush();
                // Closing an element also closes those left open inside it.
                while self.open.len() > at {
                    self.close_group();
                }
            }
        }
    }

    fn close_group(&mut self) {
        let Some((_, kind, before)) = self.open.pop() else { return };
        let children = std::mem::replace(&mut self.body, before);
        if !children.is_empty() {
            self.body.push(Node::Group { kind, children });
        }
    }

    /// Assigns a label's text to its field; a checkbox or radio button shows it itself.
    fn close_label(&mut self) {
        let Some(Capture::Label { wanted, input, text }) = self.capture.take() else { return };
        let text = text.trim().to_owned();
        match input.and_then(|number| self.document.inputs.get_mut(number)) {
            Some(input) => input.label = text,
            None => self.labels.push((wanted, text)),
        }
    }

    fn finish(mut self) -> Document {
        self.flush();
        while !self.open.is_empty() {
            self.close_group();
        }
        for input in &mut self.document.inputs {
            if let Some((_, text)) = self.labels.iter().find(|(wanted, _)| !wanted.is_empty() && *wanted == input.id) {
                input.label.clone_from(text);
            }
        }
        for text in
            [&mut self.document.title].into_iter().chain(self.document.buttons.iter_mut().map(|it| &mut it.label))
        {
            *text = text.trim().to_owned();
        }
        self.document.body = self.body;
        self.document
    }
}
