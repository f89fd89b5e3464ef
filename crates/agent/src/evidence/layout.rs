//! A screen's tree with precomputed facts: roles, labels, nesting.
//!
//! Made once for a judgement, in one pass over the tree; after that no query about one element walks the whole tree.
//! Reads only the tree. A parent listed after its child is ignored.

use std::ops::Range;

use device::Tree;
use device::tree::{ENOUGH_LABEL, LabelLimit, Node, Role, whole_label};

/// The facts about one node.
#[derive(Clone, Copy)]
pub(super) struct NodeFacts {
    pub(super) role: Role,
    /// Whether a person can interact with it.
    pub(super) interactive: bool,
    /// Whether it scrolls with its container.
    pub(super) in_list: bool,
    /// Whether it can be pressed and is visible.
    pub(super) presses: bool,
    parent: Option<usize>,
    /// The index just after its last descendant.
    end: usize,
    /// The nearest choice that contains it.
    choice: Option<usize>,
}

/// A tree with its facts.
pub(super) struct Layout<'t> {
    pub(super) tree: &'t Tree,
    pub(super) facts: Vec<NodeFacts>,
    labels: Vec<&'t str>,
    /// Nodes that have text and cannot be touched.
    pub(super) texts: Places,
    /// Visible nodes that have text or can be pressed.
    pub(super) speaking: Places,
    /// Visible nodes that can be pressed.
    pub(super) choices: Places,
    pub(super) buttons: Places,
    pub(super) fields: Places,
    pub(super) lists: Places,
    /// Whether any touchable node has a label.
    pub(super) says_anything: bool,
}

/// Indices of nodes, in document order.
#[derive(Default)]
pub(super) struct Places(Vec<usize>);

impl Places {
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().copied()
    }

    /// The indices within a range.
    pub(super) fn within(&self, range: Range<usize>) -> &[usize] {
        let at = |place: usize| self.0.partition_point(|known| *known < place);
        self.0.get(at(range.start)..at(range.end)).unwrap_or_default()
    }
}

impl<'t> Layout<'t> {
    pub(super) fn of(tree: &'t Tree) -> Self {
        let mut layout = Self {
            tree,
            facts: Vec::with_capacity(tree.nodes.len()),
            labels: tree.nodes.iter().map(Node::label).collect(),
            texts: Places::default(),
            speaking: Places::default(),
            choices: Places::default(),
            buttons: Places::default(),
            fields: Places::default(),
            lists: Places::default(),
            says_anything: false,
        };
        for (place, node) in tree.nodes.iter().enumerate() {
            layout.add(place, node);
        }
        // Descendants come after their node, so one pass from the end is enough.
        for place in (0..tree.nodes.len()).rev() {
            let NodeFacts { parent, end, .. } = layout.facts[place];
            if let Some(parent) = parent {
                layout.facts[parent].end = layout.facts[parent].end.max(end);
            }
        }
        layout
    }

    fn add(&mut self, place: usize, node: &Node) {
        let (role, state, label) = (node.role(), node.state, self.labels[place]);
        let parent = node.parent.filter(|parent| *parent < place);
        let above = parent.map(|parent| (parent, self.facts[parent]));
        let is_choice = |place: usize| {
            let state = self.tree.nodes[place].state;
            (state.clickable || state.checkable) && self.facts[place].role != Role::List
        };
        let pressable = state.clickable || state.long_clickable || state.checkable;
        let touchable = pressable || state.scrollable || role == Role::Field;
        let (says, shows) = (!label.is_empty(), !node.bounds.is_empty());
        let presses = shows && pressable && role != Role::List;
        let facts = NodeFacts {
            role,
            presses,
            interactive: state.enabled && touchable,
            in_list: above.is_some_and(|(_, above)| above.in_list || above.role == Role::List),
            parent,
            end: place + 1,
            choice: above.and_then(|(parent, above)| if is_choice(parent) { Some(parent) } else { above.choice }),
        };
        self.facts.push(facts);
        self.says_anything |= says && facts.interactive;
        let lists: [(&mut Places, bool); 6] = [
            (&mut self.texts, says && !facts.interactive),
            (&mut self.speaking, presses || (shows && says && role != Role::Field)),
            (&mut self.choices, presses),
            (&mut self.buttons, state.clickable && role == Role::Button),
            (&mut self.fields, role == Role::Field),
            (&mut self.lists, role == Role::List),
        ];
        lists.into_iter().filter(|(_, belongs)| *belongs).for_each(|(list, _)| list.0.push(place));
    }

    pub(super) fn node(&self, place: usize) -> &'t Node {
        &self.tree.nodes[place]
    }

    /// The node's own label.
    pub(super) fn label(&self, place: usize) -> &'t str {
        self.labels[place]
    }

    /// The range of a node and its descendants.
    pub(super) fn whole(&self, place: usize) -> Range<usize> {
        place..self.facts[place].end
    }

    /// The range of a node's descendants.
    pub(super) fn inside(&self, place: usize) -> Range<usize> {
        place + 1..self.facts[place].end
    }

    /// The ancestors of a node, from its parent up.
    pub(super) fn ancestors(&self, place: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.facts[place].parent, |above| self.facts[*above].parent)
    }

    /// Whether a node belongs to another choice below `part`.
    pub(super) fn is_within_choice(&self, place: usize, part: usize) -> bool {
        self.facts[place].choice.is_some_and(|choice| choice > part || place == part)
    }

    /// Returns a node's own label, or the labels of its descendants, up to `most` bytes, and whether there was more.
    /// All text in a pressable element describes what a press does. A node that only scrolls contains a page and has no
    /// label: its beginning is enough to identify it.
    pub(super) fn whole_label(&self, place: usize, most: usize) -> (String, bool) {
        let (own, state) = (self.labels[place], self.tree.nodes[place].state);
        let says_what_it_does = !own.is_empty() || state.clickable || state.long_clickable || state.checkable;
        let most = if says_what_it_does { most } else { most.min(ENOUGH_LABEL) };
        // The text of a part that can be pressed says what that part does.
        let own_texts =
            self.texts.within(self.inside(place)).iter().filter(|inner| !self.is_within_choice(**inner, place));
        let texts = own_texts.map(|inner| self.labels[*inner]);
        let (label, more) = whole_label(own, self.facts[place].role, texts, LabelLimit::Bytes(most));
        (label, more && says_what_it_does)
    }
}

/// Returns the beginning of a text, and whether there is more of it.
pub(super) fn cut(text: &str, most: usize) -> (String, bool) {
    let end = text.floor_char_boundary(most);
    (text.get(..end).unwrap_or_default().to_owned(), end < text.len())
}
