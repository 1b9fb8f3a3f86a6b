import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTranscript, startTestHost } from "@agent-hook/testing";
import { describe, expect, test } from "vitest";
import { agentHook, file } from "../run-command.js";
import { folder } from "../temporary-folder.js";
import { traced } from "../traced.js";

const HOOK = [process.execPath, file("packages/testing/test/hooks/no-shell.mjs")];
/** The payloads of Copilot CLI do not name their event. */
const HOSTS = ["claude-code", "copilot"] as const;

/** Records two tool calls with `agent-hook trace`. Returns the path of the recording. */
async function recordingOf(host: (typeof HOSTS)[number]): Promise<string> {
  const path = join(folder(), "session.jsonl");
  await using agent = await startTestHost(traced(path, HOOK), { host });
  expect(await agent.shell("ls")).toMatchObject({ ran: false });
  expect(await agent.write("a.txt", "x")).toMatchObject({ ran: true });
  return path;
}

describe.each(HOSTS)("a recording of %s by agent-hook trace", (host) => {
  test("is the same for the same hook, differs for another, and can be updated", async () => {
    const path = await recordingOf(host);
    const same = await agentHook(["replay", path, "--json", "--", ...HOOK]);
    expect(same).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(same.stdout)).toMatchObject({ ok: true, host, extra: [] });

    const env = { NO_SHELL: "no shell in this room" };
    const other = await agentHook(["replay", path, "--json", "--", ...HOOK], { env });
    expect(other.code).toBe(1);
    const { answers } = JSON.parse(other.stdout);
    const pointers: string[] = answers.flatMap(({ differences }: { differences: { pointer: string }[] }) =>
      differences.map(({ pointer }) => pointer),
    );
    expect(pointers).not.toEqual([]);
    const ignore = pointers.flatMap((pointer) => ["--ignore", pointer]);
    expect(await agentHook(["replay", path, ...ignore, "--", ...HOOK], { env })).toMatchObject({ code: 0 });

    expect((await agentHook(["replay", path, "--update", "--", ...HOOK], { env })).code).toBe(0);
    expect(JSON.stringify(readTranscript(readFileSync(path, "utf8")))).toContain("no shell in this room");
    expect(await agentHook(["replay", path, "--", ...HOOK], { env })).toMatchObject({ code: 0 });
  });
});

test("a hook that cannot start is not compared, and its denials are not recorded", async () => {
  const path = await recordingOf("claude-code");
  const before = readFileSync(path, "utf8");
  const broken = [process.execPath, file("packages/cli/bin/agent-hook.js"), "run", join(folder(), "policy.yaml")];
  const { code, stderr } = await agentHook(["replay", path, "--update", "--", ...broken]);
  expect({ code, stderr }).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("the hook cannot start, and answers"),
  });
  expect(readFileSync(path, "utf8")).toBe(before);
});
