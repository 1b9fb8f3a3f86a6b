/** What a middleware is told about the run. */
interface Run {
  readonly configurable?: { readonly thread_id?: string };
}

/** Returns where a call comes from. The session is the thread. */
export function sourceOf({ configurable }: Run) {
  const sessionId = configurable?.thread_id;
  return { origin: {}, ...(sessionId === undefined ? {} : { sessionId }) };
}
