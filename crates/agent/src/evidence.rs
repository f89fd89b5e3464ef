//! What stands where an action lands: read from the elements of a screen, for the gate to judge.
//!
//! A gesture is reduced to what it touches; each thing it touches comes with what is known of it and around it. Pure, and
//! bounded however large the screen is. What it means is `action::policy`'s to say.

mod conversation;
mod question;

use std::collections::VecDeque;

use action::phone::{AgentAction, Aims, limits};
use action::policy::{Evidence, Hazard, Pattern, Sight, Target, addresses_agent};
use device::Tree;
use device::tree::{Node, Role};

/// How far a finger may stray and still press, in hundredths of the screen's shorter side: twice what Android allows.
const STRAY: u32 = 4;
/// Texts of a screen that are read, and letters of each.
const MOST_TEXTS: usize = 120;
const LONGEST_TEXT: usize = 600;
/// From where on down a keyboard may cover the screen, in hundredths.
const KEYBOARD: i32 = 55;
/// Elements that are judged where an action may meet any of several.
const MOST_TOUCHED: usize = 8;
/// Presses that count as what led here.
const LED_BY: usize = 2;

/// How much is remembered of what was said with words that address the agent.
const MOST_ADDRESSED: usize = 64 << 10;

/// Something that an action touches.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Touched {
    pub(crate) target: Option<Target>,
    pub(crate) evidence: Evidence,
}

/// What led here, in this task.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    /// What the person asked for and has answered since.
    pub(crate) wanted: String,
    pressed: VecDeque<Option<Hazard>>,
    /// The files that were written on the phone.
    pub(crate) written: Vec<String>,
    /// Words from outside that address whoever reads them for a person, and all that was said with them.
    addressed: Option<(String, String)>,
    /// What the person allowed for as long as the task goes on.
    allowed: Vec<Pattern>,
}

impl Trail {
    /// Of a task that begins.
    pub(crate) fn of(goal: &str) -> Self {
        let mut trail = Self::default();
        trail.answered(goal);
        trail
    }

    /// Remembers what was pressed.
    pub(crate) fn pressed(&mut self, hazard: Option<Hazard>) {
        self.pressed.push_front(hazard);
        self.pressed.truncate(LED_BY);
    }

    /// Remembers files that were written on the phone.
    pub(crate) fn wrote(&mut self, paths: Vec<String>) {
        const MOST: usize = 1024;
        self.written.extend(paths);
        // Too many to remember: then any of them may be run.
        self.written.truncate(MOST);
    }

    /// Looks for words that address whoever reads for a person; the words, when they are new.
    pub(crate) fn reads(&mut self, text: &str) -> Option<String> {
        let found = addresses_agent(text)?.words;
        let known = self.addressed.as_ref().is_some_and(|(words, _)| *words == found);
        let all = text[..text.floor_char_boundary(MOST_ADDRESSED)].to_lowercase();
        self.addressed = Some((found.clone(), all));
        (!known).then_some(found)
    }

    /// The words from outside that asked for this, where the person did not.
    pub(crate) fn instructed_by(&self, action: &AgentAction, target: Option<&Target>) -> Option<String> {
        let (words, said) = self.addressed.as_ref()?;
        let subject = match action {
            AgentAction::Type(verb) => verb.text.as_str(),
            AgentAction::OpenUrl(verb) => verb.url.as_str(),
            AgentAction::OpenApp(verb) => verb.name.as_str(),
            AgentAction::LaunchApp(verb) => verb.package_name.rsplit('.').next().unwrap_or_default(),
            AgentAction::Shell(verb) => verb.command.as_str(),
            _ => target.map_or("", |target| target.label.as_str()),
        };
        let subject = subject.trim().to_lowercase();
        let mut parts = subject.split(|c: char| !c.is_alphanumeric()).filter(|part| part.chars().count() > 2);
        let wanted = self.wanted.to_lowercase();
        parts.any(|part| said.contains(part) && !wanted.contains(part)).then(|| words.clone())
    }

