// What `npm start`, `npm test` and the other commands do that may run before anything is installed.
"use strict";
const { spawnSync } = require("node:child_process");
const { join } = require("node:path");
const stamp = require("./build-stamp.cjs");
const { CHECKS, npmScript, report, runParts } = require("./parts.cjs");

const ROOT = join(__dirname, "..");
const PNPM = "pnpm@10.34.9";
const TSC = join("node_modules", "typescript-7", "bin", "tsc");
const TSX = join("node_modules", "tsx", "dist", "cli.mjs");
const INSTALL = ["install", "--frozen-lockfile", "--prefer-offline"];
/** The demo needs no spelling check, which brings 100 packages, no page with its browser tests, and no frameworks. */
const FOR_DEMO = [
  "--filter=!@agent-hook/text",
  "--filter=!@agent-hook/ui",
  "--filter=!@agent-hook/frameworks",
  "--filter=!@agent-hook/interop",
  "--filter=!@agent-hook/example-team-guard",
];
/** Built together with their dependencies. */
const DEMO = [join("examples", "mini-agent"), join("examples", "weather")];
const EVERYTHING = [
  { title: "install", command: "npx", args: ["--yes", PNPM, ...INSTALL] },
  { title: "build", command: "npx", args: ["--yes", PNPM, "run", "build"] },
];

/** Runs a step without its output. If it fails, prints the output and ends the program. */
function quietStep(command, args) {
  const done = spawnSync(command, args, { cwd: ROOT, encoding: "utf8", shell: process.platform === "win32" });
  if (done.status === 0) return;
  console.error((done.stdout || "") + (done.stderr || "") + (done.error ? done.error.message : ""));
  process.exit(done.status || 1);
}

function setUpDemo() {
  console.error("Installing and building, which takes about 20 s ...");
  quietStep("npx", ["--yes", PNPM, ...INSTALL, ...FOR_DEMO]);
  quietStep(process.execPath, [TSC, "-b", "--noCheck", ...DEMO]);
  quietStep(process.execPath, [TSX, join("scripts", "bundle.ts"), "packages/sdk"]);
}

/** Runs something in this terminal and returns its exit code. */
function run(args) {
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
}

function installAndBuild() {
  const startedMs = Date.now();
  const rows = runParts(EVERYTHING);
  if (rows.every(({ code }) => code === 0)) stamp.writeStamp(ROOT, "all", startedMs);
  return rows;
}

function start(args) {
  const startedMs = Date.now();
  if (!stamp.isBuilt(ROOT, "demo")) {
    setUpDemo();
    stamp.writeStamp(ROOT, "demo", startedMs);
  }
  return run([join("examples", "mini-agent", "dist", "main.js"), ...args]);
}

function serveRegistry() {
  const code = stamp.isBuilt(ROOT, "all") ? 0 : report(installAndBuild());
  return code === 0 ? run([TSX, join("scripts", "serve-registry.ts")]) : code;
}

function test() {
  const rows = installAndBuild();
  return report(rows.every(({ code }) => code === 0) ? [...rows, ...runParts(CHECKS.map(npmScript))] : rows);
}

const JOBS = { start, registry: serveRegistry, test };
process.exitCode = JOBS[process.argv[2]](process.argv.slice(3));
