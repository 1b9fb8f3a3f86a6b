import { broken, notApplicable } from "@agent-hook/picoclaw/internal/testing";
import { type AnsweredCall, documentIn, type Effect, type HookAnswer } from "@agent-hook/sdk/internal/simulations";
import { effectIn } from "../command-hosts/effect-of-answer.js";
import { versionsOf } from "../command-hosts/simulated-host.js";
import { kindOfEvent, type SimulatedHost, simulatedHost } from "../internal/command-hosts.js";
import { eachRun, said } from "./each-run.js";
import type { CommandRule, CommandSession, Run, Sample } from "./lab.js";
import { processRules } from "./process-rules.js";
import { approvesBareCall, deniesIn, isRemark, reasonsIn, unknownWord } from "./words.js";

/** Returns the effect that a run of the hook at an event has on the host. */
export function effectOfRun(
  host: SimulatedHost,
  { event, payload }: Sample,
  { stdout, stderr, exit, signal, late }: Run,
  situation: AnsweredCall["situation"] = {},
): Effect {
  const answer = {
    stdout,
    stderr,
    ...(exit === undefined ? {} : { exit }),
    ...(signal === undefined ? {} : { signal }),
    ...(late ? { timedOut: true } : {}),
  };
  return effectIn(host, event, payload, [answer], situation);
}

/** Returns the rules that a host relies on, sorted by id. */
export function commandRules(host: SimulatedHost): readonly CommandRule[] {
  const { name, title, simulation } = host;
  const { exitCodes, isRead } = simulation;
  const source = `${title} ${versionsOf(simulation).join(" and ")} (${isRead ? "read" : "run"})`;
  const isBeforeTool = ({ event }: Sample) => kindOfEvent(name, event) === "before tool";
  const eachAnswer = (
    lab: CommandSession,
    check: (run: Run, sample: Sample, effect: Effect) => void,
    matters?: (sample: Sample) => boolean,
  ) => {
    const checked = (run: Run, sample: Sample) => {
      if (run.stdout.trim() !== "") check(run, sample, effectOfRun(host, sample, run));
    };
    return eachRun(lab, checked, matters);
  };
  return [
    {
      id: "answer/one-object",
      sentence:
        "stdout is empty, or one JSON object and nothing else; plain text is context, at events that take context.",
      source,
      why: `${title} does not read it: ${afterUnread(host)}.`,
      check: (lab) =>
        eachAnswer(lab, (run, _, { context }) => {
          const isText = !run.stdout.trim().startsWith("{") && context !== undefined;
          if (!isText && documentIn(run.stdout) === undefined) throw broken(run.sent, run.stdout);
        }),
    },
    {
      id: "answer/taken",
      sentence: "An answer about a tool has an effect.",
      source,
      why: `${title} silently drops it and continues as if the hook had made no decision.`,
      check: (lab) =>
        eachAnswer(
          lab,
          (run, _, { answer }) => {
            const remark = isRemark(documentIn(run.stdout) ?? { unread: run.stdout });
            if (answer === "dropped" && !remark) throw broken(run.sent, said(run));
          },
          ({ event }) => ["before tool", "permission", "after tool"].includes(kindOfEvent(name, event)),
        ),
    },
    ...typeRules(host, source, eachAnswer),
    {
      id: "answer/words",
      sentence: "The answer has only the keys that belong to its event, and names that event.",
      source,
      why: `${title} drops unknown keys or the whole answer; this is how denials get lost.`,
      check: (lab) =>
        eachAnswer(lab, (run, { event }) => {
          const strange = unknownWord(simulation, event, documentIn(run.stdout) ?? {});
          if (strange !== undefined) throw broken(run.sent, run.stdout, `${title} does not expect ${strange}.`);
        }),
    },
    {
      id: "approval/never",
      sentence: "An answer before a tool call does not approve it: a hook without a decision prints nothing.",
      source,
      why: "Depending on the host, an allow skips the user's own rules or counts as a failed hook.",
      check: (lab) =>
        eachAnswer(
          lab,
          (run, _, { approved }) => {
            if (approved || approvesBareCall(documentIn(run.stdout) ?? {})) throw broken(run.sent, run.stdout);
          },
          isBeforeTool,
        ),
    },
    {
      id: "denial/denies",
      sentence: "A denial of a tool call keeps the tool from running.",
      source,
      why: `${title} runs the tool.`,
      async check(lab) {
        const runs: Run[] = [];
        const check = (run: Run, sample: Sample) => {
          if (!deniesIn(run)) return;
          runs.push(run);
          const { tool } = effectOfRun(host, sample, run);
          if (tool !== "does not run") throw broken(run.sent, said(run));
        };
        await eachRun(lab, check, isBeforeTool);
        if (runs.length === 0) throw notApplicable("the hook denies none of the recorded calls");
      },
    },
    ...variantRules(host, source),
    {
      id: "denial/reason",
      sentence: "Every denial has a reason.",
      source,
      why: "Without a reason the model tries again, and some hosts run the tool.",
      async check(lab) {
        const runs: Run[] = [];
        await eachRun(lab, (run) => {
          if (!deniesIn(run)) return;
          runs.push(run);
          if (reasonsIn(run).length === 0) throw broken(run.sent, said(run));
        });
        if (runs.length === 0) throw notApplicable("the hook denies none of the recorded events");
      },
    },
    ...repetitionRules(host, source),
    ...processRules({
      source,
      exit: exitCodes,
      late: ifLate(host),
      held: ifHeld(host),
      growth: `${source}: the recorded payloads of its tools differ in their fields`,
      update: `After an update of ${title}, the hook would fail at every call.`,
    }),
  ];
}

