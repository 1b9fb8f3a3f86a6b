import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSnapshotNode } from "../../../src/build/snapshot-node.js";
import { type BuildOutput, buildHook, runAsHost, shellCallPayload } from "../../build/run-built.js";
import { agentHook, file } from "../../run-command.js";
import { folder } from "../../temporary-folder.js";

const SECRET = "sk-build-7f3a9c1d55e2b804";
const out = mkdtempSync(join(tmpdir(), "agent-hook-built-"));
afterAll(() => rmSync(out, { recursive: true }));

const hooks = {
  typescript: file("templates/weather/src/main.ts"),
  javascript: file("packages/cli/test/hooks/guard-with-settings.mjs"),
};
const CLIENT = { name: "test", version: "1" };
let weather: BuildOutput;
let guard: BuildOutput;
beforeAll(async () => {
  weather = await buildHook(["--out", out, hooks.typescript]);
  guard = await buildHook(["--out", out, hooks.javascript], { GUARD_WORDS: SECRET, OPENAI_API_KEY: SECRET });
});

function reasonIn(stdout: string): string {
  return JSON.parse(stdout).hook_specific_output.permission_decision_reason;
}

/** The ways to start a built hook. */
const START_COMMANDS = {
  "the bundle": ({ node, bundle }: BuildOutput) => [node.path, bundle],
  "the snapshot": ({ command }: BuildOutput) => command,
  "the snapshot without a script's name": ({ node, snapshot = "" }: BuildOutput) => [
    node.path,
    "--snapshot-blob",
    snapshot,
    "--",
  ],
};

describe("agent-hook build", () => {
  test("writes one file and a snapshot, named after the hook, and says how to start them", () => {
    const { path } = weather.node;
    expect(weather).toEqual({
      bundle: join(out, "main.cjs"),
      snapshot: join(out, "main.blob"),
      node: { path: process.execPath, version: process.version },
      command: [path, "--snapshot-blob", join(out, "main.blob"), join(out, "main.cjs")],
      notes: [],
    });
    expect(guard.bundle).toBe(join(out, "guard-with-settings.cjs"));
  });

  test("leaves nothing else in the folder", () => {
    const names = [weather, guard].flatMap(({ bundle, snapshot = "" }) => [basename(bundle), basename(snapshot)]);
    expect(new Set(names).size).toBe(4);
    expect(readdirSync(out).sort()).toEqual([...names].sort());
  });

  test("prints a readable summary to stdout only", async () => {
    const place = folder();
    const { code, stdout, stderr } = await agentHook(["build", "--out", place, hooks.typescript]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`only for Node ${process.version}`);
    expect(stdout).toContain(`start it with: ${process.execPath} --snapshot-blob ${join(place, "main.blob")} `);
  });

  test("reads from a snapshot which Node and platform made it", () => {
    const { version, arch, platform } = process;
    expect(readSnapshotNode(weather.snapshot ?? "")).toEqual({ version, arch, platform });
    expect(readSnapshotNode(weather.bundle)).toBeUndefined();
  });

  test("makes no snapshot with --no-snapshot, and deletes that of an earlier build", async () => {
    const place = folder();
    writeFileSync(join(place, "main.blob"), "older");
    const { snapshot, command, notes } = await buildHook(["--no-snapshot", "--out", place, hooks.typescript]);
    expect({ snapshot, command, notes }).toEqual({
      snapshot: undefined,
      command: [process.execPath, join(place, "main.cjs")],
      notes: [],
    });
    expect(existsSync(join(place, "main.blob"))).toBe(false);
  });

  test("puts nothing of the environment into the files", () => {
    for (const path of [guard.bundle, guard.snapshot ?? ""]) {
      const bytes = readFileSync(path);
      expect(bytes.includes(SECRET)).toBe(false);
      expect(bytes.includes(Buffer.from(SECRET, "utf16le"))).toBe(false);
    }
  });
});

