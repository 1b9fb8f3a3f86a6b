import { type ListedCheckpoint, listCheckpoints, plainReason, type UndoResult, undo } from "@agent-hook/hooks/snapshot";
import { assertNotAgent } from "../agent-shell.js";
import { usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import type { Invocation } from "../invocation.js";
import { printColumns } from "../terminal/columns.js";
import { localTime } from "../terminal/local-time.js";
import type { Terminal } from "../terminal/terminal.js";

/** The options of `undo`. */
export interface UndoFlags {
  readonly list?: true;
  readonly path?: readonly string[];
  readonly dryRun?: true;
  readonly json?: true;
}

/** Lists checkpoints, or restores one. */
export async function undoChanges(invocation: Invocation, id: string | undefined, flags: UndoFlags): Promise<void> {
  const { terminal } = invocation;
  const folder = process.cwd();
  if (flags.list) {
    if (id !== undefined || flags.path || flags.dryRun) throw usageError("--list takes only --json");
    const result = await listCheckpoints(folder).catch(rethrow);
    if (flags.json) terminal.printJson(result);
    else printList(terminal, result.checkpoints);
    return;
  }
  if (!flags.dryRun) assertNotAgent("undo");
  const result = await undo({ folder, id: idIn(id), paths: flags.path, dryRun: flags.dryRun }).catch(rethrow);
  if (flags.json) terminal.printJson(result);
  else printUndo(terminal, result, flags.dryRun === true);
  if (result.kept.length > 0) invocation.exitCode = EXIT_CODES.findings;
}

function idIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw usageError("expected the number of a checkpoint: agent-hook undo --list shows all");
}

function rethrow(error: unknown): never {
  const isExpected = error instanceof Error && (error.name === "SnapshotError" || "code" in error);
  throw isExpected ? usageError(plainReason(error), error) : error;
}

function printList(terminal: Terminal, checkpoints: readonly ListedCheckpoint[]): void {
  const rows = checkpoints.map(({ id, time, agent, tool, filesChanged }) => [
    String(id),
    localTime(time),
    agent,
    tool,
    `${filesChanged} changed after it`,
  ]);
  printColumns(terminal, rows);
}

const CHANGES = { restore: "restored", recreate: "created again", delete: "deleted" } as const;

function printUndo(terminal: Terminal, result: UndoResult, isDryRun: boolean): void {
  const { id, time, tool, changes, kept, before } = result;
  for (const { path, change } of changes) terminal.print(`${isDryRun ? change : CHANGES[change]}  ${path}`);
  for (const { path, reason } of kept) terminal.note(`kept  ${path}: ${reason}`);
  const what = `checkpoint ${id}, before ${tool} at ${localTime(time)}`;
  if (isDryRun) terminal.note(`Nothing was changed. This would restore ${what}.`);
  else if (changes.length === 0) terminal.note(`Nothing to change: the files are as in ${what}.`);
  else terminal.note(`Restored ${what}. To take this back: agent-hook undo ${before}`);
}
