import { text } from "node:stream/consumers";
import { isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import { usageError } from "../command-error.js";
import { isTooDeep, TOO_DEEP } from "../files/nesting.js";
import { causeText, readBytes } from "../files/read-file.js";

export const EXAMPLE = '{"point": "before_tool", "tool": "get_weather", "arguments": {"city": "Beijing"}}';

/** A file with a call. */
export interface CallFile {
  /** The file's name for error messages. */
  readonly where: string;
  /** What a host wrote to a hook, or a description such as `{"point": "before_tool", "tool": ...}`. */
  readonly call: JsonObject;
}

/** Reads a call, or a line of a recording with a call. `-` is stdin. Throws a usage error. */
export async function readCallFile(path: string): Promise<CallFile> {
  const where = path === "-" ? "stdin" : path;
  const content = path === "-" ? await text(process.stdin) : new TextDecoder().decode(readBytes(path));
  const value = parseCall(content, where);
  const call = isObject(value.message) ? value.message : value;
  if (value.from === "hook" || (call.jsonrpc !== undefined && call.method === undefined)) {
    throw usageError(`${where} has an answer of a hook; expected a call of a host, such as ${EXAMPLE}`);
  }
  return { where, call };
}

function parseCall(content: string, where: string): JsonObject {
  if (isTooDeep(content)) throw usageError(`${where}: ${TOO_DEEP}`);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (cause) {
    const lines = content.split("\n").filter((line) => line.trim() !== "");
    if (lines.length === 0) throw usageError(`${where} is empty; expected a call, such as ${EXAMPLE}`);
    if (lines.length > 1 && lines.every(isJson)) {
      throw usageError(
        `${where} has ${lines.length} messages; expected one call. For recordings, use agent-hook replay`,
      );
    }
    throw usageError(`${where} is not JSON (${causeText(cause)}); expected a call, such as ${EXAMPLE}`);
  }
  if (isObject(value)) return value;
  throw usageError(`${where}: expected a JSON object, such as ${EXAMPLE}`);
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
