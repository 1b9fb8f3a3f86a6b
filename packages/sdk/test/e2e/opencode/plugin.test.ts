import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { frameOf } from "../../../src/families/opencode/plugin.js";
import type { Program } from "../../../src/families/opencode/program.js";
import { framedText } from "../../../src/host-tools/framed-json.js";
import { PROGRAM as KILO } from "../../../src/hosts/kilo/events.js";
import { PROGRAM as OPENCODE } from "../../../src/hosts/opencode/events.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

interface Entry {
  readonly command: string;
  readonly matcher?: string;
  readonly timeout?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: the objects of opencode, which the plugin changes
type Handlers = Readonly<Record<string, (...objects: any[]) => Promise<void>>>;

const LONG = 60;

/** Loads the plugin as opencode does, from this folder of a project. */
async function plugin(
  hooks: Readonly<Record<string, readonly Entry[]>>,
  folder = ".opencode/plugin",
  program: Program = OPENCODE,
) {
  const project = await realpath(temporaryFolder());
  await mkdir(join(project, folder), { recursive: true });
  const file = join(project, folder, "agent-hook.js");
  writeFileSync(file, framedText(frameOf(program), JSON.stringify({ hooks }, undefined, 2)));
  const module = (await import(pathToFileURL(file).href)) as Readonly<Record<string, (context: object) => Handlers>>;
  const aborted: unknown[] = [];
  const client = { session: { abort: async (what: unknown) => aborted.push(what) } };
  const [load, ...others] = Object.values(module);
  expect(others).toEqual([]);
  const handlers = await load?.({ client, directory: project });
  if (handlers === undefined) throw new Error("expected handlers");
  return { handlers, project, aborted };
}

const CALL = { tool: "bash", sessionID: "ses_1", callID: "call_1" };

/** Makes the plugin's call before a tool. Returns the arguments with which the tool runs. */
async function before(entry: Entry, args: object = { command: "ls" }): Promise<object> {
  const { handlers } = await plugin({ "tool.execute.before": [{ timeout: LONG, ...entry }] });
  await handlers["tool.execute.before"]?.(CALL, { args });
  return args;
}

/** Makes the plugin's call after a tool. Returns the result as the model gets it. */
async function after(answer: object, output: object): Promise<object> {
  const entry = { command: `printf '%s' '${JSON.stringify(answer)}'`, timeout: LONG };
  const { handlers } = await plugin({ "tool.execute.after": [entry] });
  await handlers["tool.execute.after"]?.({ ...CALL, args: {} }, output);
  return output;
}

const FAILED = "denied: the hook failed";

describe("the plugin for opencode", () => {
  it.each<[string, Entry, string]>([
    ["a denial", { command: 'echo \'{"decision":"deny","reason":"no"}\'' }, "no"],
    ["another exit code than 0", { command: "echo '{}'; exit 1" }, FAILED],
    ["a hook that is killed", { command: "kill -9 $$" }, FAILED],
    ["a hook that does not end", { command: "exec sleep 600", timeout: 0.2 }, `${FAILED} (no answer in 0.2 s)`],
    ["a loop", { command: "while :; do :; done", timeout: 0.2 }, `${FAILED} (no answer in 0.2 s)`],
    ["no such program", { command: "/no/such/program" }, FAILED],
    ["a text", { command: "echo fine" }, `${FAILED} (no valid answer)`],
    ["a line next to the answer", { command: "echo noise; echo '{}'" }, `${FAILED} (no valid answer)`],
    ["half an answer", { command: "printf '{\"args\":'" }, `${FAILED} (no valid answer)`],
    ["a list", { command: "echo '[]'" }, `${FAILED} (no valid answer)`],
    ["an unknown field", { command: "echo '{\"allow\":true}'" }, `${FAILED} (no valid answer)`],
    ["an unknown decision", { command: 'echo \'{"decision":"allow"}\'' }, `${FAILED} (no valid answer)`],
    ["a matcher that cannot be read", { command: "exit 1", matcher: "(" }, FAILED],
  ])("throws at %s", async (_title, entry, message) => {
    await expect(before(entry)).rejects.toThrow(new Error(message));
  });

  it("lets the tool run at no output, and for a tool that the matcher does not select", async () => {
    expect(await before({ command: ":" })).toEqual({ command: "ls" });
    expect(await before({ command: "exit 1", matcher: "^read$" })).toEqual({ command: "ls" });
  });

  it("does not wait for a process that keeps the output of its hook open", async () => {
    const args = await before({ command: 'sleep 20 & echo \'{"args":{"command":"pwd"}}\'' });
    expect(args).toEqual({ command: "pwd" });
  });

  it("replaces the arguments in place, and the next hook gets the new ones", async () => {
    const { handlers, project } = await plugin({
      "tool.execute.before": [
        { command: 'echo \'{"args":{"command":"pwd"}}\'', timeout: LONG },
        { command: "cat > got.json", timeout: LONG },
      ],
    });
    handlers.config?.({ mcp: { "my srv": {} } });
    const args = { command: "ls", workdir: "/" };
    await handlers["tool.execute.before"]?.({ ...CALL, tool: "my_srv_echo" }, { args });
    expect(args).toEqual({ command: "pwd" });
    const got = JSON.parse(readFileSync(join(project, "got.json"), "utf8"));
    expect(got).toMatchObject({
      hook_event_name: "tool.execute.before",
      session_id: "ses_1",
      cwd: project,
      tool_name: "my_srv_echo",
      tool_input: { command: "pwd" },
      tool_use_id: "call_1",
      mcp_server: "my srv",
    });
  });

  it("aborts the session at an abort, and throws", async () => {
    const { handlers, aborted } = await plugin({
      "tool.execute.before": [{ command: 'echo \'{"decision":"abort","reason":"stop"}\'', timeout: LONG }],
    });
    await expect(handlers["tool.execute.before"]?.(CALL, { args: {} })).rejects.toThrow("stop");
    expect(aborted).toEqual([{ path: { id: "ses_1" } }]);
  });

  it("changes the text of a result, and what else shows it", async () => {
    const metadata = { output: "key sk-1", diff: "sk-1", exit: 0, truncated: false };
    const changed = await after({ output: "[secret]", context: "note" }, { title: "t", output: "key sk-1", metadata });
    expect(changed).toEqual({ title: "t", output: "[secret]\n\nnote", metadata: { exit: 0, truncated: false } });
    const image = { type: "image", data: "aGk=", mimeType: "image/png" };
    const content = [{ type: "text", text: "sk-1" }, image, { type: "resource", resource: { text: "sk-1" } }];
    expect(await after({ output: "[secret]" }, { content, structuredContent: { key: "sk-1" } })).toEqual({
      content: [{ type: "text", text: "[secret]" }, image],
    });
  });

  it("adds context to a prompt, after its last part", async () => {
    const { handlers } = await plugin({
      "chat.message": [{ command: 'printf \'{"context":"note"}\'', timeout: LONG }],
    });
    const message = { id: "msg_1", sessionID: "ses_1" };
    const parts: object[] = [{ id: "prt_1", type: "text", text: "hi" }];
    await handlers["chat.message"]?.({ sessionID: "ses_1" }, { message, parts });
    const added = { id: "prt_11", messageID: "msg_1", sessionID: "ses_1", type: "text", text: "note", synthetic: true };
    expect(parts).toEqual([{ id: "prt_1", type: "text", text: "hi" }, added]);
  });

  it("judges the files that opencode has read for a prompt as calls of read", async () => {
    const message = { id: "msg_1", sessionID: "ses_1" };
    const read = (filePath: string, ...texts: string[]) => [
      {
        type: "text",
        synthetic: true,
        text: `Called the Read tool with the following input: {"filePath":"${filePath}"}`,
      },
      ...texts.map((text) => ({ type: "text", synthetic: true, text })),
      { type: "file", url: `file://${filePath}`, mime: "text/plain" },
    ];
    const ask = async (hooks: Readonly<Record<string, readonly Entry[]>>, parts: object[]) => {
      const { handlers } = await plugin(hooks);
      await handlers["chat.message"]?.({ sessionID: "ses_1" }, { message, parts });
      return parts.map((part) => (part as { text?: string }).text);
    };
    const parts = () => [{ type: "text", text: "@a @b" }, ...read("/a", "key sk-1", "sk-2"), ...read("/b", "fine")];
    const deny = `grep -q '"filePath":"/b"' && echo '{"decision":"deny","reason":"not b"}'; exit 0`;
    const judge = { command: deny, matcher: "^read$", timeout: LONG };
    await expect(ask({ "tool.execute.before": [judge] }, parts())).rejects.toThrow("not b");
    const redact = { command: `grep -q sk-1 && echo '{"output":"***"}'; exit 0`, timeout: LONG };
    const texts = await ask({ "tool.execute.after": [redact] }, parts());
    expect(texts.filter((text) => text !== undefined && !text.startsWith("Called"))).toEqual(["@a @b", "***", "fine"]);
    const other = { command: `echo '{"args":{"filePath":"/c"}}'`, timeout: LONG };
    await expect(ask({ "tool.execute.before": [other] }, parts())).rejects.toThrow(FAILED);
  });

  it("waits for the hooks of events when opencode ends, and ignores how they end", async () => {
    const { handlers, project } = await plugin({
      "session.idle": [{ command: "cat > idle.json; exit 1", timeout: LONG }],
    });
    handlers.event?.({ event: { type: "session.idle", properties: { sessionID: "ses_1" } } });
    handlers.event?.({ event: { type: "session.created", properties: {} } });
    await handlers.dispose?.();
    const got = JSON.parse(readFileSync(join(project, "idle.json"), "utf8"));
    expect(got).toMatchObject({ hook_event_name: "session.idle", properties: { sessionID: "ses_1" } });
  });

  it.each([
    [OPENCODE, undefined],
    [KILO, "kilo"],
  ])("of $name writes which program called, unless it is opencode", async (program, host) => {
    const entry = {
      command: `printf '{"args":{"project":"%s","payload":%s}}' "$AGENT_HOOK_PROJECT" "$(cat)"`,
      timeout: LONG,
    };
    const { handlers, project } = await plugin({ "tool.execute.before": [entry] }, `.${program.name}/plugin`, program);
    const output: { args: Readonly<Record<string, unknown>> } = { args: {} };
    await handlers["tool.execute.before"]?.(CALL, output);
    expect(output.args.project).toBe(project);
    expect((output.args.payload as { host?: string }).host).toBe(host);
  });

  it("tells the hooks of a project where the project is, and the user's hooks nothing", async () => {
    const args = { command: `printf '{"args":{"is":"%s"}}' "$AGENT_HOOK_PROJECT"`, timeout: LONG };
    for (const [folder, isProject] of [
      [".opencode/plugin", true],
      ["opencode/plugin", false],
    ] as const) {
      const { handlers, project } = await plugin({ "tool.execute.before": [args] }, folder);
      const output = { args: {} };
      await handlers["tool.execute.before"]?.(CALL, output);
      expect(output.args).toEqual({ is: isProject ? project : "" });
    }
  });
});
