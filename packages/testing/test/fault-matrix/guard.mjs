// One guard for all agents. A fault can be put into it from outside.
import { execFileSync } from "node:child_process";
import { writeSync } from "node:fs";
import { approve, commandOf, defineHook, reject, serve } from "@agent-hook/sdk";

const faults = {
  "throws an error": () => {
    throw new Error("a fault");
  },
  "never settles": () => new Promise(() => {}),
  "loops for ever": () => {
    for (;;);
  },
  "ends with 0, without a word": () => process.exit(0),
  "is killed amid its answer": () => {
    // To a launcher; where there is none, to whatever the descriptor is.
    try {
      writeSync(3, '{"decision":"blo');
    } catch {}
    process.kill(process.pid, "SIGKILL");
  },
  "prints, and its child prints, then it refuses": () => {
    console.log("noise");
    process.stdout.write('{"noise":');
    execFileSync("echo", ["noise of a child"], { stdio: "inherit" });
  },
};

await serve(
  defineHook({
    name: "guard",
    onFailure: "block",
    deadlines: { interceptMs: 500, approveMs: 500 },
    approveTool: async (call) => {
      await faults[process.env.FAULT]?.();
      return /\brm -rf\b/.test(commandOf(call)) ? reject("no rm -rf") : approve();
    },
  }),
);
