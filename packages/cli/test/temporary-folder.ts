import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a folder that is removed after the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "agent-hook-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Writes files into such a folder. Returns a function that returns the path of a file in it. */
export function project(files: Readonly<Record<string, string>>): (name: string) => string {
  const path = folder();
  const pathOf = (name: string) => join(path, name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(pathOf(name)), { recursive: true });
    writeFileSync(pathOf(name), text);
  }
  return pathOf;
}
