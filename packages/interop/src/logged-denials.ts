import type { Folders } from "@agent-hook/sdk/internal/live-agents";
import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { runCli } from "./run-cli.js";

/** What a user learns about the denials of a run. */
export interface LoggedDenials {
  /** From `agent-hook log`. */
  readonly records: readonly DecisionRecord[];
  /** What `agent-hook why` says about each. */
  readonly explained: readonly string[];
}

export async function readDenials(folders: Folders): Promise<LoggedDenials> {
  const lines = (await runCli(["log", "--json", "--decision", "deny"], folders)).split("\n");
  const records: DecisionRecord[] = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  const explained = await Promise.all(records.map(({ id }) => runCli(["why", id], folders)));
  return { records, explained };
}
