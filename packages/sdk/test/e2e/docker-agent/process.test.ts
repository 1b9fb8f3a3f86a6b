import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { denial, specific } from "../../docker-agent/asked.js";
import { payloadOf } from "../../docker-agent/recordings.js";
import { runHook } from "../../docker-agent/run-hook.js";

const call = (cmd: string) => JSON.stringify(payloadOf("pre_tool_use", { tool_input: { cmd } }));
const result = (text: string) => JSON.stringify(payloadOf("tool_response_transform", { tool_response: text }));
const denied = (does: string) => JSON.stringify(denial(`denied: ${does}`));
/** Prints a line when the SDK starts to listen to stdin. */
const tellsOfStdin = `data:text/javascript,${encodeURIComponent(
  'process.stdin.on("newListener", (name) => name === "end" && setImmediate(() => process.stderr.write("listening\\n")));',
)}`;
const FD = { AGENT_HOOK_FD: "3" };
/** Returns a document in the launcher's format, with the key of `runHook`. */
const toLauncher = (document: string) => `k-e-y ${Buffer.byteLength(document)}\n${document}\n`;

describe("the answer of a one-shot process", () => {
  it.each(["pipe", "socket"] as const)("is the whole stdout, a %s, and the process exits with 0", async (plumbing) => {
    const ran = await runHook(call("x; deny"), { plumbing });
    expect(ran).toMatchObject({ stdout: `${denied("x")}\n`, stderr: "", code: 0 });
    expect(await runHook(call("x"), { plumbing })).toMatchObject({ stdout: "", stderr: "", code: 0 });
  });

  it("follows the key and its length on AGENT_HOOK_FD, and stdout stays empty", async () => {
    expect(await runHook(call("x; deny"), { env: FD })).toMatchObject({
      stdout: "",
      answer: toLauncher(denied("x")),
      stderr: "",
      code: 0,
    });
    expect(await runHook(call("x"), { env: FD })).toMatchObject({ stdout: "", answer: "k-e-y 0\n", code: 0 });
  });

  it("needs no --host, and accepts AGENT_HOOK_HOST", async () => {
    for (const options of [{ args: [] }, { args: [], env: { AGENT_HOOK_HOST: "docker-agent@v1.58.0" } }]) {
      expect(await runHook(call("x; deny"), options)).toMatchObject({ stdout: `${denied("x")}\n`, code: 0 });
    }
  });

  it("comes for a payload of several lines, with --host and without", async () => {
    const pretty = JSON.stringify(JSON.parse(call("x; deny")), null, 2);
    expect(await runHook(`${pretty}\n`)).toMatchObject({ stdout: `${denied("x")}\n`, code: 0 });
    expect(await runHook(pretty, { args: [] })).toMatchObject({ stdout: `${denied("x")}\n`, code: 0 });
  });

  it("needs the launcher's key with AGENT_HOOK_FD, or a guard denies", async () => {
    const ran = await runHook(call("x; deny"), { policy: "block", env: { ...FD, AGENT_HOOK_KEY: undefined } });
    expect(ran).toMatchObject({ stdout: "", answer: "", code: 2 });
    expect(ran.stderr).toContain("AGENT_HOOK_KEY: expected the key of the launcher that set AGENT_HOOK_FD");
  });

  it("hides AGENT_HOOK_FD and AGENT_HOOK_KEY from handlers and their children", async () => {
    const { stderr } = await runHook(call("say its environment"), { env: FD });
    expect(JSON.parse(stderr)).toEqual({ own: [], child: [] });
  });

  it.each(["", "0", "2", "three", "-1", "3.5", "0x3", "3 ", "999", "9999999999"])(
    "needs an AGENT_HOOK_FD that is an open pipe, not %j, or a guard denies and others fail",
    async (descriptor) => {
      for (const [policy, code] of [
        ["block", 2],
        ["continue", 1],
      ] as const) {
        const ran = await runHook(call("x; deny"), { policy, env: { AGENT_HOOK_FD: descriptor } });
        expect(ran).toMatchObject({ stdout: "", code });
        expect(ran.stderr).toContain("AGENT_HOOK_FD: expected the number of an open pipe");
      }
    },
  );

  it("becomes exit 2 if nobody reads stdout, and the answer is a denial or the hook blocks", async () => {
    const unread = (does: string, policy?: "continue") =>
      runHook(call(does), { ...(policy && { policy }), hearsStdout: false });
    expect(await unread("x; deny")).toMatchObject({
      code: 2,
      stderr: 'hook "one call": its answer could not be written to stdout: denied: x\n',
    });
    expect(await unread("x; deny", "continue")).toMatchObject({ code: 2 });
    expect(await unread("x")).toMatchObject({ code: 0, stderr: "" });
  });

  it("becomes exit 2 with one line on stderr if nobody reads the descriptor", async () => {
    const unread = await runHook(call("x; deny"), { env: FD, hearsThird: false });
    expect(unread).toMatchObject({
      code: 2,
      stderr: 'hook "one call": its answer could not be written to descriptor 3 (EPIPE): denied: x\n',
    });
  });

  it("is not printed after other text on stdin", async () => {
    const ran = await runHook(`{}\n${call("x; deny")}\n`, { args: [] });
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining("denied: x") });
    expect(ran.stdout).not.toContain("permission_decision");
  });
});

