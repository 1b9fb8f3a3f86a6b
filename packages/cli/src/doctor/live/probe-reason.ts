/** What the model is to read. */
export const PROBE_REASON = "denied by the probe of agent-hook doctor";
