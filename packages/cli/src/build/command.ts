import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { BuildFlags } from "./run.js";

export function buildCommand(invocation: Invocation): Command {
  return new Command("build")
    .description(
      "bundle a hook into one file, and make a startup snapshot that starts almost as fast as an empty script",
    )
    .argument("<file>", "the program that calls serve(hook), in TypeScript or JavaScript")
    .option("--out <folder>", "the output folder", "dist")
    .option("--no-snapshot", "build only the bundle")
    .option("--json", "print the files, their start command and the notes as JSON")
    .addHelpText("after", HELP)
    .action(async (file: string, flags: BuildFlags) => {
      const { build } = await import("./run.js");
      await build(invocation, file, flags);
    });
}

const HELP = `
From src/main.ts, it builds dist/main.cjs, which needs no other files, and dist/main.blob,
a snapshot that only the same version of Node can start. If a hook does not work in a
snapshot, build prints why and writes only the bundle. That is not an error.`;
