import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HookProcess } from "@agent-hook/host";
import { readTranscript, replay } from "@agent-hook/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { packAll } from "../../../../scripts/registry/pack.js";
import { Registry } from "../../../../scripts/registry/registry.js";
import { ownNpmCache, run } from "./commands.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-hook-e2e-")));
const fixtures = new URL("../../../../packages/sdk/src/hosts/picoclaw/fixtures/", import.meta.url);
let registry: Registry;

beforeAll(async () => {
  mkdirSync(join(folder, "tarballs"));
  registry = await Registry.serve(await packAll(join(folder, "tarballs")));
}, 300_000);
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
}, 300_000);

const env = () => ({ npm_config_registry: registry.url, npm_config_yes: "true", CI: "true" });

/** Runs a command that must exit with 0. Returns its output. */
function succeed(cwd: string, command: string, ...args: string[]): Promise<string> {
  return succeedWith({}, cwd, command, ...args);
}

async function succeedWith(more: NodeJS.ProcessEnv, cwd: string, command: string, ...args: string[]): Promise<string> {
  const { code, output } = await run(command, args, cwd, { ...env(), ...more });
  expect(code, `${command} ${args.join(" ")} in ${cwd}:\n${output}`).toBe(0);
  return output;
}

const recordings = ["v0.2.6", "v0.2.9"].flatMap((version) =>
  ["reply", "tool-call", "plugin-tool", "two-tool-calls", "subagent"].map((name) => ({ version, name })),
);

/** Checks that every call of real sessions is answered exactly once. */
async function expectAnswersToRecordings(command: readonly string[]): Promise<void> {
  for (const { version, name } of recordings) {
    const transcript = readTranscript(readFileSync(new URL(`${version}/${name}.jsonl`, fixtures), "utf8"));
    const { answers, extra } = await replay(transcript, command, { version });
    expect(
      answers.filter(({ verdict }) => verdict === "missing"),
      `${name} of ${version}`,
    ).toEqual([]);
    expect(extra).toEqual([]);
  }
}

// Each test installs, compiles and tests. More at a time would only wait for each other.
vi.setConfig({ maxConcurrency: 2 });

const templates = ["guard", "observer", "redact", "tools", "weather"];
/** In JavaScript, a project differs only by its build: one without tools and one with tools are enough. */
const cases = [
  ...templates.map((template) => ({ template, language: "typescript", main: "dist/main.js" })),
  ...["guard", "weather"].map((template) => ({ template, language: "javascript", main: "src/main.js" })),
];

describe.concurrent("a new project", () => {
  test.each(cases)("$template in $language passes all checks at once and can be published", async (options) => {
    const { template, language, main } = options;
    const name = `my-${template}-${language}`;
    const flags = language === "javascript" ? ["--javascript"] : [];
    const here = join(folder, template, language);
    mkdirSync(here, { recursive: true });
    const cache = { npm_config_cache: ownNpmCache(here) };
    const create = ["create", "agent-hook@latest", name, "--", "--template", template, ...flags];
    await succeedWith(cache, here, "npm", ...create);
    const project = join(here, name);

    if (language === "typescript") await succeed(project, "npm", "run", "typecheck");
    await succeed(project, "npm", "run", "lint");
    await succeed(project, "npm", "test");
    await succeed(project, "npm", "run", "build");
    expect(await succeed(project, "npm", "run", "check")).toMatch(/✓ .*\d+ passed/);
    await succeed(project, "npm", "run", "dev");
    await expectAnswersToRecordings([process.execPath, join(project, main)]);

    await succeed(project, "npm", "pack");
    const tarball = readdirSync(project).find((file) => file.endsWith(".tgz")) as string;
    const elsewhere = join(here, "user");
    mkdirSync(elsewhere);
    await succeed(elsewhere, "npm", "init", "--yes");
    await succeed(elsewhere, "npm", "install", join(project, tarball));
    const command = [join(elsewhere, "node_modules/.bin", name)];
    const installed = await HookProcess.start({ name, command, helloTimeoutMs: 30_000 });
    expect(installed.hello).toMatchObject({ name });
    await installed.close();
  });
});
