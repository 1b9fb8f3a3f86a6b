import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { notRunError, usageError } from "../command-error.js";
import { runProgram } from "../config/run-program.js";
import { causeText } from "../files/read-file.js";
import type { Invocation } from "../invocation.js";
import { withLastLines } from "../start-failure.js";
import { type Bundle, bundle } from "./bundle.js";
import { dryRun } from "./dry-run.js";
import { makeSnapshot, snapshotObstacles } from "./make-snapshot.js";
import { type BuildResult, type Note, printBuild } from "./print-build.js";

/** The options of `build`. */
export interface BuildFlags {
  readonly out: string;
  readonly snapshot: boolean;
  readonly json?: true;
}

/** Bundles a hook into one file and makes a startup snapshot of it if possible. */
export async function build(invocation: Invocation, file: string, flags: BuildFlags): Promise<void> {
  const { terminal } = invocation;
  assertFile(file);
  terminal.progress("bundling the hook");
  const bundled = await bundle(file);
  const out = resolve(flags.out);
  const scratch = orUsageError(flags.out, () => {
    mkdirSync(out, { recursive: true });
    return mkdtempSync(join(out, ".agent-hook-build-"));
  });
  const dryRunFile = `${scratch}.cjs`;
  try {
    const result = await writeBuild(file, bundled, {
      out,
      scratch,
      dryRunFile,
      snapshot: flags.snapshot,
      onProgress: (line) => terminal.progress(line),
    });
    terminal.clearProgress();
    if (flags.json) terminal.printJson(result);
    else printBuild(result, terminal);
  } finally {
    for (const path of [scratch, dryRunFile]) rmSync(path, { recursive: true, force: true });
  }
}

interface BuildPaths {
  readonly out: string;
  /** A folder in the output folder, so that files are moved into place by an atomic rename. */
  readonly scratch: string;
  /**
   * The script for the dry run. It is in the output folder, so the hook finds the same files next to it as when it is
   * built.
   */
  readonly dryRunFile: string;
  readonly snapshot: boolean;
  onProgress(line: string): void;
}

async function writeBuild(
  file: string,
  bundled: Bundle,
  { out, scratch, dryRunFile, snapshot, onProgress }: BuildPaths,
): Promise<BuildResult> {
  const name = basename(file, extname(file));
  const [script, blob] = [join(out, `${name}.cjs`), join(out, `${name}.blob`)];
  const node = { path: process.execPath, version: process.version };
  const newBlob = join(scratch, `${name}.blob`);

  onProgress("starting the hook");
  const reasons = snapshot ? await obstacles(file, bundled, dryRunFile) : [];
  orUsageError(dryRunFile, () => writeFileSync(dryRunFile, bundled.code));
  if (!snapshot || reasons.length > 0) await assertManifest(file, bundled, dryRunFile);
  orUsageError(script, () => renameSync(dryRunFile, script));
  if (snapshot && reasons.length === 0) {
    onProgress("making the snapshot");
    // Uses the script at its final path, because a snapshot keeps the path.
    const failure = await makeSnapshot(script, newBlob);
    if (failure === undefined) {
      orUsageError(blob, () => renameSync(newBlob, blob));
      return {
        bundle: script,
        snapshot: blob,
        node,
        command: [node.path, "--snapshot-blob", blob, script],
        notes: importMetaNotes(bundled),
      };
    }
    reasons.push(failure);
  }
  // Otherwise, a snapshot from an earlier build would be started.
  rmSync(blob, { force: true });
  const notes = [
    ...reasons.map((note) => ({ ...note, text: `no snapshot: ${note.text}` })),
    ...importMetaNotes(bundled),
  ];
  return { bundle: script, node, command: [node.path, script], notes };
}

/** Returns why a hook cannot be in a snapshot. Throws `CommandError` if it cannot run at all. */
async function obstacles(file: string, bundled: Bundle, dryRunFile: string): Promise<Note[]> {
  const { frozenUses, served, failure, stderr } = await dryRun(bundled, dryRunFile);
  if (frozenUses.length === 0 && served === "never") {
    throw failure === undefined ? noServeError(file) : startError(bundled, failure, stderr);
  }
  const awaitText =
    "it uses await before it calls serve, and a snapshot would keep the result: wait in setup or in a handler";
  return [...frozenUses, ...(served === "after-await" ? [{ text: awaitText }] : []), ...snapshotObstacles(bundled)];
}

/** Throws unless the bundle prints its manifest, which proves that it calls `serve`. */
async function assertManifest(file: string, bundled: Bundle, script: string): Promise<void> {
  const { stdout, stderr, failure } = await runProgram([process.execPath, script, "--describe"]);
  if (failure !== undefined) throw startError(bundled, failure, stderr.trimEnd());
  if (!stdout.includes('"sdk"')) throw noServeError(file);
}

function startError(bundled: Bundle, failure: string, stderr: string): Error {
  const notes = importMetaNotes(bundled).map(({ text }) => `; ${text}`);
  return notRunError(withLastLines(`the hook did not start: ${failure}${notes.join("")}`, stderr));
}

function noServeError(file: string): Error {
  return usageError(`${file} does not call serve(hook): name the program that a host would start, such as src/main.ts`);
}

/** Warns that files next to the sources are not next to the bundle. */
function importMetaNotes({ code }: Bundle): Note[] {
  if (!/\bhookModule\b/.test(code)) return [];
  return [
    { text: "it uses import.meta, which now refers to the bundle: put the files that it reads next to the bundle" },
  ];
}

function assertFile(file: string): void {
  const stats = orUsageError(file, () => statSync(file), "cannot be read");
  if (stats.isDirectory())
    throw usageError(`${file} is a folder: name the program that calls serve(hook), such as ${join(file, "main.ts")}`);
}

function orUsageError<T>(path: string, act: () => T, what = "cannot be written"): T {
  try {
    return act();
  } catch (cause) {
    throw usageError(`${path} ${what}: ${causeText(cause)}`, cause);
  }
}
