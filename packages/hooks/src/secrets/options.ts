import * as z from "zod/mini";

const PLACES = ["arguments", "results", "prompts", "model"] as const;

/** The options of `redactSecrets`, with their defaults. A function, as in `check-options.ts`. */
export const optionsSchema = () =>
  z.strictObject({
    name: z._default(name(), "redact-secrets"),
    version: z.optional(name()),
    in: z._default(z.array(z.enum(PLACES)).check(z.minLength(1)), [...PLACES]),
    placeholders: z._default(z.boolean(), false),
    allow: z._default(z.array(name()), []),
    mode: z._default(z.enum(["enforce", "observe"]), "enforce"),
    onFailure: z._default(z.enum(["block", "continue"]), "block"),
  });

const name = () => z.string().check(z.minLength(1));

/** Options of `redactSecrets`. */
export interface RedactSecretsOptions {
  /** Names the hook in logs and denials. Default: `redact-secrets`. */
  readonly name?: string | undefined;
  /** Shown by `--describe` and in the handshake. Default: none. */
  readonly version?: string | undefined;
  /**
   * Where to look. Default: everywhere.
   *
   * - `arguments`: of tools that do not write files. A file with `[redacted]` in it would be broken
   * - `results`: what the model reads of a tool, text and structured content
   * - `prompts`: of the user. No host can change one, so a prompt with a secret is denied, unless `model` redacts it
   * - `model`: messages to the model and its replies, where the host lets a hook change them
   */
  readonly in?: readonly ("arguments" | "results" | "prompts" | "model")[] | undefined;
  /**
   * Writes `[secret:github:1a2b3c4d]` instead of `[redacted]`, and turns it back into the secret in the arguments of
   * tools. The secrets are kept in memory, so it needs a host that keeps the process of the hook. Default: false.
   */
  readonly placeholders?: boolean | undefined;
  /** Texts that stay, compared with the whole secret. `*` stands for any text: `test-*`. Default: none. */
  readonly allow?: readonly string[] | undefined;
  /** `observe`: logs what it would do, without the secret, and changes nothing. Default: `enforce`. */
  readonly mode?: "enforce" | "observe" | undefined;
  /** What happens to a call if the hook fails. Default: `block`. */
  readonly onFailure?: "block" | "continue" | undefined;
}

/** Returns whether a text is one of the allowed ones. */
export function allowed(patterns: readonly string[]): (text: string) => boolean {
  const pieces = patterns.map((pattern) => pattern.split("*"));
  return (text) => pieces.some((one) => matches(one, text));
}

/** Whether the pieces occur in this order, the first at the start and the last at the end. */
function matches(pieces: readonly string[], text: string): boolean {
  const [first = "", ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
