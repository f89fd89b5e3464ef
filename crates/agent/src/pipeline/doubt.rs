//! Determines whether an action without a recorded effect was carried out: from the screen if the phone shows it,
//! otherwise by asking the person. Without an answer the task stays interrupted; nothing is sent twice blindly.

use action::phone::AgentAction;
use device::Tree;
use device::tree::Role;
use model::{Source, ToolResult};

use crate::context::{Context, Look, PAINTED, identifier};
use crate::deadline::{End, Halt};
use crate::effect::{Change, Effect, EffectTrace};
use crate::human::{Answer, Asks};
use crate::redact::{MASK, has_handle};
use crate::resume::Doubt;
use crate::summary::EndReason;

/// Determines whether the action in doubt was carried out, records that, and reports it.
///
/// `told` is the mind's conclusion from the expected result; the current look is fresh.
pub(crate) async fn decide(doubt: &Doubt, told: Option<bool>, context: &mut Context) -> Result<bool, Halt> {
    let name = doubt.action.name();
    let done = match told.or_else(|| seen_done(doubt, context)) {
        Some(done) => Some(done),
        None if doubt.outward => Some(ask_whether_done(doubt, context).await?),
        // It reached no person and cost nothing: the mind looks, and repeats it if necessary.
        None => None,
    };
    let what = doubt.file.as_ref().map_or_else(|| "it".to_owned(), |file| format!("the file `{file}`"));
    let (change, words) = match done {
        Some(true) => (Change::Changed, format!("{what} was carried out before the task was cut off")),
        Some(false) => (Change::Unchanged, format!("{what} was not carried out before the task was cut off")),
        None => (Change::Unknown, format!("the task was cut off during this, and {what} may or may not be done")),
    };
    let effect = Effect { change, ..Effect::NONE };
    context.write_effect(Some(doubt.number), &doubt.action, &effect, EffectTrace::default()).await?;
    let text = format!("{words}; look at the screen before you continue");
    let ok = done == Some(true);
    context.reports.results.push(ToolResult { tool: name.to_owned(), ok, text, source: Source::Tool });
    Ok(ok)
}

/// The answer from the phone itself; `None` if the phone does not show it.
fn seen_done(doubt: &Doubt, context: &Context) -> Option<bool> {
    // The action has no visible effect.
    if !doubt.action.verb().shows {
        return None;
    }
    let look = context.look();
    let shown = look.is_some_and(|look| look.picture.is_some());
    let now = look.map_or_else(|| identifier(0), |look| look.identifier.clone());
    let same = shown && now == doubt.before;
    // Changes under the paint are not visible.
    let hidden = doubt.before.ends_with(PAINTED) && changes_fields(&doubt.action);
    let tree = look.and_then(Look::tree);
    match &doubt.action {
        // Reopening an open app is harmless, so the front app decides either way.
        AgentAction::LaunchApp(verb) => Some(look.and_then(Look::app) == Some(verb.package_name.trim())),
        AgentAction::OpenApp(_) | AgentAction::OpenUrl(_) => shown.then_some(!same),
        _ if same && !hidden => Some(false),
        // The typed text is not on record, so there is nothing to compare.
        AgentAction::Type(verb) if verb.text.contains(MASK) || has_handle(&verb.text) => None,
        AgentAction::Type(verb) => tree.and_then(|tree| typed(tree, &verb.text)),
        AgentAction::ClearText(_) => tree.and_then(|tree| field_text(tree).map(str::is_empty)),
        // A touch that reaches no person changes the screen, and the screen has changed.
        _ if !doubt.outward && shown => Some(true),
        _ => None,
    }
}

async fn ask_whether_done(doubt: &Doubt, context: &mut Context) -> Result<bool, Halt> {
    let name = doubt.action.name();
    let what = serde_json::to_string(&doubt.action).unwrap_or_else(|_| name.to_owned());
    let message = planner::phrase(&context.language, "told action cut off", &[("what", &what)]);
    match context.ask(Some(&doubt.action), Asks::WasDone { message }, context.settings.ask_timeout).await? {
        Some(Answer::Yes { .. }) => Ok(true),
        Some(Answer::No { .. }) => Ok(false),
        _ => {
            let message = format!("it is unknown whether the last action (`{name}`) was carried out");
            Err(End::failed(EndReason::Undecided, message).into())
        }
    }
}

/// Whether it can change only the content of a field.
fn changes_fields(action: &AgentAction) -> bool {
    use AgentAction as A;
    matches!(action, A::Type(_) | A::ClearText(_) | A::Keyevent(_) | A::KeyCombination(_))
}

/// Whether the focused field contains the text. A field with other content proves nothing: the text may have been sent
/// and cleared since, or typed only in part.
fn typed(tree: &Tree, text: &str) -> Option<bool> {
    let text = text.trim();
    (!text.is_empty() && field_text(tree)?.trim_end().ends_with(text)).then_some(true)
}

/// The content of the focused field, unless it is hidden.
fn field_text(tree: &Tree) -> Option<&str> {
    let focused = tree.nodes.iter().rev().find(|node| node.state.focused && node.role() == Role::Field)?;
    (!focused.state.password).then_some(focused.text.as_str())
}

#[cfg(test)]
mod tests {
    use device::tree::{Node, State};

    use super::*;

    #[test]
    fn a_text_that_stands_in_the_field_was_typed_and_nothing_else_tells() {
        let check = |text: &str, password: bool, wanted: &str, expected: Option<bool>| {
            let state = State { focused: true, password, ..State::default() };
            let class = "android.widget.EditText".to_owned();
            let field = Node { text: text.to_owned(), class, state, ..Node::default() };
            let tree = Tree { nodes: vec![field], ..Tree::default() };
            assert_eq!(typed(&tree, wanted), expected, "{text:?} {wanted:?}");
        };
        check("hello", false, "hello", Some(true));
        check("oh, hello ", false, "hello", Some(true));
        check("hel", false, "hello", None);
        check("", false, "hello", None);
        check("hello", true, "hello", None);
        check("hello", false, " ", None);
        assert_eq!(typed(&Tree { nodes: Vec::new(), ..Tree::default() }, "hello"), None);
    }
}
