#!/usr/bin/env node
// Not in dist: package managers link a bin when they install, before anything is built.

// Hosts start `run` for every call: it is one small file, and loads nothing of the other commands.
if (process.argv[2] === "run" && !process.argv.includes("--help")) {
  process.argv.splice(2, 1);
  await import("../dist/policy/hook.cjs");
} else {
  const { run } = await import("../dist/run.js");
  process.exitCode = await run(process.argv.slice(2));
}
