import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** The `--describe` output of a hook. */
export const GUARD = {
  sdk: { name: "@agent-hook/sdk", version: "0.1.0" },
  name: "guard",
  points: ["beforeTool", "approveTool"],
  tools: [],
  onFailure: "block",
  deadlines: { interceptMs: 4500, approveMs: 55_000 },
};

/** Creates a folder that is removed after the test. `name` is a folder in it. */
export function folder(name = "."): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "agent-hook-config-")));
  onTestFinished(() => rmSync(path, { recursive: true }));
  mkdirSync(join(path, name), { recursive: true });
  return join(path, name);
}

/** Writes an executable file. */
export function program(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

/** Returns JavaScript that describes itself like a hook and tells the launcher that it makes no decision. */
export function fakeHookSource(manifest: object = GUARD): string {
  const manifestText = JSON.stringify(JSON.stringify(manifest));
  return `if (process.env.AGENT_HOOK_FD && !process.argv.includes("--describe")) require("node:fs").writeSync(3, process.env.AGENT_HOOK_KEY + " 0\\n"); else console.log(${manifestText});\n`;
}
