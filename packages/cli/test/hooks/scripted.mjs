// Follows SCRIPT for each method: { result } or { error } is its answer, with `$HOST` for AGENT_HOOK_HOST and `$MIB`
// for a long text. First it may { print } to stdout, { log } to stderr or { append } to a file. { silent } and { exit }
// give no answer.
import { appendFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";

const script = JSON.parse(process.env.SCRIPT ?? "{}");
const usual = { "hook.hello": { name: "scripted" }, "hook.approve_tool": { approved: true } };

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  const { print, log, append, silent, exit, ...answer } = script[method] ?? {
    result: usual[method] ?? { action: "continue" },
  };
  if (print) writeSync(1, `${print}\n`);
  if (log) writeSync(2, `${log}\n`);
  if (append) appendFileSync(append, "\n");
  if (exit !== undefined) process.exit(exit);
  if (silent || id === undefined) return;
  const text = JSON.stringify({ jsonrpc: "2.0", id, ...answer });
  const filled = text.replaceAll("$HOST", process.env.AGENT_HOOK_HOST ?? "").replaceAll("$MIB", "x".repeat(1_048_576));
  process.stdout.write(`${filled}\n`);
});
