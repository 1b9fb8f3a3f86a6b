// Starts and ends a hook the given number of times. Prints what is left: processes, descriptors, resources.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { HookManager } from "@agent-hook/picoclaw";

const [times, how, ...command] = process.argv.slice(2);
const rounds = Number(times);
const probe = {
  enabled: true,
  command,
  intercept: ["approve_tool", "before_tool", "before_llm"],
  observe: ["*"],
  restart: how === "die" ? { delayMs: 1, maxDelayMs: 1, attempts: rounds } : false,
};
let restarted = () => {};
const onReport = ({ kind }) => {
  if (kind === "restarted") restarted();
};
const start = () => HookManager.start({ processes: { probe } }, { onReport, onStderr: () => {} });
const pids = new Set();
let approved = 0;

async function use(hooks) {
  pids.add(hooks.status()[0].pid);
  hooks.emit({ kind: "agent.turn.start" });
  const { outcome } = await hooks.approveTool({ tool: "read_file", arguments: {} });
  if (outcome === "approved") approved++;
}

const descriptors = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);
const children = () => {
  const file = `/proc/self/task/${process.pid}/children`;
  return existsSync(file) ? readFileSync(file, "utf8").split(" ").filter(Boolean).length : 0;
};
const alive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// Node creates these streams on first use. Create them before the first count.
const { stdout } = process;
void process.stderr;
// The first child creates what Node keeps for all children.
await HookManager.start({ processes: { probe: { ...probe, command: ["/bin/sh", "-c", "exit 1"] } } }).catch(() => {});
await quiet();
const before = { descriptors: descriptors(), resources: process.getActiveResourcesInfo() };

if (how === "die") {
  // Between two starts, nothing else keeps this process alive.
  const stay = setInterval(() => {}, 60_000);
  const hooks = await start();
  await use(hooks);
  for (let n = 0; n < rounds; n++) {
    const again = new Promise((resolve) => {
      restarted = resolve;
    });
    process.kill(hooks.status()[0].pid, "SIGKILL");
    await again;
    await use(hooks);
  }
  await hooks.close();
  clearInterval(stay);
} else {
  for (let n = 0; n < rounds; n++) {
    try {
      const hooks = await start();
      await use(hooks);
      await hooks.close();
    } catch (error) {
      if (how !== "fail") throw error;
    }
  }
}

/** Waits for pipes to close: a process can end before its stdin is closed on this side. */
async function quiet() {
  for (let turn = 0; turn < 1000; turn++) await new Promise(setImmediate);
}

await quiet();
const left = process.getActiveResourcesInfo();
for (const resource of before.resources) {
  const index = left.indexOf(resource);
  if (index >= 0) left.splice(index, 1);
}
stdout.write(
  JSON.stringify({
    processes: pids.size,
    approved,
    alive: [...pids].filter(alive).length,
    children: children(),
    descriptors: descriptors() - before.descriptors,
    resources: left,
  }),
);
