import { guardShell, protectFiles } from "@agent-hook/hooks";
import type { Hook } from "@agent-hook/sdk";
import { runInProcess } from "@agent-hook/sdk/in-process";
import { SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { expect, it } from "vitest";
import { makeMachine } from "./machine.js";

/** Returns what Cursor reads after it called a hook with these fields before a tool. */
async function answerTo(hook: Hook, fields: object): Promise<unknown> {
  const running = await runInProcess(hook, { env: {}, write: () => {}, writeError: () => {}, host: "cursor" });
  running.receive([JSON.stringify({ ...SIMULATIONS.cursor.payloads.preToolUse, ...fields })]);
  const answer = await running.inputEnded();
  await running.end(0);
  return JSON.parse(answer?.document ?? "null");
}

it("Cursor: a command in the second folder of a workspace may not read a secret there", async () => {
  const machine = makeMachine();
  const second = machine.file("work/second/README.md").replace("/README.md", "");
  machine.link("work/second/notes.txt", machine.file(".aws/credentials"));
  const fields = {
    workspace_roots: [machine.project, second],
    tool_name: "Shell",
    tool_input: { command: "cat notes.txt" },
  };
  const denied = { permission: "deny", agent_message: expect.stringContaining("can hold secrets") };
  expect(await answerTo(protectFiles(), { ...fields, cwd: second })).toMatchObject(denied);
  expect(await answerTo(protectFiles(), { ...fields, cwd: "" })).toEqual({});
});

it("Cursor: a guard denies a call whose arguments did not arrive", async () => {
  for (const guard of [guardShell(), protectFiles()]) {
    for (const tool_input of [undefined, null]) {
      expect(await answerTo(guard, { tool_input })).toMatchObject({ permission: "deny" });
    }
  }
});
