import {
  type AfterToolDecision,
  addContext,
  type CallSource,
  type Context,
  defineHook,
  type Hook,
  modify,
  type Store,
  type StoreKey,
  type ToolCall,
  type ToolOutcome,
} from "@agent-hook/sdk";
import { z } from "zod";
import { checkOptions } from "../check-options.js";
import { type LimitOptions, limitOptions, toolDenials } from "./denials.js";
import { callId, hashOf } from "./same-call.js";
import { sessionKey } from "./session-keys.js";
import { withoutVolatileParts } from "./volatile-parts.js";

/** The options of `breakLoops`. */
export interface BreakLoopsOptions extends LimitOptions {
  /** At which run with the same result the model is told, from 2. Default: 3. */
  readonly tellAt?: number | undefined;
  /** Which run is denied, if the ones before it had the same result. More than `tellAt`. Default: 4. */
  readonly denyAt?: number | undefined;
  /** Tools that may repeat, by the host's own names, such as one that waits. Default: none. */
  readonly ignore?: readonly string[] | undefined;
  /** Whether results that differ only in times, durations and ids are different. Default: `false`. */
  readonly exact?: boolean | undefined;
  /** A denied call may run again this many minutes after its last run. Default: 10. */
  readonly forgetAfterMinutes?: number | undefined;
}

export const optionsSchema = z
  .strictObject({
    tellAt: z.int().min(2).max(1000).default(3),
    denyAt: z.int().min(3).max(1001).default(4),
    ignore: z.array(z.string().min(1)).default([]),
    exact: z.boolean().default(false),
    forgetAfterMinutes: z.number().positive().max(44_640).default(10),
    ...limitOptions,
  })
  .refine(({ tellAt, denyAt }) => tellAt < denyAt, { path: ["denyAt"], error: "expected more than tellAt" });

const runSchema = z.strictObject({
  result: z.string(),
  /** How many runs in a row had this result. */
  count: z.int(),
  /** The session's count of changes at the last of these runs. */
  changes: z.number(),
});

const repeatsSchema = z.strictObject({
  last: runSchema,
  /** The host's id of the last run. Some hosts report a run in pieces, with the same id. */
  id: z.string().optional(),
  /** The run before the last one. */
  before: runSchema.optional(),
});

type Run = z.output<typeof runSchema>;
type Repeats = z.output<typeof repeatsSchema>;

/**
 * Returns a hook that stops an agent that makes the same call again and again: the same tool with the same arguments and
 * the same result, in one session. At the third run, the model is told, and the fourth is denied. Another result, a
 * successful change of a file, and a new prompt of the user start the count again.
 *
 * The counts are in `context.store`. If the store fails, the call is denied, unless `onFailure` is `continue`. Where the
 * host sends no session id, the calls of a user count together. Throws a `TypeError` if an option is invalid.
 *
 * @example await serve(compose(guardShell(), breakLoops({ denyAt: 6, ignore: ["wait_for_build"] })));
 */
export function breakLoops(options: BreakLoopsOptions = {}): Hook<{}> {
  const checked = checkOptions("breakLoops", optionsSchema, options);
  const { tellAt, denyAt, ignore, exact, forgetAfterMinutes } = checked;
  const repeats = sessionKey("break-loops repeats", {
    value: repeatsSchema,
    lifetimeMs: forgetAfterMinutes * 60_000,
  });
  const changes = sessionKey("break-loops changes", { value: z.number() });
  const promptsOf = sessionKey("break-loops prompts", { value: z.number() });
  // Some hosts report the task of a sub-agent as a prompt. It starts no count of another agent again.
  const prompts = (call: CallSource) => promptsOf(call).for(call.origin.agentId ?? "");
  const changesBefore = async (call: CallSource, store: Store) =>
    ((await store.get(changes(call))) ?? 0) + ((await store.get(prompts(call))) ?? 0);
  // A sub-agent has a conversation of its own.
  const keyOf = (call: ToolCall): StoreKey<Repeats> => {
    const { agentId = "", parentTurnId = "" } = call.origin;
    return repeats(call).for(agentId, parentTurnId, callId(call));
  };
  return defineHook({
    name: "break-loops",
    async onPrompt(call, { store }) {
      await store.increment(prompts(call));
    },
    ...toolDenials(checked, async (call, { store }) => {
      if (ignore.includes(call.tool)) return undefined;
      const before = await store.get(keyOf(call));
      if (before?.id !== undefined && before.id === call.id) {
        // A call that is about to run is a new run, whatever its id is.
        await store.set(keyOf(call), { ...before, id: undefined });
      }
      if (before === undefined || before.last.count < denyAt - 1) return undefined;
      const isStale = before.last.changes !== (await changesBefore(call, store));
      return isStale ? undefined : reasonOf(before.last.count, forgetAfterMinutes);
    }),
    async afterTool(call, context): Promise<AfterToolDecision | undefined> {
      if (ignore.includes(call.tool)) return undefined;
      const { store, log } = context;
      const text = exact ? call.result.forLlm : withoutVolatileParts(call.result.forLlm);
      const result = hashOf(`${call.result.isError === true ? "error" : "ok"} ${text}`);
      const known = await changesBefore(call, store);
      const id = call.partial === true ? call.id : undefined;
      const { count, isNew } = await countRun(store, keyOf(call), { result, id, changes: known });
      // The same write again changes nothing.
      const isChange = (call.kind === "write" || call.kind === "edit") && call.result.isError !== true;
      if (isChange && isNew) await store.increment(changes(call));
      if (count < tellAt) return undefined;
      if (checked.mode === "enforce") return tell(call, context, count);
      log.warn(`would tell the model: ${call.tool} had the same result ${count} times`);
      return undefined;
    },
  });
}

function reasonOf(count: number, minutes: number): string {
  return `Loop: this call ran ${count} times with the same result, so it does not run again. Do something else: use the result that you have, change something first, or tell the user what is missing. The same call may run again after ${minutes} minutes.`;
}

/** Counts a run. Returns how many runs in a row had this result, and whether the run before did not have it. */
async function countRun(
  store: Store,
  key: StoreKey<Repeats>,
  { id, ...run }: Omit<Run, "count"> & { readonly id: string | undefined },
): Promise<{ readonly count: number; readonly isNew: boolean }> {
  for (;;) {
    const stored = await store.get(key);
    const isNextPiece = id !== undefined && stored?.id === id;
    const before = isNextPiece ? stored.before : stored?.last;
    const isNew = before?.result !== run.result;
    const count = before === undefined || isNew || before.changes !== run.changes ? 1 : before.count + 1;
    // Another process can count at the same time. The deadline of the call ends this.
    if (await store.compareAndSet(key, stored, { last: { ...run, count }, id, before })) return { count, isNew };
  }
}

/** Adds a note for the model: as context or, where the host does not support that, at the end of the result. */
function tell({ result }: ToolOutcome, { host }: Context, count: number): AfterToolDecision | undefined {
  const note = `[This call had the same result ${count} times. Repeating it will not help: it will be denied. Do something else, or tell the user what is missing.]`;
  if (host.can("addContext", "afterTool")) return addContext(note);
  if (!host.can("modify.result", "afterTool")) return undefined;
  return modify({ result: `${result.forLlm}\n\n${note}` });
}
