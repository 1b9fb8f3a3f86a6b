import { basename } from "node:path/posix";
import type { Run } from "../run/shell.js";
import { type Content, partsOf } from "../values/content.js";
import { absolute } from "../values/paths.js";

/** Lines of a patch that name files, in each format that a program reads. */
export const HEADERS = {
  git: /^(?:---|\+\+\+|\*\*\*|Index:|diff --git|rename (?:old|new)|(?:rename|copy) (?:from|to))[ \t]+(.*)$/gm,
  // It also reads a patch that is indented, or whose hyphens a mail has escaped.
  patch: /^(?:[ \tX]|- )*(?:---|\+\+\+|\*\*\*|Index:|diff --git|(?:rename|copy) (?:from|to))[ \t]+(.*)$/gm,
  codex: /^[ \t]*\*\*\* (?:(?:Add|Update|Delete) File|Move to):[ \t]*(.*)$/gm,
} as const;
/** Headers of a mail whose text is decoded before git looks for a patch. */
const ENCODED = [
  /^content-transfer-encoding:(?!\s*(?:7bit|8bit|binary))/im,
  /^content-type:.*(?:\n[ \t].*)*charset(?!\s*=\s*"?(?:utf-?8|us-ascii|iso-8859-|windows-))/im,
];
const NAMES = /"(?:[^"\\]|\\.)*"|\S+/g;

/**
 * How many folders a program removes from the beginning of each name. `base`: all of them.
 */
export type Strip = number | "base";

/** How a program reads a patch. `namesNone`: whether the patch may name no file, because an argument does. */
export interface PatchFormat {
  readonly headers: RegExp;
  readonly strips: readonly Strip[];
  readonly namesNone?: boolean;
}

/** Notes the files that a patch changes. An unknown patch, or one in which no file is found, is a write of settings. */
export function notePatch(patch: Content, { headers, strips, namesNone = false }: PatchFormat, run: Run): void {
  const state = run.state.subshell();
  const filesIn = (text: string) => {
    const names = namesIn(text, headers);
    const isHidden = names === undefined && !namesNone && text.trim() !== "";
    if (isHidden || ENCODED.some((header) => header.test(text))) return undefined;
    return names?.flatMap((name) => stripped(name, strips)).flatMap((name) => absolute(name, state) ?? []) ?? [];
  };
  for (const part of partsOf(patch) ?? [{ file: undefined }]) {
    const files = "text" in part ? filesIn(part.text) : undefined;
    if (files === undefined) run.shell.writesListed("file" in part ? part.file : undefined, filesIn);
    else for (const path of files) run.shell.changes(path, run);
  }
}

/** Returns the names in a patch, or `undefined` if it has no line for names. */
function namesIn(patch: string, headers: RegExp): readonly string[] | undefined {
  const names = new Set<string>();
  for (const [, rest = ""] of patch.matchAll(headers)) {
    // A date follows a tab, or a space. A name in quotes has escapes. With one name twice, each can contain spaces.
    const line = rest.replace(/\t.*|\r$/s, "");
    for (const name of [line, line.slice((line.length + 1) / 2), ...(line.match(NAMES) ?? [])])
      names.add(unquoted(name));
  }
  if (names.size === 0) return undefined;
  return [...names].filter((name) => name !== "" && name !== "/dev/null");
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
