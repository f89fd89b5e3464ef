// The runtime as a sender of notices.

/** The agent name under which the runtime reports about its tasks. No agent can have it. */
export const narrator = 'fingertip';
