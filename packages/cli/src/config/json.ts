import type { JsonExtra } from "@agent-hook/sdk/internal/installs";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { type ParseError, type ParseOptions, parseTree, printParseErrorCode } from "jsonc-parser";
import { usageError } from "../command-error.js";
import { isTooDeep, TOO_DEEP } from "../files/nesting.js";
import { editJson, plainValue } from "./edit-json.js";
import { type Language, positionText } from "./language.js";

/** JSON with or without comments and trailing commas. */
export const json: Language = {
  parse,
  edit: (text, newValue) => (text.trim() === "" ? `${json.print(newValue)}\n` : editJson(text, newValue)),
  print: (value) => JSON.stringify(value, null, 2),
  allowsBom: true,
  extrasOf,
};

function parse(name: string, text: string): JsonObject {
  if (text.trim() === "") return {};
  if (isTooDeep(text)) throw usageError(`${name}: ${TOO_DEEP}`);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const why = `${positionText(text, first.offset)}: ${printParseErrorCode(first.error)}`;
    throw usageError(`${name} does not parse (${why}): fix it first`);
  }
  if (root?.type !== "object") throw usageError(`${name}: expected a JSON object, got ${root?.type ?? "nothing"}`);
  return plainValue(root) as JsonObject;
}

/** Expects a text that parses. */
function extrasOf(text: string): JsonExtra[] {
  if (text.trim() === "") return [];
  const isRejected = (options: ParseOptions) => {
    const errors: ParseError[] = [];
    parseTree(text, errors, options);
    return errors.length > 0;
  };
  return [
    ...(isRejected({ disallowComments: true, allowTrailingComma: true }) ? (["comments"] as const) : []),
    ...(isRejected({ allowTrailingComma: false }) ? (["trailing commas"] as const) : []),
  ];
}
