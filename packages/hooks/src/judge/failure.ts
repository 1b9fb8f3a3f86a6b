/** The model made no valid decision. The message says why, and quotes neither the call nor an answer. */
export class JudgeFailure extends Error {}

/** Describes why a model gave no valid answer, without the texts of the server. */
export function describeFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof JudgeFailure) return error.message;
  const { name, lastError, statusCode, cause, code } = Object(error) as {
    readonly [key in "name" | "lastError" | "statusCode" | "cause" | "code"]?: unknown;
  };
  // After retries, the AI SDK throws an error of its own around the last one.
  if (lastError !== undefined) return describeFailure(lastError, timeoutMs);
  if (name === "TimeoutError" || name === "AbortError") return `no answer within ${timeoutMs} ms`;
  if (typeof statusCode === "number" && statusCode !== 200) return `the server answered with status ${statusCode}`;
  if (typeof code === "string" && /^(?!ERR_)[A-Z][A-Z0-9_]{2,40}$/.test(code))
    return `the server cannot be reached (${code})`;
  if (cause !== undefined && cause !== null) return describeFailure(cause, timeoutMs);
  return `the answer cannot be read (${/^\w{1,60}$/.test(String(name)) ? name : "unknown error"})`;
}
