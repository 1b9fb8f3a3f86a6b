import { isAbsolute, relative } from "node:path";
import { HookError, HooksStartError } from "@agent-hook/picoclaw";
import { TurnEnded } from "./agent.js";
import { BUILT_IN_TOOLS } from "./built-in-tools.js";
import { readCommandLine, type Settings } from "./command-line.js";
import { demonstrateGuard } from "./guard-demo.js";
import { McpServerError } from "./mcp-server-error.js";
import { type Model, ModelError } from "./model.js";
import { openAiModel } from "./openai-model.js";
import { scriptedModel } from "./scripted-model.js";
import { shortfallOf } from "./shortfall.js";
import { headlineOf, startHook, startServer } from "./start-hook.js";
import { type Terminal, terminalOn } from "./terminal.js";
import { runTurn } from "./turn.js";

// Exits if nobody reads the output any more, for example after `| head`.
process.stdout.on("error", () => process.exit(1));

// A demo is not a decision that the user looks for in the log.
process.env.AGENT_HOOK_LOG ??= "off";

const args = process.argv.slice(2);
const settings = readCommandLine(args);
process.exitCode = typeof settings === "number" ? settings : await run(settings);

async function run(settings: Settings): Promise<number> {
  const terminal = terminalOn(process.stdout);
  const model = modelOf(settings);
  // The launcher is a POSIX shell script.
  if (args.length === 0 && process.platform !== "win32") {
    const problem = await demonstrateGuard(terminal);
    terminal.line("");
    if (problem !== undefined) terminal.line(`Not OK: ${problem}.`, "red");
    if (problem !== undefined) return 1;
  }
  terminal.line("mini-agent: one question, through a model, a hook and its tools", "bold");
  terminal.fact("question", settings.question);
  terminal.fact("model", model.label);
  terminal.fact("hook", shownCommand(settings.hook.command));
  const shortfall = await attempt(settings, model, terminal);
  terminal.line("");
  if (shortfall === undefined) terminal.line("OK: the answer came through the hook.", "green");
  else terminal.line(`Not OK: ${shortfall.replace(/\.$/, "")}.`, "red");
  return shortfall === undefined ? 0 : 1;
}

/** Runs the turn. Returns why the answer did not come through the hook, or `undefined` if it did. */
async function attempt(settings: Settings, model: Model, terminal: Terminal): Promise<string | undefined> {
  terminal.begin("The hook starts");
  try {
    await using hooks = await startHook(settings, terminal);
    await using server = await startServer(settings, terminal);
    const agent = { hooks, model, tools: BUILT_IN_TOOLS, served: server?.tools ?? [], steps: terminal };
    return shortfallOf(await runTurn(agent, settings.question));
  } catch (error) {
    if (error instanceof HooksStartError) return whyNotStarted(error);
    const isExpected = [TurnEnded, ModelError, McpServerError].some((kind) => error instanceof kind);
    if (isExpected) return (error as Error).message;
    throw error;
  }
}

/** Returns the reason. The exit of the process, if it is the cause, explains more than the failed hello. */
function whyNotStarted({ failures: [failure] }: HooksStartError): string {
  const error = failure?.cause instanceof HookError ? failure.cause : failure;
  return headlineOf(error?.message ?? "");
}

function modelOf({ endpoint }: Settings): Model {
  if (!endpoint) return scriptedModel();
  return openAiModel({ baseUrl: endpoint.baseUrl, name: endpoint.model, apiKey: process.env.OPENAI_API_KEY });
}

/** Returns the command as a user would type it in this folder. */
function shownCommand(command: readonly string[]): string {
  const shown = command.map((word) => {
    if (word === process.execPath) return "node";
    const near = isAbsolute(word) ? relative(process.cwd(), word) : word;
    return near.startsWith("..") ? word : near;
  });
  return shown.map((word) => (/[\s'"]/.test(word) || word === "" ? JSON.stringify(word) : word)).join(" ");
}
