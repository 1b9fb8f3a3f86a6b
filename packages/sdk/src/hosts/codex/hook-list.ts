import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import * as z from "zod/mini";
import type { TrustQuestion } from "../../host-tools/install.js";
import { copySettings, type SettingsCopy } from "./settings-copy.js";

const hook = z.object({
  sourcePath: z.string(),
  eventName: z.string(),
  command: z.optional(z.nullable(z.string())),
  /** The MCP server that the hook calls. */
  server: z.optional(z.nullable(z.string())),
  enabled: z.boolean(),
  trustStatus: z.string(),
});
const hooks = z.object({
  data: z.array(
    z.object({
      hooks: z.array(hook),
      warnings: z.array(z.string()),
      /** If there is an error in its settings, Codex lists no hooks. */
      errors: z.optional(z.array(z.object({ message: z.string() }))),
    }),
  ),
});
const config = z.object({
  config: z.object({ features: z.optional(z.nullable(z.object({ hooks: z.optional(z.nullable(z.boolean())) }))) }),
});

/** A hook as Codex lists it. */
export type ListedHook = z.infer<typeof hook>;

/** The hooks that Codex reports. */
export interface HookList {
  readonly hooks: readonly ListedHook[];
  readonly warnings: readonly string[];
  /** Whether `features.hooks` is `false`. */
  readonly off: boolean;
}

const LIMIT_MS = 15_000;

const ASKED = [
  { id: 0, method: "initialize", params: { clientInfo: { name: "agent-hook", version: "1" } } },
  { method: "initialized" },
];

/**
 * Asks the installed Codex for its hooks. Codex gets a copy of its hook settings, because it writes to the folder with
 * its settings (observed).
 */
export async function listHooks(question: TrustQuestion): Promise<HookList | { failure: string }> {
  const copy = copyOf(question);
  if ("failure" in copy) return copy;
  using _removed = copy;
  const { program, machine, signal } = question;
  const { folder } = machine;
  const child = spawn(program, ["app-server", ...copy.args], {
    cwd: folder,
    env: copy.env,
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const limit = setTimeout(end, LIMIT_MS);
  signal.addEventListener("abort", end);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => resolve(`it exited, or did not answer within ${LIMIT_MS / 1000} s`));
  });
  try {
    const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
    // If the process has ended, `ended` already reports it.
    child.stdin.on("error", () => {});
    for (const message of ASKED) send(message);
    send({ id: 1, method: "hooks/list", params: { cwds: [folder] } });
    send({ id: 2, method: "config/read", params: { includeLayers: false, cwd: folder } });
    const answers = await Promise.race([answersOf(child.stdout, [1, 2]), ended]);
    return typeof answers === "string" ? { failure: answers } : understood(answers, copy);
  } finally {
    clearTimeout(limit);
    end();
    await ended;
  }

  function end(): void {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

function copyOf(question: TrustQuestion): SettingsCopy | { failure: string } {
  try {
    return copySettings(question);
  } catch (error) {
    const [firstLine] = (error as Error).message.split("\n");
    return { failure: `its hooks.json and config.toml could not be copied: ${firstLine}` };
  }
}

type Answer = Readonly<Record<string, unknown>>;

/** Returns the answers with these ids, in the order of `ids`, or why there are none. */
async function answersOf(stdout: NodeJS.ReadableStream, ids: readonly number[]): Promise<Answer[] | string> {
  const answers = new Map<unknown, Answer>();
  for await (const line of createInterface({ input: stdout })) {
    const message = parsed(line);
    if (message !== undefined && "id" in message) answers.set(message.id, message);
    if (ids.every((id) => answers.has(id))) return ids.map((id) => answers.get(id) ?? {});
  }
  return "it exited without an answer";
}

function parsed(line: string): Answer | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function understood(
  [list, settings]: readonly Answer[],
  { original, isUsers }: SettingsCopy,
): HookList | { failure: string } {
  const listed = hooks.safeParse(list?.result);
  if (!listed.success) return { failure: "its answer to hooks/list has an unexpected format" };
  const read = config.safeParse(settings?.result);
  const { data } = listed.data;
  const found = data.flatMap((one) => one.hooks).filter(({ sourcePath }) => !isUsers(sourcePath));
  const messages = data.flatMap(({ warnings, errors = [] }) => [...warnings, ...errors.map(({ message }) => message)]);
  return {
    hooks: found.map((hook) => ({ ...hook, sourcePath: original(hook.sourcePath) })),
    warnings: [...new Set(messages.map(original))],
    off: read.success && read.data.config.features?.hooks === false,
  };
}
