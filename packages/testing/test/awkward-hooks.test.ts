// Hooks that were awkward to write for every agent. Each has at most twelve lines.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addContext,
  approve,
  commandOf,
  defineHook,
  deny,
  forTools,
  pathsOf,
  respond,
  type ToolCall,
  type ToolOutcome,
  urlsOf,
  withCommand,
} from "@agent-hook/sdk";
import { hostCan, hosts } from "@agent-hook/sdk/hosts";
import { afterAll, describe, expect, it } from "vitest";
import { createTestHost, TEST_HOSTS, type TestHostName } from "../src/index.js";

type Wanted = Parameters<typeof hostCan>;
const hostsThatCan = (...[what, point]: Wanted extends [string, ...infer Rest] ? Rest : never) =>
  TEST_HOSTS.filter((host) => hostCan(host, what, point));
const hostsThatCannot = (...wanted: Parameters<typeof hostsThatCan>) =>
  TEST_HOSTS.filter((host) => !hostsThatCan(...wanted).includes(host));
/** What the capability table says. */
const noteOf = (host: TestHostName, ...[what, at]: Parameters<typeof hostsThatCan>) =>
  hosts[host].decisions.find(({ decision, point }) => decision === what && point === at)?.note;

const noEnv = defineHook({
  name: "no-env",
  onFailure: "block",
  approveTool(call) {
    const named = [...pathsOf(call), ...commandOf(call).split(/[\s'"=]+/)];
    const isSecret = named.some((path) => /(^|\/)\.env(\.|$)/.test(path));
    return isSecret ? deny("Ask the user for the setting: .env is private.") : approve();
  },
});

describe("no .env", () => {
  it("is read, printed or written", async () => {
    const agent = createTestHost(noEnv, { host: "claude-code" });
    expect(await agent.read(".env")).toMatchObject({ decision: "deny", ran: false });
    expect(await agent.shell("cat '.env'")).toMatchObject({ ran: false });
    expect(await agent.write(".env", "KEY=1")).toMatchObject({
      ran: false,
      result: expect.stringContaining("Ask the user"),
    });
    expect(await agent.read("src/env.ts", "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
  });

  it.each([
    ["/work/.env", false],
    [".env.local", false],
    ["environment.md", true],
  ])("means %s: %s", async (path, ran) => {
    const agent = createTestHost(noEnv, { host: "claude-code" });
    for (const call of [agent.read(path), agent.shell(`cat '${path}'`)]) expect(await call).toMatchObject({ ran });
  });
});

const times: string[] = [];
const started = new Map<string, number>();
const timer = defineHook({
  name: "timer",
  beforeTool: ({ tool, arguments: args }) => void started.set(JSON.stringify([tool, args]), performance.now()),
  afterTool({ tool, arguments: args, durationMs }) {
    const start = started.get(JSON.stringify([tool, args])) ?? Number.NaN;
    times.push(`${tool} ${(durationMs ?? performance.now() - start).toFixed(1)} ms`);
  },
});

// PicoClaw tells how long a tool took, docker-agent does not.
it.each(["picoclaw", "docker-agent"] as const)("each tool timed under %s: a line for each call", async (host) => {
  times.length = 0;
  const agent = createTestHost(timer, { host });
  const { tool } = await agent.shell("ls");
  await agent.write("a.txt", "x");
  expect(times).toHaveLength(2);
  expect(times[0]).toMatch(new RegExp(`^${tool} [\\d.]+ ms$`));
});

let today = "";
const sprint = defineHook({
  name: "sprint",
  onPrompt: () => addContext(today),
});

describe.each(hostsThatCan("addContext", "onPrompt"))("today's sprint under %s", (host) => {
  it("is added to each prompt, which stays as it is", async () => {
    const agent = createTestHost(sprint, { host });
    for (today of ["Sprint 7: tea.", "Sprint 8: coffee."]) {
      expect(await agent.prompt("What is next?")).toMatchObject({
        prompt: "What is next?",
        context: [today],
        failures: [],
      });
    }
  });
});

describe.each(hostsThatCannot("addContext", "onPrompt"))("today's sprint under %s", (host) => {
  it("is not added: the host does not call hooks for a prompt, and its table says so", async () => {
    const outcome = await createTestHost(sprint, { host }).prompt("What is next?");
    expect(outcome).toMatchObject({ prompt: "What is next?", context: [], events: [], failures: [] });
    expect(noteOf(host, "addContext", "onPrompt")).toContain("the handler is never called");
  });
});

/** Stands for a linter. */
const lint = async (files: readonly string[]) =>
  files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${file}:1 unused variable "tea"`)
    .join("\n");
const linter = defineHook({
  name: "linter",
  afterTool: forTools({ kinds: ["write", "edit"] }, async (call) => {
    const problems = await lint(pathsOf(call));
    if (problems !== "") return addContext(`The linter found:\n${problems}`);
  }),
});
const found = 'The linter found:\na.ts:1 unused variable "tea"';

const unchanged = { ran: true, context: [], failures: [] };

it.each(hostsThatCan("addContext", "afterTool"))(
  "the linter's output is told to the model next to the result of an edit under %s",
  async (host) => {
    const outcome = await createTestHost(linter, { host }).write("a.ts", "let tea", "written");
    expect(outcome).toMatchObject({ ran: true, result: "written", context: [found], failures: [] });
  },
);

it.each(hostsThatCannot("addContext", "afterTool"))(
  "the linter's output is a failure that says what to do under %s",
  async (host) => {
    const outcome = await createTestHost(linter, { host }).write("a.ts", "let tea", "written");
    expect(outcome).toMatchObject({ ...unchanged, result: "written", failures: [{ kind: "unsupported" }] });
    expect(String(outcome.failures[0])).toContain(noteOf(host, "addContext", "afterTool"));
  },
);

it("the linter reports nothing for a clean file or for a tool that only reads", async () => {
  const agent = createTestHost(linter, { host: "claude-code" });
  expect(await agent.write("a.md", "x", "tea")).toMatchObject({ ...unchanged, result: "tea" });
  expect(await agent.read("a.ts", "tea")).toMatchObject({ ...unchanged, result: "tea" });
});

const trash = defineHook({
  name: "trash",
  onFailure: "block",
  toolFilter: { kinds: ["shell"] },
  beforeTool(call) {
    const [, files] = /^rm (?:-\w+ )*(.*)$/s.exec(commandOf(call)) ?? [];
    if (files !== undefined) return withCommand(call, `trash ${files}`);
  },
});

describe.each(hostsThatCan("modify.arguments", "beforeTool"))("rm under %s", (host) => {
  it("runs as trash, with the other arguments of the call", async () => {
    const agent = createTestHost(trash, { host });
    const { arguments: given } = await agent.shell("ls");
    const [field = "", ls] = Object.entries(Object(given)).find(([, value]) => String(value) === "ls") ?? [];
    const trashed = Array.isArray(ls) ? ["trash old.txt"] : "trash old.txt";
    const outcome = await agent.shell("rm -rf old.txt", (args) => JSON.stringify(args));
    expect(outcome).toMatchObject({ decision: "modify", ran: true, failures: [] });
    expect(outcome.arguments).toEqual({ ...Object(given), [field]: trashed });
    expect(outcome.result).toBe(JSON.stringify(outcome.arguments));
  });
});

describe.each(hostsThatCannot("modify.arguments", "beforeTool"))("rm under %s", (host) => {
  it("is denied, and the model reads what to run instead", async () => {
    const reason = "Run this command instead: trash old.txt";
    const outcome = await createTestHost(trash, { host }).shell("rm -rf old.txt");
    expect(outcome).toMatchObject({
      decision: "deny",
      ran: false,
      reason,
      result: expect.stringContaining(reason),
      failures: [],
    });
    expect(noteOf(host, "modify.arguments", "beforeTool")).toContain("as withCommand does");
  });
});

const folder = mkdtempSync(join(tmpdir(), "web-cache-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Most hosts start a process for each event, so pages are kept in files. */
const cache = {
  file: ({ tool, arguments: args }: ToolCall) =>
    join(
      folder,
      createHash("sha256")
        .update(JSON.stringify([tool, args]))
        .digest("hex"),
    ),
  read: (call: ToolCall) => (existsSync(cache.file(call)) ? readFileSync(cache.file(call), "utf8") : undefined),
  write(call: ToolOutcome) {
    if (urlsOf(call).length > 0 && call.result.isError !== true) writeFileSync(cache.file(call), call.result.forLlm);
  },
};
const webCache = defineHook({
  name: "web-cache",
  toolFilter: { kinds: ["fetch"] },
  respondsTo: ["web_fetch"],
  beforeTool(call, { host }) {
    const page = cache.read(call);
    if (page === undefined) return;
    return host.can("respond") ? respond(page) : deny(`This page was fetched before:\n${page}`);
  },
  afterTool: (call) => cache.write(call),
});

const hasFetch = (host: TestHostName) => createTestHost(webCache, { host }).kinds.includes("fetch");

describe.each(TEST_HOSTS.filter(hasFetch))("a cache of web pages under %s", (host) => {
  it("answers the second fetch instead of the tool, or as the reason of a denial", async () => {
    // A new host each time: nothing may depend on the memory of one process.
    const fetch = (url: string, result: string) => createTestHost(webCache, { host }).fetch(url, result);
    const page = `https://example.com/${host}`;
    expect(await fetch(page, "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
    const again = await fetch(page, "coffee");
    expect(again).toMatchObject({ ran: false, failures: [] });
    if (hostCan(host, "respond")) expect(again).toMatchObject({ decision: "respond", result: "tea", isError: false });
    else expect(again).toMatchObject({ decision: "deny", reason: "This page was fetched before:\ntea" });
    expect(again.result).toContain("tea");
    expect(await fetch(`${page}/2`, "coffee")).toMatchObject({ ran: true, result: "coffee" });
  });
});

it.each(TEST_HOSTS.filter((host) => !hasFetch(host)))("%s has no tool for pages that calls a hook", (host) => {
  expect(() => createTestHost(webCache, { host }).fetch("https://example.com/")).toThrow("has no tool for it");
});

it("each hook does its work on at least four hosts", () => {
  const hosts = [
    hostsThatCan("addContext", "onPrompt"),
    hostsThatCan("addContext", "afterTool"),
    hostsThatCan("modify.arguments", "beforeTool"),
    TEST_HOSTS.filter(hasFetch),
  ];
  expect(Math.min(...hosts.map(({ length }) => length))).toBeGreaterThanOrEqual(4);
});

it("the six hooks have at most twelve lines each, and no code for a single host", () => {
  const source = readFileSync(new URL(import.meta.url), "utf8");
  const hooks = source.match(/^const \w+ = defineHook\(\{$[\s\S]*?^\}\);$/gm) ?? [];
  expect(hooks).toHaveLength(6);
  expect(Math.max(...hooks.map((hook) => hook.split("\n").length))).toBeLessThanOrEqual(12);
  expect(hooks.join("\n")).not.toMatch(/native|\braw\b|host\.name|capabilities| as /);
  for (const host of TEST_HOSTS) expect(hooks.join("\n")).not.toContain(host);
});
