/** `AGENT_HOOK_FD` or `AGENT_HOOK_KEY` is invalid. */
export class DescriptorError extends Error {
  override readonly name = "DescriptorError";
}
