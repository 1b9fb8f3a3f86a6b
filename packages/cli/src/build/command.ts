import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { BuildFlags } from "./options.js";

export function buildCommand(invocation: Invocation): Command {
  return new Command("build")
    .description("make one file of a hook, and a start-up snapshot that starts almost like an empty script")
    .argument("<file>", "the program that calls serve(hook), in TypeScript or JavaScript")
    .option("--out <folder>", "where the files go", "dist")
    .option("--no-snapshot", "make the one file alone")
    .option("--json", "print one JSON document: the files, the command that starts them, and the notes")
    .addHelpText("after", HELP)
    .action(async (file: string, flags: BuildFlags) => {
      const { build } = await import("./run.js");
      await build(invocation, file, flags);
    });
}

const HELP = `
Of src/main.ts it makes dist/main.cjs, which needs nothing beside it, and dist/main.blob,
which belongs to the Node that made it. A hook that cannot be in a snapshot is told why,
and has the one file; that is no error.`;
