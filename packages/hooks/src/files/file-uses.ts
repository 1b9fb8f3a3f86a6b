import { isInside, pathsOf, type ToolCall, urlsOf } from "@agent-hook/sdk";
import { commandReadings } from "../shell/command-readings.js";
import type { CommandFiles, FilesPlace } from "../shell/judge.js";
import { withinLimits } from "../shell/limits.js";
import { copiedFiles } from "./copied-files.js";
import { MAX_PATH_BYTES } from "./readings.js";
import { textOf } from "./text-of.js";
import { type TextAfter, textAfter } from "./written-text.js";

/** A file that a call reads or writes. */
export type FileUse = CommandFiles["files"][number] & {
  /** Returns the text after the call from that before it. Missing if the arguments do not show it. */
  readonly textAfter?: TextAfter | undefined;
  /** The files below it that get another text, as paths from there, which can be patterns. */
  readonly below?: readonly string[] | undefined;
};

/** Returns the files that a command uses. */
export type FilesOf = (command: string, place: FilesPlace) => CommandFiles;

/** The files that a call uses, as far as its arguments show them. */
export interface FileUses {
  readonly files: readonly FileUse[];
  /** Why the list of files may be incomplete, or `undefined` if it is complete. */
  readonly missing?: "no path" | "command" | "patch" | undefined;
  /** Why files are missing if the command is too large to judge. */
  readonly tooLarge?: string | undefined;
  /** Where relative paths start, if that is known. */
  readonly cwd: string | undefined;
  /** Whether the paths are certainly on this machine: an unknown tool can mean something else by `path`. */
  readonly isLocal: boolean;
}

/** Words in the names of tools that change files. A tool without a word of this list or of `READS` counts too. */
const WRITES = new Set(
  [
    "write edit create make mkdir delete remove rm move mv rename copy cp append patch save put set replace insert update",
    "modify touch truncate chmod chown link symlink download export generate apply format extract unzip install add overwrite",
  ].flatMap((words) => words.split(" ")),
);
const READS = new Set(
  [
    "read get list ls search find view open show stat tree grep glob cat head tail info describe query inspect analyze check",
    "load parse count diff upload attach send watch summarize directory",
  ].flatMap((words) => words.split(" ")),
);

/** Words in the names of tools that give files another place. */
const MOVES = new Set(["move", "mv", "rename"]);

/** Arguments that select files by pattern. */
const SELECTS = /^(?:glob|globs|globpattern|globpatterns|include|includes|includepattern|filepattern|filter)$/i;

/** Returns the files that a call reads and writes. */
export function fileUses(call: ToolCall, base: string | undefined, home: string, filesOf: FilesOf): FileUses {
  const { kind, cwd } = call;
  const addressed = urlsOf(call).filter((url) => /^\s*file:/i.test(url));
  const read = (paths: readonly string[]) => paths.map((path): FileUse => ({ path, access: "read" }));
  switch (kind) {
    case "shell": {
      const start = cwd ?? base;
      const found = withinLimits(() =>
        commandReadings(call, start).map(({ command, folder }) =>
          filesOf(command, { cwd: folder, home, project: start, isInside }),
        ),
      );
      const tooLarge = found.find((uses) => uses.tooLarge !== undefined)?.tooLarge;
      if (tooLarge !== undefined) return { files: [], tooLarge, cwd: start, isLocal: true };
      const lists = found.flatMap((uses) => uses.lists);
      const listed = lists.map(({ path, filesIn }) => {
        const text = path === undefined ? undefined : textOf(path);
        return text === undefined ? undefined : filesIn(text);
      });
      const isUnresolved = found.some(({ unresolved }) => unresolved);
      const missing = listed.includes(undefined) ? "patch" : isUnresolved ? "command" : undefined;
      const files = [
        ...read(pathsOf(call)),
        ...found.flatMap((uses) => uses.files),
        ...found.flatMap((uses) => uses.copies).flatMap(copiedFiles),
        ...listed.flatMap((paths) => paths ?? []).map((path): FileUse => ({ path, access: "write" })),
      ];
      return { files, missing, cwd: start, isLocal: true };
    }
    case "read":
    case "search":
      return { files: read([...pathsOf(call), ...selections(call), ...addressed]), cwd, isLocal: true };
    case "write":
    case "edit": {
      const after = textAfter(call);
      const files = pathsOf(call).map((path): FileUse => ({ path, access: "write", textAfter: after }));
      return { files, missing: files.length === 0 ? "no path" : undefined, cwd, isLocal: true };
    }
    case "fetch":
      return { files: read(addressed), cwd, isLocal: true };
    default: {
      const words = wordsIn(call.tool);
      const access = accessIn(words);
      const moves = words.some((word) => MOVES.has(word)) ? "always" : undefined;
      const files = pathsOf(call).map((path): FileUse => ({ path, access, moves }));
      return { files: [...files, ...read(addressed)], cwd, isLocal: false };
    }
  }
}

/** The most names in the paths of one call. Each can be a link, so the disk is asked about each, and about each file. */
const MAX_NAMES = 1600;
const NAMES_OF_FILE = 3;

/** Returns why a call uses more files than are judged, or `undefined`. */
export function whyTooMany(files: readonly FileUse[]): string | undefined {
  let names = 0;
  // What is longer names no file, and is not looked for.
  for (const { path } of files) {
    const own = path.length > MAX_PATH_BYTES ? 1 : path.split("/").length;
    // The system looks for each folder from the root.
    names += NAMES_OF_FILE + own + own ** 2 / 100;
  }
  if (names <= MAX_NAMES) return undefined;
  return "The call names too many files and folders to look at each. Split it into several calls.";
}

function selections({ arguments: args }: ToolCall): string[] {
  return Object.entries(args).flatMap(([name, value]) => {
    if (!SELECTS.test(name.replaceAll("_", ""))) return [];
    return [value].flat().filter((item) => typeof item === "string");
  });
}

/** Returns the words in a tool's name: `mcp__files__read_file`, `createDirectory`. */
function wordsIn(tool: string): readonly string[] {
  return tool
    .replaceAll(/[a-z](?=[A-Z])/g, "$& ")
    .toLowerCase()
    .split(/[^a-z]+/);
}

function accessIn(words: readonly string[]): FileUse["access"] {
  if (words.some((word) => WRITES.has(word))) return "write";
  return words.some((word) => READS.has(word)) ? "read" : "write";
}
