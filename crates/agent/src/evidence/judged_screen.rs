//! The screen that an action is about to touch: every touched element, with its surroundings.
//!
//! Made once for a judgement. Facts that all elements share (the screen's texts, the conversation, the roles) are
//! computed up front; a query about one element only visits its own part of the tree.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use action::phone::{AgentAction, Aims};
use device::Tree;
use device::tree::{Bounds, Names, Role};
use policy::{self, Conversation, Evidence, Question, Sight, Target};

use super::budget::{self, Budget};
use super::gesture::{ends, moves_focus, presses};
use super::layout::{Layout, cut};
use super::question::{self, Asks};
use super::{LONGEST_LABEL, LONGEST_TEXT, MOST_TEXTS, Touched, Trail, conversation, outward};

/// Below this line, in hundredths of the screen, a keyboard may cover it.
const KEYBOARD: i32 = 55;
/// How many elements are judged if an action may hit any of several.
const MOST_TOUCHED: usize = 8;
/// In a form with at most this many buttons, any of them may submit it.
const FEW_BUTTONS: usize = 2;
/// How many elements are judged if the focus may move to any of them.
const MOST_FOCUSED: usize = 24;

/// A screen prepared for judging.
pub(crate) struct JudgedScreen<'s> {
    /// `None` if the screen has no tree.
    layout: Option<Layout<'s>>,
    screen: (u32, u32),
    trail: &'s Trail,
    /// Whether a keyboard may be shown; it is in no tree.
    keyboard: bool,
}

impl<'s> JudgedScreen<'s> {
    /// Prepares a screen, with what led to it.
    pub(crate) fn of(tree: Option<&'s Tree>, screen: (u32, u32), trail: &'s Trail, keyboard: bool) -> Self {
        let tree = tree.filter(|tree| !tree.nodes.is_empty());
        Self { layout: tree.map(Layout::of), screen, trail, keyboard }
    }

    /// Returns the elements that each action touches, as far as the screen shows them; empty for an action that touches
    /// nothing.
    pub(crate) fn touched(&self, actions: &[&AgentAction]) -> Vec<Vec<Touched>> {
        let content = self.layout.as_ref().filter(|_| actions.iter().any(|action| action.verb().aims != Aims::Nothing));
        let content = content.map(|layout| ScreenContent::of(layout, self.screen, self.trail, self.keyboard));
        actions.iter().map(|action| self.touched_by(action, content.as_ref())).collect()
    }

    fn touched_by(&self, action: &AgentAction, content: Option<&ScreenContent<'_>>) -> Vec<Touched> {
        let aims = action.verb().aims;
        if aims == Aims::Nothing {
            return Vec::new();
        }
        let pressed = presses(action, self.screen);
        let Some(content) = content else {
            return vec![Touched { target: None, evidence: Evidence { pressed, ..base(Sight::NoTree, self.trail) } }];
        };
        let mut touched = match aims {
            Aims::Focus if moves_focus(action) => content.anything(),
            // Typing changes the field and nothing else.
            Aims::Focus if writes_only(action) => content.focused().into_iter().take(1).collect(),
            Aims::Focus => content.focused(),
            Aims::Point | Aims::TwoPoints => content.at_points(action),
            Aims::Nothing => Vec::new(),
        };
        if aims == Aims::Focus
            && let Some(text) = outward::loses(action, content.layout, self.trail)
            && let Some(first) = touched.first_mut()
        {
            first.evidence.loses = Some(text);
        }
        // Elements on top come last in a tree, so a part that was cut off may cover anything.
        if content.layout.tree.cut {
            let evidence = Evidence { pressed, ..base(Sight::Unlabelled, self.trail) };
            touched.push(Touched { target: None, evidence });
        }
        touched
    }
}

/// Whether an action only changes the text of the focused field.
fn writes_only(action: &AgentAction) -> bool {
    match action {
        AgentAction::Type(verb) => !verb.text.contains(['\n', '\r', '\t']),
        AgentAction::ClearText(_) => true,
        action => policy::deletes_text(action),
    }
}

fn base(sight: Sight, trail: &Trail) -> Evidence {
    let grounding = Some(Arc::clone(&trail.grounding));
    Evidence { sight, led_by: trail.led_by(), grounding, ..Evidence::default() }
}

/// How many texts that ask something are searched for a number.
const MOST_ASKING: usize = 3;

