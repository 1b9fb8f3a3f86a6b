import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CALLS, countInProcesses, expectDenied, manyProcesses } from "./many-processes.js";
import { storeCall } from "./store-call.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "store-home-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const store = () => ({ HOME: home });

describe("50 processes at once", () => {
  it("count exactly, although some are killed at random moments", async () => {
    const failed = await countInProcesses(store());
    expectDenied(failed);
    expect(failed.length).toBeLessThan(0.9 * CALLS);
  });

  manyProcesses(store);
});

describe("one process", () => {
  it("counts for its own user", async () => {
    const other = mkdtempSync(join(tmpdir(), "store-home-"));
    try {
      expect(await storeCall("increment", store())).toMatchObject({ answer: 1, stderr: "" });
      expect(await storeCall("increment", { HOME: other })).toMatchObject({ answer: 1 });
      expect(await storeCall("increment", store())).toMatchObject({ answer: 2 });
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it("denies if its store is damaged and its policy is block, and goes on otherwise", async () => {
    await storeCall("increment", store());
    const file = join(home, ".local/state/agent-hook/store.db");
    for (const name of ["-wal", "-shm"]) rmSync(file + name, { force: true });
    writeFileSync(file, Buffer.alloc(8192, 0xff));
    const blocked = await storeCall("increment", store());
    expect(blocked.reason).toMatch(
      /^hook "store" could not use its store at beforeTool \(id \w+\); to find out why, run: npx agent-hook why \w+$/,
    );
    expect(blocked.stderr).toContain("it is damaged: delete it to start with an empty store");
    expect(await storeCall("increment", store(), { policy: "continue" })).toMatchObject({ reason: undefined });
  });
});

it("a store in memory, which every call would find empty, is a failure, also without a launcher", async () => {
  const { reason, stderr } = await storeCall("increment", { HOME: home, AGENT_HOOK_STORE: "memory:" });
  expect(reason).toContain("could not use its store");
  expect(stderr).toContain("AGENT_HOOK_STORE: memory: is empty at each call");
});
