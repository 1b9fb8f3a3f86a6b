import type { Hook } from "@agent-hook/sdk";
import type { z } from "zod";

/** A ready-made hook, once its code is loaded. */
interface LoadedHook {
  readonly schema: z.ZodObject;
  create(options: unknown): Hook;
}

/** A hook that a policy file can name. */
export interface RegisteredHook {
  /** What it does, in one line for people who choose. */
  readonly summary: string;
  /** `guard`: runs before a policy's own hook files. `last`: runs after them, and sees what they changed. */
  readonly stage: "guard" | "last";
  load(): Promise<LoadedHook>;
}

/**
 * The ready-made hooks by the name that a policy file uses, in the order in which they run. A hook's code is loaded
 * when a policy names it.
 */
export const REGISTRY: Readonly<Record<string, RegisteredHook>> = {
  "guard-shell": {
    summary: "denies shell commands that lose work, leak secrets or run code from the network",
    stage: "guard",
    async load() {
      const { guardShell, optionsSchema } = await import("../shell/guard-shell.js");
      return loaded(optionsSchema, guardShell);
    },
  },
  "protect-files": {
    summary: "keeps secrets unread, and settings and files outside the project unwritten",
    stage: "guard",
    async load() {
      const [{ protectFiles }, { optionsSchema }] = await Promise.all([
        import("../files/protect-files.js"),
        import("../files/options.js"),
      ]);
      return loaded(optionsSchema, protectFiles);
    },
  },
  webhook: {
    summary: "lets a server decide on each call",
    stage: "guard",
    async load() {
      const { webhook, optionsSchema } = await import("../webhook/webhook.js");
      return loaded(optionsSchema, webhook);
    },
  },
  "require-reason": {
    summary: "makes the model give a reason with each call (Civic's proxy, PicoClaw before v0.2.8)",
    stage: "guard",
    async load() {
      const { requireReason, optionsSchema } = await import("../tools/require-reason.js");
      return loaded(optionsSchema, requireReason);
    },
  },
  "describe-tools": {
    summary: "gives tools other descriptions (Civic's proxy, PicoClaw before v0.2.8)",
    stage: "guard",
    async load() {
      const { describeTools, optionsSchema } = await import("../tools/describe-tools.js");
      return loaded(optionsSchema, describeTools);
    },
  },
  "provide-context": {
    summary: "tells the model the date, the machine and the state of the repository",
    stage: "guard",
    async load() {
      const { provideContext, optionsSchema } = await import("../context/provide-context.js");
      return loaded(optionsSchema, provideContext);
    },
  },
  "redact-secrets": {
    summary: "removes secrets from results, prompts and arguments",
    stage: "last",
    async load() {
      const [{ redactSecrets }, { optionsSchema }] = await Promise.all([
        import("../secrets/redact-secrets.js"),
        import("../secrets/options.js"),
      ]);
      return loaded(optionsSchema, redactSecrets);
    },
  },
  "dedupe-results": {
    summary: "replaces repeated results by a note",
    stage: "last",
    async load() {
      const { dedupeResults, optionsSchema } = await import("../results/dedupe-results.js");
      return loaded(optionsSchema, dedupeResults);
    },
  },
  "limit-results": {
    summary: "writes large results to files and leaves an excerpt",
    stage: "last",
    async load() {
      const { limitResults, optionsSchema } = await import("../results/limit-results.js");
      return loaded(optionsSchema, limitResults);
    },
  },
};

function loaded<Schema extends z.ZodObject>(
  schema: Schema,
  create: (options: z.input<Schema>) => Hook<{}>,
): LoadedHook {
  // `hookOf` has checked them with the schema.
  return { schema, create: (options) => create(options as z.input<Schema>) };
}
