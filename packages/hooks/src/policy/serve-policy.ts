import { readFileSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { inspect } from "node:util";
import { defineHook, deny, type Hook, serve } from "@agent-hook/sdk";
import { POLICY_HOOK, type Policy, startedPolicy } from "./hook-of.js";
import { PolicyError } from "./policy-error.js";

/** The key under which the SDK finds the file that the decision log names. */
const SOURCE_FILE = Symbol.for("agent-hook.source-file");

/** The key under which the SDK finds the variables of the environment that the hook reads, if all of them are known. */
const KNOWN_VARIABLES = Symbol.for("agent-hook.known-variables");

/** A longer file is not a policy. */
const MAX_BYTES = 1_048_576;

/**
 * Runs the hook of a policy file, as `serve` does. If the file is missing or invalid, every call is denied with a
 * reason that names the file and the line. With `--describe`, it prints the reason to stderr and exits with 1 instead.
 *
 * @example await servePolicy(".agent-hook/policy.yaml");
 */
export async function servePolicy(path: string): Promise<void> {
  const file = resolve(path);
  await serve({ ...(await hookAt(file)), [SOURCE_FILE]: file } as Hook);
}

async function hookAt(path: string): Promise<Hook> {
  try {
    const { hook, policy } = await startedPolicy(textOf(path), path);
    if (runsForeignCode(policy)) return hook;
    // Loaded only by a process that stays.
    const known = async () => (await import("./read-variables.js")).READ_VARIABLES;
    return { ...hook, [KNOWN_VARIABLES]: known } as Hook;
  } catch (error) {
    const isExpected = error instanceof PolicyError;
    const reason = isExpected ? error.message : `${path}: cannot be used`;
    const cause = isExpected ? error.cause : error;
    // As `serve` reports it: who checks a hook finds this line, since the denials look like those of a policy that works.
    const text = `agent-hook: the hook cannot start:\n${reason}\n`;
    process.stderr.write(`${text}${cause instanceof Error ? `${inspect(firstCause(cause))}\n` : ""}`);
    if (process.argv.includes("--describe")) process.exit(1);
    return denyAll(`agent-hook: ${reason}. ${wayOut(path)}`);
  }
}

/** Whether a policy runs code that may read any variable: a module of its own, or packages. */
function runsForeignCode({ hooks, hookFiles }: Policy): boolean {
  return hookFiles.length > 0 || hooks.has("judge");
}

/** The error of a module that a policy names says more than ours, which quotes nothing of it. */
function firstCause(error: Error): Error {
  return error.cause instanceof Error ? firstCause(error.cause) : error;
}

/** Tells how to get an agent going again that a broken policy stops. */
function wayOut(path: string): string {
  const index = process.argv.findIndex((arg) => /^--host(=|$)/.test(arg));
  const words = process.argv.slice(index).join("=").split("=");
  // Without the version and the variant.
  const [host = ""] = (index === -1 ? "" : (words[1] ?? "")).split(/[@/]/);
  if (!/^[\w-]+$/.test(host)) return "Fix the file.";
  const project = basename(dirname(path)) === ".agent-hook" ? " --project" : "";
  return `Fix the file, or run: npx agent-hook remove --host ${host}${project}`;
}

/** Denies at every point where the policy could deny: which hooks it has is not known. */
function denyAll(reason: string): Hook {
  const no = () => deny(reason, { rule: "invalid-policy" });
  return defineHook({
    name: POLICY_HOOK,
    onFailure: "block",
    onPrompt: no,
    beforeLlm: no,
    afterLlm: no,
    approveTool: no,
    afterTool: no,
  }) as Hook;
}

function textOf(path: string): string {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new PolicyError(path, undefined, "is not a file");
    if (stats.size > MAX_BYTES) throw new PolicyError(path, undefined, "is larger than 1 MiB");
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof PolicyError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new PolicyError(path, undefined, code === "ENOENT" ? "does not exist" : `cannot be read (${code})`);
  }
}
