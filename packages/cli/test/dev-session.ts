import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { HookProcess, type HookProcessOptions } from "@agent-hook/picoclaw";
import { onTestFinished } from "vitest";
import { file } from "./run-command.js";
import { folder } from "./temporary-folder.js";

/** Milliseconds, far above any duration: a call that hangs reaches the test's own timeout first. */
export const AGES = 600_000;
/** As a URL, it is not bundled, and not watched. */
export const SDK = pathToFileURL(file("packages/sdk/dist/index.js")).href;

/** A report of `agent-hook dev --json`. */
export interface Report {
  readonly event: "reloaded" | "broken" | "ended";
  readonly files?: readonly string[];
  readonly reason?: string;
  readonly old?: string;
  readonly callsInOldVersion?: number;
  readonly notes?: readonly string[];
}

interface GuardCode {
  /** Runs before the hook is defined. */
  readonly start?: string;
  /** Added to the definition. */
  readonly definition?: string;
  readonly onFailure?: "block" | "continue";
  /** Where the SDK is imported from. */
  readonly sdk?: string;
}

/**
 * Returns the files of a guard. Its denials name the version of each of its two files, and how long the call's `text`
 * is. The second file has another name in each version, so that no two versions can be mixed.
 */
export function guard(
  version: number,
  { start = "", definition = "", onFailure = "block", sdk = SDK }: GuardCode = {},
) {
  return {
    [`part-${version}.mjs`]: `export const PART = ${version};\n`,
    "main.mjs": `
      import { appendFileSync, existsSync } from "node:fs";
      import { setTimeout as wait } from "node:timers/promises";
      import { defineHook, deny, serve } from "${sdk}";
      import { PART } from "./part-${version}.mjs";

      const log = (what) =>
        process.env.LIVES && appendFileSync(process.env.LIVES, \`\${what} ${version} \${process.pid}\\n\`);
      log("load");
      ${start}
      await serve(defineHook({
        name: "probe",
        onFailure: "${onFailure}",
        deadlines: { approveMs: ${AGES} },
        setup: () => log("setup"),
        teardown: () => log("teardown"),
        beforeTool: () => deny("${version} " + PART),
        approveTool: async ({ arguments: args }) => {
          if (args.die) process.kill(process.pid, "SIGKILL");
          if (args.loop) log("loop");
          while (args.loop) {}
          if (args.until) log("call");
          while (args.until && !existsSync(args.until)) await wait(5);
          return deny("${version} " + PART + " " + (args.text ?? "").length);
        },
        ${definition}
      }));
    `,
  };
}

/** Writes files to a new folder, which is removed after the test. */
export function hookFolder(files: Readonly<Record<string, string>>) {
  const path = folder();
  const write = (more: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(more)) writeFileSync(join(path, name), text);
  };
  write(files);
  const pathOf = (name: string) => join(path, name);
  const lives = pathOf("go.log");
  return {
    path,
    write,
    pathOf,
    /** For the variable `LIVES`: where the hook notes its loading, setup and teardown. */
    lives,
    /** Waits until the hook noted something this number of times. Returns the process of the last time. */
    noted: async (what: string, times = 1): Promise<number> => {
      for (;;) {
        const text = existsSync(lives) ? readFileSync(lives, "utf8") : "";
        const line = text.split("\n").filter((one) => one.startsWith(`${what} `))[times - 1];
        if (line !== undefined) return Number(line.split(" ")[2]);
        await new Promise(setImmediate);
      }
    },
  };
}

/** Returns the command that replaces a hook's command. */
export function devCommand(hook: readonly string[], ...options: readonly string[]): [string, ...string[]] {
  return [process.execPath, file("packages/cli/bin/agent-hook.js"), "dev", "--json", ...options, "--", ...hook];
}

/** Collects reports from lines of stderr. */
export function collectReports() {
  const reports: Report[] = [];
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  return {
    reports,
    lines,
    onStderr: (line: string) => {
      lines.push(line);
      if (line.startsWith('{"event":')) reports.push(JSON.parse(line));
      for (const look of listeners) look();
    },
    /** Waits until a report from this place in the list on matches. */
    until: (matches: (report: Report) => boolean, from = 0): Promise<Report> =>
      new Promise((resolve) => {
        const look = () => {
          const report = reports.slice(from).find(matches);
          if (report === undefined) return;
          listeners.delete(look);
          resolve(report);
        };
        listeners.add(look);
        look();
      }),
  };
}

/** Starts `agent-hook dev` with a hook as PicoClaw does. Both end with the test. */
export async function startDev(
  command: readonly string[],
  options: Partial<HookProcessOptions> = {},
  ...flags: readonly string[]
) {
  const stderr = collectReports();
  const host = await HookProcess.start({
    name: "probe",
    command: devCommand(command, ...flags),
    helloTimeoutMs: AGES,
    onStderr: stderr.onStderr,
    ...options,
  });
  onTestFinished(async () => {
    await host.close({ endMs: 10_000 });
  });
  /** The reason of a denial, which names the versions that made it. */
  const approve = async (args: Record<string, unknown> = {}) => {
    const { reason } = await host.approveTool({ tool: "exec", arguments: args }, { timeoutMs: AGES });
    return reason;
  };
  return { host, approve, ...stderr };
}

/** Waits until a process has ended. */
export async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise(setImmediate);
  }
}

/**
 * Makes `edits` edits while two callers keep calling. Returns how many calls they made, and all answers that are not of
 * one whole version, that are older than an earlier answer, or that are of a version that was not written yet.
 */
export async function editWhileCalling(
  call: () => Promise<string | null | undefined>,
  write: (version: number) => void,
  edits: number,
): Promise<{ readonly calls: number; readonly wrong: readonly unknown[] }> {
  let [newest, calls, isOver] = [0, 0, false];
  const wrong: unknown[] = [];
  const keepCalling = async () => {
    let last = 0;
    while (!isOver) {
      const answer = await call().catch((error: unknown) => String(error));
      const [version, part] = String(answer).split(" ").map(Number) as [number, number];
      calls += 1;
      if (version !== part || version < last || version > newest) wrong.push(answer);
      last = version;
    }
  };
  const callers = [keepCalling(), keepCalling()];
  for (newest = 1; newest <= edits; newest += 1) {
    write(newest);
    while (!(await call())?.startsWith(`${newest} `)) await new Promise(setImmediate);
  }
  isOver = true;
  await Promise.all(callers);
  return { calls, wrong };
}
