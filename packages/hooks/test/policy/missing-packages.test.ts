import { mkdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import { createTestHost } from "@agent-hook/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { hookOf, missingPackages, REGISTRY, readPolicy } from "../../src/policy/index.js";
import { folderWith } from "./folder.js";

/** What hooks need to start, as JSON. */
const OPTIONS: Readonly<Record<string, object>> = {
  webhook: { url: "http://127.0.0.1:1", allowPrivate: true },
  judge: { model: { provider: "anthropic", model: "m" } },
  budget: { limits: [{ per: "session", toolCalls: 9 }] },
  "cache-results": { tools: ["Bash"], otherwise: "deny" },
  "describe-tools": { tools: { Bash: "runs a command" } },
  "unload-model": { model: "m" },
};
const install = (name: string, policy: string) =>
  void mkdirSync(join(dirname(policy), "node_modules", name), { recursive: true });
const policyWith = (name: string) => JSON.stringify({ version: 1, hooks: { [name]: OPTIONS[name] ?? {} } });

/** Returns the address of a store that accepts no connection for long, and whether it was used. */
async function countingStore() {
  let isUsed = false;
  const server = createServer((socket) => {
    isUsed = true;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, isUsed: () => isUsed };
}

test.each(Object.keys(REGISTRY))("%s uses the store only if it says so", async (name) => {
  const folder = folderWith({});
  const store = await countingStore();
  const hook = await hookOf(policyWith(name), join(folder, "policy.yaml"));
  const env = { AGENT_HOOK_STORE: store.url, ANTHROPIC_API_KEY: "" };
  const host = createTestHost(hook, { host: "claude-code", env, cwd: folder });
  await host.shell("ls", "tea");
  expect(store.isUsed()).toBe(REGISTRY[name]?.keepsValues === true);
});

test.each([
  ["guard-shell", []],
  [
    "judge",
    [{ hooks: ["judge"], packages: [expect.stringMatching(/^ai/), expect.stringMatching(/^@ai-sdk.anthropic/)] }],
  ],
])("%s needs only what is not next to the policy", async (name, expected) => {
  const path = join(folderWith({}), "policy.yaml");
  expect(missingPackages(await readPolicy(policyWith(name), path), path)).toEqual(expected);
  for (const packageName of ["ai", "@ai-sdk/anthropic"]) install(packageName, path);
  expect(missingPackages(await readPolicy(policyWith(name), path), path)).toEqual([]);
});

test.skipIf(isBuiltin("node:sqlite"))("hooks that keep values, and a person who is asked, need SQLite", async () => {
  const text = "version: 1\naskPerson:\nhooks: { guard-shell: {}, break-loops: {}, rate-limit: {} }\n";
  const path = join(folderWith({}), "policy.yaml");
  const policy = await readPolicy(text, path);
  expect(missingPackages(policy, path)).toEqual([
    { hooks: ["break-loops", "rate-limit", "askPerson"], packages: ["libsql"], otherwise: "Node 22.13 or newer" },
  ]);
  vi.stubEnv("AGENT_HOOK_STORE", "redis://127.0.0.1");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(missingPackages(policy, path)).toEqual([]);
  vi.unstubAllEnvs();
  install("libsql", path);
  expect(missingPackages(policy, path)).toEqual([]);
});
