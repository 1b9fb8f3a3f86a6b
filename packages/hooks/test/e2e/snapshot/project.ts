import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { takeCheckpoint } from "../../../src/snapshot/take-checkpoint.js";

const LIMITS = { maxFileBytes: 1_000_000, maxFiles: 10_000, maxBytes: 1e9 };

/** Creates a home with a project in it, and removes it after the test. */
export function makeProject({ name = "shop", isRepository = true } = {}) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "snapshot-home-")));
  const env = { HOME: home, XDG_STATE_HOME: "", XDG_CONFIG_HOME: "", GIT_CONFIG_GLOBAL: join(home, ".gitconfig") };
  for (const [key, value] of Object.entries(env)) vi.stubEnv(key, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  const root = join(home, "work", name);
  mkdirSync(root, { recursive: true });
  const project = {
    home,
    root,
    env,
    path: (file: string) => join(root, file),
    write(file: string, content: string | Buffer, mode?: number): void {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), content, { mode });
    },
    read: (file: string) => readFileSync(join(root, file), "utf8"),
    remove: (file: string) => rmSync(join(root, file), { recursive: true }),
    git: (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root, encoding: "utf8" }),
    take: (
      options: Partial<typeof LIMITS> & { keep?: number; folder?: string; tool?: string; signal?: AbortSignal } = {},
    ) => {
      const { keep = 200, folder = root, tool = "Bash", signal, ...limits } = options;
      const details = { agent: "claude-code", tool, time: new Date().toISOString() };
      return takeCheckpoint(folder, details, { limits: { ...LIMITS, ...limits }, keep, ...(signal && { signal }) });
    },
  };
  if (isRepository) {
    project.git("init", "-q");
    project.write("README.md", "hello\n");
    project.git("add", ".");
    project.git("commit", "-q", "-m", "first");
  }
  return project;
}
