import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { BIN, createWorkspace, runProgram } from "../start-program.js";

// `program.test.ts` runs the same program in memory.

test("the program passes its arguments on, and ends with the exit code", async () => {
  const here = createWorkspace();
  const args = ["my-hook", "--template", "guard", "--no-install", "--no-git"];
  const { code, stdout, stderr } = await runProgram(here, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`Created my-hook in ${join(here.folder, "my-hook")} (template guard, TypeScript).`);
  expect(Object.keys(here.tree())).toContain("my-hook/src/hook.ts");
  expect(await runProgram(here, ["x", "--template", "gard"])).toMatchObject({ code: 2, stdout: "" });
  expect(await runProgram(here, args)).toMatchObject({ code: 1, stdout: "" });
});

test.each([6, 18, "20.18.1"])("under Node %s, it ends with exit code 1 and one line", (version) => {
  const fake = `Object.defineProperty(process.versions, "node", { value: "${version}.0" })`;
  const old = join(createWorkspace().folder, "old.cjs");
  writeFileSync(old, fake);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--require", old, BIN, "x"], { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^create-agent-hook needs Node 20.19 or newer; this is Node .*\n$/);
});

/** `npm start` and `npm test` of this repository begin in it. */
const SETUP = fileURLToPath(new URL("../../../../scripts/setup.cjs", import.meta.url));

test.each([BIN, SETUP])("any version of Node can parse the file that checks it: %s", (file) => {
  const source = readFileSync(file, "utf8");
  expect(() => transformSync(source, { target: "es5" })).not.toThrow();
  expect(source).not.toMatch(/import\s*\(/);
});
