import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { root } from "../src/folders.js";

/** As on GitHub Pages: not at the root of the server. */
export const BASE = "/agent-hook/";

declare module "vitest" {
  interface ProvidedContext {
    /** What the build printed. */
    buildLog: string;
  }
}

/** Builds the site once for all tests. */
export default function setup(project: TestProject): void {
  const command = [join(root, "node_modules/tsx/dist/cli.mjs"), "site/src/build.ts"];
  const env = { ...process.env, SITE_BASE: BASE, NO_COLOR: "1" };
  const done = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8", env });
  const log = done.stdout + done.stderr;
  if (done.status !== 0) throw new Error(`The build of the site failed:\n${log}`);
  project.provide("buildLog", log);
}
