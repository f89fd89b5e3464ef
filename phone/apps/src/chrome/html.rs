//! An HTML reader: turns a page into headings, texts, links, lists and forms, in document order. Scripts and styles are
//! skipped. Pages are untrusted, so everything is bounded and nothing is rejected.

mod reader;
#[cfg(test)]
mod tests;
mod token;

pub(super) use self::reader::read;

/// The longest page that is read, in bytes.
pub(super) const LONGEST: usize = 512 << 10;
/// The most nodes of a page; later ones are dropped.
const MAX_NODES: usize = 2_000;

/// A parsed page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Document {
    pub(super) title: String,
    pub(super) body: Vec<Node>,
    pub(super) forms: Vec<Form>,
    /// Its fields, checkboxes and lists, by number.
    pub(super) inputs: Vec<Input>,
    /// Its buttons, by number.
    pub(super) buttons: Vec<Button>,
}

/// A node of a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Text(Text),
    /// An image, with its alternative text if the page has one.
    Picture {
        alt: String,
        link: Option<String>,
    },
    Rule,
    Group {
        kind: Group,
        children: Vec<Node>,
    },
    /// A button, by its number.
    Button(usize),
    /// A field, checkbox or list, by its number.
    Input(usize),
}

/// A run of text in one style.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Text {
    /// Its id on the page, which accessibility reports as the resource id.
    pub(super) id: String,
    pub(super) text: String,
    pub(super) role: Role,
    /// The marker before it in a list: a dot or a number.
    pub(super) marker: Option<String>,
    pub(super) link: Option<String>,
    /// The file name for the link's target, if it is to be downloaded.
    pub(super) download: Option<String>,
}

/// The role of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// A heading, by its level.
    Heading(u8),
    #[default]
    Body,
    Small,
    Pre,
    Quote,
}

/// A group of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// A page header.
    Header,
    /// A row of links.
    Nav,
    /// A self-contained part of a page.
    Card,
    /// The cells of a table row.
    Row,
}

/// A form and its target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) action: String,
    pub(super) post: bool,
    /// Names and values of hidden inputs.
    pub(super) hidden: Vec<(String, String)>,
}

/// A button.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Button {
    pub(super) form: Option<usize>,
    /// Its id on the page.
    pub(super) id: String,
    pub(super) label: String,
    /// The accessible name.
    pub(super) description: String,
    /// The name of its icon, if it is one of the built-in web's (`data-icon`).
    pub(super) icon: String,
    pub(super) name: String,
    pub(super) value: String,
    pub(super) enabled: bool,
}

/// An input element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    pub(super) form: Option<usize>,
    /// Its id on the page.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: String,
    pub(super) hint: String,
    pub(super) value: String,
    pub(super) kind: InputKind,
}

/// The kind of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InputKind {
    Line,
    Password,
    Area,
    /// A checkbox and whether it is checked.
    Check(bool),
    /// A radio button and whether it is selected.
    Radio(bool),
    /// A list of options: values and labels.
    Select(Vec<(String, String)>),
}
