import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandOf, commandsOf, type Modify, withCommand } from "../../src/index.js";

type Args = Readonly<Record<string, unknown>>;
const rewritten = (args: Args, command = "trash x") => {
  const { patch }: Modify<"beforeTool"> = withCommand({ kind: "shell", arguments: args }, command);
  return patch.arguments;
};

describe("withCommand", () => {
  it.each<[string, Args, Args]>([
    [
      "Claude Code's Bash",
      { command: "rm x", description: "d", timeout: 5, run_in_background: true },
      { command: "trash x", description: "d", timeout: 5, run_in_background: true },
    ],
    ["Codex's Bash", { command: "rm x" }, { command: "trash x" }],
    ["Gemini CLI's run_shell_command", { command: "rm x", dir_path: "a" }, { command: "trash x", dir_path: "a" }],
    [
      "Copilot CLI's write_bash",
      { shellId: "s", input: "rm x\n", delay: 5 },
      { shellId: "s", input: "trash x", delay: 5 },
    ],
    [
      "Cursor's Shell",
      { command: "rm x", working_directory: "/a", explanation: "b", required_permissions: ["all"] },
      { command: "trash x", working_directory: "/a", explanation: "b", required_permissions: ["all"] },
    ],
    ["Cline's run_commands", { commands: ["rm x", "ls"] }, { commands: ["trash x"] }],
    ["docker-agent's shell", { CMD: "rm x", cwd: "/a" }, { CMD: "trash x", cwd: "/a" }],
    [
      "PicoClaw's exec",
      { action: "run", command: "rm x", cwd: "/a" },
      { action: "run", command: "trash x", cwd: "/a" },
    ],
    [
      "PicoClaw's exec for a running session",
      { action: "write", sessionId: "s", data: "rm x" },
      { action: "write", sessionId: "s", data: "trash x" },
    ],
  ])("replaces the command of %s, and keeps the rest", (_tool, args, expected) => {
    expect(rewritten(args)).toEqual(expected);
  });

  it("takes the commands of a list one by one", () => {
    const call = { kind: "shell" as const, arguments: { commands: ["echo x", "rm -rf y"] } };
    expect(commandOf(call)).toBe("echo x\nrm -rf y");
    expect(commandsOf(call)).toEqual(["echo x", "rm -rf y"]);
    expect(commandsOf({ ...call, kind: "other" })).toEqual([]);
  });

  it("drops further texts for a shell: they would still run", () => {
    expect(rewritten({ keys: "c", command: "rm x", data: "b" })).toEqual({ command: "trash x" });
    expect(rewritten({ other: ["rm", "x"], cmd: "a" })).toEqual({ cmd: "trash x" });
    expect(rewritten({ command: "rm", args: ["x"], cwd: "/a" })).toEqual({ command: "trash x", cwd: "/a" });
    expect(rewritten({ run: "a", inner: { command: "b" }, description: "d" })).toEqual({ run: "trash x" });
  });

  it.each<[string, Parameters<typeof withCommand>[0]]>([
    ["of another kind", { kind: "read", arguments: { command: "x" } }],
    ["without a command", { kind: "shell", arguments: { sessionId: "s" } }],
    ["whose command is a list", { kind: "shell", arguments: { command: ["rm", "x"] } }],
  ])("throws for a call %s", (_what, call) => {
    expect(() => withCommand(call, "x")).toThrow(/^withCommand: expected a shell call with a command as text, got/);
  });

  it("reads deeply nested arguments in a short time", () => {
    let nested: unknown = {};
    for (let depth = 0; depth < 200; depth++) nested = { command: [nested] };
    expect(commandsOf({ kind: "shell", arguments: { nested, action: "rm x" } })).toEqual(["rm x"]);
  });

  it("names the command for a host that cannot run another one", () => {
    const { otherwise } = withCommand({ kind: "shell", arguments: { command: "rm x" } }, "trash x");
    expect(otherwise).toBe("Run this command instead: trash x");
  });

  it("changes a call so that commandOf is exactly the new command", () => {
    const names = fc.oneof(
      fc.constantFrom("command", "cmd", "CMD", "data", "input", "cwd", "description"),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.dictionary(names, fc.oneof(fc.string(), fc.jsonValue())),
        fc.string({ minLength: 1 }),
        (args, command) => {
          const call = { kind: "shell" as const, arguments: { ...args, command: "rm x" } };
          const changed = withCommand(call, command).patch.arguments ?? {};
          expect(commandOf({ kind: "shell", arguments: changed })).toBe(command);
        },
      ),
    );
  });
});
