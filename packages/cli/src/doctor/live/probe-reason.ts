/** The reason that the model should receive. */
export const PROBE_REASON = "denied by the probe of agent-hook doctor";
