import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { HOST_DENIALS } from "../../../src/hosts/generated/host-denials.js";
import { eventField } from "../../../src/hosts/simulations.js";
import { launcherCommand, launcherPath, parseLauncherCommand } from "../../../src/launcher/index.js";
import { hostFlag } from "../../../src/serve/hosts.js";
import { HOSTS_WITH_SILENT_APPROVAL, shellCall, silenceOf, simulationOf } from "../../command-hosts/recordings.js";
import { runHook } from "../../docker-agent/run-hook.js";
import { run, withoutHint } from "../../launcher/run-launcher.js";

/** The reason in a host's denials. */
const REFUSED = "denied: the hook failed";
const HOOK = fileURLToPath(new URL("../../hooks/one-call.mjs", import.meta.url));

describe.each(HOSTS_WITH_SILENT_APPROVAL)("a one-shot process of %s", (name) => {
  const simulation = simulationOf(name);
  const { beforeTool: event, shellField = "command", version } = simulation;
  const call = (command: string) => shellCall(name, { [shellField]: command });
  const text = (command: string) => JSON.stringify(call(command));
  const host = hostFlag(name, event, version);
  const args = ["--host", host];
  const silence = silenceOf(name, event);
  const silent = silence === undefined ? "" : `${silence}\n`;
  const refusal = `${HOST_DENIALS[name]?.denials[event]}`;
  const denied = (what: string) => `${refusal.replaceAll(REFUSED, `denied: ${what}`)}\n`;

  it.each(["pipe", "socket"] as const)(
    "answers on stdout, a %s, exits with 0 and prints nothing else",
    async (plumbing) => {
      expect(await runHook(text("x; deny"), { args, plumbing })).toMatchObject({
        stdout: denied("x"),
        stderr: "",
        code: 0,
      });
      expect(await runHook(text("x"), { args, plumbing })).toMatchObject({ stdout: silent, stderr: "", code: 0 });
    },
  );

  it("detects the host without --host, and with it reads a payload of several lines and one after a byte order mark", async () => {
    expect(await runHook(text("x; deny"), { args: [] })).toMatchObject({ stdout: denied("x"), code: 0 });
    const pretty = JSON.stringify(call("x; deny"), null, 2);
    expect(await runHook(pretty, { args })).toMatchObject({ stdout: denied("x"), code: 0 });
    expect(await runHook(`\uFEFF${pretty}`, { args })).toMatchObject({ stdout: denied("x"), code: 0 });
  });

  it.each(["console.log", "process.stdout.write", "descriptor", "a child"])(
    "keeps %s out of the answer",
    async (how) => {
      const ran = await runHook(text(`print by ${how}; deny`), { args });
      expect(ran).toMatchObject({ stdout: denied(`print by ${how}`), code: 0 });
      expect(ran.stderr).toContain("NOISE");
    },
  );

  it.runIf(HOST_DENIALS[name]?.withoutDenial.length)(
    "denies a payload of another event than the launcher was configured for",
    async () => {
      const other = HOST_DENIALS[name]?.withoutDenial.at(-1) ?? "";
      const stdin = JSON.stringify({ ...call("x"), ...eventField(simulation, other) });
      const hostArgs = ["--host", hostFlag(name, other)];
      const ran = await runHook(stdin, { args: hostArgs, env: { AGENT_HOOK_FD: "3", AGENT_HOOK_EVENT: event } });
      expect(ran.stderr).toContain(`the hook is configured for the event ${event}`);
      expect(ran.answer).toMatch(/"deny"|"block"|"cancel":true/);
    },
  );

  // If the variant names the event, there is always a denial.
  const nameless = host.includes("/") ? [] : ['{"cwd":"/"}'];
  it.each(["", ...nameless, text("x").slice(0, -9), text("exit")])(
    "exits with 2 and the reason on stderr if it has no answer, or silently under continue: %j",
    async (stdin) => {
      const [blocked, went] = await Promise.all([
        runHook(stdin, { args }),
        runHook(stdin, { args, policy: "continue" }),
      ]);
      expect(blocked).toMatchObject({ stdout: "", code: 2 });
      expect(blocked.stderr).not.toBe("");
      expect(went).toMatchObject({ stdout: "", code: 0 });
    },
  );

  describe("behind the launcher", () => {
    const command = (mode: "block" | "continue", program = process.execPath) =>
      launcherCommand({
        launcher: launcherPath(),
        mode,
        host: name,
        event,
        seconds: 60,
        command: [program, HOOK, ...args],
      });
    const env = (policy: string) => ({ ...process.env, POLICY: policy });

    it("has a command that can be parsed into its parts", () => {
      expect(parseLauncherCommand(command("block"))).toMatchObject({
        host: name,
        event,
        command: [process.execPath, HOOK, "--host", host],
      });
    });

    it("answers, or prints nothing without a decision", async () => {
      const ran = await run(command("block"), { stdin: text("print by descriptor; deny"), env: env("block") });
      expect({ stdout: String(ran.stdout), code: ran.code }).toEqual({
        stdout: denied("print by descriptor"),
        code: 0,
      });
      expect(String((await run(command("block"), { stdin: text("x"), env: env("block") })).stdout)).toBe(silent);
    });

    it("denies with the host's own denial if the hook ended early or never started", async () => {
      const broken = await run(command("block"), { stdin: text("exit"), env: env("block") });
      expect({ stdout: withoutHint(broken.stdout), code: broken.code }).toEqual({ stdout: refusal, code: 0 });
      const missing = await run(command("block", "/nowhere/node"), { stdin: text("x") });
      expect({ stdout: withoutHint(missing.stdout), code: missing.code }).toEqual({ stdout: refusal, code: 0 });
    });

    it("prints nothing under continue, even if Node is missing", async () => {
      for (const text of [command("continue"), command("continue", "/nowhere/node")]) {
        const ran = await run(text, { stdin: JSON.stringify(call("exit")), env: env("continue") });
        expect({ stdout: String(ran.stdout), code: ran.code }).toEqual({ stdout: "", code: 0 });
      }
    });
  });
});

describe.each(Object.entries(HOST_DENIALS))(
  "the launcher's denials of %s",
  (name, { denials, withoutDenial: withoutRefusal }) => {
    const gone = (event: string) =>
      run(`/bin/sh '${launcherPath()}' block ${name} ${event} 6 /nowhere/node`).then(({ stdout, code }) => ({
        stdout: withoutHint(stdout),
        code,
      }));

    it("are printed, one per event, with exit 0", async () => {
      const ran = await Promise.all(Object.keys(denials).map(async (event) => [event, await gone(event)] as const));
      for (const [event, printed] of ran) expect(printed, event).toEqual({ stdout: denials[event], code: 0 });
    });

    it("are empty if the host has none", async () => {
      for (const event of withoutRefusal.slice(0, 3)) expect(await gone(event), event).toEqual({ stdout: "", code: 0 });
      const script = readFileSync(launcherPath(), "utf8");
      for (const event of withoutRefusal) expect(script).toContain(`${name}/${event}`);
    });
  },
);