describe("noise", () => {
  const noises = ["console.log", "process.stdout.write", "descriptor", "a child"].map((how) => `print by ${how}`);
  it.each(noises)("in a handler, from %s, goes to stderr", async (noise) => {
    const ran = await runHook(call(`${noise}; deny`));
    expect(ran).toMatchObject({ stdout: `${denied(noise)}\n`, code: 0 });
    expect(ran.stderr).toContain("NOISE");
    expect(await runHook(call(noise))).toMatchObject({ stdout: "", code: 0 });
  });

  it.each(noises)("in a handler, from %s, does not reach descriptor 3", async (noise) => {
    expect(await runHook(call(`${noise}; deny`), { env: FD })).toMatchObject({
      answer: toLauncher(denied(noise)),
      code: 0,
    });
  });

  describe.each(["console", "half a line"])("before serve, from %s", (BEFORE) => {
    const before = { BEFORE };
    it("denies with exit 2 under block, with the reason on stderr", async () => {
      const ran = await runHook(call("x"), { env: before });
      expect(ran).toMatchObject({ code: 2 });
      expect(ran.stdout).toMatch(/^NOISE before\n*denied\n$/);
      expect(ran.stderr).toContain("something was printed to stdout before serve was called");
    });

    it.each(["continue", "block"] as const)("loses no denial under %s", async (policy) => {
      const ran = await runHook(call("x; deny"), { env: before, policy });
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining("denied: x") });
      expect(ran.stdout).toMatch(/^NOISE before\n*denied\n$/);
    });

    it("drops only a rewrite under continue, with an explanation", async () => {
      const rewrite = await runHook(result("text"), { env: before, policy: "continue" });
      expect(rewrite).toMatchObject({ code: 0, stderr: expect.stringContaining("the answer was dropped") });
      expect(rewrite.stdout.trim()).toBe("NOISE before");
      expect(await runHook(call("x"), { env: before, policy: "continue" })).toMatchObject({ code: 0, stderr: "" });
    });

    it("does not reach descriptor 3", async () => {
      const ran = await runHook(call("x; deny"), { env: { ...before, ...FD } });
      expect(ran).toMatchObject({ answer: toLauncher(denied("x")), code: 0 });
    });
  });
});

describe("leftovers of the author's code", () => {
  it.each(["leave a timer", "leave an interval", "leave a child", "reject beside the call", "throw beside the call"])(
    "%s: the answer and the exit code stay the same",
    async (does) => {
      const ran = await runHook(call(`${does}; deny`), { env: FD });
      onTestFinished(() => {
        const [, pid] = /child (\d+)/.exec(ran.stderr) ?? [];
        if (pid !== undefined) process.kill(Number(pid), "SIGKILL");
      });
      expect(ran).toMatchObject({ answer: toLauncher(denied(does)), code: 0 });
      if (does.startsWith("throw")) expect(ran.stderr).toContain("outside any call");
    },
  );
});

describe("a process that ends without an answer", () => {
  it("by process.exit(0) in a handler exits with 2 under block and 0 under continue, and prints nothing", async () => {
    const ran = await runHook(call("exit"));
    expect(ran).toMatchObject({ stdout: "", code: 2, stderr: 'hook "one call" ended before it answered\n' });
    expect(await runHook(call("exit"), { policy: "continue" })).toMatchObject({ stdout: "", stderr: "", code: 0 });
    expect(await runHook(call("exit"), { env: FD })).toMatchObject({ answer: "", code: 2 });
  });

  it("by SIGTERM in a call gives the handler time, then denies at its point", async () => {
    const ran = await runHook(call("wait"), {
      onStderr: (stderr, kill) => stderr === "waiting\n" && kill("SIGTERM"),
    });
    expect(ran).toMatchObject({ code: 0, signal: null });
    expect(JSON.parse(ran.stdout)).toEqual(
      denial(expect.stringMatching(/^hook "one call" was stopped before it answered/)),
    );
  });

  it("by SIGTERM before the end of stdin exits with 2 under block", async () => {
    const ran = await runHook("{", {
      ends: false,
      env: { NODE_OPTIONS: `--import=${tellsOfStdin}` },
      onStderr: (stderr, kill) => stderr.includes("listening") && kill("SIGTERM"),
    });
    expect(ran).toMatchObject({ stdout: "", code: 2 });
    expect(ran.stderr).toContain('hook "one call" ended before it answered');
  });
});
describe("a payload or an answer of megabytes arrives whole", () => {
  const text = (size: number) => "ä€😀<&>\u2028 ".repeat(Math.ceil(size / 18)).slice(0, size);
  const conversation = (size: number) =>
    payloadOf("before_llm_call", { messages: [{ role: "user", content: text(size), thought_signature: "AAEC" }] });

  it.each([
    [0.9e6, "pipe"],
    [5e6, "pipe"],
    [5e6, "socket"],
  ] as const)("%d characters on a %s", async (size, plumbing) => {
    const { stdout, code } = await runHook(JSON.stringify(conversation(size)), { plumbing });
    expect(code).toBe(0);
    const messages = [{ role: "user", content: `${text(size)}!`, thought_signature: "AAEC" }];
    expect(JSON.parse(stdout)).toEqual(specific("before_llm_call", { updated_messages: messages }));
  });

  it.each([0.9e6, 5e6])("%d characters on descriptor 3", async (size) => {
    const { answer, code } = await runHook(JSON.stringify(conversation(size)), { env: FD });
    expect(code).toBe(0);
    const [, document = ""] = answer.split("\n");
    expect(answer === toLauncher(document)).toBe(true);
    const { hook_specific_output: output } = JSON.parse(document);
    expect(output.updated_messages[0].content === `${text(size)}!`).toBe(true);
  });
});

