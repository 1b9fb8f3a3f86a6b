import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HookProcess, type HookProcessOptions } from "@agent-hook/picoclaw";
import { afterAll, beforeAll, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

let workspace: string;

beforeAll(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "guard-")));
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

function start(folder: string, more: Partial<HookProcessOptions> = {}): Promise<HookProcess> {
  const env = { GUARD_WORKSPACE: folder };
  return HookProcess.start({ name: "guard", command: [process.execPath, MAIN], env, helloTimeoutMs: 30_000, ...more });
}

test("the running guard decides on each call", async () => {
  const guard = await start(workspace);
  const approvalOf = (tool: string, args: Record<string, unknown>) => guard.approveTool({ tool, arguments: args });
  expect(await approvalOf("read_file", { path: "notes.txt" })).toMatchObject({ approved: true });
  expect(await approvalOf("write_file", { path: join(workspace, "a.txt"), content: "x" })).toMatchObject({
    approved: true,
  });
  expect(await approvalOf("write_file", { path: `${workspace}/../a.txt`, content: "x" })).toMatchObject({
    approved: false,
    reason: `Only files in ${workspace} may be written. Write the whole path.`,
  });
  expect(await approvalOf("exec", { action: "run", command: "ls" })).toMatchObject({ approved: false });
  expect(await guard.close()).toEqual({ code: 0, signal: null });
});

test("an unreadable call is denied, not answered with an error that lets it through", async () => {
  const guard = await start(workspace);
  const broken = { tool: 7, arguments: [] } as unknown as Parameters<typeof guard.approveTool>[0];
  expect(await guard.approveTool(broken)).toMatchObject({ approved: false });
  await guard.close();
});

test("a guard that is killed in the middle of a call gives no answer, which PicoClaw treats as a denial", async () => {
  const pids: number[] = [];
  const guard = await start(workspace, {
    command: ["sh", "-c", 'echo $$ >&2; exec "$0" "$1"', process.execPath, MAIN],
    onStderr: (line) => pids.push(Number(line)),
  });
  const [pid] = pids;
  if (!pid) throw new Error("the shell did not say its process id");
  process.kill(pid, "SIGSTOP");
  const asked = expect(guard.approveTool({ tool: "read_file", arguments: { path: "a" } })).rejects.toMatchObject({
    code: "exited",
    exit: { code: null, signal: "SIGKILL" },
  });
  process.kill(pid, "SIGKILL");
  await asked;
});

test.each([
  ["no workspace", ""],
  ["a relative one", "workspace"],
  ["one that is not there", "/no/such/folder"],
  ["one that is a file", MAIN],
])("with %s neither the guard nor the agent starts", async (_, folder) => {
  await expect(start(folder)).rejects.toThrow();
});

test("without the approve mode the guard does not start", async () => {
  await expect(start(workspace, { modes: ["llm", "tool"] })).rejects.toThrow();
});
