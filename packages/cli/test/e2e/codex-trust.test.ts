import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { PlacedEntry, TrustOffer } from "@agent-hook/sdk/internal/installs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { agentNamed, change, home, valueIn } from "../doctor/agents.js";
import { trustingCodex } from "../trusting-codex.js";

afterEach(() => {
  vi.useRealTimers();
});

type Groups = readonly [{ readonly hooks: readonly [{ readonly command: string }] }];

/** Creates a home with a configured hook, and asks a Codex that is changed as `trustingCodex` does. */
function configured(codexChange?: string) {
  const at = home();
  const path = at.configure("codex");
  const program = join(at.home, "bin", "codex");
  trustingCodex(program, codexChange);
  const entries: PlacedEntry[] = Object.entries<Groups>(valueIn(readFileSync(path, "utf8")).hooks).map(
    ([event, [{ hooks }]]) => ({ file: { path, scope: "user" }, event, command: hooks[0].command }),
  );
  const { signal } = new AbortController();
  const env = { PATH: "/usr/bin:/bin", HOME: at.home };
  const machine = { ...at, env };
  const ask = () => agentNamed("codex").trust?.ask({ program, machine, userFile: path, read: readFileSync, signal });
  const offer = async (): Promise<TrustOffer> => {
    const trust = await ask();
    if (trust === undefined || "failure" in trust) throw new Error(trust?.failure);
    return trust.offer(entries);
  };
  const settle = async (remove: (text: string) => string) => {
    const question = { program, machine, userFile: path, read: readFileSync, signal };
    const kept = await agentNamed("codex").trust?.beforeRemoval(path, question);
    change(path, remove);
    return kept && "settle" in kept ? kept.settle(signal) : kept;
  };
  return { path, program, entries, offer, settle, config: join(at.home, ".codex", "config.toml") };
}

async function grant(offer: TrustOffer): Promise<string | undefined> {
  if ("findings" in offer) throw new Error(JSON.stringify(offer.findings));
  return offer.grant(new AbortController().signal);
}

test("Codex trusts what a person agreed to", async () => {
  const at = configured();
  expect(await grant(await at.offer())).toBeUndefined();
  expect(await at.offer()).toMatchObject({ entries: [] });
});

test.each([
  [
    "rejects the change",
    'answers["config/batchWrite"] = () => ({ error: { code: -32603, message: "denied\\nmore" } });',
    "it did not write its config.toml: denied",
  ],
  [
    "says that another setting wins",
    'answers["config/batchWrite"] = () => ({ result: { status: "okOverridden" } });',
    "it wrote its config.toml, but answered okOverridden instead of ok",
  ],
  [
    "does not trust it afterwards",
    'answers["config/batchWrite"] = () => ({ result: { status: "ok" } });',
    "it wrote its config.toml, but still does not trust the entries",
  ],
  ["dies", 'answers["config/batchWrite"] = () => process.exit(1);', "it exited without an answer"],
  [
    "answers nonsense",
    'answers["config/batchWrite"] = () => ({ result: 7 });',
    "it wrote its config.toml, but answered undefined instead of ok",
  ],
  [
    "does not list it any more",
    'if (!isCopy) answers["hooks/list"] = () => ({ result: { data: [] } });',
    "it does not list the entries any more",
  ],
])("reports why an entry is not trusted if Codex %s", async (_, codexChange, why) => {
  const at = configured(codexChange);
  expect(await grant(await at.offer())).toBe(why);
});

test("Codex does not trust an entry that changed while the person was asked", async () => {
  const at = configured();
  const offer = await at.offer();
  change(at.path, (text) => text.replace(/"timeout": \d+/, '"timeout": 99'));
  expect(await grant(offer)).toBe("it wrote its config.toml, but still does not trust the entries");
});

test("gives up on a Codex that does not answer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const at = configured('if (!isCopy) answers["hooks/list"] = () => { for (;;); };');
  const offer = await at.offer();
  const granted = grant(offer);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await granted).toBe("it did not answer within 15 s");
});

test.each([
  [
    "Codex disabled the hook",
    'answers["hooks/list"] = () => ({ result: { data: [{ hooks: list().map((hook) => ({ ...hook, enabled: false })), warnings: [] }] } });',
    "it is disabled in Codex's config.toml",
  ],
  [
    "Codex reports no hash",
    'answers["hooks/list"] = () => ({ result: { data: [{ hooks: list().map(({ currentHash, ...hook }) => hook), warnings: [] }] } });',
    "Codex does not report the hash that it would trust",
  ],
  [
    "hooks are switched off",
    'answers["config/read"] = () => ({ result: { config: { features: { hooks: false } } } });',
    "features.hooks is false, so Codex silently starts no hooks",
  ],
  ["Codex lists no hooks", 'answers["hooks/list"] = () => ({ result: { data: [] } });', "Codex does not list it"],
])("offers no trust if %s", async (_, codexChange, why) => {
  const at = configured(codexChange);
  expect(await at.offer()).toMatchObject({ findings: expect.arrayContaining([expect.arrayContaining([why])]) });
  expect(existsSync(at.config)).toBe(false);
});

