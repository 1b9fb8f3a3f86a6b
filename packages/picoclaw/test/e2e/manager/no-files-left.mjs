// Opens files until no descriptors are left, starts a hook and prints the result.
import { closeSync, openSync } from "node:fs";
import { HookManager } from "@agent-hook/picoclaw";

const open = [];
try {
  for (;;) open.push(openSync("/dev/null"));
} catch {}
const probe = { enabled: true, command: process.argv.slice(2), intercept: ["before_tool"] };
const came = await HookManager.start({ processes: { probe } }).then(
  () => "started",
  (error) => `${error.name}: ${error.message}`,
);
for (const fd of open) closeSync(fd);
process.stdout.write(came);
