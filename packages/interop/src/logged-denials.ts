import { type Files, type Folders, writeFiles } from "@agent-hook/sdk/internal/live-agents";
import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { runCli } from "./run-cli.js";

/** What a user learns about a denial. */
export interface LoggedDenial {
  /** From `agent-hook log`. */
  readonly record: DecisionRecord;
  /** What `agent-hook why` says about it. */
  readonly explained: string;
}

const FILE = "killed.json";

/** Writes into HOME what was logged in a run about hooks that were killed. */
export async function writeKilled(folders: Folders): Promise<void> {
  const lines = (await runCli(["log", "--json", "--decision", "deny"], folders)).split("\n");
  const records: DecisionRecord[] = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  const killed = records.filter(({ failure }) => failure?.kind === "killed");
  const denials: LoggedDenial[] = await Promise.all(
    killed.map(async (record) => ({ record, explained: await runCli(["why", record.id], folders) })),
  );
  await writeFiles(folders.home, { [FILE]: JSON.stringify(denials) });
}

export function readKilled({ [FILE]: text = "" }: Files): readonly LoggedDenial[] {
  return JSON.parse(text);
}
