import { approve, type Context, defineHook, deny, type Hook, type ToolCall } from "@agent-hook/sdk";
import { z } from "zod";
import { checkOptions } from "../check-options.js";

/** The options of `snapshot`. */
export interface SnapshotOptions {
  /** A folder of the project. Default: the agent's folder. If the host does not report it, the hook's own folder. */
  readonly folder?: string | undefined;
  /** The kinds of tools before which a checkpoint is made. Default: `shell`, `write` and `edit`. */
  readonly kinds?: readonly ("shell" | "write" | "edit" | "mcp" | "plugin" | "other")[] | undefined;
  /** How many checkpoints of a project are kept at least, from 2. Older ones are removed in batches. Default: 200. */
  readonly keep?: number | undefined;
  /** The largest file, in bytes. Larger ones are not saved. Default: 10000000. */
  readonly maxFileBytes?: number | undefined;
  /** How many files a project may have. Default: 50000. */
  readonly maxFiles?: number | undefined;
  /** How many bytes of new or changed files one checkpoint may add. Default: 1000000000. */
  readonly maxBytes?: number | undefined;
  /**
   * How long a checkpoint may take, in milliseconds, from 100 to 50000. A longer time than the default also sets the
   * hook's deadline `interceptMs`. Default: 4000.
   */
  readonly timeoutMs?: number | undefined;
  /** What happens to a call without a checkpoint: `block` denies it, `continue` lets it pass. Default: `block`. */
  readonly onFailure?: "block" | "continue" | undefined;
}

const DEFAULT_TIMEOUT = 4000;
/** The time that an answer needs after the checkpoint's, in milliseconds. The default fits into the default deadline. */
const MARGIN = 500;

export const optionsSchema = z.strictObject({
  folder: z.string().min(1).optional(),
  kinds: z
    .array(z.enum(["shell", "write", "edit", "mcp", "plugin", "other"]))
    .min(1)
    .default(["shell", "write", "edit"]),
  keep: z.int().min(2).max(10_000).default(200),
  maxFileBytes: z.int().min(1).max(1_000_000_000).default(10_000_000),
  maxFiles: z.int().min(1).max(1_000_000).default(50_000),
  maxBytes: z.int().min(1).default(1_000_000_000),
  timeoutMs: z.int().min(100).max(50_000).default(DEFAULT_TIMEOUT),
  onFailure: z.enum(["block", "continue"]).default("block"),
});

/**
 * Returns a hook that saves the project's files before each call that may change them, in a git repository of its own in
 * the user's state folder. `agent-hook undo` brings them back. Ignored files are not saved, and the project's own git is
 * not changed.
 *
 * Without a checkpoint, the call is denied, unless `onFailure` is `continue`. Needs git on the PATH.
 * Throws a `TypeError` if an option is invalid.
 *
 * @example await serve(compose(snapshot({ keep: 50 }), guardShell()));
 */
export function snapshot(options: SnapshotOptions = {}): Hook<{}> {
  const { folder, kinds, keep, timeoutMs, onFailure, ...limits } = checkOptions("snapshot", optionsSchema, options);
  /** Saves a checkpoint. Returns why that failed, or `undefined`. */
  const save = async (call: ToolCall, { timeout, log, host }: Context): Promise<string | undefined> => {
    const signal = timeout(timeoutMs);
    const { tool, sessionId, cwd = call.raw.cwd } = call;
    const place = folder ?? (typeof cwd === "string" ? cwd : process.cwd());
    const details = { agent: host.name, tool, time: new Date().toISOString(), sessionId };
    // Loaded with the first call: most processes of a one-shot host never get one.
    const { takeCheckpoint } = await import("./take-checkpoint.js");
    try {
      await takeCheckpoint(place, details, { limits, keep, signal });
      return undefined;
    } catch (error) {
      const { plainReason } = await import("./snapshot-error.js");
      const reason = signal.aborted ? TOO_SLOW : plainReason(error);
      log.error(`no checkpoint: ${reason}`, { cause: error instanceof Error ? String(error.cause ?? "") : "" });
      return reason;
    }
  };
  const deadlines = timeoutMs > DEFAULT_TIMEOUT ? { deadlines: { interceptMs: timeoutMs + MARGIN } } : {};
  const shared = { name: "snapshot", toolFilter: { kinds }, ...deadlines } as const;
  if (onFailure === "continue") {
    // Without `approveTool`, neither a failure nor the deadline can stop a call.
    return defineHook({
      ...shared,
      async beforeTool(call, context: Context) {
        await save(call, context);
      },
    });
  }
  return defineHook({
    ...shared,
    onFailure,
    async approveTool(call, context: Context) {
      const reason = await save(call, context);
      return reason === undefined
        ? approve()
        : deny(`No checkpoint could be made, so this call did not run: ${reason}`, { rule: "no-checkpoint" });
    },
  });
}

const TOO_SLOW =
  "it took too long. Try again: it goes on where it stopped. If that does not help, tell the user to list large " +
  "folders in .gitignore.";
