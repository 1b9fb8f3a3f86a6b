import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a user's home with PicoClaw's workspace in it and removes it after the test. */
export function makeHome() {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "guard-")));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const home = {
    path,
    workspace: join(path, ".picoclaw/workspace"),
    file(name: string): string {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), "");
      return join(path, name);
    },
    link(name: string, target: string): string {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      symlinkSync(target, join(path, name));
      return join(path, name);
    },
  };
  home.file(".picoclaw/config.json");
  home.file(".picoclaw/workspace/notes/today.txt");
  return home;
}
