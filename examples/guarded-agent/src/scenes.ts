import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { HookManager, JsonObject, ToolRound } from "@agent-hook/picoclaw";
import type { Person } from "./person.js";

/** One round of the turn: the tool call that the model makes, and its expected outcome. */
export interface Scene {
  readonly title: string;
  /** Runs between the model's reply and the call. */
  readonly meanwhile?: () => void | Promise<void>;
  readonly tool: string;
  readonly arguments: JsonObject;
  expected(): ToolRound["outcome"];
}

/** The files of the scenes, in their own folder. */
export interface Stage {
  readonly workspace: string;
  readonly notes: string;
  readonly todo: string;
  readonly outside: string;
}

export function stageIn(folder: string): Stage {
  const workspace = join(folder, "workspace");
  const at = (path: string) => `${workspace}/${path}`;
  return { workspace, notes: at("notes.txt"), todo: at("todo.txt"), outside: at("../outside.txt") };
}

/** Returns the calls that the scripted model makes, whatever it reads. */
export function scenesOf(hooks: HookManager, { notes, todo, outside }: Stage, person: Person): readonly Scene[] {
  const read = { tool: "read_file", arguments: { path: notes } };
  const write = (path: string) => ({ tool: "write_file", arguments: { path, content: "buy milk" } });
  const guard = () => hooks.status().find(({ name }) => name === "guard");
  return [
    {
      title: "The weather hook offers a tool, and answers it",
      tool: "get_weather",
      arguments: { city: "Beijing" },
      expected: () => "answered",
    },
    { title: "The house hook keeps a key from the model", ...read, expected: () => "ran" },
    { title: "The guard denies a write outside of the workspace", ...write(outside), expected: () => "denied" },
    {
      title: "The house hook leaves a write to a person",
      ...write(todo),
      expected: () => (person.approved ? "ran" : "denied"),
    },
    {
      title: "The guard is killed: what it approved before is denied",
      meanwhile: () => void process.kill(guard()?.pid as number, "SIGKILL"),
      ...read,
      expected: () => "denied",
    },
    {
      title: "The guard is back",
      meanwhile: async () => {
        while (guard()?.state === "restarting") await wait(20);
      },
      ...read,
      expected: () => "ran",
    },
  ];
}