describe("a hook that cannot start", () => {
  it.each([
    ["block", 2],
    ["continue", 1],
  ] as const)("exits under %s with %i", async (policy, code) => {
    expect(await runHook(call("x"), { policy, args: ["--host", "docker-agnet"] })).toMatchObject({ stdout: "", code });
  });
});

describe("stdin without an event", () => {
  const spoilt = { empty: "", "no JSON": "hello", "a list": "[]", "an object without an event": '{"cwd":"/"}' };
  it.each(Object.entries(spoilt))(
    "%s: exits with 2 and an explanation on stderr under block, silently under continue",
    async (_what, text) => {
      for (const args of [["--host", "docker-agent"], []]) {
        const ran = await runHook(text, { args });
        expect(ran.code).toBe(2);
        expect(ran.stderr.trim().split("\n").at(-1)).toMatch(
          /^hook "one call" received (a call that it cannot read|no call)/,
        );
        expect(await runHook(text, { args, policy: "continue" })).toMatchObject({ code: 0 });
      }
      expect(await runHook(text)).toMatchObject({ stdout: "" });
      expect(await runHook(text, { policy: "continue" })).toMatchObject({ stdout: "" });
    },
  );

  it("a message of PicoClaw with --host docker-agent is denied", async () => {
    const hello = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "hook.hello", params: { name: "x", version: 1 } });
    expect(await runHook(hello)).toMatchObject({ stdout: "", code: 2 });
  });

  it.each(["mcp", "picoclaw"])(
    "a payload of docker-agent with --host %s exits with 2 under block, and prints nothing else",
    async (host) => {
      const ran = await runHook(`\n${call("x")}`, { args: ["--host", host] });
      expect(ran).toMatchObject({ stdout: "", code: 2 });
      expect(ran.stderr).toContain(`the host is docker-agent, but --host is ${host}`);
      expect(await runHook(call("x"), { args: ["--host", host], policy: "continue" })).toMatchObject({
        stdout: "",
        code: 0,
      });
    },
  );

  it.each([
    ["", "nothing"],
    [`${call("x")}\n${call("y")}`, "2 lines of JSON"],
    [call("x").slice(0, -9), "invalid JSON, possibly cut off"],
    ["reading /etc/hosts", "text that is not JSON"],
  ])("%j: the error describes what came", async (text, came) => {
    expect((await runHook(text)).stderr).toContain(`expected one JSON object on stdin, got ${came}`);
  });

  it("an unreadable tool result is withheld under block", async () => {
    const { stdout, code } = await runHook(JSON.stringify(payloadOf("tool_response_transform", { tool_response: 7 })));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      specific("tool_response_transform", {
        updated_tool_response: expect.stringMatching(
          /^\[withheld: hook "one call" failed; to find out why, run: npx agent-hook why [0-9a-f]{8}\]$/,
        ),
      }),
    );
  });
});

describe("what a process loads", () => {
  /** Returns the SDK modules that a process loaded, according to Node's coverage. */
  async function loaded(stdin: string, args: readonly string[]): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), "agent-hook-coverage-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await runHook(stdin, { args, env: { NODE_V8_COVERAGE: folder } });
    const urls = readdirSync(folder).flatMap((file) =>
      (JSON.parse(readFileSync(join(folder, file), "utf8")) as { result: { url: string }[] }).result.map(
        ({ url }) => url,
      ),
    );
    const files = urls.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
    return files.map((file) => readFileSync(file, "utf8")).join("\n");
  }
  const hello = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "hook.hello", params: { name: "x", version: 1 } });

  it("under docker-agent, with and without --host, has neither vscode-jsonrpc nor an MCP library", async () => {
    for (const args of [["--host", "docker-agent"], []]) {
      const sources = await loaded(call("x; deny"), args);
      expect(sources).toContain("permission_decision_reason");
      expect(sources).not.toMatch(/^\/\/ Contains .*(?:vscode-jsonrpc|modelcontextprotocol)/m);
      expect(sources).not.toContain("notifications/initialized");
    }
  });

  it("under PicoClaw has none of docker-agent's answers", async () => {
    const sources = await loaded(`${hello}\n`, []);
    expect(sources).toContain("hook.before_tool");
    expect(sources).not.toContain("permission_decision_reason");
  });
});
