import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { file } from "../run-command.js";

test("no other command loads esbuild", () => {
  const run = JSON.stringify(file("packages/cli/dist/run.js"));
  const script = `const { run } = await import(${run}); await run(["--help"]);
    const { _cache } = process.getBuiltinModule("module");
    console.error(Object.keys(_cache).filter((name) => name.includes("esbuild")).length);`;
  const output = execFileSync("sh", [
    "-c",
    '"$0" --input-type=module -e "$1" 2>&1 >/dev/null',
    process.execPath,
    script,
  ]);
  expect(output.toString()).toBe("0\n");
});

test("the help loads only the lists of hosts from the SDK", () => {
  const loaded = new Set<string>();
  const load = (path: string) => {
    for (const [, name = ""] of readFileSync(path, "utf8").matchAll(/^import (?:.* from )?"(.+)";$/gm)) {
      const isNew = !loaded.has(name);
      loaded.add(name);
      if (isNew && name.startsWith(".")) load(join(dirname(path), name));
    }
  };
  load(file("packages/cli/dist/run.js"));
  expect([...loaded].filter((name) => name.startsWith("@agent-hook/"))).toEqual([
    "@agent-hook/sdk/internal/host-lists",
  ]);
});
