import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";

/** Creates a home with a project in it, and removes it after the test. */
export function makeMachine() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "home-")));
  vi.stubEnv("HOME", home);
  vi.stubEnv("USERPROFILE", home);
  // The home of this test is in the real one, which may always be written.
  for (const name of ["TMPDIR", "TEMP"]) vi.stubEnv(name, join(home, "tmp"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true, force: true });
  });
  const machine = {
    home,
    project: join(home, "work/shop"),
    file(name: string, text = ""): string {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
      return join(home, name);
    },
    link(name: string, target: string): string {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      symlinkSync(target, join(home, name));
      return join(home, name);
    },
  };
  machine.file("work/shop/.git/config");
  machine.file("work/shop/src/main.ts");
  return machine;
}
