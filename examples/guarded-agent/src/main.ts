import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { personAt } from "./person.js";
import { scenesOf, stageIn } from "./scenes.js";
import { startHooks } from "./start-hooks.js";
import { tell } from "./terminal.js";
import { playTurn } from "./turn.js";

const KEY = "sk-0123456789abcdefghij";

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const flag = flagIn(args);
  if (flag === "wrong") {
    console.error("usage: node main.js [--yes | --no]: the person's answer when a hook asks");
    return 2;
  }
  const folder = await realpath(await mkdtemp(join(tmpdir(), "guarded-agent-")));
  try {
    const shortfall = await run(folder, flag).catch((error: Error) => error.message);
    console.log(shortfall === undefined ? "\nOK: every hook took effect." : `\nNot OK: ${shortfall}`);
    return shortfall === undefined ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Plays the turn in its own folder. Returns what went wrong, or `undefined`. */
async function run(folder: string, flag: boolean | undefined): Promise<string | undefined> {
  const stage = stageIn(folder);
  await mkdir(stage.workspace);
  await writeFile(stage.notes, `the key is ${KEY}`);
  process.chdir(stage.workspace);
  const person = personAt(process.stdin, flag);
  await using hooks = await startHooks(stage.workspace, person);
  console.log("guarded-agent: one turn, two hook processes, one hook inside");
  for (const { name, source, onFailure } of hooks.status()) tell(name, `${source}, onFailure ${onFailure}`);
  const { messages, unexpected } = await playTurn(hooks, scenesOf(hooks, stage, person));
  if (unexpected.length > 0) return unexpected.join("; ");
  if (JSON.stringify(messages).includes(KEY)) return "the model read the key";
  if (existsSync(stage.outside)) return "a file was written outside of the workspace";
  return existsSync(stage.todo) === person.approved ? undefined : "the write did not follow the person's answer";
}

function flagIn(args: readonly string[]): boolean | undefined | "wrong" {
  try {
    const { values } = parseArgs({ args: [...args], options: { yes: { type: "boolean" }, no: { type: "boolean" } } });
    if (values.yes && values.no) return "wrong";
    return values.yes ? true : values.no ? false : undefined;
  } catch {
    return "wrong";
  }
}
