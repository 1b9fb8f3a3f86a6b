import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { loadedFiles } from "../../src/serve/resident/loaded-files.js";
import { temporaryFolder } from "../launcher/temporary-folder.js";

it("lists Node, named files and what is next to them, and what a package manager would change", () => {
  const folder = temporaryFolder("hooks");
  for (const name of ["policy.yaml", "rules.json"]) writeFileSync(join(folder, name), "{}");
  const files = loadedFiles([join(folder, "policy.yaml")]);
  expect(files).toEqual(
    expect.arrayContaining([
      process.execPath,
      folder,
      join(folder, "policy.yaml"),
      join(folder, "rules.json"),
      join(dirname(folder), "node_modules/.package-lock.json"),
      join(dirname(folder), "package.json"),
    ]),
  );
  expect(new Set(files).size).toBe(files.length);
});

it("lists a folder that was removed after a module in it was loaded", () => {
  const folder = join(temporaryFolder(), "removed");
  expect(loadedFiles([join(folder, "compiled.mjs")])).toEqual(expect.arrayContaining([folder]));
});

it("lists files in options of Node, also those that do not exist yet, and Node where the command may find it", () => {
  const folder = temporaryFolder("hooks");
  const file = join(folder, "a=b.env");
  const path = `${join(folder, "first")}:${join(folder, "second")}`;
  vi.stubGlobal("process", {
    ...{ execPath: process.execPath, argv: process.argv, argv0: join(folder, "node"), env: { PATH: path } },
    ...{ execArgv: ["--no-warnings", `--env-file-if-exists=${file}`], getBuiltinModule: process.getBuiltinModule },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const nodes = ["node", "first/node", "second/node"].map((name) => join(folder, name));
  expect(loadedFiles([])).toEqual(expect.arrayContaining([file, ...nodes]));
});
