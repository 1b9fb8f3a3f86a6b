// A hook that fails as the file `fault` in its HOME names, and first writes that fault to the file `reached`. Its first
// argument is its role: a `guard` denies every tool, an `observer` decides nothing, a `redactor` replaces every result,
// an `answerer` may also answer for the tool.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { defineHook, deny, modify, reject, serve } from "@agent-hook/sdk";

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
  kill: () => process.kill(process.pid, "SIGKILL"),
  "kill its group": () => process.kill(0, "SIGKILL"),
  noise: () => {
    console.log('{"decision":"allow"}');
    process.stdout.write('{"permissionDecision":"allow"}\n');
    writeSync(1, "half a line");
  },
  "a child that keeps running": () => {
    spawn("/bin/sh", ["-c", "exec sleep 600"], { stdio: "inherit", detached: true }).unref();
  },
};

// With `soon`, the hook times out early: the tests that hang the hook need not wait for its default deadlines.
const deadlines = soon === "soon" ? { deadlines: { interceptMs: 500, approveMs: 500 } } : {};

function fail() {
  const fault = readFileSync(join(homedir(), "fault"), "utf8");
  writeFileSync(join(homedir(), "reached"), fault);
  return faults[fault]();
}

const hooks = {
  guard: defineHook({
    name: "interop-faulty",
    ...deadlines,
    onFailure: "block",
    approveTool: async () => (await fail()) ?? reject("refused on purpose"),
  }),
  answerer: defineHook({
    name: "interop-faulty",
    ...deadlines,
    onFailure: "block",
    respondsTo: ["Bash"],
    beforeTool: async () => (await fail()) ?? deny("refused on purpose"),
  }),
  observer: defineHook({
    name: "interop-faulty",
    ...deadlines,
    onFailure: "continue",
    beforeTool: () => fail(),
  }),
  redactor: defineHook({
    name: "interop-faulty",
    ...deadlines,
    onFailure: "block",
    afterTool: async () => {
      await fail();
      return modify({ result: "replaced on purpose" });
    },
  }),
};

await serve(hooks[role]);
