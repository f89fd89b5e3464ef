//! The commands, one file each: options, help and implementation.

pub(crate) mod act;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod desktop;
pub(crate) mod devices;
pub(crate) mod doctor;
pub(crate) mod eval;
pub(crate) mod fleet;
pub(crate) mod look;
pub(crate) mod macros;
pub(crate) mod mcp;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod permissions;
pub(crate) mod plan;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod sim;
pub(crate) mod submit;
pub(crate) mod task;
pub(crate) mod tools;
pub(crate) mod trajectory;
pub(crate) mod worker;
