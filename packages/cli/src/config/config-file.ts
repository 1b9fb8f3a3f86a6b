import { existsSync, lstatSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { usageError } from "../command-error.js";
import { NotRegularFileError, readRegular } from "../files/regular-file.js";
import type { HostFormat } from "../host-config/index.js";
import { realFolder } from "./inside.js";
import { EditError, type Language } from "./language.js";

/** A config file as it was read. */
export interface ConfigFile {
  /** The name that the user gave. */
  readonly name: string;
  /** The real path, with all symbolic links resolved. */
  readonly path: string;
  /** Absent if the file does not exist yet. */
  readonly before: { readonly bytes: Buffer; readonly stat: Stats } | undefined;
  /** The byte order mark. It stays at the start of the file, but is not part of `text`. */
  readonly bom: "" | "\uFEFF";
  readonly text: string;
  readonly value: JsonObject;
}

export async function languageOf({
  language,
  frame,
  toml,
}: Pick<HostFormat, "language" | "frame" | "toml">): Promise<Language> {
  if (frame !== undefined) return (await import("./framed.js")).framed(frame);
  if (toml !== undefined) return (await import("./toml.js")).toml(toml);
  return language === "yaml" ? (await import("./yaml.js")).yaml : (await import("./json.js")).json;
}

/**
 * Reads a config file, which may not exist yet. With `isHostFile`, the host looks for this file, so its folder may not
 * exist yet either. Throws `CommandError`.
 */
export function readConfigFile(name: string, language: Language, isHostFile = false): ConfigFile {
  const path = realPath(name, isHostFile);
  const before = existsSync(path) ? readBytes(name, path) : undefined;
  const decoded = before === undefined ? "" : decode(name, before.bytes);
  const bom = decoded.startsWith("\uFEFF") ? "\uFEFF" : "";
  if (bom !== "" && !language.allowsBom) {
    throw usageError(
      `${name} begins with a byte order mark, and the agent does not start with it: save the file without it`,
    );
  }
  const text = decoded.slice(bom.length);
  return { name, path, before, bom, text, value: language.parse(name, text) };
}

function realPath(name: string, isHostFile: boolean): string {
  const path = resolve(name);
  try {
    return realpathSync(path);
  } catch (error) {
    if (isLink(path)) throw usageError(`${name} is a broken symbolic link: repair it, or name the file itself`, error);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") {
      throw usageError(`${name}: ${blockingFile(path)} is not a folder: move it, or name another file`, error);
    }
    if (code !== "ENOENT") throw usageError(`${name} cannot be read: ${message}`, error);
  }
  try {
    return join(isHostFile ? realFolder(dirname(path)) : realpathSync(dirname(path)), basename(path));
  } catch (error) {
    throw usageError(`${name}: the folder ${dirname(path)} does not exist: create it, or name another file`, error);
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Returns the existing file where the path expects a folder. */
function blockingFile(path: string): string {
  return existsSync(path) ? path : blockingFile(dirname(path));
}

/** Throws `CommandError`. */
export function readBytes(name: string, path: string): NonNullable<ConfigFile["before"]> {
  try {
    return readRegular(path);
  } catch (error) {
    if (error instanceof NotRegularFileError) throw usageError(`${name}: ${error.message}`);
    throw usageError(`${name} cannot be read: ${(error as Error).message}`, error);
  }
}

function decode(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw usageError(`${name} is not UTF-8: convert it first`, error);
  }
}

/** Returns the text of a config file with another value. Parses the new text to check it. Throws `CommandError`. */
export function editedText({ name, text }: ConfigFile, newValue: JsonObject, language: Language): string {
  const after = editText(name, text, newValue, language);
  if (parsesTo(name, after, newValue, language)) return after;
  throw usageError(`${name}: cannot make the change in this text, nothing was written: add the config by hand`);
}

function editText(name: string, text: string, newValue: JsonObject, language: Language): string {
  try {
    return language.edit(text, newValue);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw usageError(`${name} ${error.message}`, error);
  }
}

function parsesTo(name: string, text: string, newValue: JsonObject, language: Language): boolean {
  try {
    return isDeepStrictEqual(language.parse(name, text), newValue);
  } catch {
    return false;
  }
}