/// The content of a screen with a tree.
struct ScreenContent<'s> {
    layout: &'s Layout<'s>,
    screen: (u32, u32),
    trail: &'s Trail,
    keyboard: bool,
    budget: Budget,
    /// The texts of the window, except user-written text and pressable elements; and whether there are more.
    texts: Vec<String>,
    more: bool,
    conversation: Option<Conversation>,
    names: OnceCell<Names>,
    keypad: OnceCell<bool>,
    attach_sheet: OnceCell<bool>,
    dialled: OnceCell<Option<String>>,
    asked_number: OnceCell<Option<String>>,
    addressed: OnceCell<Vec<String>>,
    contact_form: OnceCell<Option<outward::ContactForm>>,
    /// The numbers found in texts, by the text's node.
    numbers: RefCell<HashMap<usize, Option<String>>>,
}

impl<'s> ScreenContent<'s> {
    fn of(layout: &'s Layout<'s>, screen: (u32, u32), trail: &'s Trail, keyboard: bool) -> Self {
        let budget = Budget::of(budget::TOUCHED, layout.facts.len());
        let mut content = Self {
            layout,
            screen,
            trail,
            keyboard,
            budget,
            texts: Vec::new(),
            more: false,
            conversation: conversation::open(layout, screen, &trail.wanted),
            names: OnceCell::new(),
            keypad: OnceCell::new(),
            attach_sheet: OnceCell::new(),
            dialled: OnceCell::new(),
            asked_number: OnceCell::new(),
            addressed: OnceCell::new(),
            contact_form: OnceCell::new(),
            numbers: RefCell::default(),
        };
        let most = Budget::of(budget::SCREEN, layout.facts.len());
        let seen = layout.texts.iter().filter(|place| !layout.node(*place).bounds.is_empty());
        for (count, place) in seen.enumerate() {
            let (text, more) = read(layout, &most, place);
            content.more |= more || count >= MOST_TEXTS;
            if count >= MOST_TEXTS || text.is_none() {
                break;
            }
            content.texts.extend(text);
        }
        content
    }

    fn text(&self, place: usize) -> (Option<String>, bool) {
        read(self.layout, &self.budget, place)
    }

    fn at_points(&self, action: &AgentAction) -> Vec<Touched> {
        let ends = ends(action, self.screen);
        let short = presses(action, self.screen);
        let places: Vec<(Vec<usize>, bool)> = ends.iter().map(|(x, y)| self.places(*x, *y)).collect();
        let (mut touched, mut judged): (Vec<Touched>, HashSet<usize>) = (Vec::new(), HashSet::new());
        for ((here, heap), end) in places.iter().zip(&ends) {
            for place in here.iter().filter(|place| judged.insert(**place)) {
                // Android presses an element if the finger lifts inside the one it came down on, however far it moved.
                let stays = places.iter().all(|(other, _)| other.contains(place));
                let slides = self.layout.facts[*place].role == Role::Slider;
                let toggles = self.layout.node(*place).state.checkable;
                touched.push(self.element(*place, short || (stays && !slides) || toggles));
            }
            if here.is_empty() {
                let evidence = Evidence { pressed: short, ..self.evidence(self.blank(*end), None, None) };
                touched.push(Touched { target: None, evidence });
            }
            if *heap {
                touched.push(self.unread(short));
            }
            // A keyboard is in no tree: a touch there may hit its Enter.
            let low = i32::try_from(self.screen.1).unwrap_or(i32::MAX).saturating_mul(KEYBOARD) / 100;
            if short && self.keyboard && end.1 >= low && self.writes() {
                touched.extend(self.focused());
            }
        }
        touched.dedup();
        touched
    }

    /// Returns what Enter triggers: the focused element and, if that is a field, the buttons of its form.
    fn focused(&self) -> Vec<Touched> {
        let layout = self.layout;
        let focused = layout.tree.nodes.iter().rposition(|node| node.state.focused);
        let place = focused.unwrap_or(0);
        let mut touched = vec![self.element(place, true)];
        if focused.is_none() {
            touched[0].target = None;
        }
        if layout.facts[place].role == Role::Field {
            let buttons = |above: usize| layout.buttons.within(layout.inside(above));
            let form = layout.ancestors(place).map(buttons).find(|buttons| !buttons.is_empty()).unwrap_or_default();
            // The button that Enter triggers is next to or below the field; above it is a toolbar.
            let top = layout.node(place).bounds.top;
            let dialog = question::around(layout, place, self.screen).is_some_and(|asks| asks.dialog);
            let triggers = |button: &usize| {
                // Among many buttons, Enter never triggers the one that deletes.
                let sole = dialog || form.len() <= FEW_BUTTONS;
                layout.node(*button).bounds.bottom > top && (sole || !policy::speaks_of_deleting(layout.label(*button)))
            };
            let mut form = form.iter().copied().filter(triggers);
            touched.extend(form.by_ref().take(MOST_TOUCHED).map(|button| self.element(button, true)));
            // A form with more buttons than this is not a form to fill in.
            if form.next().is_some() {
                touched.push(self.unread(true));
            }
        }
        touched
    }

