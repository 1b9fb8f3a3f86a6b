import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod/mini";

const hook = z.object({
  sourcePath: z.string(),
  eventName: z.string(),
  command: z.optional(z.nullable(z.string())),
  /** The MCP server that it asks. */
  server: z.optional(z.nullable(z.string())),
  enabled: z.boolean(),
  trustStatus: z.string(),
});
const hooks = z.object({ data: z.array(z.object({ hooks: z.array(hook), warnings: z.array(z.string()) })) });
const config = z.object({
  config: z.object({ features: z.optional(z.nullable(z.object({ hooks: z.optional(z.nullable(z.boolean())) }))) }),
});

/** A hook as Codex lists it. */
export type ListedHook = z.infer<typeof hook>;

/** What Codex says of its hooks. */
export interface CodexHooks {
  readonly hooks: readonly ListedHook[];
  readonly warnings: readonly string[];
  /** Whether `features.hooks` is false. */
  readonly off: boolean;
}

const ASKED = [
  { id: 0, method: "initialize", params: { clientInfo: { name: "agent-hook", version: "1" } } },
  { method: "initialized" },
];

/** Asks the installed Codex, which only reads for it; its databases are made elsewhere. */
export async function askCodex(
  program: string,
  folder: string,
  limitMs: number,
): Promise<CodexHooks | { failure: string }> {
  const databases = mkdtempSync(join(tmpdir(), "agent-hook-codex-"));
  const child = spawn(program, ["app-server", "-c", `sqlite_home=${JSON.stringify(databases)}`], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const limit = setTimeout(end, limitMs);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => resolve(`it ended, or did not answer in ${limitMs / 1000} s`));
  });
  try {
    const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
    // A write to one that ended is told by its end.
    child.stdin.on("error", () => {});
    for (const message of ASKED) send(message);
    send({ id: 1, method: "hooks/list", params: { cwds: [folder] } });
    send({ id: 2, method: "config/read", params: { includeLayers: false, cwd: folder } });
    const answers = await Promise.race([answersOf(child.stdout, [1, 2]), ended]);
    return typeof answers === "string" ? { failure: answers } : understood(answers);
  } finally {
    clearTimeout(limit);
    end();
    await ended;
    rmSync(databases, { recursive: true, force: true });
  }

  function end(): void {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

type Answer = Readonly<Record<string, unknown>>;

/** The answers to these ids, in their order. */
async function answersOf(stdout: NodeJS.ReadableStream, ids: readonly number[]): Promise<Answer[] | string> {
  const answers = new Map<unknown, Answer>();
  for await (const line of createInterface({ input: stdout })) {
    const message = parsed(line);
    if (message !== undefined && "id" in message) answers.set(message.id, message);
    if (ids.every((id) => answers.has(id))) return ids.map((id) => answers.get(id) ?? {});
  }
  return "it ended without an answer";
}

function parsed(line: string): Answer | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function understood([list, settings]: readonly Answer[]): CodexHooks | { failure: string } {
  const listed = hooks.safeParse(list?.result);
  if (!listed.success) return { failure: "its hooks/list answered something else than was expected" };
  const read = config.safeParse(settings?.result);
  const { data } = listed.data;
  return {
    hooks: data.flatMap((one) => one.hooks),
    warnings: data.flatMap((one) => one.warnings),
    off: read.success && read.data.config.features?.hooks === false,
  };
}
