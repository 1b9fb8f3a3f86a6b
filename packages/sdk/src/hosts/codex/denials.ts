import { refusal, withResult } from "./documents.js";
import { EVENT_NAMES, type EventName } from "./events.js";

const documents = (EVENT_NAMES as readonly EventName[]).map((event) => {
  const withheld = event === "PostToolUse" ? withResult("[withheld: hook failed]") : undefined;
  return [event, withheld ?? refusal(event, "refused: the hook failed")] as const;
});

/** What Codex takes for a refusal of an event, in one line without a backslash or a single quote. */
export const denials: Readonly<Record<string, string>> = Object.fromEntries(
  documents.flatMap(([event, document]) => (document === undefined ? [] : [[event, JSON.stringify(document)]])),
);

/** The other events. */
export const withoutRefusal: readonly string[] = documents.flatMap(([event, document]) =>
  document === undefined ? [event] : [],
);
