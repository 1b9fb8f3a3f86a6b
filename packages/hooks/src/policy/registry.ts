import type { Capability, Hook } from "@agent-hook/sdk";
import type { z } from "zod";
import { isReported } from "../budget/reported.js";

/** A ready-made hook, once its code is loaded. */
interface LoadedHook {
  readonly schema: z.core.$ZodObject;
  /** `imported`: the modules with the policy's own hooks, as absolute paths. */
  create(options: unknown, imported: readonly string[]): Hook;
}

/** A decision at a point, as in the capabilities of a host. */
export type NeededDecision = `${Capability["point"]} ${Capability["decision"]}`;

/** A hook that a policy file can name. */
export interface RegisteredHook {
  /** What it does, in one line for people who choose. */
  readonly summary: string;
  /** `guard`: runs before a policy's own hook files. `last`: runs after them, and sees what they changed or decided. */
  readonly stage: "guard" | "last";
  /** What it does, as decisions. Where a host does not support the first one of a list, the hook makes the next one. */
  readonly decisions: readonly (readonly NeededDecision[])[];
  /** It keeps what it needs in memory: under a host that starts a process for each call, it does nothing. */
  readonly inMemory?: true;
  /** Under a host whose results cannot be changed, it does nothing. */
  readonly requires?: "results";
  /** Whether it counts model calls with these options. Under a host that does not report them, it then does not start. */
  countsModelCalls?(options: Readonly<Record<string, unknown>>): boolean;
  /** It keeps values in the store. */
  readonly keepsValues?: true;
  /** Decides on a call only from the call: calls no server, starts no process and writes no file. */
  readonly onlyDecides?: true;
  load(): Promise<LoadedHook>;
}

/** Whether a limit of `budget` counts what only the host can report. */
function countsReports(limit: unknown): boolean {
  return Object.keys(Object(limit)).some(isReported);
}

/** The decisions of a hook that judges calls. */
const JUDGES: RegisteredHook["decisions"] = [["approveTool deny"], ["approveTool ask"]];

/**
 * The ready-made hooks by the name that a policy file uses, in the order in which they run. A hook's code is loaded
 * when a policy names it.
 */
