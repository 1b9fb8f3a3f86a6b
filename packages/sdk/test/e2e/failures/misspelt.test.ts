import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { spawnHook } from "../../spawn-hook.js";

describe("a misspelt name", () => {
  test.each([
    ["beforTool", "beforeTool"],
    ["BeforeTool", "beforeTool"],
    ["before_tool", "beforeTool"],
    ["approvetool", "approveTool"],
    ["onFaliure", "onFailure"],
    ["tool", "tools"],
    ["deadline", "deadlines"],
    ["somethingElse", ""],
  ])("serve rejects the key %s and suggests %s", async (KEY, suggestion) => {
    const hook = spawnHook("misspelt.mjs", { env: { KEY } });
    expect(await hook.exit).toEqual({ code: 1, signal: null });
    expect(hook.stderr()).toContain(KEY);
    expect(hook.stderr()).toContain(suggestion);
    expect(hook.stderr()).not.toMatch(/^\s+at /m);
    expect(hook.lines).toEqual([]);
  });

  test.each([
    ["deadlines", /interceptMS.*interceptMs/s],
    ["a deadline", /interceptMs/],
    ["tool", /aprove.*approve/s],
    ["member", /approvTool.*approveTool/s],
    ["policy", /onFailure/],
    ["handler", /beforeTool/],
    ["nameless", /name/],
    ["a tool alone", /got a tool: put it into the tools of a hook/],
    ["the tool's name", /tools\[0\]\.name/],
    ["a schema that is none", /tools\[0\]\.input/],
    ["a schema without JSON", /weird_tool/],
  ])("a definition with an error in %s does not start", async (DEFINITION, named) => {
    const hook = spawnHook("misspelt-inside.mjs", { env: { DEFINITION } });
    expect(await hook.exit).toEqual({ code: 1, signal: null });
    expect(hook.stderr()).toMatch(named);
  });

  test("a misspelt handler name does not compile, and tsc suggests the right one", () => {
    const file = fileURLToPath(new URL("misspelt-handler.ts", import.meta.url));
    const source = (key: string) => `import { defineHook, deny } from "@agent-hook/sdk";
export const hook = defineHook({ name: "x", ${key}: () => deny("no") });`;
    expect(errorsOf(file, source("beforeTool"))).toEqual([]);
    expect(errorsOf(file, source("beforTool"))).toEqual([
      expect.stringMatching(/Did you mean to write 'beforeTool'\?/),
    ]);
  });
});

/** Returns the tsc errors of a file that exists only in memory. */
function errorsOf(file: string, source: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(path, source, ts.ScriptTarget.ES2023) : getSourceFile(path, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}
