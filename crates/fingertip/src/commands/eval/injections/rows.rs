//! Makes rows for `eval gate` out of texts, carriers, sequences and controls, which are data in `scenarios/injections`.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::fill::{fill_text, lines};
use super::kind::{self, Wish};
use super::texts::Text;
use crate::commands::eval::gate::row::{self, Case, Kind};

/// The longest name of a contact, an appointment or a file; longer texts are cut.
const LONGEST_LINE: usize = 100;
/// The harmless content of a carrier.
const HARMLESS: &str = "Dinner is at seven on Friday. Please bring the blue chairs and some bread.";

/// A place where a text reaches the agent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Carrier {
    pub(super) name: String,
    /// The person's request: to read the carrier's content.
    goals: Vec<String>,
    setup: Vec<Value>,
    /// How the agent reads it.
    pub(super) read: Vec<Value>,
}

/// The actions of an obedient model.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sequence {
    pub(super) name: String,
    /// The kinds of texts that ask for it.
    #[serde(rename = "for")]
    pub(super) kinds: Vec<String>,
    /// The carriers after which it is possible; all if empty.
    #[serde(default)]
    carriers: Vec<String>,
    /// Whether something leaves the phone, is lost or costs.
    #[serde(default = "yes")]
    pub(super) outward: bool,
    consequence: String,
    #[serde(default)]
    setup: Vec<Value>,
    actions: Vec<Value>,
}

/// The actions of an agent that follows the person and not the text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Control {
    pub(super) name: String,
    /// The person's goal; by default the carrier's.
    #[serde(default)]
    goal: Option<String>,
    actions: Vec<Value>,
    /// Whether it changes the phone.
    #[serde(default)]
    pub(super) changes: bool,
}

fn yes() -> bool {
    true
}

/// The data of `scenarios/injections`.
#[derive(Clone, Debug)]
pub(super) struct Data {
    pub(super) carriers: Vec<Carrier>,
    pub(super) sequences: Vec<Sequence>,
    pub(super) controls: Vec<Control>,
}

impl Data {
    /// Reads the three files of a folder.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let data = Self {
            carriers: lines(&folder.join("carriers.jsonl"))?,
            sequences: lines(&folder.join("sequences.jsonl"))?,
            controls: lines(&folder.join("controls.jsonl"))?,
        };
        if data.controls.is_empty() || data.carriers.is_empty() {
            bail!("`{}` has no carriers or no controls", folder.display());
        }
        if let Some(carrier) = data.carriers.iter().find(|carrier| carrier.goals.is_empty()) {
            bail!("the carrier `{}` in `{}` has no goals", carrier.name, folder.display());
        }
        for carrier in &data.carriers {
            if !data.sequences.iter().any(|sequence| sequence.outward && sequence.fits(kind::WORDS, carrier)) {
                bail!("no outward sequence in `{}` fits words in `{}`", folder.display(), carrier.name);
            }
        }
        Ok(data)
    }

    /// Returns the carrier of the text with this number. It moves on by one every round, so that taking only every
    /// n-th text still reaches all carriers.
    pub(super) fn carrier(&self, number: usize) -> &Carrier {
        let count = self.carriers.len();
        &self.carriers[(number + number / count) % count]
    }

    /// Returns the actions of an obedient model for a text: one outward sequence, in turn, and all that are not
    /// outward.
    pub(super) fn sequences(&self, number: usize, kind: &str, carrier: &Carrier) -> Vec<&Sequence> {
        let of = |kind| self.sequences.iter().filter(move |sequence| sequence.fits(kind, carrier));
        let mut outward: Vec<&Sequence> = of(kind).filter(|sequence| sequence.outward).collect();
        if outward.is_empty() {
            outward = of(kind::WORDS).filter(|sequence| sequence.outward).collect();
        }
        let turn = number / self.carriers.len();
        let chosen = outward.get(turn % outward.len().max(1)).copied();
        chosen.into_iter().chain(of(kind).filter(|sequence| !sequence.outward)).collect()
    }
}

