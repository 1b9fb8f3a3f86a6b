import { join } from "node:path";
import { objectAt, textAt } from "../../host-tools/document.js";
import { count, type UsageSource } from "../../host-tools/model-usage.js";

/**
 * Copilot CLI writes the tokens of each model call to its session file, with a delay of seconds. A sub-agent is a session
 * of its own for hooks, without a file: its model calls are in its parent's (observed).
 */
export const usage: UsageSource = {
  files: {
    mark: '"session.usage_record"',
    session: ({ parentAgentId }) => (typeof parentAgentId === "string" ? parentAgentId : undefined),
    paths({ sessionId, session_id = sessionId, parentAgentId = session_id }, { COPILOT_HOME, HOME = "" }) {
      // Most payloads do not name the file.
      return typeof parentAgentId === "string" && /^[\w-]+$/.test(parentAgentId)
        ? [join(COPILOT_HOME || join(HOME, ".copilot"), "session-state", parentAgentId, "events.jsonl")]
        : [];
    },
    read(entry) {
      const record = objectAt(objectAt(entry, "data"), "usage");
      const id = textAt(entry, "id");
      if (entry.type !== "session.usage_record" || id === undefined) return undefined;
      const time = textAt(entry, "timestamp");
      const [all, cacheRead, cacheWrite] = [
        count(record.inputTokens),
        count(record.cacheReadTokens),
        count(record.cacheWriteTokens),
      ];
      return {
        id,
        model: textAt(record, "model") ?? "",
        ...(time === undefined ? {} : { time }),
        // Whether `inputTokens` includes cached input depends on the model's provider, and is not documented: both
        // are counted, which is never too little.
        tokens: { input: all, cacheRead, cacheWrite, output: count(record.outputTokens) },
      };
    },
  },
};
