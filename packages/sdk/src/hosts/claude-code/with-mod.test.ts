import { expect, test } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import { addContext, defineHook, respond } from "../../index.js";
import { ownCommand } from "../../runtime/own-command.js";

const KEY = "0b3c9a4e-one-value-per-session";
const env = { AGENT_HOOK_WITH_MOD: KEY };

const answerer = defineHook({
  name: "answers",
  respondsTo: ["Bash", "Read", "mcp__files__look", "Write"],
  onFailure: "block",
  beforeTool: ({ tool }) => respond(`for ${tool}`),
});

/** Returns the reason of the denial of a call. */
async function reasonFor(tool: string, withMod: NodeJS.ProcessEnv): Promise<string> {
  const payload = payloadOf("claude-code", "PreToolUse", { tool_name: tool, tool_input: { file_path: "/a" } });
  const { document } = await asked(answerer, payload, { env: withMod });
  const { permissionDecision, permissionDecisionReason } = Object(document?.hookSpecificOutput);
  expect(permissionDecision).toBe("deny");
  return permissionDecisionReason;
}

test.each([
  ["Bash", { stdout: "for Bash", stderr: "", interrupted: false, isImage: false }],
  ["Read", { type: "text", file: { filePath: "/a", content: "for Read", numLines: 1, startLine: 1, totalLines: 1 } }],
  ["mcp__files__look", [{ type: "text", text: "for mcp__files__look" }]],
])("next to a mod, an answer for %s is a denial with the tool's result", async (tool, result) => {
  expect(await reasonFor(tool, env)).toBe(`${KEY} ${JSON.stringify(result)}`);
});

test("a mod does not answer a shell line of a skill: the answer is a failure that denies", async () => {
  const line = payloadOf("claude-code", "PreSkillShellCommand");
  const { document } = await asked(answerer, line, { env });
  expect(document?.hookSpecificOutput).toEqual({
    hookEventName: "PreSkillShellCommand",
    permissionDecision: "deny",
    permissionDecisionReason: expect.stringContaining("a decision that this host does not support"),
  });
});

test("without a mod, or for a tool that no mod answers for, an answer is a failure that denies", async () => {
  for (const reason of [await reasonFor("Bash", {}), await reasonFor("Write", env)]) {
    expect(reason).not.toContain(KEY);
    expect(reason).toContain("a decision that this host does not support");
  }
});

test("the command does not judge a failed tool that the mod of the same hook has judged, and every other event", async () => {
  let calls = 0;
  const observer = defineHook({
    name: "observer",
    afterTool: () => {
      calls += 1;
      return addContext("seen");
    },
    beforeTool: () => {
      calls += 1;
    },
  });
  const judged = async (event: "PreToolUse" | "PostToolUse" | "PostToolUseFailure", value: unknown) => {
    calls = 0;
    await asked(observer, payloadOf("claude-code", event, { agent_hook_judged: value }));
    return calls;
  };
  expect(await judged("PostToolUseFailure", ["another", ownCommand()])).toBe(0);
  expect(await judged("PostToolUseFailure", ["another"])).toBe(1);
  expect(await judged("PostToolUseFailure", ownCommand())).toBe(1);
  expect(await judged("PostToolUse", [ownCommand()])).toBe(1);
  expect(await judged("PreToolUse", [ownCommand()])).toBe(1);
});
