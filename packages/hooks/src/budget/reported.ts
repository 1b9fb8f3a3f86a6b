/** Whether a host must report its model calls to count this measure. Without imports: a policy loads it before any hook. */
export function isReported(measure: string): boolean {
  return ["tokens", "cost", "modelCalls"].includes(measure);
}
