import { refusal, withResult } from "./documents.js";
import { EVENT_NAMES, type EventName } from "./events.js";

const REASON = "refused: the hook failed";

const documents = (EVENT_NAMES as readonly EventName[]).map((event) => {
  const document = event === "tool_response_transform" ? withResult("[withheld: hook failed]") : refusal(event, REASON);
  return [event, document] as const;
});

/** What docker-agent takes for a refusal of an event, in one line without a backslash or a single quote. */
export const denials: Readonly<Record<string, string>> = Object.fromEntries(
  documents.flatMap(([event, document]) => (document === undefined ? [] : [[event, JSON.stringify(document)]])),
);

/** The other events. */
export const withoutRefusal: readonly string[] = documents.flatMap(([event, document]) =>
  document === undefined ? [event] : [],
);