/** Returns what the host does if the hook does not end. */
function ifLate(host: SimulatedHost): string {
  const { title, simulation } = host;
  if (simulation.waitsForever) return `${title} has no timeout: the call never ends.`;
  const effect = deniesAfter(host, { timedOut: true })
    ? ` everywhere except at ${simulation.beforeTool}`
    : ": the tool runs";
  return `${title} waits for it at every event, then continues without it${effect}.`;
}

/** Returns what the host does while a child of the hook holds its output. */
function ifHeld({ title, simulation }: SimulatedHost): string {
  if (simulation.waitsForever) return `${title} waits for the pipes forever: it has no timeout.`;
  if (simulation.killsOnlyShell) return `${title} waits for the pipes, even past its own timeout.`;
  if (simulation.outputGraceMs !== undefined) return `${title} continues without later output.`;
  return `${title} waits for the pipes until its timeout, then continues without the answer: the tool runs.`;
}

/** Returns what follows from an answer that the host cannot read. */
function afterUnread(host: SimulatedHost): string {
  const keepsDenying = deniesAfter(host, { stdout: "?" });
  return keepsDenying ? "the tool does not run, but the reason is lost" : "a denial is lost, and the tool runs";
}

function deniesAfter(host: SimulatedHost, answer: HookAnswer): boolean {
  const { simulation, payloads } = host;
  const { beforeTool } = simulation;
  return effectIn(host, beforeTool, payloads[beforeTool] ?? {}, [answer], {}).tool === "does not run";
}

type EachAnswer = (lab: CommandSession, check: (run: Run) => void) => Promise<void>;

/** The rule about types, for a host where one wrong type makes the whole answer invalid. */
function typeRules(host: SimulatedHost, source: string, eachAnswer: EachAnswer): CommandRule[] {
  const { title, simulation } = host;
  const { reads } = simulation;
  if (reads === undefined) return [];
  return [
    {
      id: "answer/types",
      sentence: `No field of the answer that ${title} needs is missing or has another type.`,
      source,
      why: `One wrong field makes the whole answer useless: ${afterUnread(host)}.`,
      check: (lab) =>
        eachAnswer(lab, (run) => {
          if (documentIn(run.stdout) && !reads(run.stdout)) throw broken(run.sent, run.stdout);
        }),
    },
  ];
}

/** The rule about variants, for a host that has variants. The newest version has all of them. */
function variantRules({ name, title, simulation }: SimulatedHost, source: string): CommandRule[] {
  return Object.entries(simulation.variants ?? {}).map(([variant, { setting }]) => ({
    id: "denial/every-variant",
    sentence: `A denial of a tool call also denies it in the ${setting} variant, and never comes with an allow.`,
    source,
    why: `In that variant, ${title} reads less of the answer: if the part that it reads does not deny, the tool runs.`,
    async check(lab) {
      const { toolCall } = lab.host;
      const run = await lab.at(toolCall);
      if (!lab.host.denies(run)) throw notApplicable("the hook does not deny the sample call");
      const host = simulatedHost("checkCommandHook", `${name}/${variant}`);
      const { tool } = effectOfRun(host, toolCall, run, { permitted: true });
      if (tool !== "does not run") throw broken(run.sent, said(run));
    },
  }));
}

/** The rule about repeated reasons, for a host that gives the model every reason in an answer. */
function repetitionRules({ simulation }: SimulatedHost, source: string): CommandRule[] {
  if (simulation.joinsReasons !== true) return [];
  return [
    {
      id: "denial/reason-once",
      sentence: "A denial of a tool call gives its reason once.",
      source,
      why: "If the answer has two reasons, the model reads both.",
      async check(lab) {
        const run = await lab.at(lab.host.toolCall);
        if (!lab.host.denies(run)) throw notApplicable("the hook does not deny the sample call");
        if (reasonsIn(run).length > 1) throw broken(run.sent, run.stdout);
      },
    },
  ];
}
