import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { UndoFlags } from "./run.js";

export function undoCommand(invocation: Invocation): Command {
  return new Command("undo")
    .description('restore the project\'s files from a checkpoint saved by the ready-made hook "snapshot"')
    .usage("[checkpoint] [options]")
    .argument(
      "[checkpoint]",
      "the checkpoint's id, from --list (default: the newest checkpoint that differs from the files)",
    )
    .option("--list", "list the checkpoints and change nothing")
    .option("--path <path...>", "restore only these files and folders")
    .option("--dry-run", "show what would change")
    .option("--json", "print the result as JSON")
    .addHelpText("after", HELP)
    .action(async (id: string | undefined, flags: UndoFlags) => {
      const { undoChanges } = await import("./run.js");
      await undoChanges(invocation, id, flags);
    });
}

const HELP = `
The project is the nearest folder with a .git: the current folder or one above it. If no such folder
exists, the project is the current folder.
The current files are saved as a checkpoint first, so you can undo an undo. Ignored files and the
project's git repository are not changed.
Exits with 1 if some files could not be restored.`;
