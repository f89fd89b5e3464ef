//! The marked blocks of a prompt: screen, tool results, notes, tools. Their content is quoted.

use action::dialect::{self, Grid, ReplyContext, Touch, TouchKind, smart_resize};

use super::{Element, MAX_ELEMENTS, Observation, Source, ToolResult, quote};
use crate::{Tool, Traits};

/// The longest label of an element, in bytes.
const LABEL: usize = 160;

/// The screen's elements: numbered, each with its position in the model's own coordinates.
pub(super) fn screen(
    traits: &Traits,
    observation: &Observation<'_>,
    context: &ReplyContext<'_>,
    budget: usize,
) -> String {
    let app = observation.app.map_or_else(String::new, |app| format!(" app={}", quote::label(app, LABEL)));
    let mut text = format!("<screen{app}>\n");
    let sees = traits.vision && observation.picture.is_some();
    if observation.elements.is_empty() {
        text.push_str(if sees {
            "(the elements are not known: go by the picture)\n"
        } else {
            "(nothing is known of what it shows: wait, look again, or go back)\n"
        });
    }
    let end = text.len() + budget;
    let mut shown = 0;
    for element in observation.elements.iter().take(MAX_ELEMENTS) {
        let line = line(element, traits, context);
        if text.len() + line.len() > end {
            break;
        }
        text.push_str(&line);
        shown += 1;
    }
    let more = observation.elements.len() - shown;
    if more > 0 {
        text.push_str(&format!("({more} more elements are not listed; scroll to bring them nearer)\n"));
    }
    text.push_str("</screen>\n");
    if !observation.elements.is_empty() {
        text.push_str(how_to_touch(traits));
    }
    text
}

/// `[3] button "Send" at (540, 1200), focused`
fn line(element: &Element, traits: &Traits, context: &ReplyContext<'_>) -> String {
    let role = quote::line(&element.role, 40);
    let place = place(element, traits, context).map_or_else(String::new, |(x, y)| format!(" at ({x}, {y})"));
    let state: String = element.state.iter().map(|state| format!(", {}", quote::line(state, 40))).collect();
    format!("[{}] {role} {}{place}{state}\n", element.index, quote::label(&element.label, LABEL))
}

/// The centre of an element in the coordinates that the model writes.
fn place(element: &Element, traits: &Traits, context: &ReplyContext<'_>) -> Option<(f64, f64)> {
    let [left, top, right, bottom] = element.bounds.map(f64::from);
    let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
    let screen = context.screen?;
    let on = |w: f64, h: f64| (x * w / f64::from(screen.w.max(1)), y * h / f64::from(screen.h.max(1)));
    let image = context.image.unwrap_or(screen);
    // `auto` is prompted as `executor`, which counts from 0 to 1.
    let (x, y) = match traits.dialect.grid().unwrap_or(Grid::Unit) {
        Grid::Per(n) => on(f64::from(n), f64::from(n)),
        Grid::Unit => {
            let (x, y) = on(10_000.0, 10_000.0);
            return Some((x.round() / 10_000.0, y.round() / 10_000.0));
        }
        Grid::Screen => (x, y),
        Grid::Picture => on(f64::from(image.w), f64::from(image.h)),
        Grid::Resized => {
            let size = smart_resize(image);
            on(f64::from(size.w), f64::from(size.h))
        }
    };
    Some((x.round(), y.round()))
}

fn how_to_touch(traits: &Traits) -> &'static str {
    let touch = Touch { kind: TouchKind::Tap, element: 1, direction: None, duration_ms: None };
    if dialect::write_touch(traits.dialect, &touch).is_some() {
        "Touch an element by its number.\n"
    } else {
        "Touch an element by the coordinates that stand behind it.\n"
    }
}

/// The results of calls and questions: the newest within the budget.
pub(super) fn results(results: &[ToolResult], budget: usize) -> String {
    let mut blocks = Vec::new();
    let mut left = budget;
    for result in results.iter().rev() {
        let tool = quote::label(&result.tool, 80);
        let text = quote::line(&result.text, left.min(budget / 2).max(200));
        let block = match result.source {
            Source::Person => format!("<person about={tool}>\n{text}\n</person>\n"),
            Source::Tool => format!("<tool_result tool={tool} ok=\"{}\">\n{text}\n</tool_result>\n", result.ok),
        };
        if block.len() > left && !blocks.is_empty() {
            break;
        }
        left = left.saturating_sub(block.len());
        blocks.push(block);
    }
    let omitted = results.len() - blocks.len();
    let mut text = String::new();
    if omitted > 0 {
        text.push_str(&format!("({omitted} earlier results are not listed)\n"));
    }
    text.extend(blocks.into_iter().rev());
    text
}

/// The agent's notes: the newest within the budget.
pub(super) fn notes(notes: &[String], budget: usize) -> String {
    if notes.is_empty() {
        return String::new();
    }
    let mut lines = Vec::new();
    let mut left = budget;
    for note in notes.iter().rev() {
        let line = format!("- {}\n", quote::line(note, (budget / 4).max(100)));
        if line.len() > left && !lines.is_empty() {
            break;
        }
        left = left.saturating_sub(line.len());
        lines.push(line);
    }
    let omitted = notes.len() - lines.len();
    let mut text = String::from("<notes>\n");
    if omitted > 0 {
        text.push_str(&format!("({omitted} earlier notes are not listed)\n"));
    }
    text.extend(lines.into_iter().rev());
    text.push_str("</notes>\n");
    text
}

/// The offered tools with their parameters. Their descriptions come from other programs.
pub(super) fn tools(tools: &[Tool], budget: usize) -> String {
    let mut text = String::from("\n<tools>\n");
    let end = text.len() + budget;
    let mut shown = 0;
    for tool in tools {
        let schema = if tool.parameters.is_object() { tool.parameters.to_string() } else { "{}".to_owned() };
        let about = quote::line(&tool.description, 600);
        let line = format!("- {}: {about} Arguments: {}\n", quote::label(&tool.name, 120), quote::line(&schema, 2_000));
        if text.len() + line.len() > end {
            break;
        }
        text.push_str(&line);
        shown += 1;
    }
    if shown < tools.len() {
        text.push_str(&format!("({} more tools are not described)\n", tools.len() - shown));
    }
    text.push_str("</tools>\n");
    text
}
