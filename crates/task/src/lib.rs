//! From what a person says to a plan or a question.
