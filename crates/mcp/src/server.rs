//! Our phones, desktop and tasks for other people's agents.
