//! The tools, one file each, with their arguments, their output and their action; the table is in `catalogue`.

pub(super) mod desktop_apply;
pub(super) mod desktop_capture;
pub(super) mod desktop_state;
pub(super) mod desktop_wait_event;
pub(super) mod do_words;
pub(super) mod phone_act;
pub(super) mod phone_app;
pub(super) mod phone_files;
pub(super) mod phone_find;
pub(super) mod phone_list;
pub(super) mod phone_observe;
pub(super) mod phone_wait;
pub(super) mod plan;
pub(super) mod task_answer;
pub(super) mod task_cancel;
pub(super) mod task_start;
pub(super) mod task_status;
