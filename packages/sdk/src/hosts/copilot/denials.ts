import { refusal } from "./documents.js";
import { EVENT_NAMES, type EventName } from "./events.js";

const documents = (EVENT_NAMES as readonly EventName[]).map((event) => {
  const reason = event === "postToolUse" ? "[withheld: hook failed]" : "refused: the hook failed";
  return [event, refusal(event, reason)] as const;
});

/** What Copilot CLI takes for a refusal of an event, in one line without a backslash or a single quote. */
export const denials: Readonly<Record<string, string>> = Object.fromEntries(
  documents.flatMap(([event, document]) => (document === undefined ? [] : [[event, JSON.stringify(document)]])),
);

/** The other events. */
export const withoutRefusal: readonly string[] = documents.flatMap(([event, document]) =>
  document === undefined ? [event] : [],
);
