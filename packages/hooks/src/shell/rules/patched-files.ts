import { basename } from "node:path/posix";
import type { Run } from "../run/shell.js";
import { type Content, partsOf } from "../values/content.js";
import { absolute } from "../values/paths.js";

/** Lines of a patch that name files, in each format that git and patch read. */
const HEADERS = /^(?:---|\+\+\+|\*\*\*|Index:|diff --git|(?:rename|copy) (?:from|to))[ \t]+(.*)$/gm;
const NAMES = /"(?:[^"\\]|\\.)*"|\S+/g;

/**
 * How many folders a program removes from the beginning of each name. `base`: all of them.
 */
export type Strip = number | "base";

/** Notes the files that a patch changes. A patch of which nothing is known counts as a write of settings. */
export function notePatch(patch: Content, strips: readonly Strip[], run: Run): void {
  const state = run.state.subshell();
  const filesIn = (text: string) => {
    const names = namesIn(text).flatMap((name) => stripped(name, strips));
    return names.flatMap((name) => absolute(name, state) ?? []);
  };
  const parts = partsOf(patch);
  if (parts === undefined) run.shell.writesListed(undefined, filesIn);
  for (const part of parts ?? []) {
    if ("file" in part) run.shell.writesListed(part.file, filesIn);
    else for (const path of filesIn(part.text)) run.shell.changes(path, run);
  }
}

function namesIn(patch: string): readonly string[] {
  const names = new Set<string>();
  for (const [, rest = ""] of patch.matchAll(HEADERS)) {
    // A date follows a tab, or a space. A name in quotes has escapes. With one name twice, each can contain spaces.
    const line = rest.replace(/\t.*|\r$/s, "");
    for (const name of [line, line.slice((line.length + 1) / 2), ...(line.match(NAMES) ?? [])])
      names.add(unquoted(name));
  }
  names.delete("");
  names.delete("/dev/null");
  return [...names];
}

function stripped(name: string, strips: readonly Strip[]): readonly string[] {
  return strips.map((strip) => {
    if (strip === "base") return basename(name);
    // A name with fewer folders stays as it is.
    return name.split(/\/+/).slice(strip).join("/") || name;
  });
}

function unquoted(name: string): string {
  if (!/^".*"$/s.test(name)) return name;
  const bytes = name
    .slice(1, -1)
    .replace(/\\([0-7]{1,3})|\\(.)/gs, (_, octal: string | undefined, letter: string) =>
      octal === undefined ? letter : String.fromCharCode(Number.parseInt(octal, 8)),
    );
  return /^[\0-\xff]*$/.test(bytes) ? Buffer.from(bytes, "latin1").toString() : bytes;
}
