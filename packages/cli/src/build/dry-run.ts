import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { relative, resolve } from "node:path";
import { type Bundle, HEAD_LINES } from "./bundle.js";
import type { Note } from "./print-build.js";
import { type LoadObservation, watchLoading } from "./watch-loading.js";

const TIMEOUT_MS = 20_000;

/** How a hook loads, up to its call of `serve`. */
export interface DryRunResult {
  /** Uses of things that a snapshot would freeze. */
  readonly frozenUses: readonly Note[];
  /** When the hook called `serve`. */
  readonly served: "during-loading" | "after-await" | "never";
  /** Why the hook did not call `serve`, if it failed. */
  readonly failure?: string;
  readonly stderr: string;
}

/** Writes a bundle to `file` and loads it as Node does for a snapshot: with an empty environment, up to `serve`. */
export async function dryRun({ code, map }: Bundle, file: string): Promise<DryRunResult> {
  const watch = `const watched=(${String(watchLoading)})(require);\n`;
  writeFileSync(file, `${watch}${code};watched.loaded();\n`);
  const child = spawn(process.execPath, [file], { env: {}, stdio: ["ignore", "ignore", "pipe", "pipe"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
  const output: Record<2 | 3, Buffer[]> = { 2: [], 3: [] };
  for (const from of [2, 3] as const) child.stdio[from]?.on("data", (chunk: Buffer) => output[from].push(chunk));
  const [exitCode] = await once(child, "close");
  clearTimeout(timer);
  const text = (from: 2 | 3) => Buffer.concat(output[from]).toString();
  const observations = text(3)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LoadObservation);
  const serveCall = observations.find((one) => one.kind === "served");
  const failure =
    exitCode === null ? `it did not call serve within ${TIMEOUT_MS / 1000} s` : `it exited with code ${exitCode}`;
  return {
    frozenUses: notesOf(observations, {
      file,
      map: new SourceMap(JSON.parse(map)),
      linesBefore: watch.split("\n").length - 1 + HEAD_LINES,
    }),
    served: serveCall === undefined ? "never" : serveCall.duringLoading ? "during-loading" : "after-await",
    ...(serveCall === undefined && exitCode !== 0 ? { failure } : {}),
    stderr: text(2).trimEnd(),
  };
}

interface Sources {
  readonly file: string;
  readonly map: SourceMap;
  /** The number of lines at the top of the file that the source map does not include. */
  readonly linesBefore: number;
}

function notesOf(observations: readonly LoadObservation[], sources: Sources): Note[] {
  const notes = observations.flatMap((one) =>
    one.kind === "frozen-use" ? [frozenNote(one.what, locationOf(one.stack, sources))] : [],
  );
  return notes.filter((note, index) => notes.findIndex((other) => other.text === note.text) === index);
}

function frozenNote(what: string, where: string | undefined): Note {
  const fix = what.startsWith("process.env")
    ? "declare it in env of defineHook, or read it in a handler"
    : "do that in setup or in a handler";
  const text = `${what} is used while the hook loads, and a snapshot would keep the result: ${fix}`;
  return { text, ...(where === undefined ? {} : { where }) };
}

/** Returns the source location of a stack line, such as `src/hook.ts:3`, relative to the working directory. */
function locationOf(stack: string, { file, map, linesBefore }: Sources): string | undefined {
  const [, line, column] = stack.includes(file) ? (/:(\d+):(\d+)\)?$/.exec(stack) ?? []) : [];
  if (line === undefined) return undefined;
  const entry = map.findEntry(Number(line) - 1 - linesBefore, Number(column) - 1);
  if (!("originalSource" in entry)) return undefined;
  // The bundler writes sources relative to its outdir, which is the root.
  const source = relative("", resolve("/", entry.originalSource));
  return `${source}:${entry.originalLine + 1}`;
}
