import { isAbsolute, relative } from "node:path";
import { HookProcess, HookError } from "@agent-hook/host";
import { headlineOf, TurnEnded } from "./agent.js";
import { BUILT_IN_TOOLS } from "./built-in-tools.js";
import { readCommandLine, type Settings } from "./command-line.js";
import { type Model, ModelError } from "./model.js";
import { openAiModel } from "./openai-model.js";
import { scriptedModel } from "./scripted-model.js";
import { type Terminal, terminalOn } from "./terminal.js";
import { runTurn } from "./turn.js";
import { shortfallOf } from "./verdict.js";

const HOOK_NAME = "hook";

// The reader is gone, as in `| head`: nobody is left to tell.
process.stdout.on("error", () => process.exit(1));

const settings = readCommandLine(process.argv.slice(2));
process.exitCode = typeof settings === "number" ? settings : await run(settings);

async function run(settings: Settings): Promise<number> {
  const terminal = terminalOn(process.stdout);
  const model = modelOf(settings);
  terminal.line("mini-agent: one question, through a model, a hook and its tools", "bold");
  terminal.fact("question", settings.question);
  terminal.fact("model", model.label);
  terminal.fact("hook", shownCommand(settings.hook));
  const shortfall = await attempt(settings, model, terminal);
  terminal.line("");
  if (shortfall === undefined) terminal.line("OK: the answer came through the hook.", "green");
  else terminal.line(`Not OK: ${shortfall.replace(/\.$/, "")}.`, "red");
  return shortfall === undefined ? 0 : 1;
}

/** Runs the turn; gives back why the answer did not come through the hook, if it did not. */
async function attempt(settings: Settings, model: Model, terminal: Terminal): Promise<string | undefined> {
  terminal.begin("The hook starts");
  let hook: HookProcess;
  try {
    hook = await startHook(settings, terminal);
  } catch (error) {
    if (!(error instanceof HookError)) throw error;
    return headlineOf(error.cause instanceof HookError ? error.cause : error);
  }
  try {
    const agent = { hook, hookName: HOOK_NAME, model, tools: BUILT_IN_TOOLS, steps: terminal };
    return shortfallOf(await runTurn(agent, settings.question));
  } catch (error) {
    if (error instanceof TurnEnded || error instanceof ModelError) return error.message;
    throw error;
  } finally {
    await hook.close();
  }
}

async function startHook({ hook: command, wire }: Settings, terminal: Terminal): Promise<HookProcess> {
  const start = performance.now();
  const hook = await HookProcess.start({
    name: HOOK_NAME,
    command,
    modes: ["observe", "llm", "tool", "approve"],
    ...(wire ? { onLine: terminal.wire } : {}),
    onStderr: (line) => terminal.warn("hook's stderr", line),
  });
  terminal.tell(
    "hello from",
    `${hook.hello.name ?? "a hook without a name"}, after ${Math.round(performance.now() - start)} ms`,
  );
  return hook;
}

function modelOf({ endpoint }: Settings): Model {
  if (!endpoint) return scriptedModel();
  return openAiModel({ baseUrl: endpoint.baseUrl, name: endpoint.model, apiKey: process.env.OPENAI_API_KEY });
}

/** The command as a person would type it here. */
function shownCommand(command: readonly string[]): string {
  const shown = command.map((word) => {
    if (word === process.execPath) return "node";
    const near = isAbsolute(word) ? relative(process.cwd(), word) : word;
    return near.startsWith("..") ? word : near;
  });
  return shown.map((word) => (/[\s'"]/.test(word) || word === "" ? JSON.stringify(word) : word)).join(" ");
}
