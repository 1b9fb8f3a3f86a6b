import { readdirSync } from "node:fs";
import { join } from "node:path";
import { objectAt, textAt } from "../../host-tools/document.js";
import { count, type UsageSource } from "../../host-tools/model-usage.js";

/**
 * Claude Code sends no tokens to hooks. It writes each reply as one line per block, all with the same message id and the
 * tokens so far, up to a tenth of a second after it calls the hook (observed). Sub-agents have files of their own.
 */
export const usage: UsageSource = {
  files: {
    mark: '"usage"',
    paths({ transcript_path: path }) {
      return typeof path === "string" ? [path, ...subAgentFiles(path)] : [];
    },
    read(entry) {
      const message = objectAt(entry, "message");
      const tokens = objectAt(message, "usage");
      const id = textAt(message, "id");
      if (entry.type !== "assistant" || id === undefined) return undefined;
      const time = textAt(entry, "timestamp");
      return {
        id,
        model: textAt(message, "model") ?? "",
        ...(time === undefined ? {} : { time }),
        tokens: {
          input: count(tokens.input_tokens),
          cacheRead: count(tokens.cache_read_input_tokens),
          cacheWrite: count(tokens.cache_creation_input_tokens),
          output: count(tokens.output_tokens),
        },
      };
    },
  },
};

function subAgentFiles(path: string): string[] {
  const folder = join(path.replace(/\.jsonl$/, ""), "subagents");
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
