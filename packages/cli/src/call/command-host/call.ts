import { documentIn } from "@agent-hook/sdk/internal/simulations";
import type { CommandHostText } from "@agent-hook/testing/command-hosts";
import { CommandError } from "../../command-error.js";
import { assertPrebuilt } from "../../config/assert-prebuilt.js";
import { EXIT_CODES } from "../../exit-codes.js";
import type { HookSummary } from "../../host-config/index.js";
import { commandHostNamed } from "../../host-option.js";
import type { Invocation } from "../../invocation.js";
import { launchedHook } from "../../launched-hook.js";
import { showJson } from "../../terminal/show-json.js";
import { showValue } from "../../terminal/show-value.js";
import type { CallFlags } from "../call-of-flags.js";
import type { Decision } from "../decision.js";
import { handlerFailures, unlessFailed, untoldFailures } from "../handler-failures.js";
import { decisionDocument, printDecision } from "../print-call.js";
import { type Answered, CallingHost } from "./calling-host.js";
import { questionOf } from "./question.js";

/** Makes one call as a one-shot host does, and shows the result. */
export async function callByCommandHost(
  invocation: Invocation,
  name: CommandHostText,
  point: string | undefined,
  flags: CallFlags,
): Promise<void> {
  const { terminal } = invocation;
  const named = commandHostNamed(name);
  const host = new CallingHost(named);
  const question = await questionOf(host, point, flags);
  terminal.progress(`calling ${question.event}`);
  const command = invocation.hookCommand(`call ${question.event}`);
  const hook = await launchedHook(command);
  const asked = await host.ask(hook, question, flags.timeout);
  terminal.clearProgress();
  const failures = hook.manifest === undefined ? [] : handlerFailures(stderrLines(asked));
  const decision = unlessFailed(asked.decision, failures);
  const notes = [
    ...notesOf(asked, decision, hook.manifest, host),
    ...untoldFailures(decision, failures),
    ...(decision.kind === "failed" ? wrapperNotes(command) : []),
  ];
  if (flags.json) terminal.printJson(documentOf(asked, decision, notes, named.text));
  else {
    printDecision(host.title, decision, terminal, {
      notes,
      sent: `${asked.event} ${subjectOf(asked)}`.trimEnd(),
      wire: wireLines(asked),
      ms: asked.ms,
      stderr: stderrLines(asked),
    });
  }
  if (decision.kind === "failed") invocation.exitCode = EXIT_CODES.findings;
}

function notesOf(
  { event }: Answered,
  { kind }: Decision,
  manifest: HookSummary | undefined,
  host: CallingHost,
): readonly string[] {
  if (manifest !== undefined) return host.notesOn(event, manifest);
  const opens = kind === "failed" ? ["it runs without the launcher: a crash does not deny the call here"] : [];
  return ["it printed no manifest with --describe, so it was started without the launcher", ...opens];
}

/** Warns about a wrapper, which hides the launcher's descriptor from the hook and which `config` rejects. */
function wrapperNotes(command: readonly string[]): string[] {
  try {
    assertPrebuilt(command);
    return [];
  } catch (error) {
    if (error instanceof CommandError) return [error.message];
    throw error;
  }
}

/** The fields that identify the subject of a payload, under each host's names. */
const SUBJECTS: readonly (readonly string[])[] = [
  ["tool_name", "toolName"],
  ["tool_input", "toolArgs", "toolInput"],
  ["tool_response", "toolResult"],
  ["stop_response"],
  ["messages"],
  ["prompt"],
  ["llm_response", "llm_request"],
];

function subjectOf({ payload }: Answered): string {
  const given = SUBJECTS.map((names) => names.map((name) => payload[name]).find((part) => part !== undefined));
  return given
    .filter((part) => part !== undefined)
    .map((part) => (typeof part === "string" ? part : showValue(part)))
    .join(" ");
}

function wireLines({ stdout }: Answered): readonly string[] {
  if (stdout.trim() === "") return ["(nothing)"];
  const document = documentIn(stdout);
  return document === undefined ? stdout.trimEnd().split("\n") : showJson(document);
}

function stderrLines({ stderr }: Answered): readonly string[] {
  return stderr.trim() === "" ? [] : stderr.trimEnd().split("\n");
}

function documentOf(asked: Answered, decision: Decision, notes: readonly string[], host: string): object {
  const { stdout, payload, effect, exit, ms } = asked;
  return {
    ...decisionDocument(asked.event, host, decision),
    outcome: effect,
    notes,
    wire: { sent: payload, answered: documentIn(stdout) ?? (stdout === "" ? null : stdout) },
    exit,
    ms: Math.round(ms * 1000) / 1000,
    stderr: stderrLines(asked),
  };
}
