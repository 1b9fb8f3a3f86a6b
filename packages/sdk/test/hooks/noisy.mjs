// Prints before, during and after every answer. The tool's name selects how.
import { execFileSync, execSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { approve, defineHook, deny, serve } from "@agent-hook/sdk";
import { print } from "./noisy-dependency.mjs";

const program = 'process.stdout.write("NOISE of a child")';
const child = {
  "a child with inherited stdio": () => spawnSync(process.execPath, ["-e", program], { stdio: "inherit" }),
  "a shell with inherited stdio": () => spawnSync("sh", ["-c", "printf 'NOISE of a shell'"], { stdio: "inherit" }),
  "execSync with inherited stdio": () => execSync("printf 'NOISE of execSync'", { stdio: "inherit" }),
  "execFileSync with inherited stdio": () => execFileSync("printf", ["NOISE of execFileSync"], { stdio: "inherit" }),
  "an async child with inherited stdio": async () =>
    once(spawn(process.execPath, ["-e", program], { stdio: "inherit" }), "exit"),
};

await serve(
  defineHook({
    name: "noisy",
    // The tests make 60 calls at once, and each may start a process on a busy machine.
    deadlines: { interceptMs: 120_000 },
    onFailure: "block",
    beforeTool: async (call) => {
      await { ...print, ...child }[call.tool]?.();
      return deny(`printed by ${call.tool}`);
    },
    approveTool: approve,
  }),
);
