//! Macros as files: a run becomes a macro, a macro becomes readable TOML, and the data folder keeps them by name.
//!
//! The form of a macro and its checks belong to [`action::macros`]; here is what needs a record or a disk. `from_run`
//! makes a macro of a run and drops its detours, `values` finds the parameters, `text` writes and reads TOML with the
//! line of every problem, `folder` keeps the files. Nothing here runs a macro or touches a phone.

mod align;
mod folder;
mod from_run;
mod text;
mod values;

pub use self::folder::{Folder, FolderError, text_of};
pub use self::from_run::{FromRunError, from_run};
pub use self::text::{MOST_BYTES, TextError, edited, read, written};
pub use self::values::parameters;
