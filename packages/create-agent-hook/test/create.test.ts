import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HOSTS } from "agent-hook/internal/host-config";
import { afterAll, describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { PACKAGE_MANAGERS, packageManager, scriptCommand } from "../src/package-manager.js";
import { projectName } from "../src/place/project-name.js";
import type { Files } from "../src/shipped.js";
import { PROJECTS, packageJsonOf, projectOf, templateNamed, templates } from "./projects.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "created-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("the package ships five templates", () => {
  expect(templates.map(({ name }) => name)).toEqual(["guard", "redact", "observer", "weather", "tools"]);
});

describe.each(PROJECTS)("a project from %s in %s", (template, language) => {
  const files = projectOf(template, { language });
  const manifest = packageJsonOf(files);
  const main = language === "typescript" ? "dist/main.js" : "src/main.js";

  it("has the expected files", async () => {
    const source = join(root, "templates", template);
    const loosened = {
      ...files,
      "README.md": withoutHosts(files["README.md"] ?? ""),
      "package.json": (files["package.json"] ?? "").replaceAll(
        /("(?:@agent-hook\/\w+|agent-hook)": )"[^"]+"/g,
        '$1"VERSION"',
      ),
    };
    const text = Object.entries(loosened).map(([path, content]) => {
      const same = existsSync(join(source, path)) && readFileSync(join(source, path), "utf8") === content;
      return same ? `=== ${path}: as in templates/${template}\n` : `=== ${path}\n${content}`;
    });
    await expect(text.sort().join("\n")).toMatchFileSnapshot(`projects/${template}-${language}.txt`);
  });

  it("passes its own lint", () => {
    const project = join(folder, `${template}-${language}`);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), content);
    }
    expect(manifest.scripts.lint).toBe("biome check");
    execFileSync(join(root, "node_modules/.bin/biome"), ["check", "--error-on-warnings"], {
      cwd: project,
      stdio: "pipe",
    });
  });

  it("can be published", () => {
    expect(manifest).toMatchObject({
      name: "my-hook",
      version: "0.1.0",
      keywords: ["agent-hook"],
      bin: { "my-hook": main },
      files: [dirname(main)],
      engines: { node: ">=20.19.0" },
    });
    expect(manifest.private).toBeUndefined();
    expect(JSON.stringify(manifest.exports)).toContain(`./${dirname(main)}/hook.js`);
  });

  it("depends on the exact versions of the workspace", () => {
    const { dependencies, devDependencies } = manifest;
    for (const version of Object.values({ ...dependencies, ...devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
    const { catalog } = parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"));
    const { version } = JSON.parse(readFileSync(join(root, "packages/sdk/package.json"), "utf8"));
    expect({ ...dependencies, ...devDependencies }).toMatchObject({
      "@agent-hook/sdk": version,
      vitest: catalog.vitest,
    });
  });

  it("has the scripts that its README and workflow mention, and those of its language", () => {
    const names = ["dev", "build", "test", "check", "lint"];
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(names));
    const mentioned = `${files["README.md"]}${files[".github/workflows/ci.yml"]}`.matchAll(/\bnpm run (\w+)/g);
    for (const [, script] of mentioned) expect(Object.keys(manifest.scripts)).toContain(script);
    expect("typecheck" in manifest.scripts).toBe(language === "typescript");
  });

  it("mentions in its README only files that exist or that the build creates", () => {
    for (const [path] of (files["README.md"] ?? "").matchAll(/(?<=`)(?:src|test|dist)\/[\w./-]+(?=`)/g)) {
      const source = path.replace(/^dist\/(.*)\.js$/, "src/$1.ts");
      expect(
        Object.keys(files).some((file) => file === path || file === source || file.startsWith(`${path}/`)),
        path,
      ).toBe(true);
    }
  });

  it("contains no trace of its origin", () => {
    for (const [path, content] of Object.entries(files)) {
      expect(content, path).not.toMatch(/workspace:\*|catalog:|@agent-hook\/template|TODO|(?<!\$)\{\{/);
    }
    expect(`${files["README.md"]}${files["package.json"]}`).not.toContain("undefined");
    const hook = files[language === "typescript" ? "src/hook.ts" : "src/hook.js"];
    expect(hook).toMatch(/\(\s*\{\s*name: "my-hook",\s*version: manifest.version/);
  });

  it("has a command in its README that prints the config of each agent", () => {
    const readme = files["README.md"] ?? "";
    const hasTools = templateNamed(template).manifest.tools.length > 0;
    const leftOut = hasTools ? ["docker-agent", "mcp-gateway", "goose", "cursor"] : ["mcp"];
    for (const { name, title } of HOSTS.filter((host) => !leftOut.includes(host.name)))
      expect(readme).toMatch(
        new RegExp(`\\| ${title} \\| \`npx agent-hook config ${name}(?:@v[\\d.]+)? -- node ${main}\` \\|`),
      );
    for (const name of leftOut) expect(readme).not.toContain(`agent-hook config ${name} `);
  });

  it("lists in its README the agents whose settings can be changed", () => {
    const own = HOSTS.flatMap(({ title, places }) => (places === undefined ? [] : [title]));
    const [, list = ""] = /in your own settings of (.*), and asks\.$/m.exec(files["README.md"] ?? "") ?? [];
    const hasTools = templateNamed(template).manifest.tools.length > 0;
    expect(list.split(", ")).toEqual(hasTools ? own.filter((title) => list.includes(title)) : own);
  });

  if (language === "javascript") {
    it("contains nothing that only TypeScript needs", () => {
      expect(Object.keys(files).filter((path) => /\.ts$|tsconfig/.test(path))).toEqual([]);
      expect(JSON.stringify(manifest)).not.toMatch(/tsx|typescript|@types|tsc/);
      for (const content of Object.values(files)) expect(content).not.toMatch(/\b(src|test)\/[\w/-]+\.ts\b/);
    });
  }
});

/** Leaves out what a README says for each host, so that a new host changes no snapshot. */
function withoutHosts(readme: string): string {
  return readme
    .replace(/(?:^\| .* \| `npx agent-hook config .*\n)+/m, "| HOST | COMMAND |\n")
    .replace(/(?<=in your own settings of ).*(?=, and asks\.$)/m, "HOSTS")
    .replace(/^- .*(?=: these get the tools over MCP\.)/m, "- HOSTS");
}

describe.each(PACKAGE_MANAGERS)("with %s", (name) => {
  const files = projectOf("weather", { packageManager: name });

  test("every command uses this package manager", () => {
    const others = PACKAGE_MANAGERS.filter((other) => other !== name);
    const text = `${files["README.md"]}${files[".github/workflows/ci.yml"]}`;
    for (const other of others) expect(text).not.toMatch(new RegExp(`\\b${other} (run|test|ci|create)\\b`));
    expect(text).toContain(scriptCommand(packageManager(name), "test"));
  });

  test("the workflow checks everything on each Node", async () => {
    await expect(files[".github/workflows/ci.yml"]).toMatchFileSnapshot(`projects/ci-${name}.yml`);
    const { jobs } = parse(files[".github/workflows/ci.yml"] ?? "");
    expect(jobs.ci.strategy.matrix.node).toEqual([20, 22, 24]);
  });
});

test("with pnpm, esbuild's install script is disabled", () => {
  expect(parse(projectOf("weather", { packageManager: "pnpm" })["pnpm-workspace.yaml"] ?? "")).toEqual({
    allowBuilds: { esbuild: false },
  });
});

test("with yarn, dependencies go to node_modules, where Node finds them", () => {
  const files = projectOf("weather", { packageManager: "yarn" });
  expect(files).toMatchObject({ ".yarnrc.yml": "nodeLinker: node-modules\n", "yarn.lock": "" });
  expect(files[".gitignore"]).toContain(".yarn/install-state.gz");
});

test("a scoped package has a command without the scope", () => {
  const files = projectOf("weather", { name: projectName("hook", "me", []) });
  expect(packageJsonOf(files)).toMatchObject({ name: "@me/hook", bin: { hook: "dist/main.js" } });
  expect(files["README.md"]).toMatch(/^# @me\/hook\n/);
  expect(files["README.md"]).toContain("npm publish --access public");
});

test.each(["tools", "weather"])("the README of %s lists the agents that use its tools over MCP", (template) => {
  expect(projectOf(template)["README.md"]).toMatch(
    /^- Claude Code.*: these get the tools over MCP. The command prints how to add them/m,
  );
});

test("the same options give the same files", () => {
  expect<Files>(projectOf("redact")).toEqual(projectOf("redact"));
});