describe.each(Object.entries(START_COMMANDS))("a built hook, started from %s", (_, startCommand) => {
  test("follows PicoClaw's rules", async () => {
    const { code, stdout } = await agentHook(["check", "--host", "picoclaw", "--", ...startCommand(weather)]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(" passed") });
  });

  test("answers a call of its own tool", async () => {
    const call = [
      "call",
      "before_tool",
      "--host",
      "picoclaw",
      "--tool",
      "get_weather",
      "--args",
      '{"city":"Beijing"}',
      "--json",
    ];
    const { code, stdout } = await agentHook([...call, "--", ...startCommand(weather)]);
    expect(code).toBe(0);
    expect(stdout).toContain("Beijing");
  });

  test("provides its tools to an MCP client", () => {
    const messages = [
      { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT } },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "get_weather", arguments: { city: "Beijing" } } },
    ];
    const lines = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const { code, stdout, stderr } = runAsHost(startCommand(weather), lines.join(""));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Beijing: Sunny");
  });

  test("denies under docker-agent, in both variants", () => {
    for (const variant of ["", "/preempt"]) {
      const host = ["--host", `docker-agent@v1.123.0${variant}`];
      const { code, stdout, stderr } = runAsHost([...startCommand(guard), ...host], shellCallPayload("rm -rf /"));
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(JSON.parse(stdout).hook_specific_output).toMatchObject({
        permission_decision: "deny",
        permission_decision_reason: "not here",
      });
    }
  });

  test("prints nothing for a call that it approves", () => {
    expect(runAsHost(startCommand(guard), shellCallPayload("ls"))).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("keeps the output of its handlers out of its answer", () => {
    const { code, stdout, stderr } = runAsHost(startCommand(guard), shellCallPayload("noise; rm -rf /"));
    // stderr is a socket, which cannot be opened a second time: text written directly to a descriptor is lost.
    expect({ code, stderr }).toEqual({ code: 0, stderr: "by the console\nby the stream\n" });
    expect(JSON.parse(stdout).hook_specific_output).toMatchObject({ permission_decision: "deny" });
  });

  test("denies by exit code if something was printed before it ran", () => {
    const preload = join(folder(), "preload.cjs");
    writeFileSync(preload, 'console.log("printed before");');
    const result = runAsHost(startCommand(guard), shellCallPayload("rm -rf /"), {
      NODE_OPTIONS: `--require ${preload}`,
    });
    expect(result).toEqual({
      code: 2,
      stdout: expect.stringMatching(/^printed before\n+denied\n$/),
      stderr: "not here\n",
    });
  });

  test("reads its settings and runs setup when it runs", () => {
    const starts = join(folder(), "starts");
    const env = { GUARD_WORDS: "not on a Monday", GUARD_STARTS: starts };
    expect(runAsHost(startCommand(guard), shellCallPayload("rm -rf /"), env).stdout).toContain("not on a Monday");
    expect(runAsHost(startCommand(guard), shellCallPayload("rm -rf /"), { GUARD_STARTS: starts }).stdout).toContain(
      "not here",
    );
    expect(readFileSync(starts, "utf8")).toBe("started\nstarted\n");
  });

  test("writes its answer to the launcher's descriptor", () => {
    const [program = "", ...args] = startCommand(guard);
    const { stdout } = runAsHost(
      ["sh", "-c", '"$@" 3>&1 >/dev/null', "-", program, ...args],
      shellCallPayload("rm -rf /"),
      {
        AGENT_HOOK_FD: "3",
        AGENT_HOOK_KEY: "k-e-y",
      },
    );
    expect(stdout).toMatch(/^k-e-y \d+\n\{.*"deny".*\}\n$/);
  });

  test("prints the same manifest as before the build", () => {
    const before = runAsHost([process.execPath, file("templates/weather/dist/main.js"), "--describe"], "");
    expect(runAsHost([...startCommand(weather), "--describe"], "")).toEqual(before);
  });

  test("explains what is wrong with --host", () => {
    const { code, stderr } = runAsHost([...startCommand(guard), "--host", "dockr-agent"], shellCallPayload("ls"));
    expect(code).toBe(2);
    expect(stderr).toContain('--host: unknown host "dockr-agent"');
  });
});

