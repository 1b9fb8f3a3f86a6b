import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { defineHook, type Hook, modify, pathsOf, type ToolOutcome } from "@agent-hook/sdk";
import * as z from "zod/mini";
import { checkOptions } from "../check-options.js";
import { bytesOf, excerptOf } from "./excerpt.js";

/** The options of `limitResults`. */
export interface LimitResultsOptions {
  /** The largest result that the model reads as it is, in bytes of UTF-8. Default: 20000. */
  readonly maxBytes?: number | undefined;
  /** How much of a larger one the model reads, in bytes: half from its beginning, half from its end. Default: 4000. */
  readonly keep?: number | undefined;
  /**
   * Where the files are written. A relative folder starts at the agent's folder. Default: a new folder among the
   * system's temporary files.
   */
  readonly folder?: string | undefined;
}

/** A function, as in `check-options.ts`. */
export const optionsSchema = () =>
  z
    .strictObject({
      maxBytes: z._default(z.int().check(z.gte(1000)), 20_000),
      keep: z._default(z.int().check(z.gte(100)), 4000),
      folder: z.optional(z.string().check(z.minLength(1))),
    })
    .check(z.refine(({ maxBytes, keep }) => keep <= maxBytes, { path: ["keep"], error: "expected at most maxBytes" }));

/** Part of the name of every file, by which the hook recognizes that the model reads one. */
const MARK = "agent-hook-result-";

/**
 * Returns a hook that writes large results to files, which only their owner may read. Instead, the model reads the
 * beginning, the end and the path, and can read the rest in parts.
 *
 * Results that report an error stay as they are: most hosts do not let a hook change them. Throws a `TypeError` if an
 * option is invalid.
 *
 * @example await serve(compose(redactSecrets(), limitResults({ maxBytes: 50_000 })));
 */
export function limitResults(options: LimitResultsOptions = {}): Hook<{}> {
  const { maxBytes, keep, folder } = checkOptions("limitResults", optionsSchema(), options);
  return defineHook({
    name: "limit-results",
    afterTool(call) {
      const text = call.result.forLlm;
      // A result that may be incomplete can also be the last one, so it is shortened too.
      if (call.result.isError === true || bytesOf(text) <= maxBytes) return;
      const { head, tail, omittedBytes } = excerptOf(text, Math.floor(keep / 2), Math.floor(keep / 2));
      // Otherwise, reading a file of this hook without a limit would write a copy of it, and so on.
      const path = pathsOf(call).find((one) => one.includes(MARK)) ?? save(text, call, folder);
      const note = `[... ${omittedBytes} bytes are left out. The whole result is in ${path}. Read it in parts, or search in it.]`;
      return modify({ result: `${head}\n${note}\n${tail}` }, { rule: "too-large" });
    },
  });
}

/** Writes a result to a new file and returns its path. */
function save(text: string, { cwd }: ToolOutcome, folder: string | undefined): string {
  const parent = folder === undefined ? tmpdir() : isAbsolute(folder) ? folder : resolve(cwd ?? ".", folder);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  // A new folder: nobody can have put a link into it.
  const path = join(mkdtempSync(join(parent, MARK)), "result.txt");
  writeFileSync(path, text, { mode: 0o600, flag: "wx" });
  return path;
}
