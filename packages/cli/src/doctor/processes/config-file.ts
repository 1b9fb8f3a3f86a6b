import { isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { usageError } from "../../command-error.js";
import { isTooDeep, TOO_DEEP } from "../../files/nesting.js";
import { NotRegularFileError, readRegular } from "../../files/regular-file.js";
import { formatList } from "../../format-list.js";
import type { ProcessesHost } from "../../host-config/installs.js";

/** A config as it is on disk. */
export interface ConfigFile {
  readonly host: ProcessesHost;
  readonly file: string;
  /** The mode of the file, such as 0o600. */
  readonly mode: number;
  readonly root: JsonObject;
}

/** Reads a config as the host does: plain JSON without comments. Throws `CommandError`. */
export function readConfigFile(file: string, host: ProcessesHost): ConfigFile {
  const { text, mode } = read(file, host);
  return { host, file, mode, root: rootOf(file, text, host) };
}

function read(file: string, { locationVariables }: ProcessesHost): { readonly text: string; readonly mode: number } {
  try {
    const { bytes, stat } = readRegular(file);
    return { text: bytes.toString("utf8"), mode: stat.mode & 0o777 };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT") {
      throw usageError(
        `the config ${file} cannot be read: ${error instanceof NotRegularFileError ? error.message : code}`,
        error,
      );
    }
    const advice = "give the config's path: agent-hook doctor path/to/config.json";
    throw usageError(`there is no config ${file}; ${advice}, or set ${formatList(locationVariables, "or")}`, error);
  }
}

function rootOf(file: string, text: string, host: ProcessesHost): JsonObject {
  const root = parseConfig(file, text, host);
  if (isObject(root)) return root;
  throw usageError(`${file} is not a config of ${host.title}: expected a JSON object with "hooks"`);
}

function parseConfig(file: string, text: string, host: ProcessesHost): unknown {
  if (isTooDeep(text)) throw usageError(`${file}: ${TOO_DEEP}`);
  try {
    // The host treats `null` as an absent field (observed).
    return JSON.parse(text, (_key, value) => (value === null ? undefined : value));
  } catch (cause) {
    throw usageError(`${file} ${syntaxError(text, host)}; ${host.title} does not start with it`, cause);
  }
}

/** Describes the first syntax error in a text that is not JSON, with its position. */
function syntaxError(text: string, host: ProcessesHost): string {
  if (text.startsWith("\uFEFF")) return `begins with a byte order mark, which ${host.title} does not support`;
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return "is not JSON";
  const lines = text.slice(0, first.offset).split("\n");
  const where = `line ${lines.length}, column ${(lines.at(-1) as string).length + 1}`;
  const code = printParseErrorCode(first.error);
  return `is not JSON at ${where}: ${code.includes("Comment") ? `a comment; ${host.title} reads plain JSON` : (WORDS[code] ?? code)}`;
}

const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: "unexpected characters",
  InvalidNumberFormat: "an invalid number",
  PropertyNameExpected: "expected a name in double quotes; remove a trailing comma",
  ValueExpected: "expected a value",
  ColonExpected: "expected a colon",
  CommaExpected: "expected a comma",
  CloseBraceExpected: "expected }",
  CloseBracketExpected: "expected ]",
  EndOfFileExpected: "expected the end of the file",
  UnexpectedEndOfString: "an unterminated string",
  UnexpectedEndOfNumber: "an incomplete number",
  InvalidUnicode: "an invalid \\u escape",
  InvalidEscapeCharacter: "an invalid escape in a string",
  InvalidCharacter: "a control character in a string",
};
