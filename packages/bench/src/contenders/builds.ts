import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { temporaryFolder } from "../driver/leftovers.js";
import { AGENT_HOOK, compiled, installed } from "./programs.js";

/**
 * How a hook is packaged: its files as they are, one file with all its imports, or a snapshot of Node's memory, taken
 * after Node loaded that one file. Only our hooks support a snapshot.
 */
export type Form = "plain" | "bundle" | "snapshot";

/** The command that starts a hook, for each form that it supports. */
export type Commands = Readonly<Partial<Record<Form, readonly string[]>>>;

/** A folder of built hooks. */
export class Builds {
  readonly #temporary = temporaryFolder();
  readonly #folder = this.#temporary.path;
  readonly remove = this.#temporary.remove;

  /** Creates an empty folder, for guards that write to their HOME. */
  home(): string {
    const folder = join(this.#folder, "home");
    mkdirSync(folder);
    return folder;
  }

  /** Builds one of our hooks as its author would, with `agent-hook build`. */
  ours(hook: string): Required<Omit<Commands, "plain">> {
    const args = [AGENT_HOOK, "build", "--json", "--out", join(this.#folder, hook), compiled(hook)];
    const { bundle, snapshot, command, notes } = JSON.parse(execFileSync(process.execPath, args).toString());
    if (snapshot === undefined) throw new Error(`no snapshot of ${hook}: ${JSON.stringify(notes)}`);
    return { bundle: [process.execPath, bundle], snapshot: command };
  }

  /**
   * Bundles a peer's hook with esbuild. As for our hooks, the result is one CommonJS file without comments, which loads
   * faster than an ES module.
   */
  peer(hook: string): Commands {
    const outfile = join(this.#folder, hook, "dist", `${hook}.cjs`);
    buildSync({
      entryPoints: [compiled(hook)],
      outfile,
      bundle: true,
      format: "cjs",
      platform: "node",
      target: "node20",
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: "none",
      define: { "import.meta.url": "bundleUrl" },
      banner: { js: 'const bundleUrl=require("node:url").pathToFileURL(__filename).href;' },
      logLevel: "error",
    });
    // Polyhook reads this file at startup.
    if (hook === "polyhook")
      copyFileSync(installed("@polyhook/sdk/polyhook.wasm"), join(this.#folder, hook, "polyhook.wasm"));
    return { bundle: [process.execPath, outfile] };
  }
}
