// Follows the `script` of a call, or HELLO for the handshake. Without a script it answers with what it received.
// Several puppets in one chain use `scripts[NAME][METHOD]`.
import { closeSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";

const events = [];
const held = [];
let hello;

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return events.push({ method, params });
  if (method === "hook.hello") hello = params;
  const own = params.scripts?.[hello.name]?.[method] ?? params.script ?? {};
  const script = method === "hook.hello" ? JSON.parse(process.env.HELLO ?? "{}") : own;
  const heard = { id, method, params, events: events.splice(0), hello };
  const standard = {
    "hook.hello": { ok: true, heard, pid: process.pid, cwd: process.cwd(), mark: process.env.MARK },
    "hook.approve_tool": { approved: true, heard },
  };
  const result = "result" in script ? script.result : (standard[method] ?? { action: "continue", heard });
  const answer = { jsonrpc: "2.0", id, ...("error" in script ? { error: script.error } : { result }) };

  // Synchronous, so that it is written before anything else happens.
  if (script.stderr) writeSync(2, script.stderr);
  // latin1 keeps each byte unchanged.
  const bytes = Buffer.from(script.bytes ?? "", "base64")
    .toString("latin1")
    .replace('"id":ID', `"id":${id}`);
  if (bytes !== "") writeSync(1, Buffer.from(bytes, "latin1"));
  if (script.print) writeSync(1, script.print.replaceAll("ID", id).replaceAll("ANSWER", JSON.stringify(answer)));
  if (script.padTo) {
    const padded = (pad) => `${JSON.stringify({ ...answer, result: { ...result, pad } })}\n`;
    writeSync(1, padded("x".repeat(script.padTo - padded("").length)));
  }
  if (script.close) closeSync(script.close);
  // Only SIGSTOP is survived. Execution continues here after SIGCONT.
  if (script.kill) process.kill(process.pid, script.kill);
  if (script.kill && script.kill !== "SIGSTOP") return;
  if ("exit" in script) return process.exit(script.exit);
  if (script.hold) return held.push(answer);
  if (!script.print && !script.padTo) writeSync(1, `${JSON.stringify(answer)}\n`);
  if (script.release) for (const late of held.splice(0).reverse()) writeSync(1, `${JSON.stringify(late)}\n`);
});
