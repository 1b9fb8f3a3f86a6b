// A hook that fails as its second argument says. Its first says what it is: a `guard` that refuses every tool, an
// `observer` without an opinion, a `redactor` that replaces every result.
import { spawn, spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import { defineHook, modify, reject, serve } from "@agent-hook/sdk";

const [role, fault = "none"] = process.argv.slice(2);

const faults = {
  none: () => {},
  throw: () => {
    throw new Error("broken");
  },
  reject: () => Promise.reject(new Error("broken")),
  hang: () => new Promise(() => setInterval(() => {}, 1e6)),
  loop: () => {
    for (;;);
  },
  exit: () => process.exit(0),
  kill: () => process.kill(process.pid, "SIGKILL"),
  stop: () => process.kill(process.pid, "SIGSTOP"),
  noise: () => {
    console.log('{"decision":"allow"}');
    process.stdout.write('{"permissionDecision":"allow"}\n');
    writeSync(1, "half a line");
  },
  "noise of a child": () => {
    spawnSync("/bin/sh", ["-c", 'echo \'{"decision":"allow"}\'; printf half'], { stdio: "inherit" });
  },
  "a child that lives on": () => {
    spawn("/bin/sh", ["-c", "exec sleep 600"], { stdio: "inherit", detached: true }).unref();
  },
};

// Short where the hook has to be given up, so that nobody waits for it.
const SLOW = ["hang", "loop", "stop"];
const deadlines = SLOW.includes(fault) ? { deadlines: { interceptMs: 500, approveMs: 500 } } : {};

const hooks = {
  guard: defineHook({
    name: "faulty",
    ...deadlines,
    onFailure: "block",
    approveTool: async () => {
      await faults[fault]();
      return reject("refused on purpose");
    },
  }),
  observer: defineHook({
    name: "faulty",
    ...deadlines,
    onFailure: "continue",
    beforeTool: () => faults[fault](),
  }),
  redactor: defineHook({
    name: "faulty",
    ...deadlines,
    onFailure: "block",
    afterTool: async () => {
      await faults[fault]();
      return modify({ result: "replaced on purpose" });
    },
  }),
};

await serve(hooks[role]);
