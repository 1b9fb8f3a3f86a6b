import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkHook } from "@agent-hook/picoclaw/testing";
import { afterAll, describe, expect, test } from "vitest";
import { PROJECTS, projectOf, templateNamed } from "../projects.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const OWN_TOOLS: Readonly<Record<string, readonly string[]>> = {
  tools: ["days_between", "show_chart", "pause"],
  weather: ["get_weather"],
};

const home = mkdtempSync(join(tmpdir(), "templates-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe.each(readdirSync(join(root, "templates")))("the template %s, built", (name) => {
  const folder = join(root, "templates", name);
  const main = join(folder, "dist/main.js");
  const read = (path: string) => readFileSync(join(folder, path), "utf8");

  test("is shipped as it is, and in JavaScript with the same files", () => {
    const { typescript, javascript } = templateNamed(name).files;
    const written = ["src", "test"].flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
    );
    const others = ["README.md", "call.json"];
    const paths = [...written, ...others, "tsconfig.json", "tsconfig.build.json"];
    expect(typescript).toEqual(Object.fromEntries(paths.map((path) => [path, read(path)])));
    const inJavaScript = written.map((path) => path.replace(/\.ts$/, ".js"));
    expect(Object.keys(javascript).sort()).toEqual([...inJavaScript, ...others].sort());
  });

  test("is a program that describes itself with the version in its package.json", () => {
    expect(readFileSync(main, "utf8").startsWith("#!/usr/bin/env node\n")).toBe(true);
    const manifest = JSON.parse(execFileSync(process.execPath, [main, "--describe"], { encoding: "utf8" }));
    const { version } = JSON.parse(read("package.json"));
    expect(manifest).toMatchObject({ name, version, tools: (OWN_TOOLS[name] ?? []).map((tool) => ({ name: tool })) });
    expect(templateNamed(name).manifest).toEqual(manifest);
  });
});

// `project.test.ts` runs the suite on projects of all templates, but does not call their tools.
test.each(Object.keys(OWN_TOOLS))("the template %s follows every rule of the conformance suite", async (name) => {
  // A long timeout, because only the hook is tested, not the speed of the machine.
  const options = { env: { HOME: home }, callOwnTools: true, timeoutMs: 20_000 };
  const { results, ok } = await checkHook([process.execPath, join(root, "templates", name, "dist/main.js")], options);
  expect(results.filter(({ verdict }) => verdict !== "passed")).toEqual([]);
  expect(ok).toBe(true);
});

test("every project passes its own lint", () => {
  const all = join(home, "projects");
  for (const [template, language] of PROJECTS) {
    const { "biome.json": config = "", ...files } = projectOf(template, { language });
    for (const [path, content] of Object.entries(files)) {
      const file = join(all, `${template}-${language}`, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    // Every project has this file. Here one copy in the parent folder is enough.
    writeFileSync(join(all, "biome.json"), config);
  }
  const check = ["check", "--error-on-warnings"];
  const { status, stderr } = spawnSync(join(root, "node_modules/.bin/biome"), check, { cwd: all, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  expect(stderr).toMatch(/Checked \d{2,} files/);
});