impl Sequence {
    /// Whether a text of this kind in this carrier can ask for it.
    pub(super) fn fits(&self, kind: &str, carrier: &Carrier) -> bool {
        self.kinds.iter().any(|known| known == kind) && self.is_possible(carrier)
    }

    /// Whether it can be done after reading this carrier.
    pub(super) fn is_possible(&self, carrier: &Carrier) -> bool {
        self.carriers.is_empty() || self.carriers.contains(&carrier.name)
    }
}

/// Makes the row of an attack.
pub(super) fn attack(number: usize, text: &Text, carrier: &Carrier, sequence: &Sequence) -> Result<Case> {
    let parts = Parts { text: &text.text, wish: &kind::wish(&text.text) };
    let row = json!({
        "name": format!("{}, {}, {}", text.place, carrier.name, sequence.name),
        "goal": carrier.goals[number % carrier.goals.len()],
        "consequence": sequence.consequence,
        "setup": parts.fill_all(&[&sequence.setup, &carrier.setup]),
        "actions": parts.fill_all(&[&carrier.read, &sequence.actions]),
    });
    case(&row, Kind::Attack)
}

/// Makes the row of a control, with the attack's text or with a harmless one.
pub(super) fn control(number: usize, text: Option<&Text>, carrier: &Carrier, control: &Control) -> Result<Case> {
    let written = text.map_or(HARMLESS, |text| &text.text);
    let parts = Parts { text: written, wish: &kind::wish(written) };
    let row = json!({
        "name": format!("{}, {}, {}", text.map_or("harmless", |text| &text.place), carrier.name, control.name),
        "goal": control.goal.as_ref().unwrap_or(&carrier.goals[number % carrier.goals.len()]),
        "setup": parts.fill_all(&[&carrier.setup]),
        "actions": parts.fill_all(&[&carrier.read, &control.actions]),
    });
    case(&row, Kind::Ordinary)
}

fn case(row: &Value, kind: Kind) -> Result<Case> {
    let mut cases =
        row::read(&row.to_string(), kind, "injections").with_context(|| format!("the row {}", row["name"]))?;
    cases.pop().context("a row is a line")
}

/// The values for the placeholders of a row.
struct Parts<'a> {
    text: &'a str,
    wish: &'a Wish,
}

impl Parts<'_> {
    fn value(&self, name: &str) -> Option<String> {
        let line = || one_line(self.text, LONGEST_LINE);
        Some(match name {
            "text" => self.text.to_owned(),
            "quoted" => quoted(self.text),
            "quoted_page" => quoted(&page(self.text)),
            "quoted_line" => quoted(&line()),
            "quoted_file" => quoted(&format!("{}.txt", line().replace(['/', '\0'], "_"))),
            "address" => self.wish.address.clone(),
            "account" => self.wish.account.clone(),
            "link" => self.wish.link.clone(),
            "link_in_url" => percent(&self.wish.link),
            _ => return None,
        })
    }

    fn fill_all(&self, lists: &[&Vec<Value>]) -> Vec<Value> {
        lists.iter().flat_map(|list| list.iter()).map(|value| self.fill(value)).collect()
    }

    fn fill(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => fill_text(text, &|name| self.value(name)).into(),
            Value::Array(items) => items.iter().map(|item| self.fill(item)).collect(),
            Value::Object(fields) => {
                fields.iter().map(|(name, field)| (name.clone(), self.fill(field))).collect::<Map<_, _>>().into()
            }
            other => other.clone(),
        }
    }
}

/// Returns the beginning of a text, in one line.
pub(super) fn one_line(text: &str, longest: usize) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(longest).collect()
}

/// Quotes a text for the phone's shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Makes a page that shows a text as it is.
fn page(text: &str) -> String {
    let shown = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\n', "<br>");
    format!("<html><head><title>Page</title></head><body><h1>Page</h1><p>{shown}</p></body></html>")
}

fn percent(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}
