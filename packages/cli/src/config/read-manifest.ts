import { POINTS } from "@agent-hook/picoclaw/protocol";
import { describeIssues } from "@agent-hook/sdk/internal/text";
import * as z from "zod/mini";
import { notRunError } from "../command-error.js";
import type { HookSummary } from "../host-config/index.js";
import { type RunOptions, runProgram } from "./run-program.js";

/** How many characters of a hook's output are shown. */
const MAX_SHOWN_CHARACTERS = 80;
const pointNames = Object.keys(POINTS);
const TOOL_POINTS = ["beforeTool", "approveTool", "afterTool"];
const toolFilter = z.object({ kinds: z.optional(z.array(z.string())), names: z.optional(z.array(z.string())) });
const manifest = z.object({
  name: z.string().check(z.minLength(1)),
  points: z.array(z.enum([...pointNames, "onPrompt", "onEvent"])),
  forTools: z.optional(z.array(z.enum(pointNames))),
  toolFilters: z.optional(z.record(z.string(), toolFilter)),
  guardFilters: z.optional(z.array(z.object({ ...toolFilter.shape, hook: z.string(), point: z.enum(TOOL_POINTS) }))),
  ownFilters: z.optional(z.array(z.object({ ...toolFilter.shape, hook: z.string(), option: z.string() }))),
  events: z.optional(z.array(z.string())),
  tools: z.array(z.looseObject({ name: z.string() })),
  respondsTo: z.optional(z.array(z.string())),
  onFailure: z.enum(["continue", "block"]),
  deadlines: z.object({ interceptMs: z.number(), approveMs: z.number(), oneCallMs: z.optional(z.number()) }),
  native: z.optional(z.record(z.string(), z.array(z.string()))),
  hosts: z.optional(z.array(z.string())),
});

/** Reads the manifest that a hook prints with `--describe`. Throws `CommandError` with `advice` on what to do. */
export async function readManifest(
  command: readonly string[],
  { advice, ...options }: RunOptions & { readonly advice?: string | undefined } = {},
): Promise<HookSummary> {
  const { stdout, stderr, failure } = await runProgram([...command, "--describe"], options);
  const value = failure === undefined ? parse(stdout) : undefined;
  const checked = manifest.safeParse(value);
  if (checked.success) return checked.data as HookSummary;
  const problem =
    failure ?? (value === undefined ? describeOutput(stdout) : describeIssues(checked.error.issues, value));
  const stderrText = stderr.trim() === "" ? "" : `\n${stderr.trimEnd()}`;
  const adviceText = advice === undefined ? "" : `. ${advice}`;
  throw notRunError(`expected a manifest from the hook, started with --describe: ${problem}${adviceText}${stderrText}`);
}

function parse(stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

function describeOutput(stdout: string): string {
  if (stdout.trim() === "") return "it printed nothing";
  const start = JSON.stringify(stdout.trimStart().slice(0, MAX_SHOWN_CHARACTERS)).replace(/\p{C}/gu, "?");
  return `it printed something else, starting with ${start}: do not print before serve(hook), for example with console.log; console.error goes to stderr`;
}
