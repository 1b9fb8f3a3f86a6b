import { basename } from "node:path";
import { usageError } from "../command-error.js";
import { runtimeOf } from "./runtimes.js";
import { shebang } from "./script.js";

const RUNNERS = ["npx", "bunx", "pnpx", "npm", "pnpm", "yarn", "tsx", "ts-node", "ts-node-esm"];
/** The commands of Bun and Deno that start something else than a file. */
const OTHER_COMMANDS = { bun: ["exec", "x", "create"], deno: ["task", "x", "serve", "eval", "install"] };
const PRELOADS = ["--import", "--loader", "--experimental-loader", "--require", "-r"];
const SHELLS = ["sh", "bash", "dash", "zsh"];

/**
 * Throws `CommandError` if a command fetches packages or compiles code: a host runs the command at every start, often
 * without a network.
 */
export function assertPrebuilt(command: readonly string[]): void {
  const culprit = buildTool(command);
  if (culprit === undefined) return;
  if (RUNNERS.includes(programName(command[0] ?? "")) && command.includes("agent-hook")) {
    throw usageError(
      `${culprit} looks for packages at every start of the agent: name node_modules/.bin/agent-hook instead of ${culprit} agent-hook`,
    );
  }
  throw usageError(
    `${culprit} fetches or compiles at every start of the agent: build the hook first and name its JavaScript, such as: -- node dist/main.js`,
  );
}

function buildTool([program = "", ...args]: readonly string[]): string | undefined {
  const name = programName(program);
  if (RUNNERS.includes(name)) return name;
  const runtime = runtimeOf(program)?.name;
  if (runtime === "bun" || runtime === "deno") return notFile(runtime, args);
  if (name === "env") return buildTool(args.slice(args.findIndex((arg) => !/^-|=/.test(arg))));
  if (SHELLS.includes(name) && args[0] === "-c") return buildTool((args[1] ?? "").trim().split(/\s+/));
  const isScript = runtime === "node" || shebang(program).length > 0;
  const typeScript = isScript ? undefined : [program, ...args].find(isTypeScript);
  return typeScript ?? args.find((arg, index) => isCompiler(arg, args[index - 1]));
}

/** Returns what Bun or Deno would start if it is not a file, such as a script of package.json, or a file on a server. */
function notFile(name: "bun" | "deno", [first = "", ...rest]: readonly string[]): string | undefined {
  if (OTHER_COMMANDS[name].includes(first)) return `${name} ${first}`;
  const started = first === "run" ? rest.find((arg) => !arg.startsWith("-")) : first;
  if (name === "bun" && first === "run" && !/[./\\]/.test(started ?? "")) return "bun run";
  return started !== undefined && /^(npm|jsr|https?):/.test(started) ? started : undefined;
}

function isTypeScript(arg: string): boolean {
  return /\.[cm]?tsx?$/i.test(arg);
}

/** Matches `node --import tsx`, `node -r ts-node/register` and `node node_modules/.bin/tsx`. */
function isCompiler(arg: string, before: string | undefined): boolean {
  const [flag = "", value] = arg.split("=");
  if (value !== undefined) return PRELOADS.includes(flag) && isCompiler(value, flag);
  if (PRELOADS.includes(before ?? "")) return /^(tsx|ts-node)(\/|$)/.test(arg);
  return before === undefined && RUNNERS.includes(programName(arg));
}

function programName(program: string): string {
  return basename(program).replace(/\.(cmd|exe|ps1)$/i, "");
}
