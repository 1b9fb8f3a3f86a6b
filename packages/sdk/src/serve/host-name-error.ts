/** `--host` or `AGENT_HOOK_HOST` has an unknown host, version or variant. */
export class HostNameError extends Error {
  override readonly name = "HostNameError";
}
