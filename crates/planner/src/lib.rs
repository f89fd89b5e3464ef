//! From an utterance and a directory to a plan or a question. Pure; the grammar is data.

mod read;
mod text;
