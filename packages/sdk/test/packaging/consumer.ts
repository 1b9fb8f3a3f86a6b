import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { root } from "./pack.js";

/** Code of a package user: a hook, an agent that starts one, and every entry point by name. */
const SOURCES = {
  "hook.ts": `
    import { approve, commandOf, compose, defineHook, defineTool, modify, reject, respond, serve } from "@agent-hook/sdk";
    import type { CodexAnswer, CodexPayload } from "@agent-hook/sdk/codex";
    import type { DockerAgentAnswerAt } from "@agent-hook/sdk/docker-agent";
    import * as z from "zod";
    export const tool = defineTool({
      name: "get_weather",
      description: "Current weather for a city",
      input: z.object({ city: z.string() }),
      env: z.object({ UNIT: z.enum(["c", "f"]).default("c") }),
      run: async ({ city }, { signal, env }) => \`\${city}: 15 \${env.UNIT}\${signal.aborted ? "!" : ""}\`,
    });
    export const hook = defineHook({
      name: "weather",
      env: z.object({ BANNED: z.string().default("exec") }),
      tools: [tool],
      respondsTo: ["web_fetch"],
      beforeLlm: (call) => modify({ options: { ...call.options, temperature: 0 } }),
      beforeTool: (call) => (call.tool === "web_fetch" ? respond("no network") : undefined),
      approveTool: (call, { env }) => (call.tool === env.BANNED ? reject("banned") : approve()),
      onEvent: (event, { log }) => { if (event.kind === "tool.end") log.info(String(event.payload.durationMs)); },
    });
    export const house = compose({ name: "house" }, hook, defineHook({ name: "plain" }));
    const stopping = ({ last_assistant_message: reply }: CodexPayload<"Stop">): CodexAnswer<"Stop"> | undefined =>
      reply === "" ? { decision: "block", reason: "say more" } : undefined;
    const refusal: DockerAgentAnswerAt<"user_prompt_submit"> = { decision: "block", reason: "not here" };
    export const native = defineHook({
      name: "native",
      env: z.object({ BANNED: z.string().default("exec") }),
      native: {
        codex: { Stop: stopping },
        "docker-agent": {
          user_prompt_submit: ({ prompt }, { env }) => (prompt?.includes(env.BANNED) ? refusal : undefined),
          // @ts-expect-error: docker-agent has no such event
          user_promt_submit: () => undefined,
        },
      },
      approveTool: (call) => (commandOf(call).includes("rm") ? reject("no rm") : approve()),
    });
    await serve(house);`,
  "agent.ts": `
    import { HookManager, HookProcess, HookError } from "@agent-hook/picoclaw";
    import { createTestHost } from "@agent-hook/testing";
    import { hook as weather } from "./hook.js";
    import { type BeforeToolParams, methods } from "@agent-hook/picoclaw/protocol";
    import { LineSplitter } from "@agent-hook/sdk/internal/wire";
    export const hook = await HookProcess.start({ name: "weather", command: ["node", "hook.js"] });
    export const params: BeforeToolParams = methods["hook.before_tool"].params.parse({ tool: "exec", arguments: {} });
    export const answer = hook.beforeTool(params).catch((error) => (error instanceof HookError ? error.code : ""));
    export const manager = await HookManager.start({ processes: { a: { enabled: true, command: ["a"], observe: ["*"] } } });
    export const round = await manager.runTool({ tool: "exec" }, ({ arguments: args }) => String(args.command));
    export const text: string = round.outcome === "denied" ? round.reason : round.text;
    export const tested: boolean = (await createTestHost(weather, { host: "codex" }).shell("ls")).ran;
    export const lines: string[] = new LineSplitter().push(Buffer.from("{}\\n"));`,
  "launcher.ts": `
    import { spawnSync } from "node:child_process";
    import { launcherPath } from "@agent-hook/sdk/launcher";
    const path = launcherPath();
    console.log(JSON.stringify({ path, status: spawnSync("/bin/sh", [path]).status }));`,
  "entries.ts": `
    import * as civic from "@agent-hook/civic";
    import * as files from "@agent-hook/hooks/files";
    import * as judge from "@agent-hook/hooks/judge";
    import * as hooks from "@agent-hook/hooks";
    import * as picoclaw from "@agent-hook/picoclaw";
    import * as protocol from "@agent-hook/picoclaw/protocol";
    import * as picoclawTesting from "@agent-hook/picoclaw/testing";
    import * as sdk from "@agent-hook/sdk";
    import * as adapter from "@agent-hook/sdk/internal/adapter";
    import * as hosts from "@agent-hook/sdk/hosts";
    import * as installs from "@agent-hook/sdk/internal/installs";
    import * as launcher from "@agent-hook/sdk/launcher";
    import * as liveAgents from "@agent-hook/sdk/internal/live-agents";
    import * as inProcess from "@agent-hook/sdk/in-process";
    import * as hostLists from "@agent-hook/sdk/internal/host-lists";
    import * as simulations from "@agent-hook/sdk/internal/simulations";
    import * as transcript from "@agent-hook/sdk/internal/transcript";
    import * as wire from "@agent-hook/sdk/internal/wire";
    import * as testing from "@agent-hook/testing";
    import * as commandHosts from "@agent-hook/testing/internal/command-hosts";
    import { readdirSync } from "node:fs";
    const modules = { adapter, civic, commandHosts, files, hooks, hosts, inProcess, installs, judge, launcher, liveAgents, picoclaw, picoclawTesting, protocol, sdk, hostLists, simulations, testing, transcript, wire };
    const names = Object.entries(modules).map(([name, module]) => [name, Object.keys(module)]);
    const folder = new URL(".", import.meta.resolve("@agent-hook/picoclaw/schemas/hello.params.json"));
    const schemas = readdirSync(folder).map((file) => \`schemas/\${file}\`);
    const events = new URL("..", import.meta.resolve("@agent-hook/sdk/schemas/docker-agent/answer.json"));
    const eventFiles = readdirSync(events, { recursive: true, encoding: "utf8" });
    const eventSchemas = eventFiles.filter((file) => /[/]/.test(file)).map((file) => \`schemas/\${file}\`).sort();
    console.log(JSON.stringify({ ...Object.fromEntries(names), schemas, eventSchemas }));`,
};

/** Compiles files of a consumer and emits them next to their sources. Returns the program and all its errors. */
export function compile(
  project: string,
  files: readonly (keyof typeof SOURCES)[],
  options: ts.CompilerOptions,
): { readonly program: ts.Program; readonly errors: string } {
  for (const file of files) writeFileSync(join(project, file), SOURCES[file]);
  const program = ts.createProgram({
    rootNames: files.map((file) => join(project, file)),
    options: {
      target: ts.ScriptTarget.ES2023,
      strict: true,
      exactOptionalPropertyTypes: true,
      declaration: true,
      skipLibCheck: false,
      // Skips TypeScript's own lib files, which saves seconds.
      skipDefaultLibCheck: true,
      typeRoots: [join(root, "node_modules/@types")],
      ...options,
    },
  });
  const { diagnostics } = program.emit();
  const errors = ts.formatDiagnostics([...ts.getPreEmitDiagnostics(program), ...diagnostics], {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => project,
    getNewLine: () => "\n",
  });
  return { program, errors };
}

/** Runs a compiled file of the project and returns the JSON that it prints. */
export async function runInNode(project: string, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project });
  return JSON.parse(stdout);
}