    /// Returns every element that the focus could reach.
    fn anything(&self) -> Vec<Touched> {
        let layout = self.layout;
        let pressable = |place: &usize| layout.facts[*place].interactive && layout.facts[*place].role != Role::List;
        let mut places = (0..layout.facts.len()).filter(pressable);
        let mut touched: Vec<Touched> =
            places.by_ref().take(MOST_FOCUSED).map(|place| self.element(place, true)).collect();
        touched.extend(self.focused());
        if places.next().is_some() {
            touched.push(self.unread(true));
        }
        touched
    }

    /// Stands for elements that are too many to judge.
    fn unread(&self, pressed: bool) -> Touched {
        let evidence = Evidence { pressed, unread: true, ..self.evidence(Sight::Unlabelled, None, None) };
        Touched { target: None, evidence }
    }

    fn writes(&self) -> bool {
        self.layout.fields.iter().any(|place| self.layout.node(place).state.focused)
    }

    /// Returns the elements at a point: the touchable ones, innermost on each branch, otherwise the smallest that has
    /// text; and whether there are more.
    fn places(&self, x: i32, y: i32) -> (Vec<usize>, bool) {
        let layout = self.layout;
        let here = |place: &usize| layout.node(*place).bounds.contains(x, y);
        let touchable = |place: &usize| layout.facts[*place].interactive && layout.facts[*place].role != Role::List;
        let mut found: Vec<usize> = (0..layout.facts.len()).filter(here).filter(touchable).collect();
        // An element that contains another candidate is not the target. Each branch is walked up once.
        let mut outer = vec![false; layout.facts.len()];
        for place in &found {
            for above in layout.ancestors(*place) {
                if std::mem::replace(&mut outer[above], true) {
                    break;
                }
            }
        }
        found.retain(|place| !outer[*place]);
        // A nameless view under something that has a name is a backdrop, and takes no press there.
        let named = |place: &usize| {
            !layout.label(*place).is_empty()
                || !layout.node(*place).resource_id.is_empty()
                || !layout.whole_label(*place, 1).0.is_empty()
        };
        let smallest = found.iter().filter(|place| named(place)).map(|place| layout.node(*place).bounds.area()).min();
        if let Some(smallest) = smallest {
            found.retain(|place| named(place) || layout.node(*place).bounds.area() < smallest);
        }
        if found.is_empty() {
            let said = (0..layout.facts.len()).filter(here).filter(|place| !layout.label(*place).is_empty());
            found.extend(said.min_by_key(|place| layout.node(*place).bounds.area()));
        }
        let (mut seen, mut kept, mut more) = (HashSet::new(), Vec::new(), false);
        // Elements on top come last.
        for place in found.into_iter().rev() {
            let node = layout.node(place);
            let Bounds { left, top, right, bottom } = node.bounds;
            let label = layout.whole_label(place, MOST_TEXTS).0;
            // An app may draw the same thing many times in one place.
            let id = (&node.package, &node.resource_id);
            if !label.is_empty() && !seen.insert((left, top, right, bottom, label, id)) {
                continue;
            }
            if kept.len() < MOST_TOUCHED {
                kept.push(place);
            } else if named(&place) {
                // Many nameless elements are represented by any one of them.
                more = true;
                break;
            }
        }
        kept.reverse();
        (kept, more)
    }

