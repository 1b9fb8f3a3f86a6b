import { parse, type Script } from "unbash";
import { checkLength, giveUp, spend, TOO_DEEP } from "../limits.js";

/** Parses code of a shell. */
export function parseCode(code: string): Script {
  checkLength(code.length);
  // The parser compares all here-documents of a line with each other.
  const documents = code.includes("<<") ? code.split("<<").length : 0;
  spend(code.length + documents ** 2 / 64);
  const script = parse(code);
  // It leaves out what is nested more deeply.
  if (script.errors?.some(({ message }) => message.includes("nesting"))) giveUp(TOO_DEEP);
  return script;
}
