/** An `AGENT_HOOK_FD` that is no descriptor. */
export class DescriptorError extends Error {
  override readonly name = "DescriptorError";
}
