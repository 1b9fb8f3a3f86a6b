import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { filesInCommand } from "../src/dev/hook-files.js";
import { importedFiles } from "../src/dev/imported-files.js";
import { WatchedFiles } from "../src/dev/watched-files.js";
import { folder } from "./temporary-folder.js";

function project(files: Readonly<Record<string, string>>): (name: string) => string {
  const path = folder();
  const pathOf = (name: string) => join(path, name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(pathOf(name)), { recursive: true });
    writeFileSync(pathOf(name), text);
  }
  return pathOf;
}

test("the files of a hook are what it imports, also from a linked package, but not from an installed one", async () => {
  const pathOf = project({
    "hook/main.ts":
      'import "./rules.js"; import "installed"; import "linked"; import "missing"; import("./later.js"); import "node:fs";',
    "hook/rules.ts": 'import data from "./data.json"; import text from "./policy.txt"; export default data + text;',
    "hook/data.json": "1",
    "hook/policy.txt": "deny",
    "hook/later.js": "",
    "hook/unused.ts": "",
    "hook/node_modules/installed/index.js": 'import "./deep.js";',
    "hook/node_modules/installed/deep.js": "",
    "linked/index.js": "",
  });
  symlinkSync(pathOf("linked"), pathOf("hook/node_modules/linked"));
  const files = await importedFiles([pathOf("hook/main.ts")]);
  const expected = [
    "hook/data.json",
    "hook/later.js",
    "hook/main.ts",
    "hook/policy.txt",
    "hook/rules.ts",
    "linked/index.js",
  ];
  expect([...files].sort()).toEqual(expected.map(pathOf));
});

test("a file with a syntax error does not hide the files that were found before", async () => {
  const pathOf = project({ "main.mjs": 'import "./a.mjs"; import "./b.mjs";', "a.mjs": "const = 1;", "b.mjs": "" });
  const files = await importedFiles([pathOf("main.mjs")]);
  expect([...files].sort()).toEqual(["a.mjs", "b.mjs", "main.mjs"].map(pathOf));
});

test("the files in a command are its scripts and the files of its options, not the program", () => {
  const pathOf = project({ "main.py": "", ".env": "", "hook.sh": "" });
  const command = [
    pathOf("hook.sh"),
    `--env-file=${pathOf(".env")}`,
    pathOf("main.py"),
    pathOf("gone.mjs"),
    "--host",
    "codex",
  ];
  expect(filesInCommand(command)).toEqual(["hook.sh", ".env", "main.py", "gone.mjs"].map(pathOf));
  expect(filesInCommand([process.execPath, "run", "--import", "tsx"])).toEqual([]);
});

test("a folder to watch includes new files, but no hidden ones and no packages", async () => {
  const pathOf = project({
    "main.mjs": "",
    "rules/a.yaml": "",
    "rules/.git/index": "",
    "rules/node_modules/x/y.js": "",
  });
  const seen: string[] = [];
  let onSeen = () => {};
  const files = new WatchedFiles(["node", pathOf("main.mjs")], [pathOf("rules")], (changed) => {
    seen.push(...changed);
    onSeen();
  });
  onTestFinished(() => files.close());
  writeFileSync(pathOf("rules/.git/index"), "1");
  writeFileSync(pathOf("rules/node_modules/x/y.js"), "1");
  mkdirSync(pathOf("rules/more"));
  writeFileSync(pathOf("rules/b.tmp"), "1");
  renameSync(pathOf("rules/b.tmp"), pathOf("rules/more/b.yaml"));
  while (!seen.includes(pathOf("rules/more/b.yaml"))) {
    await new Promise<void>((resolve) => {
      onSeen = resolve;
    });
  }
  expect(new Set(seen.filter((file) => !file.endsWith(".tmp")))).toEqual(new Set([pathOf("rules/more/b.yaml")]));
});
