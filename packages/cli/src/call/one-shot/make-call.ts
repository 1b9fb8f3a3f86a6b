import { documentIn, fieldIn, type Payload, type Simulation } from "@agent-hook/sdk/internal/simulations";
import { isBefore, type JsonObject } from "@agent-hook/sdk/internal/text";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import type { SimulatedHost } from "@agent-hook/testing/internal/command-hosts";
import { CommandError, usageError } from "../../command-error.js";
import { assertPrebuilt } from "../../config/assert-prebuilt.js";
import type { HookSummary } from "../../host-config/index.js";
import { eventsForHook } from "../../host-config/installs.js";
import { readNotes, titleWithVersion } from "../../host-option.js";
import { launchedHook } from "../../launched-hook.js";
import { showJson } from "../../terminal/show-json.js";
import { showValue } from "../../terminal/show-value.js";
import type { CallOptions, CallReport } from "../caller.js";
import { otherFailures } from "../handler-failures.js";
import { askHost } from "./ask-host.js";

/** A call as the host makes it: an event with its fields. */
interface EventCall {
  readonly event: string;
  readonly fields: JsonObject;
}

/** How long the call waits where the real host would wait forever, in seconds. */
const MAX_WAIT_S = 5;

/** Starts the hook for one event, through the launcher if it uses the SDK. Throws `CommandError`. */
export async function makeCall(
  host: SimulatedHost,
  { event, fields }: EventCall,
  command: readonly [string, ...string[]],
  { timeoutMs, env = {} }: CallOptions,
): Promise<CallReport> {
  const hook = await launchedHook(command);
  const started = hook.commandAt(event, host);
  const options = {
    timeout: timeoutMs === undefined ? started.timeout : timeoutMs / 1000,
    patience: MAX_WAIT_S,
    env: { ...process.env, ...env },
  };
  const asked = await askHost(host, event, started.command, fields, options).catch((error: Error) => {
    throw usageError(error.message, error);
  });
  const { payload, answer, effect, decision, stderr, failures, ms } = asked;
  const { stdout = "", exit, signal } = answer;
  const setting = host.simulation.variants?.[host.variant ?? ""]?.setting;
  const isFailed = decision.kind === "failed";
  return {
    point: event,
    host: host.text,
    title: `${titleWithVersion(host)}${setting === undefined ? "" : ` (${setting})`}`,
    decision,
    outcome: effect,
    notes: [
      ...(hook.manifest === undefined ? bareNotes(isFailed) : notesAbout(host, event, hook.manifest)),
      ...otherFailures(decision, failures),
      ...(isFailed ? wrapperNotes(command) : []),
      ...readNotes(host),
    ],
    subject: subjectOf(host.simulation, payload),
    wire: { sent: payload, answered: documentIn(stdout) ?? (stdout === "" ? null : stdout) },
    answerLines: answerLines(stdout),
    exit: exit ?? signal ?? null,
    ms,
    stderr,
  };
}

function bareNotes(isFailed: boolean): string[] {
  const launcherNotes = isFailed ? ["it runs without the launcher: a crash does not deny the call here"] : [];
  return ["it printed no manifest with --describe, so it was started without the launcher", ...launcherNotes];
}

/** Returns notes on an event that a hook does not handle, and on variants of the host. */
function notesAbout(host: SimulatedHost, event: string, manifest: HookSummary): string[] {
  const { name, payloads, simulation } = host;
  const events = HOST_EVENTS[name] ?? {};
  const hangingEvents = Object.keys(events).filter((one) => events[one]?.hangs);
  const hookEvents = eventsForHook(name, manifest, hangingEvents);
  const handled = simulation.allEvents ? hookEvents.filter((one) => Object.hasOwn(payloads, one)) : hookEvents;
  const eventNote =
    hangingEvents.includes(event) && manifest.points.includes("onEvent") && manifest.events === undefined
      ? `onEvent handles ${event}, but config only adds it if the hook lists it under native: headless runs hang there`
      : `the hook does not handle ${event}; it handles ${handled.join(", ") || "nothing"}`;
  return [...(handled.includes(event) ? [] : [eventNote]), ...variantNotes(host, event)];
}

/** Names the variants that are called instead of this one if the host's rules permit the tool call. */
function variantNotes({ name, title, version, variant, simulation }: SimulatedHost, event: string): string[] {
  const skipping = simulation.skipsPermitted?.[event] ?? [];
  if (!skipping.includes(variant)) return [];
  return Object.entries(simulation.variants ?? {})
    .filter(([other, { since }]) => !skipping.includes(other) && !isBefore(version, since))
    .map(
      ([other]) =>
        `if its own rules permit a call, ${title} only calls the other variant: --host ${name}@${version}/${other}`,
    );
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

function answerLines(stdout: string): readonly string[] {
  if (stdout.trim() === "") return ["(nothing)"];
  const document = documentIn(stdout);
  return document === undefined ? stdout.trimEnd().split("\n") : showJson(document);
}