    /// Remembers what the person said.
    pub(crate) fn answered(&mut self, text: &str) {
        const MOST: usize = 16 << 10;
        if self.wanted.len() < MOST {
            self.wanted.push('\n');
            self.wanted.push_str(&text[..text.floor_char_boundary(MOST)]);
        }
    }

    /// Remembers what the person allowed: it is not asked again in this task.
    pub(crate) fn allow(&mut self, pattern: &Pattern) {
        const MOST: usize = 256;
        let for_the_task = matches!(pattern, Pattern::Unseen(_) | Pattern::Conversation(_) | Pattern::Recipient(_));
        if for_the_task && self.allowed.len() < MOST {
            self.allowed.push(pattern.clone());
        }
    }

    /// Whether the person allowed it in this task.
    pub(crate) fn allows(&self, pattern: &Pattern) -> bool {
        self.allowed.contains(pattern)
    }

    fn led_by(&self) -> Vec<Hazard> {
        self.pressed.iter().copied().flatten().collect()
    }
}

/// Everything that an action touches, as far as the screen shows it. Empty for what touches nothing.
pub(crate) fn gather(action: &AgentAction, tree: Option<&Tree>, screen: (u32, u32), trail: &Trail) -> Vec<Touched> {
    let aims = action.verb().aims;
    if aims == Aims::Nothing {
        return Vec::new();
    }
    let Some(tree) = tree.filter(|tree| !tree.nodes.is_empty()) else {
        let base = base(Sight::NoTree, trail);
        return vec![Touched { target: None, evidence: Evidence { pressed: presses(action, screen), ..base } }];
    };
    let scene = Scene { tree, screen, trail };
    match aims {
        Aims::Focus if moves_focus(action) => scene.anything(),
        Aims::Focus => scene.focused(),
        Aims::Point | Aims::TwoPoints => scene.at_points(action),
        Aims::Nothing => Vec::new(),
    }
}

/// Everything that stands on a screen, in bounds.
pub(crate) fn everything(tree: &Tree) -> String {
    Scene { tree, screen: (1, 1), trail: &Trail::default() }.everything()
}

fn base(sight: Sight, trail: &Trail) -> Evidence {
    Evidence { sight, led_by: trail.led_by(), wanted: trail.wanted.clone(), ..Evidence::default() }
}

/// Where a gesture begins and ends.
fn ends(action: &AgentAction, screen: (u32, u32)) -> Vec<(i32, i32)> {
    let points = match action {
        AgentAction::Swipe(swipe) => vec![(swipe.x1, swipe.y1), (swipe.x2, swipe.y2)],
        action => action.points(),
    };
    let pixel = |point| {
        let (x, y) = limits::pixel(point, screen);
        (i32::try_from(x).unwrap_or(i32::MAX), i32::try_from(y).unwrap_or(i32::MAX))
    };
    points.into_iter().map(pixel).collect()
}

/// Whether a gesture is a press wherever it begins: anything but a finger that moves far.
fn presses(action: &AgentAction, screen: (u32, u32)) -> bool {
    if !matches!(action, AgentAction::Swipe(_)) {
        return true;
    }
    let far = i32::try_from(screen.0.min(screen.1) * STRAY / 100).unwrap_or(i32::MAX);
    match ends(action, screen).as_slice() {
        [(x1, y1), (x2, y2)] => x1.abs_diff(*x2).max(y1.abs_diff(*y2)) <= far.unsigned_abs(),
        _ => true,
    }
}

/// Whether keys that move the focus come before the one that presses.
fn moves_focus(action: &AgentAction) -> bool {
    let moves = |key: &str| {
        let key = key.trim().to_ascii_uppercase();
        let name = key.strip_prefix("KEYCODE_").unwrap_or(&key);
        name == "TAB" || name == "61" || name.starts_with("DPAD_") || matches!(name, "19" | "20" | "21" | "22")
    };
    match action {
        AgentAction::KeyCombination(verb) => verb.keys.len() > 1 && verb.keys.iter().any(|key| moves(key)),
        AgentAction::Type(verb) => verb.text.contains('\t'),
        _ => false,
    }
}

