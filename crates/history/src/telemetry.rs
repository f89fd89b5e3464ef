//! Traces and metrics of finished runs, in the formats of OpenTelemetry (OTLP as JSON) and Prometheus.
//!
//! A trace is one more view of a run: [`trace`] builds it from the record, after the redactor. [`Measures`] adds runs
//! up. Names follow OpenTelemetry's conventions for generative AI. Pictures are never included, texts only on request.
//! Pure: the binary sends and serves what is built here.

mod measures;
mod otlp;
mod spans;

pub use self::measures::Measures;
pub use self::spans::trace;
