import { fileURLToPath } from "node:url";
import { isBefore, parseVersion } from "@agent-hook/picoclaw/protocol";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { commandWords } from "./command-words.js";

const WEATHER_HOOK = {
  name: "weather",
  command: [process.execPath, fileURLToPath(new URL("../../weather/dist/main.js", import.meta.url))],
};
const DEFAULT_MODEL = "gpt-4o-mini";

export interface Settings {
  readonly question: string;
  /** The hook's name in the config, and the command that starts it. */
  readonly hook: { readonly name: string; readonly command: readonly string[] };
  /** The PicoClaw version to simulate, and whether it gets tools only from MCP servers. */
  readonly host?: { readonly version: string; readonly toolsFromMcp: boolean };
  readonly endpoint?: { readonly baseUrl: string; readonly model: string };
  readonly wire: boolean;
}

interface Options {
  readonly ask: string;
  readonly hook?: string[];
  readonly host?: Settings["host"];
  readonly baseUrl?: string;
  readonly model?: string;
  readonly wire?: true;
}

/**
 * Returns the settings, or the exit code if there is nothing to run: 0 after --help, 2 for invalid usage (reported on
 * stderr).
 */
export function readCommandLine(args: readonly string[]): Settings | number {
  const command = new Command("mini-agent")
    .description("A small agent in the terminal. It starts a hook, asks a model one question, and shows each step.")
    .option("--ask <text>", "the question", notEmpty, "What's the weather in Beijing today?")
    .option("--hook <command>", 'another hook, in any language: --hook "python3 plugin.py"', wordsOf)
    .option("--host <host>", "the PicoClaw to simulate, such as picoclaw@v0.2.9 (default: picoclaw@v0.2.7)", hostOf)
    .option("--base-url <url>", "an OpenAI-compatible endpoint instead of the scripted model", webAddress)
    .option("--model <name>", `the endpoint's model (default: "${DEFAULT_MODEL}")`, notEmpty)
    .option("--wire", "print each line between agent (>) and hook (<)")
    .addHelpText("after", NOTES)
    .exitOverride();
  try {
    command.parse(args, { from: "user" });
    const { ask, hook, host, baseUrl, model, wire } = command.opts<Options>();
    if (model !== undefined && baseUrl === undefined) command.error("error: option '--model' needs '--base-url'");
    return {
      question: ask,
      hook: hook ? { name: "hook", command: hook } : WEATHER_HOOK,
      ...(host === undefined ? {} : { host }),
      ...(baseUrl === undefined ? {} : { endpoint: { baseUrl, model: model ?? DEFAULT_MODEL } }),
      wire: wire ?? false,
    };
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

const NOTES = `
From picoclaw@v0.2.8 on the agent starts the hook's command twice: as hook, and as MCP server, which brings its tools.
The command after --hook is split at spaces; '...' and "..." keep words together, nothing else is special.
--base-url sends the key in OPENAI_API_KEY, if there is one: --base-url https://api.openai.com/v1

Exit codes: 0 the answer came through the hook, 1 it did not, 2 the command line is wrong.`;

function notEmpty(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("It is empty.");
  return value;
}

function hostOf(value: string): Settings["host"] {
  const version = value.startsWith("picoclaw@") ? parseVersion(value.slice("picoclaw@".length)) : undefined;
  if (version === undefined) throw new InvalidArgumentError("Expected a version of PicoClaw, such as picoclaw@v0.2.9.");
  return { version, toolsFromMcp: !isBefore(version, "v0.2.8") };
}

function wordsOf(value: string): string[] {
  const words = commandWords(value);
  if (!words) throw new InvalidArgumentError("A quote is never closed.");
  if (!words[0]) throw new InvalidArgumentError("It names no program.");
  return words;
}

function webAddress(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new InvalidArgumentError("Expected an address such as https://api.openai.com/v1.");
  }
  return value;
}
