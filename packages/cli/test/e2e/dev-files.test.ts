import { symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { importedFiles } from "../../src/dev/imported-files.js";
import { project } from "../temporary-folder.js";

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
