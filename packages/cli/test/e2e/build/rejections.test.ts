import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { buildHook, runAsHost, shellCallPayload } from "../../build/run-built.js";
import { agentHook, file } from "../../run-command.js";
import { folder } from "../../temporary-folder.js";

const SDK = JSON.stringify(file("packages/sdk/dist/index.js"));
const HOOK = `import { defineHook, deny, serve } from ${SDK};
const hook = defineHook({ name: "no", beforeTool: () => deny("no") });
`;

/** Writes a hook with these lines before `serve`, in a new folder. */
function source(before: string, after = "await serve(hook);", name = "hook.ts"): string {
  const path = join(folder(), name);
  writeFileSync(path, `${HOOK}${before}\n${after}\n`);
  return path;
}

const DENIAL = expect.stringContaining('"permission_decision":"deny"');

/** What no snapshot can contain: each a line of a hook, what is said about it, and what to do instead. */
const FEATURES: readonly (readonly [line: string, what: string, fix: string])[] = [
  ["const key = process.env.KEY;", "process.env.KEY", "declare it in env of defineHook"],
  ['import { env } from "node:process"; env.OTHER;', "process.env.OTHER", "declare it in env"],
  ['if (process.argv.includes("-v")) console.error("v");', "process.argv", "in setup"],
  [
    'import { readFileSync } from "node:fs"; readFileSync(import.meta.filename ?? "");',
    "fs.readFileSync()",
    "in setup",
  ],
  ['import { execSync } from "node:child_process"; execSync("true");', "child_process.execSync()", "in setup"],
  ['import net from "node:net"; net.createServer().listen(0).unref();', "net.createServer()", "in setup"],
  ["setInterval(() => {}, 1000);", "setInterval()", "in setup"],
  ["const started = Date.now();", "Date.now()", "in setup"],
  ["console.error(new Date());", "new Date", "in setup"],
  ["const salt = crypto.randomUUID();", "crypto.randomUUID()", "in setup"],
  ['process.on("SIGHUP", () => {});', "process.on()", "in setup"],
  ['import { resolve } from "node:path"; resolve("words.txt");', "process.cwd()", "in setup"],
];

describe("a hook that cannot be in a snapshot", () => {
  test("gets all reasons with place and fix, as fields with --json, and a bundle that works", async () => {
    const path = source(FEATURES.map(([line]) => line).join("\n"));
    const out = folder();
    writeFileSync(join(out, "hook.blob"), "of an older hook");
    const { snapshot, notes } = await buildHook(["--out", out, path]);
    expect(snapshot).toBeUndefined();
    for (const [index, [line, what, fix]] of FEATURES.entries()) {
      const found = notes.filter(({ where }) => where === `${relative("", path)}:${index + 3}`).map(({ text }) => text);
      expect(found.join("\n"), line).toContain(`no snapshot: ${what} is used while`);
      expect(found.join("\n"), line).toContain(fix);
    }
    expect(readdirSync(out)).toEqual(["hook.cjs"]);
    expect(runAsHost([process.execPath, join(out, "hook.cjs")], shellCallPayload("ls")).stdout).toEqual(DENIAL);
  });

  test.each([
    ["a setting", "const key = process.env.KEY;", "hook.ts:3: ", "process.env.KEY is used while", "declare it in env"],
    ["its own path", "console.error(import.meta.url);", "hook.ts:3: ", "import.meta is used while", "in setup"],
    ["a wait", "await Promise.resolve();", "", "uses await", "wait in setup"],
    [
      "https",
      'import https from "node:https"; export { https };',
      "hook.ts: ",
      '"node:https" is imported',
      'await import("node:https")',
    ],
    [
      "import() of a computed name",
      "Object.assign(globalThis, { load: (name: string) => import(name) });",
      "",
      "import() with a computed name",
      "by a literal name",
    ],
  ])("%s: gets an explanation with place and fix, and a bundle that works", async (_, line, where, what, fix) => {
    const path = source(line);
    const out = folder();
    const { code, stdout, stderr } = await agentHook(["build", "--out", out, path]);
    expect(code).toBe(0);
    expect(stdout).not.toContain("blob");
    const [note = ""] = stderr.split("\n").filter((output) => output.includes(what));
    expect(note).toMatch(/^note: .*no snapshot: /);
    expect(note).toContain(`${where}no snapshot: `);
    expect(note).toContain(fix);
    expect(readdirSync(out)).toEqual(["hook.cjs"]);
    expect(runAsHost([process.execPath, join(out, "hook.cjs")], shellCallPayload("ls")).stdout).toEqual(DENIAL);
  });

  test("can use the same features in its handlers: a snapshot is made", async () => {
    const serveCall = "await serve(defineHook({ name: 'no', beforeTool: () => deny(String(process.env.KEY)) }));";
    const { command, notes } = await buildHook(["--out", folder(), source("", serveCall)]);
    expect(notes).toEqual([]);
    expect(runAsHost(command, shellCallPayload("ls"), { KEY: "read when it runs" }).stdout).toContain(
      "read when it runs",
    );
  });

  test.each([
    ["without await", "serve(hook);"],
    ["in a function", "await main();\nasync function main() { await serve(hook); }"],
    ["with a module that is imported later", 'const later = () => import("node:https");\nawait serve(hook);'],
  ])("includes a hook that calls serve %s", async (_, after) => {
    expect((await buildHook(["--out", folder(), source("", after)])).snapshot).toBeDefined();
  });

  test("does not include a hook that imports zod, in any form", async () => {
    const zod = JSON.stringify(file("node_modules/zod/index.js"));
    const imports = `import { z } from ${zod};\nimport * as all from ${zod};\nimport zod from ${zod};`;
    const input = "z.object({ city: all.string(), country: zod.string() })";
    const tool = `defineTool({ name: "t", description: "", input: ${input}, run: () => "" })`;
    const serveCall = `await serve(defineHook({ name: "tools", tools: [${tool}], beforeTool: () => deny("no") }));`;
    const path = source(`${imports}\nimport { defineTool } from ${SDK};`, serveCall);
    const { command, notes } = await buildHook(["--out", folder(), path]);
    expect(notes).toEqual([]);
    expect(runAsHost(command, shellCallPayload("ls")).stdout).toEqual(DENIAL);
  });

  test("finds the files that it reads at load time next to its bundle, or gets a note on where to put them", async () => {
    const hookFile = source(
      'import { readFileSync } from "node:fs"; readFileSync(new URL("./words.txt", import.meta.url), "utf8");',
    );
    const out = folder();
    const missing = await agentHook(["build", "--out", out, hookFile]);
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain("now refers to the bundle: put the files that it reads next to the bundle");
    expect(missing.stderr).toContain("words.txt");
    expect(readdirSync(out)).toEqual([]);
    writeFileSync(join(out, "words.txt"), "rm");
    const { bundle, notes, node } = await buildHook(["--out", out, hookFile]);
    expect(notes.map(({ text }) => text).join()).toContain("fs.readFileSync() is used while");
    expect(runAsHost([node.path, bundle], shellCallPayload("ls")).stdout).toEqual(DENIAL);
    expect(readdirSync(out).sort()).toEqual(["hook.cjs", "words.txt"]);
  });

  test("gets a warning that import.meta refers to the bundle", async () => {
    const { notes } = await buildHook([
      "--out",
      folder(),
      source("Object.assign(globalThis, { place: () => import.meta.url });"),
    ]);
    expect(notes).toEqual([{ text: expect.stringContaining("it uses import.meta") }]);
  });
});

