import { type OptionSpec, type Parsed, parseOptions } from "../options.js";
import { readsOperands } from "../rules/readers.js";
import type { Program, Run } from "../run/shell.js";
import { UNKNOWN } from "../values/content.js";
import { absolute } from "../values/paths.js";

interface Extractor extends OptionSpec {
  /** Returns the folder for the files, or `undefined` if nothing is extracted. */
  readonly folder: (parsed: Parsed) => string | undefined;
  /** Whether the operands after the archive are the files. */
  readonly members?: boolean;
}

const SEVEN_ZIP: Extractor = {
  short: "o",
  folder: ({ operands, value }) => (/^[ex]$/.test(operands[0]?.text ?? "") ? (value("o")?.text ?? ".") : undefined),
};

/** Programs that unpack files whose names are in an archive. `tar` is in `transfers.ts`. */
const EXTRACTORS: Readonly<Record<string, Extractor>> = {
  unzip: {
    short: "dP",
    members: true,
    folder: ({ has, value }) => (has("l", "t", "p", "c", "v", "z", "Z") ? undefined : (value("d")?.text ?? ".")),
  },
  "7z": SEVEN_ZIP,
  "7za": SEVEN_ZIP,
  "7zz": SEVEN_ZIP,
  unrar: {
    folder: ({ operands }) => {
      if (!/^[ex]$/.test(operands[0]?.text ?? "")) return undefined;
      return operands.length > 2 ? operands.at(-1)?.text : ".";
    },
  },
  jar: { folder: ({ operands, has }) => (has("x") || /^x/.test(operands[0]?.text ?? "") ? "." : undefined) },
  ar: { folder: ({ operands, has }) => (has("x") || /^x/.test(operands[0]?.text ?? "") ? "." : undefined) },
  cpio: {
    short: "DFHICMER",
    values: ["directory", "file"],
    folder: ({ has, value, operands }) => {
      if (has("p", "pass-through")) return operands[0]?.text;
      return has("i", "extract") && !has("t", "list") ? (value("D", "directory")?.text ?? ".") : undefined;
    },
  },
};

export const extractors: Readonly<Record<string, Program>> = Object.fromEntries(
  Object.entries(EXTRACTORS).map(([name, { folder: folderOf, members = false, ...spec }]) => [
    name,
    (run: Run) => {
      const parsed = parseOptions(run.args, spec);
      const folder = folderOf(parsed);
      if (folder === undefined) return readsOperands(run);
      const [archive, ...rest] = parsed.operands;
      if (archive !== undefined) run.shell.read(archive.text, run);
      noteExtracted(folder, members ? rest.map(({ text }) => text) : [], run);
      return UNKNOWN;
    },
  ]),
);

/** Notes the files that an archive puts into a folder. Some of their names may be in the command. */
export function noteExtracted(folder: string, members: readonly string[], run: Run): void {
  const state = run.state.subshell();
  state.cwd = absolute(folder, run.state);
  const inside = { ...run, state };
  run.shell.fills(folder, run);
  for (const member of members) run.shell.changes(member, inside);
}
