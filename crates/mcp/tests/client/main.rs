//! The client against servers that mean no good, and against both transports and protocol versions.

mod hostile;
mod http;
mod rig;