test("offers no trust for the file of a project that Codex does not trust", async () => {
  const at = configured('answers["hooks/list"] = () => ({ result: { data: [] } });');
  for (const entry of at.entries) Object.assign(entry.file, { scope: "project" });
  expect(await at.offer()).toMatchObject({
    findings: expect.arrayContaining([
      expect.arrayContaining(["Codex does not trust the project, so it silently skips the file"]),
    ]),
  });
});

describe("after hooks were removed from a file", () => {
  const others = { hooks: [{ type: "command", command: "echo other" }] };
  const withOthers = (text: string) => {
    const { hooks } = valueIn(text);
    return JSON.stringify({ hooks: { ...hooks, PreToolUse: [others, ...hooks.PreToolUse, others] } });
  };
  const withoutOthers = (text: string) => {
    const { hooks } = valueIn(text);
    const own = hooks.PreToolUse.filter((group: object) => !isDeepStrictEqual(group, others));
    return JSON.stringify({ hooks: { ...hooks, PreToolUse: own } });
  };
  /** A home with a hook that a person trusts, between two that nobody has. */
  const trusted = async (codexChange?: string) => {
    const at = configured(codexChange);
    change(at.path, withOthers);
    await grant(await at.offer());
    return at;
  };

  test("Codex trusts those that are left, at their new places, and keeps nothing else", async () => {
    const at = await trusted();
    writeFileSync(at.config, `model = "x"\n${readFileSync(at.config, "utf8")}`);
    expect(await at.settle(withoutOthers)).toBeUndefined();
    expect(await at.offer()).toMatchObject({ entries: [] });
    expect(await at.settle(() => '{ "hooks": {} }')).toBeUndefined();
    expect(readFileSync(at.config, "utf8")).toBe('model = "x"\n');
  });

  test("a hook that a person disabled stays disabled, and one that nobody trusts gets no trust", async () => {
    const at = await trusted();
    const key = (place: number) => `[hooks.state.${JSON.stringify(`${at.path}:PreToolUse:${place}:0`)}]`;
    change(at.config, (text) => `${text}${key(2)}\nenabled = false\n`);
    expect(await at.settle((text) => text.replace(JSON.stringify(others), "").replace("[,", "["))).toBeUndefined();
    const config = readFileSync(at.config, "utf8");
    expect(config).toContain(`${key(0)}\ntrusted_hash = "sha256:`);
    expect(config).toContain(`${key(1)}\nenabled = false\n`);
    expect(config).not.toContain(key(2));
  });

  test("of two equal hooks, each keeps what Codex knows about it", async () => {
    const at = await trusted();
    const key = (place: number) => `[hooks.state.${JSON.stringify(`${at.path}:PreToolUse:${place}:0`)}]`;
    change(at.config, (text) => `${text}${key(2)}\nenabled = false\n`);
    const twins = (text: string) => {
      const { hooks } = valueIn(text);
      return JSON.stringify({ hooks: { PreToolUse: hooks.PreToolUse.filter((_: object, at: number) => at !== 1) } });
    };
    expect(await at.settle(twins)).toBeUndefined();
    expect(readFileSync(at.config, "utf8")).toBe(`${key(1)}\nenabled = false\n`);
  });

  test("Codex is not started if it keeps nothing about them", async () => {
    const at = configured("process.exit(1);");
    expect(await at.settle(() => '{ "hooks": {} }')).toBeUndefined();
  });

  test.each([
    [
      "an error in its settings, which hides its hooks",
      'if (!isCopy && config().includes("hooks.json")) answers["hooks/list"] = () => ({ result: { data: [{ hooks: [], warnings: [], errors: [{ message: "bad key" }] }] } });',
      "it reports: bad key",
    ],
    [
      "hooks without hashes",
      'answers["hooks/list"] = () => ({ result: { data: [{ hooks: list().map(({ currentHash, ...hook }) => hook), warnings: [] }] } });',
      "it does not report the hashes of hooks; update Codex",
    ],
  ])("nothing is forgotten if Codex reports %s", async (_, codexChange, why) => {
    const at = configured();
    change(at.path, withOthers);
    await grant(await at.offer());
    const before = readFileSync(at.config, "utf8");
    trustingCodex(at.program, codexChange);
    expect([why, { failure: why }]).toContainEqual(await at.settle(withoutOthers));
    expect(readFileSync(at.config, "utf8")).toBe(before);
  });

  test("Codex reports why it does not forget them", async () => {
    const at = await trusted(
      'const { "config/batchWrite": grant } = answers; answers["config/batchWrite"] = (params) => params.edits[0].value ? grant(params) : { error: { code: -32603, message: "denied" } };',
    );
    expect(await at.settle(() => '{ "hooks": {} }')).toBe("it did not write its config.toml: denied");
  });
});
