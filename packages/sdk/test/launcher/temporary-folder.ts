import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a folder for one test. */
export function temporaryFolder(name = "."): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-hook-launcher-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, name), { recursive: true });
  return join(folder, name);
}
