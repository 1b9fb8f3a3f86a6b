import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HOSTS } from "agent-hook/internal/host-config";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { PACKAGE_MANAGERS, type PackageManagerName, packageManager, scriptCommand } from "../src/package-manager.js";
import { projectName } from "../src/place/project-name.js";
import type { Language } from "../src/shipped.js";
import { PROJECTS, packageJsonOf, projectOf, templateNamed, templates } from "./projects.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

it("the package ships five templates", () => {
  expect(templates.map(({ name }) => name)).toEqual(["guard", "redact", "observer", "weather", "tools"]);
});

// These two projects contain everything that is the same in all projects.
test.each<[string, Language]>([
  ["guard", "typescript"],
  ["weather", "javascript"],
])("a project from %s in %s, as a whole", async (template, language) => {
  const shipped = templateNamed(template).files[language];
  const files = projectOf(template, { language });
  const loosened = {
    ...files,
    "README.md": withoutHosts(files["README.md"] ?? ""),
    "package.json": (files["package.json"] ?? "").replaceAll(
      /("(?:@agent-hook\/\w+|agent-hook)": )"[^"]+"/g,
      '$1"VERSION"',
    ),
  };
  const text = Object.entries(loosened).map(([path, content]) =>
    shipped[path] === content ? `=== ${path}: as in the template\n` : `=== ${path}\n${content}`,
  );
  await expect(text.sort().join("\n")).toMatchFileSnapshot(`projects/${template}-${language}.txt`);
});

/** Leaves out what a README says for each host, so that a new host changes no snapshot. */
function withoutHosts(readme: string): string {
  return readme
    .replace(/(?:^\| .* \| `npx agent-hook config .*\n)+/m, "| HOST | COMMAND |\n")
    .replace(/(?<=in your own settings of ).*(?=, and asks\.$)/m, "HOSTS")
    .replace(/^- .*(?=: these get the tools over MCP\.)/m, "- HOSTS");
}

describe.each(PROJECTS)("a project from %s in %s", (template, language) => {
  const { files: shipped, packageJson } = templateNamed(template);
  const files = projectOf(template, { language });
  const manifest = packageJsonOf(files);
  const definition = language === "typescript" ? "src/hook.ts" : "src/hook.js";

  it("has the template's files, with its own name in the hook, and those of every project", () => {
    const { "README.md": about = "", [definition]: _hook, ...others } = shipped[language];
    expect(files).toMatchObject(others);
    expect(files["README.md"]).toContain(about.trim());
    expect(files[definition]).toMatch(/\(\s*\{\s*name: "my-hook",\s*version: manifest.version/);
    const added = [".github/workflows/ci.yml", ".gitignore", "biome.json", "package.json"];
    expect(Object.keys(files).sort()).toEqual([...Object.keys(shipped[language]), ...added].sort());
    expect(manifest).toMatchObject({ description: packageJson.description, dependencies: packageJson.dependencies });
  });

  it("mentions only scripts that it has, and files that exist or that the build creates", () => {
    const mentioned = `${files["README.md"]}${files[".github/workflows/ci.yml"]}`.matchAll(/\bnpm run (\w+)/g);
    for (const [, script] of mentioned) expect(Object.keys(manifest.scripts)).toContain(script);
    for (const [path] of (files["README.md"] ?? "").matchAll(/(?<=`)(?:src|test|dist)\/[\w./-]+(?=`)/g)) {
      const source = path.replace(/^dist\/(.*)\.js$/, "src/$1.ts");
      expect(
        Object.keys(files).some((file) => file === path || file === source || file.startsWith(`${path}/`)),
        path,
      ).toBe(true);
    }
  });

  it("contains no trace of its origin, and in JavaScript nothing that only TypeScript needs", () => {
    for (const [path, content] of Object.entries(files)) {
      expect(content, path).not.toMatch(/workspace:\*|catalog:|@agent-hook\/template|TODO|(?<!\$)\{\{/);
      if (language === "javascript") expect(content, path).not.toMatch(/\b(src|test)\/[\w/-]+\.ts\b/);
    }
    expect(`${files["README.md"]}${files["package.json"]}`).not.toContain("undefined");
    if (language === "typescript") return;
    expect(Object.keys(files).filter((path) => /\.ts$|tsconfig/.test(path))).toEqual([]);
    expect(JSON.stringify(manifest)).not.toMatch(/typescript|@types|\btsc\b|typecheck/);
  });
});

test("a project depends on the exact versions of the workspace", () => {
  const { catalog } = parse(readFileSync(`${root}pnpm-workspace.yaml`, "utf8"));
  const { version } = JSON.parse(readFileSync(`${root}packages/sdk/package.json`, "utf8"));
  for (const { name } of templates) {
    const { dependencies, devDependencies } = packageJsonOf(projectOf(name));
    const all = { ...dependencies, ...devDependencies };
    for (const exact of Object.values(all)) expect(exact, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(all, name).toMatchObject({ "@agent-hook/sdk": version, vitest: catalog.vitest });
  }
});

describe.each<[string, string, Language]>([
  ["a hook", "guard", "typescript"],
  ["tools", "weather", "javascript"],
])("the README of a project with %s", (_, template, language) => {
  const readme = projectOf(template, { language })["README.md"] ?? "";
  const hasTools = template === "weather";

  it("has a command that prints the config of each agent", () => {
    const main = language === "typescript" ? "dist/main.js" : "src/main.js";
    const leftOut = hasTools ? ["docker-agent", "mcp-gateway", "goose", "cursor"] : ["mcp"];
    for (const { name, title } of HOSTS.filter((host) => !leftOut.includes(host.name)))
      expect(readme).toMatch(
        new RegExp(`\\| ${title} \\| \`npx agent-hook config ${name}(?:@v[\\d.]+)? -- node ${main}\` \\|`),
      );
    for (const name of leftOut) expect(readme).not.toContain(`agent-hook config ${name} `);
  });

  it("lists the agents whose settings can be changed, and those that use the tools over MCP", () => {
    const own = HOSTS.flatMap(({ title, places }) => (places === undefined ? [] : [title]));
    const [, list = ""] = /in your own settings of (.*), and asks\.$/m.exec(readme) ?? [];
    const [, overMcp = ""] = /^- (.*): these get the tools over MCP\. The command prints how/m.exec(readme) ?? [];
    const titles = (text: string) => text.split(", ").filter((title) => title !== "");
    expect(titles(overMcp).length > 0).toBe(hasTools);
    expect(titles(list)).toEqual(own.filter((title) => !titles(overMcp).includes(title)));
  });
});

