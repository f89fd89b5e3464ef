//! Sums over finished runs: histograms, as a Prometheus page and as the body of an OTLP request.

use std::collections::BTreeMap;
use std::fmt::Write;

use agent::Status;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::otlp::{nanoseconds, resource, scope, text};
use crate::run::{PhaseTiming, Run};

/// The most label values of a histogram. More would come from a fault, and every one costs the database that stores it.
const MOST_LABELS: usize = 32;
/// OTLP's number for sums since the start of the process.
const CUMULATIVE: u32 = 2;

/// A histogram's names and buckets. Those of `gen_ai` are what OpenTelemetry's conventions prescribe.
struct Family {
    otlp: &'static str,
    prometheus: &'static str,
    about: &'static str,
    unit: &'static str,
    /// The label in OTLP and in Prometheus.
    label: (&'static str, &'static str),
    /// An attribute that all its values have, in OTLP.
    fixed: Option<(&'static str, &'static str)>,
    bounds: &'static [f64],
}

const SECONDS: &[f64] =
    &[0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92, 300.0, 1800.0];
const TOKENS: &[f64] = &[
    1.0,
    4.0,
    16.0,
    64.0,
    256.0,
    1024.0,
    4096.0,
    16384.0,
    65536.0,
    262_144.0,
    1_048_576.0,
    4_194_304.0,
    16_777_216.0,
    67_108_864.0,
];
const CHAT: Option<(&str, &str)> = Some(("gen_ai.operation.name", "chat"));

const FAMILIES: [Family; 5] = [
    Family {
        otlp: "fingertip.task.duration",
        prometheus: "fingertip_task_seconds",
        about: "How long tasks worked, without pauses, by how they ended.",
        unit: "s",
        label: ("fingertip.task.status", "status"),
        fixed: None,
        bounds: SECONDS,
    },
    Family {
        otlp: "fingertip.step.phase.duration",
        prometheus: "fingertip_step_phase_seconds",
        about: "How long each phase of a step took.",
        unit: "s",
        label: ("fingertip.phase", "phase"),
        fixed: None,
        bounds: SECONDS,
    },
    Family {
        otlp: "gen_ai.execute_tool.duration",
        prometheus: "fingertip_action_seconds",
        about: "How long actions took, from their intent to their effect on record.",
        unit: "s",
        label: ("gen_ai.tool.name", "action"),
        fixed: Some(("gen_ai.operation.name", "execute_tool")),
        bounds: SECONDS,
    },
    Family {
        otlp: "gen_ai.client.operation.duration",
        prometheus: "fingertip_model_seconds",
        about: "How long models took to answer, with retries.",
        unit: "s",
        label: ("gen_ai.request.model", "model"),
        fixed: CHAT,
        bounds: SECONDS,
    },
    Family {
        otlp: "gen_ai.client.token.usage",
        prometheus: "fingertip_model_tokens",
        about: "Tokens of each request to a model.",
        unit: "{token}",
        label: ("gen_ai.token.type", "type"),
        fixed: CHAT,
        bounds: TOKENS,
    },
];
const TASK: usize = 0;
const PHASE: usize = 1;
const ACTION: usize = 2;
const MODEL: usize = 3;
const TOKEN: usize = 4;

#[derive(Clone, Debug, Default)]
struct Histogram {
    /// How many values each bucket holds; the last one has no upper bound.
    buckets: Vec<u64>,
    sum: f64,
    count: u64,
}

impl Histogram {
    fn add(&mut self, value: f64, bounds: &[f64]) {
        if !value.is_finite() || value < 0.0 {
            return;
        }
        self.buckets.resize(bounds.len() + 1, 0);
        let place = bounds.iter().position(|bound| value <= *bound).unwrap_or(bounds.len());
        if let Some(bucket) = self.buckets.get_mut(place) {
            *bucket += 1;
        }
        self.sum += value;
        self.count += 1;
    }
}

/// Sums over the runs that ended since the process started.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// The histograms of each family, by label.
    series: [BTreeMap<String, Histogram>; FAMILIES.len()],
}

