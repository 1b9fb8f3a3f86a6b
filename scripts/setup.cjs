// Runs on any version of Node, so that it can report an old version. Plain ES5.
"use strict";
var spawnSync = require("child_process").spawnSync;
var path = require("path");
var stamp = require("./build-stamp.cjs");

var PNPM = "pnpm@10.34.9";
var TSC = path.join("node_modules", "typescript-7", "bin", "tsc");
var TSX = path.join("node_modules", "tsx", "dist", "cli.mjs");
var INSTALL = ["install", "--frozen-lockfile", "--prefer-offline"];
/** The demo needs no spelling check, which brings 100 packages, no page with its browser tests, and no frameworks. */
var FOR_DEMO = [
  "--filter=!@agent-hook/text",
  "--filter=!@agent-hook/ui",
  "--filter=!@agent-hook/frameworks",
  "--filter=!@agent-hook/interop",
  "--filter=!@agent-hook/example-team-guard",
];
/** Built together with their dependencies. */
var DEMO = [path.join("examples", "mini-agent"), path.join("examples", "weather")];
var root = path.join(__dirname, "..");
var version = process.versions.node.split(".").map(Number);

if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error(
    "agent-hook needs Node 20.19 or newer; this is Node " +
      process.versions.node +
      ". Install it from nodejs.org and run this again.",
  );
  process.exit(1);
}

function step(title, command, args) {
  console.error("\n> " + title);
  var done = spawnSync(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (done.error) console.error(title + " could not run " + command + ": " + done.error.message);
  if (done.status !== 0) process.exit(done.status || 1);
}

/** Runs a step without its output. If it fails, prints the output. */
function quietStep(command, args) {
  var done = spawnSync(command, args, { cwd: root, encoding: "utf8", shell: process.platform === "win32" });
  if (done.status === 0) return;
  console.error((done.stdout || "") + (done.stderr || "") + (done.error ? done.error.message : ""));
  process.exit(done.status || 1);
}

function demo(args) {
  var main = path.join("examples", "mini-agent", "dist", "main.js");
  var ended = spawnSync(process.execPath, [main].concat(args), { cwd: root, stdio: "inherit" });
  return ended.status === null ? 1 : ended.status;
}

function pnpm(title, args) {
  step(title, "npx", ["--yes", PNPM].concat(args));
}

var job = process.argv[2];
var rest = process.argv.slice(3);
var startedMs = Date.now();
var part = job === "start" ? "demo" : "all";
if (job === "test" || !stamp.isBuilt(root, part)) {
  if (part === "all") {
    pnpm("1/3 Installing what the workspace needs", INSTALL);
    pnpm("2/3 Building", ["run", "build"]);
  } else {
    console.error("Installing and building, which takes about 20 s ...");
    quietStep("npx", ["--yes", PNPM].concat(INSTALL, FOR_DEMO));
    quietStep(process.execPath, [TSC, "-b", "--noCheck"].concat(DEMO));
    quietStep(process.execPath, [TSX, path.join("scripts", "bundle.ts"), "packages/sdk"]);
  }
  stamp.writeStamp(root, part, startedMs);
}
if (job === "start") {
  process.exitCode = demo(rest);
} else if (job === "registry") {
  step("3/3 A registry on this machine", process.execPath, [TSX, path.join("scripts", "serve-registry.ts")]);
} else {
  pnpm("3/3 Lint, types and every test", ["run", "ci"]);
}