    fn element(&self, place: usize, pressed: bool) -> Touched {
        let layout = self.layout;
        let (node, facts) = (layout.node(place), layout.facts[place]);
        let (mut label, mut more) = layout.whole_label(place, LONGEST_LABEL);
        if label.trim().is_empty() && facts.interactive && facts.role != Role::Field {
            // A switch is named by its row, an icon by the text next to it, as a person would read them.
            label = cut(self.names.get_or_init(|| layout.tree.names()).name(place), LONGEST_LABEL).0;
        }
        if !self.budget.allows(place, label.len()) {
            (label, more) = (String::new(), true);
        }
        let sight = match label.trim().is_empty() && node.resource_id.is_empty() && facts.role != Role::Field {
            true if facts.interactive => Sight::Unlabelled,
            true => self.blank(node.bounds.centre()),
            false => Sight::Known,
        };
        let asks = question::around(layout, place, self.screen);
        let question = asks.as_ref().map(|asks| self.question(asks));
        let evidence = Evidence {
            pressed,
            toggles: self.toggles(place),
            button: facts.role == Role::Button && node.class.contains("Button"),
            few: question::is_one_of_few(layout, place),
            parts: self.parts(place),
            unread: (more && facts.role != Role::Field) || question.as_ref().is_some_and(|(_, more)| *more),
            web_form: outward::is_web_form(layout, place),
            ..self.evidence(sight, Some(&label), asks.as_ref())
        };
        let evidence = self.with_recipients(place, &label, evidence);
        let target = Target {
            label,
            role: node.class.clone(),
            resource_id: node.resource_id.clone(),
            package: node.package.clone(),
        };
        Touched {
            target: Some(target),
            evidence: Evidence { question: question.map(|(question, _)| question), ..evidence },
        }
    }

    /// Returns the text of a question, and whether there is more of it.
    fn question(&self, asks: &Asks) -> (Question, bool) {
        let mut more = asks.more;
        let mut question = Question { dialog: asks.dialog, floats: asks.floats, ..Question::default() };
        for place in &asks.texts {
            let (text, longer) = self.text(*place);
            more |= longer;
            question.texts.extend(text);
        }
        for place in &asks.choices {
            let (label, longer) = self.layout.whole_label(*place, LONGEST_TEXT);
            let allowed = self.budget.allows(*place, label.len());
            more |= longer || !allowed;
            // Every choice counts, even if its label is not read.
            question.choices.push(if allowed { label } else { String::new() });
        }
        (question, more)
    }

    /// Whether pressing an element toggles something: itself, or the switch at the end of its row.
    fn toggles(&self, place: usize) -> bool {
        let is = |place: usize| {
            let role = self.layout.facts[place].role;
            self.layout.node(place).state.checkable || matches!(role, Role::Switch | Role::Checkbox | Role::Radio)
        };
        is(place) || self.layout.inside(place).take(32).any(is)
    }

    fn evidence(&self, sight: Sight, label: Option<&str>, asks: Option<&Asks>) -> Evidence {
        let number = conversation::number(label, self.conversation.as_ref())
            .or_else(|| self.dialled.get_or_init(|| conversation::dialled(self.layout)).clone())
            .or_else(|| asks.iter().flat_map(|asks| &asks.texts).find_map(|place| self.number_in(*place)))
            .or_else(|| asks.and_then(|asks| self.number_in_pieces(asks)))
            .or_else(|| self.asked_number.get_or_init(|| self.number_asked_about()).clone());
        let (screen, conversation) = (self.texts.clone(), self.conversation.clone());
        Evidence { screen, screen_unread: self.more, conversation, number, ..base(sight, self.trail) }
    }

    /// Returns the number in the texts that ask something: a full-screen window asks at its top.
    fn number_asked_about(&self) -> Option<String> {
        let mut asking = self.texts.iter().filter(|text| policy::asks(text)).take(MOST_ASKING);
        asking.find_map(|text| conversation::number_in(text))
    }

