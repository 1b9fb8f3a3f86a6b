import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, test } from "vitest";
import { hookOf, PolicyError, policyJsonSchema, readPolicy } from "../../src/policy/index.js";
import { folderWith } from "./folder.js";

const PATH = "/etc/agent-hook/policy.yaml";

/** A hook file that needs no installed SDK: a hook is a plain value. */
const OWN = (rest: string) => `export const hook = { "~defineHook": true, name: "own", ${rest} };\n`;

async function shell(text: string, command: string, path = PATH) {
  const host = createTestHost(await hookOf(text, path), { host: "claude-code", onAsk: () => true });
  return host.shell(command);
}

describe("a policy", () => {
  test("gives its hooks the options that it names", async () => {
    const text = "version: 1\nhooks:\n  guard-shell:\n    levels: { loses-work: ask }\n";
    expect((await shell(text, "git reset --hard")).ran).toBe(true);
    expect((await shell("version: 1\nhooks:\n  guard-shell:\n", "git reset --hard")).ran).toBe(false);
  });

  test("can be JSON", async () => {
    expect((await shell('{"version":1,"hooks":{"guard-shell":{}}}', "git reset --hard")).ran).toBe(false);
  });

  test("in observe mode lets pass what its hooks would deny", async () => {
    const outcome = await shell("version: 1\nmode: observe\nhooks:\n  guard-shell: {}\n", "git reset --hard");
    expect(outcome.ran).toBe(true);
  });

  test("leaves a hook its own mode", async () => {
    const text = "version: 1\nmode: observe\nhooks:\n  guard-shell: { mode: enforce }\n";
    expect((await shell(text, "git reset --hard")).ran).toBe(false);
  });

  test.each(["askPerson:", "askPerson: { waitMs: 60000 }"])("with %s lets a person answer", async (key) => {
    const text = `version: 1\n${key}\nhooks:\n  guard-shell: { levels: { loses-work: ask } }\n`;
    const onAsk = () => true;
    const asking = createTestHost(await hookOf(text, PATH), { host: "codex", onAsk });
    expect(await asking.shell("git reset --hard")).toMatchObject({ ran: true });
    const without = createTestHost(await hookOf(text.replace(key, ""), PATH), { host: "codex", onAsk });
    expect(await without.shell("git reset --hard")).toMatchObject({ ran: false });
  });

  test("runs own hook files, relative to its folder", async () => {
    const folder = folderWith({
      "one.mjs": OWN('approveTool: () => ({ action: "deny", reason: "mine" })'),
      "two.mjs": `export default { "~defineHook": true, name: "two", beforeTool: () => undefined };\n`,
    });
    const text = "version: 1\nhookFiles: [./one.mjs, two.mjs]\n";
    const outcome = await shell(text, "ls", join(folder, "policy.yaml"));
    expect(outcome).toMatchObject({ ran: false, reason: expect.stringContaining("mine") });
  });

  test("asks its guards before its own hook files", async () => {
    const folder = folderWith({ "own.mjs": OWN('approveTool: () => { throw new Error("was called"); }') });
    const text = "version: 1\nhookFiles: [./own.mjs]\nhooks: { guard-shell: {} }\n";
    const outcome = await shell(text, "git reset --hard", join(folder, "policy.yaml"));
    expect(outcome.reason).toContain("git stash");
  });
});

test("protects the hook files of the policy as the hook's own files", async () => {
  const folder = folderWith({ "own.mjs": OWN("") });
  for (const name of ["guards/own.mjs", "guards/rules.mjs", "src/main.mjs"]) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    copyFileSync(join(folder, "own.mjs"), join(folder, name));
  }
  mkdirSync(join(folder, ".git"));
  const text = "version: 1\nhookFiles: [../guards/own.mjs, ../own.mjs]\nhooks: { protect-files: {} }\n";
  const hook = await hookOf(text, join(folder, ".agent-hook/policy.yaml"));
  const host = createTestHost(hook, { host: "claude-code", cwd: folder });
  const writes = async (name: string) =>
    (await host.tool({ tool: "Write", arguments: { file_path: join(folder, name), content: "x" } })).ran;
  expect(await writes("guards/own.mjs")).toBe(false);
  expect(await writes("guards/rules.mjs")).toBe(false);
  expect(await writes("own.mjs")).toBe(false);
  expect(await writes("src/main.mjs")).toBe(true);
});

