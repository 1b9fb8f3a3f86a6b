import { describe, expect, it } from "vitest";
import { handledCall } from "../../../test/command-hosts/asked.js";
import { payloadOf, recordings } from "../../../test/command-hosts/recordings.js";
import { commandOf, pathsOf, type ToolCall } from "../../index.js";
import { simulation } from "./simulate.js";
import { argumentsOf } from "./tool-input.js";

const { fields } = simulation;
const beforeTool = async (payload: object) => (await handledCall(payload)).beforeTool as ToolCall;
const called = (tool: string, input: unknown) =>
  beforeTool(payloadOf("cline", "PreToolUse", { [fields.tool]: tool, [fields.input]: input }));

describe("the commands of a call", () => {
  it.each([
    ["a list", { commands: ["ls", "rm -rf x"] }],
    ["a list that replaces the object", ["ls", "rm -rf x"]],
    ["programs with their arguments", { commands: [{ command: "ls" }, { command: "rm", args: ["-rf", "x"] }] }],
    ["programs that replace the object", [{ command: "ls" }, { command: "rm", args: ["-rf", "x"] }]],
    ["texts and programs", ["ls", { command: "rm", args: ["-rf", "x"] }]],
  ])("are one per line: %s", async (_, input) => {
    expect(commandOf(await called("run_commands", input))).toBe("ls\nrm -rf x");
  });

  it.each([
    [{ commands: "rm x" }, "rm x"],
    [{ command: "rm x" }, "rm x"],
    [{ cmd: "rm x" }, "rm x"],
    ["rm x", "rm x"],
    [{ command: "rm", args: ["a b", "it's", "$HOME"] }, "rm 'a b' 'it'\\''s' '$HOME'"],
    [{ commands: { command: "rm", args: ["x"] } }, "rm x"],
    // In a shell, unlike a program with `args`.
    [{ commands: [{ command: "ls; rm x" }] }, "ls; rm x"],
    [{ command: "ls; rm x", args: [5] }, "ls; rm x"],
    [{ command: "ls; rm x", args: [] }, "'ls; rm x'"],
    // Cline runs one of both.
    [{ commands: ["rm x"], command: "ls", args: [] }, "rm x\nls"],
    [{ commands: "rm x", command: "ls", args: [] }, "rm x\nls"],
    [{ commands: [{ command: "rm", args: ["x"] }], command: "ls", args: [] }, "rm x\nls"],
  ])("are read from %j", async (input, command) => {
    expect(commandOf(await called("run_commands", input))).toBe(command);
  });

  it("are the recorded ones", async () => {
    const shells = recordings.filter(({ where }) =>
      /cline.*PreToolUse(\.(exit|text|program|one-program))?\.json/.test(where),
    );
    const commands = await Promise.all(shells.map(async ({ payload }) => commandOf(await beforeTool(payload))));
    expect(commands.sort()).toEqual(["echo hi > ran", "echo hi > ran; echo ORIG", "exit 3", "touch ran", "touch ran"]);
  });
});

it("the files of a call are found in a list that replaces the object", async () => {
  expect(pathsOf(await called("read_files", ["/a", { path: "/b" }]))).toEqual(["/a", "/b"]);
  expect(pathsOf(await called("read_files", "/a"))).toEqual(["/a"]);
});

it("the files of a patch are found, also if the model leaves out its first and last line", async () => {
  const lines = "*** Delete File: .env\n*** Update File: a b\n@@";
  for (const input of [lines, `apply_patch\n${lines}`, `*** Begin Patch\n${lines}\n*** End Patch`]) {
    expect(pathsOf(await called("apply_patch", { input }))).toEqual([".env", "a b"]);
    expect(pathsOf(await called("apply_patch", input))).toEqual([".env", "a b"]);
  }
});

it("arguments that are an object stay as they are, also those that no tool accepts", () => {
  for (const input of [
    {},
    { commands: [] },
    { commands: [7] },
    { commands: null },
    { a: [{ command: "x", args: [] }] },
  ]) {
    expect(argumentsOf("run_commands", input)).toEqual(input);
  }
  for (const input of [null, 7, "x", [1]]) expect(argumentsOf("srv__echo", input)).toEqual({ input });
});
