import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { LoadedScripts } from "../../../src/serve/resident/loaded-scripts.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

it("lists modules of both kinds that were loaded before, and those that are loaded later", async () => {
  const folder = temporaryFolder("hooks");
  const [module, required] = [join(folder, "one.mjs"), join(folder, "two.cjs")];
  writeFileSync(required, "exports.two = 2;");
  writeFileSync(module, `import "./two.cjs"; export const one = 1;`);
  const scripts = new LoadedScripts();
  expect([...scripts.files]).toContain(fileURLToPath(import.meta.resolve("vitest")));
  expect(scripts.files.has(module)).toBe(false);
  expect([scripts.hasNew(), scripts.hasNew()]).toEqual([true, false]);
  await import(/* @vite-ignore */ pathToFileURL(module).href);
  expect([...scripts.files]).toEqual(expect.arrayContaining([module, required]));
  expect([scripts.hasNew(), scripts.hasNew()]).toEqual([true, false]);
});

it("says when there are too many scripts, most of which have no file", () => {
  const scripts = new LoadedScripts();
  expect(scripts.areTooMany()).toBe(false);
  for (let at = 0; at < 20_000; at++) new Function(`return ${at}`);
  expect(scripts.areTooMany()).toBe(true);
});