describe("a broken policy names the line and what was expected", () => {
  test.each([
    ["YAML", "version: 1\nhooks:\n  guard-shell: {\n", 4, "is not valid YAML"],
    ["askPerson", "version: 1\nhooks: { guard-shell: {} }\naskPerson:\n  waitMs: -1\n", 4, "askPerson.waitMs"],
    ["a tag", "version: 1\nhooks: !x {}\n", 2, "is not valid YAML: unresolved tag"],
    ["a key twice", "version: 1\nhooks: {}\nhooks: {}\n", 3, "map keys must be unique"],
    ["two documents", "version: 1\n---\nversion: 1\n", 2, "is not valid YAML"],
    ["no text", "", 1, "expected object"],
    ["no version", "hooks:\n  guard-shell: {}\n", 1, "version: "],
    ["another version", "# mine\nversion: 2\nhooks:\n  guard-shell: {}\n", 2, "version: Invalid input: expected 1"],
    [
      "an unknown key",
      "version: 1\nhook:\n  guard-shell: {}\n",
      2,
      'unknown key "hook"; expected $schema, version, mode, hooks, hookFiles or askPerson',
    ],
    [
      "an unknown hook",
      "version: 1\nhooks:\n\n  guard-shel: {}\n",
      4,
      'unknown hook "guard-shel"; expected guard-shell',
    ],
    [
      "an unknown option",
      "version: 1\nhooks:\n  guard-shell:\n    level: {}\n",
      4,
      'hooks.guard-shell: unknown key "level"; expected levels, rules or mode',
    ],
    [
      "an unknown class",
      "version: 1\nhooks:\n  guard-shell:\n    levels:\n      lose-work: ask\n",
      5,
      'unknown key "lose-work"; expected destroys-system, ',
    ],
    [
      "a wrong value",
      "version: 1\nhooks:\n  guard-shell:\n    levels:\n      unknown: ask\n      loses-work: s3cret\n",
      6,
      "hooks.guard-shell.levels.loses-work: ",
    ],
    [
      "a wrong value in a list",
      "version: 1\nhooks:\n  guard-shell:\n    rules:\n      - { command: a, level: ask }\n      - { command: b, level: s3cret }\n",
      6,
      "hooks.guard-shell.rules[1].level: ",
    ],
    ["a wrong value behind an alias", "version: 1\nx: &x s3cret\nmode: *x\n", 3, "mode: "],
    [
      "JSON",
      '{\n  "version": 1,\n  "hooks": { "guard-shell": { "mode": "s3cret" } }\n}\n',
      3,
      "hooks.guard-shell.mode: ",
    ],
    ["nothing to run", "version: 1\nmode: enforce\nhooks: {}\n", 3, "expected at least one"],
    [
      "a hook file that is missing",
      "version: 1\nhookFiles:\n  - ./missing.mjs\n",
      3,
      "hookFiles[0]: cannot be loaded (ERR_MODULE_NOT_FOUND)",
    ],
  ])("%s", async (_, text, line, words) => {
    const error: PolicyError = await hookOf(text, PATH).then(
      () => expect.fail("it was accepted"),
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(PolicyError);
    expect(error.message).toContain(words);
    expect(error.message).toMatch(new RegExp(`^${PATH} line ${line}: `));
    expect(error.message).not.toContain("s3cret");
    expect(error.line).toBe(line);
  });

  test.each([
    ["exports no hook", "export const hook = { name: 'plain' };\n", "exports no hook"],
    ["throws", "throw new TypeError('s3cret');\n", "cannot be loaded (TypeError)"],
  ])("a hook file that %s", async (_, code, words) => {
    const folder = folderWith({ "own.mjs": code });
    const path = join(folder, "policy.yaml");
    const error = await hookOf("version: 1\nhookFiles:\n  - ./own.mjs\n", path).catch((thrown) => thrown);
    expect(error.message).toContain(`${path} line 3: hookFiles[0]: ${words}`);
    expect(error.message).not.toContain("s3cret");
  });

  test("a key with control characters stays on one line", async () => {
    const error = await hookOf('version: 1\n"a\\u001b[2J\\nb": 1\n', PATH).catch((thrown) => thrown);
    expect(error.message).toMatch(/^[\x20-\x7e]+$/);
  });

  test("an alias bomb", async () => {
    const levels = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`);
    const error = await hookOf(`a0: &a0 [x]\n${levels.join("\n")}\n`, PATH).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(PolicyError);
  });

  test("deep nesting", async () => {
    await expect(hookOf(`version: ${"[".repeat(100_000)}`, PATH)).rejects.toThrow();
  });
});

test("a policy is read without running its hook files", async () => {
  const policy = await readPolicy("version: 1\nhooks: { guard-shell: }\nhookFiles: [./missing.mjs]\n", PATH);
  expect([...policy.hooks]).toEqual([["guard-shell", {}]]);
  expect(policy).toMatchObject({ mode: "enforce", hookFiles: ["./missing.mjs"] });
});

test("the JSON Schema lists the options of each hook, all of which may be left out", async () => {
  const schema = await policyJsonSchema();
  expect(schema).toMatchObject({ required: ["version"], properties: { hooks: { additionalProperties: false } } });
  expect(schema).not.toHaveProperty("properties.hooks.required");
  const levels = "properties.hooks.properties.guard-shell.anyOf.0.properties.levels.properties.loses-work";
  expect(schema).toHaveProperty(levels, { default: "deny", type: "string", enum: ["allow", "ask", "deny"] });
});