    /// Adds the person that a deed would reach, and the contact that a form would change.
    fn with_recipients(&self, place: usize, label: &str, mut evidence: Evidence) -> Evidence {
        let (layout, trail) = (self.layout, self.trail);
        let form = self.contact_form.get_or_init(|| outward::contact_form(layout, &self.texts, trail)).as_ref();
        evidence.contact_form = form.map(|form| form.about.clone());
        evidence.contact_fields = form.map_or_else(Vec::new, |form| form.fields.clone());
        let node = layout.node(place);
        evidence.on = node.state.checked || layout.inside(place).take(32).any(|inner| layout.node(inner).state.checked);
        let messenger = policy::is_messenger(&node.package);
        let begun = trail.attaching(&node.package).filter(|_| evidence.conversation.is_none());
        let picks = messenger && evidence.conversation.is_none() && outward::is_picker(layout, place, &self.texts);
        let sheet = *self.attach_sheet.get_or_init(|| outward::is_attach_sheet(layout));
        let nearby = outward::is_nearby_share(&self.texts);
        let answer = outward::is_ready_answer(layout, place, label);
        let sheet = sheet && (messenger || layout.tree.floating_window().is_some());
        evidence.attaching = begun.is_some() || picks || sheet || nearby || answer;
        evidence.dials = !evidence.toggles && !evidence.attaching && outward::dials(layout, place, label);
        if evidence.attaching && !sheet {
            let row = evidence.parts.first().cloned().unwrap_or_else(|| label.to_owned());
            let picked = layout.facts[place].in_list && !nearby;
            let recorded = begun.filter(|_| !picked && policy::is_bare_send(label, &node.resource_id));
            evidence.attached = if picked { Some(row) } else { recorded.map(|begun| begun.what.clone()) };
        }
        evidence.keypad = *self.keypad.get_or_init(|| outward::is_keypad(layout));
        let notified = outward::notified(layout, place);
        evidence.recipients = match (begun, notified) {
            (Some(begun), _) => vec![begun.title.clone()],
            (None, Some(title)) => vec![title],
            (None, None) if nearby => vec![label.to_owned()],
            (None, None) => self.addressed.get_or_init(|| outward::addressed(layout, trail)).clone(),
        };
        // Only a call, or something that is sent without a conversation, reaches the person whose page this is.
        let calls =
            || evidence.dials || policy::speaks_of_calls(label) || policy::speaks_of_calls_in_name(&node.resource_id);
        let sends = || messenger && policy::is_bare_send(label, &node.resource_id);
        // A press calls the number that is shown, unless a name is shown instead.
        let numbered = evidence.number.is_some() && !evidence.dials;
        let named = !evidence.recipients.is_empty() || evidence.conversation.is_some() || evidence.attaching;
        if !numbered && !named && (calls() || sends()) {
            evidence.recipients.extend(outward::called(layout, place, label, &self.texts, trail));
        }
        evidence
    }

    /// Returns the number in a text, searched for only once.
    fn number_in(&self, place: usize) -> Option<String> {
        let mut numbers = self.numbers.borrow_mut();
        let text = || cut(self.layout.label(place), LONGEST_TEXT).0;
        numbers.entry(place).or_insert_with(|| conversation::number_in(&text())).clone()
    }

    /// Returns the number that the first two texts of a question form together.
    fn number_in_pieces(&self, asks: &Asks) -> Option<String> {
        let [first, second, ..] = asks.texts.as_slice() else { return None };
        let text = |place: &usize| cut(self.layout.label(*place), LONGEST_TEXT).0;
        conversation::number_in(&format!("{} {}", text(first), text(second)))
    }

    /// Tells whether a place without a labelled element has something drawn, or nothing.
    fn blank(&self, (x, y): (i32, i32)) -> Sight {
        const DRAWN: [&str; 6] = ["SurfaceView", "TextureView", "WebView", "GLSurfaceView", "ImageView", "View"];
        let nodes = &self.layout.tree.nodes;
        let here = (0..nodes.len()).filter(|place| nodes[*place].bounds.contains(x, y));
        let drawn = here.min_by_key(|place| nodes[*place].bounds.area()).is_some_and(|place| {
            let class = nodes[place].class.rsplit('.').next().unwrap_or_default();
            DRAWN.contains(&class) && self.layout.label(place).is_empty()
        });
        if drawn || !self.layout.says_anything { Sight::Unlabelled } else { Sight::Nothing }
    }

    /// Returns the texts of a list row; its name comes first.
    fn parts(&self, place: usize) -> Vec<String> {
        if !self.layout.facts[place].in_list {
            return Vec::new();
        }
        let own = Some(place).filter(|place| !self.layout.label(*place).is_empty());
        let inner = self.layout.texts.within(self.layout.inside(place)).iter().copied().take(MOST_TEXTS);
        let parts: Vec<String> = own.into_iter().chain(inner).filter_map(|place| self.text(place).0).collect();
        if parts.len() > 1 { parts } else { Vec::new() }
    }
}

/// Returns an element's text up to the budget, and whether there is more.
fn read(layout: &Layout<'_>, budget: &Budget, place: usize) -> (Option<String>, bool) {
    let (text, more) = cut(layout.label(place), LONGEST_TEXT);
    if budget.allows(place, text.len()) { (Some(text), more) } else { (None, true) }
}
