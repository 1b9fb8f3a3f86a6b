import { CommandError } from "../../command-error.js";
import type { CallFlags } from "../../commands/call.js";
import { refuseUnbuilt } from "../../config/unbuilt.js";
import { type DockerAgentName, dockerAgentText } from "../../docker-agent-host.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { eventsOf, HANGING } from "../../host-config/docker-agent-events.js";
import type { HookFacts } from "../../host-config/index.js";
import type { Invocation } from "../../invocation.js";
import { launchedHook } from "../../launched-hook.js";
import { showJson } from "../../terminal/show-json.js";
import { showValue } from "../../terminal/show-value.js";
import type { Decision } from "../decision.js";
import { handlerFailures, unlessFailed, untoldFailures } from "../handler-failures.js";
import { decisionDocument, printDecision } from "../print-call.js";
import { type Asked, ask } from "./ask.js";
import { answered, decisionOf } from "./decision.js";
import { questionOf } from "./question.js";

/** Makes one call as docker-agent does, and shows what comes of it. */
export async function callByDockerAgent(
  invocation: Invocation,
  host: DockerAgentName,
  point: string | undefined,
  flags: CallFlags,
): Promise<void> {
  const { terminal } = invocation;
  const question = await questionOf(point, flags);
  terminal.progress(`asking ${question.event}`);
  const command = invocation.hookCommand(`call ${question.event}`);
  const hook = await launchedHook(command);
  const asked = await ask(hook, question, host, flags.timeout);
  terminal.clearProgress();
  const failures = hook.manifest === undefined ? [] : handlerFailures(stderrLines(asked));
  const decision = unlessFailed(decisionOf(asked), failures);
  const notes = [
    ...notesOf(asked, decision, hook.manifest, host),
    ...untoldFailures(decision, failures),
    ...(decision.kind === "failed" ? wrapperNotes(command) : []),
  ];
  if (flags.json) terminal.printJson(documentOf(asked, decision, notes, host));
  else {
    printDecision(
      `docker-agent ${host.version}${host.lane === "preempt" ? " (preempt_yolo)" : ""}`,
      decision,
      terminal,
      {
        notes,
        sent: `${asked.event} ${subjectOf(asked)}`.trimEnd(),
        wire: wireLines(asked),
        ms: asked.ms,
        stderr: stderrLines(asked),
      },
    );
  }
  if (decision.kind === "failed") invocation.exitCode = EXIT_CODES.findings;
}

function notesOf(
  { event }: Asked,
  { kind }: Decision,
  manifest: HookFacts | undefined,
  { version, lane }: DockerAgentName,
): string[] {
  if (manifest === undefined) {
    const opens = kind === "failed" ? ["no launcher is in front of it: what crashes is no refusal here"] : [];
    return ["it says nothing of itself with --describe, so it was started without the launcher", ...opens];
  }
  const { handled } = eventsOf(manifest, version);
  return [
    ...(handled.includes(event) ? [] : [unconfigured(event, manifest, handled)]),
    ...(event === "pre_tool_use" && lane === "default" && version !== "v1.58.0"
      ? [
          "under --yolo, allow rules and safety modes docker-agent asks in the other lane alone: --host docker-agent@v1.123.0/preempt",
        ]
      : []),
  ];
}

/** Why no config has the hook at an event. */
function unconfigured(event: string, { points }: HookFacts, handled: readonly string[]): string {
  if (HANGING.includes(event) && points.includes("onEvent")) {
    return `onEvent handles ${event}, and a config has it only if the hook names it under native: headless runs hang there`;
  }
  return `the hook does not handle ${event}; it handles ${handled.join(", ") || "nothing"}`;
}

/** A program that starts another keeps the launcher's descriptor from it; no config would have it either. */
function wrapperNotes(command: readonly string[]): string[] {
  try {
    refuseUnbuilt(command);
    return [];
  } catch (error) {
    if (error instanceof CommandError) return [error.message];
    throw error;
  }
}

function subjectOf({ payload }: Asked): string {
  const { tool_name: tool, tool_input: args, tool_response: result, stop_response: reply, messages } = payload;
  const given = [tool, args, result, reply, messages].filter((part) => part !== undefined);
  return given.map((part) => (typeof part === "string" ? part : showValue(part))).join(" ");
}

function wireLines({ run: { stdout = "" } }: Asked): readonly string[] {
  if (stdout.trim() === "") return ["(nothing)"];
  const document = answered(stdout);
  return document === undefined ? stdout.trimEnd().split("\n") : showJson(document);
}

function stderrLines({ run: { stderr = "" } }: Asked): readonly string[] {
  return stderr.trim() === "" ? [] : stderr.trimEnd().split("\n");
}

function documentOf(asked: Asked, decision: Decision, notes: readonly string[], host: DockerAgentName): object {
  const { stdout = "", exit, signal } = asked.run;
  return {
    ...decisionDocument(asked.event, dockerAgentText(host), decision),
    outcome: asked.effect,
    notes,
    wire: { sent: asked.payload, answered: answered(stdout) ?? (stdout === "" ? null : stdout) },
    exit: exit ?? signal ?? null,
    ms: Math.round(asked.ms * 1000) / 1000,
    stderr: stderrLines(asked),
  };
}