impl Measures {
    /// Adds the latest run of a task.
    pub fn add(&mut self, run: &Run) {
        let since = run.latest.or(run.started).unwrap_or_default();
        let status = match run.ending.status() {
            Some(Status::Success) => "success",
            Some(Status::Failed) => "failed",
            Some(Status::Timeout) => "timeout",
            Some(Status::Interrupted) | None => "interrupted",
        };
        self.record(TASK, status, run.seconds());
        for step in run.steps.iter().filter(|step| step.at.is_some_and(|at| at >= since)) {
            let PhaseTiming { look, mind, gate, person, act, settle, record } = step.timing;
            let phases = [
                ("look", look),
                ("mind", mind),
                ("gate", gate),
                ("person", person),
                ("act", act),
                ("settle", settle),
                ("record", record),
            ];
            for (phase, seconds) in phases {
                self.record(PHASE, phase, seconds);
            }
            for said in step.decisions.iter().filter(|said| said.usage.input_tokens + said.usage.output_tokens > 0) {
                self.record(MODEL, &run.model, said.took.unwrap_or_default());
                self.record(TOKEN, "input", said.usage.input_tokens as f64);
                self.record(TOKEN, "output", said.usage.output_tokens as f64);
            }
            for act in &step.acts {
                if let (Some(intent), Some(effect)) = (&act.intent, &act.effect) {
                    let took = effect.mark.at.duration_since(intent.mark.at).as_secs_f64();
                    self.record(ACTION, act.action.name(), took);
                }
            }
        }
    }

    fn record(&mut self, family: usize, label: &str, value: f64) {
        let (Some(series), Some(about)) = (self.series.get_mut(family), FAMILIES.get(family)) else { return };
        let label = if series.len() < MOST_LABELS || series.contains_key(label) { label } else { "other" };
        series.entry(label.to_owned()).or_default().add(value, about.bounds);
    }

    /// Appends them to a page in Prometheus' format.
    pub fn prometheus(&self, page: &mut String) {
        for (family, series) in FAMILIES.iter().zip(&self.series) {
            let Family { prometheus: name, about, label: (_, key), .. } = family;
            let _ = writeln!(page, "# HELP {name} {about}\n# TYPE {name} histogram");
            for (label, Histogram { buckets, sum, count }) in series {
                let label = format!("{key}=\"{}\"", escaped(label));
                let mut below = 0;
                for (bound, bucket) in family.bounds.iter().zip(buckets) {
                    below += bucket;
                    let _ = writeln!(page, "{name}_bucket{{{label},le=\"{bound}\"}} {below}");
                }
                let _ = writeln!(page, "{name}_bucket{{{label},le=\"+Inf\"}} {count}");
                let _ = writeln!(page, "{name}_sum{{{label}}} {sum}\n{name}_count{{{label}}} {count}");
            }
        }
    }

    /// Builds the body of an OTLP request. `began` is when the process started.
    pub fn otlp(&self, version: &str, began: Timestamp, now: Timestamp) -> Value {
        let mut metrics = Vec::new();
        for (family, series) in FAMILIES.iter().zip(&self.series).filter(|(_, series)| !series.is_empty()) {
            let points: Vec<Value> = series
                .iter()
                .map(|(label, Histogram { buckets, sum, count })| {
                    let mut attributes = vec![text(family.label.0, label.as_str())];
                    attributes.extend(family.fixed.map(|(key, value)| text(key, value)));
                    json!({
                        "attributes": attributes,
                        "startTimeUnixNano": nanoseconds(began),
                        "timeUnixNano": nanoseconds(now.max(began)),
                        "count": count.to_string(),
                        "sum": sum,
                        "bucketCounts": buckets.iter().map(u64::to_string).collect::<Vec<_>>(),
                        "explicitBounds": family.bounds,
                    })
                })
                .collect();
            metrics.push(json!({
                "name": family.otlp,
                "description": family.about,
                "unit": family.unit,
                "histogram": {"aggregationTemporality": CUMULATIVE, "dataPoints": points},
            }));
        }
        let scoped = json!([{"scope": scope(version), "metrics": metrics}]);
        json!({"resourceMetrics": [{"resource": resource(version), "scopeMetrics": scoped}]})
    }
}

/// A label's value as Prometheus reads it.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
