import { documentIn, fieldIn, type Payload, type Simulation } from "@agent-hook/sdk/internal/simulations";
import type { CommandHostText } from "@agent-hook/testing/internal/command-hosts";
import { CommandError } from "../../command-error.js";
import { assertPrebuilt } from "../../config/assert-prebuilt.js";
import { EXIT_CODES } from "../../exit-codes.js";
import type { HookSummary } from "../../host-config/index.js";
import { commandHostNamed, readNotes } from "../../host-option.js";
import type { Invocation } from "../../invocation.js";
import { launchedHook } from "../../launched-hook.js";
import { showJson } from "../../terminal/show-json.js";
import { showValue } from "../../terminal/show-value.js";
import type { CallFlags } from "../call-from-flags.js";
import type { CallDecision } from "../decision.js";
import { handlerFailures, otherFailures, unlessFailed } from "../handler-failures.js";
import { decisionDocument, printDecision } from "../print-call.js";
import { buildEventCall } from "./event-call.js";
import { type CallResult, SimulatedCaller } from "./simulated-caller.js";

/** Makes one call as a one-shot host does, and shows the result. */
export async function callByCommandHost(
  invocation: Invocation,
  name: CommandHostText,
  point: string | undefined,
  flags: CallFlags,
): Promise<void> {
  const { terminal } = invocation;
  const simulated = commandHostNamed(name);
  const host = new SimulatedCaller(simulated);
  const eventCall = await buildEventCall(host, point, flags);
  terminal.progress(`calling ${eventCall.event}`);
  const command = invocation.hookCommand(`call ${eventCall.event}`);
  const hook = await launchedHook(command);
  const result = await host.call(hook, eventCall, flags.timeout);
  terminal.clearProgress();
  const failures = handlerFailures(stderrLines(result));
  const decision = unlessFailed(result.decision, failures);
  const notes = [
    ...notesOf(result, decision, hook.manifest, host),
    ...otherFailures(decision, failures),
    ...(decision.kind === "failed" ? wrapperNotes(command) : []),
    ...readNotes(simulated),
  ];
  if (flags.json) terminal.printJson(documentOf(result, decision, notes, simulated.text));
  else {
    printDecision(host.title, decision, terminal, {
      notes,
      sent: `${result.event} ${subjectOf(simulated.simulation, result.payload)}`.trimEnd(),
      wire: wireLines(result),
      ms: result.ms,
      stderr: stderrLines(result),
    });
  }
  if (decision.kind === "failed") invocation.exitCode = EXIT_CODES.findings;
}

function notesOf(
  { event }: CallResult,
  { kind }: CallDecision,
  manifest: HookSummary | undefined,
  host: SimulatedCaller,
): readonly string[] {
  if (manifest !== undefined) return host.notesAbout(event, manifest);
  const launcherNotes = kind === "failed" ? ["it runs without the launcher: a crash does not deny the call here"] : [];
  return ["it printed no manifest with --describe, so it was started without the launcher", ...launcherNotes];
}

/** Warns about a wrapper, such as npx: it hides the launcher's descriptor from the hook, and `config` rejects it. */
function wrapperNotes(command: readonly string[]): string[] {
  try {
    assertPrebuilt(command);
    return [];
  } catch (error) {
    if (error instanceof CommandError) return [error.message];
    throw error;
  }
}

/** The fields that identify the subject of a payload without a result, under each host's names. */
const SUBJECTS: readonly (readonly string[])[] = [
  ["stop_response"],
  ["messages"],
  ["prompt"],
  ["llm_response", "llm_request"],
];

/** `toolInput` has the arguments at an event of Copilot CLI about a permission. */
function subjectOf({ fields: { tool, input, result } }: Simulation, payload: Payload): string {
  const subjects = [[tool], [input, "toolInput"], [result], ...SUBJECTS];
  const parts = subjects.map((names) => names.map((name) => fieldIn(payload, name)).find((part) => part !== undefined));
  return parts
    .filter((part) => part !== undefined)
    .map((part) => (typeof part === "string" ? part : showValue(part)))
    .join(" ");
}

function wireLines({ stdout }: CallResult): readonly string[] {
  if (stdout.trim() === "") return ["(nothing)"];
  const document = documentIn(stdout);
  return document === undefined ? stdout.trimEnd().split("\n") : showJson(document);
}

function stderrLines({ stderr }: CallResult): readonly string[] {
  return stderr.trim() === "" ? [] : stderr.trimEnd().split("\n");
}

function documentOf(result: CallResult, decision: CallDecision, notes: readonly string[], host: string): object {
  const { stdout, payload, effect, exit, ms } = result;
  return {
    ...decisionDocument(result.event, host, decision),
    outcome: effect,
    notes,
    wire: { sent: payload, answered: documentIn(stdout) ?? (stdout === "" ? null : stdout) },
    exit,
    ms: Math.round(ms * 1000) / 1000,
    stderr: stderrLines(result),
  };
}
