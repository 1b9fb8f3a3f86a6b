import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HookProcess } from "@agent-hook/picoclaw";
import { readTranscript, replay } from "@agent-hook/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { packAll } from "../../../../scripts/registry/pack.js";
import { Registry } from "../../../../scripts/registry/registry.js";
import { ownNpmCache, run } from "./commands.js";
import { whileDevRuns } from "./dev-script.js";

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

const env = () => ({
  OBSERVER_FILE: join(folder, "events.jsonl"),
  npm_config_registry: registry.url,
  npm_config_yes: "true",
  CI: "true",
});

/** Runs a command that must exit with 0. Returns its output. */
function succeed(cwd: string, command: string, ...args: string[]): Promise<string> {
  return succeedWith({}, cwd, command, ...args);
}

async function succeedWith(more: NodeJS.ProcessEnv, cwd: string, command: string, ...args: string[]): Promise<string> {
  const { code, output } = await run(command, args, cwd, { ...env(), ...more });
  expect(code, `${command} ${args.join(" ")} in ${cwd}:\n${output}`).toBe(0);
  return output;
}

/** A session with most kinds of calls, on the oldest and on the newest wire. `recordings.test.ts` has all, in memory. */
const recordings = ["v0.2.6", "v0.2.9"].map((version) => ({ version, name: "subagent" }));

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

/** Checks that the script `dev` calls the hook again after each save, also after one that breaks the hook. */
async function expectWatch(project: string, source: string): Promise<void> {
  const lastLine = "\n  sent ";
  const [hook, call] = [source, "call.json"].map((file) => readFileSync(join(project, file), "utf8"));
  const save = (file: string, text = "") => writeFileSync(join(project, file), text);
  await whileDevRuns(project, env(), async (waitFor) => {
    await waitFor(lastLine);
    save(source, `${hook}const =\n`);
    await waitFor("the hook ended with code 1");
    save(source, hook);
    await waitFor(lastLine);
    save("call.json", "{");
    await waitFor("call.json is not JSON");
    save("call.json", call);
    await waitFor(lastLine);
  });
}

// Each test installs, compiles and tests. More at a time would only wait for each other.
vi.setConfig({ maxConcurrency: 2 });

/** Every template, and each language with a hook and with tools. */
const cases = [
  ...["guard", "observer", "redact", "tools"].map((template) => ({ template, language: "typescript" })),
  ...["guard", "weather"].map((template) => ({ template, language: "javascript" })),
];

describe.concurrent("a new project", () => {
  test.each(cases)("$template in $language passes all checks at once", async ({ template, language }) => {
    const isTypeScript = language === "typescript";
    const name = `my-${template}-${language}`;
    const here = join(folder, template, language);
    mkdirSync(here, { recursive: true });
    const cache = { npm_config_cache: ownNpmCache(here) };
    const flags = ["--template", template, ...(isTypeScript ? [] : ["--javascript"])];
    await succeedWith(cache, here, "npm", "create", "agent-hook@latest", name, "--", ...flags);
    const project = join(here, name);

    if (isTypeScript) await succeed(project, "npm", "run", "typecheck");
    await succeed(project, "npm", "run", "lint");
    await succeed(project, "npm", "test");
    await succeed(project, "npm", "run", "build");
    const main = isTypeScript ? "dist/main.js" : "src/main.js";
    // The script `check` on one host, with a long timeout, because only the hook is tested, not the speed of the machine.
    const check = ["agent-hook", "check", "--host", "picoclaw", "--timeout", "20000", "--", "node", main];
    expect(await succeed(project, "npx", ...check)).toMatch(/✓ .*\d+ passed/);
    await expectWatch(project, isTypeScript ? "src/hook.ts" : "src/hook.js");
    await expectAnswersToRecordings([process.execPath, join(project, main)]);
    // What is published differs only by the language.
    if (template === "guard") await expectPublishable(here, name);
  });
});

/** Checks that the packed project can be installed, and started by its name. */
async function expectPublishable(here: string, name: string): Promise<void> {
  const project = join(here, name);
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
}
