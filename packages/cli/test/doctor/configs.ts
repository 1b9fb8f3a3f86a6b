import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** Returns the path of a file in the repository. */
export const file = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** A process in a config that PicoClaw would start. */
export type Entry = Readonly<Record<string, unknown>>;

function entry(path: string, args: readonly string[], fields: Entry): Entry {
  return { enabled: true, command: [process.execPath, file(path), ...args], ...fields };
}

const V029 = ["--host", "picoclaw@v0.2.9"];

/** Returns the guard of the examples with its recommended config. */
export function guard(fields: Entry = {}): Entry {
  const env = { GUARD_WORKSPACE: file(".") };
  return entry("examples/guard/dist/main.js", V029, { priority: -10, env, intercept: ["approve_tool"], ...fields });
}

/** Returns a hook that uses the SDK and has tools. */
export function weather(fields: Entry = {}, args = V029): Entry {
  return entry("examples/weather/dist/main.js", args, { intercept: ["before_llm", "before_tool"], ...fields });
}

/** Returns a file from a package's `test/hooks`, with `--host`. */
export function hook(path: string, fields: Entry = {}): Entry {
  return entry(`packages/${path}`, V029, fields);
}

/** Returns a hook without the SDK. FAULT names what it does wrong. */
export function plain(fault: string, fields: Entry = {}): Entry {
  return entry("packages/picoclaw/test/hooks/wrong.mjs", [], {
    env: { FAULT: fault },
    intercept: ["approve_tool"],
    ...fields,
  });
}

export const DEFAULTS = { interceptor_timeout_ms: 5000, approval_timeout_ms: 60_000 };

/** Returns a whole config with these processes. */
export function config(processes: Readonly<Record<string, unknown>>, hooks: Entry = {}) {
  return { hooks: { enabled: true, defaults: DEFAULTS, processes, ...hooks } };
}

/** Creates a folder for a test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "agent-hook-doctor-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Writes a config for a test: a text, or a value as JSON. */
export function configFile(content: unknown, mode = 0o600): string {
  const path = join(folder(), "config.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content), { mode });
  return path;
}
