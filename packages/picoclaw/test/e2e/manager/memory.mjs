// Measures the growth of this process while a hook ignores its events (`events`) or floods its stderr (`stderr`).
import { fileURLToPath } from "node:url";
import { HookManager } from "@agent-hook/picoclaw";

const [what, ...command] = process.argv.slice(2);
const other = [process.execPath, fileURLToPath(new URL("../../hooks/flood.mjs", import.meta.url))];
const process_ = { enabled: true, observe: ["*"], restart: false };
let bytes = 0;
let most = 0;
const look = () => {
  most = Math.max(most, process.memoryUsage().rss);
};
const hooks = await HookManager.start(
  {
    defaults: { interceptor_timeout_ms: 600_000, approval_timeout_ms: 600_000 },
    processes: {
      probe: { ...process_, command, intercept: ["before_tool"] },
      other: { ...process_, command: other, intercept: ["approve_tool"] },
    },
  },
  {
    onReport: () => {},
    onStderr(line) {
      bytes += line.length + 1;
      if (bytes % 65_536 === 0) look();
    },
  },
);
const before = process.memoryUsage().rss;
const report = (found) => console.log(JSON.stringify({ grownMb: (most - before) / 1_048_576, ...found }));

if (what === "events") {
  for (let n = 0; n < 10_000; n++) {
    hooks.emit({ kind: "agent.turn.start", payload: { n, pad: `${n}`.repeat(2500) } });
    if (n % 100 === 0) {
      look();
      await new Promise(setImmediate);
    }
  }
  report({ dropped: hooks.status().find(({ name }) => name === "probe").eventsDropped });
} else {
  const flood = hooks.beforeTool({ tool: "exec", arguments: { megabytes: 100 } });
  const answered = [0, 0];
  for (let n = 0; n < 20; n++) {
    const own = await hooks.beforeTool({ tool: "exec", arguments: {} });
    const others = await hooks.approveTool({ tool: "exec", arguments: {} });
    if (own.reports.length === 0) answered[0]++;
    if (others.outcome === "approved") answered[1]++;
  }
  await flood;
  const failures = hooks.status().reduce((sum, hook) => sum + hook.failures, 0);
  // The end of the flood may arrive after the answer.
  await hooks.close();
  report({ bytes, answered, failures });
}
for (const { pid } of hooks.status()) if (pid) process.kill(pid, "SIGKILL");
await hooks.close();
