import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { launcherScript, launcherTable } from "../../../../scripts/generate-launcher.js";
import { DENIALS } from "../../src/hosts/docker-agent/documents.js";
import { HOST_DENIALS } from "../../src/hosts/generated/host-denials.js";
import { launcherCommand, launcherPath } from "../../src/launcher/index.js";
import { find } from "./find-program.js";
import { SCRIPT_SHELLS } from "./shells.js";
import { temporaryFolder } from "./temporary-folder.js";

const { denials, withoutDenial } = DENIALS;

const shellcheck = find("shellcheck");

it("the launcher is generated from its template and the hosts' tables", () => {
  expect(readFileSync(launcherPath(), "utf8"), "run: npx tsx scripts/generate-launcher.ts").toBe(launcherScript());
});

it("the launcher for Windows has the same tables", () => {
  const table = new URL("../../src/launcher/guard/hosts.json", import.meta.url);
  expect(readFileSync(table, "utf8"), "run: npx tsx scripts/generate-launcher.ts").toBe(launcherTable());
});

it.skipIf(shellcheck === undefined)("shellcheck, if installed, finds no problem in the launcher", () => {
  expect(execFileSync(shellcheck ?? "", ["--shell=sh", launcherPath()], { encoding: "utf8" })).toBe("");
});

describe.skipIf(process.platform === "win32").each(SCRIPT_SHELLS)("a damaged launcher, under $name", ({ path }) => {
  const lines = readFileSync(launcherPath(), "utf8").trimEnd().split("\n");
  const textUpTo = (at: number) => `${lines.slice(0, at).join("\n")}\n`;
  // Every tenth line, and each of the first and the last.
  const cuts = lines.map((_, at) => at).filter((at) => at <= 20 || at >= lines.length - 10 || at % 10 === 0);

  it.skipIf(path === undefined)("makes the host's command deny", () => {
    const texts = ["", "\0".repeat(4096), ...cuts.flatMap((at) => [textUpTo(at), textUpTo(at).slice(0, -7)])];
    const launcher = join(temporaryFolder(), "guard.sh");
    const parts = { launcher, mode: "block", host: "claude-code", event: "PreToolUse", seconds: 60 } as const;
    const command = launcherCommand({ ...parts, command: ["/bin/true"] }).replace("/bin/sh", path ?? "");
    const run = (text: string) => {
      writeFileSync(launcher, text);
      const { stdout, status } = spawnSync("/bin/sh", ["-c", command], { input: "{}", encoding: "utf8" });
      return { length: text.length, stdout, status };
    };
    const passed = texts.map(run).filter(({ stdout, status }) => status !== 0 || !stdout.includes('"deny"'));
    expect(passed).toEqual([]);
    rmSync(launcher);
    mkdirSync(launcher);
    expect(spawnSync("/bin/sh", ["-c", command], { input: "{}", encoding: "utf8" }).stdout).toContain('"deny"');
  });

  it.skipIf(path === undefined)("makes a command of an older version deny, if it was cut off", () => {
    const end = lines.findIndex((line) => line.startsWith("trap "));
    const script = join(temporaryFolder(), "guard.sh");
    const run = (at: number) => {
      writeFileSync(script, textUpTo(at));
      const args = [script, "block", "claude-code", "PreToolUse", "60", "/bin/true"];
      const { stdout, status } = spawnSync(path ?? "", args, { input: "{}", encoding: "utf8" });
      return { at, stdout, status };
    };
    const passed = cuts
      .filter((at) => at > end)
      .map(run)
      .filter(({ stdout, status }) => status === 0 || stdout !== "");
    expect(passed).toEqual([]);
  });
});

describe.each(Object.entries(HOST_DENIALS))("the denials of %s", (_, host) => {
  it("have one line each, which any shell accepts in single quotes", () => {
    for (const document of Object.values(host.denials)) {
      expect(document).not.toMatch(/[\\'\n]/);
      expect(document).toBe(JSON.stringify(JSON.parse(document)));
    }
  });

  it("are missing for events without one", () => {
    expect(host.withoutDenial.filter((event) => event in host.denials)).toEqual([]);
  });
});

describe("docker-agent", () => {
  it("has 28 events", () => {
    expect(new Set([...Object.keys(denials), ...withoutDenial]).size).toBe(28);
  });

  it.each(["pre_tool_use", "permission_request"])(
    "has a denial for every variant, with the reason once: %s",
    (event) => {
      const document = denials[event] ?? "";
      expect(JSON.parse(document)).toMatchObject({
        decision: "block",
        hook_specific_output: { hook_event_name: event, permission_decision: "deny" },
      });
      expect(document.match(/denied: the hook failed/g)).toHaveLength(1);
    },
  );
});

const REFUSED = "denied: the hook failed";
const WITHHELD = "[withheld: hook failed]";

it.each([
  [
    "copilot",
    {
      preToolUse: { permissionDecision: "deny", permissionDecisionReason: REFUSED },
      postToolUse: { decision: "block", reason: WITHHELD },
      permissionRequest: { behavior: "deny", message: REFUSED },
      userPromptSubmitted: { decision: "block", reason: REFUSED },
    },
  ],
  [
    "gemini",
    {
      BeforeTool: { decision: "deny", reason: REFUSED },
      AfterTool: { decision: "deny", reason: WITHHELD },
      BeforeModel: { continue: false, stopReason: REFUSED },
      AfterModel: { continue: false, stopReason: REFUSED },
      BeforeAgent: { decision: "deny", reason: REFUSED },
    },
  ],
])("%s gets the denials that the real program accepted", (host, documents) => {
  const parsed = Object.entries(HOST_DENIALS[host]?.denials ?? {}).map(([event, text]) => [event, JSON.parse(text)]);
  expect(Object.fromEntries(parsed)).toEqual(documents);
});
