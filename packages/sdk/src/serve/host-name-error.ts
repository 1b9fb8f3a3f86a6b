/** A `--host` or `AGENT_HOOK_HOST` that names no host or no version. */
export class HostNameError extends Error {
  override readonly name = "HostNameError";
}