struct Scene<'s> {
    tree: &'s Tree,
    screen: (u32, u32),
    trail: &'s Trail,
}

impl Scene<'_> {
    fn at_points(&self, action: &AgentAction) -> Vec<Touched> {
        let ends = ends(action, self.screen);
        let short = presses(action, self.screen);
        let places: Vec<Vec<usize>> = ends.iter().map(|(x, y)| self.places(*x, *y)).collect();
        let mut touched: Vec<Touched> = Vec::new();
        for (at, here) in places.iter().enumerate() {
            for place in here {
                // Android presses what a finger leaves where it came down, however far it went within.
                let stays = places.iter().all(|other| other.contains(place));
                let slides = self.tree.nodes[*place].role() == Role::Slider;
                let toggles = self.tree.nodes[*place].state.checkable;
                touched.push(self.element(*place, short || (stays && !slides) || toggles));
            }
            if here.is_empty() {
                let evidence = Evidence { pressed: short, ..self.evidence(self.blank(ends[at]), None) };
                touched.push(Touched { target: None, evidence });
            }
            // A keyboard is in no tree: what lies under it may be its Enter.
            let low = i32::try_from(self.screen.1).unwrap_or(i32::MAX).saturating_mul(KEYBOARD) / 100;
            if short && ends[at].1 >= low && self.writes() {
                touched.extend(self.focused());
            }
        }
        touched.dedup();
        touched
    }

    /// What Enter sets off: the element that has the focus, and where that is a field, the buttons of its form.
    fn focused(&self) -> Vec<Touched> {
        let nodes = &self.tree.nodes;
        let focused = nodes.iter().rposition(|node| node.state.focused);
        let place = focused.unwrap_or(0);
        let mut touched = vec![self.element(place, true)];
        if focused.is_none() {
            touched[0].target = None;
        }
        if nodes[place].role() == Role::Field {
            let is_button = |inner: &usize| nodes[*inner].state.clickable && nodes[*inner].role() == Role::Button;
            let form = question::ancestors(self.tree, place)
                .map(|above| {
                    question::inside(self.tree, above).filter(is_button).take(MOST_TOUCHED).collect::<Vec<_>>()
                })
                .find(|buttons| !buttons.is_empty());
            touched.extend(form.unwrap_or_default().into_iter().map(|button| self.element(button, true)));
        }
        touched
    }

    /// Whatever the focus could come to.
    fn anything(&self) -> Vec<Touched> {
        let pressable =
            |place: &usize| self.tree.nodes[*place].is_interactive() && self.tree.nodes[*place].role() != Role::List;
        let places = (0..self.tree.nodes.len()).filter(pressable).take(MOST_TOUCHED * 4);
        places.map(|place| self.element(place, true)).chain(self.focused()).collect()
    }

    fn writes(&self) -> bool {
        self.tree.nodes.iter().any(|node| node.state.focused && node.role() == Role::Field)
    }

    /// The elements at a point: those that can be touched, the innermost of each line of descent, else the smallest that
    /// says something.
    fn places(&self, x: i32, y: i32) -> Vec<usize> {
        let nodes = &self.tree.nodes;
        let here = |place: &usize| nodes[*place].bounds.contains(x, y);
        let mut found: Vec<usize> = (0..nodes.len())
            .filter(here)
            .filter(|place| nodes[*place].is_interactive() && nodes[*place].role() != Role::List)
            .collect();
        let all = found.clone();
        found.retain(|place| !all.iter().any(|other| other != place && question::is_inside(self.tree, *other, *place)));
        if found.is_empty() {
            let said = (0..nodes.len()).filter(here).filter(|place| !nodes[*place].label().is_empty());
            found.extend(said.min_by_key(|place| nodes[*place].bounds.area()));
        }
        // Enough to see that there is a heap of them.
        found.truncate(MOST_TOUCHED);
        found
    }

    fn element(&self, place: usize, pressed: bool) -> Touched {
        let node = &self.tree.nodes[place];
        let label = self.tree.whole_label(place);
        let interactive = node.is_interactive();
        let sight = match label.trim().is_empty() && node.resource_id.is_empty() && node.role() != Role::Field {
            true if interactive => Sight::Unlabelled,
            true => self.blank(node.bounds.centre()),
            false => Sight::Known,
        };
        let target = Target {
            label: shortened(&label),
            role: node.class.clone(),
            resource_id: node.resource_id.clone(),
            package: node.package.clone(),
        };
        let evidence = Evidence {
            pressed,
            toggles: self.toggles(place),
            button: node.role() == Role::Button && node.class.contains("Button"),
            parts: self.parts(place),
            question: question::around(self.tree, place, self.screen),
            ..self.evidence(sight, Some(place))
        };
        Touched { target: Some(target), evidence }
    }

    /// Whether pressing an element turns something on or off: itself, or the switch at the end of its row.
    fn toggles(&self, place: usize) -> bool {
        let is =
            |node: &Node| node.state.checkable || matches!(node.role(), Role::Switch | Role::Checkbox | Role::Radio);
        is(&self.tree.nodes[place])
            || question::inside(self.tree, place).take(32).any(|inner| is(&self.tree.nodes[inner]))
    }

    fn evidence(&self, sight: Sight, place: Option<usize>) -> Evidence {
        let conversation = conversation::open(self.tree, self.screen, &self.trail.wanted);
        let question = place.and_then(|place| question::around(self.tree, place, self.screen));
        let number = conversation::number(self.tree, place, conversation.as_ref(), question.as_ref());
        Evidence { screen: self.texts(), conversation, number, ..base(sight, self.trail) }
    }

    /// Whether there is something at a place where no element says anything: something drawn, or nothing.
    fn blank(&self, (x, y): (i32, i32)) -> Sight {
        const DRAWN: [&str; 6] = ["SurfaceView", "TextureView", "WebView", "GLSurfaceView", "ImageView", "View"];
        let smallest =
            self.tree.nodes.iter().filter(|node| node.bounds.contains(x, y)).min_by_key(|node| node.bounds.area());
        let drawn = smallest.is_some_and(|node| {
            let class = node.class.rsplit('.').next().unwrap_or_default();
            DRAWN.contains(&class) && node.label().is_empty()
        });
        let says_anything = self.tree.nodes.iter().any(|node| node.is_interactive() && !node.label().is_empty());
        if drawn || !says_anything { Sight::Unlabelled } else { Sight::Nothing }
    }

    /// The texts of a row of a list: what it is called stands first.
    fn parts(&self, place: usize) -> Vec<String> {
        let nodes = &self.tree.nodes;
        if !question::ancestors(self.tree, place).any(|above| nodes[above].role() == Role::List) {
            return Vec::new();
        }
        let mut parts: Vec<String> = Vec::new();
        if !nodes[place].label().is_empty() {
            parts.push(shortened(nodes[place].label()));
        }
        for inner in question::inside(self.tree, place).filter(|inner| !nodes[*inner].is_interactive()).take(MOST_TEXTS)
        {
            if !nodes[inner].label().is_empty() {
                parts.push(shortened(nodes[inner].label()));
            }
        }
        if parts.len() > 1 { parts } else { Vec::new() }
    }

    /// Everything that stands on the screen.
    fn everything(&self) -> String {
        let labels = self.tree.nodes.iter().map(Node::label).filter(|label| !label.is_empty());
        labels.take(MOST_TEXTS * 4).map(shortened).collect::<Vec<_>>().join("\n")
    }

    /// What the window shows, apart from what people write and what can be pressed.
    fn texts(&self) -> Vec<String> {
        let text = |node: &&Node| !node.label().is_empty() && !node.is_interactive() && !node.bounds.is_empty();
        self.tree.nodes.iter().filter(text).take(MOST_TEXTS).map(|node| shortened(node.label())).collect()
    }
}

fn shortened(text: &str) -> String {
    text[..text.floor_char_boundary(LONGEST_TEXT)].to_owned()
}
