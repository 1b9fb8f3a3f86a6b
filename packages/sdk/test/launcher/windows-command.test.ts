import { describe, expect, it } from "vitest";
import {
  LauncherCommandError,
  type WindowsLauncherCommand,
  type WindowsShell,
  windowsLauncherCommand,
} from "../../src/launcher/index.js";
import { DENIALS } from "../docker-agent/denials.js";

const DENIAL = DENIALS.denials.pre_tool_use;
const SHELLS: readonly WindowsShell[] = ["cmd", "powershell", "bash"];

function commandIn(shell: WindowsShell, parts: Partial<WindowsLauncherCommand> = {}): string {
  return windowsLauncherCommand({
    shell,
    node: "C:\\Program Files\\nodejs\\node.exe",
    launcher: "D:\\Zoë 天気\\guard.mjs",
    mode: "block",
    host: "docker-agent",
    event: "pre_tool_use",
    seconds: 30,
    command: ["C:\\Program Files\\nodejs\\node.exe", "D:\\it's\\hook.mjs", "a b"],
    ...parts,
  });
}

/** The part of a denial that names the hook is tested with the launchers. */
const withoutHint = (text: string) =>
  text.replaceAll(/ \([^"]*\); to find out why, run: npx agent-hook doctor [\w-]+/g, "");

describe("a command for Windows", () => {
  it("starts the launcher in cmd, and denies unless it ends with 0", () => {
    expect(withoutHint(commandIn("cmd"))).toBe(
      String.raw`@"C:\Program Files\nodejs\node.exe" "D:\Zoë 天気\guard.mjs" "block" "docker-agent" "pre_tool_use" "30" "C:\Program Files\nodejs\node.exe" "D:\it's\hook.mjs" "a b"& (if errorlevel 0 if not errorlevel 1 exit /b 0)& echo ` +
        `${DENIAL}& exit /b 0`,
    );
  });

  it("does so in PowerShell", () => {
    expect(withoutHint(commandIn("powershell"))).toBe(
      String.raw`& 'C:\Program Files\nodejs\node.exe' 'D:\Zoë 天気\guard.mjs' 'block' 'docker-agent' 'pre_tool_use' '30' 'C:\Program Files\nodejs\node.exe' 'D:\it''s\hook.mjs' 'a b'; if ($LASTEXITCODE -ne 0) { ` +
        `'${DENIAL}'; exit 0 }`,
    );
  });

  it("does so in Git Bash, with slashes in paths", () => {
    expect(withoutHint(commandIn("bash"))).toBe(
      String.raw`'C:/Program Files/nodejs/node.exe' 'D:/Zoë 天気/guard.mjs' 'block' 'docker-agent' 'pre_tool_use' '30' 'C:/Program Files/nodejs/node.exe' 'D:/it'\''s/hook.mjs' 'a b' || printf '%s' ` +
        `'${DENIAL}'`,
    );
  });

  it.each(SHELLS)("prints nothing with continue, in %s", (shell) => {
    expect(commandIn(shell, { mode: "continue" })).not.toContain("denied");
  });

  it.each<[WindowsShell, string]>([
    ["cmd", 'a"b'],
    ["cmd", "%PATH%"],
    ["cmd", "C:\\folder\\"],
    ["powershell", 'a"b'],
    ["powershell", "a‘b"],
    ["powershell", ""],
    ["powershell", "C:\\folder\\"],
    ["bash", "a\\b"],
    ["bash", "/c/work"],
    ...SHELLS.map((shell) => [shell, "a\nb"] as [WindowsShell, string]),
  ])("is not written for %s if the shell would change an argument: %j", (shell, word) => {
    expect(() => commandIn(shell, { command: ["C:\\node.exe", word] })).toThrow(LauncherCommandError);
    expect(() => commandIn(shell, { command: ["C:\\node.exe", word] })).toThrow("the host's shell would change");
  });

  it("needs paths with a drive, and whole seconds", () => {
    expect(() => commandIn("cmd", { node: "node" })).toThrow("expected a full path with a drive");
    expect(() => commandIn("cmd", { launcher: "\\\\server\\guard.mjs" })).toThrow("expected a full path with a drive");
    expect(() => commandIn("cmd", { seconds: 0 })).toThrow("at least 1");
  });
});
