//! The desktop on disk: an append-only journal of deeds, and snapshots.
