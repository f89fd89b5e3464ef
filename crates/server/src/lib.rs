//! The desktop over HTTP: API, WebSocket, sessions and tokens, people's answers; the page is embedded.
//!
//! [`run()`] serves a [`Server`] until it is asked to stop. Every request passes `guard` (Host, Origin, fetch metadata)
//! and then the one table in `routes`, which says who may request what.
//!
//! Laws: this crate contains neither the desktop's rules nor any rendering. An agent's identity comes from its
//! credential, never from what it claims. No lock is held across an await. All input is bounded before it is read, and
//! rejected with `{code, path, message}`.

mod access;
mod app_manifest;
mod app_state;
mod clients;
mod config;
mod error;
mod guard;
mod host;
pub mod http;
mod keys;
mod limit;
mod mcp;
mod metrics;
mod narrate;
mod openapi;
mod page;
mod percent;
mod phone_socket;
mod presence;
mod problem;
mod route;
mod routes;
mod run;
mod server;
mod setup;
mod socket;
mod static_files;
mod tls;
mod viewports;
mod webhook;

pub use self::config::Config;
pub use self::error::ServerError;
pub use self::keys::{Keys, Random};
pub use self::mcp::{MakeMcp, Mcp, is_agent_name};
pub use self::run::run;
pub use self::server::{Answers, Clock, MoreMetrics, NoQuestions, Server};
pub use self::setup::{Setup, SetupError, Webhook};
pub use self::tls::{Tls, TlsError};
pub use self::webhook::names_private_address;

/// Returns the page that a report is shown with; `None` in a build without a page.
pub async fn report_page() -> Option<String> {
    routes::report_page().await
}

/// Returns the OpenAPI document of all routes.
pub fn openapi() -> serde_json::Value {
    openapi::document(routes::table())
}
