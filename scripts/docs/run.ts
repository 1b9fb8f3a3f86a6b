import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { HookProcess } from "../../packages/picoclaw/src/index.js";
import { modeOf, POINTS, type PointName } from "../../packages/sdk/src/protocol/index.js";
import type { Snippets } from "./compile.js";
import { type Block, root } from "./pages.js";

/** Checks a block and returns the problems. */
type Check = (block: Block, snippets: Snippets) => Promise<string[]>;

/** Checks by language. Other languages are not allowed in the docs. */
export const checks: Readonly<Record<string, Check>> = {
  ts: checkTypeScript,
  json: checkJson,
  sh: checkShell,
  text: checkOutput,
  // GitHub draws it.
  mermaid: async () => [],
};

const SCRIPTS = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts);
const NPM = /^(?:npm|pnpm|npx (?:--yes )?pnpm@\S+) (?:run )?(\S+)/;
/** Commands that npm and pnpm have without a script. */
const BUILT_IN = ["create", "install", "init", "pkg", "publish", "test", "uninstall"];

/** A test must pass. A hook that is served must describe itself and exit with 0. */
async function checkTypeScript(block: Block, snippets: Snippets): Promise<string[]> {
  if (block.marks.get("file")?.endsWith(".test.ts")) return checkTest(snippets.built(block));
  if (!/\bserve\(/.test(block.code) || block.marks.has("must not compile")) return [];
  const { code, output } = await run([process.execPath, snippets.built(block), "--describe"]);
  return code === 0 ? [] : [`--describe exits with ${code}: ${output}`];
}

async function checkTest(file: string): Promise<string[]> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { code, output } = await run([process.execPath, vitest, "run", "--root", dirname(file), basename(file)]);
  return code === 0 ? [] : [`the test fails: ${output}`];
}

/** Compares a block with the output of the command in its mark, which runs a built block or a workspace file. */
async function checkOutput(block: Block, snippets: Snippets): Promise<string[]> {
  const words = block.marks.get("output")?.split(" ");
  if (words === undefined) return ["expected a mark with the command that prints this: <!-- output: node FILE -->"];
  const start = words.indexOf("node");
  const [file = "", ...args] = words.slice(start + 1);
  const path = snippets.named(block.file, file.replace(/\.js$/, ".ts")) ?? join(root, file);
  const env = Object.fromEntries(words.slice(0, start).map((word) => word.split("=", 2)));
  const { output } = await run([process.execPath, path, ...args], env);
  return withoutTimes(output) === withoutTimes(block.code) ? [] : [`${words.join(" ")} prints\n${output}`];
}

/** Removes what differs between runs. */
function withoutTimes(text: string): string {
  return text.trim().replaceAll(/\d+ ms/g, "N ms");
}

/** Checks that workspace scripts and workspace paths exist. */
async function checkShell({ code }: Block): Promise<string[]> {
  const commands = code.split("\n").map((line) => line.replace(/(^|\s)#.*/, "").trim());
  return commands.flatMap((command) => {
    const [, script] = NPM.exec(command) ?? [];
    const unknown = script !== undefined && !BUILT_IN.includes(script) && !SCRIPTS.includes(script);
    const paths = command.match(/(?<=\s|^)(?:packages|examples|scripts|docs)\/[^\s"']+/g) ?? [];
    return [
      ...(unknown ? [`no script "${script}" in package.json`] : []),
      ...paths.filter((path) => !existsSync(join(root, path))).map((path) => `no file ${path}`),
    ];
  });
}

interface Config {
  readonly hooks?: {
    readonly processes?: Readonly<
      Record<string, { command: string[]; intercept?: string[]; observe?: string[]; env?: Record<string, string> }>
    >;
  };
}

/** Parses the JSON. Starts the page's hooks with a PicoClaw config, which must list every mode that they need. */
async function checkJson(block: Block, snippets: Snippets): Promise<string[]> {
  let config: Config;
  try {
    config = JSON.parse(block.code);
  } catch (error) {
    return [String(error)];
  }
  const processes = Object.entries(config.hooks?.processes ?? {});
  const problems = processes.map(async ([name, { command, intercept = [], observe = [], env = {} }]) => {
    const [, file = "", ...args] = command;
    if (!isAbsolute(file)) return [`${name}: expected an absolute path, got ${file}`];
    const points = (Object.keys(POINTS) as PointName[]).filter((point) => intercept.includes(POINTS[point].intercept));
    if (points.length < intercept.length) return [`${name}: unknown point in intercept: ${intercept.join(", ")}`];
    const built = snippets.named(block.file, basename(file).replace(/\.js$/, ".ts"));
    if (built === undefined) return [];
    const modes = [...new Set(points.map(modeOf)), ...(observe.length > 0 ? ["observe" as const] : [])];
    return startsQuietly({ name, command: [process.execPath, built, ...args], modes, env });
  });
  return (await Promise.all(problems)).flat();
}

async function startsQuietly(options: Parameters<typeof HookProcess.start>[0]): Promise<string[]> {
  const stderrLines: string[] = [];
  try {
    const hook = await HookProcess.start({ ...options, onStderr: (line) => stderrLines.push(line) });
    await hook.close();
  } catch (error) {
    return [String(error)];
  }
  return stderrLines.filter((line) => line.includes("will not call")).map((line) => `${options.name}: ${line}`);
}

/** Calls the guard of the README as PicoClaw does. */
export async function tryGuard(file: string): Promise<string[]> {
  const command = [process.execPath, file];
  const guard = await HookProcess.start({ name: "guard", command, modes: ["approve"] });
  const approve = async (tool: unknown) => guard.approveTool({ tool: tool as string, arguments: {} });
  const [exec, read, broken] = [await approve("exec"), await approve("read_file"), await approve(7)];
  const { code } = await guard.close();
  const unguarded = await HookProcess.start({ name: "guard", command, modes: ["llm", "tool"] }).catch(() => undefined);
  await unguarded?.close();
  return [
    ...(exec.approved || exec.reason !== "exec is not allowed" ? ["the guard does not deny exec"] : []),
    ...(read.approved ? [] : ["the guard denies read_file"]),
    ...(broken.approved ? ["the guard approves a call that it cannot read"] : []),
    ...(code === 0 ? [] : [`the guard exits with ${code}`]),
    ...(unguarded === undefined ? [] : ["the guard starts without the mode approve"]),
  ];
}

/** Runs a command in the root without stdin. Returns its exit code and its combined stdout and stderr. */
function run([program = "", ...args]: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