export const REGISTRY: Readonly<Record<string, RegisteredHook>> = {
  "guard-shell": {
    summary: "denies shell commands that lose work, leak secrets or run code from the network",
    stage: "guard",
    decisions: JUDGES,
    onlyDecides: true,
    async load() {
      const { guardShell, optionsSchema } = await import("../shell/guard-shell.js");
      return loaded(optionsSchema(), guardShell);
    },
  },
  "protect-files": {
    summary: "keeps secrets unread, and settings and files outside the project unwritten",
    stage: "guard",
    decisions: JUDGES,
    onlyDecides: true,
    async load() {
      const [{ protectFilesOfPolicy }, { optionsSchema }] = await Promise.all([
        import("../files/protect-files.js"),
        import("../files/options.js"),
      ]);
      return loaded(optionsSchema(), protectFilesOfPolicy);
    },
  },
  webhook: {
    summary: "lets a server decide on each call",
    stage: "guard",
    decisions: JUDGES,
    async load() {
      const { webhook, optionsSchema } = await import("../webhook/webhook.js");
      return loaded(optionsSchema, webhook);
    },
  },
  "require-reason": {
    summary: "makes the model give a reason with each call (Civic's proxy, PicoClaw before v0.2.8)",
    stage: "guard",
    decisions: [["beforeLlm modify.tools", "tools modify.tools"]],
    onlyDecides: true,
    async load() {
      const { requireReason, optionsSchema } = await import("../tools/require-reason.js");
      return loaded(optionsSchema, requireReason);
    },
  },
  "describe-tools": {
    summary: "gives tools other descriptions (Civic's proxy, PicoClaw before v0.2.8)",
    stage: "guard",
    decisions: [["beforeLlm modify.tools", "tools modify.tools"]],
    onlyDecides: true,
    async load() {
      const { describeTools, optionsSchema } = await import("../tools/describe-tools.js");
      return loaded(optionsSchema, describeTools);
    },
  },
  "provide-context": {
    summary: "tells the model the date, the machine and the state of the repository",
    stage: "guard",
    decisions: [["onEvent addContext"], ["onPrompt addContext"]],
    async load() {
      const { provideContext, optionsSchema } = await import("../context/provide-context.js");
      return loaded(optionsSchema, provideContext);
    },
  },
  // After a policy's own hook files: only what no rule decides is judged.
  judge: {
    summary: "lets a language model decide on calls that no rule denies",
    stage: "last",
    decisions: JUDGES,
    async load() {
      const [{ judge }, { optionsSchema }] = await Promise.all([
        import("../judge/judge.js"),
        import("../judge/options.js"),
      ]);
      return loaded(optionsSchema, judge);
    },
  },
  budget: {
    summary: "stops the agent when a turn, a session or a day has used its tokens, cost, calls or time",
    stage: "last",
    decisions: [["approveTool deny"], ["beforeLlm abortTurn", "beforeTool abortTurn"], ["onPrompt deny"]],
    keepsValues: true,
    // The default limits count tokens.
    countsModelCalls: ({ limits }) => !Array.isArray(limits) || limits.some(countsReports),
    async load() {
      const [{ budget }, { optionsSchema }] = await Promise.all([
        import("../budget/budget.js"),
        import("../budget/options.js"),
      ]);
      return loaded(optionsSchema, budget);
    },
  },
  "max-iterations": {
    summary: "ends a turn in which the model is called too often",
    stage: "last",
    decisions: [["approveTool deny"], ["beforeLlm abortTurn", "beforeTool abortTurn"]],
    countsModelCalls: () => true,
    keepsValues: true,
    async load() {
      const { maxIterations, optionsSchema } = await import("../budget/max-iterations.js");
      return loaded(optionsSchema, maxIterations);
    },
  },
  "break-loops": {
    summary: "stops an agent that repeats a call with the same result",
    stage: "last",
    decisions: [["approveTool deny"], ["afterTool addContext", "afterTool modify.result"]],
    requires: "results",
    keepsValues: true,
    async load() {
      const { breakLoops, optionsSchema } = await import("../limits/break-loops.js");
      return loaded(optionsSchema, breakLoops);
    },
  },
  // After the hooks that deny: only what runs counts.
  "rate-limit": {
    summary: "limits how many calls run in a time",
    stage: "last",
    decisions: [["approveTool deny"]],
    keepsValues: true,
    async load() {
      const { rateLimit, optionsSchema } = await import("../limits/rate-limit.js");
      return loaded(optionsSchema, rateLimit);
    },
  },
  "unload-model": {
    summary: "frees the memory of a local model at the end of a session",
    stage: "guard",
    decisions: [["onEvent events"]],
    async load() {
      const { unloadModel, optionsSchema } = await import("../models/unload-model.js");
      return loaded(optionsSchema, unloadModel);
    },
  },
  "scan-results": {
    summary: "marks results that contain instructions to the model",
    stage: "last",
    decisions: [["afterTool modify.result", "afterTool deny"]],
    onlyDecides: true,
    async load() {
      const { scanResults, optionsSchema } = await import("../injection/scan-results.js");
      return loaded(optionsSchema, scanResults);
    },
  },
  snapshot: {
    summary: "saves the project before each change, for agent-hook undo",
    stage: "last",
    decisions: [["approveTool deny"]],
    async load() {
      const { snapshot, optionsSchema } = await import("../snapshot/snapshot.js");
      return loaded(optionsSchema, snapshot);
    },
  },
  "redact-secrets": {
    summary: "removes secrets from results, prompts and arguments",
    stage: "last",
    decisions: [
      ["beforeTool modify.arguments", "beforeTool deny"],
      ["afterTool modify.result", "afterTool deny"],
      ["beforeLlm modify.messages", "onPrompt deny"],
      ["afterLlm modify.content"],
    ],
    onlyDecides: true,
    async load() {
      const [{ redactSecrets }, { optionsSchema }] = await Promise.all([
        import("../secrets/redact-secrets.js"),
        import("../secrets/options.js"),
      ]);
      return loaded(optionsSchema(), redactSecrets);
    },
  },
  "dedupe-results": {
    summary: "replaces repeated results by a note",
    stage: "last",
    decisions: [["afterTool modify.result"]],
    inMemory: true,
    async load() {
      const { dedupeResults, optionsSchema } = await import("../results/dedupe-results.js");
      return loaded(optionsSchema, dedupeResults);
    },
  },
  "limit-results": {
    summary: "writes large results to files and leaves an excerpt",
    stage: "last",
    decisions: [["afterTool modify.result"]],
    async load() {
      const { limitResults, optionsSchema } = await import("../results/limit-results.js");
      return loaded(optionsSchema(), limitResults);
    },
  },
  // Last: it keeps results as the other hooks changed them.
  "cache-results": {
    summary: "answers a repeated call of a tool with its stored result",
    stage: "last",
    decisions: [["beforeTool respond"]],
    requires: "results",
    keepsValues: true,
    async load() {
      const { cacheResults, optionsSchema } = await import("../results/cache-results.js");
      return loaded(optionsSchema, cacheResults);
    },
  },
};

function loaded<Schema extends z.core.$ZodObject>(
  schema: Schema,
  create: (options: z.input<Schema>, imported: readonly string[]) => Hook<{}>,
): LoadedHook {
  // `hookOf` has checked them with the schema.
  return { schema, create: (options, imported) => create(options as z.input<Schema>, imported) };
}
