import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { HOST_DENIALS } from "../../../src/hosts/generated/host-denials.js";
import { hostFlag } from "../../../src/serve/hosts.js";
import { shellCall, simulationOf } from "../../command-hosts/recordings.js";
import { withoutHint } from "../../launcher/run-launcher.js";
import { cmdCommandFor, IS_WINDOWS, runInCmd } from "../../launcher/run-windows-launcher.js";

const HOOK = fileURLToPath(new URL("../../hooks/one-call.mjs", import.meta.url));

describe.skipIf(!IS_WINDOWS).each(["claude-code", "codex", "gemini", "copilot"])("a hook of %s in cmd", (host) => {
  const { beforeTool: event, shellField = "command", version } = simulationOf(host);
  const command = [process.execPath, HOOK, "--host", hostFlag(host, event, version)];
  const answerTo = async (text: string) => {
    const stdin = JSON.stringify(shellCall(host, { [shellField]: text }));
    const env = { ...process.env, POLICY: "block" };
    const { stdout, code } = await runInCmd(cmdCommandFor("", { host, event, command }), { stdin, env });
    expect(code).toBe(0);
    return withoutHint(stdout);
  };
  const denial = `${HOST_DENIALS[host]?.denials[event]}`;

  it("answers through the launcher's pipe, and is denied if it ends early", async () => {
    expect(await answerTo("print by console.log; deny")).toBe(
      denial.replaceAll("denied: the hook failed", "denied: print by console.log"),
    );
    expect(await answerTo("x")).toBe("");
    expect(await answerTo("exit")).toBe(denial);
  });
});
