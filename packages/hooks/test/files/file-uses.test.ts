import type { ToolCall } from "@agent-hook/sdk";
import { describe, expect, it } from "vitest";
import { type FilesOf, fileUses } from "../../src/files/file-uses.js";
import { FileJudge, FileRules } from "../../src/files/judge.js";
import { optionsSchema } from "../../src/files/options.js";
import { makeMachine } from "./machine.js";

const call = (kind: ToolCall["kind"], tool: string, args: Record<string, unknown>): ToolCall => ({
  kind,
  tool,
  arguments: args,
  cwd: "/project",
  origin: {},
  raw: {},
});
const noFiles: FilesOf = () => ({ files: [], lists: [], copies: [], unresolved: false });

describe("the files of a command", () => {
  it("are those that the parser finds, from the agent's folder and from one that the call names", () => {
    const seen: unknown[] = [];
    const filesOf: FilesOf = (command, place) => {
      seen.push([command, place]);
      return { files: [{ path: `${place.cwd}/.env`, access: "read" }], lists: [], copies: [], unresolved: true };
    };
    const uses = fileUses(
      call("shell", "exec", { command: "cat .env", workdir: "app" }),
      undefined,
      "/home/me",
      filesOf,
    );
    expect(seen).toMatchObject([
      ["cat .env", { cwd: "/project", home: "/home/me", project: "/project" }],
      ["cat .env", { cwd: "/project/app", home: "/home/me", project: "/project" }],
    ]);
    expect(uses).toMatchObject({ missing: "command", cwd: "/project" });
    expect(uses.files).toEqual([
      { path: "app", access: "read" },
      { path: "/project/.env", access: "read" },
      { path: "/project/app/.env", access: "read" },
    ]);
  });

  it("are judged like those of any tool, and a command whose files are unknown passes unless an option says otherwise", async () => {
    const { project } = makeMachine();
    const judged = async (options: object, path: string, access: "read" | "write", unresolved = false) => {
      const judge = new FileJudge(new FileRules(optionsSchema().parse(options), []), project, "claude-code");
      const filesOf: FilesOf = () => ({ files: [{ path, access }], lists: [], copies: [], unresolved });
      return (await judge.judge(fileUses(call("shell", "Bash", { command: "x" }), project, "/home/me", filesOf)))?.rule;
    };
    expect(await judged({}, `${project}/.env`, "read")).toBe("secrets");
    expect(await judged({}, `${project}/.git/hooks/pre-commit`, "write")).toBe("settings");
    expect(await judged({}, "/opt/x", "write")).toBe("outside");
    expect(await judged({}, `${project}/a.ts`, "write", true)).toBeUndefined();
    expect(await judged({ unknown: "deny" }, `${project}/a.ts`, "write", true)).toBe("unknown");
  });
});

it.each([
  ["mcp__files__read_text_file", "read"],
  ["mcp__files__listDirectory", "read"],
  ["create_or_update_file", "write"],
  ["copyFile", "write"],
  ["frobnicate", "write"],
])("an unknown tool %s counts as one that may %s", (tool, access) => {
  expect(fileUses(call("mcp", tool, { path: "/x" }), undefined, "/home/me", noFiles).files).toEqual([
    { path: "/x", access },
  ]);
});
