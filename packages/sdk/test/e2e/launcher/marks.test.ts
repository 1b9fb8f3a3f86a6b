import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { launcherCommand, launcherPath } from "../../../src/launcher/index.js";
import { run } from "../../launcher/run-launcher.js";
import { SCRIPT_SHELLS } from "../../launcher/shells.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

const CALL = {
  session_id: "S1",
  tool_name: "mcp__a__b",
  // What the model writes cannot stand for the id of the call.
  tool_input: { tool_use_id: "other", text: "x" },
  tool_use_id: "t1",
};

// A mod says in the environment of the host which calls it has judged. The launcher starts the hook for every other call.
describe.each(SCRIPT_SHELLS)("the launcher in $name, after a mod", ({ path }) => {
  const tested = it.skipIf(path === undefined);

  async function answerTo(marks: string, call: object = CALL): Promise<string> {
    const hook = join(temporaryFolder(), "hook.sh");
    const answer =
      'printf \'%s %s\\n{"read":%s}\\n\' "$AGENT_HOOK_KEY" "$(printf \'{"read":%s}\' "$text" | wc -c)" "$text"';
    writeFileSync(hook, `text=$(cat); ${answer} >&3\n`);
    const command = ["/bin/sh", hook, "a b"];
    const parts = { mode: "block", host: "claude-code", event: "PreToolUse", seconds: 60 } as const;
    const text = launcherCommand({ ...parts, launcher: launcherPath(), command });
    const env = { ...process.env, AGENT_HOOK_JUDGED: marks.replaceAll("COMMAND", command.join(" ")) };
    const { stdout } = await run(text, { sh: path ?? "", env, stdin: JSON.stringify(call) });
    return stdout.toString();
  }

  const judged = `${JSON.stringify({ read: CALL })}\n`;

  tested("passes exactly the call that is marked", async () => {
    expect(await answerTo("S1 t1 PreToolUse COMMAND")).toBe("");
    expect(await answerTo("S0 t0 PreToolUse node other\nS1 t1 PreToolUse COMMAND")).toBe("");
    expect(await answerTo("S1 t1 PreToolUse COMMAND", { ...CALL, mcp_server: { name: "a" } })).toBe("");
  });

  tested.each([
    "S1 other PreToolUse COMMAND",
    "S2 t1 PreToolUse COMMAND",
    "S1 t1 PostToolUse COMMAND",
    "S1 t1 PreToolUse COMMAND more",
    "S1  PreToolUse COMMAND",
    "S1 t1 PreToolUse",
    "* * PreToolUse COMMAND",
  ])("starts the hook with the whole call if the mark is %j", async (marks) => {
    expect(await answerTo(marks)).toBe(judged);
  });
});
