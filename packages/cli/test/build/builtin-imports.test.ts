import { expect, test } from "vitest";
import { importedByExport, shareBuiltins } from "../../src/build/builtin-imports.js";

const BUILTINS = ["node:fs", "node:os"].map((name) => {
  return `var require_${name.replace(":", "_")}=__commonJS({"builtin:${name}"(exports,module){module.exports=require("${name}")}});`;
});
const WRAPPED = "import_node_fs=__toESM(require_node_fs())";

test("a file that imports functions of a built-in module uses the module itself, at the same columns", () => {
  const code = `${BUILTINS.join("")}${WRAPPED};(0,import_node_fs.readFileSync)("a")`;
  const shared = shareBuiltins(code, importedByExport(['import { readFileSync } from "node:fs";']));
  expect(shared).toMatch(/;import_node_fs= +require_node_fs\(\);\(0,import_node_fs\.readFileSync\)\("a"\)$/);
  expect(shared).toHaveLength(code.length);
});

test("a file that imports the default export keeps esbuild's copy, and other files do not", () => {
  const files = ['import fs, { statSync } from "node:fs";', 'import {\n  readFileSync as read\n} from "node:fs";'];
  const other = "import_node_fs2=__toESM(require_node_fs(),1)";
  const code = `${BUILTINS.join("")}${WRAPPED};import_node_fs.default.writeSync=()=>{};${other};`;
  const shared = shareBuiltins(code, importedByExport(files));
  expect(shared).toContain(WRAPPED);
  expect(shared).not.toContain(other);
});

test.each([
  'import * as fs from "node:fs";',
  'import fs, * as all from "node:fs";',
  'export { statSync } from "node:fs";',
])("a module whose exports can be used as an object keeps its copies: %s", (statement) => {
  const code = `${BUILTINS.join("")}${WRAPPED};`;
  expect(shareBuiltins(code, importedByExport(['import { statSync } from "node:fs";', statement]))).toBe(code);
});

test("a package that is not a built-in module keeps its copy", () => {
  const code = 'var require_node_fs=__commonJS({"node_modules/node-fs/index.js"(exports,module){}});'.concat(WRAPPED);
  expect(shareBuiltins(code, importedByExport(['import { statSync } from "node:fs";']))).toBe(code);
});
