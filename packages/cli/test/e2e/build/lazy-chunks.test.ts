import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildHook, runAsHost, shellCallPayload } from "../../build/run-built.js";
import { file } from "../../run-command.js";
import { folder } from "../../temporary-folder.js";

const SDK = JSON.stringify(file("packages/sdk/dist/index.js"));
/** Long enough to be kept as text until it is needed. */
const LONG_MODULE = Array.from(
  { length: 2000 },
  (_, line) => `export function line${line}() { return "line ${line}"; }`,
);

/** Returns a hook that loads a large module on its first call and denies with the text from it. */
function hookThatLoads(name: string, module: string, otherFiles: Readonly<Record<string, string>> = {}): string {
  const path = folder();
  for (const [other, text] of Object.entries(otherFiles)) writeFileSync(join(path, other), text);
  writeFileSync(join(path, name), module);
  writeFileSync(
    join(path, "hook.mjs"),
    `import { defineHook, deny, serve } from ${SDK};
import { shared } from "./shared.mjs";
shared.by.push("hook");
const hook = defineHook({
  name: "later",
  onFailure: "block",
  async beforeTool() {
    const module = await import("./${name}");
    return deny(String(await (module.default?.say ?? module.default ?? module.say)()));
  },
});
await serve(hook);
`,
  );
  writeFileSync(
    join(path, "shared.mjs"),
    "export const shared = { by: [] };\nexport let turns = 0;\nexport const turn = () => { turns++; };\n",
  );
  return join(path, "hook.mjs");
}

const lines = LONG_MODULE.join("\n");
test.each([
  [
    "shares a loaded module and sees it change",
    "big.mjs",
    `import { shared, turn, turns } from "./shared.mjs";\n${lines}\nexport const say = () => { turn(); shared.by.push("big"); return shared.by.join(" ") + turns + [line7, line1999].map((f) => f()); };`,
    "hook big1line 7,line 1999",
  ],
  [
    "imports Node modules",
    "big.mjs",
    `import { basename } from "node:path";\n${lines}\nexport default () => basename("/a/b") + line3();`,
    "bline 3",
  ],
  [
    "awaits something while it loads",
    "big.mjs",
    `${lines}\nconst word = await Promise.resolve("came");\nexport const say = () => word + line1();`,
    "cameline 1",
  ],
  [
    "loads another module",
    "big.mjs",
    `${lines}\nexport const say = async () => (await import("./more.mjs")).more + line2();`,
    "moreline 2",
  ],
  [
    "reads its own path",
    "big.mjs",
    `${lines}\nexport const say = () => typeof import.meta.url + import.meta.url.split("/").at(-1);`,
    "stringhook.cjs",
  ],
  [
    "is CommonJS",
    "big.cjs",
    `${lines.replaceAll("export ", "")}\nmodule.exports = { say: () => line4() + require("node:path").sep };`,
    "line 4/",
  ],
])("a large module that %s behaves the same in a built hook", async (_what, name, module, reason) => {
  const source = hookThatLoads(name, module, { "more.mjs": 'export const more = "more";' });
  const { bundle, command, node } = await buildHook(["--out", folder(), source]);
  for (const startCommand of [[node.path, bundle], command]) {
    const { stdout, stderr } = runAsHost(startCommand, shellCallPayload("ls"));
    expect(stderr).toBe("");
    expect(JSON.parse(stdout).hook_specific_output.permission_decision_reason).toBe(reason);
  }
});