describe("agent-hook build rejects", () => {
  test.each([
    ["a missing file", () => "no-such.ts", 2, "no-such.ts cannot be read: ENOENT"],
    ["a folder", () => folder(), 2, "is a folder: name the program that calls serve(hook)"],
    ["a syntax error", () => source("const = 1;"), 2, "hook.ts:3: Expected"],
    [
      "a missing import",
      () => source('import "no-such-package";'),
      2,
      'Could not resolve "no-such-package"; is it installed?',
    ],
    ["a native addon", () => addon(), 2, "a native addon cannot be bundled"],
    ["a file that does not serve a hook", () => source("", ""), 2, "does not call serve(hook): name the program"],
    ["a hook that throws on load", () => source('throw new Error("broken");'), 3, "broken"],
    [
      "a definition that cannot run",
      () => source("", 'await serve({ name: "x", beforeTol() {} } as never);'),
      3,
      'unknown key "beforeTol"',
    ],
  ])("%s: one sentence, and writes no file", async (_, path, expected, sentence) => {
    const out = join(folder(), "out");
    const { code, stdout, stderr } = await agentHook(["build", "--out", out, path()]);
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toMatch(/^agent-hook: /);
    expect(stderr).toContain(sentence);
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
  });

  test("a file that does not serve a hook, with --no-snapshot as well", async () => {
    const { code, stderr } = await agentHook(["build", "--no-snapshot", "--out", folder(), source("", "")]);
    expect(code).toBe(2);
    expect(stderr).toContain("does not call serve(hook)");
  });

  test("an output path that is a file", async () => {
    const out = join(folder(), "out");
    writeFileSync(out, "");
    const { code, stderr } = await agentHook(["build", "--out", out, source("")]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${out} cannot be written: EEXIST`);
  });

  test.skipIf(process.getuid?.() === 0)("a folder that it may not write to (not tried as root)", async () => {
    const out = folder();
    chmodSync(out, 0o500);
    const { code, stderr } = await agentHook(["build", "--out", out, source("")]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${out} cannot be written: EACCES`);
  });

  test("with --json, in one document", async () => {
    const { code, stdout, stderr } = await agentHook(["build", "--json", "no-such.ts"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    expect(JSON.parse(stdout).error).toEqual({ code: "usage", message: expect.stringContaining("no-such.ts") });
  });
});

function addon(): string {
  const path = source('import "./native/addon.node";');
  mkdirSync(join(path, "../native"));
  writeFileSync(join(path, "../native/addon.node"), "\x7fELF");
  return path;
}
