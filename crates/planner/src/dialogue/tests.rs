//! Dialogues as data: what is said, turn by turn, and what each leads to.
