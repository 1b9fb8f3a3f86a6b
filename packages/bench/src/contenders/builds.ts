import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { undoneAtEnd } from "../driver/leftovers.js";
import { AGENT_HOOK, compiled, installed } from "./programs.js";

/**
 * How a program is made of a hook: its files as they are; one file with all that it imports; the memory of a Node that
 * has loaded that file, which ours alone can be.
 */
export type Form = "plain" | "bundle" | "snapshot";

/** What starts a hook in each form that it has. */
export type Commands = Readonly<Partial<Record<Form, readonly string[]>>>;

/** A folder of built hooks. */
export class Builds {
  readonly #folder = mkdtempSync(join(tmpdir(), "agent-hook-bench-"));
  readonly remove = undoneAtEnd(() => rmSync(this.#folder, { recursive: true }));

  /** As an author of ours builds: with `agent-hook build`. */
  ours(hook: string): Required<Omit<Commands, "plain">> {
    const args = [AGENT_HOOK, "build", "--json", "--out", join(this.#folder, hook), compiled(hook)];
    const { bundle, snapshot, command, notes } = JSON.parse(execFileSync(process.execPath, args).toString());
    if (snapshot === undefined) throw new Error(`no snapshot of ${hook}: ${JSON.stringify(notes)}`);
    return { bundle: [process.execPath, bundle], snapshot: command };
  }

  /** With esbuild, as ours does: one file of CommonJS, which Node loads sooner than an ES module, and no comments. */
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
    // It reads this one at its start.
    if (hook === "polyhook")
      copyFileSync(installed("@polyhook/sdk/polyhook.wasm"), join(this.#folder, hook, "polyhook.wasm"));
    return { bundle: [process.execPath, outfile] };
  }
}
