//! The adb wire, for both ends: framing, streams, shell v2, sync, the host server. Knows nothing of agents.
