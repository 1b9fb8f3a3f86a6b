import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { find } from "./find-program.js";

/** A shell and the path that starts it. */
export interface Shell {
  readonly name: string;
  /** `undefined` if this machine does not have it. */
  readonly path: string | undefined;
}

/** Shells that `/bin/sh` can be. They are started with the name `sh`. */
export const SCRIPT_SHELLS: readonly Shell[] = ["dash", "bash", "busybox", "zsh"].map((name) => ({
  name: titleOf(name === "busybox" ? "busybox ash" : name, find(name)),
  path: asSh(find(name)),
}));

/** Shells that hosts use for their commands. */
export const CALLERS: readonly Shell[] = ["dash", "bash", "fish", "zsh"].map((name) => ({
  name: titleOf(name, find(name)),
  path: find(name),
}));

function titleOf(name: string, path: string | undefined): string {
  return path === undefined ? `${name}, which this machine does not have` : name;
}

function asSh(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-sh-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const link = join(folder, "sh");
  symlinkSync(path, link);
  return link;
}
