import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HOSTS } from "agent-hook/internal/host-config";
import { describe, expect, it, test } from "vitest";
import { PACKAGE, packageJsonOf } from "./projects.js";
import { runHere } from "./run-here.js";
import { createWorkspace } from "./start-program.js";

const DRY = ["--no-install", "--no-git"];
const TEMPLATES = "guard, redact, observer, weather, tools";

describe("exit code 0", () => {
  it("is returned after the project is created, with output that fits on a screen and files without local paths", async () => {
    const here = createWorkspace();
    const { code, stdout, stderr } = await runHere(here, ["my-hook", "--template", "guard", ...DRY]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(Object.keys(here.tree())).toContain("my-hook/src/hook.ts");
    for (const path of [here.folder, process.execPath]) expect(Object.values(here.tree()).join()).not.toContain(path);
    expect(stdout).toContain(`Created my-hook in ${join(here.folder, "my-hook")} (template guard, TypeScript).`);
    expect(stdout).toContain("For PicoClaw: after npm run build, run, in the project\n");
    expect(stdout).toContain(
      "\n  npx agent-hook config picoclaw@v0.2.9 --write ~/.picoclaw/config.json -- node dist/main.js\n",
    );
    const linesOfSmallestTerminal = 24;
    expect(stdout.split("\n").length).toBeLessThan(linesOfSmallestTerminal);
    expect(stdout).toMatch(
      /\nNext:\n {2}cd my-hook\n {2}npm install\n {2}npm test\n {2}npm run dev {3}# calls the hook after each save, until Ctrl-C\n$/,
    );
  });

  it("is returned for --help, which lists all templates and exit codes", async () => {
    const { code, stdout } = await runHere(createWorkspace(), ["--help"]);
    expect(code).toBe(0);
    for (const name of TEMPLATES.split(", ")) expect(stdout).toMatch(new RegExp(`\n {2}${name} +A hook`));
    expect(stdout).toMatch(/0 {2}the project.*\n.*1 {2}.*\n.*2 {2}.*\n.*130/);
  });

  it("is returned for --version", async () => {
    const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
    expect(await runHere(createWorkspace(), ["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});

it("creates the guard if no template is named", async () => {
  const here = createWorkspace();
  const { code, stdout, stderr } = await runHere(here, ["my-hook", ...DRY]);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("(template guard, TypeScript).");
});

describe("exit code 1 or 2, with an explanation, and nothing is written", () => {
  const example = "such as: npm create agent-hook@latest my-hook -- --template guard";

  it.each([
    [[], `pass the folder, ${example}`],
    [["--template", "guard"], `pass the folder, ${example}`],
    [["", "--template", "guard"], "pass the folder"],
    [["~/x", "--template", "guard"], "~/x: only a shell expands ~"],
    [["x", "--template", "gard"], `Expected one of ${TEMPLATES} (did you mean "guard"?)`],
    [["x", "--templte", "guard"], "unknown option '--templte' (Did you mean --template?); the options are --version,"],
    [["x", "--template"], "option '--template <name>' argument missing"],
    [["x", "--template", "guard", "--package-manager", "ynpm"], 'of npm, pnpm, yarn, bun, deno (did you mean "npm"?)'],
    [["x", "y", "--template", "guard"], "too many arguments"],
  ])("%j", async (args, message) => {
    const here = createWorkspace();
    const { code, stdout, stderr } = await runHere(here, args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^create-agent-hook: .*\n$/);
    expect(here.tree()).toEqual({});
  });

  it("the message uses the package manager that started the program", async () => {
    const { stderr } = await runHere(createWorkspace(), [], {
      npm_config_user_agent: "pnpm/10.34.9 npm/? node/v20",
    });
    expect(stderr).toContain("such as: pnpm create agent-hook@latest my-hook --template guard\n");
  });

  it("the message explains that npm consumed a flag", async () => {
    const { code, stderr } = await runHere(createWorkspace(), ["x", "guard"], { npm_config_template: "true" });
    expect(code).toBe(2);
    expect(stderr).toContain("npm consumed --template: put -- before the flags");
  });
});

test("the flags are respected", async () => {
  const here = createWorkspace();
  const flags = ["--template", "redact", "--javascript", "--package-manager", "bun", ...DRY];
  const { stdout } = await runHere(here, ["x", ...flags]);
  const files = here.tree();
  expect(Object.keys(files)).toContain("x/src/hook.js");
  expect(stdout).toContain("(template redact, JavaScript)");
  expect(stdout).toMatch(/ {2}bun install\n {2}bun run test\n/);
  expect(packageJsonOf({ "package.json": files["x/package.json"] ?? "" }).name).toBe("x");
});

describe("the next steps for the coding agents", () => {
  const agents = HOSTS.filter(({ places }) => places !== undefined);
  const stdoutFor = async (template: string, ...flags: string[]) =>
    (await runHere(createWorkspace(), ["x", "--template", template, ...flags, ...DRY])).stdout;

  it.each(["guard", "redact", "observer"])("%s can be added to the settings of any of them", async (template) => {
    const stdout = await stdoutFor(template);
    const titles = agents.map(({ title }) => title).join(", ");
    expect(stdout).toContain(`For ${titles}: after npm run build, run, in the project`);
    const [first, ...others] = agents.map(({ name }) => name);
    const command = `npx agent-hook config ${first} --write -- node dist/main.js`;
    expect(stdout).toContain(`\n  ${command}   # or ${others.join(", ")}\n`);
    expect(stdout).not.toContain("over MCP");
  });

  it("name the file that is started without a build", async () => {
    const stdout = await stdoutFor("guard", "--javascript");
    expect(stdout).toContain(`${agents.at(-1)?.title}: run, in the project\n`);
    expect(stdout).toContain("--write -- node src/main.js ");
  });

  it.each(["tools", "weather"])(
    "%s has only tools, which use MCP where the config does not support them",
    async (template) => {
      const stdout = await stdoutFor(template);
      expect(stdout).toMatch(/\n {2}npx agent-hook config gemini --write -- node dist\/main\.js\b/);
      expect(stdout).toMatch(
        /^For Claude Code, Codex.*, Copilot CLI.*: README\.md says how to add the tools over MCP$/m,
      );
      expect(stdout).not.toContain("config claude-code");
    },
  );
});

test.each([
  ["npm/11.1.0 node/v20", "npm test"],
  ["pnpm/10.34.9 npm/? node/v20", "pnpm test"],
  ["yarn/4.1.0 npm/? node/v20", "yarn test"],
  ["bun/1.2.0 npm/? node/v20", "bun run test"],
  ["deno/2.9.6 npm/? deno/2.9.6", "deno task test"],
  ["cnpm/9.0.0 node/v20", "npm test"],
])("called by %s the next step is %s", async (agent, step) => {
  const { stdout } = await runHere(createWorkspace(), ["x", "--template", "redact", ...DRY], {
    npm_config_user_agent: agent,
  });
  expect(stdout).toContain(`  ${step}\n`);
});

test("the -- that pnpm and yarn pass on is ignored", async () => {
  expect(await runHere(createWorkspace(), ["x", "--", "--template", "redact", ...DRY])).toMatchObject({ code: 0 });
});

test("the output has the name of the package if it differs from the folder's", async () => {
  const here = createWorkspace();
  const { stdout } = await runHere(here, ["My Hook!", "--template", "redact", ...DRY]);
  expect(stdout).toContain(`Created my-hook in ${join(here.folder, "My Hook!")} `);
  expect(stdout).toContain("cd 'My Hook!'\n");
});