/** The steps of the workflow around the checks. */
const STEPS: Readonly<Record<PackageManagerName, readonly object[]>> = {
  npm: [{ run: "npm ci" }],
  pnpm: [{ uses: "pnpm/action-setup@v4", with: { version: 10 } }, { run: "pnpm install --frozen-lockfile" }],
  yarn: [{ run: "corepack enable" }, { run: "yarn install" }],
  bun: [{ uses: "oven-sh/setup-bun@v2" }, { run: "bun install --frozen-lockfile" }],
  deno: [{ uses: "denoland/setup-deno@v2" }, { run: "deno install --frozen" }],
};

describe.each(PACKAGE_MANAGERS)("with %s", (name) => {
  const files = projectOf("weather", { packageManager: name });
  const command = (script: string) => scriptCommand(packageManager(name), script);

  test("every command uses this package manager", () => {
    const others = PACKAGE_MANAGERS.filter((other) => other !== name);
    const text = `${files["README.md"]}${files[".github/workflows/ci.yml"]}`;
    for (const other of others) expect(text).not.toMatch(new RegExp(`\\b${other} (run|test|ci|create)\\b`));
    expect(text).toContain(`\`${name} install\` first.`);
    for (const script of ["dev", "test", "build"]) expect(text).toContain(`| \`${command(script)}\` |`);
  });

  test("the workflow checks everything on each Node", () => {
    const { jobs } = parse(files[".github/workflows/ci.yml"] ?? "");
    expect(jobs.ci.strategy.matrix.node).toEqual([20, 22, 24]);
    expect(jobs.ci.steps).toEqual([
      { uses: "actions/checkout@v6" },
      { uses: "actions/setup-node@v6", with: { "node-version": `\${{ matrix.node }}` } },
      ...STEPS[name],
      ...["lint", "typecheck", "test", "build", "check"].map((script) => ({ run: command(script) })),
    ]);
  });
});

test.each([
  ["bun", "bunx agent-hook", "bun"],
  ["deno", "deno run -A npm:agent-hook", "deno run -A"],
] as const)("with %s, the runtime of that name starts the source", (packageManager, agentHook, start) => {
  const files = projectOf("guard", { packageManager });
  const { scripts, bin } = JSON.parse(files["package.json"] ?? "");
  expect(scripts.check).toBe(`agent-hook check -- ${start} src/main.ts`);
  expect(scripts.dev).toContain(` -- ${start} src/main.ts`);
  expect(Object.values(bin)).toEqual(["dist/main.js"]);
  expect(files["README.md"]).toContain(`\`${agentHook} config claude-code -- ${start} src/main.ts\``);
  expect(files["README.md"]).not.toContain("writes `");
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
