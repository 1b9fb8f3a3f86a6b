import { runInProcess } from "@agent-hook/sdk/in-process";
import { describe, expect, test } from "vitest";
import { hook } from "../src/hook.js";
import { makeHome } from "./home.js";

/** A tool call with the tool's name and arguments of one host. */
interface Call {
  readonly tool: string;
  readonly input: unknown;
}

type ToPayload = (call: Call, cwd: string) => object;

/** `fields` are those that only this host sends. */
const inSnakeCase =
  (event: string, fields: object = {}): ToPayload =>
  ({ tool, input }, cwd) => ({
    session_id: "s",
    cwd,
    hook_event_name: event,
    tool_name: tool,
    tool_input: input,
    ...fields,
  });

const HOSTS: Readonly<Record<string, ToPayload>> = {
  "claude-code": inSnakeCase("PreToolUse"),
  codex: inSnakeCase("PreToolUse", { turn_id: "t" }),
  gemini: inSnakeCase("BeforeTool", { transcript_path: "/t.json", timestamp: "2026-01-31T09:30:00Z" }),
  "copilot/preToolUse": ({ tool, input }, cwd) => ({
    sessionId: "s",
    timestamp: 0,
    cwd,
    toolName: tool,
    toolArgs: input,
  }),
  "docker-agent": inSnakeCase("pre_tool_use"),
};

/** Returns "approved", or the answer that the agent gets. */
async function decisionOn(host: string, call: Call, home: ReturnType<typeof makeHome>): Promise<string> {
  const env = { HOME: home.path, GUARD_FOLDERS: home.workspace };
  const guard = await runInProcess(hook, { host, env, write: () => {} });
  guard.receive([JSON.stringify(HOSTS[host]?.(call, home.workspace))]);
  const { document = "" } = (await guard.inputEnded()) ?? {};
  await guard.end(0);
  return /deny|block/.test(document) ? document : "approved";
}

const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

const CHANGES: readonly (readonly [host: string, tool: string, input: (path: string) => unknown])[] = [
  ["claude-code", "Write", (file_path) => ({ file_path, content: "x" })],
  ["claude-code", "Edit", (file_path) => ({ file_path, old_string: "a", new_string: "b", replace_all: false })],
  ["claude-code", "NotebookEdit", (notebook_path) => ({ notebook_path, new_source: "b", cell_id: "1" })],
  ["codex", "apply_patch", (path) => ({ command: patch(`*** Add File: ${path}`, "+x") })],
  ["codex", "apply_patch", (path) => ({ command: patch(`*** Update File: ${path}`, "@@", "-a", "+b") })],
  ["gemini", "write_file", (file_path) => ({ file_path, content: "x" })],
  ["gemini", "replace", (file_path) => ({ file_path, instruction: "i", old_string: "a", new_string: "b" })],
  ["copilot/preToolUse", "create", (path) => ({ path, file_text: "x" })],
  ["copilot/preToolUse", "edit", (path) => ({ path, old_str: "a", new_str: "b" })],
  ["copilot/preToolUse", "apply_patch", (path) => patch(`*** Update File: ${path}`, "@@", "-a", "+b")],
  ["docker-agent", "write_file", (path) => ({ path, content: "x" })],
  ["docker-agent", "edit_file", (path) => ({ path, edits: [{ oldText: "a", newText: "b" }] })],
];

describe.each(CHANGES)("under %s, %s", (host, tool, input) => {
  test("is approved in the folder and denied elsewhere", async () => {
    const home = makeHome();
    expect(await decisionOn(host, { tool, input: input(`${home.workspace}/notes/today.txt`) }, home)).toBe("approved");
    expect(await decisionOn(host, { tool, input: input(`${home.path}/.bashrc`) }, home)).toContain("Only files in");
    expect(await decisionOn(host, { tool, input: input(`${home.workspace}/.env`) }, home)).toContain("Dot files");
  });

  test("resolves a relative path from the agent's folder, or asks for the absolute path", async () => {
    const home = makeHome();
    const inside = await decisionOn(host, { tool, input: input("notes/today.txt") }, home);
    if (host === "gemini") expect(inside).toContain("Write the whole path");
    else expect(inside).toBe("approved");
    expect(await decisionOn(host, { tool, input: input("../config.json") }, home)).toContain("Write the whole path");
    home.link(".picoclaw/workspace/out", home.path);
    expect(await decisionOn(host, { tool, input: input("out/x.txt") }, home)).not.toBe("approved");
  });
});

test.each([
  [
    "a second file of a patch",
    "codex",
    "apply_patch",
    (out: string) => patch("*** Add File: a", `*** Add File: ${out}`),
  ],
  [
    "where a patch moves a file",
    "codex",
    "apply_patch",
    (out: string) => patch("*** Update File: a", `*** Move to: ${out}`),
  ],
  [
    "a file behind a space that only Codex skips",
    "codex",
    "apply_patch",
    (out: string) => patch("*** Add File: a", `\x85*** Add File: ${out}`),
  ],
])("%s is checked too", async (_, host, tool, text) => {
  const home = makeHome();
  const input = { command: text(`${home.path}/x.txt`) };
  expect(await decisionOn(host, { tool, input }, home)).toContain("Only files in");
});

test.each([
  ["claude-code", "Write", { content: "x" }],
  ["codex", "apply_patch", { command: "no patch" }],
  ["copilot/preToolUse", "apply_patch", "no patch"],
])("under %s, %s without a file is denied", async (host, tool, input) => {
  expect(await decisionOn(host, { tool, input }, makeHome())).toContain("This call names no file.");
});

test.each(["lsp_rename", "remove_directory"])("%s changes more files than it names, and is denied", async (tool) => {
  const home = makeHome();
  const input = { file: `${home.workspace}/notes`, paths: [`${home.workspace}/notes`] };
  expect(await decisionOn("docker-agent", { tool, input }, home)).toContain("one by one");
});

test.each([
  ["claude-code", "Bash"],
  ["codex", "Bash"],
  ["gemini", "run_shell_command"],
  ["copilot/preToolUse", "bash"],
  ["docker-agent", "shell"],
])("under %s, %s is denied, and so is an unknown tool", async (host, tool) => {
  const home = makeHome();
  expect(await decisionOn(host, { tool, input: { command: "ls", cmd: "ls" } }, home)).toContain("runs no commands");
  expect(await decisionOn(host, { tool: "x", input: { path: `${home.workspace}/x` } }, home)).toContain(
    "does not know",
  );
});

test.each(["\r", "\u2028", "\x85"])("a path that continues after %j is not judged by its beginning", async (end) => {
  const input = { command: patch(`*** Add File: notes${end}/../../config.json`, "+x") };
  expect(await decisionOn("codex", { tool: "apply_patch", input }, makeHome())).toContain("Write the whole path");
});
