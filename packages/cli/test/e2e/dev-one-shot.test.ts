import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandHost, commandHost } from "@agent-hook/testing/internal/command-hosts";
import { expect, test } from "vitest";
import { devCommand, guard as guardFiles, hookFolder } from "../dev-session.js";
import { agentHook, file } from "../run-command.js";
import { run } from "../traced.js";

/** The last version that worked is kept as a bundle, with the SDK. */
const guard = (version: number) => guardFiles(version, { sdk: file("packages/sdk/dist/index.js") });

/** Configures a host as `agent-hook config` does, and returns a function that lets it ask about a call. */
async function configured(host: "claude-code" | "codex", files: ReturnType<typeof hookFolder>) {
  const env = { XDG_CACHE_HOME: files.pathOf("cache") };
  const dev = devCommand([process.execPath, files.pathOf("main.mjs")], "--log", files.pathOf("dev.log"));
  const { stdout, stderr } = await agentHook(["config", host, "--json", "--", ...dev], { env });
  const command = /"command": ("(?:[^"\\]|\\.)*(?:PreToolUse)(?:[^"\\]|\\.)*")/.exec(stdout)?.[1];
  if (command === undefined) throw new Error(`no command in ${stdout}${stderr}`);
  const agent: CommandHost = commandHost(host, { env: { ...process.env, ...env }, timeout: 600 });
  return async () => {
    const { effect } = await agent.beforeTool(JSON.parse(command), { tool: "Bash", input: { command: "ls" } });
    return effect;
  };
}

const denied = (reason: unknown) => ({ tool: "does not run", reason });

test("a hook that Claude Code starts for each call answers with its files, or else the last version that worked", async () => {
  const files = hookFolder(guard(0));
  const ask = await configured("claude-code", files);
  expect(await ask()).toMatchObject(denied("0 0"));
  files.write(guard(1));
  expect(await ask()).toMatchObject(denied("1 1"));
  for (const broken of ["const = 1;", "throw new Error('at import');", ""]) {
    files.write({ "main.mjs": broken });
    expect(await ask()).toMatchObject(denied("1 1"));
  }
  expect(await ask()).toMatchObject(denied("1 1"));
  files.write(guard(2));
  expect(await ask()).toMatchObject(denied("2 2"));
  const events = readFileSync(files.pathOf("dev.log"), "utf8").match(/(?<="event":")\w+/g);
  expect(events).toEqual(["reloaded", "broken", "broken", "broken", "reloaded"]);
});

test("a hook of Codex is denied by the launcher if no version ever worked", async () => {
  const files = hookFolder(guard(0));
  const ask = await configured("codex", files);
  files.write({ "main.mjs": "const = 1;" });
  expect(await ask()).toMatchObject(denied(expect.stringContaining("denied: the hook failed")));
});

test.each([
  ["damaged", (cache: string) => writeFileSync(stateFileIn(cache), '{"checked":{}}')],
  [
    "a file",
    (cache: string) => {
      rmSync(cache, { recursive: true });
      writeFileSync(cache, "");
    },
  ],
])("if what is known about the hook is %s, its own files answer", async (_, damage) => {
  const files = hookFolder(guard(0));
  const ask = await configured("claude-code", files);
  expect(await ask()).toMatchObject(denied("0 0"));
  damage(files.pathOf("cache"));
  expect(await ask()).toMatchObject(denied("0 0"));
  expect(await ask()).toMatchObject(denied("0 0"));
});

function stateFileIn(cache: string): string {
  const names = readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("state.json"));
  expect(names).toHaveLength(1);
  return join(cache, names[0] as string);
}

test("without a launcher, a one-shot agent gets what the hook prints", async () => {
  const files = hookFolder(guard(0));
  const session = { session_id: "s", transcript_path: "/t", cwd: "/", permission_mode: "default" };
  const payload = { ...session, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
  const { stdout } = await run(devCommand([process.execPath, files.pathOf("main.mjs")]), JSON.stringify(payload));
  expect(JSON.parse(stdout.toString())).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
});
