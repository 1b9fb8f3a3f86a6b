import { parsePlainYaml } from "./plain-yaml.js";

/** A policy file's value, and the lines of its parts. */
export interface PolicyText {
  readonly value: unknown;
  /** Returns the line of a key or a list's item, or of the nearest part around it that exists. Counted from 1. */
  lineOf(path: readonly PropertyKey[]): Promise<number>;
}

/**
 * Parses a policy file. Throws a `PolicyError` with the line.
 *
 * Loading a YAML parser and parsing ten lines takes a tenth of the time of a one-shot call (measured), so it is loaded
 * only for a file that is invalid or unusual.
 */
export async function parsePolicy(text: string, path: string): Promise<PolicyText> {
  const plain = parsePlainYaml(text);
  const parse = async () => (await import("./yaml-text.js")).parseYaml(text, path);
  const parsed = plain === undefined ? await parse() : undefined;
  return {
    value: parsed === undefined ? plain : parsed.value,
    lineOf: async (keys) => (parsed ?? (await parse())).lineOf(keys),
  };
}