describe("the files of a built hook", () => {
  test("of the template guard include a snapshot, which asks before the guard's own folders change", async () => {
    const place = folder();
    const built = await buildHook(["--out", join(place, "dist"), file("templates/guard/src/main.ts")]);
    expect(built.snapshot).toBeDefined();
    const call = shellCallPayload(`echo evil > ${place}/src/hook.ts`);
    const { stdout, stderr } = runAsHost(built.command, call);
    expect({ stderr, reason: reasonIn(stdout) }).toEqual({ stderr: "", reason: "It is the code of the guard." });
  });

  test("find their own location after being moved, also when started from the snapshot", async () => {
    const [place, moved] = [folder(), join(folder(), "moved")];
    const sdk = JSON.stringify(file("packages/sdk/dist/index.js"));
    const code = "deny([import.meta.url, import.meta.filename, import.meta.dirname].join())";
    writeFileSync(
      join(place, "hook.ts"),
      `import { defineHook, deny, serve } from ${sdk};
      await serve(defineHook({ name: "place", beforeTool: () => ${code} }));`,
    );
    const { snapshot } = await buildHook(["--out", join(place, "dist"), join(place, "hook.ts")]);
    expect(snapshot).toBeDefined();
    cpSync(join(place, "dist"), moved, { recursive: true });
    rmSync(join(place, "dist"), { recursive: true });
    const path = realpathSync(join(moved, "hook.cjs"));
    const expected = [pathToFileURL(path).href, path, dirname(path)].join();
    const blob = join(moved, "hook.blob");
    for (const args of [[path], ["--snapshot-blob", blob, path], [`--snapshot-blob=${blob}`, "--"]]) {
      const { stdout, stderr } = runAsHost([process.execPath, ...args], shellCallPayload("ls"));
      expect({ stderr, reason: reasonIn(stdout) }).toEqual({ stderr: "", reason: expected });
    }
    const relative = runAsHost(
      [process.execPath, "--snapshot-blob", "hook.blob", "hook.cjs"],
      shellCallPayload("ls"),
      {},
      moved,
    );
    expect(reasonIn(relative.stdout)).toBe(expected);
  });

  test("run in a folder that contains nothing else", () => {
    const place = join(folder(), "moved", "here");
    mkdirSync(place, { recursive: true });
    copyFileSync(guard.bundle, join(place, "hook.cjs"));
    copyFileSync(guard.snapshot ?? "", join(place, "hook.blob"));
    const env = { NODE_PATH: "" };
    for (const args of [["hook.cjs"], ["--snapshot-blob", "hook.blob", "hook.cjs"]]) {
      const { stdout, stderr } = runAsHost([process.execPath, ...args], shellCallPayload("rm -rf /"), env, place);
      expect(stderr).toBe("");
      expect(JSON.parse(stdout).decision).toBe("block");
    }
  });

  test("are built in a folder whose name looks like a pattern or a query", async () => {
    const place = join(folder(), "*?[x]#");
    mkdirSync(place);
    const sdk = JSON.stringify(file("packages/sdk/dist/index.js"));
    writeFileSync(join(place, "reason.ts"), 'export const reason = "by the hook";');
    writeFileSync(
      join(place, "hook.ts"),
      `import { defineHook, deny, serve } from ${sdk};
      import { reason } from "./reason.js";
      await serve(defineHook({ name: "place", beforeTool: () => deny(reason) }));`,
    );
    const { command } = await buildHook(["--out", place, join(place, "hook.ts")]);
    expect(reasonIn(runAsHost(command, shellCallPayload("ls")).stdout)).toBe("by the hook");
  });
});
