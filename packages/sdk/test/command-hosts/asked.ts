import { defineHook, type Hook } from "../../src/index.js";
import { type Clock, type HookFailure, runInProcess } from "../../src/serve/in-process.js";

/** A hook, or the argument of `defineHook`. */
export type HookParts = Omit<Hook, "~defineHook">;

interface Surroundings {
  /** The value of `--host`. If unset, the payload identifies the host. */
  readonly host?: string;
  readonly clock?: Clock;
  /** Default: none. */
  readonly env?: NodeJS.ProcessEnv;
}

/** What a one-shot host receives from a hook for one event. */
export interface Asked<Document> {
  /** The answer as text, or `undefined` if the hook makes no decision. */
  readonly text: string | undefined;
  readonly document: Document | undefined;
  /** The denial for the exit code if there is no document for it. */
  readonly denial: string | undefined;
  readonly failures: readonly HookFailure[];
  readonly stderr: string;
}

/** Calls a hook in this process, with a payload or with the text on its stdin. */
export async function asked<Document = Readonly<Record<string, unknown>>>(
  hook: HookParts,
  payload: object | string,
  { host, clock, env = {} }: Surroundings = {},
): Promise<Asked<Document>> {
  const failures: HookFailure[] = [];
  const stderr: string[] = [];
  const written: string[] = [];
  const running = await runInProcess(defineHook(hook as never), {
    env,
    write: (text) => written.push(text),
    writeError: (text) => stderr.push(text),
    onFailure: (failure) => failures.push(failure),
    ...(host === undefined ? {} : { host }),
    ...(clock === undefined ? {} : { clock }),
  });
  running.receive((typeof payload === "string" ? payload : JSON.stringify(payload)).split("\n"));
  const answer = await running.inputEnded();
  await running.end(0);
  const text = answer?.document;
  if (written.join("") !== (text === undefined ? "" : `${text}\n`)) throw new Error(`written: ${written.join("")}`);
  return {
    text,
    document: text === undefined ? undefined : JSON.parse(text),
    denial: answer?.denial,
    failures,
    stderr: stderr.join(""),
  };
}

/** Returns what the handlers of a payload's event receive, by the name of the handler. */
export async function handledCall(payload: object): Promise<Readonly<Record<string, unknown>>> {
  const received: Record<string, unknown> = {};
  const note = (name: string) => (call: object) => {
    received[name] = call;
  };
  const hook = defineHook({
    name: "notes",
    onPrompt: note("onPrompt"),
    beforeLlm: note("beforeLlm"),
    afterLlm: note("afterLlm"),
    beforeTool: note("beforeTool"),
    afterTool: note("afterTool"),
    onEvent: note("event"),
  });
  await asked(hook, payload);
  return received;
}

export const WITHHELD =
  /^\[withheld: hook "[^"]+" failed \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr\]$/;
