import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { HookSession } from "../../../src/conformance/hook-session.js";
import { ALL_MODES } from "../../../src/conformance/sample-calls.js";

const HOOK = fileURLToPath(new URL("../../hooks/stalls.mjs", import.meta.url));

test("a late answer counts only for the rules that judge it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const STALLS = join(folder, "stalls");
  writeFileSync(STALLS, "call");
  const command = [process.execPath, HOOK];
  const options = { command, env: { STALLS }, name: "probe", modes: ALL_MODES, callOwnTools: false, timeoutMs: 2000 };
  const session = new HookSession(options);
  onTestFinished(() => session.close());
  await session.firstHello();
  const seen = [];
  for (const judges of [true, false, true]) {
    session.startRule();
    if (judges) await session.samples();
    await session.tidy();
    seen.push(session.timedOut);
  }
  expect(seen).toEqual([true, false, true]);
});
