import { createTestHost, TEST_HOSTS, type TestHostName } from "@agent-hook/testing";
import { describe, expect, test } from "vitest";
import { hook } from "../src/hook.js";
import { makeHome } from "./home.js";

/** Returns the guard under a host that works in the allowed folder. */
function guarded(host: TestHostName, home: ReturnType<typeof makeHome>) {
  const env = { HOME: home.path, GUARD_FOLDERS: home.workspace };
  return createTestHost(hook, { host, cwd: home.workspace, env });
}

describe.each(TEST_HOSTS)("under %s", (host) => {
  test("a file in the folder may be written, and one elsewhere may not", async () => {
    const home = makeHome();
    const agent = guarded(host, home);
    expect(await agent.write(`${home.workspace}/notes/new.txt`, "x")).toMatchObject({ ran: true, failures: [] });
    const denied = { ran: false, failures: [], result: expect.stringContaining("Only files in") };
    expect(await agent.write(`${home.path}/.bashrc`, "x")).toMatchObject(denied);
    expect(await agent.write(`${home.path}/notes.txt`, "x")).toMatchObject(denied);
  });

  test("a dot file is off limits, and so is a way back", async () => {
    const home = makeHome();
    const agent = guarded(host, home);
    const reasons = [
      [`${home.workspace}/.env`, "Dot files"],
      [`${home.workspace}/notes/../x.txt`, "Write the whole path"],
      ["../config.json", "Write the whole path"],
    ] as const;
    for (const [path, reason] of reasons) {
      expect(await agent.write(path, "x")).toMatchObject({ ran: false, result: expect.stringContaining(reason) });
    }
  });

  test("a shell is denied, and the model reads what to do instead", async () => {
    expect(await guarded(host, makeHome()).shell("ls")).toMatchObject({
      decision: "deny",
      ran: false,
      failures: [],
      result: expect.stringContaining("This agent runs no commands."),
    });
  });

  test("an unknown tool is denied", async () => {
    const home = makeHome();
    const call = { tool: "unknown_tool", arguments: { path: `${home.workspace}/x` } };
    expect(await guarded(host, home).tool(call)).toMatchObject({
      ran: false,
      result: expect.stringContaining("does not know"),
    });
  });

  test("the network is denied to a host that has a tool for it", async () => {
    const agent = guarded(host, makeHome());
    if (!agent.kinds.includes("fetch")) return;
    const outcome = await agent.fetch("https://example.com/");
    expect(outcome).toMatchObject({ ran: false, result: expect.stringContaining("does not use the network") });
  });
});

const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

/** The other tools that change files. */
const CHANGES: readonly (readonly [host: TestHostName, tool: string, input: (path: string) => unknown])[] = [
  ["claude-code", "Edit", (file_path) => ({ file_path, old_string: "a", new_string: "b", replace_all: false })],
  ["claude-code", "NotebookEdit", (notebook_path) => ({ notebook_path, new_source: "b", cell_id: "1" })],
  ["codex", "apply_patch", (path) => ({ command: patch(`*** Update File: ${path}`, "@@", "-a", "+b") })],
  ["gemini", "replace", (file_path) => ({ file_path, instruction: "i", old_string: "a", new_string: "b" })],
  ["copilot", "edit", (path) => ({ path, old_str: "a", new_str: "b" })],
  ["copilot", "apply_patch", (path) => patch(`*** Update File: ${path}`, "@@", "-a", "+b")],
  ["qwen", "edit", (file_path) => ({ file_path, old_string: "a", new_string: "b" })],
  ["docker-agent", "edit_file", (path) => ({ path, edits: [{ oldText: "a", newText: "b" }] })],
  ["picoclaw", "edit_file", (path) => ({ path, old_text: "a", new_text: "b" })],
];

describe.each(CHANGES)("under %s, %s", (host, tool, input) => {
  test("is approved in the folder and denied elsewhere", async () => {
    const home = makeHome();
    const change = async (path: string) => (await guarded(host, home).tool({ tool, arguments: input(path) })).result;
    expect(await change(`${home.workspace}/notes/today.txt`)).toBe("ok");
    expect(await change(`${home.path}/.bashrc`)).toContain("Only files in");
    expect(await change(`${home.workspace}/.env`)).toContain("Dot files");
  });

  test("a link that leads out of the folder is not followed from a relative path", async () => {
    const home = makeHome();
    home.link(".picoclaw/workspace/out", home.path);
    expect(await guarded(host, home).tool({ tool, arguments: input("out/x.txt") })).toMatchObject({ ran: false });
    expect(await guarded(host, home).tool({ tool, arguments: input("../config.json") })).toMatchObject({
      result: expect.stringContaining("Write the whole path"),
    });
  });
});

test.each([
  ["a second file of a patch", (out: string) => patch("*** Add File: a", `*** Add File: ${out}`)],
  ["where a patch moves a file", (out: string) => patch("*** Update File: a", `*** Move to: ${out}`)],
  [
    "a file behind a space that only Codex skips",
    (out: string) => patch("*** Add File: a", `\x85*** Add File: ${out}`),
  ],
])("%s is checked too", async (_, text) => {
  const home = makeHome();
  const call = { tool: "apply_patch", arguments: { command: text(`${home.path}/x.txt`) } };
  expect((await guarded("codex", home).tool(call)).result).toContain("Only files in");
});

test.each([
  ["claude-code", "Write", { content: "x" }],
  ["codex", "apply_patch", { command: "no patch" }],
  ["copilot", "apply_patch", "no patch"],
] as const)("under %s, %s without a file is denied", async (host, tool, input) => {
  const { result } = await guarded(host, makeHome()).tool({ tool, arguments: input });
  expect(result).toContain("This call names no file.");
});

test.each(["lsp_rename", "remove_directory"])("%s changes more files than it names, and is denied", async (tool) => {
  const home = makeHome();
  const input = { file: `${home.workspace}/notes`, paths: [`${home.workspace}/notes`] };
  expect((await guarded("docker-agent", home).tool({ tool, arguments: input })).result).toContain("one by one");
});

test.each(["\r", "\u2028", "\x85"])("a path that continues after %j is not judged by its beginning", async (end) => {
  const input = { command: patch(`*** Add File: notes${end}/../../config.json`, "+x") };
  const { result } = await guarded("codex", makeHome()).tool({ tool: "apply_patch", arguments: input });
  expect(result).toContain("Write the whole path");
});
