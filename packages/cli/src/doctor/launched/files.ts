import { existsSync, statSync } from "node:fs";
import type { JsonObject } from "@agent-hook/protocol";
import { type HookFile, type ReadFile, whyUnreadable } from "@agent-hook/sdk/internal/installs";
import { parse, TomlError } from "smol-toml";
import { CommandError, usageError } from "../../command-error.js";
import { readBytes, readConfigFile } from "../../config/config-file.js";
import { framed } from "../../config/framed.js";
import { json } from "../../config/json.js";
import { formatList } from "../../format-list.js";
import type { CommandHookHost } from "../../host-config/installs.js";
import { type Finding, finding } from "../findings.js";

/** Reads the files that exist, each once: the home folder may also be the project's folder. */
export function readFiles(agent: CommandHookHost, files: readonly HookFile[]): ReadFile[] {
  const paths = files.map(({ path }) => path);
  const existing = files.filter(({ path }, index) => paths.indexOf(path) === index && isExistingFile(path));
  return existing.map((file) => ({ ...file, ...contentOf(agent, file) }));
}

function isExistingFile(path: string): boolean {
  return existsSync(path) && !statSync(path).isDirectory();
}

/** Reads a TOML file. It contains no hooks, but may switch hooks off. Throws `CommandError`. */
function readToml(path: string): JsonObject {
  try {
    return parse(readBytes(path, path).bytes.toString("utf8")) as JsonObject;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [firstLine] = error.message.split("\n");
    throw usageError(`${path} does not parse (line ${error.line}, column ${error.column}: ${firstLine})`, error);
  }
}

function contentOf(agent: CommandHookHost, { path, settingsOnly }: HookFile): Omit<ReadFile, keyof HookFile> {
  try {
    if (path.endsWith(".toml")) return { value: readToml(path) };
    const language = agent.frame === undefined || settingsOnly ? json : framed(agent.frame);
    const { text, bom, value } = readConfigFile(path, language);
    const extras = [...language.extrasOf(text), ...(bom === "" ? [] : (["a byte order mark"] as const))];
    const rejected = settingsOnly ? [] : extras.filter((extra) => agent.rejectsJson.includes(extra));
    if (rejected.length > 0) return { value: {}, fault: `${path} has ${formatList(rejected)}` };
    const why = settingsOnly ? undefined : whyUnreadable(agent.configSchema, value);
    if (why !== undefined) return { value: {}, fault: `${path}: ${why}` };
    return { value, ...(language.isOutdated?.(text) ? { otherCode: true as const } : {}) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const locked = error.cause instanceof Error && "syscall" in error.cause;
    return { value: {}, fault: error.message, ...(locked ? { locked } : {}) };
  }
}

/** Reports why an agent cannot read a file. */
export function brokenFindings({ title }: CommandHookHost, files: readonly ReadFile[]): Finding[] {
  return files.flatMap(({ fault, locked }) => {
    if (fault === undefined) return [];
    const fix = locked ? "make the file readable, and run doctor again" : "correct the file, or remove what is named";
    return [finding("broken-file", `${fault}: ${title} ignores all its hooks`, fix)];
  });
}
