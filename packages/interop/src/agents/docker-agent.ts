import {
  endLeftBehind,
  type Folders,
  makeFolders,
  plainEnvironment,
  readVisible,
  writeFiles,
} from "@agent-hook/sdk/internal/live-agents";
import { commandHost } from "@agent-hook/testing/internal/command-hosts";
import { parse } from "yaml";
import { printedConfig } from "../configure.js";
import type { AgentRunner, ConfiguredHook } from "./agent-runner.js";
import { runShell } from "./run-shell.js";

/** What the model reads in headless runs when docker-agent asks the user (observed). */
const UNANSWERED = "The user rejected the tool call.";

interface Command {
  readonly command: string;
  readonly timeout: number;
}

/** An entry of a tool event; for any other event, the command itself. */
type Entry = Command | { readonly preempt_yolo?: boolean; readonly hooks: readonly Command[] };

type Config = Readonly<Record<string, readonly Entry[]>>;

/** Simulates docker-agent by its recorded rules: the start of a session, and one call of its shell tool. */
export function dockerAgent(version: string): AgentRunner {
  return {
    host: "docker-agent",
    title: "docker-agent",
    version,
    available: true,
    run: async ({ hook, command, home = {}, project = {}, inspect }) => {
      await using folders = await makeFolders();
      await writeFiles(folders.home, home);
      await writeFiles(folders.project, project);
      const session = new Session(version, hook ? await configOf(version, hook) : {}, folders);
      await session.start();
      const toolResult = await session.shell(command);
      const leftBehind = await endLeftBehind(folders.home);
      await inspect?.(folders);
      return { ...(await readVisible(folders)), toolResult, sent: toolResult, printed: "", leftBehind };
    },
  };
}

async function configOf(version: string, hook: ConfiguredHook): Promise<Config> {
  const config = parse(await printedConfig(`docker-agent@${version}`, hook));
  return config.hooks ?? config;
}

class Session {
  constructor(
    private readonly version: string,
    private readonly config: Config,
    private readonly folders: Folders,
  ) {}

  async start(): Promise<void> {
    for (const { command, host } of this.#hooksAt("session_start")) {
      await host.ask("session_start", command, { source: "startup" });
    }
  }

  /** Returns what the model gets for a shell call. */
  async shell(cmd: string): Promise<string> {
    let input: Readonly<Record<string, unknown>> = { cmd };
    for (const variant of ["/preempt", ""] as const) {
      for (const { command, host } of this.#hooksAt("pre_tool_use", variant)) {
        const { effect } = await host.beforeTool(command, { tool: "shell", input });
        if (effect.tool === "does not run") return String(effect.result);
        if (effect.asks === "person") return UNANSWERED;
        input = (effect.arguments as typeof input | undefined) ?? input;
      }
    }
    let output = await runShell(String(input.cmd), this.folders);
    for (const { command, host } of this.#hooksAt("tool_response_transform")) {
      const { effect } = await host.afterTool(command, { tool: "shell", input, output });
      output = String(effect.result ?? output);
    }
    return output;
  }

  #hooksAt(event: string, variant: "" | "/preempt" = "") {
    const entries = (this.config[event] ?? []).map((entry) => ("hooks" in entry ? entry : { hooks: [entry] }));
    const ofVariant = entries.filter(
      (entry) => ("preempt_yolo" in entry && entry.preempt_yolo) === (variant === "/preempt"),
    );
    return ofVariant
      .flatMap(({ hooks }) => hooks)
      .map(({ command, timeout }) => {
        // Simulations turn the decision log off.
        const env = { ...plainEnvironment(this.folders.home), SHELL: "/bin/sh", AGENT_HOOK_LOG: "on" };
        return {
          command,
          host: commandHost(`docker-agent@${this.version}${variant}`, { cwd: this.folders.project, env, timeout }),
        };
      });
  }
}
