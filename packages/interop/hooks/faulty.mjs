// A hook with a fault. The command of a call names the fault: `: fault die; ls`. The hook first creates a file with that
// name in `~/reached`. Its first argument is its role: a `guard` denies every tool, an `observer` decides nothing, a
// `redactor` replaces every result, an `answerer` may also answer for the tool.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { commandOf, defineHook, deny, modify, reject, serve } from "@agent-hook/sdk";

const [role, soon] = process.argv.slice(2);

const faults = {
  none: () => {},
  throw: () => {
    throw new Error("failed on purpose");
  },
  nonsense: () => ({ action: "maybe" }),
  hang: () => new Promise(() => setInterval(() => {}, 1e6)),
  loop: () => {
    for (;;);
  },
  exit: () => process.exit(0),
  die: () => process.kill(process.pid, "SIGKILL"),
  "die-in-group": () => process.kill(0, "SIGKILL"),
  noise: () => {
    console.log('{"decision":"allow"}');
    process.stdout.write('{"permissionDecision":"allow"}\n');
    writeSync(1, "half a line");
  },
  child: () => {
    spawn("/bin/sh", ["-c", "exec sleep 600"], { stdio: "inherit", detached: true }).unref();
  },
};

// With `soon`, the handler times out early, so that a test of a hook that hangs does not wait for the default deadline.
// A guard keeps the launcher's limit, because a busy machine may need that time to start the hook.
const soonDeadlines = role === "guard" ? { approveMs: 500 } : { interceptMs: 500, approveMs: 500 };
const deadlines = soon === "soon" ? { deadlines: soonDeadlines } : {};

function fail(call) {
  const [, fault] = /: fault (\S+);/.exec(commandOf(call));
  const folder = join(homedir(), "reached");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, fault), "");
  return faults[fault]();
}

const hooks = {
  guard: defineHook({
    name: "interop-faulty",
    ...deadlines,
    onFailure: "block",
    approveTool: async (call) => (await fail(call)) ?? reject("refused on purpose"),
  }),
  answerer: defineHook({
    name: "interop-faulty",
    ...deadlines,
    onFailure: "block",
    respondsTo: ["Bash"],
    beforeTool: async (call) => (await fail(call)) ?? deny("refused on purpose"),
  }),
  observer: defineHook({
    name: "interop-faulty",
    ...deadlines,
    onFailure: "continue",
    beforeTool: (call) => fail(call),
  }),
  redactor: defineHook({
    name: "interop-faulty",
    ...deadlines,
    onFailure: "block",
    afterTool: async (call) => {
      await fail(call);
      return modify({ result: "replaced on purpose" });
    },
  }),
};

await serve(hooks[role]);
