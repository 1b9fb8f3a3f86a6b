// A host that completes the handshake with the hook in its arguments, calls it once and keeps running.
import { spawn } from "node:child_process";
import { once } from "node:events";

const [program, ...args] = process.argv.slice(2);
const hook = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
const send = (id, method, params) => hook.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
send(1, "hook.hello", { name: "loops", version: 1, modes: ["tool"] });
await once(hook.stdout, "data");
send(2, "hook.before_tool", { tool: "read_file", arguments: {} });
