//! A reader of HTML: a page becomes headings, texts, links, lists and forms, in the order they stand in. Scripts and
//! styles are passed over. Pages come from anywhere, so everything is bounded and nothing is refused.

mod reader;
#[cfg(test)]
mod tests;
mod token;

pub(super) use self::reader::read;

/// The longest page that is read, in bytes.
pub(super) const LONGEST: usize = 512 << 10;
/// How many parts a page may have; what comes after them is not shown.
const MAX_NODES: usize = 2_000;

/// A page as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Document {
    pub(super) title: String,
    pub(super) body: Vec<Node>,
    pub(super) forms: Vec<Form>,
    /// Its fields, boxes and lists, by their number.
    pub(super) inputs: Vec<Input>,
    /// Its buttons, by their number.
    pub(super) buttons: Vec<Button>,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Text(Text),
    /// What its picture shows, if the page says so.
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
    /// A field, a box or a list, by its number.
    Input(usize),
}

/// A text of one look.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Text {
    /// Its id on the page, which is its resource id to accessibility.
    pub(super) id: String,
    pub(super) text: String,
    pub(super) role: Role,
    /// What stands before it in a list: a dot or a number.
    pub(super) marker: Option<String>,
    pub(super) link: Option<String>,
    /// Under which name what is linked is kept, where it is to be kept and not shown.
    pub(super) download: Option<String>,
}

/// What a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// A heading, by its rank.
    Heading(u8),
    #[default]
    Body,
    Small,
    Pre,
    Quote,
}

/// What belongs together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// The head of a page.
    Header,
    /// Links beside each other.
    Nav,
    /// A part of a page that is a thing of its own.
    Card,
    /// The cells of a row.
    Row,
}

/// Where what was typed goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) action: String,
    pub(super) post: bool,
    /// Names and values that are not shown.
    pub(super) hidden: Vec<(String, String)>,
}

/// Something that is pressed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Button {
    pub(super) form: Option<usize>,
    /// Its id on the page.
    pub(super) id: String,
    pub(super) label: String,
    /// What screen readers say of it.
    pub(super) description: String,
    /// The picture on it, where it is one of those that the built-in web has (`data-icon`).
    pub(super) icon: String,
    pub(super) name: String,
    pub(super) value: String,
    pub(super) enabled: bool,
}

/// Something that is filled in.
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

/// What is filled in, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InputKind {
    Line,
    Password,
    Area,
    /// Whether it is ticked.
    Check(bool),
    /// Whether it is the chosen one of those with its name.
    Radio(bool),
    /// Values and what they are called.
    Select(Vec<(String, String)>),
}
