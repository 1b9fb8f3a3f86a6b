import { type Frame, framedText, isFramed, jsonIn } from "@agent-hook/sdk/internal/installs";
import { usageError } from "../command-error.js";
import { json } from "./json.js";
import type { Language } from "./language.js";

/** JSON in a program that agent-hook writes. Each change writes the whole program anew. */
export function framed(frame: Frame): Language {
  const print: Language["print"] = (value) => framedText(frame, json.print(value));
  return {
    parse(name, text) {
      if (text.trim() === "") return {};
      const inner = jsonIn(text);
      if (inner !== undefined) return json.parse(name, inner);
      throw usageError(`${name}: expected a file that agent-hook wrote, with the line "const CONFIG = {": move it`);
    },
    edit: (_, newValue) => print(newValue),
    print,
    allowsBom: true,
    extrasOf: (text) => json.extrasOf(jsonIn(text) ?? ""),
    isOutdated: (text) => text !== "" && !isFramed(frame, text),
  };
}
