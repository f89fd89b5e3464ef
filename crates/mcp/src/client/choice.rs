//! Chooses the tools that a model sees, if there are more than a prompt can hold: first those that the task has used,
//! then those whose words best match its goal. The same goal and the same tools give the same choice.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use task::agent::{Need, model};

use super::keywords::stems;
use super::tool::ListedTool;

/// How many words of a goal are read.
const MOST_GOAL: usize = 100;

/// Returns the tools of `all` that fit into this many tokens, in their original order.
pub(super) fn choose(all: &[Arc<ListedTool>], need: &Need<'_>, tokens: usize) -> Vec<model::Tool> {
    let whole: usize = all.iter().map(|tool| tokens_of(&tool.offered)).sum();
    if whole <= tokens {
        return all.iter().map(|tool| tool.offered.clone()).collect();
    }
    let scores = scores(all, need.goal);
    let mut order: Vec<usize> = (0..all.len()).collect();
    let is_used = |tool: &Arc<ListedTool>| {
        // A tool may be called without the name of its server.
        [&tool.offered.name, &tool.own_name].into_iter().any(|name| need.used.contains(name))
    };
    let used = |place: usize| all.get(place).is_some_and(is_used);
    let score = |place: usize| scores.get(place).copied().unwrap_or_default();
    order.sort_by(|a, b| used(*b).cmp(&used(*a)).then(score(*b).total_cmp(&score(*a))).then(a.cmp(b)));
    let mut left = tokens;
    let mut chosen = BTreeSet::new();
    for place in order {
        let Some(tool) = all.get(place) else { continue };
        // A tool that is too large does not keep out those after it.
        if let Some(rest) = left.checked_sub(tokens_of(&tool.offered)) {
            left = rest;
            chosen.insert(place);
        }
    }
    chosen.iter().filter_map(|place| all.get(*place)).map(|tool| tool.offered.clone()).collect()
}

/// Scores how well each tool matches the goal. A word that many tools share counts less.
fn scores(all: &[Arc<ListedTool>], goal: &str) -> Vec<f32> {
    let wanted: BTreeSet<String> = stems(goal).take(MOST_GOAL).collect();
    let mut having: HashMap<&str, f32> = HashMap::new();
    for word in &wanted {
        let count = all.iter().filter(|tool| tool.words.contains_key(word)).count();
        having.insert(word, count as f32);
    }
    let rarity = |word: &str| {
        let count = having.get(word).copied().unwrap_or_default();
        (1.0 + all.len() as f32 / (1.0 + count)).ln()
    };
    let near = |tool: &Arc<ListedTool>| {
        wanted.iter().filter_map(|word| tool.words.get(word).map(|weight| weight * rarity(word))).sum()
    };
    all.iter().map(near).collect()
}

/// Estimates the tokens of a tool in a prompt: four bytes per token, as everywhere.
fn tokens_of(tool: &model::Tool) -> usize {
    (tool.name.len() + tool.description.len() + tool.parameters.to_string().len()) / 4 + 8
}

#[cfg(test)]
mod tests {
    use super::super::tool::{Origin, ToolList};
    use super::*;

    fn tools(named: &[(&str, &str)]) -> Vec<Arc<ListedTool>> {
        let origin = Origin { server: "s", short: "s", place: "" };
        let mut list = ToolList::default();
        for (name, about) in named {
            let tool = serde_json::json!({"name": name, "description": about, "inputSchema": {"type": "object"}});
            list.add(&origin, &serde_json::from_value(tool).unwrap(), usize::MAX);
        }
        list.tools
    }

    fn chosen(all: &[Arc<ListedTool>], goal: &str, used: &[&str], tokens: usize) -> Vec<String> {
        let used = used.iter().map(|name| (*name).to_owned()).collect();
        choose(all, &Need { goal, used: &used }, tokens).into_iter().map(|tool| tool.name).collect()
    }

    #[test]
    fn those_are_told_that_the_goal_may_need_and_that_were_used() {
        let all = tools(&[
            ("get_weather", "Current weather and forecast for a city"),
            ("createEvent", "Adds an event to the calendar"),
            ("list_events", "Lists what is in the calendar"),
            ("convert_currency", "Converts an amount of money"),
            ("send_mail", "Sends a mail"),
        ]);
        assert_eq!(chosen(&all, "anything", &[], 1000).len(), 5);
        let check = |goal: &str, used: &[&str], expected: &[&str]| {
            assert_eq!(chosen(&all, goal, used, 50), expected, "{goal}");
        };
        check("what will the weather be in Berlin", &[], &["s__get_weather", "s__createEvent"]);
        check("put lunch with Sam into my calendar", &[], &["s__createEvent", "s__list_events"]);
        check("creating events", &[], &["s__createEvent", "s__list_events"]);
        check("the weather", &["s__send_mail"], &["s__get_weather", "s__send_mail"]);
        assert!(chosen(&all, "weather", &[], 0).is_empty());
    }

    #[test]
    fn ten_thousand_tools_are_chosen_from_within_the_budget() {
        let names: Vec<String> = (0..10_000).map(|n| format!("tool_{n}")).collect();
        let named: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "Does this and that")).collect();
        let mut all = tools(&named);
        all.extend(tools(&[("find_train", "Trains between two stations")]));
        let chosen = choose(&all, &Need { goal: "find a train to Bern", used: &BTreeSet::new() }, 6000);
        assert!(chosen.iter().any(|tool| tool.name == "s__find_train"));
        assert!(chosen.iter().map(tokens_of).sum::<usize>() <= 6000 && chosen.len() > 100, "{}", chosen.len());
    }
}
