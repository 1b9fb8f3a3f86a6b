import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import {
  type WindowsLauncherCommand,
  windowsLauncherCommand,
  windowsLauncherPath,
} from "../../../src/launcher/index.js";
import { DENIALS } from "../../docker-agent/denials.js";
import { find } from "../../launcher/find-program.js";
import { HOOK, withoutHint } from "../../launcher/run-launcher.js";
import { IS_WINDOWS } from "../../launcher/run-windows-launcher.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

const DENY = '{"deny":"by the hook"}';
const REFUSED = DENIALS.denials.pre_tool_use;
const GIT_BASH = "C:\\Program Files\\Git\\bin\\bash.exe";

/** Wine has a program called powershell.exe that does nothing. */
const IS_WINE = process.env.WINEPREFIX !== undefined;
/** The shells in which hosts start hooks on Windows. Only bash exists elsewhere, and nobody has run PowerShell yet. */
const SHELLS = [
  { shell: "bash", program: IS_WINDOWS ? GIT_BASH : find("bash"), args: ["-c"] },
  {
    shell: "powershell",
    program: IS_WINDOWS && !IS_WINE ? find("powershell.exe") : undefined,
    args: ["-NoProfile", "-Command"],
  },
] as const;

describe.each(SHELLS)("the launcher for Windows in $shell", ({ shell, program, args }) => {
  const tested = it.skipIf(program === undefined || !existsSync(program));

  async function run(behaviour: string, parts: Partial<WindowsLauncherCommand> = {}) {
    const { cwd, node, launcher, hook } = IS_WINDOWS ? onWindows() : withADrive();
    const command = [node, hook, behaviour];
    const line = windowsLauncherCommand({
      ...{ shell, node, launcher, mode: "block", host: "docker-agent", event: "pre_tool_use", seconds: 120, command },
      ...parts,
    });
    const child = spawn(program as string, [...args, line], { cwd, stdio: ["pipe", "pipe", "ignore"] });
    child.stdin.on("error", () => {});
    child.stdin.end("{}");
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
    expect(code).toBe(0);
    return withoutHint(Buffer.from(stdout));
  }

  tested("forwards the hook's answer, or prints nothing", async () => {
    expect(await run("deny")).toBe(DENY);
    expect(await run("no opinion with noise")).toBe("");
  });

  tested.each(["a throw", "process.exit(0) at once", "kill -9", "an answer and exit 1", "an answer that is not JSON"])(
    "denies after %s",
    async (behaviour) => {
      expect(await run(behaviour)).toBe(REFUSED);
    },
  );

  tested("denies after an endless loop", async () => {
    expect(await run("an endless loop", { seconds: 3 })).toBe(REFUSED);
  });

  tested("is not needed: the shell denies if Node or the launcher is missing", async () => {
    for (const parts of [{ node: "C:\\nowhere\\node.exe" }, { launcher: "C:\\nowhere\\guard.mjs" }]) {
      expect(await run("deny", parts)).toBe(REFUSED);
      expect(await run("deny", { ...parts, mode: "continue" })).toBe("");
    }
  });
});

const onWindows = () => ({ cwd: undefined, node: process.execPath, launcher: windowsLauncherPath(), hook: HOOK });

/** Elsewhere, a folder called `C:` stands for the drive. */
function withADrive() {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "C:", "it's a dir"), { recursive: true });
  const place = (name: string) => `C:\\it's a dir\\${name}`;
  const file = (name: string) => join(cwd, "C:", "it's a dir", name);
  symlinkSync(process.execPath, file("node.exe"));
  copyFileSync(windowsLauncherPath(), file("guard.mjs"));
  copyFileSync(HOOK, file("hook.mjs"));
  // The hook's program is started by Node, which does not know the drive.
  return { cwd, node: place("node.exe"), launcher: place("guard.mjs"), hook: place("hook.mjs") };
}
