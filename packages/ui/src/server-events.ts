import type { Question } from "@agent-hook/sdk/internal/questions";
import type { DecisionRecord } from "@agent-hook/sdk/internal/record";

/** What the server sends, by the name of the event. */
interface ServerEvents {
  /** The first event: the page starts anew. */
  readonly start: {
    /** Why the page cannot answer questions. */
    readonly readOnly?: string;
    /** Whether calls can be asked again. */
    readonly asksAgain?: boolean;
  };
  readonly decisions: readonly DecisionRecord[];
  readonly questions: {
    readonly questions: readonly Question[];
    /** Why the questions cannot be read. */
    readonly problem?: string;
  };
  /** A line for each process that stays, and for what they answered. */
  readonly residents: readonly string[];
}

export type ServerEvent = {
  [N in keyof ServerEvents]: { readonly name: N; readonly data: ServerEvents[N] };
}[keyof ServerEvents];

/** Reads Server-Sent Events from a response. `EventSource` cannot send the header with the key. */
export async function* eventsIn(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    // The two line breaks that end an event may arrive in two parts.
    let searched = Math.max(0, text.length - 1);
    text += value;
    let start = 0;
    for (let end = text.indexOf("\n\n", searched); end !== -1; end = text.indexOf("\n\n", searched)) {
      const event = eventIn(text.slice(start, end));
      start = end + 2;
      searched = start;
      if (event !== undefined) yield event;
    }
    text = text.slice(start);
  }
}

/** Returns an event, or `undefined` for a comment. */
function eventIn(text: string): ServerEvent | undefined {
  const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(text) ?? [];
  return name === undefined || data === undefined ? undefined : ({ name, data: JSON.parse(data) } as ServerEvent);
}
