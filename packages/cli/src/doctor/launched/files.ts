import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { parseEnv } from "node:util";
import { type HookFile, type ReadFile, whyUnreadable } from "@agent-hook/sdk/internal/installs";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { CommandError } from "../../command-error.js";
import { readBytes, readConfigFile } from "../../config/config-file.js";
import { framed } from "../../config/framed.js";
import { json } from "../../config/json.js";
import type { Language } from "../../config/language.js";
import { parseToml, toml } from "../../config/toml.js";
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
  return parseToml(path, readBytes(path, path).bytes.toString("utf8"));
}

/** Reads a file with environment variables, in the form of settings that have them. */
function readVariables(path: string): JsonObject {
  return { env: { ...parseEnv(readBytes(path, path).bytes.toString("utf8")) } };
}

function languageOf({ frame, toml: form }: CommandHookHost, settingsOnly: boolean): Language {
  if (frame !== undefined && !settingsOnly) return framed(frame);
  return form === undefined ? json : toml(form);
}

function contentOf(agent: CommandHookHost, { path, settingsOnly }: HookFile): Omit<ReadFile, keyof HookFile> {
  try {
    if (path.endsWith(".toml") && agent.toml === undefined) return { value: readToml(path) };
    if (basename(path) === ".env") return { value: readVariables(path) };
    const language = languageOf(agent, settingsOnly === true);
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
