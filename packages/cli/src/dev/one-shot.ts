import { isDeepStrictEqual } from "node:util";
import { readManifest } from "../config/read-manifest.js";
import type { HookSummary } from "../host-config/index.js";
import { ANSWER_DESCRIPTOR, ANSWER_KEY } from "../trace/answer-descriptor.js";
import type { Ending } from "../trace/start-hook.js";
import type { OnReport } from "./dev-report.js";
import { filesBelow } from "./file-stamps.js";
import { filesInCommand, scriptIn } from "./hook-files.js";
import { isCurrent, LastGood, type Stamps, stampsOf } from "./last-good.js";
import { configNotes } from "./manifest-changes.js";
import { runDirectly } from "./run-directly.js";

interface OneShotOptions {
  /** Where the launcher expects the answer. */
  readonly descriptor: number;
  /** More files that the hook reads. */
  readonly watch: readonly string[];
  readonly onReport: OnReport;
}

/** The time for a changed hook to describe itself. The launcher waits only a few seconds for the whole call. */
const DESCRIBE_TIMEOUT_MS = 3000;

/** Answers one call: with the hook's files, or if they do not work, with the last version that did. */
export async function runOneShot(
  command: readonly [string, ...string[]],
  { descriptor, watch, onReport }: OneShotOptions,
): Promise<Ending> {
  const script = scriptIn(command);
  // A hook in another language cannot be bundled.
  if (script === undefined) return runDirectly(command, descriptor);
  const store = new LastGood(command);
  const known = store.read();
  const checked =
    known.checked !== undefined && isCurrent(known.checked.files) ? known.checked : await check(command, watch);
  const { files, manifest } = checked;
  const { kept } = known;
  const changed = Object.keys(files).filter((file) => known.checked?.files[file] !== files[file]);
  if (checked !== known.checked)
    store.write({ checked: { files, ...(manifest && { manifest }) }, ...(kept && { kept }) });

  if (manifest === undefined) {
    const bundle = kept?.bundle;
    const reason = "reason" in checked ? (checked.reason as string) : undefined;
    const old = bundle === undefined ? "nothing" : "the last version that worked";
    if (reason !== undefined) onReport({ event: "broken", files: changed, reason, old });
    // If no version worked yet, the broken one fails as it does without this command.
    return runDirectly(bundle === undefined ? command : withScript(command, script, store.pathOf(bundle)), descriptor);
  }
  if (kept !== undefined && isDeepStrictEqual(kept.files, files)) return runDirectly(command, descriptor);
  const start = performance.now();
  const { bundle } = await import("../build/bundle.js");
  const [ending, problem] = await Promise.all([
    runDirectly(command, descriptor),
    store.keep(bundle, script, files, manifest),
  ]);
  const notes = [
    ...(kept === undefined ? [] : configNotes(kept.manifest, manifest)),
    ...(problem === undefined
      ? []
      : [`no copy of this version can be kept, to answer while its files are broken: ${problem}`]),
  ];
  if (kept !== undefined || notes.length > 0) {
    const ms = Math.round(performance.now() - start);
    onReport({ event: "reloaded", files: changed, ms, callsInOldVersion: 0, notes });
  }
  return ending;
}

/** Starts the hook once, only to describe itself. */
async function check(
  command: readonly [string, ...string[]],
  watch: readonly string[],
): Promise<{ readonly files: Stamps; readonly manifest?: HookSummary; readonly reason?: string }> {
  // Most calls need no esbuild, so it is loaded only here and for the bundle.
  const { importedFiles } = await import("./imported-files.js");
  const named = [...filesInCommand(command), ...watch.flatMap(filesBelow)];
  const files = stampsOf([...new Set([...named, ...(await importedFiles(named))])]);
  try {
    return { files, manifest: await readManifest(command, { timeoutMs: DESCRIBE_TIMEOUT_MS, env: withoutLauncher() }) };
  } catch (error) {
    return { files, reason: (error as Error).message };
  }
}

function withScript(
  [program, ...args]: readonly [string, ...string[]],
  script: string,
  other: string,
): readonly [string, ...string[]] {
  return [program, ...args.map((arg) => (arg === script ? other : arg))];
}

/** A hook that only describes itself must not answer the launcher. */
function withoutLauncher(): NodeJS.ProcessEnv {
  const { [ANSWER_DESCRIPTOR]: _descriptor, [ANSWER_KEY]: _key, ...env } = process.env;
  return env;
}
