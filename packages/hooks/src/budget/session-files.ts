import { basename } from "node:path";
import type { readMarkedLines, UsageFiles } from "@agent-hook/sdk/internal/usage";
import type { CountedReplies } from "./counted-replies.js";
import type { LedgerUpdate } from "./ledger.js";

/** The parts of the SDK that read session files. They are loaded with the first call. */
interface FileReader {
  readonly files: UsageFiles;
  readonly readMarkedLines: typeof readMarkedLines;
}

/**
 * Counts the model calls in what the host wrote to its session files since the last read. Returns whether there is more
 * than can be read at once.
 */
export async function readSessionFiles(
  { files, readMarkedLines }: FileReader,
  payload: Readonly<Record<string, unknown>>,
  update: LedgerUpdate,
  replies: CountedReplies,
): Promise<boolean> {
  let hasMore = false;
  for (const path of files.paths(payload, process.env)) {
    const name = basename(path);
    const { offset = 0 } = update.ledger.files[name] ?? {};
    const read = readMarkedLines(path, offset, files.mark);
    if (read.offset !== offset) {
      const uses = read.entries.flatMap((entry) => files.read(entry) ?? []);
      update.fileRead(name, read.offset, await replies.ownUses(name, uses));
    }
    hasMore ||= read.hasMore;
  }
  return hasMore;
}
