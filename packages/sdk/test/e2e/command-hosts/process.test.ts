import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { HOST_DENIALS } from "../../../src/hosts/generated/host-denials.js";
import { eventField } from "../../../src/hosts/simulations.js";
import { launcherCommand, launcherPath } from "../../../src/launcher/index.js";
import { hostFlag } from "../../../src/serve/hosts.js";
import { HOSTS_WITH_SILENT_APPROVAL, shellCall, silenceOf, simulationOf } from "../../command-hosts/recordings.js";
import { runHook } from "../../docker-agent/run-hook.js";
import { run, withoutHint } from "../../launcher/run-launcher.js";
import { RUNTIME } from "../../runtime.js";

// What every one-shot process does is tested with docker-agent: docker-agent/process.test.ts. These are the hosts.

/** The reason in a host's denials. */
const REFUSED = "denied: the hook failed";
const HOOK = fileURLToPath(new URL("../../hooks/one-call.mjs", import.meta.url));

/** What a host sends to a process, and what it reads. */
function scene(name: string) {
  const { beforeTool: event, shellField = "command", version } = simulationOf(name);
  const call = (command: string) => shellCall(name, { [shellField]: command });
  const args = ["--host", hostFlag(name, event, version)];
  const silence = silenceOf(name, event);
  const refusal = `${HOST_DENIALS[name]?.denials[event]}`;
  return {
    event,
    args,
    call,
    text: (command: string) => JSON.stringify(call(command)),
    refusal,
    silent: silence === undefined ? "" : `${silence}\n`,
    denied: (what: string) => `${refusal.replaceAll(REFUSED, `denied: ${what}`)}\n`,
    command: (mode: "block" | "continue", start: readonly string[] = RUNTIME) =>
      launcherCommand({
        ...{ launcher: launcherPath(), mode, host: name, event, seconds: 60 },
        command: [...start, HOOK, ...args],
      }),
  };
}

const env = (policy: string) => ({ ...process.env, POLICY: policy });

describe.each(HOSTS_WITH_SILENT_APPROVAL)("a one-shot process of %s", (name) => {
  const { args, text, denied, silent, refusal, command } = scene(name);

  it("answers on stdout, exits with 0 and prints nothing else", async () => {
    expect(await runHook(text("x; deny"), { args })).toMatchObject({ stdout: denied("x"), stderr: "", code: 0 });
    expect(await runHook(text("x"), { args })).toMatchObject({ stdout: silent, stderr: "", code: 0 });
  });

  it("answers behind the launcher, which denies with the host's own denial if the process ends early", async () => {
    const finished = async (does: string) => {
      const { stdout, code } = await run(command("block"), { stdin: text(does), env: env("block") });
      return [withoutHint(stdout), code];
    };
    expect(await finished("print by descriptor; deny")).toEqual([denied("print by descriptor").trimEnd(), 0]);
    expect(await finished("x")).toEqual([silent.trimEnd(), 0]);
    expect(await finished("exit")).toEqual([refusal, 0]);
  });
});

it.each(["claude-code", "cline", "codex"])(
  "a process of %s denies an event for which it is not configured",
  async (name) => {
    const { event, call } = scene(name);
    const other = HOST_DENIALS[name]?.withoutDenial.at(-1) ?? "";
    const stdin = JSON.stringify({ ...call("x"), ...eventField(simulationOf(name), other) });
    const configured = { AGENT_HOOK_FD: "3", AGENT_HOOK_EVENT: event };
    const ran = await runHook(stdin, { args: ["--host", hostFlag(name, other)], env: configured });
    expect(ran.stderr).toContain(`the hook is configured for the event ${event}`);
    expect(ran.answer).toMatch(/"deny"|"block"|"cancel":true/);
  },
);

it("a process whose --host names the event exits with 2 if it has no answer, or silently under continue", async () => {
  const { args, text } = scene("copilot");
  for (const stdin of ["", text("x").slice(0, -9), text("exit")]) {
    const blocked = await runHook(stdin, { args });
    expect(blocked).toMatchObject({ stdout: "", code: 2, stderr: expect.stringMatching(/./) });
    expect(await runHook(stdin, { args, policy: "continue" })).toMatchObject({ stdout: "", code: 0 });
  }
});

it("a process reads a payload after a byte order mark", async () => {
  const { args, text, denied } = scene("claude-code");
  expect(await runHook(`\uFEFF${text("x; deny")}`, { args })).toMatchObject({ stdout: denied("x"), code: 0 });
});

it("the launcher denies without Node under block, and prints nothing under continue, with Node or without", async () => {
  const { command, text, refusal } = scene("claude-code");
  const missing = await run(command("block", ["/nowhere/program"]), { stdin: text("x") });
  expect([withoutHint(missing.stdout), missing.code]).toEqual([refusal, 0]);
  for (const one of [command("continue"), command("continue", ["/nowhere/program"])]) {
    const { stdout, code } = await run(one, { stdin: text("exit"), env: env("continue") });
    expect([String(stdout), code]).toEqual(["", 0]);
  }
});

it.each(Object.entries(HOST_DENIALS))(
  "the launcher prints a denial of %s for each event that has one, and exits with 0",
  async (name, { denials, withoutDenial }) => {
    const events = [...Object.keys(denials), ...withoutDenial.slice(0, 3)];
    const printed = await Promise.all(
      events.map(async (event) => {
        const { stdout, code } = await run(`/bin/sh '${launcherPath()}' block ${name} ${event} 6 /nowhere/program`);
        return [event, withoutHint(stdout), code];
      }),
    );
    expect(printed).toEqual(events.map((event) => [event, denials[event] ?? "", 0]));
  },
);
