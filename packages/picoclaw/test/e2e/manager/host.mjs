// A host that never calls `close`. It starts hooks, reports that, and either keeps running or ends on request.
import { once } from "node:events";
import { HookManager } from "@agent-hook/picoclaw";

const [end, commands] = process.argv.slice(2);
const processes = Object.fromEntries(
  JSON.parse(commands).map((command, n) => [
    `hook-${n}`,
    { enabled: true, command, intercept: ["before_llm", "before_tool", "approve_tool"] },
  ]),
);
const hooks = await HookManager.start({ processes });
process.stdout.write("started\n");
const [word] = await once(process.stdin, "data");
if (`${word}`.startsWith("call")) {
  for (let n = 0; n < 10; n++) void hooks.beforeLlm({ model: "fake", script: { hold: true } });
  await hooks.approveTool({ tool: "read_file", arguments: {} });
  process.stdout.write("called\n");
} else if (end === "throws") throw new Error("nobody catches this");
else if (end === "exits") process.exit(0);
